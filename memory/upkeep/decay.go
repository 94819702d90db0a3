package upkeep

import (
	"math"
	"time"

	"mneme/memory"
)

// halfLife is how long a record that nobody uses takes to lose half of its
// standing; 0: it never does. Tasks go fast, a profile slowly.
func halfLife(r *memory.Record) time.Duration {
	switch r.Layer {
	case memory.Episodic:
		switch {
		case memory.HasTag(*r, TagSummary):
			return 180 * day
		case resultOf(r) != "", r.Event.Type == memory.EventDecision, r.Event.Type == memory.EventChange:
			return 90 * day // how something ended outlives how it went
		}
		return 30 * day
	case memory.Procedural:
		return 0
	}
	if r.Predicate == memory.PredicateStatement && r.Kind == memory.KindState {
		return 90 * day // what was said in passing, of which nobody knows how long it holds
	}
	switch r.Kind {
	case memory.KindProhibition, memory.KindIdentity:
		return 0
	case memory.KindRelation:
		return 720 * day
	case memory.KindTemporary, memory.KindTask:
		return 7 * day
	case memory.KindPlan, memory.KindNeed:
		return 30 * day
	case memory.KindPreference:
		return 180 * day
	}
	return 240 * day
}

// Decay returns what is left of a record's standing after a time without use:
// exp(-lambda x idle), 1 for what is fresh or never fades.
func Decay(r *memory.Record, idle time.Duration) float64 {
	half := halfLife(r)
	if half <= 0 || idle <= 0 {
		return 1
	}
	return math.Exp(-math.Ln2 * float64(idle) / float64(half))
}

// Worth is what a record is worth keeping at hand: how sure it is, who vouches
// for it, how often it came up, and how long ago. 0..1.
func Worth(r *memory.Record, last, now time.Time) float64 {
	if r.Kind == memory.KindProhibition && r.Layer == memory.Semantic {
		return 1
	}
	sure := r.Confidence * (0.5 + 0.5*r.Source.Authority())
	often := 1 + 0.25*math.Log2(float64(max(r.Count, 1)))
	return min(1, sure*often*Decay(r, now.Sub(last)))
}
