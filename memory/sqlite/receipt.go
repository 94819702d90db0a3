package sqlite

import (
	"encoding/json"
	"time"

	"mneme/memory"
)

// receipt writes a receipt in the compact form of bodies and returns it; it is good
// until the next. There is one for each request, and a small one shares its page with
// others.
func (e *encoder) receipt(r *memory.Receipt) []byte {
	e.begin()
	e.text(r.ID)
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
		e.text(h.ID)
		e.text(string(h.Layer))
		e.int(int64(h.Tokens))
		e.float(h.Score)
		e.float(h.Scores.Similarity)
		e.float(h.Scores.Recency)
		e.float(h.Scores.Task)
		e.float(h.Scores.Source)
		e.size(len(h.Routes))
		for _, route := range h.Routes {
			e.text(string(route))
		}
	}
	e.size(len(r.Dropped))
	for i := range r.Dropped {
		e.text(r.Dropped[i].ID)
		e.text(r.Dropped[i].Reason)
		e.float(r.Dropped[i].Score)
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

func decodeReceipt(body []byte) (memory.Receipt, error) {
	d := newDecoder(body)
	r := memory.Receipt{
		ID: d.text(), At: d.time(),
		Owner:     memory.Owner{Tenant: d.text(), Realm: d.text(), Level: memory.Level(d.text()), ID: d.text()},
		SessionID: d.text(), Status: d.text(), Reason: d.text(),
	}
	for range d.size() {
		h := memory.ReceiptHit{
			ID: d.text(), Layer: memory.Layer(d.text()), Tokens: int(d.int()), Score: d.float(),
			Scores: memory.Scores{Similarity: d.float(), Recency: d.float(), Task: d.float(), Source: d.float()},
		}
		for range d.size() {
			h.Routes = append(h.Routes, memory.Route(d.text()))
		}
		r.Injected = append(r.Injected, h)
	}
	for range d.size() {
		r.Dropped = append(r.Dropped, memory.Drop{ID: d.text(), Reason: d.text(), Score: d.float()})
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
