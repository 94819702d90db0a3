package extract

import (
	"strings"

	"mneme/memory"
)

// errand finds an English order for one sort of work: "when you write emails for me, sign them as
// Bo". What one piece of work asks ("when you write the function, use recursion") is none, nor is
// a line of a long prompt.
func (s *reading) errand(short bool) (o direction, ok bool) {
	n := len(s.tokens)
	for n > 0 && s.marks(n-1) {
		n--
	}
	i, _ := s.lead(0)
	every := s.stands(i, []string{"from", "now", "on"})
	if every {
		i += 3
		for i < n && s.marks(i) {
			i++
		}
	}
	begin := i
	switch s.at(i) {
	case "whenever":
		every = true
		i++
	case "every", "each", "any":
		if s.at(i+1) != "time" {
			return o, false
		}
		every = true
		i += 2
	case "when":
		i++
	default:
		return o, false
	}
	if s.at(i) != "you" || !s.serves(i+1) {
		return o, false
	}
	comma := i + 2
	for comma < n && !s.marks(comma) {
		comma++
	}
	thing := span{i + 2, comma}
	mine := s.holds(thing, "me", "my")
	for thing.to-thing.from > 2 && s.at(thing.to-2) == "for" && s.at(thing.to-1) == "me" {
		thing.to -= 2
	}
	for s.at(thing.from) == "me" || s.at(thing.from) == "my" || s.at(thing.from) == "any" {
		thing.from++
	}
	if comma >= n || s.marks(comma) && s.at(comma) != "," || thing.to <= thing.from || thing.to-thing.from > 5 ||
		s.holds(thing, "the", "this", "that", "these", "those", "it", "your", "i", "and", "?") {
		return o, false
	}
	if !every && !mine && !(short && strings.HasSuffix(s.at(thing.to-1), "s")) {
		return o, false
	}
	o.about, o.when = s.words(s.trim(thing, "thing")), s.words(span{begin, comma})
	i = comma + 1
	for ; i < n; i++ {
		switch w := s.at(i); {
		case w == "please" || w == "always" || w == "just":
			continue
		case w == "never" || w == "do" && s.at(i+1) == "not":
			o.never = true
			if w == "do" {
				i++
			}
			continue
		}
		break
	}
	o.act = s.words(span{i, n})
	return o, n-i >= 2 && n-i <= 14 && (s.bids(i) || s.at(i) == "only") && !s.is(i, breaks) && !strings.Contains(o.act, "?") && s.at(i) != "it" && s.at(i) != "i" && s.at(i) != "you"
}

// serves reports whether a verb at i is work that is done for somebody time and again.
func (s *reading) serves(i int) bool {
	switch s.at(i) {
	case "write", "draft", "send", "book", "order", "recommend", "suggest", "plan", "translate", "review", "summarize", "summarise", "answer", "reply",
		"explain", "create", "generate", "format", "schedule", "cite", "name", "design", "edit", "buy", "code", "refactor", "cook", "pick", "choose", "make", "give", "quote", "list", "show":
		return true
	}
	return false
}

// errandChinese finds a Chinese order for one sort of work: 给我写邮件的时候落款写小王.
func (s *reading) errandChinese(short bool) (o direction, ok bool) {
	said := strings.TrimRight(s.words(span{0, len(s.tokens)}), "。！!；;.")
	text := memory.Fold(said)
	if strings.ContainsAny(text, "?？") || memory.EitherOr(text) || endsAny(text, "吗", "呢", "么") {
		return o, false
	}
	every, mine := false, false
	for again := true; again; {
		again = false
		for _, sign := range [...]string{"从现在开始", "从现在起", "从今以后", "以后", "今后", "每次", "每回", "每当", "凡是", "请", "你", "，", ",", "帮我", "给我", "替我", "为我", "在"} {
			if rest, found := strings.CutPrefix(text, sign); found {
				every = every || holdsAny(sign, "从", "以后", "今后", "每", "凡")
				mine = mine || strings.HasSuffix(sign, "我")
				text, again = rest, true
			}
		}
	}
	verb := ""
	for _, v := range [...]string{"推荐", "翻译", "安排", "总结", "回复", "规划", "起草", "设计", "写", "订", "发", "点", "买", "画", "选", "做", "回", "改", "列", "下", "讲", "解释"} {
		if strings.HasPrefix(text, v) {
			verb = v
			break
		}
	}
	if verb == "" || !every && !mine && !short {
		return o, false
	}
	at, end := -1, 0
	for _, sign := range [...]string{"的时候", "时", "的话", "，", ",", "都"} {
		if i := strings.Index(text, sign); i > len(verb) && (every || sign != "，" && sign != "," && sign != "都") {
			at, end = i, i+len(sign)
			break
		}
	}
	if at < 0 || at > len(verb)+24 || holdsAny(text[:at], "这", "那", "上面", "下面", "以下", "今天", "明天", "刚", "一个", "一篇", "一下", "一封", "完", "我", "，", ",") {
		return o, false
	}
	o.about, o.when = asWritten(said, text[len(verb):at], text[at:]), asWritten(said, text[:at], text[at:])
	text, never, bid := urged(text[end:])
	o.never = never
	o.act = asWritten(said, text, "")
	head := string([]rune(text)[:min(6, len([]rune(text)))])
	bid = bid || holdsAny(head, "用", "要", "加", "带", "附", "写", "标", "列", "按", "先", "只", "优先", "尽量", "控制在", "放", "选", "别", "不要", "注明", "避开")
	return o, bid && text != "" && len([]rune(text)) <= 24 && !holdsAny(text, "我", "他", "她") && !strings.ContainsAny(text, "，,")
}
