package extract

import (
	"context"
	"time"

	"mneme/memory"
)

// Draft is one thing an extractor proposes to remember.
type Draft = memory.Draft

// Input is what an extractor reads.
type Input struct {
	// Turns are in the order they were said. Seen ones are context: they resolve
	// references, and nothing is proposed from them. A turn's time is what its
	// relative dates are resolved against.
	Turns []memory.Turn
	Zone  *time.Location // of the user; nil: UTC
	// Known are the owner's records that matter for resolving: relations, facts
	// about people, open promises and recommendations, plans.
	Known      []memory.Record
	Names      []string           // the tenant's own names of things
	Predicates []memory.Predicate // the tenant's catalogue; empty: the shipped one
	Language   string             // "en", "zh"; empty: each turn tells by its script
	// Steers reports whether a text tries to steer the model: then all of its turn is
	// put apart. Nil: none does.
	Steers func(text string) bool
	// Watch hears of each statement that is weighed, kept or not: its weights are learnt from
	// that. Nil: nobody does.
	Watch func(Candidate)
}

// Extractor proposes what a conversation teaches: facts about the user and his
// people, and events of a kind worth naming. Verbatim episodes of turns of
// substance are not proposed; they are the learner's own.
type Extractor interface {
	Extract(ctx context.Context, in Input) ([]Draft, error)
}
