package extract

import "strings"

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
	return text
}

// long reports whether a quotation is more than a name or a term.
func long(s string) bool {
	characters := 0
	for _, r := range s {
		if ideograph(r) {
			characters++
		}
	}
	return characters > 6 || strings.Count(strings.TrimSpace(s), " ") >= 3
}
