package memory

import (
	"slices"
	"time"
)

// Op is what Reconcile decided about one record.
type Op string

// The decisions. Each but OpIgnore carries the record's new state.
const (
	OpAdd        Op = "add"        // a new record, current
	OpRefresh    Op = "refresh"    // known already: heard or asked for once more
	OpConfirm    Op = "confirm"    // heard often enough, or said outright: current from now on
	OpSupersede  Op = "supersede"  // an older record gives way
	OpAppend     Op = "append"     // one more entry of a timeline
	OpHistory    Op = "history"    // a new record that was true once
	OpObserve    Op = "observe"    // a new record waits in the observation pool
	OpPend       Op = "pend"       // a new record waits for a confirmation
	OpRetract    Op = "retract"    // an older record holds no longer
	OpWeaken     Op = "weaken"     // contradicting behaviour lowers confidence
	OpRecheck    Op = "recheck"    // a record that depended on one that gave way
	OpVerdict    Op = "verdict"    // what became of a promise, a plan or an advice
	OpQuarantine Op = "quarantine" // tries to steer: kept apart, never believed
	OpIgnore     Op = "ignore"     // nothing is written
)

// Decision is one line of a plan. New tells that the record was not known before.
// Change is its line of history, empty for OpIgnore but for the reason.
type Decision struct {
	Op     Op
	Record Record
	New    bool
	Change Change
}

// Bounds of judgement.
const (
	SureConfidence = 0.6              // below it a draft waits in the observation pool
	SameSimilarity = 0.9              // from it on two texts say the same, unless they Differ
	HeardTwice     = 2                // hearings after which an observed record is believed
	SameEvent      = 10 * time.Minute // events of one kind within it are one, with a count
	BanWeight      = 0.99             // of a prohibition its user confirmed or said himself
	confidenceTie  = 0.1              // confidences this close do not decide
	behaviourLoss  = 0.8              // what contradicting behaviour leaves of confidence
)

// Rules are what Reconcile goes by.
type Rules struct {
	Catalogue     Catalogue
	Confirmations string    // off, inferred, all; empty: inferred
	Now           time.Time // when it was said: the clock for traffic, the message's time for imports
	// Similar returns the calibrated similarity, 0..1, of two texts; nil: only
	// equal objects are the same.
	Similar func(a, b string) float64
}

// Reconcile decides what one draft does to what is known of its owner. The
// draft's record needs its id, owner and provenance; known holds every record
// that may meet it, of any status, in any order. It is pure: the caller commits
// the decisions, or applies them with Apply and goes on to the next draft.
func Reconcile(known []Record, d Draft, rules Rules) []Decision {
	j := judge{known: known, draft: d, rules: rules, bounds: rules.Catalogue.bounds.Or()}
	j.record = j.prepare(d.Record)
	j.plain = plain(d.Record.Object)
	switch {
	case d.Steers:
		j.record.Status, j.record.Kind, j.record.Weight = Quarantined, KindRule, 0
		return j.add(OpQuarantine, "steers")
	case j.replayed():
		return j.ignore("replay")
	case d.Act == Ask:
		return j.asked()
	case d.Act == Verdict || d.Act == Withdraw:
		return j.verdict()
	case d.Act == Retract:
		return j.retract()
	case j.record.Predicate == Everything:
		return j.ignore("an-end") // that somebody died is what happened, and ends what was true of him
	case j.record.Layer == Episodic:
		return j.event()
	}
	return j.fact()
}

// Apply returns records as they are after the decisions: what is new at the end,
// what changed in its place.
func Apply(records []Record, decisions []Decision) []Record {
	out := slices.Clone(records)
	for _, d := range decisions {
		if d.Op == OpIgnore {
			continue
		}
		if i := slices.IndexFunc(out, func(r Record) bool { return r.ID == d.Record.ID }); i >= 0 {
			out[i] = d.Record
		} else {
			out = append(out, d.Record)
		}
	}
	return out
}

// judge holds one draft while it is judged.
type judge struct {
	known  []Record
	draft  Draft
	record Record
	plain  string // the canonical form of its object
	rules  Rules
	bounds Bounds
	out    []Decision
}

// prepare fills in what the catalogue and the clock say of a new record.
func (j *judge) prepare(r Record) Record {
	if r.Layer == Semantic {
		if p, ok := j.rules.Catalogue.Find(r.Predicate); ok || r.Kind == "" {
			r.Kind = p.Kind
		}
	}
	if j.draft.Temporary && r.Layer == Semantic && r.Kind != KindPlan {
		r.Kind = KindTemporary
	}
	if r.Created.IsZero() {
		r.Created = j.rules.Now
	}
	if r.Updated.IsZero() {
		r.Updated = r.Created
	}
	if r.LastUsed.IsZero() {
		r.LastUsed = r.Created
	}
	r.Count = max(r.Count, 1)
	r.Status = Current
	if j.draft.Explicit {
		r.Tags = withTag(r.Tags, TagConfirmed)
	}
	if r.Kind == KindProhibition && (r.Source == UserDirect || r.Source == OfficialDocument) && r.Confidence >= SureConfidence {
		r.Weight = BanWeight
	}
	if !j.draft.Ends || r.Constraint.ValidUntil.IsZero() {
		r.Constraint.ValidUntil = j.bounds.ValidUntil(r, j.rules.Now)
	}
	return r
}

// replayed reports whether the very same words of the same message taught the
// same thing before.
func (j *judge) replayed() bool {
	for i := range j.known {
		k := &j.known[i]
		if k.Subject != j.record.Subject || k.Predicate != j.record.Predicate || k.Event.Type != j.record.Event.Type {
			continue
		}
		for _, s := range k.Sources {
			for _, own := range j.record.Sources {
				same := s.MessageID != "" && s.MessageID == own.MessageID && s.SessionID == own.SessionID && s.Quote == own.Quote
				if same && plain(k.Object) == j.plain {
					return true
				}
			}
		}
	}
	return false
}

// add appends the decision to keep the draft's record.
func (j *judge) add(op Op, reason string) []Decision {
	j.out = append(j.out, Decision{Op: op, Record: j.record, New: true, Change: j.change(op, j.record.ID, "", j.record.Text, reason)})
	return j.out
}

// alter appends a decision about a known record.
func (j *judge) alter(op Op, before, after Record, reason string) {
	after.Updated = j.rules.Now
	j.out = append(j.out, Decision{Op: op, Record: after, Change: j.change(op, before.ID, rendering(before), rendering(after), reason)})
}

func (j *judge) ignore(reason string) []Decision {
	j.out = append(j.out, Decision{Op: OpIgnore, Record: j.record, Change: Change{Reason: reason}})
	return j.out
}

func (j *judge) change(op Op, id, before, after, reason string) Change {
	trace := ""
	if len(j.record.Sources) > 0 {
		trace = j.record.Sources[0].TraceID
	}
	return Change{RecordID: id, At: j.rules.Now, Op: string(op), By: "capture", Before: before, After: after, Reason: reason, TraceID: trace}
}

// rendering is a record's line in its history.
func rendering(r Record) string {
	if r.Event.Result != "" && r.Layer == Episodic {
		return r.Text + " (" + r.Event.Result + ")"
	}
	return r.Text + " (" + string(r.Status) + ")"
}

func withTag(tags []string, tag string) []string {
	if slices.Contains(tags, tag) {
		return tags
	}
	return append(slices.Clone(tags), tag)
}

// alive reports whether a record is still in play.
func alive(r *Record) bool {
	return r.Status == Current || r.Status == Observed || r.Status == Pending
}
