package capture

import (
	"log/slog"
	"time"

	"mneme/policy"
	"mneme/proxy/wire"
)

// Exchange is one finished request and answer, in copies that capture owns.
type Exchange struct {
	Ruling    policy.Ruling
	Session   string // the session the request was found to belong to
	ReceiptID string
	Request   *wire.Request // the client's own view, without our block
	Reply     wire.Reply    // what was assembled from the relayed answer
	Recalled  []string      // ids of the records that were injected
	Heeded    *Heeded       // what Heed returned for the request; nil: it was not asked
	At        time.Time
}

// LogValue keeps what was said out of every log.
func (e Exchange) LogValue() slog.Value {
	return slog.GroupValue(slog.String("receipt", e.ReceiptID), slog.Bool("complete", e.Reply.Complete))
}

// State is what capture says of an exchange at the end of the response.
type State string

// The states, as the header and the receipt show them.
const (
	Queued     State = "queued"     // journaled durably; it will be learnt
	CaptureOff State = "off"        // the ruling does not allow writing
	NotStored  State = "not-stored" // the user said so
	Refused    State = "refused"    // no room or no time; nothing was kept
)

// What becomes of a queued exchange; receipts show it.
const (
	StateLearnt  = "learnt"  // records were added or changed
	StateNothing = "nothing" // there was nothing in it to keep
	StateDead    = "dead"    // it failed too often; replayable by hand
)
