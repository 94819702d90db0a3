package upkeep

import (
	"errors"
	"fmt"
	"time"
)

// Options are the settings of upkeep. The zero value is not usable; begin with
// DefaultOptions.
type Options struct {
	Every    time.Duration // between two looks at who is due
	Visit    time.Duration // an owner is visited at least so often
	Changed  time.Duration // and so long after his memory changed, at the earliest
	Lease    time.Duration // of the shift
	Batch    int           // records of one commit, about
	Rest     time.Duration // the longest rest between two pieces of work, so that requests go first; 0: none
	Journal  time.Duration // learnt entries and traces are dropped after it
	Audit    time.Duration // audit, receipts and reports are dropped after it
	Away     time.Duration // a user who was not seen so long is archived whole
	Turns    int           // new turns after which conclusions are drawn before their day
	Inferred float64       // confidence from which a profile field acts, 0..1
}

// DefaultOptions returns the defaults.
func DefaultOptions() Options {
	return Options{
		Every: 5 * time.Minute, Visit: 24 * time.Hour, Changed: time.Hour, Lease: 5 * time.Minute,
		Batch: 25, Rest: 250 * time.Millisecond,
		Journal: 7 * day, Audit: 90 * day, Away: 90 * day,
		Turns: 30, Inferred: 0.9,
	}
}

const day = 24 * time.Hour

// Validate reports every fault at once.
func (o Options) Validate() error {
	var faults []error
	wrong := func(bad bool, what string, value any) {
		if bad {
			faults = append(faults, fmt.Errorf("upkeep: %s of %v is out of range", what, value))
		}
	}
	wrong(o.Every <= 0, "interval", o.Every)
	wrong(o.Visit <= 0, "visit", o.Visit)
	wrong(o.Changed < 0, "delay after a change", o.Changed)
	wrong(o.Lease < time.Second, "lease", o.Lease)
	wrong(o.Batch < 1, "batch", o.Batch)
	wrong(o.Rest < 0, "rest", o.Rest)
	wrong(o.Journal <= 0, "journal retention", o.Journal)
	wrong(o.Audit <= 0, "audit retention", o.Audit)
	wrong(o.Away <= 0, "absence", o.Away)
	wrong(o.Turns < 1, "turns", o.Turns)
	wrong(o.Inferred <= 0 || o.Inferred > 1, "threshold", o.Inferred)
	return errors.Join(faults...)
}
