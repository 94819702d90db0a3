package flat

import (
	"math"
	"slices"
	"time"

	"mneme/memory"
)

// fuser puts the routes together for one search.
type fuser struct {
	keyword, vector, graph float32 // factors
	norm                   float32 // what all words of the question are worth
	order                  float32 // added for standing orders
	theme                  float32 // added for facts of a field of the question
	inferred               float32 // taken from what a model said
	wants                  memory.Traits
	themes, fields, turns  memory.Themes
	help, told             bool
	question               *memory.Question
	from, until            int64
}

func (s *snapshot) fuser(w *scratch, p *memory.Probe, norm float32) fuser {
	mix, hint := p.Mix, p.Question.Hints
	if norm <= 0 {
		norm = 1
	}
	// The vector of a long text is a mean of many things and points at none of them.
	blur := float32(1)
	if n := float32(w.asked) / 2; n > mix.Sharp && mix.Sharp > 0 {
		blur = float32(math.Sqrt(float64(mix.Sharp / n)))
	}
	if len(p.Context) > 0 {
		blur *= mix.Reminds
	}
	f := fuser{keyword: mix.Keyword / norm, vector: mix.Vector * blur, graph: mix.Graph, norm: norm, wants: hint.Wants, help: hint.Help, told: hint.Told}
	f.question = p.Question
	f.inferred = mix.Inferred
	if len(p.Context) > 0 {
		f.inferred = mix.Helped
	}
	f.from, f.until = s.stretch(p)
	if hint.Help || p.Question.Intent != memory.IntentOther {
		f.order = mix.Order
	}
	f.theme, f.themes, f.fields = mix.Theme, p.Question.Themes, p.Question.Fields
	f.turns = p.Question.Turns &^ memory.ThemeDeath // who died is named where it matters
	return f
}

// lift is what every record of one kind is worth beside what the routes say of it.
type lift struct {
	plus   float32 // added to what the routes say
	factor float32 // of the sum
}

// liftOf weighs a kind.
func (f *fuser) liftOf(w *scratch, mix *memory.Mix, k kind) lift {
	x := lift{factor: 1}
	if k.traits&memory.Orders != 0 {
		x.plus = f.order
	}
	if w.named[k.speaker] {
		x.factor += mix.Speaker
	}
	if f.help && k.traits&(memory.Prefers|memory.Orders) != 0 {
		x.factor += mix.Standing
	}
	if k.traits&f.wants != 0 {
		x.factor += mix.Answer
	}
	if k.traits&memory.Asks != 0 {
		x.factor -= mix.Asking
	}
	if k.traits&memory.Thin != 0 {
		x.factor -= mix.Thin
	}
	if k.traits&memory.Code != 0 {
		x.factor -= mix.Code
	}
	if k.gates&gateInferred != 0 && !f.told {
		x.factor -= f.inferred
	}
	if k.gates&gateSemantic != 0 {
		x.factor += mix.Fact
	}
	return x
}

// ownOf is what the routes say of a record, lifted by what it is.
func (f *fuser) ownOf(s *snapshot, w *scratch, mix *memory.Mix, i int32) float32 {
	l := w.lifts[s.kind[i]]
	x := f.keyword*w.keyword[i] + f.vector*w.vector[i] + f.graph*w.graph[i] + l.plus
	if f.touches(s, i, s.themes[i]) {
		x += f.theme
	}
	if f.isTimely(s.when[i]) {
		l.factor += mix.Time
	}
	return max0(x) * max0(l.factor)
}

// touches reports whether a fact of some themes is of a field of the question: a way of answering
// is for every question that its occasion comes up in.
func (f *fuser) touches(s *snapshot, i int32, themes memory.Themes) bool {
	return themes&(f.themes|f.turns) != 0 || themes&f.fields != 0 && s.traits[i]&memory.Orders != 0 && memory.IsAnswerStyle(s.records[i])
}

// isTimely reports whether a moment lies in the stretch of time asked about.
func (f *fuser) isTimely(when int64) bool { return f.from != 0 && when >= f.from && when < f.until }

// ownOfAll fills w.own and w.vector, by record number. Most records are told apart by their kind
// alone; the others are weighed once more.
func (s *snapshot) ownOfAll(w *scratch, mix *memory.Mix, f *fuser) {
	w.lifts, w.plus, w.factor = slices.Grow(w.lifts[:0], len(s.kinds)), w.plus[:0], w.factor[:0]
	for _, k := range s.kinds {
		l := f.liftOf(w, mix, k)
		w.lifts, w.plus, w.factor = append(w.lifts, l), append(w.plus, l.plus), append(w.factor, max0(l.factor))
	}
	n := len(s.records)
	w.own, w.vector = slices.Grow(w.own[:0], n)[:n], slices.Grow(w.vector[:0], n)[:n]
	own := w.own
	for which := range s.segments {
		from, to := s.bounds(which)
		weigh(&weighing{
			dots: w.dots[from:to], scales: w.scales[which], keyword: w.keyword[from:to], kinds: s.kind[from:to],
			plus: w.plus, factor: w.factor, vector: w.vector[from:to], own: own[from:to],
			slope: w.slope, start: w.start, byKeyword: f.keyword, byVector: f.vector,
		})
		w.scales[which] = nil // they are the segment's
	}
	for _, at := range w.tied {
		own[at] = f.ownOf(s, w, mix, int32(at))
	}
	w.forced = w.forced[:0]
	if (f.themes | f.fields | f.turns) != 0 {
		for i, t := range s.themes {
			if t == 0 {
				continue
			}
			if f.theme != 0 && f.touches(s, int32(i), t) {
				own[i] = f.ownOf(s, w, mix, int32(i))
			}
			if f.question.Forces(t) {
				w.forced = append(w.forced, int32(i))
			}
		}
	}
	if f.from != 0 {
		for i, t := range s.when {
			if f.isTimely(t) {
				own[i] = f.ownOf(s, w, mix, int32(i))
			}
		}
	}
}

// max0 is max(x, 0) of a number.
func max0(x float32) float32 {
	if x > 0 {
		return x
	}
	return 0
}

// lead picks the best records by themselves that the sieve lets through: more than are wanted,
// since help reorders them.
func (s *snapshot) lead(w *scratch, p *memory.Probe, f *fuser) {
	s.ownOfAll(w, p.Mix, f)
	pass, own := passOf(p), w.own
	lead, refused := newPodium(w.lead, max(2*p.Limit, 96)), newPodium(w.refused, mostRefused)
	// Those that are likely among the best come first: where they are enough, which is nearly
	// always so, they spare the others a closer look.
	likely := s.likelyAmong(w, pass, lead.want)
	try := func(score float32, at int32) {
		x := rankedOf(score, at)
		switch {
		case x <= lead.least:
		case s.passes(p, pass, at):
			lead.add(x)
		case x > refused.least:
			refused.add(x)
		}
	}
	for i, score := range own {
		if score >= likely && score > 0 {
			try(score, int32(i))
		}
	}
	if !lead.full() {
		for i, score := range own {
			if score < likely && score > 0 {
				try(score, int32(i))
			}
		}
	}
	w.lead = lead.best()
	w.refused = slices.DeleteFunc(refused.best(), func(x ranked) bool { return x <= lead.least })
}

// likelyAmong returns a score that so many of those that may pass reach, or some more, most likely; 0
// where there are not so many. It counts the scores of some by size, in steps of a thirty-second of
// themselves.
func (s *snapshot) likelyAmong(w *scratch, pass pass, want int) float32 {
	const steps, shift, top = 1024, 18, (127 + 16) << 5 // up to 2^16 and down to 2^-16
	const some = 1024                                   // tell well enough how many of all there are
	if len(w.counts) == 0 {
		w.counts = make([]uint32, steps)
	}
	counts := (*[steps]uint32)(w.counts)
	clear(counts[:])
	gates := s.gates[:len(w.own)]
	stride := 1 + len(w.own)/some
	for i := 0; i < len(w.own); i += stride {
		if x := w.own[i]; x > 0 && pass.may(gates[i]) {
			counts[min(max(top-int(math.Float32bits(x)>>shift), 0), steps-1)]++
		}
	}
	if stride > 1 {
		// A sample strays by the root of what it holds.
		share := float64(want) / float64(stride)
		want = int(share+math.Sqrt(share)) + 1
	}
	for i, n := range counts[:steps-1] {
		if want -= int(n); want <= 0 {
			return math.Float32frombits(uint32(top-i) << shift)
		}
	}
	return 0
}

// mostRefused bounds the records that are named though they may be no candidates.
const mostRefused = 8

// refuse names what would have led, had the sieve let it through, and says why it did not.
func (s *snapshot) refuse(w *scratch, p *memory.Probe, found *memory.Found) {
	const near = 0.4 // of the best score: the rest would hardly have been an answer
	if len(w.refused) == 0 {
		return
	}
	sortRanked(w.refused)
	most := w.refused[0].score()
	if len(w.lead) > 0 {
		most = max(most, slices.Max(w.lead).score())
	}
	for _, h := range w.refused {
		r := s.records[h.at()]
		if r == nil || h.score() < near*most {
			continue
		}
		if ok, reason := p.Sieve.Keep(r); !ok {
			found.Refused = append(found.Refused, memory.Drop{ID: r.ID, Reason: reason, Score: float64(h.score() / most)})
		}
	}
}

// pass says in bits what a record must be.
type pass struct {
	any, all uint8
	plain    uint8 // a record with one of these need not be looked at
	ever     bool  // whenever it is valid
	now      int64 // else as long as it is valid then, in seconds since 1970
}

func passOf(p *memory.Probe) pass {
	x := pass{any: gateEpisodic | gateSemantic | gateProcedural, ever: p.Sieve.Past}
	if len(p.Sieve.Layers) > 0 {
		x.any = 0
		for _, l := range p.Sieve.Layers {
			x.any |= layerGate(l)
		}
	}
	if !p.Sieve.Past && p.Sieve.AsOf.IsZero() {
		x.all = gateBelieved
	}
	if p.Sieve.AsOf.IsZero() && p.Sieve.Confidence <= plainConfidence {
		x.plain, x.now = gatePlain, p.Sieve.Now.Unix()
	}
	return x
}

// may reports whether a record with such gates can pass at all.
func (x pass) may(gates uint8) bool { return gates&x.any != 0 && gates&x.all == x.all }

func (s *snapshot) passes(p *memory.Probe, x pass, i int32) bool {
	if g := s.gates[i]; !x.may(g) {
		return false
	} else if v := s.valid[i]; g&x.plain != 0 && (x.ever || v.from <= x.now && x.now < v.until) {
		return true
	}
	ok, _ := p.Sieve.Keep(s.records[i])
	return ok
}

// help lets the leading records, and those that stand beside them, inherit from neighbours and
// session: what was said around a good hit is often the answer to it. It fills w.near with the
// limit best, best first.
func (s *snapshot) help(w *scratch, p *memory.Probe, limit int) {
	mix := p.Mix
	s.restamp(w)
	if len(w.best) < 3*s.sessions {
		w.best = make([]ranked, 3*s.sessions+96)
	}
	w.near, w.fresh = w.near[:0], w.fresh[:0]
	opener := mix.Opener
	if len(p.Context) > 0 {
		opener = mix.Resumed
	}
	pass := passOf(p)
	for _, h := range w.lead {
		w.seen[h.at()] = w.stamp
		if n := s.session[h.at()]; n >= 0 {
			s.note(w, n, h)
		}
	}
	w.near = append(w.near, w.lead...)
	for _, h := range w.lead {
		for _, side := range [...]int32{s.prev[h.at()], s.next[h.at()]} {
			if side >= 0 && w.seen[side] != w.stamp {
				w.seen[side] = w.stamp
				if s.passes(p, pass, side) {
					w.near = append(w.near, rankedOf(w.own[side], side))
				}
			}
		}
	}
	for k, h := range w.near {
		i, score := h.at(), h.score()
		n := s.session[i]
		if n < 0 {
			continue
		}
		var near, sides float32
		if prev := s.prev[i]; prev >= 0 {
			x := w.own[prev]
			if s.traits[prev]&memory.Asks != 0 && s.traits[i]&memory.Asks == 0 && s.gates[i]&gateInferred == 0 {
				score += mix.Reply * x
			} else {
				near += x
				sides++
			}
		}
		if next := s.next[i]; next >= 0 {
			near += w.own[next]
			sides++
		}
		if sides > 0 {
			score += mix.Neighbour * near / sides
		}
		part := mix.Session
		if s.prev[i] < 0 && s.gates[i]&gateInferred == 0 && s.traits[i]&memory.Thin == 0 {
			part += opener
		}
		b := w.best[3*n : 3*n+3]
		others := float32(0)
		for _, x := range b {
			if x != 0 && !s.ofOneMessage(x.at(), i) { // a message inherits nothing from itself
				others += x.score()
			}
		}
		w.near[k] = rankedOf(score+part*others/3, i)
	}
	for _, n := range w.fresh {
		clear(w.best[3*n : 3*n+3])
	}
	w.near = bestOf(w.near, limit)
	sortRanked(w.near)
}

// mostForced bounds the records that are candidates whatever they score.
const mostForced = 48

// force adds those to w.near that are in force whatever they score, the latest first: among
// thousands of records a wish of six words about answers is seldom of the best.
func (s *snapshot) force(w *scratch, p *memory.Probe) {
	if len(w.forced) == 0 {
		return
	}
	s.restamp(w)
	for _, h := range w.near {
		w.seen[h.at()] = w.stamp
	}
	pass, room := passOf(p), mostForced
	for k := len(w.forced) - 1; k >= 0 && room > 0; k-- {
		at := w.forced[k]
		if !s.passes(p, pass, at) {
			continue
		}
		room--
		if w.seen[at] != w.stamp {
			w.near = append(w.near, rankedOf(w.own[at], at))
		}
	}
}

// note keeps the best scores of a session's three best messages.
func (s *snapshot) note(w *scratch, session int32, h ranked) {
	b := w.best[3*session : 3*session+3]
	if b[0] == 0 {
		w.fresh = append(w.fresh, session)
	}
	for k := range b {
		if h.score() <= b[k].score() {
			if s.ofOneMessage(b[k].at(), h.at()) {
				return
			}
			continue
		}
		last := k // the place that is given up: that of the same message, else the last
		for last < 2 && (b[last] == 0 || !s.ofOneMessage(b[last].at(), h.at())) {
			last++
		}
		copy(b[k+1:last+1], b[k:last])
		b[k] = h
		return
	}
}

// ofOneMessage reports whether two records of one session were made of the same message.
func (s *snapshot) ofOneMessage(a, b int32) bool { return s.seq[a] == s.seq[b] }

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

// restamp makes every record unseen.
func (s *snapshot) restamp(w *scratch) {
	if len(w.seen) < len(s.records) {
		w.seen, w.stamp = make([]uint32, len(s.records)+len(s.records)/4), 0
	}
	w.stamp++
	if w.stamp == 0 { // came round
		clear(w.seen)
		w.stamp = 1
	}
}
