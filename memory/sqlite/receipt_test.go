package sqlite

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"testing"
	"time"

	"mneme/memory"
)

func wholeReceipt() memory.Receipt {
	return memory.Receipt{
		ID: memory.NewID(time.Unix(1_800_000_000, 0)), At: time.Unix(1_800_000_000, 5_000).UTC(), Owner: benchOwner(1), SessionID: "s",
		Status: "injected", Reason: "why",
		Injected: []memory.ReceiptHit{
			{ID: "a", Layer: memory.Semantic, Tokens: 12, Score: .5, Scores: memory.Scores{Similarity: .1, Recency: .2, Task: .3, Source: .4}, Routes: []memory.Route{memory.Keyword, memory.Vector}},
			{ID: "b", Layer: memory.Episodic},
		},
		Dropped: []memory.Drop{{ID: "c", Reason: "floor", Score: .25}, {ID: "d", Reason: "limit"}},
		Tokens:  40, Parts: memory.PromptParts{System: 1, Tools: 2, History: 3, Memory: 4}, Latency: 3 * time.Millisecond, Shadow: true,
		Capture: memory.ReceiptCapture{State: "learnt", Reason: "x", Records: []string{"r"}, Messages: []string{"m", "n"},
			Trace: []memory.StageNote{{Stage: "admit", Decision: "kept", Count: 2, Took: time.Second}}},
		Usage: memory.ReceiptUsage{Prompt: 5, Completion: 6, Cached: 7},
	}
}

func TestReceiptsComeBackAsTheyWere(t *testing.T) {
	other := wholeReceipt()
	for i := range 300 { // more words than have a number
		other.Dropped = append(other.Dropped, memory.Drop{ID: memory.NewID(other.At), Reason: fmt.Sprint("reason ", i%150), Score: float64(i) / 100})
	}
	for _, want := range []memory.Receipt{wholeReceipt(), {ID: "x"}, other} {
		if got, err := decodeReceipt(new(receiptEncoder).write(&want)); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("got %+v, %v, want %+v", got, err, want)
		}
	}
	body := new(receiptEncoder).write(&memory.Receipt{ID: "x"})
	for n := range body {
		if _, err := decodeReceipt(body[:n]); err == nil {
			t.Errorf("the first %d of %d bytes are taken for a receipt", n, len(body))
		}
	}
}

func TestAReceiptSharesItsPage(t *testing.T) {
	r := wholeReceipt()
	r.Injected, r.Dropped = nil, nil
	for i := range 60 {
		id := memory.NewID(r.At)
		if i < 16 {
			x := float64(i) / 17
			r.Injected = append(r.Injected, memory.ReceiptHit{ID: id, Layer: memory.Episodic, Tokens: 40, Score: x, Scores: memory.Scores{Similarity: x, Recency: x, Task: x, Source: .9}, Routes: []memory.Route{memory.Keyword, memory.Vector}})
		} else {
			r.Dropped = append(r.Dropped, memory.Drop{ID: id, Reason: "top-k", Score: float64(i) / 61})
		}
	}
	if n := len(new(receiptEncoder).write(&r)); n > 1900 {
		t.Errorf("a receipt of 16 hits and 44 others takes %d bytes", n)
	}
	got, err := decodeReceipt(new(receiptEncoder).write(&r))
	if err != nil {
		t.Fatal(err)
	}
	for i := range got.Injected {
		if d := got.Injected[i].Score - r.Injected[i].Score; math.Abs(d) > 0.00005 || got.Injected[i].ID != r.Injected[i].ID {
			t.Errorf("hit %d comes back as %+v, want %+v", i, got.Injected[i], r.Injected[i])
		}
	}
}

// TestReceiptsOfTheFirstFormatAreRead writes one as it was written then.
func TestReceiptsOfTheFirstFormatAreRead(t *testing.T) {
	want := wholeReceipt()
	e := newEncoder(0)
	e.text(want.ID)
	e.time(want.At)
	for _, s := range []string{want.Owner.Tenant, want.Owner.Realm, string(want.Owner.Level), want.Owner.ID, want.SessionID, want.Status, want.Reason} {
		e.text(s)
	}
	e.size(len(want.Injected))
	for _, h := range want.Injected {
		e.text(h.ID)
		e.text(string(h.Layer))
		e.int(int64(h.Tokens))
		for _, f := range []float64{h.Score, h.Scores.Similarity, h.Scores.Recency, h.Scores.Task, h.Scores.Source} {
			e.float(f)
		}
		e.size(len(h.Routes))
		for _, route := range h.Routes {
			e.text(string(route))
		}
	}
	e.size(len(want.Dropped))
	for _, d := range want.Dropped {
		e.text(d.ID)
		e.text(d.Reason)
		e.float(d.Score)
	}
	for _, n := range []int{want.Tokens, want.Parts.System, want.Parts.Tools, want.Parts.History, want.Parts.Memory, int(want.Latency)} {
		e.int(int64(n))
	}
	e.bool(want.Shadow)
	e.text(want.Capture.State)
	e.text(want.Capture.Reason)
	e.texts(want.Capture.Records)
	e.texts(want.Capture.Messages)
	e.size(len(want.Capture.Trace))
	for _, n := range want.Capture.Trace {
		e.text(n.Stage)
		e.text(n.Decision)
		e.text(n.Detail)
		e.int(int64(n.Count))
		e.int(int64(n.Took))
	}
	for _, n := range []int{want.Usage.Prompt, want.Usage.Completion, want.Usage.Cached} {
		e.int(int64(n))
	}
	if got, err := decodeReceipt(e.b); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v, want %+v", got, err, want)
	}
}

// TestReceiptsOfEarlierVersionsAreRead writes one as it was written then.
func TestReceiptsOfEarlierVersionsAreRead(t *testing.T) {
	s, _ := openStore(t, t.TempDir())
	want := wholeReceipt()
	text, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	hash := s.keys.OwnerHash(want.Owner)
	sealed, err := s.keys.SealFor(hash, "receipt "+want.ID, text)
	if err != nil {
		t.Fatal(err)
	}
	err = s.ops.update(t.Context(), func(c *conn) error {
		_, err := c.exec("INSERT INTO receipts (id, owner, at, body) VALUES (?, ?, ?, ?)", want.ID, hash[:], millis(want.At), sealed)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	s.AmendReceipt(want.Owner, want.ID, func(r *memory.Receipt) { r.Capture.State = "dead" })
	got, err := s.Receipt(t.Context(), want.ID)
	want.Capture.State = "dead"
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v, want %+v", got, err, want)
	}
}

func TestHurryEndsPauses(t *testing.T) {
	s, _ := openStore(t, t.TempDir())
	var batch []opsItem
	var ids []string
	for range 3 * receiptsTogether {
		r := wholeReceipt()
		r.ID = memory.NewID(r.At)
		ids = append(ids, r.ID)
		batch = append(batch, opsItem{receipt: &r})
	}
	written := make(chan struct{})
	go func() {
		s.log.write(batch, time.Hour)
		close(written)
	}()
	signal(s.log.hurry)
	<-written
	for _, id := range ids {
		if _, err := s.Receipt(t.Context(), id); err != nil {
			t.Errorf("a receipt of a batch that was hurried: %v", err)
		}
	}
}
