package capture

import (
	"context"
	"time"

	"mneme/memory"
)

// Redactor masks what must never be written. It runs before the journal.
type Redactor interface {
	// Redact returns the text as it may be kept under a tenant's way with
	// sensitive fields (mask, drop, keep), and how many fields it found.
	Redact(text, way string) (clean string, found int)
}

// Listener finds what a user says about remembering, in his own words.
type Listener interface {
	// Listen returns the wishes of a text, in order; none for most texts.
	Listen(text string) []Wish
}

// Verb is what a user wants done with what was said.
type Verb string

// The verbs. The first four steer recording, the last two take back.
const (
	SkipTurn      Verb = "skip-turn"      // "don't remember this"
	SkipLast      Verb = "skip-last"      // "don't record what I just said"
	SkipSession   Verb = "skip-session"   // "from now on, off the record"
	ResumeSession Verb = "resume-session" // "you may remember again"
	ForgetTopic   Verb = "forget"         // "forget my address"
	DropTopic     Verb = "drop"           // "never mind that problem"
)

// Wish is one thing a user asked for. Phrase is the code of the phrase that was
// recognised, never his words; Topic is in his words and is for the eraser only.
type Wish struct {
	Verb   Verb
	Topic  string
	Phrase string
}

// Granter carries a wish out where capture cannot: it erases the last exchange,
// forgets a topic, silences a problem.
type Granter interface {
	Grant(ctx context.Context, owner memory.Owner, session string, w Wish) error
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
