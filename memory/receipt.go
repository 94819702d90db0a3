package memory

import (
	"context"
	"time"
)

// Receipt says what happened to one request: what was recalled and what was
// not, and later what was captured from it. It holds ids, codes, counts and
// scores, never a text.
type Receipt struct {
	ID        string
	At        time.Time
	Owner     Owner
	SessionID string
	Status    string // as in the status header
	Reason    string
	Injected  []ReceiptHit
	Dropped   []Drop
	Tokens    int // of the block
	Parts     PromptParts
	Latency   time.Duration
	Shadow    bool
	Capture   ReceiptCapture
	Usage     ReceiptUsage
}

// ReceiptHit is one injected record; its text is looked up when it is shown.
type ReceiptHit struct {
	ID     string
	Layer  Layer
	Tokens int
	Score  float64
	Scores Scores
	Routes []Route
}

// PromptParts are the tokens of a prompt by part, counted after the request.
type PromptParts struct {
	System, Tools, History, Memory int
}

// ReceiptUsage is what the provider said the request cost, in tokens.
type ReceiptUsage struct {
	Prompt, Completion, Cached int
}

// ReceiptCapture says what became of the exchange.
type ReceiptCapture struct {
	State    string // queued, off, not-stored, refused; later learnt, nothing, dead
	Reason   string
	Records  []string
	Messages []string // ids given to the recorded turns
	Trace    []StageNote
}

// Audit is one line of who did what to which record.
type Audit struct {
	At      time.Time
	Owner   Owner
	By      string // "capture", "recall", "user", "operator:<key id>", "upkeep"
	Op      string // read, write, change, erase, settings, policy, ...
	Records []string
	Code    string // error code; empty: it worked
	Ref     string // receipt id
}

// AuditFilter selects lines of the audit. Empty fields do not filter; the owner's
// tenant and realm are required.
type AuditFilter struct {
	Owner  Owner // an empty id: every user of the tenant's realm
	By     string
	Op     string
	Code   string
	Since  time.Time
	Until  time.Time
	Limit  int // at most 500
	Cursor string
}

// Ops is the batched, append-only log beside truth: receipts, audit, last use.
// Writing to it never fails a caller and never waits for the disk; what does not
// fit is counted.
type Ops interface {
	WriteReceipt(r Receipt)
	// AmendReceipt changes the capture part (and usage, parts) of a receipt
	// written before.
	AmendReceipt(owner Owner, id string, change func(*Receipt))
	WriteAudit(a Audit)
	// Receipt returns a receipt by id, or ErrNotFound. It sees what was
	// written before the call.
	Receipt(ctx context.Context, id string) (Receipt, error)
}

// Activity is one line of the live view of what memory does: codes and counts,
// never what was said.
type Activity struct {
	At      time.Time `json:"at"`
	Kind    string    `json:"kind"` // request, learnt, forget
	Tenant  string    `json:"tenant_id"`
	User    string    `json:"user_id"`
	Session string    `json:"session_id"`
	Status  string    `json:"status"`
	Reason  string    `json:"reason"`
	Count   int       `json:"count"` // records injected, learnt or forgotten
	Records []string  `json:"records,omitempty"`
	Tokens  int       `json:"tokens"` // of the block
	Capture string    `json:"capture"`
	Receipt string    `json:"receipt_id"`
	TookMS  float64   `json:"took_ms"`
}
