package extract

import (
	"strings"

	"mneme/memory"
)

// unsays reports whether a sentence takes back what was planned a moment ago, without a word of it:
// 算了，不去了，就当我没说, "forget I said that, it's off".
func unsays(text string) bool {
	return holdsAny(text, "当我没说", "当没说", "算了算了") || strings.HasPrefix(text, "算了") && !strings.Contains(text, "算了一") ||
		anySign(text, "forget i said", "scrap that", "scratch that", "forget it", "never mind that", "pretend i never said")
}

// cancels reads that something known is off: "they cancelled the appointment",
// 体检取消了. It is history then, and that it was called off is an event.
func (x *extraction) cancels(s *reading) bool {
	if s.end == "?" || s.end == "？" || len(s.tokens) > 30 || s.supposes(0) {
		return false
	}
	text := memory.Fold(s.quote(span{0, len(s.tokens)}))
	if s.talk.chinese {
		if !holdsAny(text, calledOff(true)...) && !unsays(text) || holdsAny(text, stillOn()...) {
			return false
		}
	} else {
		text = spelled(text)
		if !anySign(text, calledOff(false)...) && !unsays(text) || anySign(text, stillOn()...) {
			return false
		}
	}
	old := x.about(s.words(span{0, len(s.tokens)}), func(r *memory.Record) bool {
		return r.Kind == memory.KindPlan || r.Kind == memory.KindTemporary || r.Predicate == memory.PredicateStatement
	})
	if old == nil && unsays(text) {
		old = x.newest(len(x.told), func(r *memory.Record) bool {
			return (r.Kind == memory.KindPlan || r.Predicate == "plan" || r.Predicate == "goal" || r.Predicate == memory.PredicateStatement) && r.Subject == "user"
		})
	}
	if old == nil {
		return false
	}
	all := span{0, len(s.tokens)}
	d := Draft{Act: memory.Retract, Target: old.draft.Target, Quote: s.quote(all), Explicit: x.explicit, Record: old.draft.Record}
	d.Record.Confidence, d.Record.Constraint = saidPlainly, memory.Constraint{}
	x.propose(d, old.kind)
	x.event(s, frame{who: who{id: "user"}}, memory.EventCancelled, all)
	return true
}
