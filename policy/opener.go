package policy

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// maxOpeners bounds how many places of a clause are tried.
const maxOpeners = 4

// matchBefore finds the wish that stands before a word which opens another
// clause: "don't remember this but my salary is 91k" has no comma, and means what
// it would mean with one. Only what steers recording is looked for there, since
// such a word may well belong to a topic.
func (p *Phrases) matchBefore(m *matcher, c clause, all []clause) (Wish, bool) {
	from, tried := 0, 0
	for tried < maxOpeners {
		at, size := opener(c.text[from:])
		if size == 0 || utf8.RuneCountInString(c.text[:from+at]) > maxClauseRunes {
			break
		}
		head := c
		head.text = strings.TrimSpace(c.text[:from+at])
		head.tight = strings.ReplaceAll(head.text, " ", "")
		head.asks = asksWhether(head.tight) // the question mark is of what follows
		if w, found := p.match(m, head, all); found && (w.Verb == SkipTurn || w.Verb == SkipLast || w.Verb == SkipSession) {
			return w, true
		}
		from += at + size
		tried++
	}
	return Wish{}, false
}

// opener returns where the first word that opens a clause stands, and its length.
func opener(s string) (at, size int) {
	for i, r := range s {
		if i == 0 {
			continue // an order stands before it
		}
		if r == ' ' {
			word, rest, _ := strings.Cut(s[i+1:], " ")
			if rest != "" && opensClause(word, rest) {
				return i, len(word) + 1
			}
			continue
		}
		if r >= utf8.RuneSelf {
			for _, word := range [...]string{"但是", "但", "可是", "不过", "因为", "由于", "而且", "只是", "虽然", "毕竟", "反正"} {
				if strings.HasPrefix(s[i:], word) {
					return i, len(word)
				}
			}
		}
	}
	return 0, 0
}

// opensClause reports whether an English word, with the rest behind it, begins a
// clause of its own. Some of them join other things as well: "this and that", "save
// this as a draft", and begin a clause only with somebody who does something.
func opensClause(word, rest string) bool {
	switch word {
	case "but", "because", "cause", "'cause", "cos", "coz", "cuz", "bc", "though", "although", "tho", "however", "since", "while":
		return true
	case "and", "so", "as", "or", "cus", "yet", "plus":
		first, behind, _ := strings.Cut(rest, " ")
		return slices.Contains(clauseHeads[:], first) || namesDoer(first, behind)
	}
	return false
}

// clauseHeads are words that begin a clause and no name of a thing.
var clauseHeads = [...]string{
	"i", "i'm", "i've", "i'd", "i'll", "im", "ive", "my", "we", "we're", "we've", "our", "he", "he's", "his", "she", "she's", "her", "they", "they're", "their", "you", "your",
	"it's", "there's", "there", "nobody", "what", "how", "why", "who", "when", "where", "can", "could", "would", "should", "will", "please", "tell", "help", "give", "answer", "explain",
}

// namesDoer reports whether a word, with what stands behind it, is somebody who is
// or does something: "Greg is", "mum has".
func namesDoer(first, behind string) bool {
	switch first {
	case "this", "that", "these", "those", "the", "other", "others", "any", "all", "every", "a", "an":
		return false
	}
	verb, _, _ := strings.Cut(behind, " ")
	switch verb {
	case "is", "was", "are", "were", "has", "had", "will", "won't", "isn't", "wants", "got", "told", "said", "says", "cheated", "left", "died":
		return true
	}
	return false
}
