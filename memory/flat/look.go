package flat

import (
	"cmp"
	"slices"

	"mneme/memory"
)

// secondLook adds the rare words of the first hits to the question, with little weight, and
// scores once more: the way to what shares no word with the question but with its answer.
func (s *snapshot) secondLook(w *scratch, p *memory.Probe, f *fuser, own int) {
	const mostWords, commonest = 12, 12 // words taken; a word held by more than a twelfth tells nothing
	mix := p.Mix
	w.extra = w.extra[:0]
	lead := w.near[0].score()
	asked, terms := w.terms, len(w.terms)
	for _, h := range w.near {
		asked = memory.AppendTerms(asked[:terms], s.records[h.at()].Text)
		for _, t := range asked[terms:] {
			if t.Kind() != memory.CharTerm && !slices.Contains(asked[:own], t) {
				w.extra = append(w.extra, word{t, h.score() / lead, false})
			}
		}
	}
	w.terms = asked[:terms]
	slices.SortFunc(w.extra, func(a, b word) int { return cmp.Compare(a.term, b.term) })
	// A word that several first hits share weighs the sum of what they give it.
	k := 0
	for i := 0; i < len(w.extra); {
		x := w.extra[i]
		for i++; i < len(w.extra) && w.extra[i].term == x.term; i++ {
			x.weight += w.extra[i].weight
		}
		if held := s.holding(x.term); held >= 2 && held*commonest <= s.live {
			x.weight *= memory.Rarity(s.live, held)
			w.extra[k] = x
			k++
		}
	}
	w.extra = w.extra[:k]
	if len(w.extra) == 0 {
		s.help(w, p, p.Limit)
		return
	}
	slices.SortFunc(w.extra, func(a, b word) int { return cmp.Compare(b.weight, a.weight) })
	w.extra = w.extra[:min(len(w.extra), mostWords)]
	sum := float32(0)
	for _, x := range w.extra {
		sum += x.weight
	}
	for i := range w.extra {
		w.extra[i].weight *= mix.Second * f.norm / sum
	}
	s.scoreWords(w.extra, false, w.keyword, mix)
	s.leadAgain(w, p, f)
	s.help(w, p, p.Limit)
}

// leadAgain brings the leading records up to date after words were added: only who holds one
// of them can have moved.
func (s *snapshot) leadAgain(w *scratch, p *memory.Probe, f *fuser) {
	pass := passOf(p)
	s.restamp(w)
	least := slices.Min(w.lead).score()
	for k, h := range w.lead {
		at := h.at()
		w.seen[at] = w.stamp
		w.own[at] = f.ownOf(s, w, p.Mix, at)
		w.lead[k] = rankedOf(w.own[at], at)
	}
	first := int32(0)
	for _, seg := range s.segments {
		for _, x := range w.extra {
			from, to := seg.words.find(x.term)
			for _, doc := range seg.words.docs[from:to] {
				i := first + int32(doc)
				if w.seen[i] == w.stamp {
					continue
				}
				w.seen[i] = w.stamp
				w.own[i] = f.ownOf(s, w, p.Mix, i)
				if w.own[i] > least && s.passes(p, pass, i) {
					w.lead = append(w.lead, rankedOf(w.own[i], i))
				}
			}
		}
		first += int32(seg.n)
	}
}
