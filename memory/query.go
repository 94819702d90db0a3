package memory

import (
	"context"
	"time"
)

// Query is one question to memory.
type Query struct {
	Owners   []Owner // partitions that may be read; chosen before anything is ranked
	Text     string  // the last user turn
	Turns    []Turn  // the running conversation before it, oldest first
	Session  string
	Project  string
	Agent    string
	Now      time.Time
	AsOf     time.Time      // zero: what is believed now
	Zone     *time.Location // of the user; nil: UTC
	Layers   []Layer        // empty: what the intent opens
	Limit    int            // hits wanted before packing
	Floor    float64        // 0..1; negative: the tuned one
	Weights  map[string]float64
	Names    *Dictionary // of the tenant; nil: none
	Degraded bool        // keywords and graph only
	NoStore  bool        // nothing of this question may be kept, not in a cache either

	Revisions []int64 // of the owners, in their order, where truth was just asked; nil: it is asked
}

// Route is a way by which a record was found.
type Route string

// The routes.
const (
	Keyword Route = "keyword"
	Vector  Route = "vector"
	Graph   Route = "graph"
)

// Scores are the parts of a rank, each 0..1.
type Scores struct {
	Similarity float64 `json:"similarity"`
	Recency    float64 `json:"recency"`
	Task       float64 `json:"task"`
	Source     float64 `json:"source"`
}

// Hit is a record that answers a query. The record is shared and must not be
// changed.
type Hit struct {
	Record *Record
	Score  float64 // 0..1
	Scores Scores
	Routes []Route // shared too
	Force  bool    // is in force whatever is asked, as a wish about answers or a harm to be kept from: it is taken before what answers
	Over   bool    // an episode, a part of which was taken back since
	By     string  // id of what took the place of that part; empty: nothing did
	Aside  bool    // is heeded whatever is asked; it stands behind what answers, which must not crowd it out
}

// Drop is a candidate that was not used, and why: floor, diversity, budget,
// top-k, confidence, context, ...
type Drop struct {
	ID     string
	Reason string
	Score  float64
}

// Result is the answer to a query, best hit first. Its lists may be shared with other answers
// and must not be changed.
type Result struct {
	Hits     []Hit
	Dropped  []Drop
	Intent   string // label of the closed catalogue
	Tally    Tally  // exact, where the question asks for a number; else zero
	Degraded bool
	Reason   string // why there are no hits: trivial, nothing, floor, ...
}

// Recaller finds what is known.
type Recaller interface {
	Recall(ctx context.Context, q Query) (Result, error)
}
