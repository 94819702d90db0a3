package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"mneme/memory/erase"
)

// forgot is the answer to a deletion.
type forgot struct {
	Deleted  map[string]int
	Verified bool
	Took     float64 `json:"duration_ms"`
	Hashes   struct{ Records []string }
}

func (r *rig) forget(user string, q url.Values) forgot {
	r.t.Helper()
	q.Set("user_id", user)
	var out forgot
	if err := r.admin.call(context.Background(), "DELETE", "/memories", q, nil, &out); err != nil {
		r.t.Fatal(err)
	}
	return out
}

// tell ingests one user message.
func (r *rig) tell(user, session, id, text string, at time.Time) {
	r.t.Helper()
	message := map[string]any{"id": id, "role": "user", "content": text, "created_at": at.UTC().Format(time.RFC3339)}
	in := map[string]any{"user_id": user, "session_id": session, "messages": []any{message}}
	if err := r.admin.call(context.Background(), "POST", "/ingest", nil, in, nil); err != nil {
		r.t.Fatal(err)
	}
}

// TestEveryFilterForgetsWhatItsDryRunCounts tells, counts, forgets, replays what
// was forgotten, imports it, and tells it anew.
func TestEveryFilterForgetsWhatItsDryRunCounts(t *testing.T) {
	r := startRig(t, nil)
	yesterday, now := time.Now().Add(-24*time.Hour), time.Now().Add(-time.Minute)
	f := func(user string, q url.Values) {
		t.Run(user, func(t *testing.T) {
			r.tell(user, "old", "m1", "I have a parrot called Quokkazephyr.", yesterday)
			r.tell(user, "other", "m2", "My sister is called Ibexlantern.", now)
			r.flush()
			before := r.exported(user)
			if !strings.Contains(before, gone) || !strings.Contains(before, kept) {
				t.Fatalf("not all was learnt: %s", before)
			}
			q.Set("dry_run", "true")
			dry := r.forget(user, q)
			if dry.Verified || r.exported(user) != before {
				t.Error("a dry run did something")
			}
			q.Del("dry_run")
			done := r.forget(user, q)
			for _, place := range []string{"records", "journal", "history"} {
				if dry.Deleted[place] != done.Deleted[place] {
					t.Errorf("%s: the dry run counted %d, the forget %d", place, dry.Deleted[place], done.Deleted[place])
				}
			}
			if !done.Verified || done.Deleted["records"] == 0 || len(done.Hashes.Records) != done.Deleted["records"] || done.Took > 30_000 {
				t.Errorf("receipt: %+v", done)
			}
			if after := r.exported(user); strings.Contains(after, gone) {
				t.Errorf("it is still kept: %s", after)
			} else if lost := !strings.Contains(after, kept); lost != (q.Get("all") != "" || q.Get("source") != "" || q.Get("layer") != "") {
				t.Errorf("the other is lost: %v", lost)
			}
			// Replayed with the same ids, with others, and out of an export.
			r.tell(user, "old", "m1", "I have a parrot called Quokkazephyr.", yesterday)
			r.tell(user, "old", "m9", "I have a parrot called Quokkazephyr.", yesterday)
			r.flush()
			if body, err := r.admin.open(context.Background(), "POST", "/users/"+user+"/import", nil, strings.NewReader(before)); err != nil {
				t.Error(err)
			} else {
				body.Close()
			}
			if after := r.exported(user); strings.Contains(after, gone) {
				t.Errorf("it came back: %s", after)
			}
			r.chat(as(user, "later"), "What is my parrot called?")
			if strings.Contains(r.forwarded(), gone) {
				t.Errorf("it was put into a prompt: %s", r.forwarded())
			}
			r.chat(as(user, "anew"), "I have a parrot called Quokkazephyr.")
			r.flush()
			if !r.knows(user, gone) {
				t.Error("what was told anew is not known")
			}
		})
	}
	f("by session", url.Values{"session_id": {"old"}})
	f("by topic", url.Values{"topic": {"parrot"}})
	f("by message", url.Values{"message_id": {"m1"}})
	f("by time", url.Values{"until": {time.Now().Add(-time.Hour).UTC().Format(time.RFC3339)}})
	f("by time and session", url.Values{"session_id": {"old"}, "since": {time.Now().Add(-48 * time.Hour).UTC().Format(time.RFC3339)}})
	f("all", url.Values{"all": {"true"}})
	f("by source", url.Values{"source": {"user_direct"}})
}

// TestTopicsReachAcrossLanguages forgets in one language what was told in the
// other, and leaves the neighbours.
func TestTopicsReachAcrossLanguages(t *testing.T) {
	r := startRig(t, nil)
	f := func(topic, told, neighbour string) {
		t.Helper()
		user := "across " + topic
		for i, text := range []string{told, neighbour} {
			if err := r.admin.call(context.Background(), "POST", "/memories", nil, map[string]any{"user_id": user, "text": text, "object": strings.Split(text, "：")[0]}, nil); err != nil {
				t.Fatal(i, err)
			}
		}
		r.chat(and(as(user, "s"), "X-Memory-Forget", "topic:"+url.PathEscape(topic)), "Thanks.")
		left := r.exported(user)
		if strings.Contains(left, told) || !strings.Contains(left, neighbour) {
			t.Errorf("%q: %q is still known, or %q forgotten too", topic, told, neighbour)
		}
	}
	f("dog", "养了一只狗", "养了一只猫")
	f("狗", "has a dog", "has a cat")
	f("coffee", "喜欢喝咖啡", "喜欢喝茶")
	f("insurance", "保险", "银行")
	f("refund", "退款", "发货")
	f("my allergy", "对花生过敏", "喜欢花生")
	f("我的过敏", "allergic to peanuts", "likes peanuts")
	f("my address", "我住在河边的房子里", "喜欢河边")
	f("我的地址", "I live in the old mill", "likes old mills")
}

// TestAForgottenRecordLeavesAToolLoop forgets a record between two steps of one
// tool loop, where the block is repeated byte for byte.
func TestAForgottenRecordLeavesAToolLoop(t *testing.T) {
	r := startRig(t, nil)
	r.chat(as("nora", "one"), "I have a parrot called Quokkazephyr.")
	r.flush()
	const head = `{"model":"m","messages":[{"role":"user","content":"What is my parrot called?"}`
	step := head + `,{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"look","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c1","content":"nothing"}]}`
	for i, body := range []string{head + "]}", step} {
		r.post("/v1/chat/completions", as("nora", "loop"), []byte(body))
		if !strings.Contains(string(r.provider.last()), gone) {
			t.Fatalf("step %d holds no memory: %s", i, r.provider.last())
		}
	}
	r.forget("nora", url.Values{"topic": {"parrot"}})
	r.post("/v1/chat/completions", as("nora", "loop"), []byte(step))
	if strings.Contains(string(r.provider.last()), gone) {
		t.Errorf("the loop still holds it: %s", r.provider.last())
	}
}

// TestForgettingWhileEverythingElseHappens erases and forgets while the same
// words are ingested, imported, copied and exported by others.
func TestForgettingWhileEverythingElseHappens(t *testing.T) {
	r := startRig(t, nil)
	at := time.Now().Add(-time.Hour)
	users := []string{"erased", "forgetful"}
	for _, user := range users {
		for i := range 20 {
			r.tell(user, fmt.Sprint("s", i), fmt.Sprint("m", i), fmt.Sprintf("I have a parrot called Quokkazephyr%d.", i), at)
		}
	}
	r.flush()
	exports := map[string]string{}
	for _, user := range users {
		exports[user] = r.exported(user)
	}
	if err := r.admin.call(context.Background(), "PUT", "/users/erased/settings", nil, map[string]any{"mode": "off"}, nil); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	var others sync.WaitGroup
	busy := func(f func(i int) error) {
		others.Go(func() {
			for i := 0; ctx.Err() == nil; i++ {
				if err := f(i); err != nil && ctx.Err() == nil && !strings.Contains(err.Error(), "not_found") {
					t.Error(err)
					return
				}
			}
		})
	}
	for _, user := range users {
		busy(func(i int) error { // replays
			message := map[string]any{"id": fmt.Sprint("m", i%20), "role": "user", "content": fmt.Sprintf("I have a parrot called Quokkazephyr%d.", i%20), "created_at": at.UTC().Format(time.RFC3339)}
			return r.admin.call(ctx, "POST", "/ingest", nil, map[string]any{"user_id": user, "session_id": fmt.Sprint("s", i%20), "messages": []any{message}}, nil)
		})
		busy(func(int) error { // readers
			body, err := r.admin.open(ctx, "GET", "/users/"+user+"/export", nil, nil)
			if err == nil {
				time.Sleep(20 * time.Millisecond)
				body.Close()
			}
			return err
		})
	}
	busy(func(int) error { // copies
		_, recipient, err := erase.NewIdentity()
		if err != nil {
			return err
		}
		_, err = r.house.Backup(ctx, erase.Backup{To: t.TempDir(), Recipients: []string{recipient}, Now: time.Now()})
		time.Sleep(50 * time.Millisecond)
		return err
	})
	time.Sleep(100 * time.Millisecond)
	started := time.Now()
	done := r.forget("forgetful", url.Values{"all": {"true"}})
	var erased forgot
	if err := r.admin.call(context.Background(), "DELETE", "/users/erased", nil, nil, &erased); err != nil {
		t.Fatal(err)
	}
	took := time.Since(started)
	time.Sleep(300 * time.Millisecond)
	stop()
	others.Wait()
	r.flush()
	if !done.Verified || !erased.Verified || took > 30*time.Second {
		t.Errorf("forgotten %+v, erased %+v, in %s", done, erased, took)
	}
	for _, user := range users {
		if body, err := r.admin.open(context.Background(), "POST", "/users/"+user+"/import", nil, strings.NewReader(exports[user])); err == nil {
			body.Close()
		}
		if text := r.exported(user); strings.Contains(text, gone) {
			t.Errorf("%s: it came back: %.600s", user, text)
		}
	}
	want(t, "the status of who was erased with memory off", r.chat(as("erased", "new"), "Hello again, what is new?").Get("X-Memory-Status"), "off")
	var receipts struct{ Data []json.RawMessage }
	if err := r.admin.call(context.Background(), "GET", "/receipts", url.Values{"user_id": {"erased"}}, nil, &receipts); err != nil {
		t.Fatal(err)
	}
	if len(receipts.Data) > 1 { // that of the request just now
		t.Errorf("%d receipts of the erased are left", len(receipts.Data))
	}
}
