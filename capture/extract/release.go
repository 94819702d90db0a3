package extract

import (
	"strings"

	"mneme/memory"
)

// releases reads that something is not to be done any more: "no need to check the flight",
// 不用提醒我了. What the assistant promised is withdrawn, a need of the speaker's is over.
func (x *extraction) releases(s *reading) bool {
	if s.end == "?" || s.end == "？" || len(s.tokens) > 24 {
		return false
	}
	p := s.released()
	if p.to <= p.from {
		return false
	}
	said := topic(memory.Fold(s.quote(p)), s.talk.chinese)
	whole := span{0, len(s.tokens)}
	best := -1
	for i := range x.open {
		o := &x.open[i]
		if o.Subject == "assistant" && o.Event.Type == memory.EventPromise && sharesTopic(o.Object, said) && (best < 0 || shared(o.Object, said) >= shared(x.open[best].Object, said)) {
			best = i
		}
	}
	if best >= 0 {
		x.propose(Draft{Act: memory.Withdraw, Target: x.open[best].ID, Quote: s.quote(whole), Explicit: x.explicit, Record: memory.Record{
			Layer: memory.Episodic, Kind: "event", Subject: "assistant", Object: x.open[best].Object, Text: x.tidy(s, whole, true, false), Confidence: saidPlainly, Source: memory.UserDirect,
			Event: memory.Event{Type: memory.EventPromise, Time: x.turn.At, Result: memory.ResultWithdrawn},
		}}, "")
		return true
	}
	old := x.about(s.words(p), func(r *memory.Record) bool {
		return r.Subject == "user" && (r.Predicate == "need" || r.Predicate == "plan" || r.Predicate == "deadline")
	})
	if old == nil {
		return true // of this moment
	}
	d := Draft{Act: memory.Retract, Target: old.draft.Target, Quote: s.quote(whole), Explicit: x.explicit, Record: old.draft.Record}
	d.Record.Confidence, d.Record.Constraint = saidPlainly, memory.Constraint{}
	x.propose(d, old.kind)
	return true
}

// released returns what is not to be done any more, or an empty stretch.
func (s *reading) released() span {
	n := len(s.tokens)
	if s.talk.chinese {
		for i := 0; i < min(n, 4); i++ {
			for _, w := range []string{"不用再", "不用", "不必再", "不必", "不需要再", "不需要", "无需再", "无需", "甭"} {
				if s.standsText(i, w) && s.at(n-1) == "了" && startsOnly(s.plain(span{0, i})) {
					return span{i + len([]rune(w)), n - 1}
				}
			}
		}
		for i := 2; i < n-2; i++ { // 提醒我看牙就不用了
			if (s.standsText(i, "就不用了") || s.standsText(i, "不用了") || s.standsText(i, "就不必了")) && n-i <= 5 && n > 4 {
				return span{0, i}
			}
		}
		return span{}
	}
	i := 0
	for s.at(i) == "actually" || s.at(i) == "ok" || s.at(i) == "so" || s.at(i) == "then" || s.at(i) == "oh" || s.at(i) == "," || s.at(i) == "and" {
		i++
	}
	for _, words := range [][]string{{"there", "is", "no", "need", "to"}, {"there", "is", "no", "need", "for"}, {"no", "need", "to"}, {"no", "need", "for"}, {"you", "do", "not", "need", "to"}, {"you", "do", "not", "have", "to"}, {"you", "need", "not"}, {"do", "not", "bother"}, {"no", "longer", "any", "need", "to"}} {
		if s.stands(i, words) {
			return span{i + len(words), n}
		}
	}
	return span{}
}

// startsOnly reports whether what stands before 不用 only leads up to it.
func startsOnly(before string) bool {
	return strings.Trim(before, "你您那就都现在已经也,") == ""
}
