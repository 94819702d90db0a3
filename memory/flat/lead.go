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
	themes                 memory.Themes
	help, told             bool
	from, until            int64
	bound                  float32 // no lift is higher
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
	if p.Context != "" {
		blur *= mix.Reminds
	}
	f := fuser{keyword: mix.Keyword / norm, vector: mix.Vector * blur, graph: mix.Graph, norm: norm, wants: hint.Wants, help: hint.Help, told: hint.Told}
	f.inferred = mix.Inferred
	if p.Context != "" {
		f.inferred = mix.Helped
	}
	f.from, f.until = s.stretch(p)
	if hint.Help || p.Question.Intent != memory.IntentOther {
		f.order = mix.Order
	}
	f.theme, f.themes = mix.Theme, p.Question.Themes
	f.bound = 1.0001 + mix.Answer + mix.Fact // a little more, since sums are rounded in another order
	if slices.Contains(w.named, true) {
		f.bound += mix.Speaker
	}
	if hint.Help {
		f.bound += mix.Standing
	}
	if f.from != 0 {
		f.bound += mix.Time
	}
	return f
}

// base is what the routes say of a record, and what it is worth whatever its words. It takes
// values, so that the loop over every record has no bounds to check.
func (f *fuser) base(keyword, vector, graph float32, t memory.Traits, about memory.Themes) float32 {
	x := f.keyword*keyword + f.vector*vector + f.graph*graph
	if t&memory.Orders != 0 {
		x += f.order
	}
	if about&f.themes != 0 {
		x += f.theme
	}
	return x
}

// own is what the routes say of a record, lifted by what it is.
func (f *fuser) own(s *snapshot, w *scratch, mix *memory.Mix, i int32) float32 {
	x := f.base(w.keyword[i], w.vector[i], w.graph[i], s.traits[i], s.themes[i])
	if x <= 0 {
		return 0
	}
	lift := float32(1)
	t, g := s.traits[i], s.gates[i]
	if w.named[s.speaker[i]] {
		lift += mix.Speaker
	}
	if f.help && t&(memory.Prefers|memory.Orders) != 0 {
		lift += mix.Standing
	}
	if t&f.wants != 0 {
		lift += mix.Answer
	}
	if t&memory.Asks != 0 {
		lift -= mix.Asking
	}
	if t&memory.Thin != 0 {
		lift -= mix.Thin
	}
	if t&memory.Code != 0 {
		lift -= mix.Code
	}
	if g&gateInferred != 0 && !f.told {
		lift -= f.inferred
	}
	if g&gateSemantic != 0 {
		lift += mix.Fact
	}
	if f.from != 0 && s.when[i] >= f.from && s.when[i] < f.until {
		lift += mix.Time
	}
	return x * max(lift, 0)
}

// lead picks the best records by themselves that the sieve lets through: more than are wanted,
// since help reorders them.
func (s *snapshot) lead(w *scratch, p *memory.Probe, f *fuser) {
	pass := passOf(p)
	lead, refused := newPodium(w.lead, max(2*p.Limit, 96)), newPodium(w.refused, mostRefused)
	w.base = resize(w.base, len(w.keyword))
	base := w.base
	keyword, vector, graph, traits, themes := w.keyword[:len(base)], w.vector[:len(base)], w.graph[:len(base)], s.traits[:len(base)], s.themes[:len(base)]
	for i := range base {
		base[i] = f.base(keyword[i], vector[i], graph[i], traits[i], themes[i])
	}
	try := func(i int) {
		x := ranked{f.own(s, w, p.Mix, int32(i)), int32(i)}
		switch {
		case !x.before(lead.least):
		case s.passes(p, pass, x.at):
			lead.add(x)
		case x.before(refused.least):
			refused.add(x)
		}
	}
	// Those that are likely among the best come first: what they leave as the least spares the
	// others, nearly all, a closer look.
	likely := likelyAmong(base, lead.want)
	for i, x := range base {
		if x >= likely {
			try(i)
		}
	}
	lead.best()
	refused.best()
	for i, x := range base {
		if x < likely && x > 0 && x*f.bound >= lead.least.score {
			try(i)
		}
	}
	w.lead, w.refused = lead.best(), refused.best()
}

// likelyAmong guesses from a sample which score about so many reach, or some more.
func likelyAmong(scores []float32, want int) float32 {
	const every = 7 // prime to what records may repeat by
	var best [64]float32
	n := min(want/every+4, len(best))
	top := best[:n] // rising
	for i := 0; i < len(scores); i += every {
		x := scores[i]
		if x <= top[0] {
			continue
		}
		at := 1
		for at < n && top[at] < x {
			top[at-1] = top[at]
			at++
		}
		top[at-1] = x
	}
	return top[0]
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
	most := w.refused[0].score
	for _, h := range w.lead {
		most = max(most, h.score)
	}
	for _, h := range w.refused {
		r := s.records[h.at]
		if r == nil || h.score < near*most {
			continue
		}
		if ok, reason := p.Sieve.Keep(r); !ok {
			found.Refused = append(found.Refused, memory.Drop{ID: r.ID, Reason: reason, Score: float64(h.score / most)})
		}
	}
}

// pass says in bits what a record must be.
type pass struct {
	any, all uint8
	plain    uint8 // a record with one of these need not be looked at
	now      int64 // as long as it is valid then, in seconds since 1970
}

func passOf(p *memory.Probe) pass {
	x := pass{any: gateEpisodic | gateSemantic | gateProcedural}
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

func (s *snapshot) passes(p *memory.Probe, x pass, i int32) bool {
	if g := s.gates[i]; g&x.any == 0 || g&x.all != x.all {
		return false
	} else if v := s.valid[i]; g&x.plain != 0 && v.from <= x.now && x.now < v.until {
		return true
	}
	ok, _ := p.Sieve.Keep(s.records[i])
	return ok
}

// help lets the leading records, and those that stand beside them, inherit from neighbours and
// session: what was said around a good hit is often the answer to it. It fills w.near with the
// limit best, best first.
func (s *snapshot) help(w *scratch, p *memory.Probe, f *fuser, limit int) {
	mix := p.Mix
	s.restamp(w)
	if len(w.best) < 3*s.sessions {
		w.best = make([]ranked, 3*s.sessions+96)
	}
	w.near, w.fresh = w.near[:0], w.fresh[:0]
	opener := mix.Opener
	if p.Context != "" {
		opener = mix.Resumed
	}
	pass := passOf(p)
	for _, h := range w.lead {
		s.join(w, p, pass, h.at, h.score, true)
		if n := s.session[h.at]; n >= 0 {
			s.note(w, n, h)
		}
	}
	for _, h := range w.lead {
		for _, side := range [...]int32{s.prev[h.at], s.next[h.at]} {
			if side >= 0 && w.seen[side] != w.stamp {
				s.join(w, p, pass, side, f.own(s, w, mix, side), false)
			}
		}
	}
	for k := range w.near {
		h := &w.near[k]
		i := h.at
		n := s.session[i]
		if n < 0 {
			continue
		}
		var near, sides float32
		if prev := s.prev[i]; prev >= 0 {
			x := f.own(s, w, mix, prev)
			if s.traits[prev]&memory.Asks != 0 && s.traits[i]&memory.Asks == 0 && s.gates[i]&gateInferred == 0 {
				h.score += mix.Reply * x
			} else {
				near += x
				sides++
			}
		}
		if next := s.next[i]; next >= 0 {
			near += f.own(s, w, mix, next)
			sides++
		}
		if sides > 0 {
			h.score += mix.Neighbour * near / sides
		}
		part := mix.Session
		if s.prev[i] < 0 && s.gates[i]&gateInferred == 0 && s.traits[i]&memory.Thin == 0 {
			part += opener
		}
		b := w.best[3*n : 3*n+3]
		others := float32(0)
		for _, x := range b {
			if x.score > 0 && !s.ofOneMessage(x.at, i) { // a message inherits nothing from itself
				others += x.score
			}
		}
		h.score += part * others / 3
	}
	for _, n := range w.fresh {
		clear(w.best[3*n : 3*n+3])
	}
	w.near = bestOf(w.near, limit)
	sortRanked(w.near)
}

// join takes a record among those that are helped.
func (s *snapshot) join(w *scratch, p *memory.Probe, x pass, i int32, own float32, passed bool) {
	w.seen[i] = w.stamp
	if passed || s.passes(p, x, i) {
		w.near = append(w.near, ranked{own, i})
	}
}

// note keeps the best scores of a session's three best messages.
func (s *snapshot) note(w *scratch, session int32, h ranked) {
	b := w.best[3*session : 3*session+3]
	if b[0].score == 0 {
		w.fresh = append(w.fresh, session)
	}
	for k := range b {
		if h.score <= b[k].score {
			if s.ofOneMessage(b[k].at, h.at) {
				return
			}
			continue
		}
		last := k // the place that is given up: that of the same message, else the last
		for last < 2 && (b[last].score == 0 || !s.ofOneMessage(b[last].at, h.at)) {
			last++
		}
		copy(b[k+1:last+1], b[k:last])
		b[k] = h
		return
	}
}

// ofOneMessage reports whether two records of one session were made of the same message.
func (s *snapshot) ofOneMessage(a, b int32) bool { return s.records[a].Seq == s.records[b].Seq }

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
