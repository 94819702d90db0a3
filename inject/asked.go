package inject

import "mneme/memory"

// What one question counts as asking for: the best answers, and those that are
// nearly as good.
const (
	askedMost = 3
	askedNear = 0.9 // of the best one's score
)

// asked returns the hits that a question asked for. Being put into a prompt is no
// use of a memory; being asked for is.
func asked(intent string, hits []memory.Hit) []memory.Hit {
	switch intent {
	case memory.IntentFact, memory.IntentPast, memory.IntentHistory, memory.IntentWhen, memory.IntentCount:
	default:
		return nil
	}
	best := 0.0
	for i := range hits {
		best = max(best, hits[i].Score)
	}
	var out []memory.Hit
	for i := range hits {
		if hits[i].Score >= askedNear*best && hits[i].Record.Layer != memory.Procedural && len(out) < askedMost {
			out = append(out, hits[i])
		}
	}
	return out
}
