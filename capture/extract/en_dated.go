package extract

import "mneme/memory"

// scheduled reads when something begins, ends or runs out: "my lease ends on
// August 31", "flight LH 123 leaves on Friday". It returns where that ended, or 0.
func (x *extraction) scheduled(s *reading, i, limit int) int {
	switch s.at(i) {
	case "my", "our", "the":
	default:
		return 0
	}
	for k := i + 2; k < min(i+7, limit); k++ {
		predicate := ""
		switch s.at(k) {
		case "expires", "expire", "ends", "lapses", "closes":
			predicate = "deadline"
		case "runs":
			if s.at(k+1) == "out" {
				predicate = "deadline"
			}
		case "is", "are":
			if s.at(k+1) == "due" || s.at(k+1) == "valid" {
				predicate = "deadline"
			}
		case "starts", "begins", "leaves", "departs", "lands", "arrives", "opens", "takes":
			predicate = "appointment"
		}
		if s.marks(k) || s.is(k, breaks) {
			return 0
		}
		if predicate == "" {
			continue
		}
		end := k + 1
		date, dated := s.dated(span{k, min(k+7, limit)})
		if !dated || !date.End.After(x.turn.At) {
			return 0
		}
		for end < limit && s.tokens[end-1].end < date.At+date.Len {
			end++
		}
		p := span{i + 1, end}
		d := x.draft(s, frame{who: who{id: "user"}, from: i}, predicate, x.tidy(s, p, true, false), memory.Assert, span{i, end})
		d.Record.Text = d.Record.Object
		x.propose(d, "occasion")
		return end
	}
	return 0
}

// since looks back from a subject for a day the clause begins with: "starting on
// Monday I'm with them". It returns where the clause begins then.
func (s *reading) since(i int) int {
	from, begun, dated := i, false, false
	for k := i - 1; k >= 0 && k >= i-6; k-- {
		_, inDate := s.inDate(k)
		switch w := s.at(k); {
		case inDate:
			dated = true
		case w == "starting" || w == "from" || w == "beginning" || w == "as":
			begun = true
			from = k
		case w == "on" || w == "of" || w == "," || w == "in":
		default:
			k = 0
		}
	}
	if begun && dated {
		return from
	}
	return i
}
