package flat

import "mneme/memory"

// markStale marks the episodes among the candidates whose facts were all superseded or taken back: what they
// tell is over, though nobody ended the words themselves.
func (s *snapshot) markStale(candidates []memory.Candidate) {
	var over []*memory.Record
	for i, g := range s.gates {
		if g&(gateSemantic|gateBelieved) == gateSemantic && memory.TakenBack(s.records[i]) {
			over = append(over, s.records[i])
		}
	}
	if len(over) == 0 {
		return
	}
	for i := range candidates {
		c := &candidates[i]
		c.Stale = c.Record.Layer == memory.Episodic && memory.Outlived(c.Record, over) && !s.holdsFactOf(c.Record)
	}
}

// holdsFactOf reports whether a current fact rests on an episode's message.
func (s *snapshot) holdsFactOf(episode *memory.Record) bool {
	for i, g := range s.gates {
		if g&gateBelieved != 0 && g&gateSemantic != 0 && memory.SameMessage(episode, s.records[i]) {
			return true
		}
	}
	return false
}
