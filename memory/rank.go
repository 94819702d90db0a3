package memory

import (
	"math"
	"time"
)

// Weights of the parts of a rank; they need not sum to one.
type Weights struct {
	Similarity float32 // how well it fits, against the best
	Recency    float32 // how fresh it is; events fade, stable facts do not
	Task       float32 // overlap with what the session is about
	Source     float32 // who vouches for it
	HalfLife   time.Duration
}

// DefaultWeights returns the tuned weights.
func DefaultWeights() Weights {
	return Weights{Similarity: 0.9, Recency: 0.05, Task: 0.03, Source: 0.02, HalfLife: 7 * 24 * time.Hour}
}

// recency is 1 for what is fresh at the time asked from and halves with each half-life; a
// stable fact does not age.
func recency(r *Record, now time.Time, half time.Duration) float64 {
	if r.Layer != Episodic {
		return 1
	}
	at := r.Event.Time
	if at.IsZero() {
		at = r.Created
	}
	age := now.Sub(at)
	if age <= 0 || half <= 0 {
		return 1
	}
	return math.Exp2(-float64(age) / float64(half))
}
