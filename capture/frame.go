package capture

// who is whom a clause speaks of.
type who struct {
	id    string // "user", "mother", "dog", a name
	label string // as the record's text says it; empty: the user
	attr  string // "my <attr>": the clause tells its value
	value attribute
	name  string // given in passing: "my wife Anna"
	loose bool   // a name we know nothing of
	doubt bool   // found by a pronoun
	named span   // where the name stands
}

func (w who) user() bool { return w.id == "user" && w.attr == "" }

// frame is what stands between a subject and what is said of it.
type frame struct {
	who
	from int // where the clause begins
	pos  int // where a form may begin
	back int // where it may begin if the last auxiliary was a verb after all; -1: nowhere

	be, perfect, past, future, can, would, modal bool
	neg                                          bool // not
	never                                        bool
	longer                                       bool   // no longer, not any more
	former                                       bool   // used to
	begun                                        bool   // started, now
	degree                                       int    // 1 very, -1 a little
	hedged                                       bool   // I think, maybe
	how                                          string // the word for the degree, in Chinese
	order                                        bool   // told to the assistant
	lasting                                      bool   // from now on, always
	elided                                       bool   // the subject is the clause's before
	frequent                                     bool   // usually, always
	chinese                                      bool
}

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

// fits reports whether a row may follow the frame.
func (f *frame) fits(on string) bool {
	if f.order {
		switch on {
		case "order":
			return true
		case "lasting":
			return f.lasting
		case "never":
			return f.never
		}
		return false
	}
	if f.modal {
		return false
	}
	switch on {
	case "be":
		return f.be && !f.can && !f.would && !f.future
	case "verb":
		return !f.be && !f.can && !f.would && !f.future
	case "any":
		return !f.can && !f.would && !f.future
	case "can":
		return f.can && !f.would
	case "cannot":
		return f.can && f.neg
	case "would":
		return f.would
	case "future":
		return f.future && !f.can
	}
	return false
}
