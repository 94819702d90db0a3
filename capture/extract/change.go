package extract

import "mneme/memory"

// turns reports whether a refusal takes back what was liked or done before: it was
// said as a change, not as one more taste.
func (x *extraction) turns(f frame, predicate string) bool {
	switch predicate {
	case "rejects", "avoids", "never", "dislikes":
		return f.longer || f.begun || f.lasting || changed(x.turn.Text)
	}
	return false
}

// tasted reports whether what a predicate speaks of may be liked or refused next:
// "I'm not allergic to it, I just don't like it".
func tasted(predicate string) bool {
	switch predicate {
	case "allergy", "likes", "dislikes", "avoids", "prefers", "rejects", "uses", "habit", "learning":
		return true
	}
	return false
}

// changed reports whether a turn says that something became different.
func changed(text string) bool {
	folded := memory.Fold(text)
	return anySign(folded, "changed my mind", "from now on", "no longer", "anymore", "any more", "these days", "gave up") || holdsAny(folded, "改主意", "改变主意", "以后", "从现在", "不再", "现在不", "戒了")
}

// lately reports whether "now" or "again" stands about the end of a clause: what is
// told became so.
func (s *reading) lately(end int) bool {
	return s.holds(span{max(end-1, 0), min(end+3, len(s.tokens))}, "now", "again", "nowadays") || s.at(0) == "now" || s.at(0) == "nowadays" || s.stands(0, []string{"these", "days"})
}

// first is where the subject of a clause stands, after a day it begins with.
func (s *reading) first(f frame) int {
	for i := f.from; i < f.pos; i++ {
		if s.at(i) == "i" || s.at(i) == "we" {
			return i
		}
	}
	return f.from
}

// many reports whether a count is more than one.
func many(w string) bool {
	switch w {
	case "a", "an", "one", "1", "another", "一", "":
		return false
	}
	return len(w) > 0 && (w[0] >= '2' && w[0] <= '9' || w[0] >= 'a' && w[0] <= 'z')
}

// reasoned reports whether this turn gave a reason why something must not be.
func (x *extraction) reasoned() bool {
	for _, d := range x.drafts[min(x.from, len(x.drafts)):] {
		switch d.Record.Predicate {
		case "health", "allergy", "dislikes", "avoids", "diet":
			return true
		}
	}
	return false
}
