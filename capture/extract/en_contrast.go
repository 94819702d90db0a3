package extract

import "mneme/memory"

// contrast reads what stands against a denial: "not this, only that".
func (x *extraction) contrast(s *reading, f frame, i int) bool {
	only := false
	for ; i < len(s.tokens); i++ {
		switch s.at(i) {
		case "only", "just", "exclusively", "solely":
			only = true
			continue
		case ",", "but", "we", "i", "do", "they", ";", "-", "it", "is":
			continue
		}
		break
	}
	if !only || i >= len(s.tokens) {
		return false
	}
	p := s.settle("list", span{i, s.extent("list", i)})
	if p.to <= p.from {
		return false
	}
	f.neg = false
	for _, item := range s.items(p) {
		d := x.draft(s, f, "specialty", x.tidy(s, item, false, false), memory.Assert, span{f.from, p.to})
		d.Record.Text = fillIn("works only on {}", []string{d.Record.Object}, f.label, false)
		x.propose(d, "list")
	}
	return true
}
