package extract

import (
	"strings"

	"mneme/memory"
)

// attribute reads "my budget is 500": the frame's subject has an attribute, and
// what follows is its value. It returns where the value ended, or 0.
func (x *extraction) attribute(s *reading, f frame, limit int) int {
	a := f.value
	i := f.pos
	if s.at(i) == ":" || s.at(i) == "=" || s.at(i) == "：" {
		i++
	} else if a.slot == "when" && !f.be && !s.is(i, article) && s.says(i) {
		i++
	} else if !f.be && !f.future && !f.chinese {
		return 0
	}
	if f.past && a.predicate != "birthday" || f.modal || i >= limit {
		return 0
	}
	slot, at := a.slot, i
	if slot == "when" {
		slot = "act"
	}
	if slot == "pet" || slot == "code" {
		slot = "act"
	}
	for s.at(at) == "about" || s.at(at) == "around" || s.at(at) == "just" || s.at(at) == "still" {
		at++
	}
	if slot == "act" {
		for s.is(at, article) {
			at++
		}
	}
	end := s.extent(slot, at)
	p := s.settle(slot, span{at, min(end, limit)})
	if p.to <= p.from && slot == "money" {
		p = s.settle("num", span{at, min(end, limit)})
	}
	if p.to <= p.from {
		return 0
	}
	if a.predicate == "schedule" && !s.hasDigit(p) && !s.talk.chinese && !s.holds(p, "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "remote", "nights", "evenings", "mornings") {
		return 0
	}
	if a.predicate == "goal" && !s.talk.chinese && p.to-p.from < 2 {
		return 0
	}
	if a.slot == "code" && !s.hasDigit(p) {
		return 0
	}
	date, dated := s.dated(span{f.from, min(p.to+4, len(s.tokens))})
	if a.slot == "when" && (!dated || !date.End.After(x.turn.At)) {
		return 0
	}
	if a.predicate == "owns" && !s.talk.chinese && (strings.HasSuffix(s.at(p.from), "ed") || strings.HasSuffix(s.at(p.from), "ing") || s.is(p.from, tail)) {
		return 0 // "my car is parked there": where it is, not what
	}
	most := 8 // words
	if s.talk.chinese {
		most = 16 // characters
	}
	if slot == "act" && (p.to-p.from > most || s.is(p.from, barred) && !dated || s.holds(p, "broken", "dead", "not", "working", "slow", "crashing", "wrong", "failing", "down", "done", "ready", "great", "good", "bad", "fine", "here", "stuck", "ok")) {
		return 0
	}
	act := memory.Assert
	if f.longer || f.former {
		act = memory.Retract
	} else if f.neg {
		if !s.onlyFollows(p.to) && !strings.Contains(s.at(p.to), ",") {
			act = memory.Retract
		}
		x.denied = s.words(p)
		if act == memory.Assert {
			return p.to
		}
	}
	clause := span{f.from, p.to}
	object := x.tidy(s, p, true, saidAsIs(a.predicate))
	if !worthy(a.predicate, object) {
		return 0
	}
	d := x.draft(s, f, a.predicate, object, act, clause)
	name, isName := strings.CutSuffix(a.predicate, "name")
	if isName && name == "" && f.id != "user" {
		d.Record.Predicate = nameOf(f.id)
		x.names[memory.Fold(object)] = who{id: f.id, label: f.label}
		x.bears(f.id, object)
	}
	d.Record.Constraint.Context = a.context
	attr := memory.Fold(f.attr)
	if a.context == "=" {
		d.Record.Constraint.Context = attr
	}
	template := a.template
	if strings.HasPrefix(template, "=") {
		rest := strings.TrimSpace(template[1:])
		rest = strings.NewReplacer("(is )", "is ", "(是)", "是").Replace(rest)
		template = f.attr + " " + rest
		if f.chinese {
			template = f.attr + rest
		}
		if a.slot == "when" && !f.chinese {
			template = f.attr + " {}"
		}
	} else if f.id != "user" {
		template = strings.NewReplacer("(is )", "is ", "(是)", "是").Replace(template)
	}
	label := f.label
	if isName && name == "" {
		label = f.bare()
	}
	if label != "" && strings.HasPrefix(a.template, "=") && !f.chinese {
		label += "'s"
	}
	if label != "" && f.chinese && strings.HasPrefix(a.template, "=") {
		label += "的"
	}
	if a.template == "budget {}" || strings.HasPrefix(a.template, "shoe") {
		template = a.template
	}
	d.Record.Text = fillIn(template, []string{object}, label, f.chinese)
	if thing := s.budgetedFor(f.from); a.predicate == "budget" && thing.to > thing.from && act == memory.Assert {
		d.Record.Constraint.Context = x.tidy(s, thing, false, false)
		d.Record.Text += " for " + d.Record.Constraint.Context
		d.Quote = s.quote(span{thing.from, p.to})
	}
	if x.denied != "" && act == memory.Assert {
		d.Replaces = x.denied
		x.denied = ""
	}
	x.inNeed(&d)
	x.propose(d, a.slot)
	return p.to
}

// budgetedFor returns what a budget is for that stands before its clause: "for the jacket, my
// budget is 200".
func (s *reading) budgetedFor(from int) span {
	end := from
	for end > 0 && (s.at(end-1) == "," || s.at(end-1) == "then") {
		end--
	}
	for i := max(0, end-6); i < end; i++ {
		if s.at(i) != "for" {
			continue
		}
		i++
		for s.is(i, article) || s.at(i) == "my" || s.at(i) == "our" {
			i++
		}
		if i < end && end-i <= 4 && !s.is(i, verbal) && s.at(i) != "now" {
			return span{i, end}
		}
		return span{}
	}
	return span{}
}

func (s *reading) hasDigit(p span) bool {
	for i := p.from; i < p.to; i++ {
		if s.tokens[i].kind == aNumber || strings.ContainsAny(s.at(i), "0123456789") {
			return true
		}
	}
	return false
}
