package memory

import (
	"log/slog"
	"time"
)

// Layer is one of the four kinds of memory (CoALA's division).
type Layer string

// The layers.
const (
	Working    Layer = "working"    // this session's state; never searched
	Episodic   Layer = "episodic"   // what happened, with its time
	Semantic   Layer = "semantic"   // what is true
	Procedural Layer = "procedural" // how to act
)

// Status says what a record is worth now. Forgotten records are gone and have
// none.
type Status string

// The statuses.
const (
	Current     Status = "current"     // believed now
	Observed    Status = "observed"    // waits in the observation pool for a second hearing
	Pending     Status = "pending"     // waits for a confirmation
	Superseded  Status = "superseded"  // replaced; kept as history
	Expired     Status = "expired"     // its time is over
	Archived    Status = "archived"    // out of the index until history is asked for
	Quarantined Status = "quarantined" // tries to steer the model; never injected
)

// Source says who vouches for a record. Its order, strongest first, is that of
// Authority.
type Source string

// The sources.
const (
	UserDirect       Source = "user_direct"
	OfficialDocument Source = "official_document"
	Verified         Source = "verified"
	Tool             Source = "tool"
	AIInference      Source = "ai_inference"
)

// Authority returns the weight of a source in arbitration, 0..1; an unknown
// source weighs nothing.
func (s Source) Authority() float64 {
	switch s {
	case Verified, OfficialDocument:
		return 1.0
	case UserDirect:
		return 0.9
	case Tool:
		return 0.6
	case AIInference:
		return 0.3
	}
	return 0
}

// Constraint says when and where a record holds.
type Constraint struct {
	ValidFrom  time.Time // in the world; zero: since ever
	ValidUntil time.Time // in the world; zero: no end
	Context    string    // "gift for an elder", "work", ""; one need shares one
	Project    string
}

// Event is what an episodic record adds.
type Event struct {
	Time         time.Time
	Type         string // from the catalogue of event types
	Participants []string
	Result       string
	Entities     []string
	Sentiment    string // "positive", "negative", "neutral" or ""
}

// Provenance is one place a record rests on.
type Provenance struct {
	SessionID string
	MessageID string
	Quote     string    // the words themselves, verbatim
	TraceID   string    // the capture trace with each stage's decision
	At        time.Time // when it was said; zero: not known, then the record's own time counts
}

// Cost is what a record's text costs in a prompt, in tokens, by tokenizer. It is
// counted when the record is written, so that the request path never tokenises.
type Cost struct {
	CL100K int
	O200K  int
}

// Record is one memory. A record is a value: who changes one makes a new
// revision and commits it. What a recall looks at for each of its candidates stands
// together at the front: a record lies in memory that is far away, and each further
// line of it is waited for.
type Record struct {
	Layer      Layer
	Kind       string // preference, identity, prohibition, plan, event, ...; see Predicates and EventTypes
	Source     Source
	Status     Status
	Tags       []string
	Weight     float64 // the evolving relation weight, 0..1; 0: none yet
	Confidence float64 // 0..1
	Seq        int     // place of the first source turn within its session, for neighbours
	Review     bool    // a state past its time that waits for a question
	Predicate  string
	Text       string // the sentence that is injected
	Sources    []Provenance
	Event      Event     // for episodic records
	Created    time.Time // recorded at: when we learnt it
	Constraint Constraint
	ID         string
	SessionID  string
	Called     []Naming // the names its entities had before, oldest first: how it was learnt
	Cost       Cost
	Owner      Owner
	Subject    string // "user" or the canonical id or name of an entity
	Object     string
	Count      int // how often it was heard or happened; at least 1
	AgentID    string
	Project    string
	Updated    time.Time
	LastUsed   time.Time // asked for, repeated or confirmed; being injected is no use
	Ended      time.Time // recorded at: when we stopped believing it; zero while we do
	ReplacedBy string    // the record that superseded this one
	DependsOn  []string  // records this one was concluded from
	Revision   int64     // the owner's revision that wrote this state
}

// LogValue keeps the words of a memory out of every log.
func (r Record) LogValue() slog.Value {
	return slog.GroupValue(
		slog.String("id", r.ID),
		slog.String("layer", string(r.Layer)),
		slog.String("status", string(r.Status)),
	)
}

// Waits reports whether the record waits for somebody's answer: it is not believed before its
// confirmation, or it is a state past its time (a conclusion is drawn anew instead). What is only
// unsure waits for a second hearing, not for an answer.
func (r *Record) Waits() bool {
	return r.Status == Pending || r.Status == Current && r.Review && !r.Tagged(TagReflection) || r.Status == Observed && r.Tagged(TagUnconfirmed)
}

// ValidAt reports whether the record is true in the world at t.
func (r *Record) ValidAt(t time.Time) bool {
	if !r.Constraint.ValidFrom.IsZero() && t.Before(r.Constraint.ValidFrom) {
		return false
	}
	return r.Constraint.ValidUntil.IsZero() || t.Before(r.Constraint.ValidUntil)
}

// KnownAt reports whether the record was believed at t: learnt by then and not
// yet given up.
func (r *Record) KnownAt(t time.Time) bool {
	return !r.Created.After(t) && (r.Ended.IsZero() || r.Ended.After(t)) && !r.yieldedAt(t)
}

// Change is one line of a record's history.
type Change struct {
	RecordID string    `json:"record_id"`
	At       time.Time `json:"at"`
	Op       string    `json:"op"`     // add, update, supersede, expire, confirm, reject, correct, merge, archive, ...
	By       string    `json:"by"`     // "capture", "user", "operator", "upkeep"
	Before   string    `json:"before"` // a short rendering of what changed; sealed like text
	After    string    `json:"after"`
	Reason   string    `json:"reason"` // a short code or sentence without content
	TraceID  string    `json:"trace_id,omitempty"`
}
