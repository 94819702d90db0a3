package extract

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
