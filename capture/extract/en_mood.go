package extract

import "strings"

// assertive returns where the part of the sentence ends that states something:
// before a question.
func (s *reading) assertive() int {
	asks := -1
	for i := range s.tokens {
		if !s.begins(i) {
			continue
		}
		j, _ := s.lead(i)
		if s.asks(j) {
			asks = i
			break
		}
	}
	switch {
	case asks >= 0:
		return asks
	case s.end == "?":
		return 0
	}
	return len(s.tokens)
}

// supposes reports whether what follows is only supposed.
func (s *reading) supposes(i int) bool {
	switch s.at(i) {
	case "if":
		return !(s.at(i+1) == "it" && s.at(i+2) == "helps") && !(s.at(i+1) == "you" && (s.at(i+2) == "must" || s.at(i+2) == "are" || s.at(i+2) == "need"))
	case "suppose", "supposing", "imagine", "unless", "whether", "hypothetically", "assuming", "assume", "pretend", "once", "when", "whenever", "until", "wish", "lets":
		return true
	case "let":
		return s.at(i+1) == "us" && s.at(i+2) == "say" || s.at(i+1) == "me" && s.at(i+2) != "tell"
	case "say", "in":
		return s.at(i) == "say" && s.at(i+1) == "i" || s.at(i) == "in" && (s.at(i+1) == "case" || s.at(i+1) == "theory" || s.at(i+1) == "a" && s.at(i+2) == "story" || s.at(i+1) == "my" && (strings.HasPrefix(s.at(i+2), "dream") || s.at(i+2) == "story" || s.at(i+2) == "novel" || s.at(i+2) == "book" || s.at(i+2) == "game"))
	}
	return false
}

// settlesDown reports whether a clause after a supposition states something for
// itself again: "but I ...", "in reality".
func (s *reading) settlesDown(i int) bool {
	return s.at(i-1) == "but" || s.at(i-1) == "reality" || s.at(i-2) == "but"
}

// asks reports whether a question or a request begins at i.
func (s *reading) asks(i int) bool {
	switch s.at(i) {
	case "what", "how", "why", "who", "which", "whose", "what's", "whom":
		return true
	case "when", "where":
		return s.end == "?" && (s.is(i+1, verbal) || s.at(i+1) == "did")
	case "is", "are", "do", "does", "did", "can", "could", "would", "should", "will", "was", "were", "have", "has", "am", "may", "shall":
		switch s.at(i + 1) {
		case "i", "you", "we", "he", "she", "it", "they", "there", "this", "that", "my", "the", "your", "anyone", "these", "not":
			return s.at(i) != "do" || s.at(i+1) != "not"
		}
	case "any":
		return s.end == "?"
	}
	return false
}
