package extract

import (
	"strings"

	"mneme/memory"
)

// houseRule reads what holds in a house, a team or a company: "no deployments on
// Fridays", "no tabs, please". It returns where that ended, or 0.
func (x *extraction) houseRule(s *reading, i, limit int) int {
	if s.at(i-1) == "no" {
		i-- // it is passed over where it answers something
	}
	if s.at(i) != "no" || s.end == "?" {
		return 0
	}
	end := i + 1
	for end < limit && !s.marks(end) && !s.is(end, breaks) && !s.is(end, verbal) && !s.stands(end, []string{"from", "now", "on"}) {
		end++
	}
	p := span{i + 1, end}
	for p.to > p.from && (s.at(p.to-1) == "please" || s.at(p.to-1) == "ever" || s.at(p.to-1) == "again") {
		p.to--
	}
	if n := p.to - p.from; n < 1 || n > 7 || s.holds(p, "idea", "problem", "problems", "worries", "thanks", "way", "need", "doubt", "matter", "wonder", "clue", "one", "longer", "more", "luck", "questions", "plans", "kids", "children", "siblings", "pets", "allergies", "hard") {
		return 0
	}
	if !strings.HasSuffix(s.at(p.from), "s") && !strings.HasSuffix(s.at(p.from), "ing") && !strings.HasSuffix(s.at(p.from+1), "s") {
		return 0
	}
	text := spelled(memory.Fold(s.source))
	if !s.frequent(span{p.from, p.to}) && !anySign(text, "from now on", "rule", "rules", "policy", "please", "ever", "changed my mind", "always", "allowed") {
		return 0
	}
	f := frame{who: who{id: "user"}, from: i, neg: true, lasting: true}
	d := x.draft(s, f, "never", x.habitually(s, p), memory.Assert, span{i, end})
	d.Record.Text = "no " + d.Record.Object
	d.Replaces = d.Record.Object
	x.propose(d, "act")
	return end
}

// neverWe reads "we don't deploy on Fridays": what a group never does, at a time
// that comes again. It returns where that ended, or 0.
func (x *extraction) neverWe(s *reading, f frame, limit int) int {
	if !f.neg || f.can || f.be || f.future || f.would || s.at(f.from) != "we" && f.id != "team" && f.id != "company" {
		return 0
	}
	end := f.pos
	for end < limit && !s.marks(end) && !s.is(end, breaks) {
		end++
	}
	p := span{f.pos, end}
	if p.to-p.from < 2 || p.to-p.from > 8 || !f.never && !s.frequent(p) {
		return 0
	}
	d := x.draft(s, f, "never", x.habitually(s, p), memory.Assert, span{f.from, end})
	d.Record.Text = fillIn("never {}", []string{d.Record.Object}, f.label, false)
	x.propose(d, "act")
	return end
}

// habitually returns words as they are said: the times in them come again.
func (x *extraction) habitually(s *reading, p span) string { return x.tidy(s, p, true, true) }
