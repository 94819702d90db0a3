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
		if w := s.at(j + 2); pastTense(w) && w != "got" && w != "broke" && w != "came" && w != "went" && w != "won" || w == "hid" {
			return true // "the cat hid in the drawer": a story
		}
		if s.chewed(j+2, p.to) {
			return true
		}
	case "i", "we":
		if s.atTheMoment(j+1, p.to) {
			return true
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

// chewed reports whether a verb at i tells what a thing or an animal did, to no end that is named: "the
// dog chewed my shoe".
func (s *reading) chewed(i, to int) bool {
	w := s.at(i)
	if len(w) < 5 || !strings.HasSuffix(w, "ed") || s.is(i, common|verbal) || s.hasDigit(span{i, to}) || s.anyCapital(span{i, to}) {
		return false
	}
	switch w {
	case "moved", "diagnosed", "prescribed", "promoted", "started", "closed", "opened", "changed", "switched", "cancelled", "canceled", "ended", "called", "named", "based", "located", "hosted", "deployed", "shipped", "fixed", "raised", "lowered", "allowed", "banned", "approved", "rejected", "accepted":
		return false
	}
	return true
}

// atTheMoment reports whether what somebody says of himself, from i on, is of this very hour or was
// never to be: "I'm there at 1", "I'm 40 under", "we were going to go", "I need it in an hour".
func (s *reading) atTheMoment(i, to int) bool {
	switch s.at(i) {
	case "am", "are":
		i++
		switch s.at(i) {
		case "there", "here", "outside", "inside", "around":
			return true
		case "looking":
			return s.at(i+1) == "at"
		}
		switch s.at(i + 1) {
		case "under", "over", "short", "down", "ahead", "behind", "left":
			return s.tokens[i].kind == aNumber
		}
	case "click", "press", "tap", "type", "scroll", "paste", "upload", "drag", "hover":
		return true // a step of what is done now
	case "was", "were":
		return s.at(i+1) == "going" && s.at(i+2) == "to" || s.at(i+1) == "about" && s.at(i+2) == "to" || s.at(i+1) == "supposed" && s.at(i+2) == "to"
	case "need", "want":
		for k := i; k+2 < to; k++ {
			if s.at(k) == "in" && (s.at(k+2) == "hour" || s.at(k+2) == "hours" || s.at(k+2) == "minutes" || s.at(k+2) == "mins") {
				return true
			}
		}
	}
	return false
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
