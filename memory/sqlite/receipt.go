package sqlite

import (
	"encoding/binary"
	"encoding/json"
	"math"
	"time"

	"mneme/memory"
)

// receiptFormat is that of receipts in short: there is one for each request, and what
// has more than about two kilobytes takes a page of eight by itself. Identifiers are their
// 128 bits, words that come again are numbers, and scores are kept to four decimals. Those
// of bodyFormat are read as well.
const receiptFormat = 2

// receiptEncoder writes receipts.
type receiptEncoder struct {
	encoder
	words []string // said before in this receipt
}

// write returns a receipt's body; it is good until the next.
func (e *receiptEncoder) write(r *memory.Receipt) []byte {
	e.b, e.words = append(e.b[:0], receiptFormat), e.words[:0]
	e.id(r.ID)
	e.time(r.At)
	e.text(r.Owner.Tenant)
	e.text(r.Owner.Realm)
	e.text(string(r.Owner.Level))
	e.text(r.Owner.ID)
	e.text(r.SessionID)
	e.text(r.Status)
	e.text(r.Reason)
	e.size(len(r.Injected))
	for i := range r.Injected {
		h := &r.Injected[i]
		e.id(h.ID)
		e.word(string(h.Layer))
		e.int(int64(h.Tokens))
		e.score(h.Score)
		e.score(h.Scores.Similarity)
		e.score(h.Scores.Recency)
		e.score(h.Scores.Task)
		e.score(h.Scores.Source)
		e.size(len(h.Routes))
		for _, route := range h.Routes {
			e.word(string(route))
		}
	}
	e.size(len(r.Dropped))
	for i := range r.Dropped {
		e.id(r.Dropped[i].ID)
		e.word(r.Dropped[i].Reason)
		e.score(r.Dropped[i].Score)
	}
	e.int(int64(r.Tokens))
	e.int(int64(r.Parts.System))
	e.int(int64(r.Parts.Tools))
	e.int(int64(r.Parts.History))
	e.int(int64(r.Parts.Memory))
	e.int(int64(r.Latency))
	e.bool(r.Shadow)
	e.text(r.Capture.State)
	e.text(r.Capture.Reason)
	e.texts(r.Capture.Records)
	e.texts(r.Capture.Messages)
	e.size(len(r.Capture.Trace))
	for i := range r.Capture.Trace {
		n := &r.Capture.Trace[i]
		e.text(n.Stage)
		e.text(n.Decision)
		e.text(n.Detail)
		e.int(int64(n.Count))
		e.int(int64(n.Took))
	}
	e.int(int64(r.Usage.Prompt))
	e.int(int64(r.Usage.Completion))
	e.int(int64(r.Usage.Cached))
	return e.b
}

// id writes an identifier: a zero and its 128 bits, or 1 and a text.
func (e *receiptEncoder) id(id string) {
	if raw, ok := memory.PackID(id); ok {
		e.b = append(append(e.b, 0), raw[:]...)
		return
	}
	e.b = append(e.b, 1)
	e.text(id)
}

// word writes a text as the number of the word it is, from 1; one that is new is a zero and
// itself.
func (e *receiptEncoder) word(s string) {
	for i, w := range e.words {
		if w == s {
			e.size(i + 1)
			return
		}
	}
	e.size(0)
	e.text(s)
	if len(e.words) < 100 {
		e.words = append(e.words, s)
	}
}

// scoreSteps is how many steps a score has from 0 to 1.
const scoreSteps = 10_000

func (e *receiptEncoder) score(f float64) {
	if !(math.Abs(f) < 1e6) {
		f = 0 // no score
	}
	e.int(int64(math.Round(f * scoreSteps)))
}

// receiptDecoder reads receipts of both formats.
type receiptDecoder struct {
	decoder
	short bool
	words []string
}

func newReceiptDecoder(b []byte) *receiptDecoder {
	if len(b) > 0 && b[0] == receiptFormat {
		return &receiptDecoder{decoder: decoder{b: b[1:]}, short: true}
	}
	return &receiptDecoder{decoder: *newDecoder(b)}
}

func (d *receiptDecoder) id() string {
	if !d.short || d.bool() {
		return d.text()
	}
	if len(d.b) < 16 {
		d.bad, d.b = true, nil
		return ""
	}
	raw := [16]byte(d.b)
	d.b = d.b[16:]
	return memory.UnpackID(raw)
}

func (d *receiptDecoder) word() string {
	if !d.short {
		return d.text()
	}
	n, used := binary.Uvarint(d.b)
	if used <= 0 || n > uint64(len(d.words)) {
		d.bad, d.b = true, nil
		return ""
	}
	d.b = d.b[used:]
	if n > 0 {
		return d.words[n-1]
	}
	s := d.text()
	d.words = append(d.words, s)
	return s
}

func (d *receiptDecoder) score() float64 {
	if !d.short {
		return d.float()
	}
	return float64(d.int()) / scoreSteps
}

func decodeReceipt(body []byte) (memory.Receipt, error) {
	d := newReceiptDecoder(body)
	r := memory.Receipt{
		ID: d.id(), At: d.time(),
		Owner:     memory.Owner{Tenant: d.text(), Realm: d.text(), Level: memory.Level(d.text()), ID: d.text()},
		SessionID: d.text(), Status: d.text(), Reason: d.text(),
	}
	for range d.size() {
		h := memory.ReceiptHit{
			ID: d.id(), Layer: memory.Layer(d.word()), Tokens: int(d.int()), Score: d.score(),
			Scores: memory.Scores{Similarity: d.score(), Recency: d.score(), Task: d.score(), Source: d.score()},
		}
		for range d.size() {
			h.Routes = append(h.Routes, memory.Route(d.word()))
		}
		r.Injected = append(r.Injected, h)
	}
	for range d.size() {
		r.Dropped = append(r.Dropped, memory.Drop{ID: d.id(), Reason: d.word(), Score: d.score()})
	}
	r.Tokens = int(d.int())
	r.Parts = memory.PromptParts{System: int(d.int()), Tools: int(d.int()), History: int(d.int()), Memory: int(d.int())}
	r.Latency, r.Shadow = time.Duration(d.int()), d.bool()
	r.Capture = memory.ReceiptCapture{State: d.text(), Reason: d.text(), Records: d.texts(), Messages: d.texts()}
	for range d.size() {
		r.Capture.Trace = append(r.Capture.Trace, memory.StageNote{
			Stage: d.text(), Decision: d.text(), Detail: d.text(), Count: int(d.int()), Took: time.Duration(d.int()),
		})
	}
	r.Usage = memory.ReceiptUsage{Prompt: int(d.int()), Completion: int(d.int()), Cached: int(d.int())}
	return r, d.err()
}

// openReceipt opens a sealed receipt. Those of earlier versions are JSON.
func (s *Store) openReceipt(owner [32]byte, id string, sealed []byte) (r memory.Receipt, err error) {
	body, err := s.keys.OpenFor(owner, "receipt "+id, sealed)
	if err != nil {
		return r, err
	}
	if len(body) > 0 && body[0] == '{' {
		return r, json.Unmarshal(body, &r)
	}
	return decodeReceipt(body)
}
