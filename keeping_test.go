package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"mneme/memory"
	"mneme/memory/upkeep"
)

// fillForUpkeep gives people half a year of memory, in both languages, in which
// every job finds something to do.
func fillForUpkeep(t *testing.T, dir string, people int) {
	t.Helper()
	o := defaultOptions()
	o.data, o.upstream = dir, "http://127.0.0.1:1/v1"
	h, err := open(context.Background(), o, secrets{}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer h.close()
	now := time.Now().UTC().Truncate(time.Hour)
	for p := range people {
		owner := memory.UserOwner(memory.DefaultTenant, memory.DefaultRealm, fmt.Sprintf("user%d", p))
		var put []memory.Record
		add := func(at time.Time, text string, change func(r *memory.Record)) {
			id := fmt.Sprintf("r%d-%04d", p, len(put))
			r := memory.Record{
				ID: id, Owner: owner, Layer: memory.Episodic, Kind: "event", Text: text, Subject: "user", Confidence: 0.9, Source: memory.UserDirect, Status: memory.Current, Count: 1,
				SessionID: "s", Created: at, Updated: at, LastUsed: at, Event: memory.Event{Time: at, Participants: []string{"user"}},
				Sources: []memory.Provenance{{SessionID: "s", MessageID: "m" + id, Quote: text, At: at}},
			}
			change(&r)
			put = append(put, r)
		}
		for i := range 90 {
			at := now.Add(-170*aDay + time.Duration(i)*aDay)
			add(at, []string{"the printer jams on page two", "书房的路由器又掉线了"}[i%2], func(r *memory.Record) {
				r.Event.Type, r.Event.Entities = memory.EventComplaint, []string{[]string{"printer", "路由器"}[i%2]}
			})
			add(at, fmt.Sprintf("read chapter %d of volume %d", i, i*7), func(r *memory.Record) { r.Event.Type = memory.EventMessage })
		}
		for i := range 60 {
			add(now.Add(-25*aDay+time.Duration(i)*8*time.Hour), fmt.Sprintf("worked on the harbour map, sheet %d", i), func(r *memory.Record) {
				r.Event.Type, r.Event.Entities, r.Project = memory.EventTask, []string{"harbour map"}, "harbour"
			})
			add(now.Add(-25*aDay+time.Duration(i)*8*time.Hour), "had oolong tea at breakfast", func(r *memory.Record) { r.Event.Type = memory.EventMessage })
		}
		for i := range 40 {
			fact := func(predicate, kind string, life time.Duration) func(r *memory.Record) {
				return func(r *memory.Record) {
					r.Layer, r.Kind, r.Predicate, r.Object, r.Event = memory.Semantic, kind, predicate, fmt.Sprintf("%s %d", predicate, i), memory.Event{}
					r.Constraint.ValidUntil = r.Created.Add(life)
				}
			}
			add(now.Add(-20*aDay), fmt.Sprintf("has the parcel %d", i), fact("tracking", memory.KindTemporary, 3*aDay))
			add(now.Add(-185*aDay), fmt.Sprintf("works in room %d", i), fact("uses", memory.KindState, 180*aDay))
			add(now.Add(-100*aDay), fmt.Sprintf("likes dish %d", i), fact("likes", memory.KindPreference, 365*aDay))
		}
		if _, err := h.store.Commit(context.Background(), memory.Commit{Owner: owner, Base: -1, Put: put}); err != nil {
			t.Fatal(err)
		}
	}
}

// keeping is a running mneme whose upkeep is asked for.
type keeping struct {
	*child
	api *client
}

func startKeeping(t *testing.T, dir string) keeping {
	t.Helper()
	c := startChild(t, "http://127.0.0.1:1/v1", dir)
	return keeping{c, &client{base: c.admin + "/memory/v1", http: http.DefaultClient, out: io.Discard}}
}

// do asks for a job of everybody's.
func (k keeping) do(job string) error {
	return k.api.call(context.Background(), "POST", "/jobs/"+job, nil, map[string]any{}, nil)
}

// holds describes what somebody's memory holds, and complains about what is half
// done.
func (k keeping) holds(t *testing.T, people int) string {
	t.Helper()
	var out []string
	for p := range people {
		byID := map[string]memory.Form{}
		q := url.Values{"user_id": {fmt.Sprintf("user%d", p)}, "limit": {"500"}}
		for more := true; more; {
			var page struct {
				Data []memory.Form
				Next string `json:"next_cursor"`
			}
			if err := k.api.call(context.Background(), "GET", "/memories", q, nil, &page); err != nil {
				t.Fatal(err)
			}
			for _, r := range page.Data {
				if _, twice := byID[r.ID]; twice {
					t.Errorf("record %s is listed twice", r.ID)
				}
				byID[r.ID] = r
			}
			q.Set("cursor", page.Next)
			more = page.Next != ""
		}
		counts := map[string]int{}
		for _, r := range byID {
			counts[fmt.Sprint(r.Layer, " ", r.Status, " ", r.Kind)]++
			if slices.Contains(r.Tags, "summary") {
				counts["told in summaries"] += r.Count
			}
			if slices.Contains(r.Tags, "reflection") {
				counts["conclusion "+r.Predicate]++
			}
		}
		var lines []string
		for what, n := range counts {
			lines = append(lines, fmt.Sprintf("%s: %d", what, n))
		}
		slices.Sort(lines)
		out = append(out, strings.Join(lines, ", "))
	}
	return strings.Join(out, "\n")
}

// TestKilledInTheMiddleOfAnyJobItGoesOn kills a running mneme while it does each of
// its jobs, starts it again, and compares with one that was left in peace.
func TestKilledInTheMiddleOfAnyJobItGoesOn(t *testing.T) {
	const people = 3
	kills := 3
	if testing.Short() {
		kills = 1
	}
	calm, wild := t.TempDir(), t.TempDir()
	fillForUpkeep(t, calm, people)
	fillForUpkeep(t, wild, people)
	peace := startKeeping(t, calm)
	defer peace.kill()
	var list struct{ Jobs []upkeep.Job }
	if err := peace.api.call(context.Background(), "GET", "/jobs", nil, nil, &list); err != nil {
		t.Fatal(err)
	}
	killed := 0
	for _, job := range list.Jobs {
		began := time.Now()
		if err := peace.do(job.Name); err != nil {
			t.Fatalf("%s: %v", job.Name, err)
		}
		whole := time.Since(began)
		for range kills {
			c := startKeeping(t, wild)
			done := make(chan error, 1)
			go func() { done <- c.do(job.Name) }()
			time.Sleep(time.Duration(rand.Int64N(int64(whole) + 1)))
			c.kill()
			if <-done != nil {
				killed++
			}
		}
		c := startKeeping(t, wild)
		if err := c.do(job.Name); err != nil {
			t.Fatalf("%s after a kill: %v", job.Name, err)
		}
		if got, want := c.holds(t, people), peace.holds(t, people); got != want {
			t.Errorf("%s: killed or not makes a difference:\n calm %s\n wild %s", job.Name, want, got)
		}
		c.kill()
	}
	if killed < len(list.Jobs)/2 {
		t.Fatalf("only %d were killed at work", killed)
	}
	// Once more: what is done is done.
	before := peace.holds(t, people)
	if err := peace.do("all"); err != nil {
		t.Fatal(err)
	}
	if err := peace.do("all"); err != nil {
		t.Fatal(err)
	}
	c := startKeeping(t, wild)
	defer c.kill()
	for range 2 {
		if err := c.do("all"); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := c.holds(t, people), peace.holds(t, people); got != want {
		t.Errorf("in the end:\n calm %s\n wild %s", want, got)
	}
	t.Logf("%d killed at work over %d jobs; first %d bytes, in the end each holds\n%s", killed, len(list.Jobs), len(before), peace.holds(t, people))
}
