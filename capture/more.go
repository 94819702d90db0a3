package capture

import "mneme/memory"

// more reads what a clause adds after its form: "at Acme in Lyon as a cook", "three
// cats: Pip, Mo and Gus". It returns where that ended.
func (x *extraction) more(s *reading, f frame, end int) int {
	if f.neg || f.longer || f.former || f.past || len(x.drafts) == 0 || s.talk.chinese {
		return end
	}
	last := &x.drafts[len(x.drafts)-1]
	if last.Turn != x.index || last.Act != memory.Assert || last.Record.Subject != f.id {
		return end
	}
	switch last.Record.Predicate {
	case "employer", "role":
		return x.moreOfWork(s, f, end, last.Record.Predicate)
	case "pet", "family":
		return x.moreNames(s, f, end)
	}
	return end
}

// moreOfWork reads the place and the role that follow an employer.
func (x *extraction) moreOfWork(s *reading, f frame, end int, had string) int {
	for i := end; i < min(end+8, len(s.tokens)); i++ {
		if s.tokens[i].kind == aMark || s.is(i, breaks) && s.at(i) != "since" || s.is(i, verbal) {
			break
		}
		kind, predicate, template := "", "", ""
		switch s.at(i) {
		case "as":
			kind, predicate, template = "role", "role", "works as a {}"
		case "in":
			kind, predicate, template = "place", "workplace", "works in {}"
		default:
			continue
		}
		if predicate == had {
			continue
		}
		p := s.settle(kind, span{i + 1, s.extent(kind, i+1)})
		if p.to <= p.from {
			continue
		}
		d := x.draft(s, f, predicate, x.tidy(s, p, false, false), memory.Assert, span{f.from, p.to})
		d.Record.Text = fillIn(template, []string{d.Record.Object}, f.label, false)
		x.propose(d, kind)
		end = p.to
	}
	return end
}

// moreNames reads the names of those that were counted.
func (x *extraction) moreNames(s *reading, f frame, end int) int {
	id := ""
	for i := end - 1; i > max(end-4, 0) && id == ""; i-- {
		id = s.talk.kin[s.at(i)]
		if id == "" {
			id = s.talk.kin[singularOf(s.at(i))]
		}
	}
	switch s.at(end) {
	case ":", ",", "-", "—", "(", "named", "called":
	default:
		return end
	}
	if id == "" || !s.capital(end+1) {
		return end
	}
	var names []string
	defer func() { x.agesOf(s, f, id, names, end) }()
	for i := end + 1; i < len(s.tokens); i++ {
		switch {
		case s.at(i) == "," || s.at(i) == "and":
			continue
		case len(names) > 0 && s.at(i) == "(" && i+2 < len(s.tokens) && s.tokens[i+1].kind == aNumber:
			x.ageOf(s, f, id, names[len(names)-1], span{i + 1, i + 2})
			for i < len(s.tokens)-1 && s.at(i) != ")" {
				i++
			}
			end = i + 1
			continue
		case s.capital(i) && s.tokens[i].kind == aWord && !s.is(i, verbal) && (s.marks(i+1) || s.at(i+1) == "and"):
			names = append(names, s.words(span{i, i + 1}))
			name := s.words(span{i, i + 1})
			d := x.draft(s, f, nameOf(id), name, memory.Assert, span{f.from, i + 1})
			d.Record.Subject = id
			d.Record.Text = id + " is named " + name
			x.names[memory.Fold(name)] = who{id: id, label: name}
			x.propose(d, "name")
			end = i + 1
			continue
		}
		break
	}
	return end
}

// agesOf reads the ages after names, in the same order: "Tom and Mia, 4 and 7".
func (x *extraction) agesOf(s *reading, f frame, id string, names []string, i int) {
	n := 0
	for ; i < len(s.tokens) && n < len(names); i++ {
		switch {
		case s.at(i) == "," || s.at(i) == "and" || s.at(i) == "aged":
		case s.tokens[i].kind == aNumber:
			x.ageOf(s, f, id, names[n], span{i, i + 1})
			n++
		default:
			return
		}
	}
}

func (x *extraction) ageOf(s *reading, f frame, id, name string, p span) {
	d := x.draft(s, f, "age", s.words(p), memory.Assert, span{f.from, p.to})
	d.Record.Subject, d.Record.Constraint.Context = id, memory.Fold(name)
	d.Record.Text = name + " is " + d.Record.Object + " years old"
	x.propose(d, "num")
}

func singularOf(w string) string {
	switch {
	case len(w) > 4 && w[len(w)-3:] == "ies":
		return w[:len(w)-3] + "y"
	case len(w) > 3 && w[len(w)-1] == 's':
		return w[:len(w)-1]
	}
	return w
}

// plainly reads what English says without the speaker as its subject: a plan
// that is off, a channel that suits, a condition of what is looked for. It
// returns where that ended, or 0.
func (x *extraction) plainly(s *reading, i, limit int) int {
	if end := x.suitsBest(s, i, limit); end > 0 {
		return end
	}
	if end := x.callsMe(s, i); end > 0 {
		return end
	}
	if end := x.calledOff(s, i, limit); end > 0 {
		return end
	}
	if end := x.houseRule(s, i, limit); end > 0 {
		return end
	}
	if end := x.scheduled(s, i, limit); end > 0 {
		return end
	}
	if end := x.turnsOut(s, i, limit); end > 0 {
		return end
	}
	if end := x.fronted(s, i, limit); end > 0 {
		return end
	}
	if end := x.condition(s, i, limit); end > 0 {
		return end
	}
	if i == 0 && x.budgetOnly(s, span{0, limit}) {
		return limit
	}
	return 0
}

// suitsBest reads "e-mail works best for me".
func (x *extraction) suitsBest(s *reading, i, limit int) int {
	if !s.is(i, channel) || s.at(i+1) != "works" && s.at(i+1) != "is" {
		return 0
	}
	switch s.at(i + 2) {
	case "best", "better", "easiest":
	default:
		return 0
	}
	end := i + 3
	if s.at(end) == "for" && s.at(end+1) == "me" {
		end += 2
	}
	d := x.draft(s, frame{who: who{id: "user"}, from: i}, "preferred_channel", s.words(span{i, i + 1}), memory.Assert, span{i, min(end, limit)})
	d.Record.Text = "prefers " + d.Record.Object
	x.propose(d, "channel")
	return end
}

// callsMe reads "you can call me Sam", "everyone calls me Sam".
func (x *extraction) callsMe(s *reading, i int) int {
	switch s.at(i) {
	case "you", "everyone", "everybody", "people", "they", "friends":
	default:
		return 0
	}
	j := i + 1
	for s.at(j) == "can" || s.at(j) == "all" || s.at(j) == "just" || s.at(j) == "may" {
		j++
	}
	if s.at(j) != "call" && s.at(j) != "calls" || s.at(j+1) != "me" {
		return 0
	}
	p := s.settle("name", span{j + 2, s.extent("name", j+2)})
	if p.to <= p.from {
		return 0
	}
	d := x.draft(s, frame{who: who{id: "user"}, from: i}, "called", s.words(p), memory.Assert, span{i, p.to})
	d.Record.Text = "wants to be called " + d.Record.Object
	x.propose(d, "name")
	return p.to
}

// calledOff reads "the trip to Chicago got cancelled".
func (x *extraction) calledOff(s *reading, i, limit int) int {
	switch s.at(i) {
	case "the", "my", "our", "that":
	default:
		return 0
	}
	for j := i + 2; j < min(i+10, limit); j++ {
		switch s.at(j) {
		case "is", "was", "got", "has", "are", "were":
		default:
			continue
		}
		k := j + 1
		for s.at(k) == "been" || s.at(k) == "now" || s.at(k) == "just" {
			k++
		}
		if s.at(k) != "cancelled" && s.at(k) != "canceled" && s.at(k) != "off" && !(s.at(k) == "called" && s.at(k+1) == "off") {
			return 0
		}
		f := frame{who: who{id: "user"}, from: i}
		p := span{i + 1, j}
		d := x.draft(s, f, "plan", x.tidy(s, p, true, false), memory.Retract, span{i, k + 1})
		d.Record.Text = d.Record.Object
		x.propose(d, "thing")
		x.event(s, f, memory.EventCancelled, span{i, k + 1})
		return k + 1
	}
	return 0
}

// condition reads "under $100", "it should be waterproof", "the gift must be
// handmade", while something is looked for.
func (x *extraction) condition(s *reading, i, limit int) int {
	context, open := x.openNeed(x.sentence)
	if !open {
		return 0
	}
	f := frame{who: who{id: "user"}, from: i}
	switch s.at(i) {
	case "under", "below", "max", "maximum", "around", "about", "up", "less", "no", "at":
		p := s.settle("money", span{i, min(s.extent("money", i), limit)})
		if p.to <= p.from || !s.priced(p) {
			return 0
		}
		d := x.draft(s, f, "budget", s.words(p), memory.Assert, p)
		d.Record.Text = "budget " + d.Record.Object
		d.Record.Constraint.Context = context
		x.propose(d, "money")
		return p.to
	case "it", "they":
	case "the", "this":
		if holdsNone(memory.Fold(context), s.at(i+1)) {
			return 0
		}
		i++
	default:
		return 0
	}
	j := i + 1
	switch {
	case s.at(j) == "should" || s.at(j) == "must":
		j++
	case (s.at(j) == "has" || s.at(j) == "needs" || s.at(j) == "have" || s.at(j) == "need") && s.at(j+1) == "to":
		j += 2
	case s.at(j) == "can" && s.at(j+1) == "not":
	default:
		return 0
	}
	p := s.settle("act", span{j, min(s.extent("act", j), limit)})
	if p.to-p.from < 2 || p.to-p.from > 10 || s.holds(p, "you", "your", "i", "me") {
		return 0
	}
	p.from = i + 1
	x.wants(s, p, context)
	return p.to
}

func holdsNone(text, word string) bool { return len(word) < 3 || wordIndex(text, word) < 0 }

// priced reports whether an amount names a currency.
func (s *reading) priced(p span) bool {
	for i := p.from; i < p.to; i++ {
		if s.is(i, currency) {
			return true
		}
		for _, r := range s.at(i) {
			if money(r) {
				return true
			}
		}
	}
	return false
}
