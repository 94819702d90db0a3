package extract

import (
	"strings"
	"unicode/utf8"

	"mneme/memory"
)

// directs reads a sentence that says how answers of one sort are to be given: "always name the
// sources when I ask about history", 以后我问菜谱的时候请附上热量. The sort is the fact's context, so
// that orders for different occasions live side by side, and none is obeyed on another's occasion.
func (x *extraction) directs(s *reading) bool {
	if x.turn.Role != memory.RoleUser {
		return false
	}
	short := len(x.turn.Text) <= shortTurn
	o, ok := s.direction()
	if s.talk.chinese {
		o, ok = s.directionChinese()
	}
	switch {
	case ok:
	case s.talk.chinese:
		o, ok = s.errandChinese(short)
	default:
		o, ok = s.errand(short)
	}
	if !ok || o.act == "" || o.about == "" {
		return false
	}
	predicate, text := "answer_style", o.act
	switch {
	case o.never && s.talk.chinese:
		predicate, text = "never", "不要"+o.act
	case o.never:
		predicate, text = "never", "never "+o.act
	}
	whole := span{0, len(s.tokens)}
	for whole.to > 1 && s.marks(whole.to-1) {
		whole.to--
	}
	f := frame{who: who{id: "user"}, order: true, lasting: true, chinese: s.talk.chinese}
	d := x.draft(s, f, predicate, o.act, memory.Assert, whole)
	switch {
	case o.when != "" && s.talk.chinese:
		d.Record.Text = o.when + "时" + text
	case o.when != "":
		d.Record.Text = text + " " + strings.ToLower(o.when[:1]) + o.when[1:]
	case s.talk.chinese:
		d.Record.Text = "问" + o.about + "时" + text
	default:
		d.Record.Text = text + " when I ask about " + o.about
	}
	d.Record.Constraint = memory.Constraint{Context: o.about}
	d.Negated = o.never
	x.propose(d, "act")
	return true
}

// direction is an order and what it is for: what is asked about, or some work of the assistant's.
type direction struct {
	act, about string
	when       string // the work, as said; "": a question about it
	never      bool
}

// shortTurn is how long, in bytes, a turn is at most whose words are the speaker's own for sure.
const shortTurn = 240

// direction finds an English order with "when I ask about ..." before or behind it.
func (s *reading) direction() (o direction, ok bool) {
	n := len(s.tokens)
	for n > 0 && s.marks(n-1) {
		n--
	}
	from, _ := s.lead(0)
	for k := from; k+3 < n; k++ {
		about, isOne := s.asking(k)
		if !isOne {
			continue
		}
		act := span{from, k}
		if k == from { // the order follows
			comma := about
			for comma < n && !s.marks(comma) {
				comma++
			}
			act, n = span{comma + 1, n}, comma
		}
		if about >= n {
			return o, false
		}
		o.about = s.words(s.trim(span{about, n}, "thing"))
		for act.to > act.from && s.marks(act.to-1) {
			act.to--
		}
		lasting := k == from // on every such occasion
		i := act.from
		for ; i < act.to; i++ {
			switch w := s.at(i); {
			case w == "please" || w == "you" && i+1 < act.to || s.marks(i):
			case w == "should" || w == "must":
			case w == "always":
				lasting = true
			case s.stands(i, []string{"from", "now", "on"}):
				lasting = true
				i += 2
			case w == "never" || w == "do" && s.at(i+1) == "not":
				o.never, lasting = true, true
				if w == "do" {
					i++
				}
			default:
				act.from = i
				o.act = s.words(act)
				return o, lasting && act.to-i >= 2 && s.bids(i)
			}
		}
		return o, false
	}
	return o, false
}

// asking reports whether "when I ask you about" stands at i, and where what is asked about begins.
func (s *reading) asking(i int) (int, bool) {
	switch s.at(i) {
	case "when", "whenever", "if", "anytime":
		i++
	case "every", "any", "each":
		if s.at(i+1) != "time" {
			return 0, false
		}
		i += 2
	default:
		return 0, false
	}
	if s.at(i) != "i" {
		return 0, false
	}
	if i++; s.at(i) == "am" {
		i++
	}
	switch s.at(i) {
	case "ask", "inquire", "enquire", "asking", "talk", "talking":
	default:
		return 0, false
	}
	if i++; s.at(i) == "you" {
		i++
	}
	switch s.at(i) {
	case "about", "for":
		return i + 1, true
	case "questions":
		if s.at(i+1) == "about" {
			return i + 2, true
		}
	}
	return 0, false
}

// bids reports whether a verb at i may be told to somebody: nothing that names, points or judges.
func (s *reading) bids(i int) bool {
	w := s.at(i)
	if s.tokens[i].kind != aWord || s.is(i, article) || s.is(i, verbal) || s.is(i, adverb) || strings.HasSuffix(w, "ing") || strings.HasSuffix(w, "ed") {
		return false
	}
	switch w {
	case "nice", "good", "great", "fun", "helpful", "interesting", "happy", "glad", "hard", "easy", "my", "your", "his", "her", "this", "that":
		return false
	}
	return true
}

// directionChinese finds a Chinese order that begins with its occasion.
func (s *reading) directionChinese() (o direction, ok bool) {
	said := strings.TrimRight(s.words(span{0, len(s.tokens)}), "。！!；;.")
	text := memory.Fold(said)
	if strings.HasSuffix(text, "吗") || strings.ContainsAny(text, "?？") {
		return o, false
	}
	lasting := false
	for again := true; again; {
		again = false
		for _, sign := range [...]string{"从现在开始", "从现在起", "从今以后", "以后", "今后", "每次", "每当", "每逢", "只要", "凡是", "如果", "当", "请", "，", ","} {
			if rest, found := strings.CutPrefix(text, sign); found {
				lasting = lasting || sign != "当" && sign != "请" && sign != "如果" && sign != "，" && sign != ","
				text, again = rest, true
			}
		}
	}
	text, ok = strings.CutPrefix(text, "我")
	if !ok {
		return o, false
	}
	text = strings.TrimPrefix(strings.TrimPrefix(text, "再"), "要")
	asked := false
	for _, sign := range [...]string{"问到", "问起", "问你", "问", "聊到", "聊起", "说到", "说起", "谈到", "提到", "提起"} {
		if rest, found := strings.CutPrefix(text, sign); found {
			text, asked = rest, true
			break
		}
	}
	if !asked {
		return o, false
	}
	at, end := -1, 0
	for _, sign := range [...]string{"的时候", "的话", "时", "，", ","} {
		if i := strings.Index(text, sign); i > 0 {
			at, end = i, i+len(sign)
			break
		}
	}
	if at < 0 {
		return o, false
	}
	o.about = asWritten(said, strings.TrimSuffix(text[:at], "的问题"), text[at:])
	text, never, bid := urged(text[end:], "要", "得", "应该")
	o.never = never
	o.act = asWritten(said, text, "")
	if !bid && lasting {
		for _, verb := range [...]string{"用", "给", "附", "列", "标", "写", "带", "加", "按", "先", "把", "说", "讲", "注明", "提供", "推荐", "提醒", "翻译", "回答"} {
			bid = bid || strings.HasPrefix(text, verb)
		}
	}
	return o, bid && text != ""
}

// urged takes what only urges off the front of a Chinese order, with more words of that kind
// where they are given, and its ban: 请一定不要 is never. It bids where it says so itself.
func urged(text string, more ...string) (rest string, never, bid bool) {
	signs := append([]string{"，", ",", "请", "你", "都", "就", "一定", "务必", "必须", "记得", "总是", "麻烦"}, more...)
	for again := true; again; {
		again = false
		for _, sign := range signs {
			if rest, found := strings.CutPrefix(text, sign); found {
				bid = bid || holdsAny(sign, "请", "一定", "务必", "必须", "记得", "麻烦")
				text, again = rest, true
			}
		}
	}
	for _, sign := range [...]string{"千万别", "千万不要", "不要", "不用", "别"} {
		if rest, found := strings.CutPrefix(text, sign); found {
			return rest, true, true
		}
	}
	return text, false, bid
}

// asWritten returns the characters of a text that stand before its end, folded to part. Folding
// keeps their number.
func asWritten(text, part, end string) string {
	all := []rune(text)
	to := len(all) - utf8.RuneCountInString(end)
	if from := to - utf8.RuneCountInString(part); from >= 0 {
		return strings.TrimSpace(string(all[from:to]))
	}
	return part
}
