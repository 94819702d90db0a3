package upkeep

import (
	"strings"
	"time"
	"unicode/utf8"

	"mneme/memory"
)

// Lapse is what time does to a record by itself.
type Lapse int

// The lapses.
const (
	Holds      Lapse = iota
	Over             // its time is over
	Due              // a state past its time: a question is due
	Unanswered       // nobody answered the question
	Erase            // its request asked for a lower retention, which is over
)

// poolLife is how long something unsure waits in the observation pool for a
// second hearing.
const poolLife = 90 * day

// LapseOf says what time does to a record.
func LapseOf(r *memory.Record, now time.Time, grace time.Duration) Lapse {
	until := r.Constraint.ValidUntil
	past := !until.IsZero() && !now.Before(until)
	switch {
	case past && memory.HasTag(*r, memory.TagTTL):
		return Erase
	case r.Layer != memory.Semantic || memory.HasTag(*r, memory.TagReflection):
		return Holds
	case r.Status == memory.Pending && now.Sub(r.Updated) >= grace:
		return Unanswered
	case r.Status == memory.Observed && now.Sub(r.Updated) >= poolLife:
		return Unanswered
	case r.Status != memory.Current || !past:
		return Holds
	case memory.Expires(*r):
		return Over
	case !r.Review:
		return Due
	case now.Sub(r.Updated) >= grace: // since it was asked, or heard of last
		return Unanswered
	}
	return Holds
}

// expire ends what is over, with the episodes that say the same, and asks about
// states past their time.
func (p *pass) expire() ([]byte, error) {
	for _, id := range p.ids() {
		r := p.get(id)
		if r == nil {
			continue
		}
		switch n := *r; LapseOf(r, p.now, p.bounds().ReviewGrace) {
		case Over:
			n.Status, n.Ended = memory.Expired, p.now
			var u unit
			p.change(&u, n, "expire", "time-over")
			p.expireWords(&u, &n)
			p.units = append(p.units, u)
		case Due:
			n.Review, n.Updated = true, p.now
			p.alter(n, "review", "due")
		case Unanswered:
			n.Status, n.Ended, n.Review = memory.Expired, p.now, false
			p.alter(n, "expire", "unanswered")
		case Erase:
			var u unit
			p.discard(&u, id, "ttl")
			p.units = append(p.units, u)
		}
	}
	return nil, nil
}

// expireWords ends the episodes of the same words as a fact that is over.
func (p *pass) expireWords(u *unit, fact *memory.Record) {
	for i := range p.records {
		r := &p.records[i]
		if r.Layer != memory.Episodic || r.Status != memory.Current || memory.HasTag(*r, TagSummary) || !sameWords(r, fact) {
			continue
		}
		n := *r
		n.Status, n.Ended = memory.Expired, p.now
		p.change(u, n, "expire", "same-words")
	}
}

// sameWords reports whether an episode says what a fact was taken from and little
// more.
func sameWords(episode, fact *memory.Record) bool {
	for _, e := range episode.Sources {
		for _, f := range fact.Sources {
			if f.MessageID == "" || e.MessageID != f.MessageID || e.SessionID != f.SessionID || f.Quote == "" {
				continue
			}
			quote, text := memory.Fold(f.Quote), memory.Fold(episode.Text)
			if strings.Contains(text, quote) && 10*utf8.RuneCountInString(quote) >= 6*utf8.RuneCountInString(text) {
				return true
			}
		}
	}
	return false
}
