package capture

import (
	"strings"
	"time"

	"mneme/capture/extract"
	"mneme/memory"
)

// Kinds of episodic records.
const (
	KindEpisode = "episode" // what was said, as it was said
	KindEvent   = "event"   // what an extractor found to have happened
)

// Tags of episodes.
const (
	tagAssistant = "assistant" // said by the assistant, not by the user
	tagQuestion  = "question"  // a bare question or order: it tells nothing of who asked
	tagWritten   = memory.TagWritten
	tagPartial   = "partial"     // the stream broke, or the turn was too long to keep whole
	tagTTL       = memory.TagTTL // a lower retention was asked for: expiry erases
)

// ofQuestion is how much a bare question is worth as a memory, 0..1.
const ofQuestion = 0.2

// episodes makes records of the work's turns of substance: the text as said, one
// record for each slice, with places that follow each other so that a hit's
// neighbours are found.
func (l *Learner) episodes(b *beliefs, s *session, w *work, p *plan) {
	began := l.parts.Clock()
	added, merged, quarantined := 0, 0, 0
	var made writing
	made.recall(s.recent)
	for i := range w.heard {
		h := &w.heard[i]
		h.written = made.hears(&h.turn)
		h.seq = s.next
		l.replace(b, s, h, p)
		for _, text := range h.slices {
			if h.turn.Role == memory.RoleAssistant && echoes(w.recalls, text) {
				continue
			}
			r := l.episode(w, h, text, s.next)
			if twin := b.twin(&r, w.tenant.Limits.Bounds.Or().SameEvent); twin != nil {
				l.again(b, *twin, &r, w, p)
				merged++
				continue
			}
			s.next++
			s.place(h.turn.ID, r.ID)
			if r.Status == memory.Quarantined {
				quarantined++
			}
			change := memory.Change{
				RecordID: r.ID, At: r.Created, Op: string(memory.OpAdd), By: "capture",
				After: r.Text, Reason: "said", TraceID: traceOf(w),
			}
			p.add(r, change)
			w.records = append(w.records, r.ID)
			b.learn(r)
			added++
		}
		s.next = max(s.next, h.seq+1)
		s.hear(h.turn)
	}
	now := l.parts.Clock()
	w.note("episode", "kept", added, began, now)
	if merged > 0 {
		w.note("episode", "merged", merged, now, now)
	}
	if quarantined > 0 {
		w.note("episode", "quarantined", quarantined, now, now)
	}
}

// episode is the record of one slice of a turn.
func (l *Learner) episode(w *work, h *heard, text string, seq int) memory.Record {
	t := &h.turn
	r := memory.Record{
		ID: memory.NewID(l.parts.Clock()), Owner: w.entry.Owner,
		Layer: memory.Episodic, Kind: KindEpisode, Text: text, Subject: "user",
		Confidence: 0.9, Source: memory.UserDirect, Status: memory.Current, Count: 1,
		Event: memory.Event{
			Type: memory.EventMessage, Time: t.At, Participants: []string{speaker(t)},
		},
		SessionID: w.entry.SessionID, AgentID: w.entry.AgentID, Project: w.entry.Project, Seq: seq,
		Created: t.At, Updated: t.At, LastUsed: t.At,
		Sources: []memory.Provenance{{
			SessionID: w.entry.SessionID, MessageID: t.ID, Quote: text, TraceID: traceOf(w), At: t.At,
		}},
	}
	switch {
	case t.Role == memory.RoleAssistant:
		r.Source, r.Tags = memory.AIInference, append(r.Tags, tagAssistant)
		if h.written {
			r.Tags = append(r.Tags, tagWritten)
		}
	case asks(text):
		r.Event.Type = memory.EventQuestion
	}
	if t.Role == memory.RoleUser {
		r.Event.Sentiment = memory.Mood(text)
	}
	if t.Role == memory.RoleUser && extract.Bare(text) {
		r.Event.Type, r.Confidence = memory.EventQuestion, ofQuestion
		r.Tags = append(r.Tags, tagQuestion)
	}
	if e := h.told; e != nil && len(h.slices) == 1 {
		r.Event.Type, r.Event.Result, r.Event.Entities = e.Type, e.Result, e.Entities
		if e.Sentiment != "" {
			r.Event.Sentiment = e.Sentiment
		}
	}
	if t.Partial {
		r.Tags = append(r.Tags, tagPartial)
	}
	if l.parts.Steers(text) {
		r.Status = memory.Quarantined
	}
	l.finish(w, &r)
	return r
}

// finish gives a record what every record of the entry has: its cost in a prompt
// and the end that the request asked for.
func (l *Learner) finish(w *work, r *memory.Record) {
	l.price(r)
	if w.entry.TTL > 0 {
		end := w.entry.At.Add(w.entry.TTL)
		if until := r.Constraint.ValidUntil; until.IsZero() || until.After(end) {
			r.Constraint.ValidUntil = end
		}
		r.Tags = with(r.Tags, tagTTL)
	}
}

// price counts what a record costs in a prompt, where that is not known.
func (l *Learner) price(r *memory.Record) {
	if l.parts.Counter != nil && r.Cost == (memory.Cost{}) {
		r.Cost = memory.Cost(l.parts.Counter.CostOf(r.Text))
	}
}

func with(tags []string, tag string) []string {
	for _, t := range tags {
		if t == tag {
			return tags
		}
	}
	return append(tags[:len(tags):len(tags)], tag)
}

// replace supersedes what an earlier answer in the same place left: the user had
// it made again, or edited his words, and what counts is what stands now.
func (l *Learner) replace(b *beliefs, s *session, h *heard, p *plan) {
	old := s.places[h.turn.ID]
	if len(old) == 0 {
		return
	}
	delete(s.places, h.turn.ID)
	for _, id := range old {
		for i := range b.spoken {
			if b.spoken[i].ID != id {
				continue
			}
			r := b.spoken[i]
			r.Status, r.Ended, r.Updated = memory.Superseded, h.turn.At, h.turn.At
			p.add(r, memory.Change{
				RecordID: r.ID, At: h.turn.At, Op: string(memory.OpSupersede), By: "capture", Before: r.Text, Reason: "said-anew",
			})
			b.learn(r)
			break
		}
	}
	// What follows in the conversation takes the place of what is gone.
	for i := range s.recent {
		if s.recent[i].ID == h.turn.ID {
			s.recent = append(s.recent[:i:i], s.recent[i+1:]...)
			break
		}
	}
}

// twin finds the same words said by the same side within a few minutes.
func (b *beliefs) twin(r *memory.Record, within time.Duration) *memory.Record {
	folded := memory.Fold(squeeze(r.Text))
	for i := len(b.spoken) - 1; i >= 0; i-- {
		k := &b.spoken[i]
		if k.Project == r.Project && k.Source == r.Source && k.Status == r.Status &&
			r.Event.Time.Sub(k.Event.Time).Abs() <= within &&
			len(k.Text) == len(r.Text) && memory.Fold(squeeze(k.Text)) == folded {
			return k
		}
	}
	return nil
}

// again counts an episode that was said once more.
func (l *Learner) again(b *beliefs, known memory.Record, r *memory.Record, w *work, p *plan) {
	known.Count++
	known.Updated, known.LastUsed = r.Created, r.Created
	known.Sources = append(known.Sources[:len(known.Sources):len(known.Sources)], r.Sources...)
	p.add(known, memory.Change{
		RecordID: known.ID, At: r.Created, Op: string(memory.OpRefresh), By: "capture", Reason: "said-again", TraceID: traceOf(w),
	})
	w.records = append(w.records, known.ID)
	b.learn(known)
}

// traceOf names the trace of an entry: its receipt, where it has one.
func traceOf(w *work) string {
	if w.entry.ReceiptID != "" {
		return w.entry.ReceiptID
	}
	return w.entry.ID
}

// speaker names who said a turn.
func speaker(t *memory.Turn) string {
	switch {
	case t.Name != "":
		return t.Name
	case t.Role == memory.RoleAssistant:
		return string(memory.RoleAssistant)
	}
	return string(memory.RoleUser)
}

// roleOf is the role of an episode's speaker.
func roleOf(r *memory.Record) memory.Role {
	if memory.HasTag(*r, tagAssistant) {
		return memory.RoleAssistant
	}
	return memory.RoleUser
}

// asks reports whether a text ends in a question, or is nothing but questions and orders.
func asks(text string) bool {
	bare := strings.TrimRight(text, " \n\t\"'”’」』)）")
	return strings.HasSuffix(bare, "?") || strings.HasSuffix(bare, "？") || memory.Seeks(text)
}
