package extract

import (
	"strings"

	"mneme/memory"
)

// corrects reads a correction of what was said before: "no, I meant Friday", "not
// peanuts but walnuts", 不是周五，是周六. The older value must have been said in this
// conversation, or be known; else there is nothing to correct, and the sentence
// is read like any other.
func (x *extraction) corrects(s *reading) bool {
	old, now, ok := span{}, span{}, false
	if s.talk.chinese {
		old, now, ok = s.correctionChinese()
	} else {
		old, now, ok = s.correction()
	}
	if !ok {
		return false
	}
	before := x.find(s, old, now)
	if before == nil {
		return x.newAmount(s, old, now)
	}
	d := before.draft
	value := unframed(x.tidy(s, now, true, saidAsIs(before.draft.Record.Predicate)), &before.draft.Record)
	if value == "" || memory.SameObject(value, d.Record.Object) {
		return false
	}
	if part := s.words(old); part != "" && s.hasDigit(old) && d.Record.Object != d.Record.Text && partOf(d.Record.Object, part) {
		value = replaceFold(d.Record.Object, part, value) // of 房租800块 only the amount
	}
	if date, ok := s.dated(now); ok && d.Record.Object != d.Record.Text && x.dayOf(d.Record.Object) {
		value = x.redate(d.Record.Object, date, s.talk.chinese) // of a flight on Friday only the day
	}
	if days := s.daysWithin(now); days != "" && weeklyFact(&d.Record) {
		value = otherDays(d.Record.Object, days)
	}
	r := d.Record
	r.Text = replaceFold(r.Text, r.Object, value)
	if days := s.daysWithin(now); days != "" && weeklyFact(&d.Record) {
		r.Text = otherDays(d.Record.Text, days)
	} else if r.Object == d.Record.Text { // a statement: only a part of it was wrong
		r.Text = replaceFold(d.Record.Text, s.words(old), value)
		if r.Text == d.Record.Text {
			r.Text, _ = x.putRight(s, d.Record.Text, now)
		}
		if r.Text == d.Record.Text {
			r.Text = value
		}
		value = r.Text
	}
	if r.Text == d.Record.Text {
		return false // the old value is not in its text: it cannot be exchanged
	}
	d.Replaces = r.Object
	r.Object = value
	r.Confidence = saidPlainly
	r.Constraint.ValidUntil, r.Constraint.ValidFrom = before.draft.Record.Constraint.ValidUntil, before.draft.Record.Constraint.ValidFrom
	d.Record = r
	d.Act, d.Target, d.Explicit = memory.Correct, before.draft.Target, x.explicit
	clause := span{now.from, now.to}
	if old.to > old.from {
		clause = span{min(old.from, now.from), max(old.to, now.to)}
	}
	d.Quote = s.quote(clause)
	if date, ok := s.dated(now); ok {
		x.when(&d, date)
	}
	// What the same turn said wrongly a moment ago is not worth a record.
	if before.turn == x.index && !x.turn.Seen {
		x.unsay(&d)
	}
	x.propose(d, before.kind)
	return true
}

// dayOf reports whether an object names a day and what is on it.
func (x *extraction) dayOf(object string) bool {
	days := memory.When(object, x.turn.At, x.zone)
	return len(days) > 0 && len(strings.TrimSpace(object[:days[0].At]+object[days[0].At+days[0].Len:])) > len(" on ")
}

// partOf reports whether an object holds an amount and more.
func partOf(object, part string) bool {
	return !memory.SameObject(object, part) && strings.Contains(memory.Fold(object), memory.Fold(part))
}

// newAmount keeps what something comes to now, where what it was before was not known: 房租原来
// 3000，现在3500.
func (x *extraction) newAmount(s *reading, old, now span) bool {
	if !s.talk.chinese || old.to <= old.from || s.about.to-s.about.from < 2 || !s.hasDigit(now) || x.turn.Role != memory.RoleUser {
		return false
	}
	what := s.words(s.about)
	if holdsAny(what, "你", "他", "她", "它", "这", "那", "什么") {
		return false
	}
	d := x.draft(s, frame{who: who{id: "user"}, from: s.about.from, chinese: true}, memory.PredicateStatement, what+"现在"+s.words(now), memory.Assert, span{s.about.from, now.to})
	d.Record.Text, d.Record.Confidence = d.Record.Object, saidAtLarge
	x.propose(d, "statement")
	return true
}

// find looks for the fact that is corrected: the one whose value is named, else
// the newest whose value is of the kind of the new one.
func (x *extraction) find(s *reading, old, now span) *told {
	words := s.words(old)
	if words != "" {
		for i := len(x.told) - 1; i >= 0; i-- {
			h := &x.told[i]
			if h.draft.Act != memory.Retract && h.draft.Record.Layer == memory.Semantic && memory.Covers(h.draft.Record.Object, words) {
				return h
			}
		}
		for i := range x.in.Known {
			k := x.in.Known[i]
			if k.Layer == memory.Semantic && memory.Covers(k.Object, words) {
				return &told{draft: Draft{Record: memory.Record{
					Layer: k.Layer, Kind: k.Kind, Text: k.Text, Subject: k.Subject, Predicate: k.Predicate, Object: k.Object,
					Constraint: memory.Constraint{Context: k.Constraint.Context, Project: k.Constraint.Project}, Source: memory.UserDirect,
				}, Target: k.ID}, turn: -1}
			}
		}
		return nil
	}
	if s.about.to > s.about.from {
		if h := x.about(s.words(s.about), func(r *memory.Record) bool { return hasDigits(r.Object) == s.hasDigit(now) }); h != nil {
			return h
		}
	}
	for i := len(x.told) - 1; i >= 0; i-- {
		h := &x.told[i]
		if x.index-h.turn > reach {
			break
		}
		if h.draft.Record.Layer != memory.Semantic || h.draft.Act == memory.Retract {
			continue
		}
		if x.sameSort(s, h, now) {
			return h
		}
	}
	return nil
}

// putRight exchanges the part of a statement that a new value is of the sort of: a day
// for a day, what counts the same (二年级 by 三年级, "12 guests" by "14 guests"), the
// number that looks most like it.
func (x *extraction) putRight(s *reading, text string, now span) (string, bool) {
	value := s.words(now)
	if date, ok := s.dated(now); ok {
		if len(memory.When(text, x.turn.At, x.zone)) == 0 {
			return text, false
		}
		return x.redate(text, date, s.talk.chinese), true
	}
	words, old := tokenize(value), tokenize(text)
	label := ""
	for len(words) > 1 && !x.digit(words[0]) { // "gate B12": what it is of stays
		label, words = words[0].text, words[1:]
	}
	n := 0
	for n < len(words) && x.digit(words[n]) {
		n++
	}
	if n == 0 {
		return text, false
	}
	near, least, alone := -1, 0, 0
	for i := range old {
		if !x.digit(old[i]) || i > 0 && x.digit(old[i-1]) {
			continue
		}
		j := i
		for j < len(old) && x.digit(old[j]) {
			j++
		}
		same := j+len(words)-n <= len(old)
		for k := n; same && k < len(words); k++ {
			same = old[j+k-n].text == words[k].text
		}
		if same && n < len(words) {
			return text[:old[i].start] + value[words[0].start:] + text[old[j+len(words)-n-1].end:], true
		}
		if !hasDigits(old[i].text) || !hasDigits(words[0].text) {
			continue
		}
		alone++
		far := unlike(old[i].text, words[0].text)
		if label != "" && i > 0 && old[i-1].text == label {
			far = -1
		}
		if near < 0 || far <= least {
			near, least = i, far
		}
	}
	if near < 0 || least > len(words[0].text)/2 && !(alone == 1 && len(old[near].text) == len(words[0].text)) {
		return text, false // too unlike to be what was mistyped
	}
	return text[:old[near].start] + value[words[0].start:words[0].end] + text[old[near].end:], true
}

// unlike tells how little two numbers or codes look like each other: what was
// mistyped has mostly the same signs.
func unlike(a, b string) int {
	n := max(len(a), len(b)) - min(len(a), len(b))
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			n++
		}
	}
	return n
}

// digit reports whether a token is a number, a part of one, or a code with one in it.
func (x *extraction) digit(t token) bool {
	return t.kind == aNumber || hasDigits(t.text) || x.rules.english.words[t.text]&numeral != 0 || t.kind == aCharacter && strings.Contains("零一二两三四五六七八九十百千万半几", t.text)
}

// numbered reports whether a value is a number, in digits or in words.
func (s *reading) numbered(p span) bool {
	return s.hasDigit(p) || p.to-p.from == 1 && s.is(p.from, numeral)
}

// sameSort reports whether a new value can take the place of an old one: a date
// for a date, a number for a number, a name for a name.
func (x *extraction) sameSort(s *reading, h *told, now span) bool {
	if s.daysWithin(now) != "" {
		return weeklyFact(&h.draft.Record)
	}
	if h.kind == "statement" && !s.hasDigit(now) && now.to-now.from > 1 && s.numeral(now.from) {
		if _, ok := x.putRight(s, h.draft.Record.Text, now); ok {
			return true // it counts the same: 二年级, 三年级
		}
	}
	_, dated := s.dated(now)
	wasDated := len(memory.When(h.draft.Record.Object, x.turn.At, x.zone)) > 0
	if dated || wasDated {
		return dated && wasDated
	}
	digits, had := s.numbered(now), hasDigits(h.draft.Record.Object) || x.rules.english.words[memory.Fold(h.draft.Record.Object)]&numeral != 0
	if digits || had {
		return digits && had
	}
	return h.kind != "" && h.kind != "vp" && h.kind != "act" && s.settle(h.kind, now).to > 0
}
