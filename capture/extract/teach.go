package extract

import (
	"strings"

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
		x.whole = true
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
	if s.at(f.from) == "用" && len(facts) == 1 && len(m.slots) == 1 && facts[0].predicate == "uses" && s.asksToMake(m.slots[0]) {
		return false // 用python写快速排序 asks for it
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

// asksToMake reports whether a tool at the head of a Chinese clause is what something is to be made
// with: 用python写快速排序.
func (s *reading) asksToMake(tool span) bool {
	for i := tool.from; i <= tool.to && i < len(s.tokens); i++ {
		switch s.at(i) {
		case "写", "实", "做", "画", "编", "生", "算":
			return true
		}
	}
	return false
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
	several := predicate == "name" && !s.talk.chinese && animate(f.label)
	if several {
		f.label = strings.TrimSuffix(f.label, "s")
	}
	for _, item := range items {
		object := t.constant
		values := append([]string{}, slots...)
		if item.to > item.from {
			object = x.tidy(s, item, keepDate, asSaid)
			values[t.slot] = object
		}
		if _, dated := s.dated(item); dated && item.to > item.from && (predicate == "employer" || predicate == "home" || predicate == "school" || predicate == "workplace") {
			continue // 今天的咨询师: a day is no place
		}
		if predicate == "employer" && len(r.facts) > 1 && s.indefinite(item) {
			continue // "an auditor at a mid size firm": of which, is not said
		}
		if object == "" && !(act == memory.Retract && t.slot < 0) {
			object = echo // who quits without saying where quits what there is
		}
		object = fillIn(echoed(object, echo), slots, "", s.talk.chinese)
		if item.to > item.from && len(items) > 1 && !s.talk.chinese && !s.plainThing(item) {
			continue
		}
		if predicate == "rejects" && r.has("again") && s.forEver() {
			predicate, template = "never", "不要{0}{1}" // 千万别给我推荐花生
		}
		if predicate == "never" || predicate == "rejects" {
			named, ok := x.spelledOut(s, object)
			if !ok {
				continue
			}
			if named != object && t.slot >= 0 && t.slot < len(values) {
				values[t.slot] = named
			}
			object = named
		}
		if predicate == "allergy" && s.talk.chinese {
			if object = cause(object); t.slot >= 0 && t.slot < len(values) {
				values[t.slot] = object
			}
		}
		if predicate == "role" && s.talk.chinese && t.slot >= 0 && t.slot < len(values) {
			if job := strings.TrimPrefix(strings.TrimPrefix(object, "做"), "当"); job != object && job != "" {
				object, values[t.slot] = job, job // 是做厨师的
			}
		}
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
		d.Record.Text = fillIn(x.degree(f, predicate)+echoed(template, echo), values, f.labelOf(predicate, named), s.talk.chinese)
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
			x.bears(w.id, object)
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
		if r.has("swap") && t.slot > 0 {
			d.Replaces = x.knownAs(predicate, x.tidy(s, m.slots[t.slot-1], false, false))
		}
		if r.has("swapped") && t.slot+1 < len(m.slots) {
			d.Replaces = x.knownAs(predicate, x.tidy(s, m.slots[t.slot+1], false, false))
		}
		if predicate == "owns" && s.talk.chinese && f.begun {
			d.Replaces = x.countedBefore(object)
		}
		if r.has("over") && len(m.slots) > 1 {
			d.Replaces = slots[1]
		}
		if x.turns(f, predicate) || f.neg && tasted(predicate) && (s.at(clause.to-1) == "了" || s.at(clause.to) == "了") {
			d.Replaces = object
		}
		if item.to > item.from && tasted(predicate) {
			x.topic = object
		}
		if r.has("temporary") {
			d.Temporary = true
		}
		if context := r.option("ctx"); context != "" {
			d.Record.Constraint.Context = context
		}
		if predicate == "habit" && s.talk.chinese && elliptical(d.Record.Text) {
			continue
		}
		if r.has("always") && !s.talk.chinese {
			d.Record.Text = "usually " + conjugate(d.Record.Text)
		}
		x.onDays(s, &d, clause)
		x.planned(s, &d, clause)
		x.place(s, r, &d, clause)
		x.overtakes(s, &d, clause)
		x.limits(s, f, &d, clause)
		x.propose(d, kind)
		if several {
			x.alsoNamed(s, f, d, kind, clause)
		}
	}
}

// countedBefore returns what was owned of the same things before, in another number: 六间房 before 九间房.
func (x *extraction) countedBefore(object string) string {
	const numerals = "零一二两三四五六七八九十百0123456789"
	rest := strings.TrimLeft(object, numerals)
	if rest == object || rest == "" {
		return ""
	}
	old := x.newest(len(x.told), func(r *memory.Record) bool {
		return r.Predicate == "owns" && r.Subject == "user" && r.Object != object && strings.TrimLeft(r.Object, numerals) == rest && r.Object != rest
	})
	if old == nil {
		return ""
	}
	return old.draft.Record.Object
}

// indefinite reports whether an English phrase names only one of its sort: "a mid size firm".
func (s *reading) indefinite(p span) bool {
	if w := s.at(p.from - 1); w != "a" && w != "an" {
		return false
	}
	return !s.anyCapital(p)
}

// cause returns what somebody is allergic to, of the words before 过敏: neither who
// found it out nor how badly.
func cause(words string) string {
	for _, sign := range []string{"说是", "是", "说"} {
		if _, rest, found := strings.Cut(words, sign); found {
			words = rest
			break
		}
	}
	for _, sign := range []string{"会", "都", "也", "有点", "有些", "有", "很", "容易", "严重", "轻微", "特别", "非常", "就"} {
		words = strings.TrimPrefix(words, sign)
	}
	return words
}

// forEver reports whether a Chinese order is meant for good: 千万别, 以后别.
func (s *reading) forEver() bool {
	return s.talk.chinese && holdsAny(s.plain(span{0, len(s.tokens)}), "千万", "永远", "以后", "从现在", "一律", "绝对不")
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
			label := f.label
			if predicate == "named" {
				label = object // there may be several: each goes by his name
			}
			x.names[memory.Fold(object)] = who{id: f.id, label: label}
			x.bears(f.id, object)
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
		if last, ranged := s.lastDate(clause, date); ranged {
			date.End = last.End
		}
		x.when(&d, date)
	} else if date, ok := s.dated(span{clause.from, min(clause.to+8, len(s.tokens))}); ok && s.upTo(clause.to, date) {
		x.when(&d, date)
		d.Quote = s.source[s.tokens[clause.from].start : date.At+date.Len]
	}
	return d
}

// lastDate finds the day up to which something goes: "from June 3 to June 9".
func (s *reading) lastDate(p span, first memory.Span) (memory.Span, bool) {
	for i := p.to - 1; i > p.from; i-- {
		date, ok := s.inDate(i)
		if !ok || date.At <= first.At || !date.Start.After(first.Start) {
			continue
		}
		between := s.source[first.At+first.Len : date.At]
		return date, len(between) < 12 && holdsAny(memory.Fold(between), "to", "until", "till", "through", "-", "–", "到", "至", "~")
	}
	return memory.Span{}, false
}

// upTo reports whether nothing but the date's own words stand between i and it.
func (s *reading) upTo(i int, date memory.Span) bool {
	for ; i < len(s.tokens) && s.tokens[i].end <= date.At; i++ {
		if s.tokens[i].kind == aMark && s.at(i) == "," && i+1 < len(s.tokens) && s.tokens[i+1].start >= date.At && s.marks(s.after(span{i + 1, len(s.tokens)}, date)) {
			continue // 我要做手术，下个月
		}
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
	switch {
	case r.has("echo2"):
		n = 1
	case r.has("echo3"):
		n = 2
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

// labelOf is how the text of a fact calls whom it is of.
func (f *frame) labelOf(predicate string, introduced bool) string {
	switch {
	case introduced:
		return ""
	case predicate == "name":
		return f.bare()
	}
	return f.label
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
