package extract

// order reads the beginning of what the assistant is told: "from now on", "please
// always", "never", "don't". It reports false where no order begins.
func (s *reading) order(i int) (frame, bool) {
	f := frame{who: who{id: "user"}, from: i, back: -1, order: true}
	told := false
	for again := true; again; {
		again = false
		switch {
		case s.at(i) == "please" || s.at(i) == "just" || s.at(i) == "also" && i == f.from:
			told, again = true, true
			i++
		case s.at(i) == "," && told:
			again = true
			i++
		}
		for _, words := range [][]string{
			{"from", "now", "on"}, {"in", "the", "future"}, {"in", "future"}, {"going", "forward"}, {"by", "default"}, {"always"}, {"from", "here", "on"},
		} {
			if s.stands(i, words) {
				f.lasting, told, again = true, true, true
				i += len(words)
			}
		}
	}
	switch {
	case s.at(i) == "never":
		f.never, f.neg = true, true
		i++
	case s.at(i) == "do" && s.at(i+1) == "not":
		f.neg = true
		i += 2
		if s.at(i) == "ever" {
			f.never, f.lasting = true, true
			i++
		}
	case s.at(i) == "you" && f.lasting:
		i++
		if s.is(i, verbal) {
			i++
		}
	}
	if s.at(i) == "always" {
		f.lasting = true
		i++
	}
	if n := len(s.tokens); n > 3 && f.from <= 2 && (s.stands(n-3, []string{"from", "now", "on"}) || s.stands(n-2, []string{"in", "future"}) || s.stands(n-2, []string{"going", "forward"}) || s.stands(n-3, []string{"in", "the", "future"})) {
		f.lasting = true
		for s.stop = n - 1; s.stop > 0 && s.at(s.stop) != "from" && s.at(s.stop) != "in" && s.at(s.stop) != "going"; s.stop-- {
		}
	}
	for k := i + 1; k < len(s.tokens) && !f.lasting && (f.from <= 2 || s.marks(f.from-1)); k++ {
		if s.stands(k, []string{"from", "now", "on"}) && s.marks(k+3) {
			f.lasting, s.stop = true, k
		}
	}
	f.pos = i
	if i >= len(s.tokens) || s.tokens[i].kind != aWord || s.is(i, verbal) || s.at(i) == "my" || s.at(i) == "i" {
		return f, false
	}
	if s.at(i-1) == "[" {
		return f, false // the name of what was masked: "[address]"
	}
	if end := i + 1; f.lasting && !f.neg && (end >= len(s.tokens) || s.marks(end) || end == s.stop || s.stands(end, []string{"it"}) && !s.shapes(i, end) || s.at(end) == "this" || s.at(end) == "that" || s.at(end) == "these" || s.at(end) == "those") {
		return f, false // "please use it from now on": of what was said before
	}
	if f.never && s.talk.words[s.at(i)]&adverb == 0 && s.is(i, tail) {
		return f, false // "never mind", "never again"
	}
	if f.never && (s.at(i) == "mind" || s.at(i) == "been" || s.at(i) == "had" || s.at(i) == "seen" || s.at(i) == "heard") {
		return f, false
	}
	if f.lasting && s.capital(i) && i > f.from {
		return f, false
	}
	if (f.never || f.lasting) && (!s.instructs(i) || f.from > 0 && s.tokens[f.from-1].kind != aMark && s.at(f.from-1) != "and" && s.at(f.from-1) != "but" && s.at(f.from-1) != "so" && s.at(f.from-1) != "also") {
		return f, false // "always full of surprises", "never gets old"
	}
	return f, true
}

// instructs reports whether a verb tells an assistant what to do.
func (s *reading) instructs(i int) bool {
	if s.holds(span{i, min(i+6, len(s.tokens))}, "your", "yourself") && !s.holds(span{i, len(s.tokens)}, "answers", "replies", "responses", "answer", "reply", "response", "messages") {
		return false
	}
	if s.at(i+1) == "up" || s.at(i+1) == "in" && s.at(i) == "give" {
		return false
	}
	switch s.at(i) {
	case "answer", "reply", "respond", "use", "call", "recommend", "suggest", "include", "write", "send", "show", "give", "mention", "ask", "tell", "speak", "keep", "start", "end", "add", "translate", "format", "cite", "check", "remind", "contact", "schedule", "book", "order", "put", "address", "refer", "say", "explain", "provide", "avoid", "run", "commit", "push", "delete", "touch", "change", "share", "buy", "cook", "serve", "email", "e-mail", "text", "phone", "make", "do", "double-check", "assume", "offer", "propose", "reveal", "discuss", "bring", "treat", "be", "quote", "specify", "confirm", "prioritize", "assign", "deploy", "merge", "remove", "store", "sign", "begin", "present", "summarize", "list", "return", "wake", "let", "sell", "charge", "ship", "deliver", "leave", "wait", "skip":
		return true
	}
	return false
}
