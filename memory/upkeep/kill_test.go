package upkeep

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"mneme/memory"
	"mneme/memory/seal"
	"mneme/memory/sqlite"
	"mneme/policy"
)

// The test binary is its own victim: with killEnv set it does every job on a store
// until it is done or killed, and says a line before each of its writes.
const killEnv = "MNEME_TEST_UPKEEP"

func TestMain(m *testing.M) {
	if dir := os.Getenv(killEnv); dir != "" {
		if err := victim(dir); err != nil {
			fmt.Println("error", err)
			os.Exit(1)
		}
		fmt.Println("finished")
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// killNow is when the victims work: half a year after most of what they find.
var killNow = time.Date(2026, 7, 1, 3, 0, 0, 0, time.UTC)

const killUsers = 6

func killOwner(n int) memory.Owner {
	return memory.UserOwner("acme", []string{"work", "home"}[n%2], fmt.Sprint("u", n))
}

// A loud store says aloud what it is about to write, so that the killer can strike
// by the work done. By the clock it would strike too late whenever the victim it
// took the time from ran on a busier machine.
type loud struct{ *sqlite.Store }

func (l loud) Commit(ctx context.Context, c memory.Commit) (memory.Committed, error) {
	fmt.Println("writes")
	return l.Store.Commit(ctx, c)
}

// openKilled opens the store of victims as of a moment.
func openKilled(dir string, now time.Time) (*sqlite.Store, *Keeper, func(), error) {
	clock := func() time.Time { return now }
	ring := seal.DefaultOptions()
	ring.Now = clock
	keys, err := seal.Open(filepath.Join(dir, "keys"), ring)
	if err != nil {
		return nil, nil, nil, err
	}
	o := sqlite.DefaultOptions()
	o.Dir, o.Keys, o.Now = filepath.Join(dir, "data"), keys, clock
	store, err := sqlite.Open(o)
	if err != nil {
		keys.Close()
		return nil, nil, nil, err
	}
	opts := DefaultOptions()
	opts.Batch, opts.Rest = 8, 200*time.Microsecond
	tenant := policy.DefaultTenant()
	tenant.Limits.FactsPerUser, tenant.Limits.EpisodesPerUser = 30, 40
	keeper, err := New(opts, Parts{
		Truth: loud{store}, Roster: store, Sweeper: store, Chooser: store, Hasher: keys,
		Tenant: func(string) *policy.Tenant { return &tenant }, Clock: clock,
	})
	return store, keeper, func() { store.Close(); keys.Close() }, err
}

func victim(dir string) error {
	_, keeper, done, err := openKilled(dir, killNow)
	if err != nil {
		return err
	}
	defer done()
	fmt.Println("ready")
	_, err = keeper.Do(context.Background(), Order{By: "test"})
	return err
}

// fillKilled gives every owner months of complaints, notes and facts; every note
// has a number of its own, by which it is counted later.
func fillKilled(t *testing.T, dir string) {
	t.Helper()
	for _, at := range []time.Time{killNow.AddDate(0, -6, 0), killNow.AddDate(0, 0, -40)} {
		store, _, done, err := openKilled(dir, at)
		if err != nil {
			t.Fatal(err)
		}
		for u := range killUsers {
			owner := killOwner(u)
			var put []memory.Record
			for i := range 60 {
				when := at.Add(time.Duration(i) * 6 * time.Hour)
				text := []string{"the printer jams on page two", "书房的路由器又掉线了", fmt.Sprintf("wrote a note about the garden before call number %d", i)}[i%3]
				message := fmt.Sprint(at.Month(), "-", i)
				put = append(put, memory.Record{
					ID: fmt.Sprintf("e%d-%02d-%d", at.Month(), i, u), Layer: memory.Episodic, Kind: "event", Text: text, Subject: "user", Confidence: 0.9, Source: memory.UserDirect,
					Status: memory.Current, Count: 1, Event: memory.Event{Type: memory.EventComplaint, Time: when, Participants: []string{"user"}},
					SessionID: "s", Created: when, Updated: when, LastUsed: when,
					Sources: []memory.Provenance{{SessionID: "s", MessageID: message, Quote: text, At: when}},
				}, memory.Record{
					ID: fmt.Sprintf("f%d-%02d-%d", at.Month(), i, u), Layer: memory.Semantic, Kind: memory.KindPreference, Text: fmt.Sprintf("likes dish %d of %s", i, at.Month()),
					Subject: "user", Predicate: "likes", Object: fmt.Sprintf("dish %d of %s", i, at.Month()), Confidence: 0.5 + 0.4*float64(i%2), Source: memory.UserDirect, Status: memory.Current, Count: 1,
					Created: when, Updated: when, LastUsed: when, Sources: []memory.Provenance{{SessionID: "s", MessageID: message, At: when}},
				})
			}
			if _, err := store.Commit(t.Context(), memory.Commit{Owner: owner, Base: -1, Put: put}); err != nil {
				t.Fatal(err)
			}
			turn := memory.Turn{ID: fmt.Sprint("hello", at.Month()), Role: memory.RoleUser, Text: "hello", At: at}
			entry := memory.Entry{ID: memory.NewID(at), Owner: owner, SessionID: "s", At: at, Turns: []memory.Turn{turn}, Keys: []memory.TurnKey{{byte(at.Month())}}}
			if _, err := store.Append(t.Context(), []memory.Entry{entry}); err != nil {
				t.Fatal(err)
			}
		}
		done()
	}
}

// TestKilledAnywhereLeavesNothingHalfDone kills upkeep in the middle of its writes,
// again and again on one store, lets the last one finish, and compares with a store
// where nobody was killed.
func TestKilledAnywhereLeavesNothingHalfDone(t *testing.T) {
	kills := 25
	if testing.Short() {
		kills = 6
	}
	calm, wild := t.TempDir(), t.TempDir()
	fillKilled(t, calm)
	fillKilled(t, wild)
	writes := runVictim(t, calm, 0)
	if writes < kills {
		t.Fatalf("%d writes are too few for %d to be killed at", writes, kills)
	}
	killed := 0
	for range kills {
		// On average the work is just done when the last one is killed.
		if runVictim(t, wild, 1+rand.IntN(2*writes/kills)) < 0 {
			killed++
		}
		checkWhole(t, wild)
	}
	runVictim(t, wild, 0)
	runVictim(t, calm, 0)
	if killed == 0 {
		t.Fatal("nobody was killed")
	}
	a, one := checkWhole(t, calm)
	b, other := checkWhole(t, wild)
	if a != b {
		t.Errorf("killed or not makes a difference:\n calm %s\n wild %s", a, b)
	}
	slices.Sort(one)
	slices.Sort(other)
	if !slices.Equal(one, other) {
		t.Errorf("what is told depends on being killed:\n calm %s\n wild %s", strings.Join(one, "\n\t"), strings.Join(other, "\n\t"))
	}
	if want := killUsers * 3 * 2; len(one) != want { // three things, half a year and forty days ago
		t.Errorf("%d summaries, want %d", len(one), want)
	}
	t.Logf("%d of %d were killed at work (%d writes); each store holds %s in %d summaries", killed, kills, writes, b, len(other))
}

// runVictim lets a victim work until it is about to write for the nth time (0: until
// it is done), kills it within that write or soon after it, and returns how often
// it wrote, or -1 when it was killed.
func runVictim(t *testing.T, dir string, nth int) int {
	t.Helper()
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), killEnv+"="+dir)
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	if !lines.Scan() || lines.Text() != "ready" {
		t.Fatalf("the victim says %q", lines.Text())
	}
	writes, last := 0, ""
	for lines.Scan() {
		if last = lines.Text(); last != "writes" {
			continue
		}
		if writes++; writes == nth {
			time.Sleep(time.Duration(rand.Int64N(int64(4 * time.Millisecond))))
			c.Process.Kill()
		}
	}
	c.Wait()
	switch {
	case last == "finished":
		return writes
	case nth == 0 || strings.HasPrefix(last, "error"):
		t.Fatalf("the victim says %q", last)
	}
	return -1
}

// checkWhole checks that every message is where it should be exactly once, and
// describes what the store holds.
func checkWhole(t *testing.T, dir string) (held string, summaries []string) {
	t.Helper()
	store, _, done, err := openKilled(dir, killNow.Add(time.Minute))
	if err != nil {
		t.Fatal(err)
	}
	defer done()
	var facts, archived, episodes, told int
	for u := range killUsers {
		delta, err := store.Since(t.Context(), killOwner(u), 0)
		if err != nil {
			t.Fatal(err)
		}
		byID := map[string]memory.Record{}
		for _, r := range delta.Changed {
			byID[r.ID] = r
		}
		inherited := map[string]string{} // message to the summary that took it over
		for _, r := range delta.Changed {
			switch {
			case memory.HasTag(r, TagSummary):
				summaries = append(summaries, fmt.Sprint(u, " ", r.Status, " ", r.Text))
				told += r.Count
				if want := len(r.Sources) + living(r, byID); r.Count != want && r.Status == memory.Current {
					t.Errorf("a summary counts %d and rests on %d", r.Count, want)
				}
				for _, s := range r.Sources {
					if other := inherited[s.MessageID]; other != "" {
						t.Errorf("a message is in two summaries")
					}
					inherited[s.MessageID] = r.ID
				}
				for _, id := range r.DependsOn {
					if m, there := byID[id]; there && m.ReplacedBy != r.ID {
						t.Errorf("a member does not know its summary")
					}
				}
			case r.Layer == memory.Episodic && r.Status == memory.Current:
				episodes++
			case r.Layer == memory.Episodic && r.ReplacedBy != "":
				if s, there := byID[r.ReplacedBy]; !there || !memory.HasTag(s, TagSummary) {
					t.Errorf("an episode gave way to nothing")
				}
			case r.Layer == memory.Semantic && r.Status == memory.Current && !memory.HasTag(r, memory.TagReflection):
				facts++
			case r.Layer == memory.Semantic && r.Status == memory.Archived:
				archived++
			}
		}
	}
	return fmt.Sprintf("%d facts, %d archived, %d episodes, %d events told", facts, archived, episodes, told), summaries
}

func living(r memory.Record, byID map[string]memory.Record) int {
	n := 0
	for _, id := range r.DependsOn {
		if m, there := byID[id]; there {
			n += max(m.Count, 1)
		}
	}
	return n
}
