package extract

import "mneme/memory"

// fronted reads a clause that names its object first: "sushi I can't stand".
func (x *extraction) fronted(s *reading, i, limit int) int {
	for k := i + 1; k < min(i+5, limit); k++ {
		if s.marks(k) || s.is(k, breaks) {
			return 0
		}
		if s.at(k) != "i" && s.at(k) != "we" {
			continue
		}
		p := s.settle("list", span{i, k})
		if p.to <= p.from {
			return 0
		}
		f := s.group(frame{who: who{id: "user"}, from: i}, k+1)
		return x.feels(s, f, limit, x.tidy(s, p, false, false))
	}
	return 0
}

// turnsOut reads what was found in the place of what was feared: "it isn't asthma,
// it's just reflux".
func (x *extraction) turnsOut(s *reading, i, limit int) int {
	if s.at(i) != "it" || s.at(i+1) != "is" && s.at(i+1) != "was" || s.at(i+2) == "not" {
		return 0
	}
	text := spelled(memory.Fold(s.source))
	if !anySign(text, "doctor", "diagnosed", "diagnosis", "test results", "specialist", "scan") {
		return 0
	}
	j := i + 2
	just := false
	for s.at(j) == "just" || s.at(j) == "only" || s.at(j) == "actually" || s.at(j) == "really" {
		j, just = j+1, true
	}
	for s.is(j, article) {
		j++
	}
	p := s.settle("thing", span{j, min(s.extent("thing", j), limit)})
	if p.to <= p.from || p.to-p.from > 3 || !just && !s.is(p.to-1, illness) {
		return 0
	}
	denied := false
	for k := 0; k < i; k++ {
		denied = denied || s.at(k) == "not" && s.anyOf(span{k, i}, illness)
	}
	if !denied && !s.is(p.to-1, illness) {
		return 0
	}
	f := frame{who: who{id: "user"}, from: i}
	d := x.draft(s, f, "health", s.words(p), memory.Assert, span{i, p.to})
	d.Record.Text = "has " + d.Record.Object
	x.propose(d, "list")
	return p.to
}
