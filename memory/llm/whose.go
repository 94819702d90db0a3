package llm

import (
	"strings"
	"unicode"
)

// ofAnother reports whether the sentence of a quote plainly tells of somebody else: it begins
// with him and nobody speaks of himself in it. "Anna works at Siemens" is nothing about the
// speaker, whatever a model makes of it.
func ofAnother(text, quote string) bool {
	sentence := around(text, quote)
	for _, first := range [...]string{"我", "咱", "俺", "本人"} {
		if strings.Contains(sentence, first) {
			return false
		}
	}
	for _, other := range [...]string{"他", "她", "人家"} {
		if strings.HasPrefix(sentence, other) {
			return true
		}
	}
	words := strings.FieldsFunc(sentence, func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' && r != '’' })
	for _, w := range words {
		switch strings.ToLower(strings.ReplaceAll(w, "’", "'")) {
		case "i", "i'm", "i've", "i'd", "i'll", "my", "me", "mine", "myself", "we", "we're", "we've", "we'd", "our", "ours", "us", "im", "ive":
			return false
		}
	}
	if len(words) < 2 {
		return false
	}
	switch strings.ToLower(words[0]) {
	case "he", "she", "they", "he's", "she's", "they're", "his", "her", "their":
		return true
	}
	// A name, of one word or two, and what its bearer does: "Anna works", "Tom Reed is".
	for i := 0; i < min(2, len(words)-1) && name(words[i]); i++ {
		if does(words[i+1]) {
			return true
		}
	}
	return false
}

// around returns the sentence that a quote stands in.
func around(text, quote string) string {
	at := strings.Index(text, quote)
	if at < 0 {
		return quote
	}
	end := func(r rune) bool { return strings.ContainsRune(".!?;。！？；\n", r) }
	from := strings.LastIndexFunc(text[:at], end)
	if from >= 0 {
		from += len(string([]rune(text[from:])[0]))
	}
	rest := text[at+len(quote):]
	if to := strings.IndexFunc(rest, end); to >= 0 {
		rest = rest[:to]
	}
	return strings.TrimSpace(text[max(from, 0):at] + quote + rest)
}

// name reports whether a word may be a name: a capital and then small letters.
func name(w string) bool {
	r := []rune(w)
	if len(r) < 2 || !unicode.IsUpper(r[0]) || !unicode.IsLower(r[1]) {
		return false
	}
	switch w {
	case "This", "That", "There", "It", "What", "Who", "How", "When", "Where", "Here", "Yes", "Thanks", "Allergies":
		return false
	}
	return true
}

// does reports whether a word is a verb of somebody else's.
func does(w string) bool {
	switch w {
	case "is", "was", "has", "does", "likes", "loves", "hates", "prefers", "works", "lives", "moved", "uses", "owns", "wants", "needs", "plays", "studies", "drives",
		"eats", "drinks", "speaks", "avoids", "dislikes", "collects", "plans", "keeps", "wears", "takes", "teaches", "runs", "joined", "left", "bought", "got":
		return true
	}
	return false
}
