package extract

import "mneme/memory"

// calledOff reads "the trip to Chicago got cancelled".
func (x *extraction) calledOff(s *reading, i, limit int) int {
	switch s.at(i) {
	case "the", "my", "our", "that":
	default:
		return 0
	}
	for j := i + 2; j < min(i+10, limit); j++ {
		switch s.at(j) {
		case "is", "was", "got", "has", "are", "were":
		default:
			continue
		}
		k := j + 1
		for s.at(k) == "been" || s.at(k) == "now" || s.at(k) == "just" {
			k++
		}
		if s.at(k) != "cancelled" && s.at(k) != "canceled" && s.at(k) != "off" && !(s.at(k) == "called" && s.at(k+1) == "off") {
			return 0
		}
		f := frame{who: who{id: "user"}, from: i}
		p := span{i + 1, j}
		d := x.draft(s, f, "plan", x.tidy(s, p, true, false), memory.Retract, span{i, k + 1})
		d.Record.Text = d.Record.Object
		x.propose(d, "thing")
		x.event(s, f, memory.EventCancelled, span{i, k + 1})
		return k + 1
	}
	return 0
}
