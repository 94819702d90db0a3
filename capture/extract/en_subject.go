package extract

import (
	"strings"

	"mneme/memory"
)

// subject reads whom a clause speaks of, at i.
func (x *extraction) subject(s *reading, i int) (who, int, bool) {
	switch w := s.at(i); w {
	case "i":
		return who{id: "user"}, i + 1, true
	case "we":
		return who{id: "user"}, i + 1, true
	case "my", "our":
		return x.possessed(s, i)
	case "budget":
		if a, n, ok := s.attribute(i); ok {
			return who{id: "user", attr: w, value: a}, n, true
		}
	case "me":
		if s.at(i+1) == "and" && s.at(i+2) == "my" {
			return who{id: "user"}, i + 4, true
		}
	case "he", "she", "they", "it":
		if w == "it" && (s.at(i+1) == "is" || s.at(i+1) == "was") {
			// "it's my son who is allergic"
			if one, k, ok := x.subject(s, i+2); ok && one.attr == "" && (s.at(k) == "who" || s.at(k) == "that") {
				return one, k + 1, true
			}
		}
		return x.pronoun(s, i)
	case "his", "her", "their", "its":
		if owner, ok := x.last(w); ok {
			if a, n, ok := s.attribute(i + 1); ok {
				return who{id: owner.id, label: owner.label, kin: owner.kin, attr: s.words(span{i + 1, n}), value: a, doubt: true}, n, true
			}
		}
	}
	return x.byName(s, i)
}

// possessed reads "my mother", "my wife Anna", "my dog's name", "my budget".
func (x *extraction) possessed(s *reading, i int) (who, int, bool) {
	j := i + 1
	if a, n, ok := s.attribute(j); ok {
		return who{id: "user", attr: s.words(span{j, n}), value: a}, n, true
	}
	if s.at(j) == "favorite" || s.at(j) == "favourite" {
		return s.favorite(who{id: "user"}, j)
	}
	w, j, ok := s.relative(j)
	if !ok {
		return who{}, 0, false
	}
	// "my wife and I" are the user, for what matters here.
	if s.at(j) == "and" && (s.at(j+1) == "i" || s.at(j+1) == "me") {
		return who{id: "user"}, j + 2, true
	}
	// "my wife Anna", "my wife, Anna,"
	k := j
	if s.at(k) == "," && s.capital(k+1) && (s.at(k+2) == "," || s.at(k+2) == "'s") {
		k++
	}
	if s.capital(k) && !s.is(k, verbal) && s.tokens[k].kind == aWord {
		n := s.titled(k) + 1
		for s.capital(n) && !s.is(n, verbal) && s.tokens[n].kind == aWord {
			n++
		}
		w.name, w.named = s.words(span{k, n}), span{k, n}
		if s.at(n) == "," && k > j {
			n++
		}
		j = n
	}
	if s.at(j) == "'s" {
		if a, n, ok := s.attribute(j + 1); ok {
			w.attr, w.value = s.words(span{j + 1, n}), a
			return w, n, true
		}
		if s.at(j+1) == "favorite" || s.at(j+1) == "favourite" {
			return s.favorite(w, j+1)
		}
		if inner, n, ok := s.relative(j + 1); ok && s.at(j+1) != "'s" {
			inner.id, inner.label = w.id+"'s "+inner.id, w.label+"'s "+inner.label
			return inner, n, true
		}
	}
	return w, j, true
}

// relative reads a word for a person or an animal, with what tells two of them
// apart.
func (s *reading) relative(j int) (who, int, bool) {
	mark, words := "", ""
	for k := 0; k < 3; k++ {
		switch s.at(j) {
		case "older", "elder", "big", "oldest", "eldest":
			mark = "older "
		case "younger", "little", "youngest":
			mark = "younger "
		case "best", "late", "former", "new", "next", "old":
			mark = s.at(j) + " "
		case "dear", "lovely", "current", "two", "three", "beloved", "whole":
		default:
			k = 3
			continue
		}
		j++
	}
	id, ok := s.talk.kin[s.at(j)]
	if !ok {
		return who{}, 0, false
	}
	if s.at(j) == "next" || id == "neighbor" && mark == "next " {
		mark = ""
	}
	if mark == "new " || mark == "old " {
		mark = ""
	}
	words = mark + s.at(j)
	return who{id: mark + id, label: words}, j + 1, true
}

// attribute reads "name", "shoe size" and the like, when something is said of it
// right after. It returns where the verb stands.
func (s *reading) attribute(j int) (attribute, int, bool) {
	if s.at(j) == "current" || s.at(j) == "new" || s.at(j) == "next" || s.at(j) == "own" || s.at(j) == "daily" {
		j++
	}
	for n := min(3, len(s.tokens)-j); n > 0; n-- {
		words := make([]string, n)
		for k := range n {
			words[k] = s.at(j + k)
		}
		a, ok := s.talk.attrs[strings.Join(words, " ")]
		if !ok {
			continue
		}
		if s.says(j + n) {
			return a, j + n, true
		}
		switch s.at(j + n) {
		case "for", "on", "at", "with", "limit", "to", "this", "next":
			// "my budget for this is", "my goal this month is", "my flight to Rome is": up to the verb.
			for k := j + n; k < min(j+n+7, len(s.tokens)); k++ {
				if s.says(k) && s.at(k) != ":" {
					return a, k, true
				}
			}
		}
	}
	return attribute{}, 0, false
}

// says reports whether the verb of a statement about an attribute stands at i.
func (s *reading) says(i int) bool {
	switch s.at(i) {
	case "is", "are", "was", "'s", ":", "=", "has", "will", "runs", "got", "used", "leaves", "departs", "starts", "begins", "lands", "arrives":
		return true
	}
	return false
}

// favorite reads "favourite colour".
func (s *reading) favorite(w who, j int) (who, int, bool) {
	switch s.at(j + 1) {
	case "one", "part", "thing", "way", "memory", "moment", "of", "is", "bit":
		return who{}, 0, false
	}
	for k := j + 2; k < min(j+6, len(s.tokens)); k++ {
		if s.at(k) == "is" || s.at(k) == "are" || s.at(k) == "'s" || s.at(k) == "has" {
			sort := s.words(span{j + 1, k})
			w.attr = "favorite " + sort
			w.value = attribute{predicate: "favorite", slot: "act", template: "favorite " + sort + " (is ){}", context: american(memory.Fold(sort))}
			return w, k, true
		}
	}
	return who{}, 0, false
}

// american writes the words of a sort one way, so that a colour is a color.
func american(words string) string {
	return strings.NewReplacer("colour", "color", "flavour", "flavor", "theatre", "theater", "programme", "program", "neighbourhood", "neighborhood").Replace(words)
}

// pronoun finds the one spoken of last.
func (x *extraction) pronoun(s *reading, i int) (who, int, bool) {
	w, ok := x.last(s.at(i))
	return w, i + 1, ok
}

// byName reads a name that is known, or one nothing is known of.
func (x *extraction) byName(s *reading, i int) (who, int, bool) {
	if i >= len(s.tokens) || s.tokens[i].kind != aWord || !s.capital(i) && !s.lower {
		return who{}, 0, false
	}
	n := i + 1
	for s.capital(n) && s.tokens[n].kind == aWord && !s.is(n, verbal) {
		n++
	}
	for end := n; end > i; end-- {
		name := s.words(span{i, end})
		if w, ok := x.names[memory.Fold(name)]; ok {
			if s.at(end) == "'s" {
				if a, k, ok := s.attribute(end + 1); ok {
					w.attr, w.value = s.words(span{end + 1, k}), a
					return w, k, true
				}
			}
			return w, end, true
		}
	}
	if !s.capital(i) || s.talk.words[s.at(i)] != 0 || n-i > 3 {
		return who{}, 0, false
	}
	switch s.at(n) {
	case "is", "has", "can", "does", "hates", "loves", "avoids":
		name := s.words(span{i, n})
		return who{id: name, label: name, loose: true}, n, true
	}
	return who{}, 0, false
}
