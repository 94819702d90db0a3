package extract

// who is whom a clause speaks of.
type who struct {
	id    string // "user", "mother", "dog", a name
	label string // as the record's text says it; empty: the user
	kin   string // the label without the name in it; empty: there is none
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
	undone                                       bool // 没: it was not done, which is not that it is never done
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
