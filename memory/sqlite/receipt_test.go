package sqlite

import (
	"encoding/json"
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
	for _, want := range []memory.Receipt{wholeReceipt(), {ID: "x"}} {
		if got, err := decodeReceipt(new(encoder).receipt(&want)); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("got %+v, %v, want %+v", got, err, want)
		}
	}
	body := new(encoder).receipt(&memory.Receipt{ID: "x"})
	for n := range body {
		if _, err := decodeReceipt(body[:n]); err == nil {
			t.Errorf("the first %d of %d bytes are taken for a receipt", n, len(body))
		}
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
