package extract

import "strings"

// baselessEnglish is baseless of an English part.
func (x *extraction) baselessEnglish(s *reading, p span) bool {
	j := p.from
	switch s.at(j) {
	case "the":
		if s.at(j+1) == "same" {
			return true // as what, the next reader cannot tell
		}
	case "same", "ditto", "likewise", "log":
		return true
	case "he", "she", "it", "they":
		if _, ok := x.last(s.at(j)); !ok && s.at(j) != "it" && s.at(j) != "they" {
			return true // of somebody nobody has told of
		}
		for k := j + 1; k < min(j+3, p.to); k++ {
			if s.at(k) == "just" || s.at(k) == "still" || s.at(k) == "keeps" {
				return true // "she just stares at me": what came of an advice
			}
		}
	}
	return s.goingOn(p) || s.enRoute(p)
}

// goingOn reports whether a part tells what a thing is doing just now: "my chain is slipping since
// the service". What people are doing for long is another matter, and so is what nobody sees end.
func (s *reading) goingOn(p span) bool {
	for i := p.from + 1; i+1 < p.to; i++ {
		if w := s.at(i); w != "is" && w != "are" && w != "'s" {
			continue
		}
		k := i + 1
		for s.is(k, adverb) {
			k++
		}
		w := s.at(k)
		if k >= p.to || len(w) < 6 || !strings.HasSuffix(w, "ing") {
			continue
		}
		if _, _, kin := s.relative(p.from + 1); kin {
			return false
		}
		if a := s.talk.attrs[s.at(i-1)]; a.predicate == "goal" || a.predicate == "likes" || a.predicate == "role" {
			return false // "my goal is saving 6000"
		}
		switch s.at(p.from) {
		case "my", "our", "the", "this", "that":
		default:
			return false
		}
		switch w {
		case "missing", "working", "running", "living", "growing", "ageing", "aging", "retiring", "closing", "opening", "moving", "hiring", "boring", "amazing", "charming", "outstanding", "during", "nothing", "anything", "everything", "something", "evening", "morning", "wedding", "meeting", "training", "building", "housing", "clothing", "expiring":
			return false
		}
		return true
	}
	return false
}

// enRoute reports whether a part tells when somebody's train or flight comes in, before a
// question about it: what it is asked for is over with the answer.
func (s *reading) enRoute(p span) bool {
	if s.end != "?" || !s.holds(span{p.from, min(p.from+4, p.to)}, "train", "flight", "bus", "ferry", "plane", "coach", "layover", "connection") {
		return false
	}
	return s.hasDigit(p) && !s.frequent(p)
}
