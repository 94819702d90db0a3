package memory

import (
	"context"
	"errors"
	"time"
)

// Errors of a ledger.
var (
	// ErrNotFound is returned when a single thing does not exist for this
	// owner; another owner's thing is not found either.
	ErrNotFound = errors.New("memory: not found")
	// ErrStale is returned by Commit when the owner's revision moved on since
	// the plan was made: read again, plan again.
	ErrStale = errors.New("memory: the owner's memory changed meanwhile")
	// ErrLeaseLost is returned by Commit when an entry is no longer leased to
	// the one who commits it.
	ErrLeaseLost = errors.New("memory: lease lost")
	// ErrFull is returned when the intake has no room: the capture is refused.
	ErrFull = errors.New("memory: journal is full")
	// ErrEmptyFilter is returned by Forget when the selection names nothing.
	ErrEmptyFilter = errors.New("memory: an empty filter forgets nothing; name what to forget or say all")
	// ErrCursor is returned when a page is asked for after a cursor that no page gave.
	ErrCursor = errors.New("memory: unknown cursor")
	// ErrUnavailable is returned when the store cannot be used now: locked, full,
	// damaged, gone. Requests go on without memory.
	ErrUnavailable = errors.New("memory: store is not available")
	// ErrErased is returned when the owner's key was destroyed.
	ErrErased = errors.New("memory: owner was erased")
)

// Journal is the durable intake.
type Journal interface {
	// Append stores entries durably and in order, each whole or not at all. A
	// new turn whose key is known already is dropped from its entry; an entry
	// without new turns is not stored. The answer says for each entry how many
	// turns were taken.
	Append(ctx context.Context, entries []Entry) ([]int, error)
	// Claim leases up to n entries, oldest first, at most one owner's at a time
	// to one worker: an owner with a live lease is passed over.
	Claim(ctx context.Context, worker string, n int, lease time.Duration) ([]Claim, error)
	// Release gives a claim back, to be tried again after a delay; with dead,
	// it goes to the dead letters, replayable by hand.
	Release(ctx context.Context, c Claim, after time.Duration, reason string, dead bool) error
	// Waiting counts entries of an owner (nil: all) up to an order of arrival (0: all)
	// that are not learnt yet, dead letters not counted, and returns the newest order.
	Waiting(ctx context.Context, owner *Owner, upTo int64) (n int, newest int64, err error)
}

// Ledger is truth: records, their history, tombstones.
type Ledger interface {
	Reader
	// Commit writes a plan in one transaction and returns the owner's new
	// revision. It returns ErrStale, ErrLeaseLost or ErrErased as said there.
	// New records that meet a tombstone are left out and named.
	Commit(ctx context.Context, c Commit) (Committed, error)
	// Forget removes what the selection names, with everything derived from it,
	// in one transaction, and leaves tombstones.
	Forget(ctx context.Context, s Selection) (Forgotten, error)
}

// Reader reads truth.
type Reader interface {
	// Get returns the owner's records among ids, in the order of ids, missing
	// ones left out.
	Get(ctx context.Context, owner Owner, ids []string) ([]Record, error)
	// List returns a page of the owner's records, newest first.
	List(ctx context.Context, f Filter) (Page, error)
	// History returns a record's changes, oldest first, or ErrNotFound.
	History(ctx context.Context, owner Owner, id string) ([]Change, error)
	// Since returns what changed after a revision: new states of records and
	// ids of removed ones, and the revision they lead to. Revisions of an owner
	// only rise, also over an erasure; they are not consecutive.
	Since(ctx context.Context, owner Owner, revision int64) (Delta, error)
	// Revision returns the owner's revision; 0 when nothing is known of him.
	Revision(ctx context.Context, owner Owner) (int64, error)
}

// Commit is a plan: what becomes of an owner's memory.
type Commit struct {
	Owner    Owner
	Base     int64 // revision the plan was made at; -1: do not check
	Put      []Record
	History  []Change
	Outcomes []Outcome
	Discard  []string // records whose time is over, which go with what is put or not at all; no tombstone is left
}

// Committed is what a commit did.
type Committed struct {
	Revision int64
	Blocked  []string // ids of records left out because of a tombstone
}

// Delta is the way from one revision to another.
type Delta struct {
	Revision int64
	Reset    bool // what was held before must be dropped first: Changed is everything
	Changed  []Record
	Removed  []string
}

// Filter selects records to list. The owner is required; every other empty
// field does not filter.
type Filter struct {
	Owner     Owner
	Layers    []Layer
	Statuses  []Status
	Kind      string
	SessionID string
	Source    Source
	Query     string // a text the record's text contains, folded
	Waiting   bool   // only what waits for an answer; see Record.Waits
	Since     time.Time
	Until     time.Time
	Limit     int // at most 500
	Cursor    string
}

// Page is one page of a list; Next is empty on the last one.
type Page struct {
	Records []Record
	Next    string
}

// Selection names what to forget. The owner is required, and at least one of
// the other fields; fields are joined by "and".
type Selection struct {
	Owner     Owner
	IDs       []string // records
	SessionID string
	MessageID string
	Source    Source
	Layer     Layer
	Since     time.Time // of the evidence
	Until     time.Time
	All       bool
	DryRun    bool
	Reason    string // a short code for the log of deletions
}

// Empty reports whether the selection names nothing.
func (s Selection) Empty() bool {
	return len(s.IDs) == 0 && s.SessionID == "" && s.MessageID == "" && s.Source == "" &&
		s.Layer == "" && s.Since.IsZero() && s.Until.IsZero() && !s.All
}

// Forgotten counts what a forget removed, place by place.
type Forgotten struct {
	Revision int64
	Records  []string // ids
	Rebuilt  []string // records derived from several sources, to be derived again without the removed one
	Counts   map[string]int
	Hashes   []string // keyed hashes of what was removed, for the receipt
}

// Optouts keeps the keyed hashes of messages that must not be learnt, so that
// they stay unlearnt when a conversation is sent again without their flag.
type Optouts interface {
	MarkUnlearnt(ctx context.Context, owner Owner, hash [32]byte) error
	Unlearnt(ctx context.Context, owner Owner, hash [32]byte) (bool, error)
	// Opted reports whether anything of an owner is not to be learnt, by a hash that is
	// kept or since it was forgotten: of most nothing is.
	Opted(ctx context.Context, owner Owner) (bool, error)
}
