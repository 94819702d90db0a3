package main

import (
	"database/sql"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"testing"
	"time"
)

// captured is what a receipt says of the capture of an exchange.
func (r *rig) captured(answer http.Header) (state, reason string) {
	r.t.Helper()
	var out struct {
		Capture struct{ State, Reason string }
	}
	if err := r.admin.call(r.t.Context(), "GET", "/receipts/"+answer.Get("X-Memory-Receipt-Id"), nil, nil, &out); err != nil {
		r.t.Fatal(err)
	}
	return out.Capture.State, out.Capture.Reason
}

// TestAFullJournalIsSaidInHeaderAndReceipt lets one exchange fill the journal: those after it
// say so in header and receipt, until there is room.
func TestAFullJournalIsSaidInHeaderAndReceipt(t *testing.T) {
	free := make(chan struct{})
	model := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		<-free // learning waits for it
		writeScripted(w, `{"facts":[]}`)
	}))
	defer model.Close()
	r := startRig(t, func(o *options, _ *secrets) {
		o.llmURL, o.llmModel, o.queueEntries = model.URL+"/v1", "small", 1
	})
	f := func(text, header, state, reason string) {
		t.Helper()
		answer := r.chat(as("nora", text), "I have a "+text+".")
		want(t, text+": header", answer.Get("X-Memory-Capture"), header)
		gotState, gotReason := r.captured(answer)
		want(t, text+": receipt", gotState, state)
		want(t, text+": reason", gotReason, reason)
	}
	f("parrot", "queued", "queued", "")
	f("canary", "refused", "refused", "full")
	f("donkey", "refused", "refused", "full")
	close(free)
	r.flush()
	answer := r.chat(as("nora", "rabbit"), "I have a rabbit.")
	want(t, "with room again", answer.Get("X-Memory-Capture"), "queued")
	r.flush()
	for animal, known := range map[string]bool{"parrot": true, "canary": false, "donkey": false, "rabbit": true} {
		want(t, animal, r.knows("nora", animal), known)
	}
}

// TestASlowDiskHoldsAnAnswerNoLongerThanItMay holds the database's write lock: the end of an
// answer waits for the journal as long as it is told to, and then says that it was refused.
func TestASlowDiskHoldsAnAnswerNoLongerThanItMay(t *testing.T) {
	const wait = 250 * time.Millisecond
	r := startRig(t, func(o *options, _ *secrets) { o.captureWait = wait })
	r.chat(as("nora", "first"), "I have a parrot.")
	r.flush()
	files, err := filepath.Glob(filepath.Join(r.house.opts.data, "realms", "*.db"))
	if err != nil || len(files) != 1 {
		t.Fatalf("%v, %v", files, err)
	}
	db, err := sql.Open("sqlite", "file:"+files[0])
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	hold := func(statement string) {
		t.Helper()
		if _, err := db.Exec(statement); err != nil {
			t.Fatal(err)
		}
	}
	hold("BEGIN IMMEDIATE")
	for i, header := range []string{"queued", "refused"} {
		began := time.Now()
		answer := r.chat(as("nora", "second"+header), "I have a canary, number "+header+".")
		took := time.Since(began)
		if took < wait || took > wait+5*time.Second {
			t.Errorf("answer %d took %v", i, took)
		}
		want(t, "header", answer.Get("X-Memory-Capture"), header)
		waitFor(t, func() bool { // the answer and the receipt end at the same moment
			state, reason := r.captured(answer)
			return state == "refused" && reason == "timeout"
		})
	}
	hold("ROLLBACK")
	waitFor(t, func() bool { // what was under way is written late, and says so
		r.flush()
		return r.knows("nora", "canary")
	})
	answer := r.chat(as("nora", "third"), "I have a rabbit.")
	r.flush()
	want(t, "the rabbit is known", r.knows("nora", "rabbit"), true)
	if state, _ := r.captured(answer); state == "refused" {
		t.Error("refused when the disk was free again")
	}
}
