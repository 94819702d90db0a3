package memory

import "time"

// How long facts hold when nobody said until when.
const (
	TemporaryLife  = 72 * time.Hour       // a meeting, a tracking number: then expired
	StateLife      = 180 * 24 * time.Hour // a job, a home: then due for review
	PreferenceLife = 365 * 24 * time.Hour // a taste: then due for review
	ReviewGrace    = 30 * 24 * time.Hour  // an unanswered review: then expired
)

// TagConfirmed marks a record that its user confirmed: by an answer, by saying it
// again, or by asking to have it remembered.
const TagConfirmed = "confirmed"

// TagUnconfirmed marks a record of a tenant that has everything confirmed: it stays in the
// observation pool until then, however often it is heard.
const TagUnconfirmed = "unconfirmed"

// TagAsked marks a record that its user asked about.
const TagAsked = "asked"

// ValidUntil returns the end of a record's validity as of when it was heard. An
// end that was said stands; plans and temporary facts with a day of their own
// last at least until that day is over. Zero means no end: prohibitions, and
// identity that an official document or the confirmed user vouches for.
func ValidUntil(r Record, heard time.Time) time.Time { return DefaultBounds().ValidUntil(r, heard) }

// ValidUntil is ValidUntil with other lives than the default ones.
func (b Bounds) ValidUntil(r Record, heard time.Time) time.Time {
	if r.Layer == Episodic {
		return time.Time{} // what happened stays true; its retention is another matter
	}
	until := r.Constraint.ValidUntil
	switch r.Kind {
	case KindTemporary:
		return later(until, heard.Add(b.TemporaryLife))
	case KindPlan:
		if !until.IsZero() {
			return later(until, heard.Add(b.TemporaryLife))
		}
		return heard.Add(b.StateLife)
	}
	if !until.IsZero() {
		return until
	}
	switch r.Kind {
	case KindProhibition:
		return time.Time{}
	case KindIdentity, KindRelation:
		if Permanent(r) {
			return time.Time{}
		}
		return heard.Add(b.StateLife)
	case KindPreference:
		return heard.Add(b.PreferenceLife)
	}
	return heard.Add(b.StateLife)
}

// Permanent reports whether a record's source is good enough for no end.
func Permanent(r Record) bool {
	return r.Source == OfficialDocument || r.Source == UserDirect && HasTag(r, TagConfirmed)
}

// Expires reports whether a record past its time is over (and no longer
// injected) rather than due for review.
func Expires(r Record) bool {
	return r.Kind == KindTemporary || r.Kind == KindPlan
}

// Overdue reports whether a record is a state past its time: it holds until its
// question is answered, or was not for ReviewGrace.
func Overdue(r *Record, at time.Time) bool {
	return r.Layer == Semantic && !r.Constraint.ValidUntil.IsZero() && !at.Before(r.Constraint.ValidUntil) &&
		!Expires(*r) && !r.Tagged(TagTTL) && !r.Tagged(TagReflection)
}

// TagTTL marks a record whose request asked for a lower retention: past its time
// it is neither shown nor asked about.
const TagTTL = "ttl"

// HasTag reports whether a record carries a tag.
func HasTag(r Record, tag string) bool { return r.Tagged(tag) }

// Tagged is HasTag of a record that is not copied for it.
func (r *Record) Tagged(tag string) bool {
	for _, t := range r.Tags {
		if t == tag {
			return true
		}
	}
	return false
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
