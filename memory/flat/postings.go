package flat

import (
	"cmp"
	"slices"

	"mneme/memory"
)

// postings say which records of a segment hold which key: a word's term, or an entity's. Keys
// are sorted, so that a look-up is a binary search over one array and a stored segment is ready
// as soon as it is read.
type postings struct {
	keys  []memory.Term
	offs  []uint32 // len(keys)+1: where each key's list begins in docs
	docs  []uint32 // numbers of records within the segment, rising within a list
	freqs []uint8  // how often the key occurs in the record
}

// find returns the list of a key, as bounds in docs and freqs; they are equal when nobody holds it.
func (p *postings) find(key memory.Term) (from, to uint32) {
	lo, hi := 0, len(p.keys)
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		if p.keys[mid] < key {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo == len(p.keys) || p.keys[lo] != key {
		return 0, 0
	}
	return p.offs[lo], p.offs[lo+1]
}

// holds reports whether a record holds a key.
func (p *postings) holds(key memory.Term, doc uint32) bool {
	from, to := p.find(key)
	_, ok := slices.BinarySearch(p.docs[from:to], doc)
	return ok
}

// posting is one occurrence while postings are built.
type posting struct {
	key  memory.Term
	doc  uint32
	freq uint8
}

// builder collects occurrences.
type builder struct{ all []posting }

// add takes the keys of one record, repeated ones repeated. It sorts keys.
func (b *builder) add(doc uint32, keys []memory.Term) {
	slices.Sort(keys)
	for i := 0; i < len(keys); {
		j := i
		for j < len(keys) && keys[j] == keys[i] {
			j++
		}
		b.all = append(b.all, posting{keys[i], doc, uint8(min(j-i, 255))})
		i = j
	}
}

// postings sorts what was collected.
func (b *builder) postings() postings {
	slices.SortFunc(b.all, func(x, y posting) int {
		if c := cmp.Compare(x.key, y.key); c != 0 {
			return c
		}
		return cmp.Compare(x.doc, y.doc)
	})
	distinct := 0
	for i := range b.all {
		if i == 0 || b.all[i].key != b.all[i-1].key {
			distinct++
		}
	}
	p := postings{
		keys:  make([]memory.Term, 0, distinct),
		offs:  make([]uint32, 0, distinct+1),
		docs:  make([]uint32, len(b.all)),
		freqs: make([]uint8, len(b.all)),
	}
	for i, x := range b.all {
		if i == 0 || x.key != b.all[i-1].key {
			p.keys = append(p.keys, x.key)
			p.offs = append(p.offs, uint32(i))
		}
		p.docs[i], p.freqs[i] = x.doc, x.freq
	}
	p.offs = append(p.offs, uint32(len(b.all)))
	return p
}

// merge joins the postings of two segments into one, with records renumbered: place gives each
// record's new number, or -1 when it is gone. New numbers rise where old ones do, a's before b's.
func merge(a, b *postings, placeA, placeB []int32) postings {
	out := postings{
		keys:  make([]memory.Term, 0, len(a.keys)+len(b.keys)/2),
		offs:  make([]uint32, 0, len(a.keys)+len(b.keys)/2+1),
		docs:  make([]uint32, 0, len(a.docs)+len(b.docs)),
		freqs: make([]uint8, 0, len(a.docs)+len(b.docs)),
	}
	take := func(p *postings, at int, place []int32) {
		for k := p.offs[at]; k < p.offs[at+1]; k++ {
			if to := place[p.docs[k]]; to >= 0 {
				out.docs = append(out.docs, uint32(to))
				out.freqs = append(out.freqs, p.freqs[k])
			}
		}
	}
	i, j := 0, 0
	for i < len(a.keys) || j < len(b.keys) {
		before := len(out.docs)
		var key memory.Term
		fromA := j == len(b.keys) || i < len(a.keys) && a.keys[i] <= b.keys[j]
		fromB := i == len(a.keys) || j < len(b.keys) && b.keys[j] <= a.keys[i]
		if fromA {
			key = a.keys[i]
			take(a, i, placeA)
			i++
		}
		if fromB {
			key = b.keys[j]
			take(b, j, placeB)
			j++
		}
		if len(out.docs) > before {
			out.keys = append(out.keys, key)
			out.offs = append(out.offs, uint32(before))
		}
	}
	out.offs = append(out.offs, uint32(len(out.docs)))
	return out
}
