package capture

import (
	"time"

	"mneme/memory"
	"mneme/proxy/wire"
)

// refusal is the last time the journal took nothing.
type refusal struct {
	at     time.Time
	learnt int64 // entries that the learner was done with by then
}

// foreseeFor is how long a refusal stands for the next ones where nothing shows that it is
// over.
const foreseeFor = time.Minute

// Foresee says what will become of an owner's exchange that may be kept, before its answer
// has begun: Queued, or Refused while the journal is full or takes nothing. That a disk takes
// nothing shows with the first exchange that it refuses; the last word is each one's receipt.
// Every exchange is tried all the same.
func (in *Intake) Foresee(owner memory.Owner) State {
	if in.parts.Room != nil && !in.parts.Room(owner) {
		return Refused
	}
	last := in.refused.Load()
	if last == nil || in.parts.Clock().Sub(last.at) >= foreseeFor || in.done() != last.learnt {
		return Queued
	}
	return Refused
}

// Human reports whether a person speaks in a request's new turns. From a program's own call, for a
// title, a summary or a sub-task, nothing is learnt.
func (in *Intake) Human(req *wire.Request) bool {
	return look(req, in.clean, func(string) string { return "" }).human && !Errand(req)
}

// refuse notes that the journal took nothing.
func (in *Intake) refuse() {
	in.refused.Store(&refusal{at: in.parts.Clock(), learnt: in.done()})
}

// accepted notes that it took something.
func (in *Intake) accepted() {
	if in.refused.Load() != nil {
		in.refused.Store(nil)
	}
}

// done counts what the learner is done with. Where that goes on, there is room again and
// the disk takes what it is given.
func (in *Intake) done() int64 {
	if in.parts.Learner == nil {
		return 0
	}
	return in.parts.Learner.Stats.Learnt.Load() + in.parts.Learner.Stats.Nothing.Load()
}
