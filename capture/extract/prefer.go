package extract

import "mneme/memory"

// overtakes gives a preference that is told as one of now the place of the one before:
// "I prefer coffee now" ends the tea. Others of another field stay.
func (x *extraction) overtakes(s *reading, d *Draft, clause span) {
	if d.Act != memory.Assert || d.Record.Predicate != "prefers" || d.Replaces != "" || d.Target != "" || d.Record.Constraint.Context != "" || !s.nowadays(clause) {
		return
	}
	fits := func(r *memory.Record) bool {
		return r.Layer == memory.Semantic && r.Subject == d.Record.Subject && r.Constraint.Context == "" && !memory.SameObject(r.Object, d.Record.Object) &&
			(r.Predicate == "prefers" || r.Predicate == "likes" && compares(r.Object)) && sameField(r.Object, d.Record.Object)
	}
	for i := x.mark - 1; i >= 0; i-- {
		if h := &x.told[i]; h.draft.Act != memory.Retract && fits(&h.draft.Record) {
			x.gives(d, &h.draft.Record, "")
			return
		}
	}
	for i := range x.in.Known {
		if k := &x.in.Known[i]; k.Status == memory.Current && fits(k) {
			x.gives(d, k, k.ID)
			return
		}
	}
}

// gives notes which record a preference takes the place of.
func (x *extraction) gives(d *Draft, old *memory.Record, target string) {
	d.Act, d.Replaces, d.Target = memory.Correct, old.Object, target
}

// nowadays reports whether a clause tells how it is now, and so that it was otherwise.
func (s *reading) nowadays(clause span) bool {
	p := span{max(clause.from-3, 0), min(clause.to+3, len(s.tokens))}
	if s.talk.chinese {
		return holdsAny(s.plain(p), "现在", "如今", "最近", "后来")
	}
	return s.holds(p, "now", "nowadays", "lately") || s.phrase(p, "these days") || s.phrase(p, "any more") || s.holds(p, "anymore")
}

// compares reports whether an object sets one thing above another.
func compares(object string) bool {
	return anySign(memory.Fold(object), "more than", "over", "better than") || holdsAny(object, "胜过", "多过", "超过", "比")
}

// sameField reports whether two things are liked in one field, as two drinks are. Where
// nothing is known of either, they are taken to be.
func sameField(a, b string) bool {
	one, other := memory.ThemesIn(memory.Fold(a)), memory.ThemesIn(memory.Fold(b))
	return one == other || one&other != 0
}
