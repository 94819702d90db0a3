package extract

import "strings"

// masked reports whether a stretch holds a field that was masked before it got here:
// what is left of it tells nothing.
func (s *reading) masked(p span) bool {
	for i := p.from; i < min(p.to+1, len(s.tokens)); i++ {
		if strings.HasPrefix(s.at(i), "[") && len(s.at(i)) > 1 {
			return true
		}
	}
	return false
}

// anybody reports whether a part is of somebody it does not name: "a friend of mine
// sold ...", "people in my office love ...", "everyone here ...".
func (s *reading) anybody(j, to int) bool {
	switch s.at(j) {
	case "people", "everyone", "everybody", "someone", "somebody", "nobody", "folks", "most", "many", "others":
		return j+1 < to
	case "a", "an", "another", "one", "some":
		for k := j + 1; k < min(j+7, to-1); k++ {
			if s.is(k, verbal) || s.marks(k) {
				return false
			}
			if s.at(k) == "of" && (s.at(k+1) == "mine" || s.at(k+1) == "my" || s.at(k+1) == "our" || s.at(k+1) == "ours" || s.at(k+1) == "us") {
				return s.talk.kin[s.at(k-1)] != "" || s.at(k+1) != "mine"
			}
		}
	}
	return false
}

// whereaboutsOf reports whether a part tells where its speaker is at this moment:
// "I'm at the airport", "I'm on the train".
func (s *reading) whereaboutsOf(j, to int) bool {
	if s.at(j) != "i" && s.at(j) != "we" || s.at(j+1) != "am" && s.at(j+1) != "are" {
		return false
	}
	k := j + 2
	for s.is(k, adverb) || s.at(k) == "still" || s.at(k) == "just" {
		k++
	}
	if s.at(k) != "at" && s.at(k) != "on" && s.at(k) != "in" {
		return false
	}
	switch s.at(k + 1) {
	case "room", "gate", "platform", "seat", "terminal", "hall", "row", "line", "transit", "traffic":
		return true
	}
	if s.at(k+1) != "the" && s.at(k+1) != "a" || s.capital(k+2) || k+2 >= to {
		return false
	}
	switch s.at(k + 2) {
	case "board", "committee", "team", "middle", "process", "council", "waitlist", "waiting", "list", "autism", "spectrum", "band", "choir", "army", "navy", "relationship", "wheelchair", "diet", "budget", "low", "keto", "pill", "same":
		return false
	}
	return k+3 >= to || s.marks(k+3) || s.at(k+3) == "and" || s.at(k+3) == "now" || s.is(k+3, breaks|tail)
}
