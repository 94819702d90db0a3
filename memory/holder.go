package memory

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// holding is what a question asks for that everybody has one of, and whose it asks for: "what's my
// name", "when is my mum's birthday", 我哥是做什么的. What somebody else has of it is no answer, and
// fits the question's words as well as the answer does.
type holding struct {
	attribute *attribute // nil: the question asks for nothing of the kind
	own       bool       // of the one who asks; else of one of the lines
	lines     []int      // of holders: who it is of
}

// attribute is something that everybody has one of.
type attribute struct {
	words      []string // what a question calls it, or how one's own is asked for with "I" beside it
	own        []string // how one's own is asked for in words that need no "my" beside them
	told       []string // signs that a sentence tells it, beside the words
	predicates string   // of its facts
	context    bool     // its facts may have a context and still be it
}

func attributes() []attribute {
	return []attribute{
		{words: []string{"name", "full name", "first name", "last name", "surname", "nickname", "名字", "姓名", "全名", "叫什么", "叫啥", "姓什么"},
			own: []string{"who am i", "am i called", "call me", "我是谁", "叫我什么", "怎么称呼我", "称呼我什么"}, told: []string{"called", "named", "叫", "姓"}, predicates: "name named called"},
		{words: []string{"birthday", "birth date", "date of birth", "生日", "出生"}, own: []string{"was i born"}, told: []string{"born"}, predicates: "birthday"},
		{words: []string{"age", "几岁", "多大", "年龄", "年纪"}, own: []string{"old am i"}, told: []string{"years old", "year old", "岁"}, predicates: "age"},
		{words: []string{"job", "work", "role", "position", "job title", "职位", "岗位", "职务", "profession", "occupation", "employer", "career", "company", "for a living", "工作", "职业", "做什么", "干什么", "干嘛", "上班", "公司", "单位"},
			own: []string{"do i do"}, told: []string{"works", "working", "worked", "is a", "is an", "am a", "am an", "i'm a", "i'm an", "是", "当", "做"}, predicates: "role employer workplace specialty"},
		{words: []string{"address", "home", "house", "住", "地址", "住址", "家在"}, own: []string{"do i live", "i live", "am i living"}, told: []string{"live", "lives", "living", "moved", "搬"}, predicates: "home"},
		{words: []string{"hometown", "home town", "老家", "家乡", "哪里人", "哪儿人", "哪的人"}, own: []string{"am i from", "did i grow up"}, told: []string{"from", "grew up"}, predicates: "hometown nationality"},
		{words: []string{"number", "phone number", "phone", "mobile", "email", "e-mail", "email address", "电话", "手机", "手机号", "号码", "邮箱", "微信"}, predicates: "contact"},
		{words: []string{"height", "多高", "身高"}, own: []string{"tall am i"}, told: []string{"tall"}, predicates: "height"},
		{words: []string{"weight", "多重", "体重"}, own: []string{"do i weigh"}, told: []string{"weigh", "weighs"}, predicates: "weight"},
		{words: []string{"size", "shoe size", "尺码", "码"}, own: []string{"size do i wear"}, told: []string{"wear", "wears", "穿"}, predicates: "size", context: true},
		{words: []string{"blood type", "blood group", "血型"}, predicates: "blood_type"},
		{words: []string{"school", "university", "college", "major", "degree", "学校", "大学", "专业", "上学", "读什么"}, own: []string{"do i study", "did i study"}, told: []string{"study", "studies", "studying", "studied", "读", "学"}, predicates: "school major graduated"},
		{words: []string{"salary", "income", "工资", "收入", "月薪", "年薪"}, own: []string{"do i earn", "do i make"}, told: []string{"earn", "earns", "makes", "挣", "赚"}, predicates: "income"},
	}
}

// holders are those of whom people tell what they have, one line each: relatives, and animals.
func holders() [][]string {
	return append(kin(),
		[]string{"dog", "puppy", "pup", "狗狗", "小狗", "狗"}, []string{"cat", "kitten", "kitty", "猫咪", "小猫", "猫"}, []string{"rabbit", "bunny", "兔子"}, []string{"hamster", "仓鼠"}, []string{"parrot", "鹦鹉"}, []string{"horse", "pony"},
		[]string{"niece", "侄女", "外甥女"}, []string{"nephew", "侄子", "外甥"}, []string{"mother-in-law", "婆婆", "岳母", "丈母娘"}, []string{"father-in-law", "公公", "岳父", "老丈人"},
		[]string{"fiance", "fiancee", "未婚妻", "未婚夫"}, []string{"teacher", "老师"}, []string{"doctor", "dentist", "医生"}, []string{"landlord", "房东"})
}

// possessions reads questions for whose attribute they ask. It knows its lists once.
type possessions struct {
	attributes []attribute
	holders    [][]string
	lines      map[string]int // by name, as joined writes it
}

func newPossessions() *possessions {
	p := &possessions{attributes(), holders(), map[string]int{}}
	for i, line := range p.holders {
		for _, name := range line {
			p.lines[joined(name)] = i
		}
	}
	return p
}

// joined writes what is one word of a folded text though it has a hyphen as one.
func joined(text string) string {
	if !strings.Contains(text, "-") {
		return text
	}
	return strings.ReplaceAll(strings.ReplaceAll(text, "ex-", "ex"), "-in-law", "inlaw")
}

// asked reads what a question asks for, and of whom.
func (p *possessions) asked(q *Question, text string) holding {
	switch q.Intent {
	case IntentFact, IntentWhen, IntentPast, IntentHistory, IntentCount:
	default:
		return holding{}
	}
	const longest = 160 // bytes: what is longer asks for more than that
	if text = Fold(text); !q.About || len(text) > longest {
		return holding{}
	}
	text = plainly(text)
	lines := p.named(text)
	for i := range p.attributes {
		a := &p.attributes[i]
		if len(lines) > 0 {
			if a.asksOfAnother(text) {
				return holding{attribute: a, lines: lines}
			}
			continue
		}
		if a.asksOfOwn(text) {
			return holding{attribute: a, own: true}
		}
	}
	return holding{}
}

// plainly writes the apostrophes of a folded text as people type them.
func plainly(text string) string { return strings.ReplaceAll(text, "’", "'") }

// asksOfOwn reports whether a folded question asks for what the one who asks has of an attribute.
func (a *attribute) asksOfOwn(text string) bool {
	for _, sign := range a.own {
		if containsWord(text, sign) {
			return true
		}
	}
	for _, word := range a.words {
		if containsWord(text, word) && ownBefore(text, word) {
			return true
		}
	}
	return false
}

// ownBefore reports whether "my" stands right before a word, with nothing between but what says
// which: "my full name", 我现在的工作, 我今年几岁.
func ownBefore(text, word string) bool {
	for from := 0; ; {
		at := strings.Index(text[from:], word)
		if at < 0 {
			return false
		}
		before := text[:from+at]
		from += at + len(word)
		if word[0] >= utf8.RuneSelf {
			before = strings.TrimRight(before, " ")
			for again := true; again; {
				again = false
				for _, filler := range [...]string{"的", "家", "现在", "今年", "目前", "自己", "真实", "是", "在", "到底", "究竟", "还", "平时", "一般", "每天", "有", "哪里", "哪儿", "哪", "家公司", "个", "从事", "多"} {
					if rest, found := strings.CutSuffix(before, filler); found {
						before, again = rest, true
					}
				}
			}
			if strings.HasSuffix(before, "我") || strings.HasSuffix(before, "咱") {
				return true
			}
			continue
		}
		fields := strings.Fields(before)
		for len(fields) > 0 {
			last := fields[len(fields)-1]
			if last == "my" || last == "our" {
				return true
			}
			if !describes(last) {
				break
			}
			fields = fields[:len(fields)-1]
		}
		if n := len(fields); n > 0 && fields[n-1] == "i" && (word == "work") {
			return true // "where do I work"
		}
	}
}

// describes reports whether a word says which of one's own is meant.
func describes(w string) bool {
	switch w {
	case "own", "full", "first", "last", "middle", "real", "current", "new", "old", "exact", "actual", "home", "postal", "street", "email", "mobile", "cell", "phone", "work", "day", "shoe", "home-address", "date", "of":
		return true
	}
	return false
}

// asksOfAnother reports whether a folded question that names somebody asks for an attribute.
func (a *attribute) asksOfAnother(text string) bool {
	for _, word := range a.words {
		if containsWord(text, word) {
			return true
		}
	}
	for _, sign := range a.told {
		if len(sign) > len("is") && sign[0] < utf8.RuneSelf && !strings.Contains(sign, " ") && containsWord(text, sign) {
			return true
		}
	}
	switch {
	case strings.Contains(a.predicates, "role"): // "what does my brother do"
		return containsWord(text, "what does") && (strings.HasSuffix(strings.TrimRight(text, "? "), " do"))
	case a.predicates == "age":
		return containsWord(text, "how old")
	case a.predicates == "height":
		return containsWord(text, "how tall")
	}
	return false
}

// named returns the lines of those who are named in a folded text by what they are. Of Chinese, one
// character counts only where it is said whose: 我妈, 我的猫.
func (p *possessions) named(text string) (lines []int) {
	add := func(name string) bool {
		line, known := p.lines[name]
		if known && !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
		return known
	}
	eachWord(joined(text), func(w string) bool {
		if !add(w) {
			add(strings.TrimSuffix(w, "s"))
		}
		return true
	})
	if isASCII(text) {
		return lines
	}
	for i, r := range text {
		if !isCJK(r) {
			continue
		}
		end := i + utf8.RuneLen(r)
		if mine := text[:i]; strings.HasSuffix(mine, "我") || strings.HasSuffix(mine, "我家") || strings.HasSuffix(mine, "我的") || strings.HasSuffix(mine, "我们家") {
			add(text[i:end])
		}
		for range 2 { // of two characters, and of three
			next, n := utf8.DecodeRuneInString(text[end:])
			if !isCJK(next) {
				break
			}
			end += n
			add(text[i:end])
		}
	}
	return lines
}

// answers reports how a record answers what is asked: it tells the attribute of the one it is asked
// of, or of another, who is not asked for.
func (h *holding) answers(p *possessions, r *Record) (tells, another bool) {
	if told(r) {
		return false, h.ofAnother(p, r.Text)
	}
	if !inList(h.attribute.predicates, r.Predicate) || r.Constraint.Context != "" && !h.attribute.context {
		return false, false
	}
	his := ofUser(r)
	if h.own {
		return his, !his
	}
	if his {
		return false, true
	}
	lines := p.named(Fold(r.Subject))
	for _, line := range lines {
		if slices.Contains(h.lines, line) {
			return true, false
		}
	}
	return false, len(lines) > 0
}

// ofAnother reports whether every sentence of a text that tells an attribute tells it of somebody
// else than the one who is asked about.
func (h *holding) ofAnother(p *possessions, text string) bool {
	another, asked := false, false
	eachSentence(plainly(Fold(text)), func(sentence string, _ bool) {
		if !h.attribute.toldIn(sentence) {
			return
		}
		lines := p.named(sentence)
		own := p.ofSpeaker(sentence, lines)
		is := own
		if !h.own {
			is = slices.ContainsFunc(h.lines, func(line int) bool {
				return slices.ContainsFunc(p.holders[line], func(name string) bool { return containsWord(sentence, name) })
			})
		}
		switch {
		case is:
			asked = true
		case h.own && len(lines) > 0, !h.own && (len(lines) > 0 || own && h.attribute.toldOfOwn(sentence)):
			another = true
		default:
			asked = true // of whom it is told is not known
		}
	})
	return another && !asked
}

// toldOfOwn reports whether a folded sentence tells what its speaker has of an attribute.
func (a *attribute) toldOfOwn(sentence string) bool {
	if a.asksOfOwn(sentence) {
		return true
	}
	for _, sign := range a.told {
		if sign[0] >= utf8.RuneSelf {
			if ownBefore(sentence, sign) {
				return true
			}
			continue
		}
		before, _, found := strings.Cut(sentence, sign)
		fields := strings.Fields(before)
		if n := len(fields); found && (n == 0 && strings.HasPrefix(sign, "i'm") || n > 0 && (fields[n-1] == "i" || fields[n-1] == "i'm" || fields[n-1] == "i've" || fields[n-1] == "was" && n > 1 && fields[n-2] == "i")) {
			return true
		}
	}
	return false
}

// toldIn reports whether a folded sentence tells an attribute.
func (a *attribute) toldIn(sentence string) bool {
	has := func(sign string) bool { return containsWord(sentence, sign) }
	return slices.ContainsFunc(a.words, has) || slices.ContainsFunc(a.told, has) || slices.ContainsFunc(a.own, has)
}

// ofSpeaker reports whether a folded sentence speaks of its speaker beside those of his whom it
// names.
func (p *possessions) ofSpeaker(sentence string, lines []int) bool {
	for _, which := range [...]string{"older ", "younger ", "elder ", "big ", "little ", "twin ", "best ", "late ", "own "} {
		sentence = strings.ReplaceAll(sentence, which, "")
	}
	for _, line := range lines {
		for _, name := range p.holders[line] {
			if name[0] < utf8.RuneSelf {
				sentence = strings.ReplaceAll(strings.ReplaceAll(sentence, "my "+name, " "), "our "+name, " ")
				continue
			}
			for _, mine := range [...]string{"我", "我的", "我家", "我们家", "我们"} {
				sentence = strings.ReplaceAll(sentence, mine+name, " ")
			}
		}
	}
	first, _ := persons(sentence)
	return first
}

// hold puts what tells the attribute that is asked for before all else, and drops what tells that of
// somebody else. Where it is told, what neither tells it nor shares a word with the question is
// dropped as well: beside an answer it is noise.
func (p *possessions) hold(hits []rankedHit, h holding, shares func(text string) bool, turns func(h rankedHit) bool, dropped []Drop) ([]rankedHit, []Drop) {
	if h.attribute == nil || len(hits) == 0 {
		return hits, dropped
	}
	top := hits[0].Score
	kept, front := hits[:0], 0
	for _, x := range hits {
		tells, another := h.answers(p, x.Record)
		switch {
		case another && !x.Force:
			dropped = append(dropped, Drop{x.Record.ID, "another", x.Score})
		case tells && x.Record.Status == Current:
			x.Score = max(x.Score, top)
			kept = slices.Insert(kept, front, x)
			front++
		default:
			kept = append(kept, x)
		}
	}
	if front == 0 {
		return kept, dropped
	}
	all := kept[front:]
	kept = kept[:front]
	for _, x := range all {
		if x.Force || x.Aside || turns(x) || shares(x.Record.Text) || h.attribute.toldIn(plainly(Fold(x.Record.Text))) {
			kept = append(kept, x)
		} else {
			dropped = append(dropped, Drop{x.Record.ID, "beside", x.Score})
		}
	}
	return kept, dropped
}
