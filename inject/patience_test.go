package inject

import (
	"context"
	"errors"
	"testing"
	"time"

	"mneme/memory"
)

// ready is a recaller that waits for nothing, or says so.
type ready struct {
	warm   bool
	recall func(ctx context.Context) (memory.Result, error)
}

func (r *ready) Warm(context.Context, *memory.Query) bool { return r.warm }

func (r *ready) Recall(ctx context.Context, _ memory.Query) (memory.Result, error) {
	return r.recall(ctx)
}

func TestWhatMayWaitIsLeftBehindAtTheDeadline(t *testing.T) {
	over := make(chan struct{})
	defer close(over)
	in := New(DefaultOptions(), Parts{Recaller: &ready{recall: func(context.Context) (memory.Result, error) {
		<-over // hangs, and does not look at its context
		return memory.Result{}, nil
	}}})
	if _, fault := in.await(t.Context(), memory.Query{}, time.Millisecond); !errors.Is(fault, context.DeadlineExceeded) {
		t.Errorf("fault is %v", fault)
	}
}

func TestWhatWaitsForNothingIsAskedInPlace(t *testing.T) {
	var asked context.Context
	in := New(DefaultOptions(), Parts{Recaller: &ready{warm: true, recall: func(ctx context.Context) (memory.Result, error) {
		asked = ctx
		return memory.Result{Reason: "floor"}, ctx.Err()
	}}})
	a, fault := in.await(t.Context(), memory.Query{}, time.Minute)
	if fault != nil || a.err != nil || a.result.Reason != "floor" {
		t.Errorf("answer is %+v, fault %v", a, fault)
	}
	if p, ok := asked.(*patience); !ok || p.waiting != nil {
		t.Error("a timer was set though nobody waited")
	}
	broken := New(DefaultOptions(), Parts{Recaller: &ready{warm: true, recall: func(context.Context) (memory.Result, error) { panic("broken") }}})
	if a, _ := broken.await(t.Context(), memory.Query{}, time.Minute); !errors.Is(a.err, errPanic) {
		t.Errorf("a panic gave %v", a.err)
	}
	if broken.running.Load() != -1 { // recall counts it up
		t.Errorf("%d recalls are under way", broken.running.Load())
	}
}

func TestPatienceEndsLikeADeadline(t *testing.T) {
	p := patience{Context: t.Context(), until: time.Now().Add(time.Hour)}
	if p.Err() != nil {
		t.Error("it ended at once")
	}
	p.release()

	over := patience{Context: t.Context(), until: time.Now().Add(-time.Second)}
	if !errors.Is(over.Err(), context.DeadlineExceeded) {
		t.Errorf("after its time: %v", over.Err())
	}
	select {
	case <-over.Done():
	default:
		t.Error("who waits is not told")
	}
	over.release()

	parent, cancel := context.WithCancel(t.Context())
	left := patience{Context: parent, until: time.Now().Add(time.Hour)}
	done := left.Done()
	cancel()
	<-done
	if !errors.Is(left.Err(), context.Canceled) {
		t.Errorf("with its parent: %v", left.Err())
	}
	left.release()
	if until, ok := left.Deadline(); !ok || until != left.until {
		t.Errorf("deadline is %v", until)
	}
}
