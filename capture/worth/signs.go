package worth

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Chinese reports whether a text is weighed as Chinese: it holds a Chinese character.
func Chinese(text string) bool {
	for _, r := range text {
		if unicode.Is(unicode.Han, r) {
			return true
		}
	}
	return false
}

// longest is how many words in a row make a sign.
const longest = 3

// Sign is one thing that is seen of a sentence, with how strongly.
type Sign struct {
	ID    uint32
	Value float32
}

// Strength of the words' signs: each sentence has as much in all, however long it is, as the
// square root of their number divides it.
const strength = 3

// AppendSigns appends the signs of a sentence to dst and returns it: each row of one to three words,
// or Chinese characters, once. The text is folded (memory.Fold); numbers count as one word, and how the
// sentence ends says nothing unless it asks.
func AppendSigns(dst []Sign, text string) []Sign {
	begun := len(dst)
	text = strings.TrimRight(strings.TrimLeft(text, " -*•"), " .,;!。、")
	var last [longest]uint32 // the hashes of the last words, newest first
	words := 0
	add := func(w uint32) {
		copy(last[1:], last[:])
		last[0] = w
		words++
		h := uint32(offset)
		for n := range min(words, longest) {
			h = mix(h, last[n])
			dst = append(dst, Sign{ID: h})
		}
	}
	add(edge)
	for len(text) > 0 {
		w, rest := word(text)
		if w != 0 {
			add(w)
		}
		text = rest
	}
	add(edge + 1)
	dst = dst[:begun+unique(dst[begun:])]
	each := float32(strength / math.Sqrt(float64(len(dst)-begun)))
	for i := begun; i < len(dst); i++ {
		dst[i].Value = each
	}
	return dst
}

// Constants of FNV-1a, 32 bits (Fowler, Noll and Vo, draft-eastlake-fnv).
const (
	offset = 2166136261
	prime  = 16777619
)

// Marks of where a sentence begins and ends.
const edge = 1

func mix(h, w uint32) uint32 {
	for range 4 {
		h = (h ^ w&0xff) * prime
		w >>= 8
	}
	return h
}

// word returns the hash of the first word of a text and what follows it: a row of letters with
// apostrophes between them, a number, a Chinese character or a sign. Of a blank it is 0.
func word(text string) (hash uint32, rest string) {
	r, n := utf8.DecodeRuneInString(text)
	switch {
	case unicode.IsSpace(r):
		return 0, text[n:]
	case unicode.IsDigit(r):
		for n < len(text) && (text[n] >= '0' && text[n] <= '9') {
			n++
		}
		return hashed("0"), text[n:]
	case unicode.Is(unicode.Han, r) || !unicode.IsLetter(r):
		return hashed(text[:n]), text[n:]
	}
	end := n
	for end < len(text) {
		r, n := utf8.DecodeRuneInString(text[end:])
		if r == '\'' && end+1 < len(text) {
			if next, _ := utf8.DecodeRuneInString(text[end+1:]); unicode.IsLetter(next) && !unicode.Is(unicode.Han, next) {
				end++
				continue
			}
		}
		if !unicode.IsLetter(r) || unicode.Is(unicode.Han, r) {
			break
		}
		end += n
	}
	return hashed(text[:end]), text[end:]
}

func hashed(w string) uint32 {
	h := uint32(offset)
	for i := range len(w) {
		h = (h ^ uint32(w[i])) * prime
	}
	return max(h, edge+2)
}

// unique keeps each sign once, in the order of their numbers, and returns how many there are.
func unique(signs []Sign) int {
	slices.SortFunc(signs, func(a, b Sign) int { return cmp.Compare(a.ID, b.ID) })
	return len(slices.CompactFunc(signs, func(a, b Sign) bool { return a.ID == b.ID }))
}
