package inject

import (
	"math"
	"slices"
	"strings"
	"time"

	"mneme/budget"
	"mneme/memory"
)

// block is a rendered memory block and what is in it.
type block struct {
	text    string // empty: nothing fits or nothing is known
	apart   string // the same between blank lines; empty: it was not written so
	hits    []memory.Hit
	costs   []int // of each hit's line
	tokens  int   // of the whole
	working int   // of them, working memory's
	tally   memory.Tally
	dropped []memory.Drop
	asked   string // the record of the question in it
}

// bounds are the limits of one block.
type bounds struct {
	tokens  int // of the whole block but its working memory
	working int // of working memory, beside tokens
	most    int // tokens of everything; 0: the two above are all
	topK    int
	enc     budget.Encoding
}

// look is how a block is shown.
type look struct {
	lang language
	zone *time.Location
	at   time.Time // as of when records are judged

	asked  string       // the question
	tally  memory.Tally // exact, where a number was asked for
	only   string       // who said all of it; set by pack
	others int          // how many were left out before, to be named behind those that pack leaves out
}

// pack chooses what fits, best first, and renders it. Nothing is tokenised: lines cost
// what is stored with their records and the fixed costs of what stands around.
func pack(hits []memory.Hit, working section, limits bounds, show look) block {
	f := frameOf(show.lang, limits.enc)
	hits = inForceFirst(hits, show.at)
	show.only = onlySpeaker(hits, show.asked)
	room := limits.tokens - f.openCost
	if anyRule(hits) {
		room -= f.rulesCost
	}
	told := f.tally(&show.tally)
	toldCost := 0
	if told != "" {
		toldCost = budget.Estimate(told)
	}
	room -= toldCost
	var few [64]int
	var fewTexts [64]string
	costs, texts := few[:], fewTexts[:]
	if len(hits) > len(few) {
		costs, texts = make([]int, len(hits)), make([]string, len(hits))
	}
	short := shortener{asked: show.asked, whole: room / wholeShare, left: room}
	cost := func(i int) int {
		r := hits[i].Record
		texts[i] = r.Text
		costs[i] = costOf(&hits[i], r.Text, limits.enc, show)
		if e := short.of(i, r, costs[i]); e != r.Text {
			texts[i], costs[i] = e, min(costs[i], costOf(&hits[i], e, limits.enc, show))
		}
		short.took(costs[i])
		return costs[i]
	}
	var buffer [16]int
	chosen, spent := choose(buffer[:0], hits, cost, room, limits.topK)

	b := block{dropped: leftOut(hits, chosen, limits.topK, show.others)}
	if len(chosen) > 0 {
		b.hits, b.costs = make([]memory.Hit, 0, len(chosen)), make([]int, 0, len(chosen))
	}
	spent += short.lengthen(hits, chosen, texts, costs, room-spent)
	rules := false
	for k, i := range chosen {
		texts[k] = texts[i]
		b.hits = append(b.hits, hits[i])
		b.costs = append(b.costs, costs[i])
		rules = rules || isRule(hits[i].Record)
	}
	if working.left {
		working = working.beside(b.hits)
	}
	working = working.within(min(limits.working, remaining(limits, f, spent+toldCost, len(chosen))) - f.earlierCost)
	if len(chosen) == 0 && working.empty() {
		return b
	}
	b.tokens = f.openCost + spent
	if len(chosen) == 0 {
		told = ""
	} else if told != "" {
		b.tally = show.tally
		b.tokens += toldCost
	}
	if rules {
		b.tokens += f.rulesCost
	}
	if !working.empty() {
		b.working = working.tokens + f.earlierCost
		b.tokens += b.working
	}
	b.apart = render(&f, b.hits, texts, told, working, rules, show)
	b.text = b.apart[len(blankLine) : len(b.apart)-len(blankLine)]
	return b
}

// What is kept of a block for what is in force whatever is asked, and for what stands aside: one part
// in so many of its room, and of its lines.
const (
	forceRoom  = 3
	asideRoom  = 8
	asideLines = 4
)

// choose packs first of all what is in force whatever is asked, which takes no line of what answers,
// then a few of those that stand aside, since those that answer would take all the room, and then
// these. It returns the places chosen, rising, and what they cost.
func choose(into []int, hits []memory.Hit, cost func(int) int, room, topK int) (chosen []int, spent int) {
	forced, aside := false, false
	for i := range hits {
		forced = forced || hits[i].Force
		aside = aside || hits[i].Aside && !hits[i].Force
	}
	if !forced && !aside {
		return budget.Pack(into, len(hits), cost, room, topK)
	}
	only := func(fits func(h *memory.Hit) bool) func(int) int {
		return func(i int) int {
			if !fits(&hits[i]) {
				return math.MaxInt
			}
			return cost(i)
		}
	}
	chosen = into
	if forced {
		chosen, spent = budget.Pack(chosen, len(hits), only(func(h *memory.Hit) bool { return h.Force }), room/forceRoom, topK)
	}
	counted := len(chosen)
	if aside {
		kept := 0
		chosen, kept = budget.Pack(chosen, len(hits), only(func(h *memory.Hit) bool { return h.Aside && !h.Force }), min(room/asideRoom, room-spent), (topK+asideLines-1)/asideLines)
		spent += kept
	}
	counted = len(chosen) - counted
	chosen, rest := budget.Pack(chosen, len(hits), only(func(h *memory.Hit) bool { return !h.Aside && !h.Force }), room-spent, topK-counted)
	slices.Sort(chosen)
	return chosen, spent + rest
}

// countedHits is how many hits take a line of those that may be had.
func countedHits(hits []memory.Hit) int {
	n := 0
	for i := range hits {
		if !hits[i].Force {
			n++
		}
	}
	return n
}

// remaining returns what a limit over everything leaves for working memory.
func remaining(limits bounds, f frame, spent, lines int) int {
	if limits.most <= 0 {
		return limits.working
	}
	if lines > 0 {
		spent += f.rulesCost
	}
	return limits.most - f.openCost - spent
}

// leftOut names the hits that were not chosen and says why, and makes room for more names.
func leftOut(hits []memory.Hit, chosen []int, topK, more int) []memory.Drop {
	if len(chosen) == len(hits) && more == 0 {
		return nil
	}
	out := make([]memory.Drop, 0, len(hits)-len(chosen)+more)
	next, lines := 0, 0
	for i := range hits {
		if next < len(chosen) && chosen[next] == i {
			next++
			if !hits[i].Force {
				lines++
			}
			continue
		}
		reason := "budget"
		if !hits[i].Force && lines >= topK {
			reason = "top-k"
		}
		out = append(out, memory.Drop{ID: hits[i].Record.ID, Reason: reason, Score: hits[i].Score})
	}
	return out
}

// leadsOver is the share of an episode's score from which what took the place of a part of it goes
// before it.
const leadsOver = 0.75

// inForceFirst moves what holds no more behind what does of the same thing; else the order of
// the ranking stays. The list is copied only when it has to change.
func inForceFirst(hits []memory.Hit, at time.Time) []memory.Hit {
	copied := false
	for i := len(hits) - 1; i >= 0; i-- {
		r := hits[i].Record
		if !isPast(r, at) && !hits[i].Over {
			continue
		}
		to := i
		for j := i + 1; j < len(hits); j++ {
			if o := hits[j].Record; !isPast(o, at) && (sameThing(r, o) || hits[i].By == o.ID && hits[j].Score >= leadsOver*hits[i].Score) {
				to = j
			}
		}
		if to == i {
			continue
		}
		if !copied {
			hits, copied = slices.Clone(hits), true
		}
		h := hits[i]
		copy(hits[i:to], hits[i+1:to+1])
		hits[to] = h
	}
	return hits
}

// sameThing reports whether two records are values of one thing.
func sameThing(a, b *memory.Record) bool {
	return a.ReplacedBy == b.ID || a.Layer == b.Layer && a.Layer != memory.Episodic && a.Subject == b.Subject && a.Predicate == b.Predicate
}

// isPast reports whether a record was given up, or its time was over, by then.
func isPast(r *memory.Record, at time.Time) bool {
	if !r.Ended.IsZero() {
		return !r.Ended.After(at)
	}
	if r.Status == memory.Superseded || r.Status == memory.Expired {
		return true
	}
	return r.Layer == memory.Semantic && !r.Review && !r.Constraint.ValidUntil.IsZero() && !r.Constraint.ValidUntil.After(at) && !memory.Overdue(r, at)
}

// isRule reports whether a record is a procedure that the operator wrote. What was learnt
// from traffic belongs to a user or a team and is never shown as a rule.
func isRule(r *memory.Record) bool {
	return r.Layer == memory.Procedural && r.Owner.Level == memory.LevelTenant
}

func anyRule(hits []memory.Hit) bool {
	for i := range hits {
		if isRule(hits[i].Record) {
			return true
		}
	}
	return false
}

// costOf returns what a line with all or a part of a record's text costs at most.
func costOf(h *memory.Hit, text string, enc budget.Encoding, show look) int {
	r := h.Record
	cost := budget.Cost(r.Cost).In(enc)
	switch {
	case cost <= 0:
		cost = budget.Estimate(text)
	case len(text) != len(r.Text):
		cost = partCost(cost, r.Text, text)
	}
	if plain := memory.PlainLine(text); plain != text {
		cost = max(cost, min(budget.Estimate(plain), flattened(cost, text, plain)))
	}
	if isRule(r) {
		cost += plainLine
	} else {
		cost += datedLine
	}
	if context := contextOf(r); context != "" {
		cost += budget.Estimate(context) + markCost
	}
	if speaker := speakerOf(r, &show); speaker != "" {
		cost += budget.Estimate(speaker)
	}
	switch {
	case isPast(r, show.at):
		cost += markCost + dateCost
	case h.Over:
		cost += markCost
	}
	return cost
}

// flattened returns what a text costs at most as one line: hardly more than as it was written,
// since blanks become fewer; but every bracket that lost its meaning is a token of its own.
func flattened(cost int, text, plain string) int {
	const bracket = "‹"
	escaped := strings.Count(plain, bracket) - strings.Count(text, bracket)
	return cost + cost/20 + 2 + 4*max(escaped, 0)
}

// partCost returns what a part of a text costs, of which the whole is known: its share by what both
// are estimated at, and a tenth, since what is dear is not spread evenly.
func partCost(cost int, text, part string) int {
	estimate := budget.Estimate(part)
	return min(estimate, cost*estimate/max(budget.Estimate(text), 1)*11/10+2)
}

// blankLine sets a block apart from what stands beside it.
const blankLine = "\n\n"

// render writes the block between blank lines: what was counted, what answers the question, then what working memory
// holds, then the operator's rules.
func render(f *frame, hits []memory.Hit, texts []string, told string, working section, rules bool, show look) string {
	size := len(f.open) + len(told) + len(f.rules) + len(f.earlier) + len(memory.BlockClose) + len(working.text)
	for i := range hits {
		size += len(texts[i]) + len(hits[i].Record.Constraint.Context) + 64
	}
	var b strings.Builder
	b.Grow(size + 2*len(blankLine))
	b.WriteString(blankLine)
	b.WriteString(f.open)
	b.WriteString(told)
	for i := range hits {
		if !isRule(hits[i].Record) {
			writeLine(&b, f, &hits[i], texts[i], show)
		}
	}
	if !working.empty() {
		b.WriteString(f.earlier)
		b.WriteString(working.text)
	}
	if rules {
		b.WriteString(f.rules)
		for i := range hits {
			if isRule(hits[i].Record) {
				writeLine(&b, f, &hits[i], texts[i], show)
			}
		}
	}
	b.WriteString(memory.BlockClose)
	b.WriteString(blankLine)
	return b.String()
}

func writeLine(b *strings.Builder, f *frame, h *memory.Hit, text string, show look) {
	r := h.Record
	var room [16]byte
	if isRule(r) {
		b.WriteString("- ")
	} else if day := appendDate(room[:0], dateOf(r), show.zone); !strings.Contains(text, string(day)) {
		// The day begins the line, where it does not name it itself: a dash and brackets around it
		// would cost what a fact costs.
		b.Write(day)
		b.WriteByte(' ')
	}
	b.WriteString(speakerOf(r, &show))
	b.WriteString(memory.PlainLine(text))
	if context := contextOf(r); context != "" {
		b.WriteString(f.context[0])
		b.WriteString(context)
		b.WriteString(f.context[1])
	}
	if isPast(r, show.at) {
		if end := endOf(r); end.IsZero() {
			b.WriteString(f.outdated)
		} else {
			b.WriteString(f.until[0])
			writeDate(b, end, show.zone)
			b.WriteString(f.until[1])
		}
	}
	if h.Over && !isPast(r, show.at) {
		b.WriteString(f.partly)
	}
	b.WriteByte('\n')
}

// dateOf returns the date a line carries: when it happened, since when it is true, or
// when it was said; when we learnt it where nothing better is known.
func dateOf(r *memory.Record) time.Time {
	switch {
	case !r.Event.Time.IsZero():
		return r.Event.Time
	case !r.Constraint.ValidFrom.IsZero():
		return r.Constraint.ValidFrom
	case len(r.Sources) > 0 && !r.Sources[0].At.IsZero():
		return r.Sources[0].At
	}
	return r.Created
}

// endOf returns when a record that is past stopped to hold.
func endOf(r *memory.Record) time.Time {
	if until := r.Constraint.ValidUntil; !until.IsZero() && (r.Ended.IsZero() || until.Before(r.Ended)) {
		return until
	}
	return r.Ended
}

// writeDate writes a day as 2026-05-03, in the user's zone.
func writeDate(b *strings.Builder, t time.Time, zone *time.Location) {
	var room [16]byte
	b.Write(appendDate(room[:0], t, zone))
}

// appendDate appends a day as writeDate writes it.
func appendDate(dst []byte, t time.Time, zone *time.Location) []byte {
	if zone == nil {
		zone = time.UTC
	}
	year, month, day := t.In(zone).Date()
	if year < 1000 || year > 9999 { // hardly a day of anybody's life
		return t.In(zone).AppendFormat(dst, time.DateOnly)
	}
	digit := func(n int) byte { return byte('0' + n%10) }
	return append(dst, digit(year/1000), digit(year/100), digit(year/10), digit(year), '-',
		digit(int(month)/10), digit(int(month)), '-', digit(day/10), digit(day))
}
