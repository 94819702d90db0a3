package memory

import "log/slog"

// Act is what a speaker does with a fact.
type Act string

// The acts.
const (
	Assert   Act = "assert"   // says that it is so
	Correct  Act = "correct"  // says that what was believed before was wrong
	Retract  Act = "retract"  // says that it holds no longer; nothing takes its place
	Ask      Act = "ask"      // asks about it: no evidence, but interest
	Verdict  Act = "verdict"  // judges what was recommended, promised or decided
	Withdraw Act = "withdraw" // takes back a promise, a plan, a recommendation
)

// Draft is one thing an extractor proposes to remember. Reconcile decides what
// becomes of it.
type Draft struct {
	// Record is the proposal: layer, kind, text, subject, predicate, object,
	// constraint, confidence, source, event and tags. Id, owner, session and the
	// times of recording are the caller's to fill in before Reconcile.
	Record Record
	// Quote is the evidence: a verbatim part of the turn's text.
	Quote string
	// Turn is the index of the turn within the extractor's input.
	Turn int
	Act  Act
	// Replaces is the older object the speaker named himself: "not Friday but
	// Monday", "used to live in Rome".
	Replaces string
	// Target is the id of a known record the act is about, where the extractor
	// found it; empty: Reconcile looks for it.
	Target    string
	Negated   bool // the fact itself is a negation
	Explicit  bool // "remember this": kept at once, past the observation pool
	Ends      bool // the end of its validity was given by hand, and stands
	Temporary bool // true only for a few days, whatever its predicate says
	Steers    bool // tries to steer the model: quarantined, never believed
}

// LogValue keeps the words of a draft out of every log.
func (d Draft) LogValue() slog.Value {
	return slog.GroupValue(
		slog.String("act", string(d.Act)),
		slog.String("layer", string(d.Record.Layer)),
		slog.Int("turn", d.Turn),
	)
}
