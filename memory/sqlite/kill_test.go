package sqlite

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"mneme/memory"
	"mneme/memory/memorytest"
	"mneme/memory/seal"
)

// The test binary is its own victim: with killEnv set it works on a store until
// it is killed.
const (
	killEnv     = "MNEME_TEST_VICTIM"
	killWriters = 4
)

func TestMain(m *testing.M) {
	if dir := os.Getenv(killEnv); dir != "" {
		if err := victim(dir, os.Getenv(killEnv+"_NEXT")); err != nil {
			fmt.Println("error", err)
		}
		os.Exit(1)
	}
	os.Exit(m.Run())
}

func killOwner(writer int) memory.Owner {
	return memory.UserOwner("t", []string{"work", "personal"}[writer%2], fmt.Sprint("user", writer))
}

// victim appends numbered turns, learns them as pairs of records, forgets some,
// and prints what it was told is done.
func victim(dir, next string) error {
	keys, err := seal.Open(filepath.Join(dir, "keys"), seal.DefaultOptions())
	if err != nil {
		return err
	}
	o := DefaultOptions()
	o.Dir, o.Keys = filepath.Join(dir, "data"), keys
	s, err := Open(o)
	if err != nil {
		return err
	}
	fmt.Println("ready")
	failed := make(chan error, killWriters+2)
	for w, from := range strings.Split(next, ",") {
		n, _ := strconv.Atoi(from)
		go func() { failed <- victimWrites(s, w, n) }()
	}
	for range 2 {
		go func() { failed <- victimLearns(s) }()
	}
	return <-failed
}

func victimWrites(s *Store, w, n int) error {
	ctx := context.Background()
	for ; ; n++ {
		t := memory.Turn{ID: fmt.Sprint("m", n), Role: memory.RoleUser, Text: fmt.Sprintf("writer %d says %d", w, n), At: time.Now()}
		e := memory.Entry{ID: memory.NewID(time.Now()), Owner: killOwner(w), SessionID: "s", At: t.At, Turns: []memory.Turn{t}, Keys: []memory.TurnKey{memorytest.Key("s", t)}}
		if _, err := s.Append(ctx, []memory.Entry{e}); err != nil {
			return err
		}
		fmt.Printf("appended %d %d\n", w, n)
		if n%23 == 11 {
			if _, err := s.Forget(ctx, memory.Selection{Owner: e.Owner, MessageID: fmt.Sprint("m", n-5)}); err != nil {
				return err
			}
			fmt.Printf("forgot %d %d\n", w, n-5)
		}
		if w == killWriters-1 && n%29 == 28 {
			fmt.Printf("erasing %d %d\n", w, n)
			if _, err := s.EraseOwner(ctx, e.Owner, false); err != nil {
				return err
			}
			fmt.Printf("erased %d %d\n", w, n)
		}
	}
}

func victimLearns(s *Store) error {
	ctx := context.Background()
	for {
		claims, err := s.Claim(ctx, "victim", 3, 50*time.Millisecond)
		if err != nil {
			return err
		}
		if len(claims) == 0 {
			select {
			case <-s.Arrived():
			case <-time.After(5 * time.Millisecond): // a lease of the last life may have ended
			}
			continue
		}
		for _, c := range claims {
			plan := memory.Commit{Owner: c.Entry.Owner, Base: -1, Outcomes: []memory.Outcome{{EntryID: c.Entry.ID, Lease: c.Lease, State: "learnt"}}}
			for _, half := range []string{"left ", "right "} {
				t := c.Entry.Turns[0]
				r := memory.Record{
					ID: half + t.ID, Layer: memory.Episodic, Status: memory.Current, Source: memory.UserDirect, Text: half + t.Text,
					Created: t.At, Sources: []memory.Provenance{{SessionID: "s", MessageID: t.ID, At: t.At, Quote: t.Text}},
				}
				plan.Put = append(plan.Put, r)
				plan.History = append(plan.History, memory.Change{RecordID: r.ID, At: t.At, Op: "add"})
			}
			done, err := s.Commit(ctx, plan)
			if err == nil && len(done.Blocked) == 0 {
				fmt.Printf("learnt %s %s\n", strings.TrimPrefix(c.Entry.Owner.ID, "user"), strings.TrimPrefix(c.Entry.Turns[0].ID, "m"))
			}
		}
	}
}

// TestKilledAnywhereLosesAndDoublesNothing kills a working process at random
// moments, again and again on the same data, and then looks at what is left of
// what it said was done.
func TestKilledAnywhereLosesAndDoublesNothing(t *testing.T) {
	dir := t.TempDir()
	kills := 50
	if testing.Short() {
		kills = 12
	}
	said := map[string]map[[2]int]bool{"appended": {}, "learnt": {}, "forgot": {}, "erasing": {}, "erased": {}}
	var next [killWriters]int
	idle := func() bool {
		return len(said["appended"]) == 0 || len(said["learnt"]) == 0 || len(said["forgot"]) == 0 || len(said["erased"]) == 0 && !testing.Short()
	}
	for n := 0; n < kills || n < 5*kills && idle(); n++ { // on a busy machine the first ones may do little
		killOnce(t, dir, &next, said)
	}
	if idle() {
		t.Fatalf("the victims did too little: %d appended, %d learnt, %d forgotten", len(said["appended"]), len(said["learnt"]), len(said["forgot"]))
	}
	s, _ := openStore(t, dir)
	for w := range killWriters {
		checkSurvivor(t, s, w, said)
	}
	n, _, err := s.Waiting(t.Context(), nil, 0)
	l, loadErr := s.Load(t.Context())
	if err != nil || loadErr != nil || l.Waiting != n {
		t.Errorf("%d entries wait, the counter says %d (%v, %v)", n, l.Waiting, err, loadErr)
	}
	t.Logf("%d kills: %d turns appended, %d learnt, %d forgotten, %d erasures", kills, len(said["appended"]), len(said["learnt"]), len(said["forgot"]), len(said["erased"]))
}

func killOnce(t *testing.T, dir string, next *[killWriters]int, said map[string]map[[2]int]bool) {
	t.Helper()
	from := make([]string, killWriters)
	for w := range from {
		from[w] = strconv.Itoa(next[w])
	}
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), killEnv+"="+dir, killEnv+"_NEXT="+strings.Join(from, ","))
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines, told := bufio.NewScanner(out), 0
	end := 1 + rand.IntN(150)
	for lines.Scan() {
		if told++; told == end {
			time.AfterFunc(time.Duration(rand.IntN(3000))*time.Microsecond, func() { cmd.Process.Kill() })
		}
		fields := strings.Fields(lines.Text())
		switch {
		case fields[0] == "error":
			t.Fatalf("victim: %s", lines.Text())
		case len(fields) == 3 && said[fields[0]] != nil:
			w, _ := strconv.Atoi(fields[1])
			n, err := strconv.Atoi(fields[2])
			if err != nil {
				continue // the last line may be torn
			}
			said[fields[0]][[2]int{w, n}] = true
			if fields[0] == "appended" {
				next[w] = n + 1
			}
		}
	}
	cmd.Wait() // it was killed: its error is that
}

func checkSurvivor(t *testing.T, s *Store, w int, said map[string]map[[2]int]bool) {
	t.Helper()
	journaled, states := map[int]int{}, map[int]string{}
	owner := killOwner(w)
	err := s.EachEntry(t.Context(), owner, func(n memory.Entry) error {
		for _, turn := range n.Turns {
			number, _ := strconv.Atoi(strings.TrimPrefix(turn.ID, "m"))
			journaled[number]++
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	err = s.EachRecord(t.Context(), owner, func(r memory.Record, h []memory.Change) error {
		half, id, _ := strings.Cut(r.ID, " m")
		n, _ := strconv.Atoi(id)
		states[n] += half
		if len(h) != 1 {
			t.Errorf("record %s of %v has %d lines of history", r.ID, owner, len(h))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	begun, gone := last(said["erasing"], w), last(said["erased"], w)
	for n := range journaled {
		if n <= gone {
			t.Errorf("%v: turn %d outlived the erasure after turn %d", owner, n, gone)
		}
	}
	for n := range states {
		if n <= gone {
			t.Errorf("%v: what was learnt of turn %d outlived the erasure after turn %d", owner, n, gone)
		}
	}
	for key := range said["appended"] {
		forgotten := said["forgot"][key]
		switch {
		case key[0] != w || key[1] <= begun:
		case forgotten && (journaled[key[1]] != 0 || states[key[1]] != ""):
			t.Errorf("%v: forgotten turn %d is still there", owner, key[1])
		case !forgotten && journaled[key[1]] == 0 && key[1]%23 != 6: // 11-5: its forget may have been done and not told
			t.Errorf("%v: turn %d is lost", owner, key[1])
		}
	}
	for n, count := range journaled {
		if count != 1 {
			t.Errorf("%v: turn %d is there %d times", owner, n, count)
		}
	}
	for n, halves := range states {
		if halves != "leftright" && halves != "rightleft" {
			t.Errorf("%v: turn %d was half learnt: %s", owner, n, halves)
		}
	}
	for key := range said["learnt"] {
		if key[0] == w && key[1] > begun && states[key[1]] == "" && !said["forgot"][key] && key[1]%23 != 6 {
			t.Errorf("%v: what was learnt of turn %d is lost", owner, key[1])
		}
	}
}

// last returns the highest number of a writer, or -1.
func last(said map[[2]int]bool, w int) int {
	top := -1
	for key := range said {
		if key[0] == w {
			top = max(top, key[1])
		}
	}
	return top
}
