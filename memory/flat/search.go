package flat

import "mneme/memory"

// scratch is what one search needs; it is pooled, so that a search allocates nothing.
type scratch struct {
	terms   []memory.Term
	said    []memory.Term // terms of the context
	sum     []int32       // of the context, by the embedder
	line    []memory.Term // of one line of it
	words   []word
	asked   int     // twice the distinct words of the question itself; a Chinese pair is half a word
	numbers bool    // the question holds a number or identifier
	slots   []int32 // finds words by term: place in words plus 1, 0: none
	extra   []word
	keyword []float32    // by record number: weight of the words it holds
	task    []float32    // by record number: weight of the context's words it holds
	dots    []int32      // by record number: product of its vector and the question's
	scales  [2][]float32 // by segment: of its vectors
	none    []float32    // the scales of what has no vectors
	slope   float32      // of the embedder's line, of a product
	start   float32      // of the embedder's line
	twins   twins
	vector  []float32 // by record number: cosine, on the embedder's line
	lifts   []lift    // by kind
	plus    []float32 // by kind: of its lift
	factor  []float32 // by kind: of its lift, not below 0
	counts  []uint32  // of scores, by size
	own     []float32 // by record number: what the routes say of it, lifted by what it is
	graph   []float32 // by record number, and 0 beyond them
	tied    []uint32  // records with a graph score
	query   []int8
	mixed   []float32
	named   []bool // by speaker: the question names him

	refused []ranked // the best that the sieve held back
	lead    []ranked // the best by themselves, in no order
	forced  []int32  // records that are in force whatever they score
	near    []ranked // those, and what stands beside them, with help
	seen    []uint32 // by record number: stamp of the search that has it in near
	stamp   uint32   //
	best    []ranked // the three best of each session, by session
	fresh   []int32  // sessions with a best score
}

// resize returns s with n zero elements.
func resize[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/4)
	}
	s = s[:n]
	clear(s)
	return s
}

// search finds the best candidates of a snapshot. vector is the question's, as the slot's
// embedder gave it; nil: vectors take no part.
func (s *snapshot) search(p *memory.Probe, slot int, vector []float32, table *similarity, kernel Kernel, w *scratch, found *memory.Found) {
	if p.Question.Intent == memory.IntentOverview {
		s.overview(w, p, found)
		return
	}
	n := len(s.records)
	mix := p.Mix
	if w.terms = append(w.terms[:0], p.Terms...); p.Terms == nil {
		w.terms = memory.AppendTerms(w.terms, p.Text)
	}
	own := len(w.terms)
	w.terms = append(w.terms, w.said...)

	s.nameSpeakers(w, own)
	total := s.weighWords(w, own, mix)
	w.task = resize(w.task, n)
	top := s.scoreWords(w.words, false, w.task, mix)
	w.keyword = append(w.keyword[:0], w.task...)
	top = max(top, s.scoreWords(w.words, true, w.keyword, mix))
	w.untie(n)
	s.scoreGraph(w, own)
	s.scoreMembers(w, p)
	if !p.Sieve.AsOf.IsZero() {
		s.then(w, p, own)
	}
	s.scoreVectors(w, slot, vector, table, kernel)
	found.Degraded = found.Degraded || vector == nil
	if p.Question.Counted != "" {
		s.tally(w, p, found)
	}
	f := s.fuser(w, p, mix.Norm*total+(1-mix.Norm)*top)
	s.lead(w, p, &f)
	s.refuse(w, p, found)
	if mix.Second > 0 && mix.Seeds > 0 && len(w.lead) > 0 {
		s.help(w, p, mix.Seeds)
		s.secondLook(w, p, &f, own)
	} else {
		s.help(w, p, p.Limit)
	}
	s.force(w, p)
	s.report(w, p, &f, slot, total, table, kernel, found)
}

// report appends what was picked to found.
func (s *snapshot) report(w *scratch, p *memory.Probe, f *fuser, slot int, total float32, table *similarity, kernel Kernel, found *memory.Found) {
	first := len(found.Candidates)
	most := float32(1e-6)
	for _, h := range w.near {
		most = max(most, w.task[h.at()])
	}
	for _, x := range w.words {
		if x.own && !s.isSpeaker(x.term) {
			found.Words = append(found.Words, memory.Weighed{Term: x.term, Weight: x.weight})
		}
	}
	w.twins.clear()
	for i, h := range w.near {
		at := h.at()
		c := memory.Candidate{
			Record: s.records[at], Traits: s.traits[at], Themes: s.themes[at], Keyword: w.keyword[at] / max(total, 1e-6), Graph: w.graph[at],
			Help: h.score() - w.own[at], Score: h.score(), Speaker: w.named[s.speaker[at]], Task: w.task[at] / most,
			Exact: s.holdsNumber(w, uint32(at)), Twin: -1,
			Timely: f.isTimely(s.when[at]),
		}
		if w.vector[at] > 0 {
			c.Vector = table.ofRank(w.vector[at])
		}
		if i < maxTwins && slot >= 0 {
			if k, like := w.twins.add(s, slot, int32(i), at, table, kernel); k >= 0 {
				c.Like, c.Twin = like, int32(first)+k
			}
		}
		found.Candidates = append(found.Candidates, c)
	}
	s.markStale(found.Candidates[first:], p)
}

// vector returns a record's vector and its scale.
func (s *snapshot) vector(slot int, at int32) ([]int8, float32) {
	seg := s.segments[0]
	if int(at) >= seg.n {
		at -= int32(seg.n)
		seg = s.segments[1]
	}
	m := &seg.vectors[slot]
	if len(m.scales) <= int(at) || m.scales[at] == 0 {
		return nil, 0
	}
	return m.rows[int(at)*m.dims : (int(at)+1)*m.dims], m.scales[at]
}

// holdsNumber reports whether a record holds a number or identifier of the question.
func (s *snapshot) holdsNumber(w *scratch, at uint32) bool {
	if !w.numbers {
		return false
	}
	seg, doc := s.segments[0], at
	if int(at) >= seg.n {
		seg, doc = s.segments[1], at-uint32(seg.n)
	}
	for _, x := range w.words {
		if x.own && x.term.Kind() == memory.NumberTerm && seg.words.holds(x.term, doc) {
			return true
		}
	}
	return false
}
