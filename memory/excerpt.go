package memory

import (
	"math"
	"math/bits"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Excerpter shows of long texts the sentences that say most about a question. It is for one
// goroutine; the zero value reads no question and keeps the beginning of a text.
type Excerpter struct {
	question string // not read yet: most texts are short
	asked    []askedWord
	known    [2]uint64 // a bit for the beginning of each word, and for each pair
	pieces   []excerptPiece
}

// askedWord is a word of the question, or a pair of Chinese characters.
type askedWord struct {
	word  string
	pair  [2]rune
	worth float64
}

// excerptPiece is a sentence of a text, or a clause of a very long one.
type excerptPiece struct {
	from, to int
	width    int    // characters, wide ones twice
	held     uint64 // which of the question's words it holds, a bit each
	asks     bool   // it asks, or announces what is not there
	chosen   bool
}

// What an excerpt is made by, in characters; a Chinese one counts twice.
const (
	excerptWidth = 160 // of the sentences beside the best one
	excerptLeast = 200 // a text up to this is shown whole: cutting it would save little
	longSentence = 400 // a longer one may be cut behind a clause
)

// Read takes in the question.
func (x *Excerpter) Read(question string) {
	x.question, x.asked, x.known = question, x.asked[:0], [2]uint64{}
}

// ready reads the question where it has not been read.
func (x *Excerpter) ready() {
	const most, light = 64, 0.3
	if x.question == "" {
		return
	}
	question := Fold(x.question)
	x.question = ""
	eachWord(question, func(w string) bool {
		if stopWord(w) || slices.ContainsFunc(x.asked, func(a askedWord) bool { return a.word == w }) {
			return true
		}
		a := askedWord{word: w, worth: 1}
		if lightWord(w) {
			a.worth = light
		}
		x.asked = append(x.asked, a)
		x.known[0] |= 1 << beginningBit(w)
		return len(x.asked) < most
	})
	before := rune(0)
	for _, r := range question {
		if !isCJK(r) || particleRune(r) {
			before = 0
			continue
		}
		pair := [2]rune{before, r}
		if before != 0 && len(x.asked) < most && !slices.ContainsFunc(x.asked, func(a askedWord) bool { return a.pair == pair }) {
			x.asked = append(x.asked, askedWord{pair: pair, worth: 0.5})
			x.known[1] |= 1 << pairBit(pair)
		}
		before = r
	}
}

// beginningBit is a hash of the first three letters of a word, 0..63.
func beginningBit(w string) uint {
	if len(w) >= 3 {
		return ((uint(w[0]|0x20)*37+uint(w[1]|0x20))*37 + uint(w[2]|0x20)) & 63
	}
	h := uint(0)
	for i := range len(w) {
		h = h*37 + uint(w[i]|0x20)
	}
	return h & 63
}

func pairBit(pair [2]rune) uint { return uint(pair[0]*31+pair[1]) & 63 }

// Of returns the sentences of a text that say most about the question, in their order, with "…"
// where others are left out: the best one whatever its length, and beside it what still fits, what
// stands next to it and what begins the text first. Sentences stay whole. A short text is returned
// as it is.
func (x *Excerpter) Of(text string) string {
	if len(text) <= excerptLeast || !widerThan(text, excerptLeast) {
		return text
	}
	x.ready()
	x.split(text)
	if len(x.pieces) < 2 {
		return text
	}
	var covered uint64
	left := math.MaxInt
	for {
		best := x.best(covered, left)
		if best < 0 {
			break
		}
		p := &x.pieces[best]
		p.chosen = true
		covered |= p.held
		left = min(left, excerptWidth) - p.width
	}
	return x.join(text)
}

// widerThan reports whether a text has more characters, wide ones counted twice.
func widerThan(text string, width int) bool {
	if len(text) > utf8.UTFMax*width {
		return true
	}
	for _, r := range text {
		if width -= runeWidth(r); width < 0 {
			return true
		}
	}
	return false
}

// split finds the pieces of a text and what they hold.
func (x *Excerpter) split(text string) {
	x.pieces = x.pieces[:0]
	var p excerptPiece
	last := rune(0) // character of the piece that is no space
	cut := func(end int) {
		if last == 0 {
			return
		}
		p.to = end
		p.asks = last == '?' || last == '？' || last == ':' || last == '：'
		x.pieces = append(x.pieces, p)
		p, last = excerptPiece{from: end}, 0
	}
	before := rune(0) // the Chinese character before
	for i := 0; i < len(text); {
		if n := wordLength(text[i:]); n > 0 {
			p.held |= x.heldBy(text[i : i+n])
			p.width += n
			i += n
			last, before = 'a', 0
			continue
		}
		if text[i] == ' ' {
			p.width++
			i++
			before = 0
			continue
		}
		r, n := utf8.DecodeRuneInString(text[i:])
		p.width += runeWidth(r)
		if isCJK(r) {
			last = r
			folded := FoldRune(r)
			p.held |= x.heldByPair([2]rune{before, folded})
			before = folded
			i += n
			continue
		}
		if !unicode.IsSpace(r) {
			last = r
		}
		before = 0
		if strength := borderStrength(text, r, i, i+n); strength >= 4 || strength >= 2 && p.width >= longSentence {
			cut(i + n)
		}
		i += n
	}
	cut(len(text))
}

// wordLength is the number of ASCII letters and digits that a text begins with.
func wordLength(text string) int {
	n := 0
	for n < len(text) && ((text[n]|0x20)-'a' <= 'z'-'a' || text[n]-'0' <= 9) {
		n++
	}
	return n
}

// heldBy returns which of the question's words a word is, in any of their forms.
func (x *Excerpter) heldBy(word string) uint64 {
	if x.known[0]&(1<<beginningBit(word)) == 0 {
		return 0
	}
	var held uint64
	for i := range x.asked {
		if w := x.asked[i].word; w != "" && w[0] == word[0]|0x20 && ofOneStem(w, word) {
			held |= 1 << i
		}
	}
	return held
}

// ofOneStem reports whether two words are the same but for a short ending; a is lower case.
func ofOneStem(a, b string) bool {
	const shortest, ending = 4, 3
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n]|0x20 {
		n++
	}
	return n == len(a) && n == len(b) || n >= shortest && len(a)-n <= ending && len(b)-n <= ending && a[n-1] > '9'
}

func (x *Excerpter) heldByPair(pair [2]rune) uint64 {
	if x.known[1]&(1<<pairBit(pair)) == 0 {
		return 0
	}
	for i := range x.asked {
		if x.asked[i].pair == pair && pair[0] != 0 {
			return 1 << i
		}
	}
	return 0
}

// best returns the piece to be shown next, -1 where none is worth it. What is said anew counts
// twice as much as what is shown already; of two that hold the same, the shorter says it better.
func (x *Excerpter) best(covered uint64, left int) int {
	const beside, begins, asks = 0.3, 0.3, 0.5
	best, at := 0.0, -1
	for i := range x.pieces {
		p := &x.pieces[i]
		if p.chosen || p.width > left {
			continue
		}
		worth := 10 * (x.weigh(p.held&^covered) + 0.5*x.weigh(p.held&covered)) / math.Sqrt(float64(p.width+40))
		if i > 0 && x.pieces[i-1].chosen || i+1 < len(x.pieces) && x.pieces[i+1].chosen {
			worth += beside
		}
		if i == 0 {
			worth += begins
		}
		if p.asks {
			worth -= asks
		}
		if at < 0 && (worth >= 0 || left == math.MaxInt) || at >= 0 && worth > best {
			best, at = worth, i
		}
	}
	return at
}

// weigh adds up what words are worth.
func (x *Excerpter) weigh(held uint64) float64 {
	sum := 0.0
	for ; held != 0; held &= held - 1 {
		sum += x.asked[bits.TrailingZeros64(held)].worth
	}
	return sum
}

// join writes the chosen pieces.
func (x *Excerpter) join(text string) string {
	const gap = "…"
	var b strings.Builder
	b.Grow(len(text))
	open := false
	for i := range x.pieces {
		p := &x.pieces[i]
		if !p.chosen {
			open = true
			continue
		}
		piece := text[p.from:p.to]
		if open {
			if b.Len() == 0 {
				piece = strings.TrimSpace(piece)
			}
			b.WriteString(gap)
			open = false
		}
		b.WriteString(piece)
	}
	out := strings.TrimSpace(b.String())
	if open {
		out += gap
	}
	if len(out) >= len(text) {
		return text
	}
	return out
}
