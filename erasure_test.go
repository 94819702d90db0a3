package main

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	_ "modernc.org/sqlite" // looks at the files from outside, as a thief would

	"mneme/memory/memorytest"
)

// sealedRow is the beginning of a sealed value, and the table it is in.
type sealedRow struct{ table, body string }

// sealedRows are the sealed values in every table of every database under a
// folder, as another program reads them, by their keys.
func sealedRows(t *testing.T, folder string) map[string]sealedRow {
	t.Helper()
	rows := map[string]sealedRow{}
	files, err := filepath.Glob(filepath.Join(folder, "realms", "*.db"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no databases in %s: %v", folder, err)
	}
	for _, file := range files {
		db, err := sql.Open("sqlite", "file:"+file+"?mode=ro")
		if err != nil {
			t.Fatal(err)
		}
		for table, key := range map[string]string{
			"records": "owner || id", "journal": "seq", "history": "seq", "traces": "owner || entry", "partitions": "owner || hex(embedder)",
		} {
			found, err := db.Query("SELECT " + key + ", body FROM " + table)
			if err != nil {
				t.Fatal(err)
			}
			for found.Next() {
				var key string
				var body []byte
				if err := found.Scan(&key, &body); err != nil {
					t.Fatal(err)
				}
				if len(body) >= 48 {
					rows[table+key] = sealedRow{table, string(body[:48])}
				}
			}
			if err := found.Err(); err != nil {
				t.Fatal(err)
			}
			found.Close()
		}
		db.Close()
	}
	return rows
}

// readAll opens a read transaction on every database, as a copying program
// would, and returns what ends it.
func readAll(t *testing.T, folder string) (leave func()) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "realms", "*.db"))
	if err != nil {
		t.Fatal(err)
	}
	var open []func() error
	for _, file := range files {
		db, err := sql.Open("sqlite", "file:"+file+"?mode=ro")
		if err != nil {
			t.Fatal(err)
		}
		tx, err := db.Begin()
		if err != nil {
			t.Fatal(err)
		}
		var n int
		if err := tx.QueryRow("SELECT count(*) FROM records").Scan(&n); err != nil {
			t.Fatal(err)
		}
		open = append(open, tx.Rollback, db.Close)
	}
	return sync.OnceFunc(func() {
		for _, end := range open {
			_ = end()
		}
	})
}

// rowsLeft counts, by table, how many of some rows are still in any file.
func rowsLeft(t *testing.T, folder string, rows []sealedRow) map[string]int {
	t.Helper()
	left := map[string]int{}
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		content, err := os.ReadFile(path)
		if os.IsNotExist(err) {
			return nil
		}
		for _, row := range rows {
			if bytes.Contains(content, []byte(row.body)) {
				left[row.table+" in "+filepath.Base(path)]++
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return left
}

// TestForgottenRowsLeaveTheDiskWithReadersOpen forgets a topic and erases a user
// of a mneme in a process of its own while exports that nobody reads hang open,
// and another program reads every database for two seconds more.
// Every sealed row that was dropped leaves every file within 30 seconds, and no
// word was ever in one.
func TestForgottenRowsLeaveTheDiskWithReadersOpen(t *testing.T) {
	door := newDoorman(t)
	dir, spare := t.TempDir(), t.TempDir()
	t.Setenv("TMPDIR", spare) // what mneme would put aside, it puts here
	c := startChild(t, door.URL+"/v1", dir)
	defer c.kill()
	admin := &client{base: c.admin + "/memory/v1", http: http.DefaultClient, out: io.Discard}
	ctx := context.Background()
	long := strings.Repeat(" and then some more of it", 20)
	for _, user := range []string{"erased", "forgetful", "bystander"} {
		for i := range 40 {
			text := fmt.Sprintf("My friend number %d is called Ibexlantern%d.", i, i)
			if i%4 == 0 {
				text = fmt.Sprintf("I have a parrot called Quokkazephyr%d.", i)
			}
			in := map[string]any{"user_id": user, "session_id": fmt.Sprint("s", i), "messages": []any{map[string]any{"id": fmt.Sprint("m", i), "role": "user", "content": text + " It went like this" + long}}}
			if err := admin.call(ctx, "POST", "/ingest", nil, in, nil); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := admin.call(ctx, "POST", "/flush", nil, map[string]any{"timeout_ms": 60000}, nil); err != nil {
		t.Fatal(err)
	}
	// A question, so that partitions, receipts and sticky blocks exist too.
	for _, user := range []string{"erased", "forgetful", "bystander"} {
		ask := `{"model":"m","user":"` + user + `","messages":[{"role":"user","content":"What is my parrot called?"}]}`
		answer, err := http.Post(c.data+"/v1/chat/completions", "application/json", strings.NewReader(ask))
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
	}
	if !strings.Contains(door.last(), gone) {
		t.Fatalf("the parrot is not recalled: %s", door.last())
	}
	var hanging []io.Closer // exports that were begun and are not read
	for _, user := range []string{"erased", "forgetful", "bystander"} {
		for range 3 {
			body, err := admin.open(ctx, "GET", "/users/"+user+"/export", nil, nil)
			if err != nil {
				t.Fatal(err)
			}
			hanging = append(hanging, body)
		}
	}
	defer func() {
		for _, body := range hanging {
			body.Close()
		}
	}()
	drop := func(name, path string, q url.Values) {
		t.Helper()
		before := sealedRows(t, dir)
		leave := readAll(t, dir)
		defer leave()
		time.AfterFunc(2*time.Second, leave)
		started := time.Now()
		var out forgot
		if err := admin.call(ctx, "DELETE", path, q, nil, &out); err != nil {
			t.Fatal(err)
		}
		if !out.Verified || out.Deleted["records"] == 0 {
			t.Errorf("%s: %+v", name, out)
		}
		after := sealedRows(t, dir)
		var dropped []sealedRow
		tables := map[string]int{}
		for key, row := range before {
			if _, stays := after[key]; !stays {
				dropped = append(dropped, row)
				tables[row.table]++
			}
		}
		if tables["records"] == 0 || tables["history"] == 0 || tables["journal"] == 0 {
			t.Errorf("%s: dropped only %v", name, tables)
		}
		var left map[string]int
		for left = rowsLeft(t, dir, dropped); len(left) > 0 && time.Since(started) < 30*time.Second; left = rowsLeft(t, dir, dropped) {
			time.Sleep(50 * time.Millisecond)
		}
		if len(left) > 0 {
			t.Errorf("%s: after %s there is still %v", name, time.Since(started), left)
		}
		t.Logf("%s: %v gone from every file after %s", name, tables, time.Since(started).Round(time.Millisecond))
	}
	drop("a topic", "/memories", url.Values{"user_id": {"forgetful"}, "topic": {"parrot"}})
	drop("a user", "/users/erased", nil)
	memorytest.Canary(t, []string{gone, kept, "number 3 is called", "parrot"}, dir, spare)
}

// TestForgettingWhileTheEmbedderChanges forgets and erases while every owner is
// embedded anew by an endpoint that is slow: what is gone is in neither index,
// and is not sent to the endpoint any more.
func TestForgettingWhileTheEmbedderChanges(t *testing.T) {
	r := startRig(t, nil)
	users := []string{"erased", "forgetful", "bystander"}
	for _, user := range users {
		r.chat(as(user, "one"), "I have a parrot called Quokkazephyr.")
		r.chat(as(user, "two"), "My sister is called Ibexlantern.")
	}
	r.flush()
	var mu sync.Mutex
	var sent []string
	waiting, free := make(chan struct{}, 1000), make(chan struct{})
	endpoint := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		body, err := io.ReadAll(req.Body)
		if err != nil {
			return
		}
		if bytes.Contains(body, []byte("called")) { // a memory, and not a question whether it is there
			mu.Lock()
			sent = append(sent, string(body))
			mu.Unlock()
			waiting <- struct{}{}
			select {
			case <-free:
			case <-req.Context().Done():
				return
			}
		}
		req.Body = io.NopCloser(bytes.NewReader(body))
		embeddings(w, req)
	}))
	defer endpoint.Close()
	opened := false
	defer func() {
		if !opened {
			close(free)
		}
	}()
	r.stop()
	o := r.house.opts
	o.embed, o.embedURL, o.embedModel = "openai", endpoint.URL+"/v1", "tiny"
	r.start(o, secrets{})
	if !r.house.moving {
		t.Fatal("nothing changes")
	}
	<-waiting // the change is under way and hangs
	started := time.Now()
	if done := r.forget("forgetful", url.Values{"topic": {"parrot"}}); !done.Verified || done.Deleted["records"] == 0 {
		t.Errorf("forgotten: %+v", done)
	}
	var erased forgot
	if err := r.admin.call(context.Background(), "DELETE", "/users/erased", nil, nil, &erased); err != nil || !erased.Verified {
		t.Errorf("erased: %+v, %v", erased, err)
	}
	if took := time.Since(started); took > 30*time.Second {
		t.Errorf("it took %s", took)
	}
	mu.Lock()
	before := len(sent)
	mu.Unlock()
	opened = true
	close(free)
	waitFor(t, func() bool { return r.house.settled(t.Context()) })
	mu.Lock()
	after := slices.Clone(sent[before:])
	mu.Unlock()
	parrots := 0
	for _, body := range after {
		parrots += strings.Count(body, gone)
	}
	check := func(when string) {
		t.Helper()
		for _, user := range users {
			var found struct {
				Block string
				Hits  []json.RawMessage
			}
			in := map[string]any{"user_id": user, "query": "What is my parrot called?", "top_k": 50, "budget_tokens": 4000}
			if err := r.admin.call(context.Background(), "POST", "/search", nil, in, &found); err != nil {
				t.Fatal(err)
			}
			text := fmt.Sprint(found.Block, string(bytes.Join(rawOf(found.Hits), nil)))
			if has := strings.Contains(text, gone); has != (user == "bystander") {
				t.Errorf("%s: %s's search holds the parrot: %v", when, user, has)
			}
			r.chat(as(user, "q "+when), "What is my parrot called? And my sister?")
			if has := strings.Contains(r.forwarded(), gone); has != (user == "bystander") {
				t.Errorf("%s: %s's prompt holds the parrot: %v", when, user, has)
			}
			if has := strings.Contains(r.forwarded(), kept); has != (user != "erased") {
				t.Errorf("%s: %s's prompt holds the sister: %v", when, user, has)
			}
		}
	}
	check("after the change")
	// The endpoint may hear of the bystander's parrot, and of nobody else's: his
	// records are two at most, a fact and what happened.
	if parrots > 2 {
		t.Errorf("the endpoint was sent %d parrots after the forget", parrots)
	}
	r.stop()
	r.start(o, secrets{})
	check("after a restart")
}

func rawOf(list []json.RawMessage) [][]byte {
	out := make([][]byte, len(list))
	for i, raw := range list {
		out[i] = raw
	}
	return out
}
