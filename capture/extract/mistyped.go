package extract

import (
	"slices"
	"strings"

	"mneme/memory"
)

// renumbers reads a number that was wrong and is now right, alone or with little about it: "*4,
// sorry", "it's 4.2 actually", 手滑，175, 3.85才对. The newest fact with a number that can be
// mistaken for it takes it, and so do the others of that turn.
func (x *extraction) renumbers(s *reading) bool {
	if x.turn.Role != memory.RoleUser || s.end == "?" || s.end == "？" || len(s.tokens) > 24 {
		return false
	}
	at := s.rightNumber(x)
	if at < 0 {
		return false
	}
	now := s.tokens[at].text
	list := x.believed()
	turn, old := "", ""
	for i := range list {
		b := &list[i]
		if turn != "" && b.turn != turn {
			continue
		}
		if turn == "" && !x.recent(b) {
			continue
		}
		for _, t := range tokenize(b.record.Text) {
			if t.kind == aNumber && t.text != now && (old == "" && mistaken(t.text, now) || t.text == old) {
				turn, old = b.turn, t.text
				x.renumber(s, b, t, now)
				break
			}
		}
	}
	return old != ""
}

// recent reports whether a fact was told a few turns ago: of what was said long ago, nobody puts a
// number right without naming it.
func (x *extraction) recent(b *believed) bool {
	for i := max(0, x.index-2*reach); i <= x.index; i++ {
		if x.in.Turns[i].ID == b.turn {
			return true
		}
	}
	return false
}

// renumber gives a fact the number that is right.
func (x *extraction) renumber(s *reading, b *believed, t token, now string) {
	r := *b.record
	r.ID, r.Sources, r.Confidence = "", nil, saidPlainly
	d := Draft{Act: memory.Correct, Target: b.target, Replaces: r.Object, Quote: s.quote(span{0, len(s.tokens)}), Explicit: x.explicit}
	r.Text = r.Text[:t.start] + now + r.Text[t.end:]
	for _, o := range tokenize(r.Object) {
		if o.kind == aNumber && o.text == t.text {
			r.Object = r.Object[:o.start] + now + r.Object[o.end:]
			break
		}
	}
	d.Record = r
	x.drafts = slices.DeleteFunc(x.drafts, func(o Draft) bool { return o.Turn == x.index && o.Record.Object == d.Replaces })
	x.propose(d, b.kind)
}

// rightNumber returns where the right number of a sentence stands, or -1.
func (s *reading) rightNumber(x *extraction) int {
	at := -1
	for i, t := range s.tokens {
		if t.kind != aNumber {
			continue
		}
		if _, dated := s.inDate(i); dated {
			return -1
		}
		if at < 0 {
			at = i
		}
	}
	if at < 0 {
		return -1
	}
	text := spelled(memory.Fold(s.quote(span{0, len(s.tokens)})))
	bare := len(s.tokens) <= 4
	if !s.talk.chinese {
		slip := anySign(memory.Fold(x.turn.Text), "typo", "fat finger", "mistyped", "misread", "slip of the", "oops", "i meant", "correction", "sorry", "autocorrect", "whoops", "wrong key", "missed a digit", "dropped a digit")
		switch {
		case strings.HasPrefix(x.turn.Text, "*") && bare, slip && bare:
			return at
		case s.at(at+1) == "actually", s.at(at-1) == "actually", s.at(at+1) == "not", wholeWord(text, "actually") && (s.at(at-1) == "is" || s.at(at-1) == "'s" || s.at(at-1) == "was"):
			return at
		case slip && (s.at(at-1) == "meant" || s.at(at-1) == "be" || s.at(at-1) == "is" || s.at(at-1) == "'s") && !wholeWord(text, "my", "you"):
			return at
		}
		return -1
	}
	slip := holdsAny(x.turn.Text, "手滑", "打错", "写错", "输错", "手误", "看错", "记错", "说错", "多打", "少打", "手抖", "按错", "口误", "搞错", "不对")
	for i := at; i < min(at+5, len(s.tokens)); i++ {
		if s.standsText(i, "才对") {
			return at
		}
	}
	if strings.HasPrefix(x.turn.Text, "*") && bare || slip && (bare || s.at(at-1) == "是" || s.at(at-1) == "," || s.at(at-1) == "，" || strings.HasSuffix(s.plain(span{0, at}), "应该是")) {
		return at
	}
	return -1
}

// mistaken reports whether one number can have been taken for another: the digits of the one are
// those of the other but for one, or in another order, or both have a fraction.
func mistaken(a, b string) bool {
	if a == b || strings.Contains(a, ":") || strings.Contains(b, ":") {
		return false
	}
	if fraction := strings.Contains(a, "."); fraction && strings.Contains(b, ".") {
		return true
	} else if fraction != strings.Contains(b, ".") {
		return false
	}
	a, b = strings.ReplaceAll(a, ",", ""), strings.ReplaceAll(b, ",", "")
	if len(a) == len(b) {
		x, y := []byte(a), []byte(b)
		slices.Sort(x)
		slices.Sort(y)
		return string(x) == string(y) || unlike(a, b) == 1 && len(a) > 1 || len(a) == 1
	}
	long, short := a, b
	if len(long) < len(short) {
		long, short = short, long
	}
	if len(long)-len(short) != 1 {
		return false
	}
	for i := range long {
		if long[:i]+long[i+1:] == short {
			return true
		}
	}
	return false
}

// misdirected reads that what was said a moment ago was not said of the speaker, or not to the
// assistant: "wrong chat", "that wasn't about me", 发错人了. Nothing of it is believed.
func (x *extraction) misdirected(s *reading) bool {
	if x.turn.Role != memory.RoleUser || s.end == "?" || s.end == "？" {
		return false
	}
	text := spelled(memory.Fold(s.quote(span{0, len(s.tokens)})))
	if s.talk.chinese {
		if !holdsAny(text, "发错了", "发错人", "发错群", "发错窗口", "发错地方", "发串了", "粘错了", "贴错了", "复制错了", "不是我的事", "不是说我", "不是我写的", "别当真") {
			return false
		}
	} else if !anySign(text, "wrong chat", "wrong window", "wrong tab", "wrong thread", "wrong person", "wrong conversation", "not about me", "not meant for you", "meant for someone else", "meant for somebody else", "ignore all that", "ignore all of that", "ignore that message", "ignore my last message", "pasted the wrong", "that was my colleague typing") {
		return false
	}
	last := ""
	for i := x.index - 1; i >= 0 && last == ""; i-- {
		if x.in.Turns[i].Role == memory.RoleUser {
			last = x.in.Turns[i].ID
		}
	}
	list := x.believed()
	for i := range list {
		if b := &list[i]; b.turn == last && last != "" {
			x.end(s, span{0, len(s.tokens)}, b)
		}
	}
	return true
}

// believed is a fact that may end.
type believed struct {
	record *memory.Record
	target string // of one that is known
	turn   string // that told it
	kind   string
}

// believed returns what may be put right, the newest first: what was told in this call, and what is known.
func (x *extraction) believed() []believed {
	var out []believed
	for i := len(x.told) - 1; i >= 0; i-- {
		h := &x.told[i]
		if h.draft.Act == memory.Retract || h.draft.Record.Layer != memory.Semantic || i >= x.mark || x.in.Turns[h.turn].Seen && len(x.in.Known) > 0 {
			continue
		}
		out = append(out, believed{record: &h.draft.Record, turn: x.in.Turns[h.turn].ID, kind: h.kind})
	}
	n := len(out)
	for i := range x.in.Known {
		k := &x.in.Known[i]
		if k.Layer != memory.Semantic || k.Status != memory.Current && k.Status != "" {
			continue
		}
		b := believed{record: k, target: k.ID}
		if len(k.Sources) > 0 {
			b.turn = k.Sources[0].MessageID
		}
		out = append(out, b)
	}
	slices.SortStableFunc(out[n:], func(a, b believed) int { return b.record.Created.Compare(a.record.Created) })
	return out
}

// end retracts one fact.
func (x *extraction) end(s *reading, p span, b *believed) {
	d := Draft{Act: memory.Retract, Target: b.target, Quote: s.quote(p), Explicit: x.explicit, Record: *b.record}
	d.Record.ID, d.Record.Sources, d.Record.Confidence, d.Record.Constraint = "", nil, saidPlainly, memory.Constraint{}
	x.propose(d, b.kind)
}
