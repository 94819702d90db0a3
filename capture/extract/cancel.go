package extract

import "mneme/memory"

// cancels reads that something known is off: "they cancelled the appointment",
// 体检取消了. It is history then, and that it was called off is an event.
func (x *extraction) cancels(s *reading) bool {
	if s.end == "?" || s.end == "？" || len(s.tokens) > 30 || s.supposes(0) {
		return false
	}
	text := memory.Fold(s.quote(span{0, len(s.tokens)}))
	if s.talk.chinese {
		if !holdsAny(text, calledOff(true)...) || holdsAny(text, stillOn()...) {
			return false
		}
	} else {
		text = spelled(text)
		if !anySign(text, calledOff(false)...) || anySign(text, stillOn()...) {
			return false
		}
	}
	old := x.about(s.words(span{0, len(s.tokens)}), func(r *memory.Record) bool {
		return r.Kind == memory.KindPlan || r.Kind == memory.KindTemporary || r.Predicate == memory.PredicateStatement
	})
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
