package policy

import (
	"encoding/binary"
	"strings"
	"unicode"
	"unicode/utf8"
)

// plainText shows a text as it is read: without characters that cannot be seen,
// with pictures taken for pauses, tags of HTML left out, apostrophes of every
// kind made one, and letters that only look Latin made Latin. Who writes "don't
// remember this" with a picture behind it, or pastes it out of a page, means it.
// A text that needs nothing of this comes back as it is.
func plainText(text string) string {
	if isPlainText(text) {
		return text
	}
	if strings.IndexByte(text, '&') >= 0 {
		text = strings.NewReplacer("&#39;", "'", "&#x27;", "'", "&apos;", "'", "&rsquo;", "'", "&quot;", "\"", "&nbsp;", " ", "&amp;", "&").Replace(text)
	}
	var b strings.Builder
	b.Grow(len(text))
	var last rune // the last that was written
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		next := i + size
		switch {
		case r == '<':
			if n := tagAt(text, i); n > 0 {
				next, r = i+n, ','
			}
		case isUnseen(r) || r >= 0x0300 && r <= 0x036F: // the latter are accents that stand on a letter of their own
			i = next
			continue
		case isPicture(r):
			for next < len(text) {
				more, n := utf8.DecodeRuneInString(text[next:])
				if !isPicture(more) && !isUnseen(more) {
					break
				}
				next += n
			}
			after, _ := utf8.DecodeRuneInString(text[next:])
			if unicode.Is(unicode.Han, last) && unicode.Is(unicode.Han, after) {
				i = next // within a sentence that needs no blanks
				continue
			}
			r = ','
		case r == '`' || r == '´' || r == 'ʼ' || r == '\u02bb' || r == '\u055a' || r == '\uff07':
			after, _ := utf8.DecodeRuneInString(text[next:])
			if unicode.IsLetter(last) && unicode.IsLetter(after) {
				r = '\''
			}
		case r >= 0x1D400 && r <= 0x1D6A3: // letters of formulas: 26 capitals and 26 small ones of each kind
			if n := (r - 0x1D400) % 52; n < 26 {
				r = 'a' + n
			} else {
				r = 'a' + n - 26
			}
		}
		b.WriteRune(r)
		last, i = r, next
	}
	return withoutLookalikes(b.String())
}

// isPlainText reports whether a text needs no change, which is nearly always.
func isPlainText(text string) bool {
	for i := plainASCII(text); i < len(text); {
		c := text[i]
		if c < utf8.RuneSelf {
			if c == '<' || c == '`' || c == '&' {
				return false
			}
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		i += size
		if r >= 0x2C00 && r < 0xFE00 {
			continue // Chinese, mostly
		}
		if isUnseen(r) || isPicture(r) || lookalike(r) != 0 || r >= 0x0300 && r <= 0x036F || r == '´' || r == 'ʼ' || r == '\u02bb' || r == '\u055a' || r == '\uff07' || r >= 0x1D400 && r <= 0x1D6A3 {
			return false
		}
	}
	return true
}

// plainASCII returns up to where, in steps of eight bytes, a text is ASCII that
// needs no change.
func plainASCII(text string) int {
	const (
		low  = 0x0101010101010101
		high = 0x8080808080808080
	)
	i := 0
	for ; i+8 <= len(text); i += 8 {
		eight := binary.LittleEndian.Uint64([]byte(text[i : i+8])) // not copied, since nobody changes it
		tag, tick, and := eight^low*'<', eight^low*'`', eight^low*'&'
		if (eight|(tag-low)&^tag|(tick-low)&^tick|(and-low)&^and)&high != 0 {
			break
		}
	}
	return i
}

// isUnseen reports whether a character takes no room: joiners, marks of
// direction, variation selectors, tags.
func isUnseen(r rune) bool {
	switch {
	case r == 0x00AD, r == 0x034F, r == 0x061C, r == 0x180E, r == 0xFEFF,
		r >= 0x200B && r <= 0x200F, r >= 0x202A && r <= 0x202E, r >= 0x2060 && r <= 0x206F,
		r >= 0xFE00 && r <= 0xFE0F, r >= 0xE0000 && r <= 0xE01EF:
		return true
	}
	return false
}

// isPicture reports whether a character is a picture: emoji, and what is drawn
// like one.
func isPicture(r rune) bool {
	return r >= 0x1F000 && r <= 0x1FAFF || r >= 0x2600 && r <= 0x27BF || r >= 0x2B00 && r <= 0x2BFF || r == 0x203C || r == 0x2049
}

// tagAt returns the length of a tag of HTML at i, or 0.
func tagAt(s string, i int) int {
	const maxTag = 200
	at := i + 1
	if at < len(s) && s[at] == '/' {
		at++
	}
	if at >= len(s) || !isLetter(s[at]) {
		return 0
	}
	end := strings.IndexByte(s[at:min(len(s), at+maxTag)], '>')
	if end < 0 || strings.IndexByte(s[at:at+end], '<') >= 0 {
		return 0
	}
	return at + end + 1 - i
}

// withoutLookalikes makes the letters of other scripts Latin in words that are
// written in two scripts at once, which no language does.
func withoutLookalikes(s string) string {
	found := false
	for _, r := range s {
		if found = lookalike(r) != 0; found {
			break
		}
	}
	if !found {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	for len(s) > 0 {
		end := strings.IndexFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' && r != '’' })
		if end < 0 {
			end = len(s)
		}
		word := s[:end]
		if latin := strings.IndexFunc(word, func(r rune) bool { return r < utf8.RuneSelf && isLetter(byte(r)) }); latin >= 0 {
			word = strings.Map(func(r rune) rune {
				if plain := lookalike(r); plain != 0 {
					return plain
				}
				return r
			}, word)
		}
		b.WriteString(word)
		s = s[end:]
		if s != "" {
			r, size := utf8.DecodeRuneInString(s)
			b.WriteRune(r)
			s = s[size:]
		}
	}
	return b.String()
}

// lookalike returns the small Latin letter that a letter of another script looks
// like, or 0. (Unicode Technical Standard 39 has the whole list; these are what
// stands in the words of wishes.)
func lookalike(r rune) rune {
	switch r {
	case 'а', 'А', 'α', 'Α':
		return 'a'
	case 'с', 'С', 'ϲ':
		return 'c'
	case 'ԁ':
		return 'd'
	case 'е', 'Е', 'Ε':
		return 'e'
	case 'һ', 'Н', 'Η':
		return 'h'
	case 'і', 'І', 'ι', 'Ι', 'ı':
		return 'i'
	case 'ј', 'Ј':
		return 'j'
	case 'К', 'к', 'κ', 'Κ':
		return 'k'
	case 'М', 'м', 'Μ':
		return 'm'
	case 'Ν', 'η', 'п':
		return 'n'
	case 'о', 'О', 'ο', 'Ο':
		return 'o'
	case 'р', 'Р', 'ρ', 'Ρ':
		return 'p'
	case 'ѕ', 'Ѕ':
		return 's'
	case 'Т', 'т', 'τ', 'Τ':
		return 't'
	case 'υ':
		return 'u'
	case 'ν', 'ѵ':
		return 'v'
	case 'ԝ', 'ω':
		return 'w'
	case 'х', 'Х', 'χ', 'Χ':
		return 'x'
	case 'у', 'У', 'Υ':
		return 'y'
	}
	return 0
}

// unwrapped joins lines that were broken within a sentence, as mail does: the
// next line begins with a small letter or a Chinese character, and no mark ends
// the one before. ok is false when there is none.
func unwrapped(text string) (joined string, ok bool) {
	if strings.IndexByte(text, '\n') < 0 {
		return "", false
	}
	var b strings.Builder
	b.Grow(len(text))
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimSuffix(line, "\r")
		if b.Len() > 0 {
			last, _ := utf8.DecodeLastRuneInString(b.String())
			first, _ := utf8.DecodeRuneInString(line)
			switch {
			case unicode.IsLetter(last) && unicode.IsLower(first):
				b.WriteByte(' ')
				ok = true
			case unicode.Is(unicode.Han, last) && unicode.Is(unicode.Han, first):
				ok = true
			default:
				b.WriteByte('\n')
			}
		}
		b.WriteString(line)
	}
	return b.String(), ok
}
