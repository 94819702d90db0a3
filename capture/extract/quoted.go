package extract

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// unquote blanks out what is quoted at length: the words of others. Short quotes
// are names and stay. The length of the text does not change.
func unquote(text string) string {
	var out []byte
	for _, pair := range [][2]string{{"“", "”"}, {"\"", "\""}, {"「", "」"}, {"『", "』"}} {
		for from := 0; ; {
			open := strings.Index(text[from:], pair[0])
			if open < 0 {
				break
			}
			open += from
			end := strings.Index(text[open+len(pair[0]):], pair[1])
			if end < 0 || end > 2000 {
				break
			}
			end += open + len(pair[0])
			inner := text[open+len(pair[0]) : end]
			if long(inner) {
				if out == nil {
					out = []byte(text)
				}
				for i := open + len(pair[0]); i < end; i++ {
					out[i] = ' '
				}
				out[open+len(pair[0])-1+1] = ','
			}
			from = end + len(pair[1])
		}
		if out != nil {
			text, out = string(out), nil
		}
	}
	return unquoteSingle(text)
}

// unquoteSingle blanks out what stands between single quotes where somebody speaks of himself in
// it: 'My name is Olga'. An apostrophe stands within a word, or behind one.
func unquoteSingle(text string) string {
	for from := 0; ; {
		open := strings.Index(text[from:], " '")
		if open < 0 {
			return text
		}
		open += from + 1
		from = open + 1
		if !speaks(strings.TrimSpace(clip(text[from:], 40))) {
			continue
		}
		for end := from; end < len(text) && end < from+400 && text[end] != '\n'; end++ {
			if text[end] == '\'' && (end+1 == len(text) || strings.ContainsRune(" .,?!;:)", rune(text[end+1]))) {
				text = text[:open] + "," + strings.Repeat(" ", end-open-1) + text[end:]
				from = end + 1
				break
			}
		}
	}
}

// long reports whether a quotation is more than a name or a term: it is of some length, or somebody
// speaks of himself in it.
func long(s string) bool {
	if speaks(strings.TrimSpace(s)) {
		return true
	}
	characters := 0
	for _, r := range s {
		if ideograph(r) {
			characters++
		}
	}
	return characters > 6 || strings.Count(strings.TrimSpace(s), " ") >= 3
}

// speaks reports whether a quotation is a sentence of the one who is quoted: "I hate cheese".
func speaks(s string) bool {
	for _, first := range [...]string{"我", "咱", "俺"} {
		if rest, ok := strings.CutPrefix(s, first); ok {
			return utf8.RuneCountInString(rest) >= 2
		}
	}
	words := strings.Fields(strings.ToLower(s))
	if len(words) < 2 {
		return false
	}
	first, _, _ := strings.Cut(strings.ReplaceAll(words[0], "’", "'"), "'")
	return slices.Contains([]string{"i", "my", "we", "our"}, first)
}
