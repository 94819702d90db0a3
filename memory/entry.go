package memory

import (
	"log/slog"
	"time"
)

// Role is who speaks in a turn, as learning sees it.
type Role string

// The roles. Only a user's own words are evidence about the user.
const (
	RoleUser      Role = "user"
	RoleAssistant Role = "assistant"
	RoleSystem    Role = "system"
	RoleTool      Role = "tool"
)

// Turn is one message as it may be kept: after opt-out and redaction.
type Turn struct {
	ID      string    // the caller's message id, or one of ours
	Role    Role      //
	Name    string    // the speaker, where known
	Text    string    //
	At      time.Time // when it was said
	Seq     int       // place within the session, from 0
	Partial bool      // the stream broke before its end
	Seen    bool      // learnt before; here only as context
}

// LogValue keeps the words of a turn out of every log.
func (t Turn) LogValue() slog.Value {
	return slog.GroupValue(slog.String("id", t.ID), slog.String("role", string(t.Role)), slog.Int("bytes", len(t.Text)))
}

// Origin says by which door an entry came in.
type Origin string

// The origins.
const (
	FromProxy  Origin = "proxy"
	FromIngest Origin = "ingest"
	FromImport Origin = "import"
)

// Entry is one exchange in the journal: the durable intake of learning. It is
// sealed at rest and dropped some time after it was learnt.
type Entry struct {
	ID        string
	Owner     Owner
	SessionID string
	AgentID   string
	TeamID    string
	Project   string
	ReceiptID string
	Origin    Origin
	At        time.Time     // when it arrived
	Turns     []Turn        // the new turns, in order; Seen ones before them as context
	Recalled  []string      // records that were in the prompt: their echo is no evidence
	Zone      string        // IANA name of the user's time zone; empty: UTC
	TTL       time.Duration // a lower retention asked for by the request; 0: the tenant's
	Language  string        // "en", "zh" or ""
	Played    bool          // the instructions deal the user a part: what he says is not of himself
	Keys      []TurnKey     // one per new turn, in order: its keyed identity for de-duplication
	Attempts  int
}

// TurnKey is the keyed identity of a turn (HMAC-SHA-256, cut to 16 bytes): equal
// for a replay of the same turn in the same place, meaningless without the key.
type TurnKey [16]byte

// Claim is an entry leased to one worker.
type Claim struct {
	Entry Entry
	Seq   int64 // order of arrival
	Lease string
	Until time.Time
}

// Outcome is what became of an entry; it is written in the transaction that
// commits what was learnt from it.
type Outcome struct {
	EntryID   string
	Lease     string
	ReceiptID string
	State     string   // learnt, nothing, dead
	Reason    string   // a short code
	Records   []string // ids added or changed
	Trace     []StageNote
}

// StageNote is one stage's decision about one entry.
type StageNote struct {
	Stage    string        // optout, secrets, noise, slice, extract, normalise, intent, resolve, admit, score, dedupe, conflict, commit
	Decision string        // a short code
	Detail   string        // may quote; sealed at rest
	Count    int           //
	Took     time.Duration //
}
