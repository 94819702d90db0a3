package memory

import (
	"context"
	"time"
)

// Index finds candidates in one owner's partition. It is derived from truth and answers only
// from a state of it that is current: where it cannot, it returns an error and the caller goes
// on without memory.
type Index interface {
	// Probe appends the partition's best candidates to found, best first. Candidates are
	// filtered before they are ranked: what the sieve refuses takes no place.
	Probe(ctx context.Context, p *Probe, found *Found) error
}

// Probe is one question to one partition.
type Probe struct {
	Owner    Owner
	Text     string    // the question
	Terms    []Term    // its terms, where they were read already; nil: they are read from it
	Context  []string  // what was said before it in the running request, turn by turn; weighs less, and is not kept
	Sieve    Sieve     // what may be a candidate at all
	From     time.Time // the time asked about; zero: any
	Until    time.Time
	Mix      *Mix      // never nil
	Limit    int       // candidates wanted
	Degraded bool      // keywords and graph only
	NoStore  bool      // nothing of it may be kept
	Revision *int64    // of the owner, where truth was just asked; nil: it is asked
	Question *Question // what was read off the text; never nil
	Members  []Term    // common members of a class that the question asks for
}

// Found is what a probe brought.
type Found struct {
	Candidates []Candidate
	Degraded   bool // vectors took no part
	Tally      Tally
	Refused    []Drop    // the best of what fits but may be no candidate, and why
	Words      []Weighed // of the question, those that any record holds, without the names of speakers; of several partitions, each one's
}

// Tally is an exact count of what a question asks the number of. What was taken from a message
// counts with the message, once.
type Tally struct {
	Of      string // what was counted, in the question's words
	Records int    // messages and facts that hold it and may be candidates
	Times   int    // how often that happened: the sum of their counts
}

// Candidate is a record that may answer, with what speaks for it. The record is shared and
// must not be changed.
type Candidate struct {
	Record  *Record
	Traits  Traits
	Themes  Themes
	Keyword float32 // share of the question's words, by weight, that it holds: 0..1 and a little above
	Vector  float32 // calibrated similarity, 0..1
	Graph   float32 // how strongly its entities tie it to those of the question, 0..1
	Help    float32 // what its neighbours and its session add
	Score   float32 // all of it, fused
	Exact   bool    // it holds a number or identifier of the question
	Speaker bool    // it was said by somebody the question names
	Timely  bool    // it happened in the time asked about
	Stale   bool    // an episode whose facts were all superseded
	Over    bool    // an episode of whose facts one was taken back
	By      string  // id of what took its place; empty: nothing did
	Task    float32 // share of the words of the running conversation that it holds, against the best
	Twin    int32   // the better candidate it resembles most, by place in Candidates; -1: none
	Like    float32 // how much it resembles it, 0..1
}

// Sieve says which records may be candidates. The zero sieve lets only what is believed and
// true now through.
type Sieve struct {
	Layers     []Layer   // empty: all but working
	Past       bool      // what is superseded, expired or archived may come too: history was asked for
	Confidence float64   // least confidence of a fact
	Project    string    // what is bound to another project is left out; empty: nothing is
	Now        time.Time // when the question is asked; validity is judged from here
	AsOf       time.Time // zero: what is believed now; else what was believed then
}

// Keep reports whether a record may be a candidate, and if not, why.
func (s *Sieve) Keep(r *Record) (ok bool, reason string) {
	if r.Layer == Working {
		return false, "layer"
	}
	if len(s.Layers) > 0 && !hasLayer(s.Layers, r.Layer) {
		return false, "layer"
	}
	if s.Project != "" && r.Constraint.Project != "" && r.Constraint.Project != s.Project {
		return false, "project"
	}
	if r.Layer != Episodic && r.Confidence < s.Confidence {
		return false, "confidence"
	}
	if !s.AsOf.IsZero() {
		return s.keepAsOf(r)
	}
	switch r.Status {
	case Current:
	case Superseded, Expired, Archived:
		if !s.Past {
			return false, string(r.Status)
		}
		return true, ""
	default:
		return false, string(r.Status)
	}
	if !s.Past && !r.Review && !r.ValidAt(s.Now) && !Overdue(r, s.Now) {
		return false, "validity"
	}
	return true, ""
}

// keepAsOf judges by what was believed then, whatever became of it later.
func (s *Sieve) keepAsOf(r *Record) (bool, string) {
	switch {
	case r.Status == Observed || r.Status == Pending || r.Status == Quarantined:
		return false, string(r.Status)
	case !r.KnownAt(s.AsOf):
		return false, "as-of"
	case !s.Past && !r.ValidAt(s.AsOf) && !Overdue(r, s.AsOf):
		return false, "validity"
	}
	return true, ""
}

func hasLayer(layers []Layer, layer Layer) bool {
	for _, l := range layers {
		if l == layer {
			return true
		}
	}
	return false
}
