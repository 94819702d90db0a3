package capture

import (
	"slices"

	"mneme/memory"
)

// corrects reads a correction of what was said before: "no, I meant Friday", "not
// peanuts but walnuts", 不是周五，是周六. The older value must have been said in this
// conversation, or be known; else there is nothing to correct, and the sentence
// is read like any other.
func (x *extraction) corrects(s *reading) bool {
	old, now, ok := span{}, span{}, false
	if s.talk.chinese {
		old, now, ok = s.correctionChinese()
	} else {
		old, now, ok = s.correction()
	}
	if !ok {
		return false
	}
	before := x.find(s, old, now)
	if before == nil {
		return false
	}
	d := before.draft
	value := x.tidy(s, now, true, saidAsIs(before.draft.Record.Predicate))
	if value == "" || memory.SameObject(value, d.Record.Object) {
		return false
	}
	r := d.Record
	r.Text = replaceFold(r.Text, r.Object, value)
	if r.Text == d.Record.Text {
		return false // the old value is not in its text: it cannot be exchanged
	}
	d.Replaces = r.Object
	r.Object = value
	r.Confidence = saidPlainly
	r.Constraint.ValidUntil, r.Constraint.ValidFrom = before.draft.Record.Constraint.ValidUntil, before.draft.Record.Constraint.ValidFrom
	d.Record = r
	d.Act, d.Target, d.Explicit = memory.Correct, before.draft.Target, x.explicit
	clause := span{now.from, now.to}
	if old.to > old.from {
		clause = span{min(old.from, now.from), max(old.to, now.to)}
	}
	d.Quote = s.quote(clause)
	if date, ok := s.dated(now); ok {
		x.when(&d, date)
	}
	// What the same turn said wrongly a moment ago is not worth a record.
	if before.turn == x.index && !x.turn.Seen {
		x.drafts = slices.DeleteFunc(x.drafts, func(o Draft) bool {
			return o.Turn == x.index && o.Record.Predicate == d.Record.Predicate && o.Record.Object == d.Replaces
		})
	}
	x.propose(d, before.kind)
	return true
}

// find looks for the fact that is corrected: the one whose value is named, else
// the newest whose value is of the kind of the new one.
func (x *extraction) find(s *reading, old, now span) *told {
	words := s.words(old)
	if words != "" {
		for i := len(x.told) - 1; i >= 0; i-- {
			h := &x.told[i]
			if h.draft.Act != memory.Retract && h.draft.Record.Layer == memory.Semantic && memory.Covers(h.draft.Record.Object, words) {
				return h
			}
		}
		for i := range x.in.Known {
			k := x.in.Known[i]
			if k.Layer == memory.Semantic && memory.Covers(k.Object, words) {
				return &told{draft: Draft{Record: memory.Record{
					Layer: k.Layer, Kind: k.Kind, Text: k.Text, Subject: k.Subject, Predicate: k.Predicate, Object: k.Object,
					Constraint: memory.Constraint{Context: k.Constraint.Context, Project: k.Constraint.Project}, Source: memory.UserDirect,
				}, Target: k.ID}, turn: -1}
			}
		}
		return nil
	}
	for i := len(x.told) - 1; i >= 0; i-- {
		h := &x.told[i]
		if x.index-h.turn > reach {
			break
		}
		if h.draft.Record.Layer != memory.Semantic || h.draft.Act == memory.Retract {
			continue
		}
		if x.sameSort(s, h, now) {
			return h
		}
	}
	return nil
}

// sameSort reports whether a new value can take the place of an old one: a date
// for a date, a number for a number, a name for a name.
func (x *extraction) sameSort(s *reading, h *told, now span) bool {
	_, dated := s.dated(now)
	wasDated := len(memory.When(h.draft.Record.Object, x.turn.At, x.zone)) > 0
	if dated || wasDated {
		return dated && wasDated
	}
	digits := s.hasDigit(now)
	if digits || hasDigits(h.draft.Record.Object) {
		return digits && hasDigits(h.draft.Record.Object)
	}
	return h.kind != "" && h.kind != "vp" && h.kind != "act" && s.settle(h.kind, now).to > 0
}

func hasDigits(text string) bool {
	for _, r := range text {
		if r >= '0' && r <= '9' {
			return true
		}
	}
	return false
}

// correction reads "no, I meant X", "not X but Y", "it's Y, not X", "sorry, Y".
func (s *reading) correction() (old, now span, ok bool) {
	n := len(s.tokens)
	i := 0
	signalled := false
	for again := true; again && i < n; {
		again = false
		for _, words := range [][]string{
			{"no", ","}, {"no"}, {"sorry", ","}, {"sorry"}, {"wait", ","}, {"wait"}, {"oops", ","}, {"oops"}, {"correction", ":"}, {"correction", ","}, {"actually", ","}, {"actually"}, {"my", "bad", ","}, {"my", "mistake", ","}, {"i", "misspoke", ","}, {"that", "is", "wrong", ","}, {"i", "mean", ","}, {"i", "mean"}, {"i", "meant", "to", "say"}, {"i", "meant"}, {"scratch", "that", ","}, {"wrong", "one", ","}, {"the", "right", "one", "is"}, {"i", "was", "wrong", ","}, {"make", "that"}, {"let", "me", "correct", "that", ":"}, {"typo", ":"}, {"typo", ","}, {"rather", ","}, {"well", ","}, {"oh", ","}, {"hmm", ","},
		} {
			if s.stands(i, words) {
				i += len(words)
				signalled, again = signalled || words[0] != "well" && words[0] != "oh" && words[0] != "hmm", true
				break
			}
		}
	}
	start := i
	for i < n && (s.at(i) == "it" || s.at(i) == "that" || s.at(i) == "is" || s.at(i) == "should" || s.at(i) == "be" || s.at(i) == "was" || s.at(i) == "the") {
		i++
	}
	// "it's not X, it's Y", "not X but Y"
	if s.at(i) == "not" {
		j := i + 1
		for k := j; k < n; k++ {
			if s.at(k) == "," || s.at(k) == "but" || s.at(k) == "-" || s.at(k) == ";" {
				m := k
				for m < n && (s.tokens[m].kind == aMark || s.at(m) == "but" || s.at(m) == "it" || s.at(m) == "is" || s.at(m) == "rather" || s.at(m) == "that") {
					m++
				}
				if m < n && k > j && s.marksEnd(m, n) {
					return s.trim(span{j, k}, "thing"), s.trim(span{m, n}, "thing"), true
				}
				return old, now, false
			}
		}
		return old, now, false
	}
	// "Y, not X"
	for k := i + 1; k < n-1; k++ {
		if (s.at(k) == "," && s.at(k+1) == "not") || s.at(k) == "not" && k > i && s.tokens[k-1].kind != aMark && !s.is(k-1, verbal) && s.at(k-1) != "do" {
			m := k + 1
			if s.at(k) == "," {
				m++
			}
			if i > start || signalled || k-i <= 4 && !s.is(i, verbal) {
				end := n
				if s.is(m, verbal) || end-m > 4 || k-i > 5 || s.is(i, verbal) {
					return old, now, false
				}
				return s.trim(span{m, end}, "thing"), s.trim(span{i, k}, "thing"), true
			}
		}
	}
	if !signalled || i >= n || n-i > 5 || s.is(i, verbal) && s.at(i) != "may" || s.at(i) == "my" || s.at(i) == "thank" || s.at(i) == "thanks" || s.at(i) == "please" {
		return old, now, false
	}
	for k := i; k < n; k++ {
		if _, dated := s.inDate(k); !dated && (s.is(k, verbal) || s.is(k, breaks)) {
			return old, now, false
		}
	}
	return span{}, s.trim(span{i, n}, "thing"), true
}

// marksEnd reports whether what stands from m on is short enough to be a value.
func (s *reading) marksEnd(m, n int) bool { return n-m <= 6 && !s.is(m, verbal) }

// replaceFold exchanges the first occurrence of a value in a text.
func replaceFold(text, old, now string) string {
	if old == "" {
		return text
	}
	for i := range text {
		if i+len(old) <= len(text) && memory.Fold(text[i:i+len(old)]) == memory.Fold(old) {
			return text[:i] + now + text[i+len(old):]
		}
	}
	return text
}

// correctionChinese reads 不是X，是Y; 说错了，是Y; 更正：Y; 应该是Y.
func (s *reading) correctionChinese() (old, now span, ok bool) {
	list := s.clauses()
	signalled := false
	for n, c := range list {
		i := c.from
		for _, w := range []string{"不对", "说错了", "我说错了", "更正一下", "更正", "纠正一下", "搞错了", "记错了", "我记错了", "写错了", "打错了", "错了", "哦不", "啊不", "抱歉", "不好意思", "等等"} {
			if s.standsText(i, w) {
				i += len([]rune(w))
				signalled = true
				break
			}
		}
		if i >= c.to {
			continue
		}
		// 不是X，是Y; 不是X而是Y
		for j := i; j < min(i+6, c.to); j++ {
			if !s.standsText(j, "不是") || s.at(j-1) == "是" {
				continue
			}
			for k := j + 2; k < c.to; k++ {
				if s.standsText(k, "而是") || s.standsText(k, "是") && k > j+2 {
					m := k + 1
					if s.at(k) == "而" {
						m++
					}
					return s.trimChinese("thing", span{j + 2, k}), s.trimChinese("thing", span{m, c.to}), m < c.to
				}
			}
			if n+1 < len(list) {
				next := list[n+1]
				for _, w := range []string{"而是", "应该是", "是"} {
					if s.standsText(next.from, w) {
						m := next.from + len([]rune(w))
						return s.trimChinese("thing", span{j + 2, c.to}), s.trimChinese("thing", span{m, next.to}), m < next.to
					}
				}
			}
			return old, now, false
		}
		for _, w := range []string{"应该是", "我是说", "我的意思是", "其实是", "准确说是", "是"} {
			if s.standsText(i, w) && (signalled || w == "我是说") {
				m := i + len([]rune(w))
				// 是Y，不是X
				if n+1 < len(list) && s.standsText(list[n+1].from, "不是") {
					return s.trimChinese("thing", span{list[n+1].from + 2, list[n+1].to}), s.trimChinese("thing", span{m, c.to}), m < c.to
				}
				return span{}, s.trimChinese("thing", span{m, c.to}), m < c.to && c.to-m <= 14
			}
		}
		if s.standsText(i, "是") && n+1 < len(list) && s.standsText(list[n+1].from, "不是") {
			return s.trimChinese("thing", span{list[n+1].from + 2, list[n+1].to}), s.trimChinese("thing", span{i + 1, c.to}), true
		}
		if !signalled {
			return old, now, false
		}
	}
	return old, now, false
}
