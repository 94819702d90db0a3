package flat

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"mneme/memory"
)

// moody is an embedder that fails or hangs when it is told to.
type moody struct {
	spelling
	fails, hangs *bool
}

func (m moody) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	if *m.hangs {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	if *m.fails {
		return nil, errors.New("the endpoint is down")
	}
	return m.spelling.Embed(ctx, texts)
}

// TestWhatIsLearntWhileTheEmbedderIsDownIsFoundByItsWords: new records do not take the old ones
// away, a deadline is not waited out, and when the embedder is back all have their vectors.
func TestWhatIsLearntWhileTheEmbedderIsDownIsFoundByItsWords(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		fails, hangs := false, false
		l := newLedger()
		l.put(episode("a", "s", 1, "the parrot is called quokka"))
		x := open(t, l, nil, moody{spelling{name: "far", dims: 64}, &fails, &hangs})
		probe := func(text string) (ids []string, degraded bool) {
			t.Helper()
			mix := memory.DefaultMix()
			ctx, cancel := context.WithTimeout(t.Context(), 90*time.Millisecond)
			defer cancel()
			var found memory.Found
			if err := x.Probe(ctx, &memory.Probe{Owner: owner, Text: text, Mix: &mix, Limit: 5, Question: new(memory.Question), Sieve: memory.Sieve{Now: time.Now()}}, &found); err != nil {
				t.Fatalf("%q: %v", text, err)
			}
			if ctx.Err() != nil {
				t.Errorf("%q: the deadline was waited out", text)
			}
			for _, c := range found.Candidates {
				ids = append(ids, c.Record.ID)
			}
			return ids, found.Degraded
		}
		want := func(text, id string, degraded bool) {
			t.Helper()
			if ids, is := probe(text); !slices.Contains(ids, id) || is != degraded {
				t.Errorf("%q: found %v, degraded %v", text, ids, is)
			}
		}
		want("parrot", "a", false)
		for i, mood := range []*bool{&fails, &hangs} {
			*mood = true
			id := []string{"b", "c"}[i]
			l.put(episode(id, "s", 2+i, []string{"the sister is called ibex", "the boat is called narwhal"}[i]))
			want("parrot", "a", true)
			want([]string{"sister", "boat"}[i], id, true)
			l.remove(id)
			if ids, _ := probe([]string{"sister", "boat"}[i]); slices.Contains(ids, id) {
				t.Errorf("what was forgotten meanwhile is found: %v", ids)
			}
			*mood = false
			time.Sleep(lameLife)
			want("parrot", "a", false)
		}
		hangs = true
		l.put(episode("e", "s", 8, "the cousin is called marten"))
		background, stop := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() { done <- x.Refresh(background, owner) }() // holds the lock, and waits without end
		synctest.Wait()
		want("cousin", "e", true)
		want("parrot", "a", true)
		stop()
		if err := <-done; err != nil {
			t.Errorf("a refresh that was given up: %v", err)
		}
		hangs = false
		time.Sleep(lameLife)
		want("cousin", "e", false)
		fails = true
		l.put(episode("d", "s", 9, "the brother is called wombat"))
		want("brother", "d", true)
		fails = false
		time.Sleep(lameLife)
		want("brother", "d", false)
		s, err := x.current(t.Context(), owner, nil)
		if err != nil || s.ready() != 0 {
			t.Fatalf("slot %d answers: %v", s.ready(), err)
		}
		for at, r := range s.records {
			if r == nil {
				continue
			}
			from, _ := s.bounds(1)
			seg, row := s.segments[0], at
			if at >= from {
				seg, row = s.segments[1], at-from
			}
			if seg.vectors[0].scales[row] == 0 {
				t.Errorf("%s has no vector", r.ID)
			}
		}
	})
}
