package memory

import "strings"

// Harms are the fields in which something could do harm to somebody: what is eaten, taken, put on,
// breathed, or asked of a body. An allergy and a quiche share no word, nor does a latex allergy
// share one with gloves; the field does. A question touches some, and what somebody must not have
// touches some: where they meet, it is to be known, whatever else is asked.
type Harms uint8

// The harms.
const (
	HarmFood Harms = 1 << iota // eaten and drunk
	HarmDrug                   // taken or injected as a medicine
	HarmCare                   // put on the skin: creams, soaps, colours
	HarmWear                   // worn, slept in, held for long
	HarmAir                    // breathed, or lived with: plants, animals, sprays
	HarmBody                   // strain: sport, heights, heat, long ways
)

// harmShift is where harms stand among the themes of a record.
const harmShift = 24

// harms returns those of a record, which are judged with its themes.
func (t Themes) harms() Harms { return Harms(t >> harmShift) }

// Forces reports whether a fact of some themes is in force, whatever else the question asks: it says how
// answers are to be given, or what does harm in a field that the question touches.
func (q *Question) Forces(t Themes) bool {
	return t&q.Themes&ThemeAnswers != 0 || t.harms()&q.Harms != 0
}

// harmsOf returns the fields in which a fact forbids something: allergies, illnesses, diets,
// medicines that are taken, and what somebody does not want at any price.
func harmsOf(r *Record) Harms {
	text := ""
	switch r.Predicate {
	case "allergy", "health", "diet", "takes":
	case "avoids", "never", "rejects":
		return harmsIn(Fold(r.Text)) & HarmFood
	case PredicateStatement:
		if text = Fold(r.Text); !tellsAllergy(text) {
			return 0
		}
	default:
		return 0
	}
	if text == "" {
		text = Fold(r.Object + " " + r.Text)
	}
	switch r.Predicate {
	case "diet":
		return HarmFood
	case "takes":
		return HarmFood | HarmDrug
	case "health":
		return harmsOfIllness(text)
	}
	return harmsOfAllergen(text)
}

// tellsAllergy reports whether a folded text tells of an allergy.
func tellsAllergy(text string) bool {
	return hasAny(text, "过敏", "不耐受", "allerg", "intolera", "celiac", "coeliac")
}

// harmsOfAllergen returns where one meets what a folded text calls an allergen: what is none of
// the list may be anywhere.
func harmsOfAllergen(text string) Harms {
	var h Harms
	for _, a := range [...]struct {
		harms Harms
		signs []string
	}{
		{HarmWear | HarmDrug, []string{"latex", "rubber", "乳胶", "橡胶"}},
		{HarmWear, []string{"nickel", "cobalt", "wool", "polyester", "synthetic", "leather", "feather", "镍", "金属", "羊毛", "化纤", "涤纶", "皮革", "羽绒", "羽毛"}},
		{HarmCare | HarmAir, []string{"fragrance", "perfume", "scent", "香精", "香水", "香料"}},
		{HarmCare, []string{"hair dye", "paraben", "lanolin", "sunscreen", "cosmetic", "染发", "防腐剂", "酒精", "化妆品", "防晒"}},
		{HarmAir, []string{"pollen", "hay fever", "dust", "mite", "mould", "mold", "cats", "cat ", "dogs", "dog ", "fur", "dander", "smoke", "grass", "birch", "花粉", "尘螨", "灰尘", "粉尘", "霉菌", "猫", "狗", "宠物", "柳絮", "杨絮", "烟味"}},
		{HarmBody | HarmAir, []string{"bee", "wasp", "insect", "sun ", "sunlight", "蜜蜂", "黄蜂", "蜂毒", "昆虫", "蚊", "紫外线", "阳光", "日光"}},
		{HarmDrug, []string{"penicillin", "amoxicillin", "antibiotic", "aspirin", "ibuprofen", "sulfa", "codeine", "morphine", "iodine", "anaesthe", "anesthe", "青霉素", "头孢", "抗生素", "阿司匹林", "布洛芬", "磺胺", "碘", "麻药", "麻醉", "药"}},
		{HarmFood | HarmCare, []string{"nut", "almond", "sesame", "soy", "坚果", "花生", "杏仁", "核桃", "芝麻", "大豆"}},
	} {
		if hasAny(text, a.signs...) {
			h |= a.harms
		}
	}
	if h |= harmsIn(text) & HarmFood; h == 0 {
		h = HarmFood | HarmDrug | HarmCare | HarmWear | HarmAir
	}
	return h
}

// harmsOfIllness returns where an illness forbids something. Nearly all matter to what is eaten and
// taken, and to what a body can bear.
func harmsOfIllness(text string) Harms {
	h := HarmFood | HarmDrug | HarmBody
	if hasAny(text, "hip", "knee", "back pain", "bad back", "shoulder", "ankle", "wrist", "neck", "joint", "sprain", "fracture", "broken", "tendon", "carsick", "seasick", "vertigo", "髋", "膝", "腰", "背痛", "肩", "颈", "踝", "腕", "关节", "扭伤", "拉伤", "骨折", "半月板", "晕车", "晕船", "恐高", "眩晕") {
		h &^= HarmFood
	}
	if hasAny(text, "asthma", "copd", "lung", "bronchi", "rhinitis", "哮喘", "肺", "支气管", "鼻炎") {
		h |= HarmAir
	}
	if hasAny(text, "eczema", "dermatitis", "psoriasis", "rosacea", "sensitive skin", "湿疹", "皮炎", "银屑", "荨麻疹", "敏感肌", "敏感皮肤", "皮肤") {
		h = HarmCare | HarmWear | HarmDrug
	}
	if hasAny(text, "pregnan", "expecting", "怀孕", "孕", "哺乳") {
		h |= HarmCare | HarmAir
	}
	return h
}

// harmsAsked returns the fields in which the answer to a folded question could do harm: those that it
// names, where something is to be had, made, chosen or allowed. What was, and what somebody likes,
// harms nobody.
func harmsAsked(text string, q *Question) Harms {
	if q.Past || technical(text) {
		return 0
	}
	switch q.Intent {
	case IntentAdvice, IntentProcedure, IntentWork:
	case IntentOther:
		if reports(text) {
			return 0
		}
	case IntentFact:
		if !q.Serves && !permits(text) {
			return 0
		}
	case IntentTell:
		if !intends(text) {
			return 0
		}
	default:
		return 0
	}
	return harmsIn(text)
}

// technical reports whether a folded text speaks of programs, where cookies are not eaten and cats
// not kept.
func technical(text string) bool {
	found := false
	eachWord(text, func(w string) bool {
		switch w {
		case "code", "coding", "function", "functions", "html", "css", "javascript", "script", "scripts", "browser", "server", "api", "http", "sql", "regex", "database", "golang", "rust", "java", "kubernetes", "docker", "compile", "unit", "file", "files":
			found = true
		}
		return !found
	})
	return found || hasAny(text, "代码", "函数", "脚本", "浏览器", "服务器", "接口", "程序", "编程", "数据库", "文件")
}

// permits reports whether a folded question asks whether something may be had or done, or which.
func permits(text string) bool {
	found := false
	eachWord(text, func(w string) bool {
		switch w {
		case "can", "may", "could", "should", "shall", "might", "safe", "ok", "okay", "fine", "good", "bad", "better", "best", "suitable", "harmful", "allowed", "healthy", "any", "buy", "get", "order", "try", "have", "use", "wear", "make", "cook", "need":
			found = true
		}
		return !found
	})
	return found || hasAny(text, "能", "可以", "可不可以", "该", "适合", "合适", "好不好", "行不行", "行吗", "好吗", "安全", "要不要", "会不会", "怎么做", "怎么弄", "怎么办", "哪个", "哪款", "哪种", "哪些", "什么好", "啥好", "推荐", "来点", "来份", "做法", "吃什么", "吃啥", "喝什么", "喝啥", "用什么", "买什么")
}

// reports reports whether a folded text that asks nothing says how something is or was, rather than
// name what is wanted.
func reports(text string) bool {
	const first = 4 // words: what comes later only tells more of it
	found, n := false, 0
	eachWord(text, func(w string) bool {
		n++
		switch w {
		case "is", "are", "was", "were", "has", "had", "got", "ate", "made", "went", "came", "bought", "gave", "took", "does", "did":
			found = true
		}
		found = found || len(w) > 4 && strings.HasSuffix(w, "ed")
		return !found && n < first
	})
	return found || hasAny(text, "了", "过", "着", "正在") && !hasAny(text, "推荐", "建议", "好了", "来")
}

// intends reports whether a folded text tells what its speaker is about to do or would like.
func intends(text string) bool {
	found, last := false, ""
	eachWord(text, func(w string) bool {
		switch w {
		case "going", "gonna", "about", "planning", "thinking", "craving", "fancy", "want", "wanna", "let", "lets", "need", "like":
			found = found || w != "about" && w != "like" || w == "about" && (last == "m" || last == "am") || w == "like" && (last == "d" || last == "would")
		case "ll", "will":
			found = found || last == "i" || last == "we"
		}
		last = w
		return !found
	})
	return found || hasAny(text, "想", "打算", "准备", "要去", "要吃", "要喝", "要买", "我要", "我们要", "正要", "待会", "一会", "等下", "今晚", "晚上吃", "中午吃")
}
