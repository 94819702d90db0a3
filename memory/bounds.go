package memory

import "time"

// Bounds are the measures by which memory keeps, ends and compares what it learns; a tenant may
// set his own. The zero value stands for DefaultBounds.
type Bounds struct {
	TemporaryLife  time.Duration // a meeting, a tracking number: then expired
	StateLife      time.Duration // a job, a home: then due for review
	PreferenceLife time.Duration // a taste: then due for review
	ReviewGrace    time.Duration // an unanswered review or confirmation: then expired
	Hearings       int           // after which what was unsure is believed
	SameSimilarity float64       // 0..1: from it on two texts say the same, unless they Differ
	SameEvent      time.Duration // events of one kind within it are one, with a count
	FactCharacters int           // Chinese characters of a fact's text
	FactWords      int           // words of it
	Procedures     int           // authored rules of a tenant, and procedures of any owner
	WeightFade     float64       // of a relation's weight, per day
}

// DefaultBounds returns the documented defaults.
func DefaultBounds() Bounds {
	return Bounds{
		TemporaryLife: TemporaryLife, StateLife: StateLife, PreferenceLife: PreferenceLife, ReviewGrace: ReviewGrace,
		Hearings: HeardTwice, SameSimilarity: SameSimilarity, SameEvent: SameEvent, FactCharacters: 60, FactWords: 30, Procedures: 100, WeightFade: 0.012,
	}
}

// Or returns the bounds, or the defaults in the place of the zero value.
func (b Bounds) Or() Bounds {
	if b == (Bounds{}) {
		return DefaultBounds()
	}
	return b
}
