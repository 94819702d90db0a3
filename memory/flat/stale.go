package flat

import (
	"time"

	"mneme/memory"
)

// markStale marks the episodes among the candidates whose facts were all superseded or taken back: what they
// tell is over, though nobody ended the words themselves.
//
// as of a time (zero: now) it is what was taken back by then that counts.
func (s *snapshot) markStale(candidates []memory.Candidate, asOf time.Time) {
	var over []*memory.Record
	for i, g := range s.gates {
		if g&gateSemantic == 0 || asOf.IsZero() && g&gateBelieved != 0 {
			continue
		}
		if r := s.records[i]; memory.TakenBack(r) && (asOf.IsZero() || !r.Ended.After(asOf)) {
			over = append(over, r)
		}
	}
	if len(over) == 0 {
		return
	}
	for i := range candidates {
		c := &candidates[i]
		c.Stale = c.Record.Layer == memory.Episodic && memory.Outlived(c.Record, over) && s.tookPlace(c.Record, over) && !s.holdsFactOf(c.Record, asOf)
	}
}

// holdsFactOf reports whether a fact that is believed rests on an episode's message.
func (s *snapshot) holdsFactOf(episode *memory.Record, asOf time.Time) bool {
	for i, g := range s.gates {
		if g&gateSemantic == 0 || asOf.IsZero() && g&gateBelieved == 0 {
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
// earlier.
func (s *snapshot) tookPlace(episode *memory.Record, over []*memory.Record) bool {
	for _, r := range over {
		if !memory.SameMessage(episode, r) {
			continue
		}
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
