package capture

import "strings"

// readEnglish reads the clauses of a sentence, one after another.
func (x *extraction) readEnglish(s *reading) {
	limit := s.assertive()
	done, off := 0, false // off: from here on somebody else speaks, or it is only supposed
	var prev who
	known, hedged, being, plain := false, false, false, false
	for i := 0; i < limit; i++ {
		if i < done || !s.begins(i) {
			continue
		}
		j, explicit := s.lead(i)
		if explicit {
			x.explicit = true
			if j >= limit {
				x.keep = true
			}
		}
		if j >= limit {
			break
		}
		if s.supposes(j) {
			if i == 0 || s.at(j) != "if" {
				off = true
			} else {
				return
			}
		}
		if off && s.at(i-1) != ";" {
			if !s.settlesDown(j) {
				continue
			}
			off = false
		}
		if f, ok := s.order(j); ok {
			if end := x.match(s, f, limit); end > 0 {
				done = end
				continue
			}
		}
		if end := x.plainly(s, j, limit); end > 0 {
			done = end
			continue
		}
		w, k, ok := x.subject(s, j)
		elided := false
		if !ok {
			if !known || i == 0 || !s.continues(i, j) {
				if known && s.talk.words[s.at(j)]&breaks == 0 && s.capital(j) {
					known = false
				}
				continue
			}
			w, k, elided = prev, j, true
			if w.attr != "" || !s.sameVerb(j, being, plain) {
				continue
			}
		}
		f := s.group(frame{who: w, from: s.since(j), hedged: hedged, elided: elided}, k)
		if elided && strings.HasSuffix(s.at(f.pos), "ing") {
			f.be = true
		}
		if !elided {
			prev, known = w, true
		}
		if w.name != "" {
			x.introduce(s, w, j)
			if nameOf(w.id) == "named" {
				f.label += " " + w.name // of several friends, this one
			}
		}
		x.mention(w)
		if report, at := s.reports(f); report != "" {
			third := s.at(at) == "he" || s.at(at) == "she" || s.at(at) == "they"
			switch {
			case report == "know", report == "say" && (w.id == "doctor" || !w.user() && third):
			case report != "wish" && w.user():
				hedged = true
			default:
				return
			}
			if at > i {
				i = at - 1
			}
			s.opened = at
			continue
		}
		if w.attr != "" {
			if end := x.attribute(s, f, limit); end > 0 {
				done = end
			}
			continue
		}
		end := x.neverWe(s, f, limit)
		if end == 0 {
			end = x.match(s, f, limit)
		}
		if end == 0 {
			end = x.feels(s, f, limit, x.topic)
		}
		if end == 0 && elided && being && !f.be {
			// "I'm 41 and recently divorced": the verb is left out too.
			f.be = true
			end = x.match(s, f, limit)
		}
		if end > 0 {
			end = x.more(s, f, end)
		}
		being, plain = f.be, end > 0 && !s.infinitive(span{f.from, end}) && !f.can && !f.future && !f.would
		if end > 0 {
			done = end
			continue
		}
		if f.back >= 0 && f.back < f.pos {
			again := f
			again.pos = f.back
			again.be, again.perfect = false, false
			if end := x.match(s, again, limit); end > 0 {
				done = x.more(s, again, end)
				plain = true
			}
		}
	}
	if x.explicit {
		x.keepAsSaid(s, limit)
	}
}

// begins reports whether a clause may begin at i.
func (s *reading) begins(i int) bool {
	if i == 0 || i == s.opened {
		return true
	}
	if s.tokens[i].kind == aMark || s.tokens[i].kind == aSmile {
		return false
	}
	p := s.tokens[i-1]
	if p.kind == aMark || p.kind == aSmile {
		return p.text != "'" && p.text != "/"
	}
	switch p.text {
	case "and", "but", "so", "because", "since", "while", "although", "though", "or", "then", "that", "plus", "yet", "cause", "cuz", "as", "therefore", "whereas":
		return true
	}
	// "I like tea I hate coffee": a subject in the middle begins a clause too.
	return s.at(i) == "i" && i > 0
}

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

// continues reports whether a clause without a subject goes on about the one
// before: "and work as a nurse".
func (s *reading) continues(i, j int) bool {
	if s.tokens[j].kind != aWord {
		return false
	}
	switch s.at(i - 1) {
	case "and", "but", "or", "then", ",", "so":
		return !s.is(j, barred) || s.at(j) == "also" || s.at(j) == "now" || s.is(j, adverb)
	}
	return j > i && (s.is(j, adverb) || !s.is(j, barred))
}

// sameVerb reports whether a clause without a subject has a verb of its own that
// the subject governs: a participle needs "is" before it, and a bare verb may go
// on with an infinitive instead ("I want to learn it and move").
func (s *reading) sameVerb(i int, being, plain bool) bool {
	for s.is(i, adverb) && i+1 < len(s.tokens) {
		i++
	}
	w := s.at(i)
	if strings.HasSuffix(w, "ing") {
		return being && s.at(i-1) == "and"
	}
	return plain || being || s.is(i, verbal) || strings.HasSuffix(w, "ed")
}

// infinitive reports whether a stretch holds "to" before a verb.
func (s *reading) infinitive(p span) bool {
	for i := p.from; i < p.to-1; i++ {
		if s.at(i) == "to" && !s.capital(i+1) && !s.is(i+1, article) && s.tokens[i+1].kind == aWord && !s.is(i+1, channel) {
			return true
		}
	}
	return false
}

// reports finds a verb of saying or thinking that governs another clause, and
// where that clause begins.
func (s *reading) reports(f frame) (string, int) {
	kind := ""
	i := f.pos
	switch s.at(i) {
	case "think", "guess", "believe", "suppose", "suspect", "feel", "figure":
		kind = "think"
	case "say", "says", "said", "tell", "tells", "told", "claim", "claims", "claimed", "swear", "swears", "thinks", "thought", "believes", "jokes", "joked", "insists", "insisted", "mentioned", "mention", "heard", "hears", "wrote", "writes", "asked", "asks", "wonders", "pretends", "dreamed", "dreamt", "wish", "wishes", "wants", "wanted", "suggested", "suggests", "keeps", "read", "imagine":
		kind = "say"
	case "know", "mean", "realize", "realized", "noticed", "found", "learned", "discovered", "remember", "remembered", "forgot":
		kind = "think"
	default:
		return "", 0
	}
	j := i + 1
	if kind == "say" || s.at(i) == "found" || s.at(i) == "told" {
		switch s.at(j) {
		case "me", "us", "him", "her", "them", "you", "everyone", "people", "out":
			j++
		}
	}
	if s.at(j) == "that" || s.at(j) == "like" {
		j++
	}
	switch s.at(j) {
	case "i", "we", "my", "he", "she", "they", "his", "her", "our", "you", "it", "the", "this", "there":
		if s.at(i) == "wish" || s.at(i) == "dreamed" || s.at(i) == "dreamt" || s.at(i) == "imagine" {
			return "wish", len(s.tokens)
		}
		if kind == "think" && (s.at(i) == "know" || s.at(i) == "mean" || s.at(i) == "found" || s.at(i) == "realized" || s.at(i) == "learned" || s.at(i) == "discovered" || s.at(i) == "noticed") {
			return "know", j
		}
		return kind, j
	case ":", ",", "\"", "“":
		if kind == "say" {
			return "say", j
		}
	}
	return "", 0
}
