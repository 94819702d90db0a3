package flat

import (
	"bytes"
	"context"
	"testing"
	"time"

	"mneme/memory"
)

// stuck is an embedder that hangs until it is let go.
type stuck struct {
	spelling
	asked chan struct{}
	free  chan struct{}
}

func (s stuck) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	s.asked <- struct{}{}
	select {
	case <-s.free:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	return s.spelling.Embed(ctx, texts)
}

// TestAHangingChangeHoldsNobodyUp learns, forgets and drops while the vectors of
// a new embedder are waited for.
func TestAHangingChangeHoldsNobodyUp(t *testing.T) {
	l, b := newLedger(), blobs{}
	l.put(episode("a", "s", 1, "the parrot is called quokka"), episode("b", "s", 2, "the sister is called ibex"))
	x := open(t, l, b, spelling{name: "old", dims: 64})
	to := stuck{spelling{name: "new", dims: 32}, make(chan struct{}, 8), make(chan struct{})}
	if err := x.Change(to); err != nil {
		t.Fatal(err)
	}
	owner := l.records["a"].Owner
	done := make(chan error, 1)
	go func() { done <- x.Reembed(context.Background(), owner) }()
	<-to.asked
	soon, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	l.remove("a")
	if err := x.Refresh(soon, owner); err != nil {
		t.Fatal(err)
	}
	if found := ask(t, x, "what is the parrot called"); first(found) == "a" {
		t.Error("what was forgotten is found")
	}
	close(to.free)
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if found := ask(t, x, "what is the sister called"); first(found) != "b" {
		t.Errorf("found %v", found)
	}
	if len(b) != 1 || bytes.Contains(b[owner.Key()+"new"].blob, []byte("quokka")) || b[owner.Key()+"new"].revision != l.revision {
		t.Errorf("%d partitions are stored", len(b))
	}
}

// TestAStoredPartitionHoldsNothingForgotten forgets what somebody said, and looks
// for words and name in what is stored.
func TestAStoredPartitionHoldsNothingForgotten(t *testing.T) {
	l, b := newLedger(), blobs{}
	said := func(id, name, text string) memory.Record {
		r := episode(id, "s", 1, text)
		r.Event.Participants = []string{name}
		return r
	}
	l.put(said("a", "Quokkazephyr", "the parrot sings"), said("b", "Ibexlantern", "the sister sings"), said("c", "Caro", "nobody sings"))
	x := open(t, l, b, spelling{name: "old", dims: 64})
	ask(t, x, "who sings")
	l.remove("a")
	ask(t, x, "who sings")
	x.Store(context.Background())
	blob := b[l.records["b"].Owner.Key()+"old"].blob
	for word, stays := range map[string]bool{"Quokkazephyr": false, "parrot": false, "Ibexlantern": true, "Caro": true, "sister": true} {
		if bytes.Contains(blob, []byte(word)) != stays {
			t.Errorf("%s is stored: %v", word, !stays)
		}
	}
	again := open(t, l, b, spelling{name: "old", dims: 64})
	if found := ask(t, again, "what did Ibexlantern sing"); first(found) != "b" {
		t.Errorf("found %v", found)
	}
}
