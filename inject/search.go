package inject

import (
	"time"

	"mneme/memory"
	"mneme/policy"
)

// Search is a question asked through the admin API or the command line. It goes
// the way of a request, and its answer is what the proxy would inject.
type Search struct {
	Ruling  policy.Ruling // whose memory; its budget and top-k are not limits here
	Query   string        // empty: the last user turn
	Turns   []memory.Turn // the running conversation
	Session string
	TopK    int // 0: the tenant's
	Budget  int // tokens of the block; 0: the tenant's
	Layers  []memory.Layer
	AsOf    time.Time
	Explain bool
}

// Found is the answer to a Search.
type Found struct {
	Hits     []memory.Hit
	Costs    []int // tokens of each hit's line, in the order of Hits
	Dropped  []memory.Drop
	Block    string
	Tokens   int // of the whole block
	Took     time.Duration
	Degraded bool
	Reason   string
}
