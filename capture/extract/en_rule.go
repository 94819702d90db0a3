package extract

// ruling reports whether a part tells how things are to be done, from now on or
// never: "never edit src/gen", "commit messages must start with the key".
func (s *reading) ruling(p span) bool {
	j := p.from
	for s.at(j) == "please" || s.at(j) == "pls" || s.at(j) == "just" || s.at(j) == "and" || s.at(j) == "still" {
		j++
	}
	if s.at(p.to-1) == "that" || s.at(p.to-1) == "it" || s.at(p.to-1) == "this" {
		return false // points at what was said
	}
	if s.holds(p, "should") && s.holds(p, "return", "reject", "accept", "match", "throw", "print", "render") {
		return false // what a piece of code is to do
	}
	if s.holds(p, "must", "should") && !s.holds(p, "i", "it", "this", "that", "what", "which") && s.at(j) != "you" && s.at(j) != "the" && s.at(j) != "must" && s.at(j) != "should" {
		return s.holds(p, "must") || s.capital(j) || s.holds(p, "docs", "messages", "commits", "names", "answers", "replies")
	}
	switch s.at(j) {
	case "never", "always":
		return s.is(j+1, asked|leading|routine) || s.instructs(j+1) || s.at(j) == "always" && p.to-j == 2
	case "no":
		return p.to-j >= 2 && p.to-j <= 9 && !s.holds(span{j + 1, p.to}, "wait", ",", "sorry", "actually", "scratch", "idea", "problem", "worries", "thanks", "need", "one", "luck", "way", "clue", "matter", "rush", "i", "it", "doubt", "longer", "more", "no", "that", "this", "questions", "wonder", "my", "our", "he", "she", "they", "we", "you")
	case "max", "maximum", "min", "minimum", "nothing", "only", "under", "without":
		return p.to-j <= 10 && !s.holds(p, "i", "it", "that", "this")
	}
	about := s.holds(p, "never", "always", "anywhere", "everywhere", "convention", "rule", "policy", "style") || s.phrase(p, "from now on") || s.phrase(p, "by default") || s.phrase(p, "with me") || s.phrase(p, "to me") || s.phrase(p, "in the future") || s.holds(p, "answers", "replies", "responses", "emojis", "emoji")
	if s.is(j, leading) {
		return about && !s.holds(p, "this", "that", "it", "above", "again")
	}
	if s.at(j) == "do" && s.at(j+1) == "not" || s.at(j) == "don't" {
		return (about || s.holds(p, "any", "unless", "ever", "in", "on", "without")) && !s.holds(span{j, j + 4}, "worry", "know", "think", "understand", "care", "mind", "see", "want", "have", "need") && !s.holds(p, "this", "that", "it", "why", "how")
	}
	return false
}

// small reports whether a rule says too little to be kept.
func (s *reading) small(p span) bool {
	n := 0
	for i := p.from; i < p.to; i++ {
		if s.tokens[i].kind == aNumber || s.tokens[i].kind == aWord && !s.is(i, verbal|article|breaks|adverb|hollow) {
			n++
		}
	}
	return n < 2 && !(n == 1 && (s.at(p.from) == "no" || s.at(p.from) == "always" || s.at(p.from) == "never"))
}

// forbids reports whether a rule is a ban.
func (s *reading) forbids(p span) bool {
	if s.talk.chinese {
		return holdsAny(s.plain(p), "别", "不要", "不许", "禁止", "不能", "勿", "不准", "不得")
	}
	switch s.at(p.from) {
	case "never", "no", "nothing", "without":
		return true
	case "do", "don't":
		return s.at(p.from+1) == "not"
	}
	return s.holds(p, "never")
}
