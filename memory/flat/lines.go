package flat

import (
	"hash/maphash"
	"slices"
	"strings"
	"sync/atomic"

	"mneme/memory"
)

// lines remembers what the lines of running conversations come to, their words and their vectors:
// with its next question a conversation brings most of its lines along again, and to read them all
// anew would cost as much as a search. It keeps no text but numbers that were made of it, nothing
// of what may not be kept, and a forget of anything drops them all.
type lines struct {
	seeds [2]maphash.Seed
	known atomic.Pointer[[mostLines]atomic.Pointer[line]]
}

const (
	mostLines = 2048 // at some 1.5 KB each
	shortLine = 24   // bytes; a shorter line is read as fast as it is found
)

// line is one that was read. It does not change.
type line struct {
	key   [2]uint64 // a hash of 128 bits
	terms []memory.Term
	slot  int     // whose sum it is
	sum   []int32 // nil: it was not asked for
}

// adder is an embedder whose vector of a text is the sum of what its lines add, made a unit.
type adder interface {
	Add(sum []int32, text string)
	Unit(dst []float32, sum []int32)
}

func newLines() *lines {
	l := &lines{seeds: [2]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()}}
	l.drop()
	return l
}

// drop forgets every line.
func (l *lines) drop() { l.known.Store(new([mostLines]atomic.Pointer[line])) }

// read sets w.said to the terms of some texts and, where there is an adder, w.sum to their sum.
// Only what may be kept is.
func (l *lines) read(w *scratch, texts []string, slot int, adds adder, dims int, keep bool) {
	w.said, w.sum = w.said[:0], resize(w.sum, dims)
	known := l.known.Load()
	for _, text := range texts {
		l.readOne(w, known, text, slot, adds, dims, keep)
	}
}

func (l *lines) readOne(w *scratch, known *[mostLines]atomic.Pointer[line], text string, slot int, adds adder, dims int, keep bool) {
	for text != "" {
		var one string
		one, text, _ = strings.Cut(text, "\n")
		if one == "" {
			continue
		}
		if !keep || len(one) < shortLine {
			w.said = memory.AppendTerms(w.said, one)
			if adds != nil {
				adds.Add(w.sum, one)
			}
			continue
		}
		key := [2]uint64{maphash.String(l.seeds[0], one), maphash.String(l.seeds[1], one)}
		place := &known[key[0]%mostLines]
		x := place.Load()
		if x == nil || x.key != key || adds != nil && (x.sum == nil || x.slot != slot) {
			w.line = memory.AppendTerms(w.line[:0], one)
			x = &line{key: key, terms: slices.Clone(w.line), slot: slot}
			if adds != nil {
				x.sum = make([]int32, dims)
				adds.Add(x.sum, one)
			}
			place.Store(x)
		}
		w.said = append(w.said, x.terms...)
		if adds != nil {
			sum := w.sum[:len(x.sum)]
			for i, n := range x.sum {
				sum[i] += n
			}
		}
	}
}

// ForgetLines drops what is kept of the lines of running conversations.
func (x *Index) ForgetLines() { x.lines.drop() }
