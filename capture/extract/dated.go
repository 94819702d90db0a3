package extract

import "mneme/memory"

// standing reports whether a predicate tells how things stand now, so that what is
// said of a day ahead is still only a plan.
func standing(predicate string) bool {
	switch predicate {
	case "employer", "role", "home", "workplace", "school", "schedule":
		return true
	}
	return false
}

// planned makes a plan of what will be so from a coming day on.
func (x *extraction) planned(s *reading, d *Draft, clause span) {
	if d.Act != memory.Assert || !standing(d.Record.Predicate) {
		return
	}
	date, dated := s.dated(clause)
	if !dated || !date.Start.After(x.turn.At) || date.Start.Before(x.turn.At) {
		return
	}
	d.Record.Predicate, d.Record.Kind = "plan", memory.KindPlan
	x.when(d, date)
	x.date(s, d)
}
