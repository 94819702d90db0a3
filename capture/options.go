package capture

import (
	"errors"
	"fmt"
	"time"
)

// Options tunes both ends of capture. Zero means zero; DefaultOptions has the
// values that are documented.
type Options struct {
	// QueueEntries bounds the entries that wait for the journal at one time; more
	// are refused.
	QueueEntries int
	// QueueBytes bounds their text, in bytes.
	QueueBytes int
	// TurnBytes bounds the text of one turn; what is longer is cut at a character
	// and marked partial.
	TurnBytes int
	// IngestTurns is how many turns of an ingested conversation share an entry.
	IngestTurns int
	// IngestContext is how many turns before them an entry carries as context.
	IngestContext int

	// Workers is how many owners are learnt from at the same time. With a model,
	// which is mostly waited for, more of them do no harm.
	Workers int
	// Batch is how many entries of one owner are learnt in one commit.
	Batch int
	// Lease is how long a claim is held without being renewed.
	Lease time.Duration
	// Poll is how often the journal is asked for work nobody announced.
	Poll time.Duration
	// Debounce is how long a session is left alone before a model reads it, so
	// that it reads several exchanges at once. It does not delay the rules.
	Debounce time.Duration
	// Attempts is how often an entry is tried before it becomes a dead letter.
	Attempts int
	// Retry is the wait before the second attempt; it doubles with each.
	Retry time.Duration
	// Stop is how long what was begun may take to end once Run is told to stop.
	Stop time.Duration
	// Slice bounds the text of an episode, in characters; a Chinese one counts
	// twice.
	Slice int
	// CacheBytes bounds what is kept at hand of owners' beliefs between entries.
	CacheBytes int
	// CacheIdle is how long an owner's beliefs are kept at hand unused.
	CacheIdle time.Duration
}

// DefaultOptions returns the documented defaults.
func DefaultOptions() Options {
	return Options{
		QueueEntries:  4096,
		QueueBytes:    64 << 20,
		TurnBytes:     256 << 10,
		IngestTurns:   4,
		IngestContext: 4,

		Workers:    2,
		Batch:      16,
		Lease:      time.Minute,
		Poll:       500 * time.Millisecond,
		Debounce:   2 * time.Second,
		Attempts:   5,
		Retry:      time.Second,
		Stop:       10 * time.Second,
		Slice:      700,
		CacheBytes: 16 << 20,
		CacheIdle:  10 * time.Minute,
	}
}

// Validate reports every fault at once.
func (o Options) Validate() error {
	var faults []error
	atLeast := func(name string, got, want int) {
		if got < want {
			faults = append(faults, fmt.Errorf("%s: %d is below %d", name, got, want))
		}
	}
	atLeast("queue entries", o.QueueEntries, 1)
	atLeast("queue bytes", o.QueueBytes, 1)
	atLeast("turn bytes", o.TurnBytes, 1)
	atLeast("ingest turns", o.IngestTurns, 1)
	atLeast("ingest context", o.IngestContext, 0)
	atLeast("workers", o.Workers, 1)
	atLeast("batch", o.Batch, 1)
	atLeast("attempts", o.Attempts, 1)
	atLeast("slice", o.Slice, 20)
	atLeast("cache bytes", o.CacheBytes, 0)
	positive := func(name string, d time.Duration) {
		if d <= 0 {
			faults = append(faults, fmt.Errorf("%s: %v is not positive", name, d))
		}
	}
	positive("lease", o.Lease)
	positive("poll", o.Poll)
	positive("retry", o.Retry)
	positive("stop", o.Stop)
	return errors.Join(faults...)
}
