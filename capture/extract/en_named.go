package extract

import "strings"

func (s *reading) placeName(p span) bool {
	if p.to-p.from > 6 || s.tokens[p.from].kind != aWord || s.is(p.from, barred) || s.at(p.from) == "generation" || s.is(p.from, tongue) && s.at(p.from-1) == "in" && p.to-p.from == 1 && !s.capital(p.from) {
		return false
	}
	if _, ok := s.inDate(p.from); ok {
		return false
	}
	for i := p.from; i < p.to; i++ {
		if s.capital(i) || s.is(i, placing) {
			return true
		}
	}
	return s.lower && p.to-p.from <= 2 && !s.is(p.from, common) && !s.is(p.from, article)
}

func (s *reading) orgName(p span) bool {
	if p.to-p.from > 7 || s.is(p.from, barred) || s.is(p.from, verbal) {
		return false
	}
	if _, ok := s.inDate(p.from); ok {
		return false
	}
	if s.holds(p, "group", "club", "gym", "team", "class", "community", "church", "choir", "band", "course", "league", "meetup", "association", "discord", "call", "program", "project", "waitlist", "server", "family", "me", "my") {
		return false
	}
	if p.to-p.from == 1 && s.at(p.from-1) == "the" && !s.capital(p.from) {
		return false
	}
	for i := p.from; i < p.to; i++ {
		if s.capital(i) || s.is(i, business) {
			return true
		}
	}
	return s.lower && p.to-p.from <= 2 && !s.is(p.from, common)
}

// roleName reports whether a phrase names a job: its head is a word for one, or
// ends as such words do.
func (s *reading) roleName(p span) bool {
	if p.to-p.from > 5 || s.anyOf(p, article) || strings.HasSuffix(s.at(p.from), "ing") && !s.is(p.from, role) && p.to-p.from > 2 {
		return false
	}
	head := p.to - 1
	for i := p.from; i < p.to; i++ {
		if s.at(i) == "of" && i > p.from {
			head = i - 1
			break
		}
	}
	if s.is(head, role) {
		return true
	}
	w := s.at(head)
	if len(w) < 6 || s.is(head, common) || s.is(head, barred) {
		return false
	}
	for _, ending := range []string{"ologist", "grapher", "engineer", "developer", "ician", "ographer", "keeper", "maker", "ographer", "smith", "worker", "driver", "officer", "attendant", "trainer", "builder"} {
		if len(w) >= len(ending) && w[len(w)-len(ending):] == ending {
			return true
		}
	}
	return false
}

func (s *reading) personName(p span) bool {
	if p.to-p.from > 4 {
		return false
	}
	for i := p.from; i < p.to; i++ {
		if s.at(i) == "." && i > p.from && i < p.to-1 {
			continue // "Dr. Hill"
		}
		if s.tokens[i].kind != aWord || s.is(i, verbal) || s.is(i, barred) || s.is(i, adverb) {
			return false
		}
		if !s.capital(i) && !(s.lower && !s.is(i, common) && p.to-p.from <= 2) {
			return false
		}
	}
	_, month := s.inDate(p.from)
	return !month
}

// amount reports whether a phrase is an amount of money.
func (s *reading) amount(p span) bool {
	if p.to-p.from > 9 {
		return false
	}
	number := false
	for i := p.from; i < p.to; i++ {
		number = number || s.tokens[i].kind == aNumber || s.is(i, numeral)
	}
	return number
}

// head returns the last word of a phrase before what describes it.
func (s *reading) head(p span) int {
	for i := p.from + 1; i < p.to; i++ {
		switch s.at(i) {
		case "on", "in", "with", "for", "from", "that", "of", "at", "to", "by", "and", "near", "called", "named":
			return i - 1
		}
		if s.tokens[i].kind == aNumber && s.is(i-1, owned) {
			return i - 1
		}
	}
	return p.to - 1
}

// dangles reports whether a phrase was cut before what its preposition governs.
func (s *reading) dangles(i int) bool {
	switch s.at(i) {
	case "with", "for", "of", "to", "into", "it", "them":
		return true
	}
	return s.is(i-1, article)
}

// ofSomebody reports whether a number at i is told of a relative with a bare "is": "my
// son is six" tells an age.
func (s *reading) ofSomebody(i int) bool {
	if s.at(i-1) == "only" || s.at(i-1) == "just" || s.at(i-1) == "now" {
		i--
	}
	if s.at(i-1) != "is" && s.at(i-1) != "'s" {
		return false
	}
	id := s.talk.kin[s.at(i-2)]
	return id != "" && id != "team" && id != "company"
}

func (s *reading) plausibleAge(i int) bool {
	w := s.at(i)
	return s.tokens[i].kind == aNumber && len(w) == 2 && w >= "10" && w <= "99" || s.tokens[i].kind == aNumber && len(w) == 1 && w > "4"
}

// introducedBefore reports whether an age follows at i, as it does a name: "im nora, 34, living in leeds".
func (s *reading) introducedBefore(i int) bool {
	return s.at(i) == "," && i+1 < len(s.tokens) && s.plausibleAge(i+1) && len(s.at(i+1)) == 2 && (s.marks(i+2) || s.at(i+2) == "and")
}

// closes reports whether a name ends a clause, so that it is one: "I'm Anna".
func (s *reading) closes(p span) bool {
	for i := p.from; i < p.to; i++ {
		if raw := s.words(span{i, i + 1}); len(raw) > 1 && strings.ToUpper(raw) == raw {
			return false // "I'm INTJ"
		}
		if !s.capital(i) && !(s.lower && p.to-p.from == 1 && s.introducedBefore(p.to)) || s.is(i, belief) || s.is(i, national) || s.is(i, tongue) || s.is(i, role) || s.is(i, illness) {
			return false
		}
	}
	return s.marks(p.to) || s.at(p.to) == "and" || s.at(p.to) == "from"
}
