package flat

import (
	"cmp"
	"time"

	"mneme/memory"
)

// markStale marks the episodes among the candidates whose facts were all superseded, taken back,
// or true for a few days that are over: what they tell is over, though nobody ended the words
// themselves. Of which a part only was taken back is marked as over in part, with what took its place.
//
// as of a time (zero: now) it is what was so by then that counts.
func (s *snapshot) markStale(candidates []memory.Candidate, p *memory.Probe) {
	asOf, now := p.Sieve.AsOf, p.Sieve.Now
	if !asOf.IsZero() {
		now = asOf
	}
	var over []*memory.Record
	for i, g := range s.gates {
		if g&gateSemantic == 0 {
			continue
		}
		if s.ranOut(i, now) || (!asOf.IsZero() || g&gateBelieved == 0) && s.takenBack(i, asOf) {
			over = append(over, s.records[i])
		}
	}
	if len(over) == 0 {
		return
	}
	var its []*memory.Record // of those, the ones of an episode's message
	for i := range candidates {
		c := &candidates[i]
		if c.Record.Layer != memory.Episodic {
			continue
		}
		its = memory.AppendFactsOf(its[:0], c.Record, over)
		if len(its) == 0 || !s.tookPlace(its) {
			continue
		}
		c.Stale = !p.Sieve.Past && memory.Outlived(c.Record, its) && !s.holdsFactOf(c.Record, asOf, now)
		for _, r := range its {
			if memory.TakenBack(r) && r.Predicate != memory.PredicateStatement {
				c.Over, c.By = true, cmp.Or(c.By, r.ReplacedBy)
			}
		}
	}
}

func (s *snapshot) takenBack(i int, asOf time.Time) bool {
	r := s.records[i]
	return memory.TakenBack(r) && (asOf.IsZero() || !r.Ended.After(asOf))
}

// ranOut reports whether a fact was true for a few days that are over. The column is looked at
// first: most records have their time before them.
func (s *snapshot) ranOut(i int, now time.Time) bool {
	if s.valid[i].until > now.Unix() {
		return false
	}
	r := s.records[i]
	return r.Kind == memory.KindTemporary && (r.Status == memory.Current || r.Status == memory.Expired)
}

// holdsFactOf reports whether a fact that is believed rests on an episode's message.
func (s *snapshot) holdsFactOf(episode *memory.Record, asOf, now time.Time) bool {
	for i, g := range s.gates {
		if g&gateSemantic == 0 || asOf.IsZero() && g&gateBelieved == 0 || s.ranOut(i, now) {
			continue
		}
		if (asOf.IsZero() || s.records[i].KnownAt(asOf)) && memory.SameMessage(episode, s.records[i]) {
			return true
		}
	}
	return false
}

// tookPlace reports whether something of an episode was taken back, or something took its place
// that speaks of the same: of two sentences that share a word, the later does not end the
// earlier. over holds what is over of it.
func (s *snapshot) tookPlace(over []*memory.Record) bool {
	for _, r := range over {
		switch r.Predicate {
		case memory.PredicateStatement:
		case "plan", "need":
			if r.ReplacedBy == "" {
				return true // it was taken back
			}
		default:
			return true
		}
		if r.ReplacedBy == "" {
			continue
		}
		for _, by := range s.records {
			if by != nil && by.ID == r.ReplacedBy && memory.Renews(by, r) {
				return true
			}
		}
	}
	return false
}
