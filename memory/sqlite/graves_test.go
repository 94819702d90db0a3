package sqlite

import (
	"bytes"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"mneme/memory"
)

// TestForgetsAreReplayedOnAnOldCopy forgets in every way after a snapshot, and
// replays the forgets on the snapshot: what waits, what was learnt, and what
// rests on several sources.
func TestForgetsAreReplayedOnAnOldCopy(t *testing.T) {
	f := func(name string, sel memory.Selection, wantRecords []string, wantTurns []string) {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			s, keys := openStore(t, dir)
			at := time.Now().Add(-time.Hour)
			mustAppend(t, s, entry(ann, "s1", turn("m1", "I like green tea from the mountains", at)), entry(ann, "s2", turn("m2", "my sister is Mia", at)))
			one, two, both := record(ann, 1, at), record(ann, 2, at), record(ann, 3, at)
			two.Text, two.Predicate, two.Object, two.SessionID = "sister is Mia", "family", "Mia", "s2"
			two.Sources = []memory.Provenance{{SessionID: "s2", MessageID: "m2", Quote: "my sister is Mia", At: at}}
			both.Text, both.Predicate, both.Object = "shares tea with Mia", "shares", "tea"
			both.Sources = slices.Concat(one.Sources, two.Sources)
			mustCommit(t, s, ann, one, two, both)
			old := filepath.Join(dir, "old")
			if err := s.Snapshot(t.Context(), old); err != nil {
				t.Fatal(err)
			}
			sel.Owner = ann
			if _, err := s.Forget(t.Context(), sel); err != nil {
				t.Fatal(err)
			}
			var graves bytes.Buffer
			if err := s.ExportGraves(t.Context(), &graves); err != nil {
				t.Fatal(err)
			}
			for _, word := range []string{"mountains", "sister", `"ann"`} { // long enough not to be in what is encoded by chance
				if bytes.Contains(graves.Bytes(), []byte(word)) {
					t.Errorf("the shipped lines hold %q", word)
				}
			}
			o := DefaultOptions()
			o.Dir, o.Keys = old, keys
			back, err := Open(o)
			if err != nil {
				t.Fatal(err)
			}
			defer back.Close()
			for range 2 { // a replay may be repeated
				if _, err := back.ReplayGraves(t.Context(), bytes.NewReader(graves.Bytes())); err != nil {
					t.Fatal(err)
				}
			}
			for where, store := range map[string]*Store{"the store": s, "the copy": back} {
				page, err := store.List(t.Context(), memory.Filter{Owner: ann})
				if err != nil {
					t.Fatal(err)
				}
				var records, turns []string
				for _, r := range page.Records {
					records = append(records, r.ID)
				}
				slices.Sort(records)
				err = store.EachEntry(t.Context(), ann, func(n memory.Entry) error {
					for _, said := range n.Turns {
						turns = append(turns, said.ID)
					}
					return nil
				})
				if err != nil {
					t.Fatal(err)
				}
				if !slices.Equal(records, wantRecords) || !slices.Equal(turns, wantTurns) {
					t.Errorf("%s holds records %v and turns %v, want %v and %v", where, records, turns, wantRecords, wantTurns)
				}
			}
		})
	}
	f("a message", memory.Selection{SessionID: "s1", MessageID: "m1"}, []string{"m000002", "m000003"}, []string{"m2"})
	f("a session", memory.Selection{SessionID: "s2"}, []string{"m000001", "m000003"}, []string{"m1"})
	f("a record", memory.Selection{IDs: []string{"m000002"}}, []string{"m000001"}, []string{"m1"}) // the third told its words
	f("a time", memory.Selection{Until: time.Now()}, nil, nil)
	f("all", memory.Selection{All: true}, nil, nil)
}

func TestAReplayOfAnythingElseIsAnError(t *testing.T) {
	s, _ := openStore(t, t.TempDir())
	for _, text := range []string{"x\n", "{}\n", `{"realm":"../../etc","owner":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="}` + "\n"} {
		if _, err := s.ReplayGraves(t.Context(), bytes.NewReader([]byte(text))); err == nil {
			t.Errorf("%q was taken", text)
		}
	}
}
