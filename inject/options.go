package inject

import (
	"errors"
	"flag"
	"fmt"
	"runtime"
	"time"
)

// Options are the settings of an Injector. Zero means zero.
type Options struct {
	Deadline      time.Duration // of recall, where neither tenant nor request says a lower one
	StickyBytes   int           // of blocks kept for tool loops
	StickyIdle    time.Duration // a block that no step used for so long is gone
	SessionBytes  int           // of what conversations are recognised by
	SessionIdle   time.Duration // a conversation that went on after so long is a new session
	Busy          int           // recalls at once, above which only the local routes are asked
	Full          int           // recalls at once, above which none is begun
	Trips         int           // failures in a row after which recall rests
	Rest          time.Duration // how long it rests before one request tries again
	Remote        bool          // recall calls something that is paid for or far away
	UserRecalls   int           // remote recalls of one user per UserWindow; 0: no limit
	UserWindow    time.Duration
	HistoryTurns  int           // turns before the last one that recall may look at
	HistoryBytes  int           // of each of them
	WorkingBytes  int           // of working memory, over all sessions
	WorkingExpiry time.Duration // of a session's working memory since its last turn
}

// DefaultOptions returns the settings that hold when nobody set any.
func DefaultOptions() Options {
	return Options{
		Deadline:      80 * time.Millisecond,
		StickyBytes:   32 << 20,
		StickyIdle:    30 * time.Minute,
		SessionBytes:  16 << 20,
		SessionIdle:   24 * time.Hour,
		Busy:          8 * runtime.GOMAXPROCS(0),
		Full:          64 * runtime.GOMAXPROCS(0),
		Trips:         5,
		Rest:          2 * time.Second,
		UserRecalls:   20,
		UserWindow:    5 * time.Minute,
		HistoryTurns:  8,
		HistoryBytes:  2_000,
		WorkingBytes:  16 << 20,
		WorkingExpiry: 30 * time.Minute,
	}
}

// Flags registers the settings an operator may want to change.
func (o *Options) Flags(set *flag.FlagSet) {
	set.DurationVar(&o.Deadline, "recall-deadline", o.Deadline, "forward without memory when recall takes longer")
	set.IntVar(&o.StickyBytes, "sticky-bytes", o.StickyBytes, "memory for the blocks of running tool loops")
	set.IntVar(&o.SessionBytes, "session-bytes", o.SessionBytes, "memory for recognising conversations")
	set.IntVar(&o.WorkingBytes, "working-bytes", o.WorkingBytes, "memory for the working memory of all sessions")
	set.DurationVar(&o.WorkingExpiry, "working-expiry", o.WorkingExpiry, "age at which a session's working memory becomes an episode")
	set.IntVar(&o.UserRecalls, "user-recalls", o.UserRecalls, "remote recalls of one user in five minutes; 0: no limit")
}

// Validate reports every fault, in the names of the flags.
func (o Options) Validate() error {
	var faults []error
	check := func(ok bool, name, rule string) {
		if !ok {
			faults = append(faults, fmt.Errorf("-%s %s", name, rule))
		}
	}
	check(o.Deadline > 0, "recall-deadline", "must be above 0")
	check(o.StickyBytes >= 1<<20, "sticky-bytes", "must be at least 1048576")
	check(o.SessionBytes >= 1<<20, "session-bytes", "must be at least 1048576")
	check(o.WorkingBytes >= 1<<20, "working-bytes", "must be at least 1048576")
	check(o.WorkingExpiry > 0, "working-expiry", "must be above 0")
	check(o.UserRecalls >= 0, "user-recalls", "must not be below 0")
	return errors.Join(faults...)
}

// What holds for a ruling that came without a tenant's policy.
const (
	defaultBudget = 800
	defaultShare  = 0.15
	defaultTopK   = 16 // of lines that recall finds in conversations, eight leave half of the budget empty
)

// The placements, as policy files and the admin API write them.
const (
	userSuffix   = "user-suffix"
	userPrefix   = "user-prefix"
	systemSuffix = "system-suffix"
)
