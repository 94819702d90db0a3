package inject

import (
	"encoding/binary"
	"math"
	"slices"

	"mneme/memory"
)

// shelved is a block as it lies on the shelf. There are thousands of them, and the collector goes
// through every pointer again and again: so all that need not be pointed to is written down in
// bytes.
type shelved struct {
	text, apart string // as in block
	records     []*memory.Record
	notes       []byte // what block says of the records, and of those that were left out
	tokens      int
	working     int
	tally       memory.Tally
	asked       string
}

// shelve writes a block down.
func shelve(b *block) shelved {
	s := shelved{text: b.text, apart: b.apart, tokens: b.tokens, working: b.working, tally: b.tally, asked: b.asked}
	if len(b.hits) > 0 {
		s.records = make([]*memory.Record, len(b.hits))
	}
	var few [16]string
	n := notes{b: make([]byte, 0, 64+48*len(b.hits)+28*len(b.dropped)), words: few[:0]}
	for i := range b.hits {
		h := &b.hits[i]
		s.records[i] = h.Record
		n.float(h.Score)
		n.float(h.Scores.Similarity)
		n.float(h.Scores.Recency)
		n.float(h.Scores.Task)
		n.float(h.Scores.Source)
		n.bool(h.Aside)
		n.bool(h.Force)
		n.bool(h.Over)
		n.word(h.By)
		n.size(len(h.Routes))
		for _, route := range h.Routes {
			n.word(string(route))
		}
	}
	n.size(len(b.costs))
	for _, cost := range b.costs {
		n.size(cost)
	}
	n.size(len(b.dropped))
	for i := range b.dropped {
		d := &b.dropped[i]
		n.id(d.ID)
		n.word(d.Reason)
		n.float(d.Score)
	}
	s.notes = n.b
	return s
}

// block returns the block that was kept.
func (s *shelved) block() block {
	b := block{text: s.text, apart: s.apart, tokens: s.tokens, working: s.working, tally: s.tally, asked: s.asked}
	n := notes{b: s.notes}
	if len(s.records) > 0 {
		b.hits = make([]memory.Hit, len(s.records))
	}
	for i, r := range s.records {
		h := memory.Hit{Record: r, Score: n.readFloat()}
		h.Scores = memory.Scores{Similarity: n.readFloat(), Recency: n.readFloat(), Task: n.readFloat(), Source: n.readFloat()}
		h.Aside, h.Force, h.Over, h.By = n.readBool(), n.readBool(), n.readBool(), n.readWord()
		for range n.readSize() {
			h.Routes = append(h.Routes, memory.Route(n.readWord()))
		}
		b.hits[i] = h
	}
	for range n.readSize() {
		b.costs = append(b.costs, n.readSize())
	}
	if left := n.readSize(); left > 0 {
		b.dropped = make([]memory.Drop, left)
	}
	for i := range b.dropped {
		b.dropped[i] = memory.Drop{ID: n.readID(), Reason: n.readWord(), Score: n.readFloat()}
	}
	return b
}

// bytes is what keeping it costs, the records included, since they stay alive.
func (s *shelved) bytes() int {
	n := len(s.text) + len(s.notes)
	for _, r := range s.records {
		n += 700 + len(r.Text)
	}
	return n
}

// notes are values written one after the other, and read in the same order.
type notes struct {
	b     []byte
	words []string // written or read before: each stands there once
	last  int      // of words, the one written last
}

func (n *notes) size(v int) { n.b = binary.AppendUvarint(n.b, uint64(v)) }

func (n *notes) float(v float64) { n.b = binary.LittleEndian.AppendUint64(n.b, math.Float64bits(v)) }

func (n *notes) bool(v bool) {
	if v {
		n.b = append(n.b, 1)
	} else {
		n.b = append(n.b, 0)
	}
}

func (n *notes) text(s string) {
	n.size(len(s))
	n.b = append(n.b, s...)
}

// word writes a text that comes again and again: its number from 1, or 0 and the text.
func (n *notes) word(s string) {
	if n.last < len(n.words) && n.words[n.last] == s { // most come several times in a row
		n.size(n.last + 1)
		return
	}
	at := slices.Index(n.words, s)
	n.size(at + 1)
	if at < 0 {
		n.text(s)
		at = len(n.words)
		n.words = append(n.words, s)
	}
	n.last = at
}

// id writes an identifier of ours in 16 bytes, any other as a text.
func (n *notes) id(s string) {
	raw, ours := memory.PackID(s)
	n.bool(ours)
	if ours {
		n.b = append(n.b, raw[:]...)
	} else {
		n.text(s)
	}
}

func (n *notes) take(size int) []byte {
	taken := n.b[:size]
	n.b = n.b[size:]
	return taken
}

func (n *notes) readSize() int {
	v, used := binary.Uvarint(n.b)
	n.b = n.b[used:]
	return int(v)
}

func (n *notes) readFloat() float64 {
	return math.Float64frombits(binary.LittleEndian.Uint64(n.take(8)))
}

func (n *notes) readBool() bool { return n.take(1)[0] != 0 }

func (n *notes) readText() string { return string(n.take(n.readSize())) }

func (n *notes) readWord() string {
	if at := n.readSize(); at > 0 {
		return n.words[at-1]
	}
	word := n.readText()
	n.words = append(n.words, word)
	return word
}

func (n *notes) readID() string {
	if n.readBool() {
		return memory.UnpackID([16]byte(n.take(16)))
	}
	return n.readText()
}
