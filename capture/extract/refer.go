package extract

import (
	"strings"

	"mneme/memory"
)

// spelledOut exchanges a plural pronoun in a rule for what it points to: "I hate
// olives and capers, never suggest anything with them" is of olives and capers. It
// reports false where it points at nothing that was told.
func (x *extraction) spelledOut(s *reading, object string) (string, bool) {
	pointer := pointerIn(s.talk.chinese, object)
	if pointer == "" {
		return object, true
	}
	things := x.toldOf()
	if len(things) == 0 {
		return object, false
	}
	if s.talk.chinese {
		return strings.Replace(object, pointer, strings.Join(things, "和"), 1), true
	}
	return replaceWord(object, pointer, strings.Join(things, " and ")), true
}

// pointerIn finds the pronoun of things in a phrase, or "".
func pointerIn(chinese bool, object string) string {
	folded := memory.Fold(object)
	if chinese {
		for _, w := range []string{"这些东西", "那些东西", "这些", "那些", "它们", "这两样", "这几样", "这类"} {
			if at := strings.Index(folded, w); at >= 0 {
				rest := folded[at+len(w):]
				if rest == "" || strings.HasPrefix(rest, "的") || endsAny(w, "东西", "们", "样") {
					return w
				}
			}
		}
		if strings.HasSuffix(folded, "它") {
			return "它"
		}
		return ""
	}
	for _, w := range []string{"them", "those", "these"} {
		if at := wordIndex(folded, w); at >= 0 {
			if rest := strings.TrimSpace(folded[at+len(w):]); w == "them" || rest == "" || startsAny(rest, "in ", "on ", "to ", "for ") {
				return w
			}
		}
	}
	return ""
}

// toldOf are the things that the newest tastes of this turn, or of the one before it,
// are of: up to three of one kind.
func (x *extraction) toldOf() []string {
	var out []string
	last := ""
	for i := len(x.told) - 1; i >= 0 && len(out) < 3; i-- {
		r := &x.told[i].draft.Record
		if x.index-x.told[i].turn > 2 || r.Layer != memory.Semantic || !tasted(r.Predicate) || r.Object == "" || last != "" && r.Predicate != last {
			break
		}
		last = r.Predicate
		out = append([]string{r.Object}, out...)
	}
	return out
}

// replaceWord exchanges a whole word, in any case.
func replaceWord(text, word, now string) string {
	at := wordIndex(memory.Fold(text), word)
	if at < 0 || at+len(word) > len(text) {
		return text
	}
	return text[:at] + now + text[at+len(word):]
}

// possessive reports whether the word at i says whose what follows is: "her mum".
func (s *reading) possessive(i int) bool { return s.at(i) == "his" || s.at(i) == "her" }

// naming exchanges the pronoun that begins a statement for whom it points to: what
// is kept must be understood without the talk around it.
func (s *reading) naming(c chunk, text string) string {
	pronoun := s.words(span{c.from, c.from + 1})
	if s.talk.chinese {
		rest := strings.TrimPrefix(text, pronoun)
		if rest == text {
			return text
		}
		return c.about.label + rest
	}
	first, rest, _ := strings.Cut(text, " ")
	if s.possessive(c.from) {
		return c.about.label + "'s " + rest
	}
	switch _, tail, _ := strings.Cut(memory.Fold(first), "'"); tail {
	case "s":
		if next := s.at(c.from + 2); next == "been" || next == "got" || next == "had" || next == "always" || next == "never" || strings.HasSuffix(next, "ed") {
			rest = "has " + rest
		} else {
			rest = "is " + rest
		}
	case "re":
		rest = "are " + rest
	case "ve":
		rest = "have " + rest
	case "ll":
		rest = "will " + rest
	case "d":
		rest = "would " + rest
	}
	return c.about.label + " " + rest
}
