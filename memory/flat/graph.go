package flat

import (
	"slices"

	"mneme/memory"
)

// overview scores every record by what it says about its owner, whatever was asked.
func (s *snapshot) overview(w *scratch, p *memory.Probe, found *memory.Found) {
	now := p.Sieve.Now
	if !p.Sieve.AsOf.IsZero() {
		now = p.Sieve.AsOf
	}
	best := newPodium(w.lead, p.Limit)
	for i, r := range s.records {
		if r == nil {
			continue
		}
		if ok, _ := p.Sieve.Keep(r); ok {
			if x := rankedOf(memory.Standing(r, now), int32(i)); x > best.least {
				best.add(x)
			}
		}
	}
	w.lead = best.best()
	sortRanked(w.lead)
	first := len(found.Candidates)
	for _, h := range w.lead {
		found.Candidates = append(found.Candidates, memory.Candidate{
			Record: s.records[h.at()], Traits: s.traits[h.at()], Themes: s.themes[h.at()], Graph: 1, Score: h.score(), Twin: -1,
		})
	}
	if !p.Sieve.Past {
		s.markStale(found.Candidates[first:], p)
	}
}

// tie is the graph score of what was counted.
const tie = 0.8

// tally counts exactly the records that hold everything of what is counted, by their entities
// or by their words, and ties them to the question, so that a list of them is whole.
func (s *snapshot) tally(w *scratch, p *memory.Probe, found *memory.Found) {
	from := len(w.terms)
	kind, rest, names := memory.EventCounted(p.Question.Counted)
	if kind != "" {
		s.tallyEvents(w, p, kind, rest, names, found)
		return
	}
	w.terms = memory.AppendTerms(w.terms, p.Question.Counted)
	counted := w.terms[from:]
	defer func() { w.terms = w.terms[:from] }()
	rarest, least := -1, 0
	// One Chinese character may be all that is counted: 书.
	light := func(t memory.Term) bool { return t.Kind() == memory.CharTerm }
	if !slices.ContainsFunc(counted, func(t memory.Term) bool { return !light(t) }) && memory.Han(p.Question.Counted) {
		light = func(memory.Term) bool { return false }
	}
	for i, t := range counted {
		if light(t) {
			continue
		}
		if held := s.holding(t); rarest < 0 || held < least {
			rarest, least = i, held
		}
	}
	if rarest < 0 || least == 0 {
		return
	}
	first := 0
	var held []uint32
	for _, seg := range s.segments {
		lo, hi := seg.words.find(counted[rarest])
		for _, doc := range seg.words.docs[lo:hi] {
			whole := true
			for _, t := range counted {
				whole = whole && (light(t) || seg.words.holds(t, doc))
			}
			at := uint32(first) + doc
			r := s.records[at]
			if !whole || r == nil || s.gates[at]&gateInferred != 0 || s.traits[at]&memory.Asks != 0 {
				continue
			}
			if ok, _ := p.Sieve.Keep(r); ok {
				held = append(held, at)
				w.tie(at, tie)
			}
		}
		first += seg.n
	}
	s.count(held, &found.Tally)
}

// tallyEvents is tally for events of a type that are counted by their name: they need not hold it.
func (s *snapshot) tallyEvents(w *scratch, p *memory.Probe, kind, rest string, names []string, found *memory.Found) {
	from := len(w.terms)
	w.terms = memory.AppendTerms(w.terms, rest)
	words := w.terms[from:]
	defer func() { w.terms = w.terms[:from] }()
	named := memory.AppendTerms(nil, p.Question.Counted)
	if !memory.Han(p.Question.Counted) { // there they are other words
		for _, name := range names {
			if !memory.Han(name) {
				named = memory.AppendTerms(named, name)
			}
		}
	}
	named = slices.DeleteFunc(named, func(t memory.Term) bool { return t.Kind() == memory.CharTerm || slices.Contains(words, t) })
	var held []uint32
	first := 0
	for _, seg := range s.segments {
		holds := func(t memory.Term, doc int) bool { return seg.words.holds(t, uint32(doc)) }
		for doc := range seg.n {
			at := first + doc
			r := s.records[at]
			if r == nil || s.gates[at]&gateInferred != 0 || s.traits[at]&memory.Asks != 0 ||
				r.Event.Type != kind && !slices.ContainsFunc(named, func(t memory.Term) bool { return holds(t, doc) }) ||
				slices.ContainsFunc(words, func(t memory.Term) bool { return t.Kind() != memory.CharTerm && !holds(t, doc) }) {
				continue
			}
			if ok, _ := p.Sieve.Keep(r); ok {
				held = append(held, uint32(at))
				w.tie(uint32(at), tie)
			}
		}
		first += seg.n
	}
	s.count(held, &found.Tally)
}

// count adds records to a tally: what was said first, then the facts that rest on no message
// counted already. What was merged counts with its summary, which knows how often it was.
func (s *snapshot) count(places []uint32, tally *memory.Tally) {
	type message struct{ session, id string }
	told := make(map[message]bool, len(places))
	merged := func(r *memory.Record) bool {
		return r.Status == memory.Archived && r.ReplacedBy != "" &&
			slices.ContainsFunc(places, func(at uint32) bool { return s.records[at].ID == r.ReplacedBy })
	}
	for _, verbatim := range [...]bool{true, false} {
		for _, at := range places {
			r := s.records[at]
			if (s.gates[at]&gateEpisodic != 0) != verbatim || merged(r) {
				continue
			}
			known := false
			for i := range r.Sources {
				m := message{r.Sources[i].SessionID, r.Sources[i].MessageID}
				known = known || m.id != "" && told[m]
				told[m] = true
			}
			if !known {
				tally.Records++
				tally.Times += max(r.Count, 1)
			}
		}
	}
}

// tie gives a record a graph score where it has no better one.
func (w *scratch) tie(at uint32, score float32) {
	if w.graph[at] == 0 {
		w.tied = append(w.tied, at)
	}
	w.graph[at] = max(w.graph[at], score)
}

// untie takes every graph score back, for n records: nearly all have none.
func (w *scratch) untie(n int) {
	for _, at := range w.tied {
		w.graph[at] = 0
	}
	w.tied = w.tied[:0]
	if len(w.graph) < n {
		w.graph = make([]float32, n+n/4)
	}
}

// scoreGraph marks the records tied to the entities of the question: one hop fully, a second
// hop (through an entity the two share) by half. An entity that everything is tied to ties
// nothing.
func (s *snapshot) scoreGraph(w *scratch, own int) {
	const oneHop, twoHops = 1, 0.4
	memory.EachPhrase(w.terms[:own], func(key memory.Term) {
		held := s.tied(key)
		if held == 0 || held*3 > s.live+9 {
			return
		}
		strength := float32(oneHop) * memory.Rarity(s.live, held) / memory.Rarity(s.live, 0)
		first := 0
		for _, seg := range s.segments {
			from, to := seg.entities.find(key)
			for _, doc := range seg.entities.docs[from:to] {
				at := uint32(first) + doc
				w.tie(at, strength)
			}
			first += seg.n
		}
	})
	if hops := w.tied; len(hops) <= 64 {
		for _, at := range hops {
			s.secondHop(w, at, twoHops*w.graph[at])
		}
	}
}

// then takes back what a record scored by names that its entities did not have yet at the time
// asked about.
func (s *snapshot) then(w *scratch, p *memory.Probe, own int) {
	for i, r := range s.records {
		if r == nil || len(r.Called) == 0 || w.keyword[i] == 0 && w.graph[i] == 0 {
			continue
		}
		then := r.NamedAt(p.Sieve.AsOf)
		then.Called = nil
		if terms := recordTerms(nil, &then); !slices.ContainsFunc(w.terms[:own], func(t memory.Term) bool {
			return t.Kind() != memory.CharTerm && slices.Contains(terms, t)
		}) {
			w.keyword[i] = 0
		}
		keys, tied := recordEntities(nil, &then), false
		memory.EachPhrase(w.terms[:own], func(key memory.Term) { tied = tied || slices.Contains(keys, key) })
		if !tied {
			w.graph[i] = 0
		}
	}
}

func (s *snapshot) secondHop(w *scratch, at uint32, strength float32) {
	seg, doc := s.segments[0], at
	if int(at) >= seg.n {
		seg, doc = s.segments[1], at-uint32(seg.n)
	}
	for _, key := range seg.ties[seg.tieOffs[doc]:seg.tieOffs[doc+1]] {
		if held := s.tied(key); held < 2 || held > 32 {
			continue
		}
		first := 0
		for _, other := range s.segments {
			from, to := other.entities.find(key)
			for _, d := range other.entities.docs[from:to] {
				x := uint32(first) + d
				w.tie(x, strength)
			}
			first += other.n
		}
	}
}

// tied counts the records tied to an entity.
func (s *snapshot) tied(key memory.Term) int {
	n := 0
	for _, seg := range s.segments {
		from, to := seg.entities.find(key)
		n += int(to - from)
	}
	return n
}
