package extract

// tasteful reports whether a phrase names a thing of taste, not something on the
// table: "the second option" is only for now.
func (s *reading) tasteful(p span) bool {
	if s.holds(p, "idea", "suggestion", "option", "plan", "approach", "answer", "version", "sound", "above", "code", "suggestions", "ideas", "options", "working", "talking", "hearing", "chatting") {
		return false
	}
	if p.to-p.from == 1 {
		switch s.at(p.from) {
		case "simple", "clear", "short", "quick", "easy", "small", "big", "light", "dark", "home", "food", "daily", "life", "better", "fast":
			return false
		}
	}
	switch s.at(p.from - 1) {
	case "the":
		return s.capital(p.from)
	case "my", "our":
		return p.to-p.from > 1
	case "his", "her", "their", "its", "your":
		return false
	}
	return true
}

// substance reports whether a habit has more in it than its verb and how often.
func (s *reading) substance(p span) bool {
	n := 0
	for i := p.from + 1; i < p.to; i++ {
		switch s.at(i) {
		case "every", "each", "daily", "weekly", "day", "week", "twice", "once", "a", "times", "the", "it", "there", "so", "just", "few", "time", "same", "that":
			continue
		}
		n++
	}
	switch s.at(p.from) {
	case "do", "does", "go", "goes", "have", "take", "takes", "get":
		return n >= 1
	}
	return n >= 1 || p.to-p.from >= 2
}

// abstract reports whether what is looked for is no thing one gets.
func (s *reading) abstract(p span) bool {
	return s.holds(p, "recommendations", "recommendation", "advice", "suggestions", "suggestion", "ideas", "ways", "way", "tips", "information", "info", "help", "something", "inspiration", "feedback", "opportunities", "resources", "options", "guidance", "examples", "answers", "support", "insights", "strategies", "solution", "solutions", "alternatives", "someone", "anything", "methods", "details", "explanation", "tools", "clarity", "one", "ones", "brands", "balance", "best", "match", "similar", "following", "same")
}

// idle reports whether an aim is only talk of the task at hand.
func (s *reading) idle(p span) bool {
	switch s.at(p.from) {
	case "start", "write", "build", "take", "have", "leave", "gain", "record", "lead", "switch", "change", "apply", "open", "stop", "finish", "launch", "organize", "host", "publish", "compose", "found", "propose", "save", "sell", "attend", "join", "lose":
		return !s.capital(p.to-1) && !s.holds(p, "business", "company", "restaurant", "family", "job", "career", "house", "money", "smoking", "shop", "bakery", "marathon", "novel", "weight", "kilos", "pounds", "kg", "choir", "club", "band")
	case "learn":
		return s.holds(span{p.from + 1, p.from + 2}, "about", "how", "more", "from", "what", "why", "to")
	}
	return false
}

// generic reports whether a phrase is of things everybody works on.
func (s *reading) generic(p span) bool {
	if p.to-p.from < 2 && !s.capital(p.from) {
		return true
	}
	return s.holds(p, "code", "function", "bug", "issue", "feature", "request", "assignment", "draft", "version", "problem", "task", "part", "section", "deadline", "homework", "essay", "improving", "getting", "making")
}

// trifle reports whether what is meant to be done is a matter of the moment.
func (s *reading) trifle(p span) bool {
	return s.holds(p, "code", "function", "file", "script", "bug", "this", "that", "it", "email", "query", "error", "test", "class", "method", "essay", "paragraph", "sentence", "sure", "sense", "list", "table", "look", "question", "note", "time", "break", "advantage", "account", "step", "back")
}

// frequent reports whether a clause says how often.
func (s *reading) frequent(p span) bool {
	for i := p.from; i < min(p.to+2, len(s.tokens)); i++ {
		switch s.at(i) {
		case "each":
			if w := s.at(i + 1); w == "day" || w == "morning" || w == "week" || w == "night" || w == "evening" || w == "month" || w == "year" {
				return true
			}
		case "daily", "weekly", "monthly", "nightly":
			if s.marks(i+1) || s.is(i+1, breaks) || s.at(i+1) == "and" || s.at(i+1) == "with" || s.at(i+1) == "in" || s.at(i+1) == "at" || s.at(i+1) == "before" || s.at(i+1) == "after" {
				return true
			}
		case "every", "twice", "mondays", "tuesdays", "wednesdays", "thursdays", "fridays", "saturdays", "sundays", "weekends", "mornings", "evenings":
			return true
		case "once", "times":
			if s.at(i+1) == "a" || s.at(i+1) == "per" {
				return true
			}
		}
	}
	return false
}

// onlyFollows reports whether a contrast follows: ", only cardiology".
func (s *reading) onlyFollows(end int) bool {
	for i := end; i < min(end+4, len(s.tokens)); i++ {
		switch s.at(i) {
		case "only", "just", "exclusively", "solely", "but":
			return true
		}
	}
	return false
}
