package capture

import (
	"errors"
	"testing"

	"mneme/memory"
)

func TestARefusalIsForeseenUntilItIsOver(t *testing.T) {
	r := newRig(t)
	n := 0
	take := func(want State) {
		t.Helper()
		n++
		r.take(r.exchange("Noted.", "user: I like tea number "+string(rune('a'+n))+"."), want)
	}
	foresee := func(when string, want State) {
		t.Helper()
		if got := r.intake.Foresee(r.owner); got != want {
			t.Errorf("%s: %s, want %s", when, got, want)
		}
	}
	foresee("at first", Queued)
	take(Queued)
	for _, err := range []error{memory.ErrFull, errors.New("no space left on device")} {
		r.truth.appendErr = err
		take(Refused)
		foresee("refused", Refused)
		r.truth.appendErr = nil
		take(Queued)
		foresee("taken again", Queued)
	}
	r.truth.appendErr = memory.ErrFull
	take(Refused)
	r.learn()
	foresee("learnt since", Queued)
	take(Refused)
	foresee("refused again", Refused)
	r.now = r.now.Add(foreseeFor)
	foresee("long ago", Queued)
	full := true
	r.intake.parts.Room = func(owner memory.Owner) bool { return owner != r.owner || !full }
	foresee("no room", Refused)
	full = false
	foresee("room again", Queued)
}
