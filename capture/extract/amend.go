package extract

import (
	"slices"
	"strings"
	"unicode/utf8"

	"mneme/memory"
)

// takesBack are the English words by which a speaker takes back what he just said. Each
// begins a clause; what is right follows.
func takesBack() [][]string {
	return [][]string{
		{"i", "meant", "to", "say"}, {"i", "meant"}, {"i", "misspoke"}, {"no", "wait"}, {"no", ",", "wait"}, {"wait", "no"}, {"wait", ",", "no"}, {"scratch", "that"}, {"strike", "that"},
		{"correction"}, {"sorry", "i", "meant"}, {"sorry", ",", "i", "meant"}, {"sorry", ",", "i", "mean"}, {"sorry", "i", "mean"}, {"or", "rather"}, {"my", "mistake"}, {"my", "bad"}, {"i", "got", "that", "wrong"}, {"i", "mixed", "that", "up"}, {"i", "mixed", "it", "up"}, {"actually", "no"}, {"actually", ",", "no"}, {"no", ",", "sorry"}, {"no", "sorry"}, {"oops"},
	}
}

// takenBack returns how many words at i take back what was said before, or 0.
func takenBack(tokens []token, i int, chinese bool) int {
	s := &reading{sentence: sentence{tokens: tokens}}
	if chinese {
		return s.takenBackChinese(i)
	}
	switch s.at(i) {
	case "i", "no", "wait", "scratch", "strike", "correction", "sorry", "or", "my", "actually", "oops":
	default:
		return 0 // hardly any clause gets further
	}
	for _, words := range takesBack() {
		if !s.stands(i, words) {
			continue
		}
		end := i + len(words)
		switch s.at(end - 1) {
		case "correction", "mistake", "bad":
			if !s.marks(end) {
				continue
			}
		}
		return len(words)
	}
	return 0
}

// takenBackChinese is takenBack of a Chinese sentence, a token a character.
func (s *reading) takenBackChinese(i int) int {
	for _, words := range [...]string{
		"我刚才说错了", "刚才说错了", "我说错了", "说错了", "我记错了", "记错了", "我搞错了", "搞错了", "我弄错了", "弄错了", "写错了", "打错了", "口误", "更正一下", "更正", "纠正一下",
		"啊不对", "哦不对", "噢不对", "不对不对", "不对", "哦不", "啊不", "噢不", "我是说", "我的意思是",
	} {
		if !s.standsText(i, words) {
			continue
		}
		end := i + utf8.RuneCountInString(words)
		switch s.at(end - 1) {
		case "对", "不":
			// 不对劲, 不对称 and 哦不是 take nothing back.
			if !s.marks(end) && s.at(end) != "是" && s.at(end) != "应" {
				continue
			}
		}
		return end - i
	}
	return 0
}

// mended cuts a sentence where its speaker takes back what he just said: "I'm allergic
// to peanuts, I meant mango", 我对花生过敏，说错了，是芒果. What follows is read as a
// correction of what stands before.
func mended(list []sentence) []sentence {
	var out []sentence
	for _, one := range list {
		chinese := chineseSentence(one)
		from := 0
		for i := 1; i < len(one.tokens); i++ {
			if one.tokens[i-1].kind != aMark || i-1 <= from || takenBack(one.tokens, i, chinese) == 0 {
				continue
			}
			out = append(out, sentence{tokens: one.tokens[from : i-1], end: one.end})
			from = i
		}
		out = append(out, sentence{tokens: one.tokens[from:], end: one.end})
	}
	return out
}

// unframed returns a new value without the words that the old one stands in: of "to
// mango", "a mango allergy", 对芒果过敏 only the mango takes the place of the peanuts.
func unframed(value string, r *memory.Record) string {
	folded, object, text := memory.Fold(value), memory.Fold(r.Object), memory.Fold(r.Text)
	at := strings.Index(text, object)
	if at < 0 || object == "" || folded == "" {
		return value
	}
	before, after := strings.TrimSpace(text[:at]), strings.TrimSpace(text[at+len(object):])
	if !memory.Han(text) {
		words, frame := strings.Fields(value), strings.Fields(before)
		for n := min(len(frame), len(words)-1); n > 0; n-- {
			if strings.EqualFold(strings.Join(words[:n], " "), strings.Join(frame[len(frame)-n:], " ")) {
				words = words[n:]
				break
			}
		}
		if n := len(words); n > 1 && strings.EqualFold(words[n-1], r.Predicate) {
			words = words[:n-1]
		}
		return strings.Join(words, " ")
	}
	all := []rune(value)
	if rest, ok := strings.CutSuffix(folded, after); ok && after != "" && rest != "" {
		all = all[:len([]rune(rest))]
	}
	frame := []rune(before)
	for n := min(len(frame), len(all)-1); n > 0; n-- {
		if memory.Fold(string(all[:n])) == string(frame[len(frame)-n:]) {
			all = all[n:]
			break
		}
	}
	return string(all)
}

// amends gives a fact that is told after "correction:", or with ", not the other" behind
// it, the place of the one it puts right. A predicate of many values would keep both.
func (x *extraction) amends(d *Draft) {
	if d.Act != memory.Assert || d.Record.Layer != memory.Semantic || d.Replaces != "" || d.Target != "" || !x.mending && x.disowned == "" {
		return
	}
	for i := len(x.told) - 1; i >= 0; i-- {
		h := &x.told[i]
		r := &h.draft.Record
		if h.draft.Act == memory.Retract || r.Predicate != d.Record.Predicate || r.Subject != d.Record.Subject || memory.SameObject(r.Object, d.Record.Object) || i >= x.mark {
			continue
		}
		if x.disowned != "" && !memory.Covers(r.Object, x.disowned) || x.disowned == "" && x.index-h.turn > reach {
			continue
		}
		d.Act, d.Replaces = memory.Correct, r.Object
		x.unsay(d)
		return
	}
	for i := range x.in.Known {
		k := &x.in.Known[i]
		if x.disowned != "" && k.Layer == memory.Semantic && k.Predicate == d.Record.Predicate && k.Subject == d.Record.Subject && memory.Covers(k.Object, x.disowned) {
			d.Act, d.Replaces = memory.Correct, k.Object
			return
		}
	}
}

// unsay drops what the same turn said wrongly a moment ago: it is not worth a record.
func (x *extraction) unsay(d *Draft) {
	wrong := func(o *Draft) bool {
		return o.Record.Layer == memory.Semantic && o.Act != memory.Retract && o.Record.Subject == d.Record.Subject && o.Record.Predicate == d.Record.Predicate && o.Record.Object == d.Replaces
	}
	x.drafts = slices.DeleteFunc(x.drafts, func(o Draft) bool { return o.Turn == x.index && wrong(&o) })
	for i := range x.told {
		if h := &x.told[i]; h.turn == x.index && wrong(&h.draft) {
			h.draft.Act = memory.Retract
		}
	}
}

// mends prepares a sentence that puts something right but is no bare value: what takes
// back is passed over, and so is the denial of what was told before.
func (x *extraction) mends(s *reading) {
	n := takenBack(s.tokens, 0, s.talk.chinese)
	x.mending = n > 0 && !s.adds()
	if n > 0 {
		for n < len(s.tokens) && s.marks(n) {
			n++
		}
		s.tokens = s.tokens[n:]
	}
	if wrong := s.disowns(); wrong != "" && x.saidBefore(wrong) {
		x.disowned = wrong
	}
}

// adds reports whether a sentence tells one thing more, and takes nothing's place.
func (s *reading) adds() bool {
	if s.talk.chinese {
		return holdsAny(s.plain(span{0, len(s.tokens)}), "也", "还", "另外", "而且")
	}
	return s.holds(span{0, len(s.tokens)}, "also", "too", "well", "another", "both", "plus")
}

// saidBefore reports whether a fact of this conversation, or one that is known, has the
// words for its object.
func (x *extraction) saidBefore(words string) bool {
	for i := range x.told {
		if r := &x.told[i].draft.Record; r.Layer == memory.Semantic && x.told[i].draft.Act != memory.Retract && memory.Covers(r.Object, words) {
			return true
		}
	}
	for i := range x.in.Known {
		if k := &x.in.Known[i]; k.Layer == memory.Semantic && memory.Covers(k.Object, words) {
			return true
		}
	}
	return false
}

// disowns returns the words that a sentence ends with a denial of: "I'm allergic to mango, not peanuts", 我对芒果过敏，不是花生.
func (s *reading) disowns() string {
	n := len(s.tokens)
	for n > 0 && s.marks(n-1) {
		n--
	}
	for i := n - 1; i > max(1, n-7); i-- {
		if !s.marks(i-1) || s.tokens[i-1].text != "," && s.tokens[i-1].text != "-" && s.tokens[i-1].text != "—" {
			continue
		}
		switch {
		case !s.talk.chinese && s.at(i) == "not" && i+1 < n:
			p := s.trim(span{i + 1, n}, "thing")
			if s.at(p.from) == "to" || s.at(p.from) == "in" || s.at(p.from) == "at" {
				p.from++
			}
			return s.words(p)
		case s.talk.chinese && s.standsText(i, "不是") && i+2 < n:
			p := span{i + 2, n}
			for p.from < p.to && (s.at(p.from) == "对" || s.at(p.from) == "在") {
				p.from++
			}
			return strings.TrimSuffix(s.plain(s.trimChinese("thing", p)), "过敏")
		}
	}
	return ""
}
