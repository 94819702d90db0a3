package inject

import (
	"slices"
	"time"

	"mneme/memory"
)

// Report says what was done for one request. It goes into the response headers
// (codes and counts only) and into the receipt (ids and scores).
type Report struct {
	Body    []byte        // what to forward: the client's own bytes, without fields of ours
	At      int           // where in them Insert goes
	Insert  []byte        // the block, as it stands in JSON; nil: nothing is put in
	Status  string        // injected, empty, off, no-identity, skipped, degraded
	Reason  string        // short code
	Session string        // the session the request belongs to, derived when none was named
	Hits    []memory.Hit  // what is in the block
	Asked   []memory.Hit  // of them, what the user asked for
	Dropped []memory.Drop // what is not, and why
	Costs   []int         // tokens of each hit's line, in the order of Hits
	Tokens  int           // of the whole block
	Working int           // of them, tokens of working memory, which has a budget of its own
	Shadow  bool          // the block was made and recorded, and not put in
	Took    time.Duration
	Sticky  bool // the block of the same turn was repeated
	Failed  bool // memory could not be used; with Require this refuses the request

	conversation *conversation // nil: nobody has to recognise it

	// For Keep.
	block   block
	turn    uint64       // names the user turn
	owner   memory.Owner // zero: there is nothing to keep
	at      time.Time
	forgets int64 // how many there had been when memory was asked
}

// Whole returns the body with the block in its place.
func (r *Report) Whole() []byte {
	if r.Insert == nil {
		return r.Body
	}
	return slices.Concat(r.Body[:r.At], r.Insert, r.Body[r.At:])
}
