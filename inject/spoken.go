package inject

import (
	"math"
	"slices"
	"strings"

	"mneme/memory"
)

// What the running conversation is searched through at most, and the least that is looked
// for, in bytes: a single word stands in many texts.
const (
	spokenBytes = 64 << 10
	spokenLeast = 9
)

// unspoken leaves out the hits whose words stand in the running conversation already. text returns
// the i-th of its n messages; the newest, which are the last, are searched through first.
func unspoken(hits []memory.Hit, n int, text func(i int) string) ([]memory.Hit, []memory.Drop) {
	var room [64]phrase // for what recall finds, and its quotes
	search := phrases{all: room[:0]}
	for i := range hits {
		search.addRecord(i, hits[i].Record)
	}
	if len(search.all) == 0 {
		return hits, nil
	}
	spoken := make([]bool, len(hits))
	left := spokenBytes
	for i := n - 1; i >= 0 && left > 0; i-- {
		one := cutBytes(memory.StripBlock(text(i)), left)
		search.mark(spoken, one)
		left -= len(one)
	}
	if !slices.Contains(spoken, true) {
		return hits, nil
	}
	kept := make([]memory.Hit, 0, len(hits))
	var dropped []memory.Drop
	for i, hit := range hits {
		if spoken[i] {
			dropped = append(dropped, memory.Drop{ID: hit.Record.ID, Reason: "in-prompt", Score: hit.Score})
		} else {
			kept = append(kept, hit)
		}
	}
	return kept, dropped
}

// phrases are looked for all at once, with one walk through a text: where the text's next
// four bytes begin none of them, none of them stands there.
type phrases struct {
	all    []phrase
	starts [64]uint64  // a bit for each hash of four bytes that begin a phrase
	lists  [128]uint16 // by the hash's higher bits: the phrase added last, plus 1; 0: none
}

// phrase is what a hit's record rests on.
type phrase struct {
	words string
	four  uint32 // its first four bytes
	hit   uint16
	next  uint16 // in its list, as there
}

// addRecord adds the words a record rests on. A rule is more than its words.
func (p *phrases) addRecord(hit int, r *memory.Record) {
	if r.Layer == memory.Procedural {
		return
	}
	p.add(hit, r.Text)
	for i := range r.Sources {
		if quote := r.Sources[i].Quote; quote != r.Text {
			p.add(hit, quote)
		}
	}
}

func (p *phrases) add(hit int, words string) {
	words = strings.TrimSpace(words)
	if len(words) < spokenLeast || hit > math.MaxUint16 || len(p.all) == math.MaxUint16 {
		return
	}
	four := uint32(words[0]) | uint32(words[1])<<8 | uint32(words[2])<<16 | uint32(words[3])<<24
	at := hashFour(four)
	list := &p.lists[at>>5]
	p.all = append(p.all, phrase{words, four, uint16(hit), *list})
	*list = uint16(len(p.all))
	p.starts[at>>6] |= 1 << (at & 63)
}

// mark marks the hits of which a phrase stands in a text.
func (p *phrases) mark(spoken []bool, text string) {
	var four uint32
	for i := range len(text) {
		four = four>>8 | uint32(text[i])<<24
		at := hashFour(four)
		if p.starts[at>>6]&(1<<(at&63)) == 0 || i < 3 {
			continue
		}
		for n := p.lists[at>>5]; n > 0; n = p.all[n-1].next {
			if one := &p.all[n-1]; one.four == four && !spoken[one.hit] && strings.HasPrefix(text[i-3:], one.words) {
				spoken[one.hit] = true
			}
		}
	}
}

// hashFour hashes four bytes to twelve bits (multiplicative hashing: Knuth, The Art of
// Computer Programming, volume 3, 6.4).
func hashFour(four uint32) uint32 { return four * 0x9E3779B1 >> 20 }
