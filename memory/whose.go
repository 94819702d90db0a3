package memory

import (
	"math"
	"math/bits"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Weighed is a word of a question with what it weighs: the rarer, the more.
type Weighed struct {
	Term   Term
	Weight float32
}

const (
	whoseReach = 12   // candidates that are read: those that hold most of the question's words
	whoseWords = 64   // words of a question that are heeded
	whoseGain  = 0.1  // what a unit of weight counts against the logarithm of how the best scores compare
	whoseLeast = -0.4 // below it what is asked was told of somebody else
)

// ofAnother reports whether what the question asks about was told of others than the one whom it
// names: of him it is not known, and what others told of themselves is no answer, however well
// its words fit. Two things speak: how the best records of both fit, and of whom the sentences
// speak that hold most of the question's words. A time that is asked for fits whoever spoke then.
func (g *gate) ofAnother(candidates []Candidate, words []Weighed) bool {
	if g.floor <= 0 || g.question.Bare || g.question.Intent == IntentOverview {
		return false
	}
	words = g.matter(words)
	if !slices.ContainsFunc(words, func(w Weighed) bool { return w.Term.Kind() != CharTerm }) {
		return false
	}
	const little = 0.05
	var his, others float64
	named := ""
	for i := range candidates {
		c := &candidates[i]
		switch said := c.Record.Layer == Episodic && len(c.Record.Event.Participants) > 0; {
		case c.Speaker:
			named = c.Record.Event.Participants[0]
			his = max(his, float64(c.Score))
		case said && !isRole(c.Record.Event.Participants[0]):
			others = max(others, float64(c.Score))
		case !said && c.Graph > 0:
			his = max(his, float64(c.Score)) // a fact of whom or what is named
		}
	}
	if named == "" || others == 0 {
		return false
	}
	fit := math.Log((his + little) / (others + little))
	return fit+whoseGain*float64(leaning(candidates, words, named)) < whoseLeast
}

// matter returns the words of a question that are of what it asks about, in place: those of the
// time it names are not, nor are Chinese pairs that a particle is part of, which meet by chance.
func (g *gate) matter(words []Weighed) []Weighed {
	text := g.text
	if !g.question.From.IsZero() {
		text = g.question.Matter
	}
	if isASCII(text) && g.question.From.IsZero() {
		return words[:min(len(words), whoseWords)]
	}
	var room [64]Term
	matter := AppendTerms(room[:0], strings.Map(func(r rune) rune {
		if particleRune(FoldRune(r)) {
			return ' '
		}
		return r
	}, text))
	words = slices.DeleteFunc(words, func(w Weighed) bool { return !slices.Contains(matter, w.Term) })
	return words[:min(len(words), whoseWords)]
}

// leaning weighs the words of a question that one record holds in what it says of the one who is
// named, of each side the most that any record does, and takes off what others' hold: below 0
// what is asked leans to others. One word by itself may be of anything, and counts by half.
func leaning(candidates []Candidate, words []Weighed, name string) float32 {
	var best [whoseReach]*Candidate
	n := 0
	for i := range candidates {
		c := &candidates[i]
		if p := c.Record.Event.Participants; c.Record.Layer != Episodic || len(p) == 0 || isRole(p[0]) || c.Keyword <= 0 {
			continue
		}
		at := n
		for at > 0 && best[at-1].Keyword < c.Keyword {
			at--
		}
		if at == whoseReach {
			continue
		}
		n = min(n+1, whoseReach)
		copy(best[at+1:n], best[at:n-1])
		best[at] = c
	}
	name = Fold(name)
	var his, others float32
	var told uint64 // of others
	for _, c := range best[:n] {
		own, other := sidesOf(c.Record.Text, name, words, c.Speaker)
		if !c.Speaker {
			own, other = other, own
		}
		his = max(his, weightOf(own, words))
		if w := weightOf(other, words); w > others {
			others, told = w, other
		}
	}
	if bits.OnesCount64(told) < 2 {
		return (his - others) / 2
	}
	return his - others
}

// weightOf adds up the words of which a bit is set.
func weightOf(held uint64, words []Weighed) (sum float32) {
	for i := range words {
		if held&(1<<i) != 0 {
			sum += words[i].Weight
		}
	}
	return sum
}

// sidesOf finds which words a text holds in sentences that may speak of its speaker himself, and
// in those that may speak of the one he talks to: "I" and "we" are the one, "you" and what is
// asked the other, and what names somebody, though not to call him, speaks of him.
func sidesOf(text, name string, words []Weighed, his bool) (own, other uint64) {
	var room [48]Term
	eachSentence(text, func(sentence string, asks bool) {
		held := uint64(0)
		for _, t := range AppendTerms(room[:0], sentence) {
			if i := slices.IndexFunc(words, func(w Weighed) bool { return w.Term == t }); i >= 0 {
				held |= 1 << i
			}
		}
		if held == 0 {
			return
		}
		first, second := persons(sentence)
		if !his && speaksOf(sentence, name) {
			second = true
		}
		if first || !second && !asks {
			own |= held
		}
		if second || !first && asks {
			other |= held
		}
	})
	return own, other
}

// persons reports whether a sentence speaks of its speaker, and of the one it is said to.
func persons(sentence string) (first, second bool) {
	eachWord(sentence, func(w string) bool {
		switch w {
		case "i", "me", "my", "mine", "myself", "we", "us", "our", "ours":
			first = true
		case "you", "your", "yours", "yourself":
			second = true
		}
		return !first || !second
	})
	return first || hasRune(sentence, "我咱俺"), second || hasRune(sentence, "你您妳")
}

// speaksOf reports whether a sentence holds a name as one that it tells something of: not as a
// call, which a comma or the end sets apart.
func speaksOf(sentence, name string) bool {
	sentence = Fold(sentence)
	at := strings.Index(sentence, name)
	if at < 0 || name == "" {
		return false
	}
	behind := strings.TrimSpace(sentence[at+len(name):])
	next, _ := utf8.DecodeRuneInString(behind)
	return behind != "" && (next == '\'' || next == '’' || !unicode.IsPunct(next)) && next != '!'
}
