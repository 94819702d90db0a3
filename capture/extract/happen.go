package extract

import (
	"strings"

	"mneme/memory"
)

// aftermath proposes the event a row also tells of, and ends what a change ends.
func (x *extraction) aftermath(s *reading, f frame, r *row, m fit, clause span) {
	if r.has("dropplan") && len(m.slots) > 0 && (f.neg || f.longer || r.negative == nil) {
		d := x.draft(s, f, "plan", x.tidy(s, m.slots[0], true, false), memory.Retract, clause)
		d.Record.Text = d.Record.Object
		x.propose(d, "vp")
	}
	if f.neg || f.longer || f.former || f.hedged || f.modal {
		return
	}
	if r.has("died") && f.id != "user" {
		x.bereaves(s, f, clause)
	}
	if kind := r.option("event"); kind != "" {
		x.event(s, f, kind, clause)
	}
}

// event proposes an event of the user's, in the words it was told with.
func (x *extraction) event(s *reading, f frame, kind string, clause span) {
	if date, ok := s.dated(span{clause.from, min(clause.to+6, len(s.tokens))}); ok {
		for clause.to < len(s.tokens) && s.tokens[clause.to-1].end < date.At+date.Len {
			clause.to++
		}
	}
	clause.from = min(clause.from, f.from)
	d := Draft{Act: memory.Assert, Quote: s.quote(clause), Explicit: x.explicit, Record: memory.Record{
		Layer: memory.Episodic, Kind: "event", Subject: f.id, Confidence: saidPlainly, Source: memory.UserDirect,
		Text:  x.tidy(s, clause, true, false),
		Event: memory.Event{Type: kind, Time: x.turn.At, Sentiment: memory.Mood(s.quote(clause))},
	}}
	if date, ok := s.dated(clause); ok && !date.Start.After(x.turn.At) {
		d.Record.Event.Time = date.Start.UTC()
	}
	if f.id != "user" {
		d.Record.Event.Participants = []string{f.id}
	}
	x.propose(d, "")
}

// complains proposes a complaint: the sentence tells of something that does not
// work or does not please.
func (x *extraction) complains(s *reading, mark int) {
	if s.end == "?" || len(s.tokens) < 3 {
		return
	}
	for _, d := range x.drafts[min(mark, len(x.drafts)):] {
		if d.Record.Layer == memory.Episodic {
			return
		}
	}
	if !complaint(s) {
		return
	}
	x.event(s, frame{who: who{id: "user"}}, memory.EventComplaint, span{0, len(s.tokens)})
}

// complaint reports whether a sentence complains.
func complaint(s *reading) bool {
	text := memory.Fold(s.source[s.tokens[0].start:s.tokens[len(s.tokens)-1].end])
	if s.talk.chinese {
		for _, sign := range complaints(true) {
			if strings.Contains(text, sign) && holdsAny(text, "我", "你们", "客服", "你家", "贵司") {
				return true
			}
		}
		return false
	}
	if !s.holds(span{0, len(s.tokens)}, "i", "my", "we", "our", "me") {
		return false
	}
	for _, sign := range complaints(false) {
		if wordIndex(spelled(text), sign) >= 0 {
			return true
		}
	}
	return false
}
