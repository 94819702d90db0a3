package flat

import (
	"cmp"
	"math/bits"
	"slices"

	"mneme/memory"
)

// maxWords bounds the distinct words of a question that are looked up: the rarest ones.
const maxWords = 96

// word is one word of a question, with what its occurrence is worth.
type word struct {
	term   memory.Term
	weight float32
	own    bool // of the question itself, not of its context
}

// similarity is the calibration of an embedder: the similarity of a cosine from -1 to 1 in steps,
// and the straight line by which cosines are ranked. A calibrated similarity hardly tells apart
// what has little to do with a question; a cosine does, but every embedder has a measure of its
// own.
type similarity struct {
	steps        [513]float32
	slope, start float32 // rank = start + slope * cosine
}

// Ranks of two similarities on every embedder's line: the weights of the mix were tuned on them.
const (
	farSimilarity, farRank   = 0.5, 0.27
	nearSimilarity, nearRank = 0.85, 0.45
)

func newSimilarity(calibrate func(cosine float64) float64) *similarity {
	t := new(similarity)
	far, near := float32(-1), float32(-1)
	for i := range t.steps {
		cosine := float64(i-256) / 256
		t.steps[i] = float32(calibrate(cosine))
		if t.steps[i] <= farSimilarity {
			far = float32(cosine)
		}
		if t.steps[i] <= nearSimilarity {
			near = float32(cosine)
		}
	}
	t.slope = (nearRank - farRank) / max(near-far, 1.0/256)
	t.start = farRank - t.slope*far
	return t
}

func (t *similarity) of(cosine float32) float32 {
	return t.steps[min(max(int(cosine*256+256.5), 0), 512)]
}

// ofRank gives back the similarity of what scoreVectors left.
func (t *similarity) ofRank(x float32) float32 { return t.of((x - t.start) / t.slope) }

// weighWords turns the terms in w.terms into distinct words with weights; it returns what a
// record is worth that holds every word of the question once.
func (s *snapshot) weighWords(w *scratch, own int, mix *memory.Mix) float32 {
	w.words = w.words[:0]
	w.slots = resize(w.slots, 1<<bits.Len(uint(2*len(w.terms))))
	for i, t := range w.terms {
		at, known := w.wordOf(t)
		if known && i < own == w.words[at].own {
			continue // the same word with the same weight
		}
		weight := float32(1)
		if t.Kind() == memory.CharTerm {
			weight = mix.Char
		}
		if i >= own {
			weight *= mix.Context
		}
		if mix.Speaker > 0 && s.isSpeaker(t) {
			// Who is named is met by what he said, not by who calls him by his name.
			weight *= mix.Called
		}
		switch {
		case !known:
			w.words = append(w.words, word{t, weight, i < own})
		case weight > w.words[at].weight:
			w.words[at].weight, w.words[at].own = weight, false
		}
	}
	w.words = slices.DeleteFunc(w.words, func(x word) bool { return x.weight <= 0 })
	slices.SortFunc(w.words, func(a, b word) int { return cmp.Compare(a.term, b.term) })
	w.asked = 0
	total := float32(0)
	known := w.words[:0]
	for _, x := range w.words {
		held := s.holding(x.term)
		x.weight *= memory.Rarity(s.live, held)
		if x.own {
			total += x.weight
			switch x.term.Kind() {
			case memory.WordTerm, memory.NumberTerm:
				w.asked += 2
			case memory.PairTerm:
				w.asked++
			}
		}
		if held > 0 {
			known = append(known, x)
		}
	}
	w.words = known
	w.numbers = slices.ContainsFunc(known, func(x word) bool { return x.own && x.term.Kind() == memory.NumberTerm })
	if len(w.words) > maxWords {
		slices.SortFunc(w.words, func(a, b word) int {
			switch {
			case a.weight > b.weight:
				return -1
			case a.weight < b.weight:
				return 1
			}
			return 0
		})
		w.words = w.words[:maxWords]
	}
	return total
}

// wordOf returns the place of a term among the words, and whether it is there already; if not, it
// is to be put there next. The terms of a running conversation repeat, and to find those costs
// less than to sort them all.
func (w *scratch) wordOf(t memory.Term) (at int, known bool) {
	mask := len(w.slots) - 1
	for i := int(t) & mask; ; i = (i + 1) & mask {
		switch n := int(w.slots[i]); {
		case n == 0:
			w.slots[i] = int32(len(w.words)) + 1
			return len(w.words), false
		case w.words[n-1].term == t:
			return n - 1, true
		}
	}
}

// holding counts the records that hold a term.
func (s *snapshot) holding(t memory.Term) int {
	n := 0
	for _, seg := range s.segments {
		from, to := seg.words.find(t)
		n += int(to - from)
	}
	return n
}

// scoreWords adds to each record what the question's own words, or the others, are worth that
// it holds (BM25), and returns the best sum of those it adds to.
func (s *snapshot) scoreWords(words []word, own bool, scores []float32, mix *memory.Mix) float32 {
	length := float32(1)
	if s.live > 0 {
		length = max(1, float32(s.segments[0].total+s.segments[1].total)/float32(s.segments[0].n+s.segments[1].n))
	}
	base, slope := mix.Saturate*(1-mix.Length), mix.Saturate*mix.Length/length
	top := float32(0)
	first := 0
	for _, seg := range s.segments {
		into := scores[first : first+seg.n]
		for _, x := range words {
			if x.own != own {
				continue
			}
			from, to := seg.words.find(x.term)
			docs, freqs := seg.words.docs[from:to], seg.words.freqs[from:to]
			gain := x.weight * (mix.Saturate + 1)
			for k, doc := range docs {
				tf := float32(freqs[k])
				x := into[doc] + gain*tf/(tf+base+slope*float32(seg.lens[doc]))
				into[doc] = x
				if x > top { // a sum never falls; max would mind what is no number, and there is none
					top = x
				}
			}
		}
		first += seg.n
	}
	return top
}

// scoreMembers adds to each record what the members are worth that it holds of a class that the
// question asks for: not where it asks about the world, in which pizza is a dish as well.
func (s *snapshot) scoreMembers(w *scratch, p *memory.Probe) {
	if q := p.Question; !q.About && !q.Past && len(w.tied) == 0 && !slices.Contains(w.named, true) {
		return
	}
	w.extra = w.extra[:0]
	for _, t := range p.Members {
		if held := s.holding(t); held > 0 {
			w.extra = append(w.extra, word{t, p.Mix.Member * memory.Rarity(s.live, held), false})
		}
	}
	if len(w.extra) > 0 {
		s.scoreWords(w.extra, false, w.keyword, p.Mix)
	}
}

// scoreVectors scans every vector of the slot; without a question's vector there is nothing to scan.
// What it leaves are the products of bytes, with all that makes cosines of them, on the embedder's
// line: see weighing.
func (s *snapshot) scoreVectors(w *scratch, slot int, vector []float32, table *similarity, kernel Kernel) {
	w.dots = slices.Grow(w.dots[:0], len(s.records))[:len(s.records)]
	scale := float32(0)
	if vector != nil {
		w.query = resize(w.query, len(vector))
		scale = quantise(w.query, vector)
		w.slope, w.start = scale*table.slope, table.start
	}
	for which, seg := range s.segments {
		from, to := s.bounds(which)
		if scale == 0 || seg.vectors[slot].dims != len(vector) || len(seg.vectors[slot].scales) != seg.n {
			clear(w.dots[from:to])
			w.none = resize(w.none, len(s.records))
			w.scales[which] = w.none[from:to]
			continue
		}
		w.scales[which] = seg.vectors[slot].scales
		kernel(w.query, seg.vectors[slot].rows, w.dots[from:to])
	}
}

// nameSpeakers finds out which speakers the question names.
func (s *snapshot) nameSpeakers(w *scratch, own int) {
	w.named = resize(w.named, len(s.speakers))
	for i, sp := range s.speakers {
		if i > 0 && slices.Contains(w.terms[:own], sp.term) {
			w.named[i] = true
		}
	}
}

func (s *snapshot) isSpeaker(t memory.Term) bool {
	for i := 1; i < len(s.speakers); i++ {
		if s.speakers[i].term == t {
			return true
		}
	}
	return false
}
