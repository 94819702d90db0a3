package memory

import "time"

// Predicate is one line of the catalogue: a relation in business words.
type Predicate struct {
	Name      string
	Says      string // its meaning as one user sentence
	Many      bool   // several values may be current at once
	Kind      string // preference, identity, state, temporary, permanent, prohibition, ...
	HalfLife  time.Duration
	Sensitive bool
	Rule      string // who made the rule; records carry it so that a change relabels them
}
