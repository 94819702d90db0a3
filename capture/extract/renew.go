package extract

import (
	"strings"

	"mneme/memory"
)

// renewed finds the facts that a statement takes the place of, the nearest first:
// they speak of the same, and the statement says that something became different
// and has a value of the same sort, or says that it is over.
func (x *extraction) renewed(s *reading, c chunk, said []topical) []told {
	over := s.ended(c.cue)
	if !over && !s.differs(c.cue) {
		return nil
	}
	v := renewal{x: x, said: said, rule: c.rule, over: over, digits: s.hasDigit(c.span)}
	_, v.dated = s.dated(c.span)
	for i := range x.in.Known {
		k := &x.in.Known[i]
		if k.Layer == memory.Semantic && (k.Status == memory.Current || k.Status == "") {
			v.consider(k, x.foldedKnown(i), told{draft: Draft{Record: *k, Target: k.ID}, turn: -1})
		}
	}
	for i := range x.told {
		h := x.told[i]
		if h.turn == x.index && !x.turn.Seen || h.draft.Act == memory.Retract || h.draft.Record.Layer != memory.Semantic {
			continue
		}
		h.draft.Target = ""
		v.consider(&h.draft.Record, memory.Fold(h.draft.Record.Text+" "+h.draft.Record.Constraint.Context), h)
	}
	return v.found
}

// renewal is a statement on its way to the facts it takes the place of.
type renewal struct {
	x                   *extraction
	said                []topical
	rule                bool // it tells what is to be done
	over, dated, digits bool
	most                int
	found               []told // the nearest first
	tried               int
	nearest             bool // half of what the first is about is spoken of
}

// mostConsidered bounds the facts that are looked at closely.
const mostConsidered = 32

// consider judges one fact.
func (v *renewal) consider(r *memory.Record, text string, t told) {
	shared, words, sum := 0, 0, 0
	for _, w := range v.said {
		if !authority(w.text) && strings.Contains(text, w.text) && !(hasDigits(w.text) && len(w.text) < 3) {
			words++
			shared++
			if w.value {
				shared++ // a name tells more than a word
			}
			sum += min(len(w.text), 8)
		}
	}
	if shared == 0 || r.Object == "" || r.Predicate == "name" || r.Predicate == "named" || !v.rule && !v.over && isOrder(r) {
		return
	}
	if v.tried++; v.tried > mostConsidered {
		return
	}
	weight := v.x.substance(r.Text)
	if words*2 < weight {
		return // two that share a name or a place are not of one thing yet
	}
	if !v.over && !v.fits(r.Text) {
		return
	}
	near := shared*2 >= weight && v.numbers(r.Text)
	if !near && r.Predicate == memory.PredicateStatement && tellsOfPast(r.Text) {
		return // what happened stays so, whatever happens next
	}
	switch {
	case sum >= v.most:
		if !v.nearest {
			v.found = v.found[:0]
		}
		v.most, v.nearest = sum, near
		v.found = append([]told{t}, v.found...)
	case near && len(v.found) < mostRenewed:
		v.found = append(v.found, t)
	}
}

// isOrder reports whether a fact tells how things are always to be done: only another order takes
// its place, nothing that happens does.
func isOrder(r *memory.Record) bool {
	switch r.Predicate {
	case "answer_style", "answer_language":
		return true
	case memory.PredicateStatement:
		return memory.Lasting(r.Text)
	}
	return false
}

// tellsOfPast reports whether a text tells of what somebody did or felt once: no later
// event takes its place.
func tellsOfPast(text string) bool {
	if memory.Han(text) {
		at := strings.IndexAny(text, "了过")
		return at >= 0 && !strings.HasSuffix(text, "了") || strings.Contains(text, "感到") || strings.Contains(text, "觉得")
	}
	for _, t := range tokenize(text) {
		if pastTense(t.text) {
			return true
		}
		switch t.text { // of states too, and so no pastTense
		case "was", "were", "had", "felt", "made", "lost", "said", "bought", "left", "didn't", "wasn't", "couldn't", "thought", "knew", "began", "became", "fought", "read", "held", "kept", "understood":
			return true
		}
		if len(t.text) > 4 && strings.HasSuffix(t.text, "ed") {
			return true
		}
	}
	return false
}

// numbers reports whether the numbers of a fact are spoken of: shelf 12 is not
// shelf 7.
func (v *renewal) numbers(text string) bool {
	for _, t := range tokenize(text) {
		if t.kind != aNumber {
			continue
		}
		spoken := false
		for _, w := range v.said {
			spoken = spoken || w.text == t.text
		}
		if !spoken {
			return false
		}
	}
	return true
}

// mostRenewed bounds the facts that one statement takes the place of.
const mostRenewed = 3

// retires ends an older statement that facts of the same sentence speak against.
func (x *extraction) retires(s *reading, c chunk, olds []told) {
	for i := range olds {
		old := &olds[i]
		if p := old.draft.Record.Predicate; p != memory.PredicateStatement && p != "never" && p != "plan" {
			continue
		}
		d := Draft{Act: memory.Retract, Target: old.draft.Target, Quote: s.quote(c.span), Explicit: x.explicit, Record: old.draft.Record}
		d.Record.Confidence, d.Record.Constraint = saidPlainly, memory.Constraint{}
		x.propose(d, old.kind)
	}
}

// weight counts the salient words of a text, without those of its days: they are what
// changes.
func (x *extraction) weight(text string) int {
	s := &reading{sentence: sentence{tokens: tokenize(text)}, source: text, talk: x.rules.english}
	if hasDigits(text) {
		s.dates = memory.When(text, x.turn.At, x.zone)
	}
	n := len(x.salient(s, span{0, len(s.tokens)}))
	for i, t := range s.tokens {
		if _, dated := s.inDate(i); dated && t.kind == aNumber {
			n--
		}
	}
	return n
}

// substance is weight without those on whose word something is so: two bans of the same doctor are
// not of one thing yet.
func (x *extraction) substance(text string) int {
	s := &reading{sentence: sentence{tokens: tokenize(text)}, source: text, talk: x.rules.english}
	n := x.weight(text)
	for _, w := range x.salient(s, span{0, len(s.tokens)}) {
		if authority(w.text) {
			n--
		}
	}
	return max(n, 1)
}

// authority reports whether a salient word names one who allows and forbids, or how he does.
func authority(w string) bool {
	switch w {
	case "医生", "大夫", "医嘱", "生说", "夫说", "老师", "师说", "老板", "板说", "教练", "练说", "营养", "养师", "doctor", "physician", "dentist", "nurse", "therapist", "coach", "teacher", "boss", "physio", "gp", "dr", "told", "said", "anymor":
		return true
	}
	return false
}

// known reports whether words are of what is known, or was said in this turn.
func (x *extraction) known(said []topical) bool {
	for _, w := range said {
		if hasDigits(w.text) && len(w.text) < 3 {
			continue
		}
		for i := range x.in.Known {
			if k := &x.in.Known[i]; k.Status == memory.Current && strings.Contains(x.foldedKnown(i), w.text) {
				return true
			}
		}
		for i := range x.told {
			if strings.Contains(memory.Fold(x.told[i].draft.Record.Text), w.text) {
				return true
			}
		}
	}
	return false
}

// foldedKnown returns what a known record says, folded. It is made when it is first
// asked for: most turns never look.
func (x *extraction) foldedKnown(i int) string {
	if x.folded == nil {
		x.folded = make([]string, len(x.in.Known))
	}
	if x.folded[i] == "" {
		k := &x.in.Known[i]
		x.folded[i] = memory.Fold(k.Text + " " + k.Object + " " + k.Predicate + " " + k.Constraint.Context)
	}
	return x.folded[i]
}

// holds reports whether something of an object is known.
func (x *extraction) holds(object string) bool {
	if object == "" {
		return true
	}
	folded := memory.Fold(object)
	for i := range x.in.Known {
		k := &x.in.Known[i]
		if k.Layer == memory.Semantic && (strings.Contains(x.foldedKnown(i), folded) || memory.Covers(k.Object, object)) {
			return true
		}
	}
	for i := range x.told {
		if r := &x.told[i].draft.Record; x.told[i].draft.Act != memory.Retract && memory.Covers(r.Object, object) {
			return true
		}
	}
	return false
}

// fits reports whether a fact has a value of the sort that the statement has, or none.
// Looking for a date is dear: it is done last.
func (v *renewal) fits(text string) bool {
	digits := hasDigits(text)
	if v.digits && digits {
		return true
	}
	dated := len(memory.When(text, v.x.turn.At, v.x.zone)) > 0
	return v.dated && dated || !dated && !digits
}
