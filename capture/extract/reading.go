package extract

import (
	"slices"
	"strings"

	"mneme/memory"
)

// reading is one sentence while it is read.
type reading struct {
	sentence
	source string   // the turn's text
	talk   *grammar // of its language
	dates  []memory.Span
	opened int  // a place within where another clause begins
	limit  int  // no phrase reaches over it; 0: none
	stop   int  // nor over it: "from now on" stands there; 0: none
	about  span // of what a correction speaks
	lower  bool // the writer uses no capitals: names cannot be told by them
}

// stands reports whether the words stand at i.
func (s *reading) stands(i int, words []string) bool {
	if i+len(words) > len(s.tokens) {
		return false
	}
	for n, w := range words {
		if s.tokens[i+n].text != w {
			return false
		}
	}
	return true
}

// at returns the word at i, or "".
func (s *reading) at(i int) string {
	if i < 0 || i >= len(s.tokens) {
		return ""
	}
	return s.tokens[i].text
}

// words returns a stretch as it was written.
func (s *reading) words(p span) string {
	if p.from >= p.to || p.to > len(s.tokens) {
		return ""
	}
	return strings.Join(strings.Fields(s.source[s.tokens[p.from].start:s.tokens[p.to-1].end]), " ")
}

// quote returns the words verbatim, blanks and all.
func (s *reading) quote(p span) string {
	if p.from >= p.to || p.to > len(s.tokens) {
		return ""
	}
	return s.source[s.tokens[p.from].start:s.tokens[p.to-1].end]
}

// has reports whether a word is of a class.
func (s *reading) is(i int, c class) bool {
	return i >= 0 && i < len(s.tokens) && s.tokens[i].kind != aMark && s.talk.words[s.tokens[i].text]&c != 0
}

// marks reports whether a mark (or the end) stands at i.
func (s *reading) marks(i int) bool {
	return i >= len(s.tokens) || s.tokens[i].kind == aMark || s.tokens[i].kind == aSmile
}

// dated returns the first date named within a stretch.
func (s *reading) dated(p span) (memory.Span, bool) {
	if p.from, p.to = max(p.from, 0), min(p.to, len(s.tokens)); p.from >= p.to {
		return memory.Span{}, false
	}
	from, to := s.tokens[p.from].start, s.tokens[p.to-1].end
	for _, d := range s.dates {
		if d.At < to && d.At+d.Len > from {
			return d, true
		}
	}
	return memory.Span{}, false
}

// inDate returns the date that token i is a part of.
func (s *reading) inDate(i int) (memory.Span, bool) { return s.dated(span{i, i + 1}) }

// class is what a word is, as far as the rules care.
type class uint64

const (
	breaks    class = 1 << iota // ends what a noun phrase may hold: because, but, 因为
	verbal                      // pronouns and auxiliaries: a noun phrase holds none
	barred                      // a noun phrase does not begin with it
	adverb                      // passed over on the way from subject to verb
	strong                      // an adverb that says very
	mild                        // an adverb that says a little
	vague                       // an adverb that says perhaps
	tail                        // trimmed off the end of a phrase
	article                     // trimmed off its beginning
	role                        // a word for a job
	owned                       // a thing people own
	living                      // a pet
	action                      // a verb of a life: move, marry, fly
	routine                     // a verb of a habit: run, cook
	illness                     // a condition
	diet                        // a way to eat
	marital                     // single, married
	tongue                      // a language
	channel                     // a way to reach somebody
	occasion                    // a meeting, a flight
	business                    // what people run
	numeral                     // a number in words
	currency                    // what follows an amount
	common                      // a lower case word that is no name
	remedy                      // a medicine
	listing                     // and, or
	national                    // of a country
	belief                      // of a creed
	placing                     // a place without a capital: countryside
	asked                       // a verb by which something is asked of an assistant
	leading                     // a verb by which an assistant is told how to do things
	fleeting                    // a verb of the moment: wonder, think, understand
	mood                        // a state of the moment: stuck, curious, sorry
	artifact                    // a thing an assistant makes: regex, essay, summary
	technical                   // a word of work on code and data
	weather                     // the weather, and how it feels
	hollow                      // a word that tells nothing of what a sentence is about
)

// grammar is what is particular to a language.
type grammar struct {
	chinese bool
	words   map[string]class
	kin     map[string]string    // words for people to their canonical id
	attrs   map[string]attribute // "my <attr> is"
	rows    map[string][]*row    // rules by the first word of their form
	leads   [][]string           // what may stand before a subject

	modifiers []modifier // of Chinese: what may stand before a verb
}

// set gives words a class.
func (g *grammar) set(c class, words string) {
	for w := range strings.FieldsSeq(words) {
		g.words[w] |= c
	}
}

// settle trims a stretch to what the slot is about and judges it; an empty span
// means that it does not fill the slot.
func (s *reading) settle(kind string, p span) span {
	if p.from > 0 && p.from < len(s.tokens) && s.tokens[p.from].start == s.tokens[p.from-1].start {
		return span{} // the second half of a contraction
	}
	if s.talk.chinese {
		return s.settleChinese(kind, p)
	}
	return s.settleEnglish(kind, p)
}

// extent returns how far a slot may reach from i.
func (s *reading) extent(kind string, i int) int {
	if s.talk.chinese {
		return s.extentChinese(kind, i)
	}
	return s.extentEnglish(kind, i)
}

// leads reads phrases, longest first, so that the longest one is taken.
func leads(s string) [][]string {
	var out [][]string
	for _, phrase := range splitBar(s) {
		out = append(out, literal(phrase))
	}
	slices.SortStableFunc(out, func(a, b []string) int { return len(b) - len(a) })
	return out
}
