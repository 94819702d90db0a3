package extract

// lead passes over what may stand before a subject, and says whether it asked to
// be remembered.
func (s *reading) lead(i int) (int, bool) {
	explicit := false
	for again := true; again; {
		again = false
		for i < len(s.tokens) && s.tokens[i].kind == aMark {
			i++
		}
		if n := s.remember(i); n > 0 {
			i, explicit, again = i+n, true, true
			continue
		}
		for _, words := range s.talk.leads {
			if s.stands(i, words) {
				i += len(words)
				again = true
				break
			}
		}
	}
	return i, explicit
}

// remember reads "remember that", "keep in mind" and the like and returns how
// many words that took.
func (s *reading) remember(i int) int {
	j := i
	for s.at(j) == "please" || s.at(j) == "also" || s.at(j) == "and" || s.at(j) == "can" && s.at(j+1) == "you" || s.at(j) == "you" && s.at(j-1) == "can" {
		j++
	}
	start := j
	for _, words := range [][]string{
		{"remember"}, {"keep", "in", "mind"}, {"do", "not", "forget"}, {"make", "a", "note"}, {"take", "note"}, {"please", "note"},
		{"memorize"}, {"save", "this"}, {"save", "to", "memory"}, {"bear", "in", "mind"}, {"for", "future", "reference"}, {"for", "next", "time"},
	} {
		if s.stands(j, words) {
			j += len(words)
			break
		}
	}
	if j == start {
		return 0
	}
	if s.at(j) == "," && s.at(start) == "remember" {
		return 0 // "remember, practice makes perfect"
	}
	switch s.at(j) {
	case "me", "when", "how", "what", "if", "the", "to", "my", "last", "seeing", "reading", "where", "why", "who":
		if s.at(j) != "my" && s.at(j) != "the" {
			return 0 // "remember when we", "remember to call"
		}
	}
	for s.at(j) == "that" || s.at(j) == "this" || s.at(j) == "the" && s.at(j+1) == "following" || s.at(j) == "following" || s.at(j) == "of" || s.at(j) == "for" && s.at(j+1) == "me" || s.at(j) == "me" || s.at(j) == "about" {
		j++
	}
	return j - i
}
