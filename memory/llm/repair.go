package llm

import (
	"encoding/json"
	"strings"
)

// repair finds the JSON object in a model's answer and mends what small models
// get wrong: prose and fences around it, thoughts before it, comments, trailing
// commas, Python's words, raw line ends in strings, an end that was cut off. It
// returns nil when there is nothing to mend.
func repair(answer string) []byte {
	if at := strings.LastIndex(answer, "</think>"); at >= 0 {
		answer = answer[at+len("</think>"):]
	}
	start := strings.IndexAny(answer, "{[")
	if start < 0 {
		return nil
	}
	text := answer[start:]
	if end := whole(text); end > 0 {
		return []byte(text[:end])
	}
	mended := mend(text)
	if json.Valid(mended) {
		return mended
	}
	return nil
}

// whole returns the length of the valid JSON value that text begins with, or 0.
func whole(text string) int {
	d := json.NewDecoder(strings.NewReader(text))
	var v json.RawMessage
	if d.Decode(&v) != nil {
		return 0
	}
	return int(d.InputOffset())
}

// mend walks over the text once, as a lenient reader would, and writes strict
// JSON. What is open at the end is closed; an element that was cut off is left
// out by the reader of the items.
func mend(text string) []byte {
	out := make([]byte, 0, len(text)+16)
	var open []byte // closers still to come
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c == '"' || c == '\'' && wantsValue(out):
			s, next, closed := quoted(text, i)
			out = append(out, s...)
			i = next
			if !closed { // cut off within a string
				return closeAll(out, open)
			}
		case c == '{':
			open = append(open, '}')
			out = append(out, c)
		case c == '[':
			open = append(open, ']')
			out = append(out, c)
		case c == '}' || c == ']':
			out = trimComma(out)
			if len(open) == 0 {
				return out
			}
			for len(open) > 0 && open[len(open)-1] != c { // a closer was left out
				out = append(out, open[len(open)-1])
				open = open[:len(open)-1]
			}
			if len(open) == 0 {
				return out
			}
			open = open[:len(open)-1]
			out = append(out, c)
			if len(open) == 0 {
				return out
			}
		case c == '/' && strings.HasPrefix(text[i:], "//"):
			for i+1 < len(text) && text[i+1] != '\n' {
				i++
			}
		case strings.HasPrefix(text[i:], "None"):
			out = append(out, "null"...)
			i += 3
		case strings.HasPrefix(text[i:], "True"):
			out = append(out, "true"...)
			i += 3
		case strings.HasPrefix(text[i:], "False"):
			out = append(out, "false"...)
			i += 4
		default:
			out = append(out, c)
		}
	}
	return closeAll(out, open)
}

// wantsValue reports whether a string may begin here: an apostrophe elsewhere is
// one.
func wantsValue(out []byte) bool {
	for i := len(out) - 1; i >= 0; i-- {
		switch out[i] {
		case ' ', '\n', '\t', '\r':
			continue
		case '{', '[', ',', ':':
			return true
		}
		return false
	}
	return true
}

// quoted reads the string that begins at text[at] and returns it in strict form,
// the place of its last byte, and whether it was closed.
func quoted(text string, at int) (out []byte, last int, closed bool) {
	quote := text[at]
	out = append(out, '"')
	for i := at + 1; i < len(text); i++ {
		c := text[i]
		switch {
		case c == '\\' && i+1 < len(text):
			if text[i+1] == '\'' {
				out = append(out, '\'')
			} else {
				out = append(out, c, text[i+1])
			}
			i++
		case c == '\\':
		case c == quote:
			return append(out, '"'), i, true
		case c == '"':
			out = append(out, '\\', '"')
		case c == '\n':
			out = append(out, '\\', 'n')
		case c == '\r':
		case c == '\t':
			out = append(out, '\\', 't')
		case c < 0x20:
		default:
			out = append(out, c)
		}
	}
	return append(out, '"'), len(text), false
}

// closeAll ends what is open. A key without its value gets null.
func closeAll(out, open []byte) []byte {
	out = trimComma(out)
	for len(out) > 0 && out[len(out)-1] == ':' {
		out = append(out, "null"...)
	}
	if len(open) > 0 && open[len(open)-1] == '}' && danglingKey(out) {
		out = append(out, ":null"...)
	}
	for i := len(open) - 1; i >= 0; i-- {
		out = append(trimComma(out), open[i])
	}
	return out
}

// danglingKey reports whether an object ends in a key: a string that follows an
// opening brace or a comma.
func danglingKey(out []byte) bool {
	if len(out) == 0 || out[len(out)-1] != '"' {
		return false
	}
	i := len(out) - 2
	for i >= 0 && (out[i] != '"' || i > 0 && out[i-1] == '\\') {
		i--
	}
	for i--; i >= 0; i-- {
		switch out[i] {
		case ' ', '\n', '\t', '\r':
			continue
		case '{', ',':
			return true
		}
		return false
	}
	return false
}

func trimComma(out []byte) []byte {
	i := len(out)
	for i > 0 && (out[i-1] == ' ' || out[i-1] == '\n' || out[i-1] == '\t' || out[i-1] == '\r') {
		i--
	}
	if i > 0 && out[i-1] == ',' {
		return out[:i-1]
	}
	return out[:i]
}
