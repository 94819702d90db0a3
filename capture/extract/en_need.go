package extract

import "mneme/memory"

// condition reads "under $100", "it should be waterproof", "the gift must be
// handmade", while something is looked for.
func (x *extraction) condition(s *reading, i, limit int) int {
	context, open := x.openNeed(x.sentence)
	if !open {
		return 0
	}
	f := frame{who: who{id: "user"}, from: i}
	switch s.at(i) {
	case "under", "below", "max", "maximum", "around", "about", "up", "less", "no", "at":
		p := s.settle("money", span{i, min(s.extent("money", i), limit)})
		if p.to <= p.from || !s.priced(p) {
			return 0
		}
		d := x.draft(s, f, "budget", s.words(p), memory.Assert, p)
		d.Record.Text = "budget " + d.Record.Object
		d.Record.Constraint.Context = context
		x.propose(d, "money")
		return p.to
	case "it", "they":
	case "the", "this":
		if holdsNone(memory.Fold(context), s.at(i+1)) {
			return 0
		}
		i++
	default:
		return 0
	}
	j := i + 1
	switch {
	case s.at(j) == "should" || s.at(j) == "must":
		j++
	case (s.at(j) == "has" || s.at(j) == "needs" || s.at(j) == "have" || s.at(j) == "need") && s.at(j+1) == "to":
		j += 2
	case s.at(j) == "can" && s.at(j+1) == "not":
	default:
		return 0
	}
	p := s.settle("act", span{j, min(s.extent("act", j), limit)})
	if p.to-p.from < 2 || p.to-p.from > 10 || s.holds(p, "you", "your", "i", "me") {
		return 0
	}
	p.from = i + 1
	x.wants(s, p, context)
	return p.to
}
