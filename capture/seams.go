package capture

import (
	"context"
	"time"

	"mneme/memory"
	"mneme/policy"
)

// Redactor masks what must never be written. It runs before the journal.
type Redactor interface {
	// Redact returns the text as it may be kept under a tenant's way with
	// sensitive fields (mask, drop, keep), and how many fields it found.
	Redact(text, way string) (clean string, found int)
}

// Listener finds what a user says about remembering, in his own words.
// *policy.Phrases is one.
type Listener interface {
	// Hear returns the wishes of a text, in order; none for most texts. knows says
	// whether the user's memory has a name, which is folded.
	Hear(text string, knows func(name string) bool) []policy.Wish
	// May reports, quickly, whether a text could hold a wish at all.
	May(text string) bool
}

// Granter carries a wish out where capture cannot: it erases the last exchange,
// forgets a topic, silences a problem.
type Granter interface {
	Grant(ctx context.Context, owner memory.Owner, session string, w policy.Wish) error
	// TakeBack forgets what was learnt in a session from messages whose words stand in one of
	// the texts: they were said before without the wish that they are said with now.
	TakeBack(ctx context.Context, owner memory.Owner, session string, texts []string) error
}

// Marks keeps keyed hashes with a value, durably: which sessions are off the
// record. memory.Control is one.
type Marks interface {
	Mark(ctx context.Context, tenant string, hash [32]byte, value string) error
	Marked(ctx context.Context, tenant string, hash [32]byte) (string, error)
}

// appender is what the intake needs of the journal.
type appender interface {
	Append(ctx context.Context, entries []memory.Entry) ([]int, error)
}

// Clock tells the time; time.Now outside of tests.
type Clock func() time.Time
