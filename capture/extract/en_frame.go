package extract

// group reads the auxiliaries and adverbs after a subject.
func (s *reading) group(f frame, i int) frame {
	f.back = -1
	for ; i < len(s.tokens); i++ {
		w := s.at(i)
		switch w {
		case "am", "is", "are", "'s":
			f.be, f.back = true, -1
			if w == "'s" && f.attr == "" && f.id != "user" && !f.loose {
				f.be = true
			}
		case "was", "were":
			f.be, f.past = true, true
		case "been":
			f.be = true
		case "being":
			f.be = true
		case "do", "does":
			if s.is(i-1, article) {
				f.pos = i
				return f
			}
			f.back = i
		case "did":
			f.past, f.back = true, i
		case "have", "has":
			if s.at(i+1) == "to" || s.at(i+1) == "got" && s.at(i+2) == "to" {
				f.pos = i
				return f
			}
			f.perfect, f.back = true, i
		case "had":
			f.perfect, f.past, f.back = true, true, i
		case "got":
			if f.perfect {
				continue
			}
			f.pos = i
			return f
		case "will", "shall":
			f.future = true
		case "going", "about":
			if f.be && s.at(i+1) == "to" && !s.capital(i+2) && !s.is(i+2, article) && s.at(i+2) != "my" {
				f.future, f.be = true, false
				i++
				continue
			}
			f.pos = i
			return f
		case "would", "'d":
			f.would = true
		case "could", "might", "may", "should", "must", "ought":
			f.modal = true
		case "can":
			f.can = true
		case "not":
			f.neg = true
		case "never":
			f.never, f.neg = true, true
		case "no":
			if s.at(i+1) == "longer" {
				f.longer = true
				i++
				continue
			}
			f.pos = i
			return f
		case "used":
			if s.at(i+1) == "to" {
				if f.be {
					f.pos = i
					return f
				}
				f.former = true
				i++
				continue
			}
			f.pos = i
			return f
		case "started", "began", "start", "begun":
			if n := len(s.at(i + 1)); n > 4 && s.at(i + 1)[n-3:] == "ing" || s.at(i+1) == "to" {
				f.begun, f.past = true, false
				if s.at(i+1) == "to" {
					i++
				}
				continue
			}
			f.pos = i
			return f
		case "think", "guess", "believe", "suppose", "suspect":
			// "I think I am allergic": the clause after it is what counts.
			f.pos = i
			return f
		case "the":
			if f.be && s.at(i+1) == "one" && s.at(i+2) != "of" && s.at(i+2) != "i" {
				if i++; s.at(i+1) == "who" || s.at(i+1) == "that" {
					i++ // "my son is the one who is allergic"
				}
				continue
			}
			f.pos = i
			return f
		default:
			if !s.is(i, adverb) || s.tokens[i].kind != aWord {
				f.pos = i
				return f
			}
			f.back = -1
			f.weigh(s, i)
		}
	}
	f.pos = i
	return f
}

// weigh notes what an adverb says of degree and doubt.
func (f *frame) weigh(s *reading, i int) {
	switch {
	case s.is(i, vague):
		f.hedged = true
	case s.is(i, strong):
		f.degree = 1
	case s.is(i, mild):
		f.degree = -1
	}
	switch s.at(i) {
	case "usually", "always", "often", "regularly", "typically", "normally", "generally":
		f.frequent = true
	case "formerly", "previously", "originally":
		f.former = f.former || s.at(i) != "originally"
	}
}
