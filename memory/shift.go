package memory

import (
	"context"
	"time"
)

// Shift is the right to look after everything now. In a fleet one process has
// it; when that process dies its lease runs out and another goes on.
type Shift struct {
	Name  string
	Lease string
	Until time.Time
}

// Deed is one thing that upkeep did to one record. Op and Reason are short codes
// without content.
type Deed struct {
	Record string `json:"record"`
	Op     string `json:"op"`
	Reason string `json:"reason"`
}

// Report says what a job did to an owner's memory and why. It holds ids, codes
// and counts, never a word.
type Report struct {
	ID     string
	Job    string
	Owner  Owner
	By     string // "schedule", or who asked for it
	Begun  time.Time
	Ended  time.Time
	Counts map[string]int // by code
	Deeds  []Deed
	Fault  string // a short code; empty: it went well
}

// Chore is how far a job has come with an owner.
type Chore struct {
	Job      string
	Done     time.Time // when it was done last; zero: never
	Revision int64     // of the owner's memory then
	State    []byte    // what the job wants to know the next time; sealed at rest
}

// Tenancy is an owner that upkeep looks after.
type Tenancy struct {
	Owner    Owner
	Revision int64
	Seen     time.Time // when something of his last came in
}

// Roster keeps who looks after what, and what was done. It holds nothing that
// cannot be worked out again: who loses it does the chores once more.
type Roster interface {
	// TakeShift gives a shift to a worker unless somebody else holds it.
	TakeShift(ctx context.Context, name, worker string, lease time.Duration) (Shift, bool, error)
	// KeepShift prolongs a shift; ErrLeaseLost when it is somebody else's by now.
	KeepShift(ctx context.Context, s Shift, lease time.Duration) (Shift, error)
	// EndShift gives it back.
	EndShift(ctx context.Context, s Shift) error

	// Idle lists, over all realms, owners with whom a job was not done since a
	// time, or not since their memory changed and not since changed, or was done at
	// a time that is yet to come, since a clock was set back; in pages, after a cursor.
	Idle(ctx context.Context, job string, since, changed time.Time, after string, limit int) (page []Tenancy, next string, err error)
	// Chores returns how far every job has come with an owner.
	Chores(ctx context.Context, owner Owner) (map[string]Chore, error)
	// PutChore notes that a job was done, with its report unless that is nil.
	PutChore(ctx context.Context, owner Owner, c Chore, r *Report) error
	// Reports returns an owner's reports, newest first; an empty job: of every
	// job. With no owner's id those of all of a tenant's users.
	Reports(ctx context.Context, owner Owner, job string, limit int) ([]Report, error)
	// DropReports removes reports that are older than a time.
	DropReports(ctx context.Context, before time.Time) (int, error)
}
