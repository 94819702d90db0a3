package flat

import (
	"encoding/binary"
	"errors"
	"math"
	"time"

	"mneme/memory"
)

// errTorn is returned when a stored partition cannot be read; it is then built anew.
var errTorn = errors.New("flat: stored partition cannot be read")

// encoder writes numbers and strings one after another.
type encoder struct{ b []byte }

func (e *encoder) uint(v uint64)      { e.b = binary.AppendUvarint(e.b, v) }
func (e *encoder) int(v int64)        { e.b = binary.AppendVarint(e.b, v) }
func (e *encoder) float(v float64)    { e.b = binary.LittleEndian.AppendUint64(e.b, math.Float64bits(v)) }
func (e *encoder) string(s string)    { e.uint(uint64(len(s))); e.b = append(e.b, s...) }
func (e *encoder) strings(l []string) { e.uint(uint64(len(l))); each(l, e.string) }
func each[T any](list []T, f func(T)) {
	for _, x := range list {
		f(x)
	}
}

// time keeps the moment, not the zone: recall shows dates in the user's own.
func (e *encoder) time(t time.Time) {
	if t.IsZero() {
		e.uint(0)
		return
	}
	e.uint(1)
	e.int(t.Unix())
	e.uint(uint64(t.Nanosecond()))
}

// decoder reads what an encoder wrote. It never panics; after the first fault it gives zeros,
// and bad tells. Strings share the memory of text.
type decoder struct {
	b    []byte
	text string // b as a string
	at   int
	bad  bool
}

func newDecoder(b []byte) *decoder { return &decoder{b: b, text: string(b)} }

func (d *decoder) fail() { d.bad, d.at = true, len(d.b) }

func (d *decoder) uint() uint64 {
	v, n := binary.Uvarint(d.b[d.at:])
	if n <= 0 {
		d.fail()
		return 0
	}
	d.at += n
	return v
}

func (d *decoder) int() int64 {
	v, n := binary.Varint(d.b[d.at:])
	if n <= 0 {
		d.fail()
		return 0
	}
	d.at += n
	return v
}

func (d *decoder) float() float64 {
	if len(d.b)-d.at < 8 {
		d.fail()
		return 0
	}
	v := math.Float64frombits(binary.LittleEndian.Uint64(d.b[d.at:]))
	d.at += 8
	return v
}

// count reads a length of things that take at least size bytes each.
func (d *decoder) count(size int) int {
	n := d.uint()
	if n > uint64(len(d.b)-d.at)/uint64(size) {
		d.fail()
		return 0
	}
	return int(n)
}

// take returns the next n bytes.
func (d *decoder) take(n int) []byte {
	if n > len(d.b)-d.at {
		d.fail()
		return nil
	}
	d.at += n
	return d.b[d.at-n : d.at]
}

func (d *decoder) string() string {
	n := d.count(1)
	d.at += n
	return d.text[d.at-n : d.at]
}

// word reads a string that may be a common word.
func (d *decoder) word() string {
	n := d.count(1)
	d.at += n
	if common, ok := memory.Common(d.b[d.at-n : d.at]); ok {
		return common
	}
	return d.text[d.at-n : d.at]
}

func (d *decoder) strings() []string {
	n := d.count(1)
	if n == 0 {
		return nil
	}
	list := make([]string, n)
	for i := range list {
		list[i] = d.word()
	}
	return list
}

func (d *decoder) time() time.Time {
	if d.uint() == 0 {
		return time.Time{}
	}
	sec := d.int()
	return time.Unix(sec, int64(d.uint())).UTC()
}

// record writes everything of a record but its owner, who is the partition's.
func (e *encoder) record(r *memory.Record) {
	e.string(r.ID)
	e.string(string(r.Layer))
	e.string(r.Kind)
	e.string(r.Text)
	e.string(r.Subject)
	e.string(r.Predicate)
	e.string(r.Object)
	e.time(r.Constraint.ValidFrom)
	e.time(r.Constraint.ValidUntil)
	e.string(r.Constraint.Context)
	e.string(r.Constraint.Project)
	e.float(r.Confidence)
	e.string(string(r.Source))
	e.string(string(r.Status))
	e.int(int64(r.Count))
	e.float(r.Weight)
	e.uint(flags(r))
	e.string(r.Event.Type)
	e.time(r.Event.Time)
	e.strings(r.Event.Participants)
	e.string(r.Event.Result)
	e.strings(r.Event.Entities)
	e.string(r.Event.Sentiment)
	e.strings(r.Tags)
	e.string(r.SessionID)
	e.string(r.AgentID)
	e.string(r.Project)
	e.int(int64(r.Seq))
	e.int(int64(r.Cost.CL100K))
	e.int(int64(r.Cost.O200K))
	e.time(r.Created)
	e.time(r.Updated)
	e.time(r.LastUsed)
	e.time(r.Ended)
	e.string(r.ReplacedBy)
	e.strings(r.DependsOn)
	e.uint(uint64(len(r.Sources)))
	for i := range r.Sources {
		p := &r.Sources[i]
		e.string(p.SessionID)
		e.string(p.MessageID)
		e.bool(p.Quote == r.Text) // an episode quotes itself: its words are kept once
		if p.Quote != r.Text {
			e.string(p.Quote)
		}
		e.string(p.TraceID)
		e.time(p.At)
	}
	e.int(r.Revision)
	if len(r.Called) == 0 {
		return
	}
	e.uint(uint64(len(r.Called)))
	for i := range r.Called {
		n := &r.Called[i]
		e.time(n.Until)
		e.string(n.Subject)
		e.string(n.Object)
		e.strings(n.Entities)
		e.strings(n.Participants)
		e.bool(n.Yielded)
	}
}

// Flags of a record.
const (
	flagReview = 1
	flagCalled = 2 // the names its entities had before are at its end
)

func flags(r *memory.Record) uint64 {
	var n uint64
	if r.Review {
		n |= flagReview
	}
	if len(r.Called) > 0 {
		n |= flagCalled
	}
	return n
}

func (e *encoder) bool(v bool) {
	if v {
		e.b = append(e.b, 1)
		return
	}
	e.b = append(e.b, 0)
}

func (d *decoder) record(r *memory.Record, owner memory.Owner) {
	r.Owner = owner
	r.ID = d.string()
	r.Layer = memory.Layer(d.word())
	r.Kind = d.word()
	r.Text = d.string()
	r.Subject = d.word()
	r.Predicate = d.word()
	r.Object = d.string()
	r.Constraint.ValidFrom = d.time()
	r.Constraint.ValidUntil = d.time()
	r.Constraint.Context = d.string()
	r.Constraint.Project = d.string()
	r.Confidence = d.float()
	r.Source = memory.Source(d.word())
	r.Status = memory.Status(d.word())
	r.Count = int(d.int())
	r.Weight = d.float()
	flags := d.uint()
	r.Review = flags&flagReview != 0
	r.Event.Type = d.word()
	r.Event.Time = d.time()
	r.Event.Participants = d.strings()
	r.Event.Result = d.string()
	r.Event.Entities = d.strings()
	r.Event.Sentiment = d.string()
	r.Tags = d.strings()
	r.SessionID = d.string()
	r.AgentID = d.string()
	r.Project = d.string()
	r.Seq = int(d.int())
	r.Cost.CL100K = int(d.int())
	r.Cost.O200K = int(d.int())
	r.Created = d.time()
	r.Updated = d.time()
	r.LastUsed = d.time()
	r.Ended = d.time()
	r.ReplacedBy = d.string()
	r.DependsOn = d.strings()
	if n := d.count(5); n > 0 {
		r.Sources = make([]memory.Provenance, n)
	}
	for i := range r.Sources {
		p := &r.Sources[i]
		p.SessionID = d.string()
		p.MessageID = d.string()
		if d.uint() == 1 {
			p.Quote = r.Text
		} else {
			p.Quote = d.string()
		}
		p.TraceID = d.string()
		p.At = d.time()
	}
	r.Revision = d.int()
	if flags&flagCalled == 0 {
		return
	}
	r.Called = make([]memory.Naming, d.count(6))
	for i := range r.Called {
		n := &r.Called[i]
		n.Until = d.time()
		n.Subject = d.string()
		n.Object = d.string()
		n.Entities = d.strings()
		n.Participants = d.strings()
		n.Yielded = d.uint() == 1
	}
}
