package extract

import (
	"strings"

	"mneme/memory"
)

// readEnglish reads the clauses of a sentence, one after another.
func (x *extraction) readEnglish(s *reading) {
	limit := s.assertive()
	done, off := 0, false // off: from here on somebody else speaks, or it is only supposed
	var prev who
	known, hedged, being, plain := false, false, false, false
	if done = x.after; done > 0 {
		prev, known = x.spoken, true
	}
	for i := 0; i < limit; i++ {
		if i < done || !s.begins(i) {
			continue
		}
		j, explicit := s.lead(i)
		if explicit {
			x.explicit = true
			if j >= limit {
				x.keep = true
			}
		}
		if j >= limit {
			break
		}
		if s.tokens[j].kind == aNumber && (s.at(j+1) == "weeks" || s.at(j+1) == "months") && s.at(j+2) == "pregnant" && (i == 0 || !known || prev.user()) {
			d := x.draft(s, frame{who: who{id: "user"}, from: j}, "health", "pregnant", memory.Assert, span{j, j + 3})
			d.Record.Text = s.words(span{j, j + 3})
			x.propose(d, "list")
			done = j + 3
			continue
		}
		if s.supposes(j) {
			if i == 0 || s.at(j) != "if" {
				off = true
			} else {
				return
			}
		}
		if off && s.at(i-1) != ";" {
			if !s.settlesDown(j) {
				continue
			}
			off = false
		}
		if f, ok := s.order(j); ok {
			if end := x.match(s, f, limit); end > 0 {
				done = end
				continue
			}
		}
		if (x.own || x.tells) && (!known || prev.user()) {
			if end := x.everyWeek(s, j, limit); end > 0 {
				done = end
				continue
			}
		}
		if end := x.plainly(s, j, limit); end > 0 {
			done = end
			continue
		}
		if s.at(i-1) == "but" {
			hedged = false
		}
		w, k, ok := x.subject(s, j)
		elided := false
		if !ok {
			if (i == 0 || s.marks(i-1) && !known) && s.dropped(j) && s.at(j) != "need" && s.at(j) != "want" {
				// "Moved to Lund": the speaker is meant.
				f := s.group(frame{who: who{id: "user"}, from: j, elided: true, be: strings.HasSuffix(s.at(j), "ing") || s.at(j) == "allergic"}, j)
				if end := x.match(s, f, limit); end > 0 {
					done = end
					prev, known, plain, being = who{id: "user"}, true, true, f.be
				}
				continue
			}
			if !known || i == 0 || !s.continues(i, j) {
				if known && s.talk.words[s.at(j)]&breaks == 0 && s.capital(j) {
					known = false
				}
				continue
			}
			w, k, elided = prev, j, true
			if w.attr != "" || !s.sameVerb(j, being, plain) {
				continue
			}
		}
		f := s.group(frame{who: w, from: s.since(j), hedged: hedged, elided: elided}, k)
		if elided && strings.HasSuffix(s.at(f.pos), "ing") {
			f.be = true
		}
		if !elided {
			prev, known = w, true
		}
		if w.name != "" {
			x.introduce(s, w, j)
		}
		if w.attr == "" {
			w = x.called(w) // of several friends, this one
			f.label, f.kin = w.label, w.kin
		}
		x.mention(w)
		if report, at := s.reports(f); report != "" {
			third := s.at(at) == "he" || s.at(at) == "she" || s.at(at) == "they"
			switch {
			case report == "know", report == "say" && (w.id == "doctor" || !w.user() && third):
			case report != "wish" && w.user():
				hedged = true
			default:
				return
			}
			if at > i {
				i = at - 1
			}
			s.opened = at
			continue
		}
		if w.attr != "" {
			if end := x.attribute(s, f, limit); end > 0 {
				done = end
				if w.id == "user" && w.value.predicate == "name" {
					f.attr, f.be = "", true
					done = x.apposed(s, f, end, limit)
				}
			}
			continue
		}
		end := x.neverWe(s, f, limit)
		if end == 0 {
			end = x.match(s, f, limit)
		}
		if end == 0 {
			end = x.feels(s, f, limit, x.topic)
		}
		if end == 0 && elided && being && !f.be {
			// "I'm 41 and recently divorced": the verb is left out too.
			f.be = true
			end = x.match(s, f, limit)
		}
		if end > 0 {
			end = x.more(s, f, end)
			if f.be && s.at(end) == "," && x.namedHere() {
				end = x.apposed(s, f, end, limit)
			}
		}
		being, plain = f.be, end > 0 && !s.infinitive(span{f.from, end}) && !f.can && !f.future && !f.would
		if end > 0 {
			done = end
			continue
		}
		if f.back >= 0 && f.back < f.pos {
			again := f
			again.pos = f.back
			again.be = false
			again.perfect = s.at(f.back) == "had" && (s.at(f.back-1) == "have" || s.at(f.back-1) == "has") // "I have had asthma since"
			if end := x.match(s, again, limit); end > 0 {
				done = x.more(s, again, end)
				plain = true
			}
		}
	}
	if x.explicit {
		x.keepAsSaid(s, limit)
	}
}

// begins reports whether a clause may begin at i.
func (s *reading) begins(i int) bool {
	if i == 0 || i == s.opened {
		return true
	}
	if s.tokens[i].kind == aMark || s.tokens[i].kind == aSmile {
		return false
	}
	p := s.tokens[i-1]
	if p.kind == aMark || p.kind == aSmile {
		return p.text != "'" && p.text != "/"
	}
	switch p.text {
	case "and", "but", "so", "because", "since", "while", "although", "though", "or", "then", "that", "plus", "yet", "cause", "cuz", "as", "therefore", "whereas":
		return true
	}
	// "I like tea I hate coffee": a subject in the middle begins a clause too.
	return s.at(i) == "i" && i > 0
}

// continues reports whether a clause without a subject goes on about the one
// before: "and work as a nurse".
func (s *reading) continues(i, j int) bool {
	if s.tokens[j].kind != aWord {
		return false
	}
	switch s.at(i - 1) {
	case "and", "but", "or", "then", ",", "so":
		return !s.is(j, barred) || s.at(j) == "also" || s.at(j) == "now" || s.is(j, adverb)
	}
	return j > i && (s.is(j, adverb) || !s.is(j, barred))
}

// sameVerb reports whether a clause without a subject has a verb of its own that
// the subject governs: a participle needs "is" before it, and a bare verb may go
// on with an infinitive instead ("I want to learn it and move").
func (s *reading) sameVerb(i int, being, plain bool) bool {
	for s.is(i, adverb) && i+1 < len(s.tokens) {
		i++
	}
	w := s.at(i)
	if strings.HasSuffix(w, "ing") {
		return being && s.at(i-1) == "and"
	}
	return plain || being || s.is(i, verbal) || strings.HasSuffix(w, "ed")
}

// infinitive reports whether a stretch holds "to" before a verb.
func (s *reading) infinitive(p span) bool {
	for i := p.from; i < p.to-1; i++ {
		if s.at(i) == "to" && !s.capital(i+1) && !s.is(i+1, article) && s.tokens[i+1].kind == aWord && !s.is(i+1, channel) {
			return true
		}
	}
	return false
}
