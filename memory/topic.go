package memory

import (
	"slices"
	"strings"
	"unicode"
)

// Topic is what a person means by a few words: "my address", "the refund issue",
// 我的地址. It is what a forget by topic and a dropped topic are matched by.
//
// A dropped topic may also be some records, when nothing but a pointer was said
// ("drop it"): "#" and the id of each, so that the topic outlives no word of them.
type Topic struct {
	ids        []string
	words      []Term
	predicates []string
	told       []string // how people tell such a thing, folded
}

// RecordTopic is the topic that means some records.
func RecordTopic(ids ...string) string { return "#" + strings.Join(ids, " #") }

// Records are those that the topic means by their ids.
func (t *Topic) Records() []string { return t.ids }

// Pointing reports whether a topic names nothing and only points at what was talked
// about: "the last problem", 上次那个问题.
func Pointing(topic string) bool {
	rest := strings.TrimSpace(Fold(topic))
	if rest == "" || strings.HasPrefix(rest, "#") {
		return false
	}
	for again := true; again; {
		again = false
		for _, word := range [...]string{"上次", "上回", "之前", "以前", "昨天", "刚才", "前面", "最后", "那个", "这个", "那件", "这件", "我们", "我", "说的", "提的", "聊的", "的", "那", "这", "一个", "个",
			"问题", "事情", "事儿", "事", "话题", "投诉", "工单", "单子", "毛病", "麻烦", "案子", "故障"} {
			if strings.HasPrefix(rest, word) {
				rest, again = strings.TrimPrefix(rest, word), true
			}
		}
	}
	pointing := true
	eachWord(rest, func(w string) bool {
		switch w {
		case "the", "that", "this", "those", "these", "last", "old", "previous", "earlier", "other", "my", "our", "one", "it", "thing", "things",
			"problem", "problems", "issue", "issues", "question", "questions", "topic", "matter", "subject", "complaint", "ticket", "case", "incident":
		default:
			pointing = false
		}
		return pointing
	})
	return pointing && !strings.ContainsFunc(rest, isCJK)
}

// NewTopic reads a topic. One that names nothing means no record.
func NewTopic(text string) Topic {
	if strings.HasPrefix(text, "#") {
		var t Topic
		for _, id := range strings.Fields(text) {
			t.ids = append(t.ids, strings.TrimPrefix(id, "#"))
		}
		return t
	}
	folded := strings.TrimSpace(Fold(text))
	var t Topic
	for _, line := range spoken() {
		if slices.ContainsFunc(line.words, func(word string) bool { return mentions(folded, word) }) {
			t.predicates = append(t.predicates, line.predicates...)
			t.told = append(t.told, line.told...)
		}
	}
	t.words = AppendTerms(nil, matterOf(folded))
	latin := !strings.ContainsFunc(folded, isCJK)
	if latin && slices.ContainsFunc(t.words, func(w Term) bool { return w.Kind() != CharTerm }) {
		// "my last billing problem" is about billing whenever it was.
		t.words = slices.DeleteFunc(t.words, func(w Term) bool { return w.Kind() == CharTerm })
	}
	return t
}

// matterOf takes off the words by which everything can be called: "the refund
// issue" and 退款的问题 are about the refund.
func matterOf(topic string) string {
	for _, general := range [...]string{"的问题", "的事情", "的事", "那件事情", "这件事情", "那件事", "这件事", "那个问题", "这个问题"} {
		if rest := strings.TrimSuffix(topic, general); rest != topic && rest != "" && !Pointing(rest) {
			return rest
		}
	}
	for _, general := range [...]string{"problem", "problems", "issue", "issues", "thing", "matter", "stuff", "situation", "subject", "topic"} {
		if rest := strings.TrimSpace(strings.TrimSuffix(topic, " "+general)); rest != topic && len(AppendTerms(nil, rest)) > 0 {
			return rest
		}
		if rest := strings.TrimPrefix(topic, general+" with "); rest != topic && len(AppendTerms(nil, rest)) > 0 {
			return rest
		}
	}
	return topic
}

// Means reports whether a record is about the topic: it holds all its words, its
// predicate is what the topic names, or it tells such a thing in a usual way.
func (t *Topic) Means(r *Record) bool { return MeansAny([]Topic{*t}, r) }

// Names reports whether the topic means a record by what it is a fact of: of "my address"
// a home.
func (t *Topic) Names(r *Record) bool {
	return r.Layer == Semantic && slices.Contains(t.predicates, r.Predicate)
}

// Restates reports whether a text holds the value of a fact, or a part of it that a comma
// sets off: "Welcome to Seattle!" holds one of "12 Elm Street, Seattle".
func Restates(text string, fact *Record) bool {
	folded := Fold(text)
	for _, part := range strings.FieldsFunc(Fold(fact.Object), func(r rune) bool { return strings.ContainsRune(",，;；、/", r) }) {
		part = strings.TrimSpace(part)
		runes := len([]rune(part))
		switch han := strings.ContainsFunc(part, isCJK); {
		case han && runes >= 2 && strings.Contains(folded, part):
			return true
		case !han && runes >= 2 && (runes >= 4 || strings.IndexFunc(part, unicode.IsLetter) < 0) && containsWord(folded, part):
			return true
		}
	}
	return false
}

// MeansAny reports whether a record is about one of the topics.
func MeansAny(topics []Topic, r *Record) bool {
	if len(topics) == 0 {
		return false
	}
	text := spokenOf(r)
	have := map[Term]bool{}
	for _, term := range AppendTerms(nil, text) {
		have[term] = true
	}
	folded := ""
	for i := range topics {
		t := &topics[i]
		if len(t.ids) > 0 {
			if slices.Contains(t.ids, r.ID) {
				return true
			}
			continue
		}
		if slices.Contains(t.predicates, r.Predicate) || t.holds(have) {
			return true
		}
		if r.Predicate != "" && r.Predicate != PredicateStatement && r.Predicate != "note" || len(t.told) == 0 {
			continue // what a rule named is told apart by its predicate
		}
		if folded == "" {
			folded = Fold(text)
		}
		if slices.ContainsFunc(t.told, func(phrase string) bool { return strings.Contains(folded, phrase) }) {
			return true
		}
	}
	return false
}

// spokenOf is all that a record says, in a line each.
func spokenOf(r *Record) string {
	var text strings.Builder
	line := func(part string) {
		text.WriteString(part)
		text.WriteByte('\n')
	}
	line(r.Text)
	line(r.Object)
	line(r.Subject)
	line(r.Constraint.Context)
	for i := range r.Called {
		line(r.Called[i].Subject)
		line(r.Called[i].Object)
	}
	for _, s := range r.Sources {
		line(s.Quote)
	}
	return text.String()
}

// holds reports whether a text holds every word of the topic, in whatever order.
// A run of Chinese counts as held when all its characters are there and two of
// them side by side: 花生过敏 is held by 对花生严重过敏.
func (t *Topic) holds(have map[Term]bool) bool {
	meaning, pairs, held := 0, 0, 0
	for _, term := range t.words {
		switch {
		case term.Kind() == PairTerm:
			pairs++
			if have[term] {
				held++
			}
		case !have[term]:
			return false
		default:
			meaning++
		}
	}
	return meaning+held > 0 && (pairs == 0 || held > 0)
}

// mentions reports whether the topic is the word, with nothing around it but
// what says whose it is.
func mentions(folded, word string) bool {
	rest, ok := strings.CutSuffix(folded, word)
	if !ok {
		if rest, ok = strings.CutSuffix(folded, word+"s"); !ok {
			return false
		}
	}
	switch strings.TrimSpace(rest) {
	case "", "my", "all my", "all of my", "about my", "everything about my", "the", "我的", "我", "关于我的", "我所有的", "所有", "我家", "我家的":
		return true
	}
	return false
}

// spokenLine is a thing that people keep to themselves: what they call it, the
// predicates that hold it, and how it is told.
type spokenLine struct {
	words, predicates, told []string
}

// spoken are everyday words for what the catalogue's predicates hold. "Forget my
// address" is about where they live, whatever words they told it in.
func spoken() []spokenLine {
	lines := []spokenLine{
		{[]string{"address", "home address", "where i live", "where my home is", "where i'm from", "where i am from", "home", "hometown", "地址", "住址", "家庭住址", "住处", "家在哪", "家在哪里", "家乡", "住哪", "住哪里", "住哪儿", "住在哪", "住在哪里", "住在哪儿", "哪里人"},
			[]string{"home", "lived", "hometown"},
			[]string{"live in ", "live at ", "live on ", "lives in ", "lives at ", "lived in ", "moved to ", "my address", "住在", "我住", "家在", "搬到", "搬去", "地址"}},
		{[]string{"name", "nickname", "what i'm called", "what my name is", "叫什么", "叫什么名字", "名字", "姓名", "称呼", "昵称"},
			[]string{"name", "called", "not_called"},
			[]string{"my name is", "call me ", "i go by ", "我叫", "我的名字", "叫我"}},
		{[]string{"birthday", "birth date", "date of birth", "age", "how old i am", "how old i'm", "when i was born", "生日", "出生日期", "年龄", "年纪", "岁数", "多大", "多大了", "几岁", "几岁了", "多大年纪", "多大年龄", "多大岁数"},
			[]string{"birthday", "age"},
			[]string{"my birthday", "i was born", "years old", "我的生日", "我生日", "出生", "岁"}},
		{[]string{"job", "work", "employer", "company", "occupation", "profession", "where i work", "what i do for a living", "what i do", "who i work for", "工作", "职业", "公司", "单位", "干什么的", "做什么的", "干嘛的", "在哪上班", "在哪工作", "在哪里上班", "在哪里工作"},
			[]string{"role", "employer", "workplace", "works_on"},
			[]string{"i work at", "i work for", "i work as", "i'm working at", "my job", "my boss", "my employer", "上班", "工作", "就职", "任职", "入职"}},
		{[]string{"allergy", "allergie", "过敏", "过敏史"}, []string{"allergy"}, []string{"allergic", "allergy", "allergies", "过敏"}},
		{[]string{"diet", "food preference", "饮食", "忌口", "口味"},
			[]string{"diet", "dislikes", "avoids", "allergy"},
			[]string{"vegetarian", "vegan", "my diet", "on a diet", "i don't eat", "吃素", "素食", "忌口", "不吃", "饮食"}},
		{[]string{"health", "medical history", "illness", "condition", "健康", "病史", "病情", "身体状况"},
			[]string{"health", "takes", "allergy", "blood_type"},
			[]string{"diagnosed", "i suffer from", "allergic", "确诊", "患有", "得了", "过敏"}},
		{[]string{"medication", "medicine", "药", "用药"}, []string{"takes"}, []string{"medication", "medicine", "prescri", "吃药", "服药", "用药"}},
		{[]string{"family", "relative", "家人", "家庭", "亲戚"},
			[]string{"family", "marital"},
			[]string{"my mother", "my father", "my mom", "my dad", "my sister", "my brother", "my wife", "my husband", "my son", "my daughter", "my kids", "my parents",
				"我妈", "我爸", "我妹", "我姐", "我哥", "我弟", "我老婆", "我老公", "我儿子", "我女儿", "我妻子", "我丈夫", "我爱人", "我父母"}},
		{[]string{"pet", "宠物"}, []string{"pet"}, []string{"my dog", "my cat", "my pet", "a dog called", "a cat called", "我的狗", "我家狗", "我的猫", "我家猫", "宠物"}},
		{[]string{"salary", "income", "pay", "how much i earn", "how much i make", "what i earn", "what i make", "挣多少", "挣多少钱", "赚多少", "赚多少钱", "工资", "收入", "薪水"}, []string{"income"}, []string{"i earn", "my salary", "my income", "i get paid", "月薪", "年薪", "工资", "薪水", "收入"}},
		{[]string{"budget", "预算"}, []string{"budget"}, []string{"my budget", "预算"}},
		{[]string{"weight", "height", "how tall i am", "how much i weigh", "how heavy i am", "体重", "身高", "多高", "多重", "有多高", "有多重"}, []string{"weight", "height"}, []string{"i weigh", "my weight", "my height", "体重", "身高"}},
		{[]string{"phone", "phone number", "mobile number", "电话", "电话号码", "手机号", "手机号码"}, []string{"phone"}, []string{"my phone number", "my number is", "我的电话", "我电话", "手机号"}},
		{[]string{"email", "e-mail", "email address", "邮箱", "电子邮箱"}, []string{"email"}, []string{"my email", "my e-mail", "我的邮箱", "我邮箱"}},
		{[]string{"plan", "appointment", "计划", "安排", "预约"}, []string{"plan", "appointment", "deadline"}, nil},
		{[]string{"preference", "偏好", "喜好"}, []string{"likes", "dislikes", "prefers", "avoids", "favorite", "preferred_channel"}, nil},
		{[]string{"school", "major", "学校", "专业"}, []string{"school", "major", "graduated"}, nil},
		{[]string{"goal", "目标"}, []string{"goal"}, nil},
		{[]string{"habit", "习惯"}, []string{"habit"}, nil},
	}
	return append(lines, personal(lines))
}

// personal is what tells who somebody is, all of it.
func personal(lines []spokenLine) spokenLine {
	all := spokenLine{words: []string{
		"personal information", "personal info", "personal data", "personal detail", "private information", "private data", "contact information", "contact detail",
		"个人信息", "个人资料", "个人数据", "隐私", "隐私信息", "联系方式",
	}}
	for _, line := range lines {
		for _, one := range [...]string{"address", "name", "birthday", "job", "health", "medication", "family", "salary", "weight", "phone", "email"} {
			if line.words[0] == one {
				all.predicates = append(all.predicates, line.predicates...)
				all.told = append(all.told, line.told...)
			}
		}
	}
	return all
}

// Han reports whether a text is written in Chinese characters for the most part.
func Han(text string) bool {
	han, other := 0, 0
	for _, r := range text {
		switch {
		case unicode.Is(unicode.Han, r):
			han += 2
		case unicode.IsLetter(r):
			other++
		}
	}
	return han > other
}
