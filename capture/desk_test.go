package capture

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"mneme/memory"
)

func newDesk(t *testing.T) (*Desk, *rig) {
	t.Helper()
	r := newRig(t)
	d, err := NewDesk(DeskParts{
		Ledger: r.truth, Redactor: masker{}, Learner: r.learner, Clock: func() time.Time { return r.now },
		Learnt: r.learner.parts.Learnt,
	})
	if err != nil {
		t.Fatal(err)
	}
	return d, r
}

func (r *rig) home(object string) memory.Record {
	return memory.Record{Owner: r.owner, Layer: memory.Semantic, Text: "lives in " + object, Predicate: "home", Object: object}
}

func TestARecordByHandMeetsWhatIsBelieved(t *testing.T) {
	d, r := newDesk(t)
	ctx := context.Background()
	r.take(r.exchange("Noted.", "user: I live in Rome."), Queued)
	r.learn()
	r.now = r.now.Add(time.Hour)
	added, err := d.Add(ctx, r.home("Paris"), "operator")
	if err != nil || added.Status != memory.Current || added.Source != memory.UserDirect || added.Confidence == 0 {
		t.Fatalf("%+v, %v", added, err)
	}
	r.want("facts", r.facts(), "lives in Paris")
	again, err := d.Add(ctx, r.home("Paris"), "operator")
	if err != nil || again.ID != added.ID || again.Count != 2 {
		t.Errorf("again: %+v, %v", again, err)
	}
	// The learner goes on from there, not from what it held.
	r.now = r.now.Add(time.Hour)
	r.take(r.exchange("Fine.", "user: I live in Oslo."), Queued)
	r.learn()
	r.want("facts", r.facts(), "home Oslo")
	if len(r.told) != 4 {
		t.Errorf("the index was told %d times, want 4", len(r.told))
	}
}

func TestARecordByHandIsMasked(t *testing.T) {
	d, r := newDesk(t)
	added, err := d.Add(context.Background(), r.home("13800138000 Elm Street"), "user")
	if err != nil || added.Text != "lives in [number] Elm Street" || added.Object != "[number] Elm Street" {
		t.Errorf("%+v, %v", added, err)
	}
}

func TestEditingKeepsHistory(t *testing.T) {
	d, r := newDesk(t)
	ctx := context.Background()
	added, _ := d.Add(ctx, r.home("Rome"), "user")
	object := "Lyon"
	edited, err := d.Edit(ctx, r.owner, added.ID, Edit{Object: &object}, "user")
	if err != nil || edited.Text != "lives in Lyon" || edited.Object != "Lyon" {
		t.Fatalf("%+v, %v", edited, err)
	}
	last := r.truth.history[len(r.truth.history)-1]
	if last.Op != "correct" || last.By != "user" || last.Before != "lives in Rome (current)" || last.After != "lives in Lyon (current)" {
		t.Errorf("history: %+v", last)
	}
	if _, err := d.Edit(ctx, memory.UserOwner("acme", "default", "somebody"), added.ID, Edit{Object: &object}, "user"); !errors.Is(err, memory.ErrNotFound) {
		t.Errorf("another's record: %v", err)
	}
}

func TestConfirmingAndRejecting(t *testing.T) {
	d, r := newDesk(t)
	ctx := context.Background()
	if _, err := d.Add(ctx, r.home("Rome"), "user"); err != nil {
		t.Fatal(err)
	}
	r.now = r.now.Add(time.Hour)
	waiting := r.home("Paris")
	waiting.Status, waiting.Source, waiting.Confidence = memory.Pending, memory.AIInference, 0.5
	pending, err := d.Add(ctx, waiting, "capture")
	if err != nil || pending.Status != memory.Pending {
		t.Fatalf("%+v, %v", pending, err)
	}
	r.want("before", r.facts(), "lives in Rome")
	yes, err := d.Confirm(ctx, r.owner, pending.ID, true, "user")
	if err != nil || yes.ID != pending.ID || yes.Status != memory.Current {
		t.Fatalf("%+v, %v", yes, err)
	}
	r.want("accepted", r.facts(), "lives in Paris")
	no, err := d.Confirm(ctx, r.owner, pending.ID, false, "user")
	if err != nil || no.Status != memory.Expired || no.Ended.IsZero() {
		t.Fatalf("%+v, %v", no, err)
	}
	r.want("rejected", r.facts())
}

// TestADeskKeepsUpWithTruth writes through two desks, of which only one keeps beliefs at hand:
// each meets what the other wrote.
func TestADeskKeepsUpWithTruth(t *testing.T) {
	near, r := newDesk(t)
	far, err := NewDesk(DeskParts{Ledger: r.truth, Redactor: masker{}, Clock: func() time.Time { return r.now }})
	if err != nil {
		t.Fatal(err)
	}
	owner := memory.UserOwner("acme", "default", "ann")
	for i, d := range []*Desk{near, near, far, near, far, far, near} {
		r.now = r.now.Add(time.Minute)
		home := fmt.Sprint("Town ", i)
		if _, err := d.Add(t.Context(), memory.Record{Owner: owner, Layer: memory.Semantic, Predicate: "home", Object: home, Text: "lives in " + home}, "operator"); err != nil {
			t.Fatal(err)
		}
		current := 0
		for _, f := range r.truth.all(owner, memory.Semantic) {
			if f.Status == memory.Current {
				current++
				if f.Object != home {
					t.Errorf("after %q the home is %q", home, f.Object)
				}
			}
		}
		if current != 1 {
			t.Errorf("after %q there are %d homes", home, current)
		}
	}
}

// TestAHandThatIsOvertakenBeginsAgain has others get ahead of a write as often as it takes:
// only the caller's own time ends it.
func TestAHandThatIsOvertakenBeginsAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, r := newDesk(t)
		r.truth.stale = 25
		added, err := d.Add(t.Context(), r.home("Rome"), "user")
		if err != nil || added.Object != "Rome" {
			t.Fatalf("%+v, %v", added, err)
		}
		r.truth.stale = 25
		if _, err := d.Merge(t.Context(), r.owner, "Roma", "Rome", "user"); err != nil {
			t.Errorf("merge: %v", err)
		}
		r.truth.stale = 1 << 30
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		began := time.Now()
		if _, err := d.Add(ctx, r.home("Oslo"), "user"); !errors.Is(err, context.DeadlineExceeded) || time.Since(began) != time.Second {
			t.Errorf("within a second: %v after %v", err, time.Since(began))
		}
		began = time.Now()
		if _, err := d.Add(t.Context(), r.home("Oslo"), "user"); !errors.Is(err, memory.ErrStale) || time.Since(began) > time.Minute {
			t.Errorf("without a time: %v after %v", err, time.Since(began))
		}
	})
}

// slowTruth takes its time to commit, as a disk does.
type slowTruth struct {
	*truth
	tries *atomic.Int64
}

func (f slowTruth) Commit(ctx context.Context, c memory.Commit) (memory.Committed, error) {
	f.tries.Add(1)
	time.Sleep(time.Millisecond)
	return f.truth.Commit(ctx, c)
}

// TestManyHandsAtOneMemoryWaitForEachOther writes to one owner's memory through two desks of
// one process while a learner does so too, on a disk that is slower than reading: whoever
// only tried again would be overtaken for ever.
func TestManyHandsAtOneMemoryWaitForEachOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pens, tries := &memory.Pens{}, &atomic.Int64{}
		r := newRig(t, func(_ *Options, _ *IntakeParts, out *LearnerParts) {
			out.Ledger, out.Pens = slowTruth{out.Ledger.(*truth), tries}, pens
			out.Learnt = nil
		})
		var desks [2]*Desk
		for i := range desks {
			d, err := NewDesk(DeskParts{Ledger: slowTruth{r.truth, tries}, Redactor: masker{}, Learner: r.learner, Pens: pens, Clock: r.learner.parts.Clock})
			if err != nil {
				t.Fatal(err)
			}
			desks[i] = d
		}
		const hands = 32
		var wg sync.WaitGroup
		for i := range hands {
			wg.Go(func() {
				one := memory.Record{Owner: r.owner, Layer: memory.Semantic, Text: fmt.Sprintf("owns tool %d", i), Predicate: "statement", Object: fmt.Sprint("tool ", i)}
				if _, err := desks[i%2].Add(t.Context(), one, "operator"); err != nil {
					t.Errorf("tool %d: %v", i, err)
				}
			})
		}
		for _, home := range []string{"Rome", "Paris", "Oslo", "Lyon"} {
			r.take(r.exchange("Noted.", "user: I live in "+home+"."), Queued)
			r.learn()
		}
		wg.Wait()
		if got := len(r.facts()); got != hands+1 {
			t.Errorf("%d facts, want %d", got, hands+1)
		}
		if n := tries.Load(); n != hands+4 {
			t.Errorf("%d commits were tried for %d writes", n, hands+4)
		}
	})
}
