package cache

import (
	"context"
	"errors"
	"reflect"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"mneme/memory"
)

// counted is an embedder, a recaller and a source of revisions that counts.
type counted struct {
	mu        sync.Mutex
	embedded  []string
	asked     int
	revision  map[memory.Owner]int64
	result    memory.Result
	err       error
	whenAsked func()
}

func (c *counted) ID() string                  { return "counted" }
func (c *counted) Dims() int                   { return 2 }
func (c *counted) Calibrate(x float64) float64 { return x / 2 }

func (c *counted) Embed(_ context.Context, texts []string) ([][]float32, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err != nil {
		return nil, c.err
	}
	var out [][]float32
	for _, text := range texts {
		c.embedded = append(c.embedded, text)
		out = append(out, []float32{float32(len(text)), 1})
	}
	return out, nil
}

func (c *counted) Recall(context.Context, memory.Query) (memory.Result, error) {
	if c.whenAsked != nil {
		c.whenAsked()
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.asked++
	return c.result, c.err
}

func (c *counted) Revision(_ context.Context, owner memory.Owner) (int64, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.revision[owner], nil
}

// sizes are those that every test passes with: off and on.
func sizes() []int { return []int{0, 1 << 20} }

func TestVectorsAreTheEmbedders(t *testing.T) {
	for _, size := range sizes() {
		inner := &counted{}
		e, err := NewEmbedder(inner, size)
		if err != nil {
			t.Fatal(err)
		}
		defer e.Close()
		if e.ID() != "counted" || e.Dims() != 2 || e.Calibrate(1) != 0.5 {
			t.Error("it does not pass for the embedder it stands in front of")
		}
		ask := func(texts ...string) {
			t.Helper()
			vectors, err := e.Embed(t.Context(), texts)
			if err != nil {
				t.Fatal(err)
			}
			for i, text := range texts {
				if want := []float32{float32(len(text)), 1}; !reflect.DeepEqual(vectors[i], want) {
					t.Errorf("vector of %q is %v, want %v", text, vectors[i], want)
				}
				vectors[i][0] = -1 // it belongs to the caller
			}
		}
		ask("a", "花生")
		if size > 0 {
			e.vectors.values.Wait()
		}
		ask("ccc", "花生", "a", "")
		ask("a")
		if n, want := len(inner.embedded), map[bool]int{true: 4, false: 7}[size > 0]; n != want {
			t.Errorf("size %d: embedded %q, want %d texts", size, inner.embedded, want)
		}
		e.Drop()
		ask("a")
		if size > 0 && inner.embedded[len(inner.embedded)-1] != "a" {
			t.Error("a dropped vector was given")
		}
		inner.err = errors.New("gone")
		if _, err := e.Embed(t.Context(), []string{"new"}); !errors.Is(err, inner.err) {
			t.Errorf("error is %v", err)
		}
	}
}

func question() memory.Query {
	return memory.Query{
		Owners: []memory.Owner{memory.UserOwner("t", "r", "u"), memory.TenantOwner("t", "r")},
		Text:   "What do I drink?", Now: time.Date(2026, 5, 20, 12, 0, 0, 0, time.UTC), Limit: 8,
		Weights: map[string]float64{"vector": 1, "keyword": 2},
	}
}

func answer() memory.Result {
	return memory.Result{Hits: []memory.Hit{{Record: &memory.Record{ID: "r1", Text: "Likes tea."}, Score: 0.9}}, Intent: "ask"}
}

func TestResultsAreTheRecallers(t *testing.T) {
	for _, size := range sizes() {
		inner := &counted{result: answer(), revision: map[memory.Owner]int64{}}
		r, err := NewRecaller(inner, inner, size)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		ask := func(why string, q memory.Query, fresh bool) {
			t.Helper()
			before := inner.asked
			result, err := r.Recall(t.Context(), q)
			if err != nil || !reflect.DeepEqual(result, inner.result) {
				t.Errorf("%s: %+v, %v", why, result, err)
			}
			if got := inner.asked > before; got != (fresh || size == 0) {
				t.Errorf("size %d, %s: memory was asked: %v", size, why, got)
			}
			inner.result = answer()
			if size > 0 {
				r.results.values.Wait()
			}
		}
		changed := func(change func(*memory.Query)) memory.Query {
			q := question()
			change(&q)
			return q
		}
		ask("first", question(), true)
		ask("again", question(), false)
		ask("a second later", changed(func(q *memory.Query) { q.Now = q.Now.Add(time.Second) }), false)
		for why, change := range map[string]func(*memory.Query){
			"another text":    func(q *memory.Query) { q.Text += "?" },
			"another user":    func(q *memory.Query) { q.Owners[0].ID = "u2" },
			"another realm":   func(q *memory.Query) { q.Owners[0].Realm, q.Owners[1].Realm = "w", "w" },
			"fewer owners":    func(q *memory.Query) { q.Owners = q.Owners[:1] },
			"turns before":    func(q *memory.Query) { q.Turns = []memory.Turn{{Role: memory.RoleUser, Text: "x"}} },
			"another session": func(q *memory.Query) { q.Session = "s" },
			"another project": func(q *memory.Query) { q.Project = "p" },
			"another agent":   func(q *memory.Query) { q.Agent = "a" },
			"as of then":      func(q *memory.Query) { q.AsOf = q.Now.Add(-time.Hour) },
			"another layer":   func(q *memory.Query) { q.Layers = []memory.Layer{memory.Episodic} },
			"another limit":   func(q *memory.Query) { q.Limit++ },
			"another floor":   func(q *memory.Query) { q.Floor = 0.5 },
			"other weights":   func(q *memory.Query) { q.Weights = map[string]float64{"vector": 2, "keyword": 1} },
			"local routes":    func(q *memory.Query) { q.Degraded = true },
			"a minute later":  func(q *memory.Query) { q.Now = q.Now.Add(time.Minute) },
			"another zone":    func(q *memory.Query) { q.Zone = time.FixedZone("x", 3600) },
		} {
			ask(why, changed(change), true)
			ask(why+", again", changed(change), false)
		}
		inner.revision[memory.TenantOwner("t", "r")]++
		ask("after a change", question(), true)
		ask("after a change, again", question(), false)
		r.Drop()
		ask("after a drop", question(), true)
	}
}

func TestWhatMustNotBeKeptIsNot(t *testing.T) {
	f := func(name string, change func(*memory.Query, *counted)) {
		t.Helper()
		inner := &counted{result: answer(), revision: map[memory.Owner]int64{}}
		r, err := NewRecaller(inner, inner, 1<<20)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		inner.whenAsked = func() {}
		q := question()
		change(&q, inner)
		if name == "dropped meanwhile" {
			inner.whenAsked = r.Drop
		}
		for range 2 {
			r.Recall(t.Context(), q)
			r.results.values.Wait()
		}
		if inner.asked != 2 {
			t.Errorf("%s: memory was asked %d times, want 2", name, inner.asked)
		}
	}
	f("no-store", func(q *memory.Query, _ *counted) { q.NoStore = true })
	f("degraded", func(_ *memory.Query, c *counted) { c.result.Degraded = true })
	f("error", func(_ *memory.Query, c *counted) { c.err = errors.New("gone") })
	f("dropped meanwhile", func(*memory.Query, *counted) {})
}

func TestManyResultsAreFoundAgain(t *testing.T) {
	const questions = 3*together + 7 // some were handed to the cache, some wait
	inner := &counted{result: answer(), revision: map[memory.Owner]int64{}}
	r, err := NewRecaller(inner, inner, 16<<20)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	ask := func() {
		for n := range questions {
			q := question()
			q.Limit = n
			if _, err := r.Recall(t.Context(), q); err != nil {
				t.Fatal(err)
			}
		}
		r.results.values.Wait()
	}
	ask()
	ask()
	if inner.asked != questions {
		t.Errorf("memory was asked %d times for %d questions", inner.asked, questions)
	}
	r.Drop()
	ask()
	if inner.asked != 2*questions {
		t.Errorf("after a drop memory was asked %d times for %d questions", inner.asked-questions, questions)
	}
}

func TestResultsThatWaitGrowOld(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		inner := &counted{result: answer(), revision: map[memory.Owner]int64{}}
		r, err := NewRecaller(inner, inner, 1<<20)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		for range 2 {
			for range 2 {
				if _, err := r.Recall(t.Context(), question()); err != nil {
					t.Fatal(err)
				}
			}
			time.Sleep(resultLife)
		}
		if inner.asked != 2 {
			t.Errorf("memory was asked %d times, want once in each life", inner.asked)
		}
	})
}

func TestDropsAndQuestionsMayMeet(t *testing.T) {
	inner := &counted{result: answer(), revision: map[memory.Owner]int64{}}
	r, err := NewRecaller(inner, inner, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	var wait sync.WaitGroup
	for i := range 4 {
		wait.Go(func() {
			for n := range 200 {
				if n%50 == 0 && i == 0 {
					r.Drop()
				}
				q := question()
				q.Limit = n % 7
				if result, err := r.Recall(t.Context(), q); err != nil || len(result.Hits) != 1 {
					t.Errorf("got %+v, %v", result, err)
				}
			}
		})
	}
	wait.Wait()
}
