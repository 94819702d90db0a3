package flat

import (
	"slices"
	"time"

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

// scratch is what one search needs; it is pooled, so that a search allocates nothing.
type scratch struct {
	terms   []memory.Term
	words   []word
	extra   []word
	keyword []float32 // by record number: weight of the words it holds
	task    []float32 // by record number: weight of the context's words it holds
	dots    []int32
	vector  []float32 // by record number: calibrated similarity
	own     []float32 // by record number: fused, without help
	score   []float32 // by record number: with help
	graph   []float32 // by record number
	best    []float32 // three best scores of each session
	heap    []ranked
	query   []int8
	mixed   []float32
	named   []bool // by speaker: the question names him
	touched []uint32
}

// ranked is a record in the heap of the best.
type ranked struct {
	score float32
	at    int32
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

// similarity is a calibration table: the similarity of a cosine from -1 to 1 in steps.
type similarity [513]float32

func (t *similarity) of(cosine float32) float32 {
	return t[min(max(int(cosine*256+256.5), 0), 512)]
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
	w.terms = memory.AppendTerms(w.terms[:0], p.Text)
	own := len(w.terms)
	w.terms = memory.AppendTerms(w.terms, p.Context)
	hint := p.Question.Hints

	s.nameSpeakers(w, own)
	total := s.weighWords(w, own, mix)
	w.keyword = resize(w.keyword, n)
	w.task = resize(w.task, n)
	s.scoreWords(w.words, false, w.task, mix)
	copy(w.keyword, w.task)
	top := s.scoreWords(w.words, true, w.keyword, mix)
	w.graph = resize(w.graph, n)
	s.scoreGraph(w, own)
	w.vector = resize(w.vector, n)
	if vector != nil {
		s.scoreVectors(w, slot, vector, table, kernel)
	} else {
		found.Degraded = true
	}
	w.own = resize(w.own, n)
	norm := mix.Norm*total + (1-mix.Norm)*top
	if norm <= 0 {
		norm = 1
	}
	if p.Question.Counted != "" {
		s.tally(w, p, found)
	}
	s.fuse(w, p, hint, norm)
	s.help(w, mix)
	s.pick(w, p, mix.Seeds)
	if mix.Second > 0 && len(w.heap) > 0 {
		s.secondLook(w, p, hint, norm, own)
	}
	s.pick(w, p, p.Limit)
	s.report(w, slot, total, table, found)
}

// overview scores every record by what it says about its owner, whatever was asked.
func (s *snapshot) overview(w *scratch, p *memory.Probe, found *memory.Found) {
	now := p.Sieve.Now
	if !p.Sieve.AsOf.IsZero() {
		now = p.Sieve.AsOf
	}
	w.score = resize(w.score, len(s.records))
	for i, r := range s.records {
		if r != nil {
			w.score[i] = memory.Standing(r, now)
		}
	}
	s.pick(w, p, p.Limit)
	for _, h := range w.heap {
		found.Candidates = append(found.Candidates, memory.Candidate{
			Record: s.records[h.at], Traits: s.traits[h.at], Graph: 1, Score: h.score, Twin: -1,
		})
	}
}

// tally counts exactly the records that hold everything of what is counted, by their entities
// or by their words, and ties them to the question, so that a list of them is whole.
func (s *snapshot) tally(w *scratch, p *memory.Probe, found *memory.Found) {
	const tie = 0.8
	from := len(w.terms)
	w.terms = memory.AppendTerms(w.terms, p.Question.Counted)
	counted := w.terms[from:]
	defer func() { w.terms = w.terms[:from] }()
	rarest, least := -1, 0
	for i, t := range counted {
		if t.Kind() == memory.CharTerm {
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
	for _, seg := range s.segments {
		lo, hi := seg.words.find(counted[rarest])
		for _, doc := range seg.words.docs[lo:hi] {
			whole := true
			for _, t := range counted {
				whole = whole && (t.Kind() == memory.CharTerm || seg.words.holds(t, doc))
			}
			at := uint32(first) + doc
			r := s.records[at]
			if !whole || r == nil || s.gates[at]&gateInferred != 0 || s.traits[at]&memory.Asks != 0 {
				continue
			}
			if ok, _ := p.Sieve.Keep(r); ok {
				found.Tally.Records++
				found.Tally.Times += max(r.Count, 1)
				w.graph[at] = max(w.graph[at], tie)
			}
		}
		first += seg.n
	}
}

// weighWords turns the terms in w.terms into distinct words with weights; it returns what a
// record is worth that holds every word of the question once.
func (s *snapshot) weighWords(w *scratch, own int, mix *memory.Mix) float32 {
	w.words = w.words[:0]
	for i, t := range w.terms {
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
		if weight > 0 {
			w.words = append(w.words, word{t, weight, i < own})
		}
	}
	slices.SortFunc(w.words, func(a, b word) int {
		switch {
		case a.term < b.term:
			return -1
		case a.term > b.term:
			return 1
		case a.weight > b.weight:
			return -1
		}
		return 1
	})
	w.words = slices.CompactFunc(w.words, func(a, b word) bool { return a.term == b.term })
	total := float32(0)
	known := w.words[:0]
	for _, x := range w.words {
		held := s.holding(x.term)
		x.weight *= memory.Rarity(s.live, held)
		if x.own {
			total += x.weight
		}
		if held > 0 {
			known = append(known, x)
		}
	}
	w.words = known
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
// it holds (BM25), and returns the best sum.
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
				into[doc] += gain * tf / (tf + base + slope*float32(seg.lens[doc]))
			}
		}
		for _, x := range into {
			top = max(top, x)
		}
		first += seg.n
	}
	return top
}

// scoreVectors scans every vector of the slot.
func (s *snapshot) scoreVectors(w *scratch, slot int, vector []float32, table *similarity, kernel Kernel) {
	w.query = resize(w.query, len(vector))
	scale := quantise(w.query, vector)
	if scale == 0 {
		return
	}
	first := 0
	for _, seg := range s.segments {
		m := &seg.vectors[slot]
		if m.dims == len(vector) && len(m.scales) == seg.n {
			w.dots = resize(w.dots, seg.n)
			kernel(w.query, m.rows, w.dots)
			into := w.vector[first : first+seg.n]
			for i, dot := range w.dots {
				if m.scales[i] != 0 {
					into[i] = table.of(float32(dot) * scale * m.scales[i])
				}
			}
		}
		first += seg.n
	}
}

// scoreGraph marks the records tied to the entities of the question: one hop fully, a second
// hop (through an entity the two share) by half. An entity that everything is tied to ties
// nothing.
func (s *snapshot) scoreGraph(w *scratch, own int) {
	const oneHop, twoHops = 1, 0.4
	w.touched = w.touched[:0]
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
				if w.graph[at] == 0 {
					w.touched = append(w.touched, at)
				}
				w.graph[at] = max(w.graph[at], strength)
			}
			first += seg.n
		}
	})
	if hops := w.touched; len(hops) <= 64 {
		for _, at := range hops {
			s.secondHop(w, at, twoHops*w.graph[at])
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
				w.graph[x] = max(w.graph[x], strength)
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

// fuse puts the routes together, record by record.
func (s *snapshot) fuse(w *scratch, p *memory.Probe, hint memory.Hints, norm float32) {
	mix := p.Mix
	from, until := s.stretch(p)
	kw, vec, graph := mix.Keyword/norm, mix.Vector, mix.Graph
	for i := range w.own {
		x := kw*w.keyword[i] + vec*w.vector[i] + graph*w.graph[i]
		if s.traits[i]&memory.Orders != 0 && (hint.Help || p.Question.Intent != memory.IntentOther) {
			x += mix.Order
		}
		if x <= 0 {
			continue
		}
		lift := float32(1)
		if w.named[s.speaker[i]] {
			lift += mix.Speaker
		}
		t := s.traits[i]
		if hint.Help && t&(memory.Prefers|memory.Orders) != 0 {
			lift += mix.Standing
		}
		if t&memory.Code != 0 {
			lift -= mix.Code
		}
		if t&hint.Wants != 0 {
			lift += mix.Answer
		}
		if t&memory.Asks != 0 {
			lift -= mix.Asking
		}
		if t&memory.Thin != 0 {
			lift -= mix.Thin
		}
		g := s.gates[i]
		if g&gateInferred != 0 && !hint.Told {
			lift -= mix.Inferred
		}
		if g&gateSemantic != 0 {
			lift += mix.Fact
		}
		if from != 0 && s.when[i] >= from && s.when[i] < until {
			lift += mix.Time
		}
		w.own[i] = x * lift
	}
}

// stretch returns the time asked about, in seconds. A day or month without a year is taken from
// the latest year in which anything happened then.
func (s *snapshot) stretch(p *memory.Probe) (from, until int64) {
	const years = 6
	from, until = unix(p.From), unix(p.Until)
	if from == 0 || !p.Question.AnyYear {
		return from, until
	}
	for back := range years {
		a, b := p.From.AddDate(-back, 0, 0).Unix(), p.Until.AddDate(-back, 0, 0).Unix()
		for _, t := range s.when {
			if t >= a && t < b {
				return a, b
			}
		}
	}
	return from, until
}

func unix(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.Unix()
}

// help lets each record inherit from its neighbours and its session: what was said around a
// good hit is often the answer to it.
func (s *snapshot) help(w *scratch, mix *memory.Mix) {
	w.score = resize(w.score, len(w.own))
	w.best = resize(w.best, 3*s.sessions)
	if mix.Session > 0 {
		for i, x := range w.own {
			if n := s.session[i]; n >= 0 && x > 0 {
				b := w.best[3*n : 3*n+3]
				switch {
				case x > b[0]:
					b[0], b[1], b[2] = x, b[0], b[1]
				case x > b[1]:
					b[1], b[2] = x, b[1]
				case x > b[2]:
					b[2] = x
				}
			}
		}
	}
	for i, x := range w.own {
		sum := x
		if n := s.session[i]; n >= 0 {
			var near float32
			sides := float32(0)
			if p := s.prev[i]; p >= 0 {
				if s.traits[p]&memory.Asks != 0 && s.traits[i]&memory.Asks == 0 && s.gates[i]&gateInferred == 0 {
					sum += mix.Reply * w.own[p]
				} else {
					near += w.own[p]
					sides++
				}
			}
			if q := s.next[i]; q >= 0 {
				near += w.own[q]
				sides++
			}
			if sides > 0 {
				sum += mix.Neighbour * near / sides
			}
			b := w.best[3*n : 3*n+3]
			part := mix.Session
			if s.prev[i] < 0 && s.gates[i]&gateInferred == 0 && s.traits[i]&memory.Thin == 0 {
				part += mix.Opener
			}
			sum += part * (b[0] + b[1] + b[2]) / 3
		}
		w.score[i] = sum
	}
}

// secondLook adds the rare words of the first hits to the question, with little weight, and
// scores once more: the way to what shares no word with the question but with its answer.
func (s *snapshot) secondLook(w *scratch, p *memory.Probe, hint memory.Hints, norm float32, own int) {
	mix := p.Mix
	w.extra = w.extra[:0]
	lead := w.heap[0].score
	for _, h := range w.heap {
		lead = max(lead, h.score)
	}
	asked := w.terms
	terms := len(w.terms)
	for _, h := range w.heap {
		asked = memory.AppendTerms(asked[:terms], s.records[h.at].Text)
		for _, t := range asked[terms:] {
			if t.Kind() == memory.CharTerm || slices.Contains(asked[:own], t) {
				continue
			}
			held := s.holding(t)
			if held < 2 || held*12 > s.live {
				continue
			}
			w.extra = append(w.extra, word{t, memory.Rarity(s.live, held) * h.score / lead, false})
		}
	}
	w.terms = asked[:terms]
	slices.SortFunc(w.extra, func(a, b word) int {
		switch {
		case a.term < b.term:
			return -1
		case a.term > b.term:
			return 1
		}
		return 0
	})
	// A word that several first hits share weighs the sum of what they give it.
	k := 0
	for i := range w.extra {
		if k > 0 && w.extra[k-1].term == w.extra[i].term {
			w.extra[k-1].weight += w.extra[i].weight
			continue
		}
		w.extra[k] = w.extra[i]
		k++
	}
	w.extra = w.extra[:k]
	slices.SortFunc(w.extra, func(a, b word) int {
		switch {
		case a.weight > b.weight:
			return -1
		case a.weight < b.weight:
			return 1
		}
		return 0
	})
	w.extra = w.extra[:min(len(w.extra), 12)]
	sum := float32(0)
	for _, x := range w.extra {
		sum += x.weight
	}
	if sum == 0 {
		return
	}
	for i := range w.extra {
		w.extra[i].weight *= mix.Second * norm / sum
	}
	s.scoreWords(w.extra, false, w.keyword, mix)
	s.fuse(w, p, hint, norm)
	s.help(w, mix)
}

// pick keeps the limit best records that the sieve lets through, best first, in w.heap.
func (s *snapshot) pick(w *scratch, p *memory.Probe, limit int) {
	w.heap = w.heap[:0]
	if limit <= 0 {
		return
	}
	mask := uint8(gateEpisodic | gateSemantic | gateProcedural)
	if len(p.Sieve.Layers) > 0 {
		mask = 0
		for _, l := range p.Sieve.Layers {
			mask |= layerGate(l)
		}
	}
	believed := uint8(0)
	if !p.Sieve.Past && p.Sieve.AsOf.IsZero() {
		believed = gateBelieved
	}
	for i, x := range w.score {
		if x <= 0 || len(w.heap) == limit && x <= w.heap[0].score {
			continue
		}
		if g := s.gates[i]; g&mask == 0 || g&believed != believed {
			continue
		}
		if ok, _ := p.Sieve.Keep(s.records[i]); !ok {
			continue
		}
		push(&w.heap, ranked{x, int32(i)}, limit)
	}
	slices.SortFunc(w.heap, func(a, b ranked) int {
		switch {
		case a.score > b.score:
			return -1
		case a.score < b.score:
			return 1
		}
		return int(b.at - a.at) // of equals, what came later
	})
}

// push adds to a heap whose root is the worst of the best.
func push(h *[]ranked, x ranked, limit int) {
	a := *h
	if len(a) < limit {
		a = append(a, x)
		for i := len(a) - 1; i > 0; {
			up := (i - 1) / 2
			if a[up].score <= a[i].score {
				break
			}
			a[up], a[i] = a[i], a[up]
			i = up
		}
		*h = a
		return
	}
	a[0] = x
	for i := 0; ; {
		small := i
		if l := 2*i + 1; l < len(a) && a[l].score < a[small].score {
			small = l
		}
		if r := 2*i + 2; r < len(a) && a[r].score < a[small].score {
			small = r
		}
		if small == i {
			return
		}
		a[small], a[i] = a[i], a[small]
		i = small
	}
}

// report appends what was picked to found.
func (s *snapshot) report(w *scratch, slot int, total float32, table *similarity, found *memory.Found) {
	first := len(found.Candidates)
	most := float32(1e-6)
	for _, h := range w.heap {
		most = max(most, w.task[h.at])
	}
	for i, h := range w.heap {
		at := h.at
		c := memory.Candidate{
			Record: s.records[at], Traits: s.traits[at], Keyword: w.keyword[at] / max(total, 1e-6), Vector: w.vector[at], Graph: w.graph[at],
			Help: w.score[at] - w.own[at], Score: h.score, Speaker: w.named[s.speaker[at]], Task: w.task[at] / most,
			Exact: s.holdsNumber(w, uint32(at)), Twin: -1,
		}
		if i < maxTwins && slot >= 0 {
			for k := range i {
				if like := s.likeness(slot, w.heap[k].at, at, table); like > c.Like {
					c.Like, c.Twin = like, int32(first+k)
				}
			}
		}
		found.Candidates = append(found.Candidates, c)
	}
}

// maxTwins bounds the candidates that are compared with each other.
const maxTwins = 40

// likeness is the calibrated similarity of two records.
func (s *snapshot) likeness(slot int, a, b int32, table *similarity) float32 {
	x, xs := s.vector(slot, a)
	y, ys := s.vector(slot, b)
	if len(x) == 0 || len(x) != len(y) {
		return 0
	}
	var dot [1]int32
	dots(x, y, dot[:])
	return table.of(float32(dot[0]) * xs * ys)
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
