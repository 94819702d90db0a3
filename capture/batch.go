package capture

import (
	"time"

	"mneme/memory"
)

// Batch is a conversation handed in through the admin API: past or present,
// with its own ids and times.
type Batch struct {
	Owner    memory.Owner
	Session  string // empty: one session per batch
	Agent    string
	Project  string
	Origin   memory.Origin // ingest or import
	Messages []Message
}

// Message is one message of a batch.
type Message struct {
	ID      string // the caller's own; the same id in the same session is the same message
	Role    memory.Role
	Name    string // the speaker
	Content string
	At      time.Time // zero: now
}

// Receipt says what was taken in.
type Receipt struct {
	Accepted  int // messages that were new
	ReceiptID string
	State     State
	Reason    string
}

// Edit changes a record by hand; nil leaves a field as it is.
type Edit struct {
	Text       *string
	Object     *string
	Constraint *memory.Constraint
	Confidence *float64
	Status     *memory.Status
}
