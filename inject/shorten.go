package inject

import (
	"slices"

	"mneme/memory"
)

// wholeShare is the part of a block's room in which what was said is shown whole: one in so many.
// The best hits are worth all their words; of those behind them more are worth more than longer ones.
const wholeShare = 3

// leastLine is what a line in part hardly ever costs less than, in tokens.
const leastLine = 20

// shortener says how much of a record is shown, for one record after the other, best first.
type shortener struct {
	asked string // the question
	whole int    // tokens left for lines that are shown whole
	left  int    // tokens left in all
	saved []saving
	by    memory.Excerpter
}

// saving is a line that is shown in part.
type saving struct {
	at, cost int // place among the hits, and what the whole line costs
}

// of returns the text to be shown of the record of a place, whose whole line costs so much. Facts
// are short, and a procedure is followed by the letter: both are shown whole, as is what stands
// among the best.
func (s *shortener) of(at int, r *memory.Record, cost int) string {
	s.whole -= cost
	if s.whole >= 0 || r.Layer != memory.Episodic || s.left < leastLine {
		return r.Text
	}
	if s.saved == nil {
		s.by.Read(s.asked)
		s.saved = make([]saving, 0, 16)
	}
	text := s.by.Of(r.Text)
	if text != r.Text {
		s.saved = append(s.saved, saving{at, cost})
	}
	return text
}

// took counts a line in that is shown where it fits.
func (s *shortener) took(cost int) {
	if cost <= s.left {
		s.left -= cost
	}
}

// lengthen shows whole again what there is room for, best first, and returns what that costs. Places
// are chosen in rising order.
func (s *shortener) lengthen(hits []memory.Hit, chosen []int, texts []string, costs []int, room int) int {
	spent := 0
	for _, x := range s.saved {
		more := x.cost - costs[x.at]
		if more > room-spent {
			continue
		}
		if _, shown := slices.BinarySearch(chosen, x.at); shown {
			texts[x.at], costs[x.at] = hits[x.at].Record.Text, x.cost
			spent += more
		}
	}
	return spent
}
