package memory

import "strings"

// leastSaid is the length in bytes from which words that stand in a text are taken to be of it.
const leastSaid = 8

// SaidIn reports whether what was said stands in a text, but for case, width, script and white
// space: all of it, and more than a word or two.
func SaidIn(said, text string) bool {
	said = strings.Join(strings.Fields(Fold(said)), " ")
	return len(said) >= leastSaid && strings.Contains(strings.Join(strings.Fields(Fold(text)), " "), said)
}
