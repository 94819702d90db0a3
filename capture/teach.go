package capture

import (
	"strconv"
	"strings"
	"time"

	"mneme/memory"
)

// Confidence of what is read, 0..1.
const (
	saidPlainly  = 0.9
	saidOfOthers = 0.8  // of somebody a pronoun pointed to
	saidOfNames  = 0.7  // of a name we know nothing about
	saidVaguely  = 0.5  // "I think", "maybe": waits for a second hearing
	ofAssistant  = 0.75 // what the assistant said it did, promised, advised
)

// match tries the rows that may stand at the frame's position, and teaches the
// first that fits. It returns where the form ended, or 0.
func (x *extraction) match(s *reading, f frame, limit int) int {
	if f.pos >= len(s.tokens) {
		return 0
	}
	for _, list := range [2][]*row{s.talk.rows[s.at(f.pos)], s.talk.rows["<"]} {
		for _, r := range list {
			if !f.fits(r.on) {
				continue
			}
			m, ok := r.compiled.match(s, f.pos)
			if !ok || m.end > limit && limit > 0 {
				continue
			}
			if x.teach(s, f, r, m) {
				return max(m.end, f.pos+1)
			}
		}
	}
	return 0
}

// teach turns a row that fits into drafts. It reports false when the row's own
// conditions are not met, so that another row may be tried.
func (x *extraction) teach(s *reading, f frame, r *row, m fit) bool {
	if r.has("me") {
		f.who = who{id: "user"}
	}
	past := f.past || m.past
	if f.begun {
		past = false
	} else if f.perfect {
		// "has lived here since": still so. "Has used it": once.
		past = !f.be && !s.ongoing(m.end) && f.degree == 0 && !f.frequent
	}
	clause := span{f.from, max(m.end, f.pos)}
	f.longer = f.longer || f.neg && s.anyMore(m.end)
	if f.longer {
		f.neg = false
	}
	if !x.meets(s, f, r, m, clause) {
		return false
	}
	facts, act := r.facts, memory.Assert
	gone := r.has("gone")
	switch {
	case f.never && r.on == "never":
	case f.neg && r.has("scope"):
		// "We don't do this": what they do instead follows.
		return x.contrast(s, f, m.end)
	case f.neg && r.on == "cannot" && r.teach != nil:
	case f.neg && f.perfect && !f.be:
		return false
	case f.neg:
		if r.not == "" {
			return false
		}
		if r.negative == nil {
			act = memory.Retract
		} else {
			facts = []teaching{*r.negative}
		}
	case r.teach == nil && f.longer && r.negative != nil:
		facts = []teaching{*r.negative}
	case r.teach == nil:
		return false
	case f.longer && r.negative != nil:
		facts = []teaching{*r.negative}
		f.neg = true
	case f.longer || f.former:
		act = memory.Retract
		if r.former != nil && f.former {
			x.state(s, f, r, m, *r.former, memory.Assert, clause)
		}
	case past && r.past == "":
		return false
	case past && r.past == "-":
		act = memory.Retract
	case past && r.former != nil:
		facts = []teaching{*r.former}
	}
	for _, t := range facts {
		if gone && t.predicate != "rejects" {
			x.state(s, f, r, m, t, memory.Retract, clause)
			continue
		}
		x.state(s, f, r, m, t, act, clause)
	}
	for i, p := range m.slots {
		switch slotKind(&r.compiled, i) {
		case "kin", "pet":
			word := s.plain(p)
			if !s.talk.chinese {
				word = s.at(p.to - 1)
			}
			if id := s.talk.kin[word]; id != "" {
				x.mention(who{id: id, label: word})
			}
		}
	}
	x.aftermath(s, f, r, m, clause)
	return true
}

// ongoing reports whether a clause says since when, or for how long.
func (s *reading) ongoing(end int) bool {
	for i := max(0, end-4); i < min(end+4, len(s.tokens)); i++ {
		if w := s.at(i); w == "since" || w == "for" && (i+1 < len(s.tokens) && (s.tokens[i+1].kind == aNumber || s.is(i+1, numeral) || s.at(i+1) == "a" || s.at(i+1) == "years" || s.at(i+1) == "over" || s.at(i+1) == "almost" || s.at(i+1) == "about")) {
			return true
		}
	}
	return false
}

// anyMore reports whether "anymore" stands at the end of a clause, and so ends
// what was so before.
func (s *reading) anyMore(end int) bool {
	for i := max(end-2, 0); i < min(end+3, len(s.tokens)); i++ {
		if w := s.at(i); w == "anymore" || w == "any" && (s.at(i+1) == "more" || s.at(i+1) == "longer") {
			return true
		}
	}
	return false
}

// state proposes one fact per item of what filled its slot.
func (x *extraction) state(s *reading, f frame, r *row, m fit, t teaching, act memory.Act, clause span) {
	echo := x.echo(s, r, m)
	predicate, named := strings.CutPrefix(t.predicate, "~")
	keepDate := r.has("keepdate") || x.keepsDate(predicate)
	asSaid := saidAsIs(predicate)
	slots := make([]string, len(m.slots))
	for i, p := range m.slots {
		slots[i] = x.tidy(s, p, keepDate, asSaid)
	}
	items := []span{{}}
	switch {
	case t.slot >= 0 && t.slot < len(m.slots):
		items = []span{m.slots[t.slot]}
		if r.has("many") {
			items = s.items(m.slots[t.slot])
		}
	}
	kind := slotKind(&r.compiled, t.slot)
	template := t.template
	if strings.Contains(template, "{=}") && len(m.slots) > 1 {
		template = strings.ReplaceAll(template, "{=}", s.words(span{m.slots[0].from, m.slots[len(m.slots)-1].to}))
	}
	for _, item := range items {
		object := t.constant
		values := append([]string{}, slots...)
		if item.to > item.from {
			object = x.tidy(s, item, keepDate, asSaid)
			values[t.slot] = object
		}
		if object == "" {
			object = echo
		}
		object = fillIn(echoed(object, echo), slots, "", s.talk.chinese)
		if !worthy(predicate, object) {
			continue
		}
		d := x.draft(s, f, predicate, object, act, clause)
		if named { // the fact is about the one who was introduced
			x.introduced(s, &d, m)
			if d.Record.Subject == "" {
				continue
			}
		}
		d.Record.Text = fillIn(x.degree(f, predicate)+echoed(template, echo), values, x.label(f, named), s.talk.chinese)
		if r.has("them") {
			w, ok := x.last(s.at(m.chosen[len(m.chosen)-1].from))
			if !ok {
				if w, ok = x.last("he"); !ok {
					continue
				}
			}
			d.Record.Subject, d.Record.Predicate = w.id, nameOf(w.id)
			d.Record.Text = w.id + " is named " + object
			x.names[memory.Fold(object)] = who{id: w.id, label: object}
			x.propose(d, kind)
			continue
		}
		if f.neg && r.negative != nil {
			d.Negated = true
		}
		if r.has("freq") && !s.talk.chinese {
			d.Record.Text = conjugate(d.Record.Text)
		}
		x.date(s, &d)
		if r.has("swap") && len(m.slots) > 1 && t.slot == 1 {
			d.Replaces = x.tidy(s, m.slots[0], false, false)
		}
		if r.has("temporary") {
			d.Temporary = true
		}
		x.place(s, r, &d, clause)
		x.propose(d, kind)
	}
}

// draft fills in what every fact has.
func (x *extraction) draft(s *reading, f frame, predicate, object string, act memory.Act, clause span) Draft {
	confidence := saidPlainly
	switch {
	case f.hedged:
		confidence = saidVaguely
	case f.loose:
		confidence = saidOfNames
	case f.doubt:
		confidence = saidOfOthers
	}
	if predicate == "name" {
		predicate = nameOf(f.id)
		if f.id != "user" && act == memory.Assert && object != "" {
			x.names[memory.Fold(object)] = who{id: f.id, label: f.label}
		}
	}
	d := Draft{Act: act, Quote: s.quote(clause), Explicit: x.explicit, Record: memory.Record{
		Layer: memory.Semantic, Subject: f.id, Predicate: predicate, Object: object, Confidence: confidence, Source: memory.UserDirect,
	}}
	if p, ok := x.catalogue.Find(predicate); ok {
		d.Record.Kind = p.Kind
		if p.Sensitive {
			d.Record.Tags = append(d.Record.Tags, "sensitive")
		}
	}
	if date, ok := s.dated(clause); ok {
		x.when(&d, date)
	} else if date, ok := s.dated(span{clause.from, min(clause.to+8, len(s.tokens))}); ok && s.upTo(clause.to, date) {
		x.when(&d, date)
		d.Quote = s.source[s.tokens[clause.from].start : date.At+date.Len]
	}
	return d
}

// upTo reports whether nothing but the date's own words stand between i and it.
func (s *reading) upTo(i int, date memory.Span) bool {
	for ; i < len(s.tokens) && s.tokens[i].end <= date.At; i++ {
		if s.tokens[i].kind == aMark || s.is(i, breaks) && s.at(i) != "since" && s.at(i) != "until" || s.is(i, verbal) {
			return false
		}
	}
	return true
}

// when gives a fact the date it was said with: what lies behind is a beginning,
// what lies ahead is a plan's end.
func (x *extraction) when(d *Draft, date memory.Span) {
	switch {
	case d.Record.Kind == memory.KindPlan || d.Record.Kind == memory.KindTemporary:
		if date.End.After(x.turn.At) {
			d.Record.Constraint.ValidUntil = date.End.UTC()
			d.Record.Event.Time = date.Start.UTC()
		}
	case d.Record.Predicate == "birthday":
	case !date.Start.After(x.turn.At) && d.Record.Kind != memory.KindPreference && d.Record.Kind != memory.KindIdentity:
		d.Record.Constraint.ValidFrom = date.Start.UTC()
	}
}

// place gives a fact its context.
func (x *extraction) place(s *reading, r *row, d *Draft, clause span) {
	if kind := r.option("need"); kind != "" {
		x.seek(s, d, kind, clause)
		return
	}
	x.inNeed(d)
}

// echo returns the words a row's choice took.
func (x *extraction) echo(s *reading, r *row, m fit) string {
	n := 0
	if r.has("echo2") {
		n = 1
	}
	if n >= len(m.chosen) {
		return ""
	}
	return s.words(m.chosen[n])
}

func echoed(template, echo string) string { return strings.ReplaceAll(template, "{0}", echo) }

// degree says how much, where it matters.
func (x *extraction) degree(f frame, predicate string) string {
	switch predicate {
	case "likes", "dislikes", "prefers", "avoids":
		switch {
		case f.chinese && !f.neg:
			return f.how // in the user's own word
		case f.chinese:
		case f.degree > 0 && !f.neg:
			return "really "
		case f.degree < 0:
			return "somewhat "
		}
	}
	return ""
}

func (x *extraction) label(f frame, named bool) string {
	if named {
		return ""
	}
	return f.label
}

// tidy returns the words of a slot: without articles and fillers, and with
// relative dates made absolute where the date is part of the fact.
func (x *extraction) tidy(s *reading, p span, keepDate, asSaid bool) string {
	if date, ok := s.dated(p); ok && !keepDate && s.tokens[p.from].start < date.At {
		p = s.before(p, date)
	}
	words := s.words(p)
	if date, ok := s.dated(p); ok && !asSaid {
		words = x.absolute(s, p, date)
	}
	return strings.Trim(words, " ,.;:!?\"'“”「」，。；：！？、-—()（）*_`")
}

// absolute writes a stretch with its date as a date.
func (x *extraction) absolute(s *reading, p span, date memory.Span) string {
	from, to := s.tokens[p.from].start, s.tokens[p.to-1].end
	before, after := s.source[from:max(from, date.At)], ""
	if end := date.At + date.Len; end < to {
		after = s.source[end:to]
	}
	words := strings.Fields(before)
	said := s.source[date.At : date.At+date.Len]
	day := dateText(date)
	switch {
	case fixed(said):
		day = said
	case dayOfYear(said) && s.talk.chinese:
		day = strconv.Itoa(date.Start.Year()) + "年" + said
	case dayOfYear(said):
		return strings.TrimSpace(strings.Join(append(words, said+", "+strconv.Itoa(date.Start.Year())+after), " "))
	}
	if !s.talk.chinese && len(words) > 0 && !fixed(said) {
		switch words[len(words)-1] {
		case "on", "in", "by", "at", "since", "until", "before", "from", "for", "to":
		default:
			words = append(words, preposition(date))
		}
	}
	if s.talk.chinese {
		return strings.Join(words, " ") + day + after
	}
	return strings.Join(append(append(words, day), strings.Fields(after)...), " ")
}

// fixed reports whether a date reads the same on any day: it has a year.
func fixed(said string) bool {
	run := 0
	for _, r := range said {
		if r >= '0' && r <= '9' {
			if run++; run == 4 {
				return true
			}
			continue
		}
		run = 0
	}
	return false
}

// dayOfYear reports whether a date names its month, and lacks only the year.
func dayOfYear(said string) bool {
	if strings.Contains(said, "月") {
		return !strings.ContainsAny(said, "上下这本明去今后前个底") && !strings.Contains(said, "点")
	}
	folded := memory.Fold(said)
	if strings.ContainsAny(folded, ":") || strings.Contains(folded, "next") || strings.Contains(folded, "last") || strings.Contains(folded, "this") {
		return false
	}
	for _, month := range []string{"january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december"} {
		if strings.Contains(folded, month) {
			return true
		}
	}
	return false
}

// saidAsIs reports whether the dates in a predicate's objects come again, and so
// are kept as they were said: a birthday, a habit.
func saidAsIs(predicate string) bool {
	switch predicate {
	case "birthday", "habit", "schedule", "age", "answer_style", "never":
		return true
	}
	return false
}

func preposition(date memory.Span) string {
	if length := date.End.Sub(date.Start); length <= 24*time.Hour {
		return "on"
	}
	return "in"
}

// dateText writes a span as its first moment, as exactly as it was said.
func dateText(date memory.Span) string {
	switch length := date.End.Sub(date.Start); {
	case length <= time.Hour:
		return date.Start.Format("2006-01-02 15:04")
	case length <= 25*time.Hour:
		return date.Start.Format("2006-01-02")
	case length <= 8*24*time.Hour:
		return date.Start.Format("2006-01-02") + "/" + date.End.AddDate(0, 0, -1).Format("01-02")
	case length <= 32*24*time.Hour:
		return date.Start.Format("2006-01")
	case length <= 100*24*time.Hour:
		return date.Start.Format("2006-01") + "/" + date.End.AddDate(0, 0, -1).Format("01")
	}
	return date.Start.Format("2006")
}

func slotKind(f *form, n int) string {
	for _, p := range f.parts {
		if p.slot == "" {
			continue
		}
		if n == 0 {
			return p.slot
		}
		n--
	}
	return ""
}

// keepsDate reports whether the date is part of what a predicate tells.
func (x *extraction) keepsDate(predicate string) bool {
	p, _ := x.catalogue.Find(predicate)
	switch p.Kind {
	case memory.KindPlan, memory.KindTemporary, memory.KindTask:
		return true
	}
	switch predicate {
	case "goal", "birthday", "schedule", "habit", "rejects", "note", "never", "answer_style", "age", "status", "graduated":
		return true
	}
	return false
}

// before cuts a date off the end of a stretch, with the preposition before it.
func (s *reading) before(p span, date memory.Span) span {
	q := p
	for i := p.from; i < p.to; i++ {
		if s.tokens[i].end > date.At {
			q.to = i
			break
		}
	}
	for q.to > q.from && s.is(q.to-1, tail) {
		q.to--
	}
	if q.to == q.from {
		return p
	}
	return q
}

// date adds the date of a plan to its text, when the words alone do not tell it.
func (x *extraction) date(s *reading, d *Draft) {
	r := &d.Record
	if r.Event.Time.IsZero() || r.Kind != memory.KindPlan && r.Kind != memory.KindTemporary || d.Act == memory.Retract {
		return
	}
	day := r.Event.Time.In(x.zone)
	if strings.Contains(r.Text, day.Format("2006")) || hasDigits(r.Text) && strings.Contains(r.Text, day.Format("2")) {
		return
	}
	said := day.Format("2006-01-02")
	if day.Hour() != 0 || day.Minute() != 0 {
		said = day.Format("2006-01-02 15:04")
	}
	if s.talk.chinese {
		r.Text += "（" + said + "）"
		return
	}
	r.Text += " on " + said
}

// conjugate puts the verb a habit begins with into the third person: "runs 5k".
func conjugate(text string) string {
	verb, rest, _ := strings.Cut(text, " ")
	if strings.HasSuffix(verb, "s") || strings.HasSuffix(verb, "ing") {
		return text
	}
	return strings.TrimSpace(third(verb) + " " + rest)
}

// contrast reads what stands against a denial: "not this, only that".
func (x *extraction) contrast(s *reading, f frame, i int) bool {
	only := false
	for ; i < len(s.tokens); i++ {
		switch s.at(i) {
		case "only", "just", "exclusively", "solely":
			only = true
			continue
		case ",", "but", "we", "i", "do", "they", ";", "-", "it", "is":
			continue
		}
		break
	}
	if !only || i >= len(s.tokens) {
		return false
	}
	p := s.settle("list", span{i, s.extent("list", i)})
	if p.to <= p.from {
		return false
	}
	f.neg = false
	for _, item := range s.items(p) {
		d := x.draft(s, f, "specialty", x.tidy(s, item, false, false), memory.Assert, span{f.from, p.to})
		d.Record.Text = fillIn("works only on {}", []string{d.Record.Object}, f.label, false)
		x.propose(d, "list")
	}
	return true
}
