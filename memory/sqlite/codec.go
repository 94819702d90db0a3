package sqlite

import (
	"encoding/binary"
	"errors"
	"math"
	"time"

	"mneme/memory"
)

// Bodies are sealed in a compact form: a format byte, then the fields in order,
// each a varint, eight bytes of a float, or a length and bytes. Nothing is looked
// up by name or by reflection, since a cold user's records are waited for. A
// change of the fields is another format, and the old one stays readable.
const bodyFormat = 1

var errBody = errors.New("sqlite: sealed body is not understood")

type encoder struct{ b []byte }

func newEncoder(size int) *encoder {
	e := &encoder{b: make([]byte, 0, size)}
	e.b = append(e.b, bodyFormat)
	return e
}

func (e *encoder) int(n int64)     { e.b = binary.AppendVarint(e.b, n) }
func (e *encoder) size(n int)      { e.b = binary.AppendUvarint(e.b, uint64(n)) }
func (e *encoder) text(s string)   { e.size(len(s)); e.b = append(e.b, s...) }
func (e *encoder) float(f float64) { e.b = binary.LittleEndian.AppendUint64(e.b, math.Float64bits(f)) }
func (e *encoder) texts(l []string) {
	e.size(len(l))
	for _, s := range l {
		e.text(s)
	}
}

func (e *encoder) bool(v bool) {
	if v {
		e.b = append(e.b, 1)
	} else {
		e.b = append(e.b, 0)
	}
}

// time keeps the instant to the nanosecond; the zero time is one byte.
func (e *encoder) time(t time.Time) {
	if t.IsZero() {
		e.bool(false)
		return
	}
	e.bool(true)
	e.int(t.Unix())
	e.int(int64(t.Nanosecond()))
}

type decoder struct {
	b   []byte
	bad bool
}

func newDecoder(b []byte) *decoder {
	if len(b) == 0 || b[0] != bodyFormat {
		return &decoder{bad: true}
	}
	return &decoder{b: b[1:]}
}

func (d *decoder) err() error {
	if d.bad {
		return errBody
	}
	return nil
}

func (d *decoder) int() int64 {
	n, used := binary.Varint(d.b)
	if used <= 0 {
		d.bad, d.b = true, nil
		return 0
	}
	d.b = d.b[used:]
	return n
}

func (d *decoder) size() int {
	n, used := binary.Uvarint(d.b)
	if used <= 0 || n > uint64(len(d.b)) { // no list has more items than bytes
		d.bad, d.b = true, nil
		return 0
	}
	d.b = d.b[used:]
	return int(n)
}

func (d *decoder) text() string {
	n := d.size()
	if n > len(d.b) {
		d.bad, d.b = true, nil
		return ""
	}
	s := string(d.b[:n])
	d.b = d.b[n:]
	return s
}

// like reads a text that is often one that was read before, and then shares its memory: what is
// equal is found to be so without a look at it.
func (d *decoder) like(before string) string {
	rest := *d
	if n := rest.size(); n == len(before) && n <= len(rest.b) && string(rest.b[:n]) == before {
		d.b = rest.b[n:]
		return before
	}
	return d.text()
}

// word reads a text that may be a common word.
func (d *decoder) word() string {
	rest := *d
	n := rest.size()
	if n > len(rest.b) {
		return d.text()
	}
	if common, ok := memory.Common(rest.b[:n]); ok {
		d.b = rest.b[n:]
		return common
	}
	return d.text()
}

func (d *decoder) float() float64 {
	if len(d.b) < 8 {
		d.bad, d.b = true, nil
		return 0
	}
	f := math.Float64frombits(binary.LittleEndian.Uint64(d.b))
	d.b = d.b[8:]
	return f
}

func (d *decoder) bool() bool {
	if len(d.b) == 0 {
		d.bad = true
		return false
	}
	v := d.b[0] != 0
	d.b = d.b[1:]
	return v
}

func (d *decoder) time() time.Time {
	if !d.bool() {
		return time.Time{}
	}
	s := d.int()
	return time.Unix(s, d.int()).UTC()
}

func (d *decoder) texts() []string {
	n := d.size()
	if n == 0 {
		return nil
	}
	out := make([]string, n)
	for i := range out {
		out[i] = d.word()
	}
	return out
}

// encodeRecord leaves out what stands in the row: id, owner, revision.
func encodeRecord(r *memory.Record) []byte {
	e := newEncoder(256 + len(r.Text) + len(r.Object))
	e.text(string(r.Layer))
	e.text(r.Kind)
	e.text(r.Text)
	e.text(r.Subject)
	e.text(r.Predicate)
	e.text(r.Object)
	e.time(r.Constraint.ValidFrom)
	e.time(r.Constraint.ValidUntil)
	e.text(r.Constraint.Context)
	e.text(r.Constraint.Project)
	e.float(r.Confidence)
	e.text(string(r.Source))
	e.text(string(r.Status))
	e.int(int64(r.Count))
	e.float(r.Weight)
	e.bool(r.Review)
	e.text(r.Event.Type)
	e.time(r.Event.Time)
	e.texts(r.Event.Participants)
	e.text(r.Event.Result)
	e.texts(r.Event.Entities)
	e.text(r.Event.Sentiment)
	e.texts(r.Tags)
	e.text(r.SessionID)
	e.text(r.AgentID)
	e.text(r.Project)
	e.int(int64(r.Seq))
	e.int(int64(r.Cost.CL100K))
	e.int(int64(r.Cost.O200K))
	e.time(r.Created)
	e.time(r.Updated)
	e.time(r.LastUsed)
	e.time(r.Ended)
	e.text(r.ReplacedBy)
	e.texts(r.DependsOn)
	e.size(len(r.Sources))
	for _, s := range r.Sources {
		e.text(s.SessionID)
		e.text(s.MessageID)
		e.text(s.Quote)
		e.text(s.TraceID)
		e.time(s.At)
	}
	if len(r.Called) > 0 { // most records have none, and end here
		e.size(len(r.Called))
		for i := range r.Called {
			n := &r.Called[i]
			e.time(n.Until)
			e.text(n.Subject)
			e.text(n.Object)
			e.texts(n.Entities)
			e.texts(n.Participants)
			e.bool(n.Yielded)
		}
	}
	return e.b
}

func decodeRecord(body []byte) (memory.Record, error) {
	d := newDecoder(body)
	r := memory.Record{
		Layer: memory.Layer(d.word()), Kind: d.word(), Text: d.text(),
		Subject: d.word(), Predicate: d.word(), Object: d.text(),
		Constraint: memory.Constraint{ValidFrom: d.time(), ValidUntil: d.time(), Context: d.text(), Project: d.text()},
		Confidence: d.float(), Source: memory.Source(d.word()), Status: memory.Status(d.word()),
		Count: int(d.int()), Weight: d.float(), Review: d.bool(),
		Event: memory.Event{
			Type: d.word(), Time: d.time(), Participants: d.texts(), Result: d.text(),
			Entities: d.texts(), Sentiment: d.text(),
		},
		Tags: d.texts(), SessionID: d.text(), AgentID: d.text(), Project: d.text(), Seq: int(d.int()),
		Cost:    memory.Cost{CL100K: int(d.int()), O200K: int(d.int())},
		Created: d.time(), Updated: d.time(), LastUsed: d.time(), Ended: d.time(),
		ReplacedBy: d.text(), DependsOn: d.texts(),
	}
	if n := d.size(); n > 0 {
		r.Sources = make([]memory.Provenance, n)
		for i := range r.Sources {
			r.Sources[i] = memory.Provenance{SessionID: d.like(r.SessionID), MessageID: d.text(), Quote: d.like(r.Text), TraceID: d.text(), At: d.time()}
		}
	}
	if len(d.b) > 0 && !d.bad {
		r.Called = make([]memory.Naming, d.size())
		for i := range r.Called {
			r.Called[i] = memory.Naming{Until: d.time(), Subject: d.text(), Object: d.text(), Entities: d.texts(), Participants: d.texts(), Yielded: d.bool()}
		}
	}
	return r, d.err()
}

// encodeEntry leaves out what stands in the row: id, owner, attempts.
func encodeEntry(n *memory.Entry) []byte {
	size := 256
	for _, t := range n.Turns {
		size += len(t.Text) + 64
	}
	e := newEncoder(size)
	e.text(n.SessionID)
	e.text(n.AgentID)
	e.text(n.TeamID)
	e.text(n.Project)
	e.text(n.ReceiptID)
	e.text(string(n.Origin))
	e.time(n.At)
	e.size(len(n.Turns))
	for _, t := range n.Turns {
		e.text(t.ID)
		e.text(string(t.Role))
		e.text(t.Name)
		e.text(t.Text)
		e.time(t.At)
		e.int(int64(t.Seq))
		e.bool(t.Partial)
		e.bool(t.Seen)
	}
	e.texts(n.Recalled)
	e.text(n.Zone)
	e.int(int64(n.TTL))
	e.text(n.Language)
	e.size(len(n.Keys))
	for _, k := range n.Keys {
		e.b = append(e.b, k[:]...)
	}
	e.bool(n.Played)
	return e.b
}

func decodeEntry(body []byte) (memory.Entry, error) {
	d := newDecoder(body)
	n := memory.Entry{
		SessionID: d.text(), AgentID: d.text(), TeamID: d.text(), Project: d.text(), ReceiptID: d.text(),
		Origin: memory.Origin(d.text()), At: d.time(),
	}
	if count := d.size(); count > 0 {
		n.Turns = make([]memory.Turn, count)
		for i := range n.Turns {
			n.Turns[i] = memory.Turn{
				ID: d.text(), Role: memory.Role(d.text()), Name: d.text(), Text: d.text(),
				At: d.time(), Seq: int(d.int()), Partial: d.bool(), Seen: d.bool(),
			}
		}
	}
	n.Recalled, n.Zone, n.TTL, n.Language = d.texts(), d.text(), time.Duration(d.int()), d.text()
	for range d.size() {
		if len(d.b) < len(memory.TurnKey{}) {
			return n, errBody
		}
		n.Keys = append(n.Keys, memory.TurnKey(d.b[:len(memory.TurnKey{})]))
		d.b = d.b[len(memory.TurnKey{}):]
	}
	if len(d.b) > 0 { // what was journaled before has no such word
		n.Played = d.bool()
	}
	return n, d.err()
}

func encodeChange(c *memory.Change) []byte {
	e := newEncoder(64 + len(c.Before) + len(c.After))
	e.time(c.At)
	e.text(c.Op)
	e.text(c.By)
	e.text(c.Before)
	e.text(c.After)
	e.text(c.Reason)
	e.text(c.TraceID)
	return e.b
}

func decodeChange(body []byte) (memory.Change, error) {
	d := newDecoder(body)
	c := memory.Change{At: d.time(), Op: d.text(), By: d.text(), Before: d.text(), After: d.text(), Reason: d.text(), TraceID: d.text()}
	return c, d.err()
}

func encodeTrace(notes []memory.StageNote) []byte {
	e := newEncoder(64 * len(notes))
	e.size(len(notes))
	for _, n := range notes {
		e.text(n.Stage)
		e.text(n.Decision)
		e.text(n.Detail)
		e.int(int64(n.Count))
		e.int(int64(n.Took))
	}
	return e.b
}

func decodeTrace(body []byte) ([]memory.StageNote, error) {
	d := newDecoder(body)
	var notes []memory.StageNote
	for range d.size() {
		notes = append(notes, memory.StageNote{Stage: d.text(), Decision: d.text(), Detail: d.text(), Count: int(d.int()), Took: time.Duration(d.int())})
	}
	return notes, d.err()
}
