package memory

import (
	"cmp"
	"slices"
	"time"
)

// coverReach bounds the hits that are looked at; further down nothing fits a block any more but
// what stands aside, which is looked for up to coverFar.
const (
	coverReach = 64
	coverFar   = 128
	coverSure  = 12 // what stands so far in front is shown for sure, and needs no place held for it
)

// tellsMore is the share of an episode's words that must be new beside the facts taken from it,
// for both to be shown.
const tellsMore = 0.4

// repeatsAll is the share of new words below which what was taken from an episode need not stand
// behind it.
const repeatsAll = 0.15

// cover drops the episodes that tell hardly more than the facts that were taken from them and
// are hits too: a fact says the same in fewer words. The best of those facts takes the place; one
// that holds no more does not, since what was said on a day stays true of that day.
// A statement is the other way round: it is a part of its episode word for word, so where the
// episode is shown the statement is dropped.
func cover(hits []rankedHit, now time.Time, q *Question, words []Term, dropped []Drop) ([]rankedHit, []Drop) {
	reach := min(len(hits), coverReach)
	var covered [coverFar]bool
	var room [coverFar]int
	facts := room[:0]
	for j := range hits[:reach] {
		if !isVerbatim(hits[j].Record) {
			facts = append(facts, j)
		}
	}
	for j := reach; j < min(len(hits), coverFar); j++ {
		if hits[j].Aside && !isVerbatim(hits[j].Record) {
			facts = append(facts, j)
		}
	}
	var said, told, own []Term
	any := false
	for i := range hits[:reach] {
		if !isVerbatim(hits[i].Record) {
			continue
		}
		if toldBefore(hits, i, &said, &told) {
			covered[i], any = true, true
			continue
		}
		best := -1
		told = told[:0]
		for _, j := range facts {
			r := hits[j].Record
			switch {
			case !SameMessage(hits[i].Record, r):
			case r.Predicate == PredicateStatement:
				if holdsAll(hits[i].Record, r, &said, &own) {
					covered[j], any = true, true
				}
			case r.Status == Current && r.ValidAt(now):
				told = AppendTerms(told, r.Text)
				if best < 0 {
					best = j
				}
			}
		}
		if best < 0 {
			continue
		}
		said = AppendTerms(said[:0], hits[i].Record.Text)
		if newShare(said, told) < tellsMore && !tellsAsked(said, told, q, words) {
			covered[i], any = true, true
			hits[best].Score = max(hits[best].Score, hits[i].Score)
			hits[best].Aside = hits[best].Aside && (hits[i].Aside || i >= coverSure)
			continue
		}
		for _, j := range facts {
			if j > i && hits[j].Record.Status == Current && SameMessage(hits[i].Record, hits[j].Record) {
				told = AppendTerms(told[:0], hits[j].Record.Text)
				if newShare(told, said) < repeatsAll {
					covered[j], any = true, true
				}
			}
		}
	}
	if !any {
		return hits, dropped
	}
	kept := hits[:0]
	for i, h := range hits {
		if i < coverFar && covered[i] {
			dropped = append(dropped, Drop{h.Record.ID, "covered", h.Score})
		} else {
			kept = append(kept, h)
		}
	}
	slices.SortStableFunc(kept, func(a, b rankedHit) int { return cmp.Compare(b.Score, a.Score) })
	return kept, dropped
}

// holdsAll reports whether an episode holds what a statement of its message says: an event is but a
// part of that message.
func holdsAll(episode, statement *Record, said, told *[]Term) bool {
	if len(episode.Text) >= len(statement.Text) {
		return true
	}
	*said, *told = AppendTerms((*said)[:0], statement.Text), AppendTerms((*told)[:0], episode.Text)
	return newShare(*said, *told) < tellsMore
}

// tellsAsked reports whether what an episode tells beside the facts taken from it is what a question
// asks for: a word of it, or the time or number it wants.
func tellsAsked(said, told []Term, q *Question, words []Term) bool {
	for _, t := range said {
		if hasTerm(told, t) {
			continue
		}
		if t.Kind() == NumberTerm && q.Wants&(Dated|Numbers) != 0 || t.Kind() == WordTerm && hasTerm(words, t) {
			return true
		}
	}
	return false
}

// toldBefore reports whether a better hit holds the very words of the same message: an event and
// the sentence that tells of it.
func toldBefore(hits []rankedHit, i int, said, told *[]Term) bool {
	const next = 0.1 // share of new words that is next to none
	one := hits[i].Record
	if len(one.Sources) == 0 {
		return false
	}
	for j := range i {
		if r := hits[j].Record; r.Layer != Episodic || !SameMessage(one, r) {
			continue
		}
		*said = AppendTerms((*said)[:0], one.Text)
		*told = AppendTerms((*told)[:0], hits[j].Record.Text)
		if newShare(*said, *told) < next {
			return true
		}
	}
	return false
}

// isVerbatim reports whether a record is what somebody said rather than what was taken from it.
func isVerbatim(r *Record) bool {
	return r.Layer == Episodic && (len(r.Sources) == 0 || r.Sources[0].Quote == "" || r.Sources[0].Quote == r.Text)
}

// SameMessage reports whether a fact rests on the message that an episode is of.
func SameMessage(episode, fact *Record) bool {
	for i := range episode.Sources {
		e := &episode.Sources[i]
		for j := range fact.Sources {
			if f := &fact.Sources[j]; e.MessageID != "" && sameID(e.MessageID, f.MessageID) && sameID(e.SessionID, f.SessionID) {
				return true
			}
		}
	}
	return false
}

// sameID reports whether two ids are equal. Ids that were made one after another differ at their
// end, which is looked at first.
func sameID(a, b string) bool {
	n := len(a)
	return n == len(b) && (n == 0 || a[n-1] == b[n-1] && a == b)
}

// newShare is the share of the words in said, by what they tell, that told does not hold.
func newShare(said, told []Term) float32 {
	var all, fresh float32
	for _, t := range said {
		w := float32(1)
		switch t.Kind() {
		case CharTerm:
			continue
		case PairTerm:
			w = 0.5
		}
		all += w
		if !hasTerm(told, t) {
			fresh += w
		}
	}
	if all == 0 {
		return 0
	}
	return fresh / all
}

// AppendFactsOf appends those of some facts that rest on the message of an episode.
func AppendFactsOf(dst []*Record, episode *Record, facts []*Record) []*Record {
	for _, r := range facts {
		if SameMessage(episode, r) {
			dst = append(dst, r)
		}
	}
	return dst
}

// Outlived reports whether an episode tells hardly more than facts of its own message that hold
// no more: shown alone it would pass for what is true now. over holds those facts, which were
// superseded or true for a few days only; that no current fact rests on the same message is for the caller to see.
func Outlived(episode *Record, over []*Record) bool {
	if len(over) == 0 || !isVerbatim(episode) {
		return false
	}
	var buffer, said [64]Term
	told := buffer[:0]
	for _, r := range over {
		told = AppendTerms(told, r.Text)
		if r.Kind == KindTemporary { // its text has the day itself where the sentence says "tomorrow"
			for j := range r.Sources {
				told = AppendTerms(told, r.Sources[j].Quote)
			}
		}
	}
	return len(told) > 0 && newShare(AppendTerms(said[:0], episode.Text), told) < outlivedMore
}

// Renews reports whether a later sentence speaks of what an earlier one spoke of: it says at least
// half of its words again.
func Renews(later, earlier *Record) bool {
	var a, b [64]Term
	return newShare(AppendTerms(a[:0], earlier.Text), AppendTerms(b[:0], later.Text)) <= renewedMost
}

// renewedMost is the share of an earlier sentence's words that a later one may leave out and still
// take its place.
const renewedMost = 0.34

// TakenBack reports whether somebody said that a record holds no longer: another took its place,
// or nothing did. What only came to its end by itself was true all the same.
func TakenBack(r *Record) bool {
	switch {
	case r.Status == Superseded:
		return true
	case r.Status != Expired || r.Ended.IsZero() || r.Constraint.ValidUntil.IsZero():
		return false
	case !r.Ended.After(r.Constraint.ValidUntil):
		return true
	}
	// "I was laid off last week" ends a job as of then. A state whose time ran out would first have
	// waited for an answer.
	return !Expires(*r) && !r.Tagged(TagTTL) && (r.Constraint.ValidUntil.Before(r.Created) || r.Ended.Before(r.Constraint.ValidUntil.Add(ReviewGrace)))
}

// outlivedMore is the share of new words from which an episode is shown though the facts taken
// from it hold no more.
const outlivedMore = 0.4
