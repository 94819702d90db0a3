package budget

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// The vocabularies were made over words that these patterns cut, alternatives in their order:
//
//	cl100k  (?i:'s|'t|'re|'ve|'m|'ll|'d)
//	        [^\r\n\p{L}\p{N}]?\p{L}+
//	        \p{N}{1,3}
//	         ?[^\s\p{L}\p{N}]+[\r\n]*
//	        \s*[\r\n]+
//	        \s+(?!\S)
//	        \s+
//
//	o200k   [^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?
//	        [^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?
//	        \p{N}{1,3}
//	         ?[^\s\p{L}\p{N}]+[\r\n/]*
//	        \s*[\r\n]+
//	        \s+(?!\S)
//	        \s+
//
// They are written out here, since an engine that looks ahead and steps back costs a hundred
// times what the tokens do. The tests hold both against tiktoken's own.

// class says in bits what a character is to the patterns.
type class uint8

const (
	letter class = 1 << iota // \p{L}
	upper                    // [\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]
	lower                    // [\p{Ll}\p{Lm}\p{Lo}\p{M}]
	digit                    // \p{N}
	space                    // \s
	line                     // [\r\n]
)

// classAt returns what the character at offset i is, and its length in bytes; 0 at the end.
func classAt(text string, i int) (class, int) {
	if i >= len(text) {
		return 0, 0
	}
	if c := text[i]; c < utf8.RuneSelf {
		switch {
		case 'a' <= c && c <= 'z':
			return letter | lower, 1
		case 'A' <= c && c <= 'Z':
			return letter | upper, 1
		case '0' <= c && c <= '9':
			return digit, 1
		case c == '\r' || c == '\n':
			return space | line, 1
		case c == ' ' || c == '\t' || c == '\v' || c == '\f':
			return space, 1
		}
		return 0, 1
	}
	r, n := utf8.DecodeRuneInString(text[i:])
	switch {
	case unicode.Is(unicode.Ll, r):
		return letter | lower, n
	case unicode.In(r, unicode.Lu, unicode.Lt):
		return letter | upper, n
	case unicode.In(r, unicode.Lo, unicode.Lm):
		return letter | lower | upper, n
	case unicode.Is(unicode.M, r):
		return lower | upper, n
	case unicode.Is(unicode.N, r):
		return digit, n
	case unicode.IsSpace(r):
		return space, n
	}
	return 0, n
}

// through returns where the characters that are of some class end, from i on.
func through(text string, i int, of class) int {
	for {
		c, n := classAt(text, i)
		if c&of == 0 {
			return i
		}
		i += n
	}
}

// contraction returns the length of "'s", "'re" and the like at offset i, or 0.
func contraction(text string, i int) int {
	if i+1 >= len(text) || text[i] != '\'' {
		return 0
	}
	switch text[i+1] | 0x20 {
	case 's', 't', 'm', 'd':
		return 2
	}
	if i+2 < len(text) {
		switch strings.ToLower(text[i+1 : i+3]) {
		case "re", "ve", "ll":
			return 3
		}
	}
	return 0
}

// nextCL100K returns the length of the first word of a text that is not empty.
func nextCL100K(text string) int {
	if n := contraction(text, 0); n > 0 {
		return n
	}
	c, n := classAt(text, 0)
	if c&letter != 0 {
		return through(text, n, letter)
	}
	if c&(line|digit) == 0 {
		if end := through(text, n, letter); end > n {
			return end
		}
	}
	return nextOther(text, c, n, "\r\n")
}

// nextO200K returns the length of the first word of a text that is not empty.
func nextO200K(text string) int {
	c, n := classAt(text, 0)
	if c&(line|letter|digit) == 0 {
		if end := cased(text, n); end > 0 {
			return end + contraction(text, end)
		}
	}
	if end := cased(text, 0); end > 0 {
		return end + contraction(text, end)
	}
	return nextOther(text, c, n, "\r\n/")
}

// cased returns where the letters end that belong together from offset i on: capitals and then
// small ones. Characters without case, and marks, are both. It returns 0 where none begin.
func cased(text string, i int) int {
	last, end := 0, i // last: where the capitals end if the last of them must be small
	for {
		c, n := classAt(text, end)
		if c&upper == 0 {
			break
		}
		end += n
		if c&lower != 0 {
			last = end
		}
	}
	if small := through(text, end, lower); small > end {
		return small
	}
	if last > 0 {
		return last
	}
	if end > i {
		return end
	}
	return 0
}

// nextOther is for what both patterns cut alike: numbers, signs and white space. The first
// character is of class c and n bytes long; tail may follow signs.
func nextOther(text string, c class, n int, tail string) int {
	if c&digit != 0 {
		for range 2 {
			c, m := classAt(text, n)
			if c&digit == 0 {
				break
			}
			n += m
		}
		return n
	}
	from := 0
	if text[0] == ' ' {
		from = 1
	}
	if end := signs(text, from); end > from {
		for end < len(text) && strings.IndexByte(tail, text[end]) >= 0 {
			end++
		}
		return end
	}
	end := through(text, 0, space)
	if i := strings.LastIndexAny(text[:end], "\r\n"); i >= 0 {
		return i + 1
	}
	if end == len(text) {
		return end
	}
	// The last blank belongs to the word behind it, unless it is the only one.
	if _, last := utf8.DecodeLastRuneInString(text[:end]); last < end {
		return end - last
	}
	return end
}

// signs returns where the characters end that are neither letter, number nor white space.
func signs(text string, i int) int {
	for {
		c, n := classAt(text, i)
		if n == 0 || c&(letter|digit|space) != 0 {
			return i
		}
		i += n
	}
}
