package capture

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"mneme/capture/extract"
	"mneme/memory"
	"mneme/policy"
)

// Errors of Ingest.
var (
	// ErrEmptyBatch is returned when a batch has no message.
	ErrEmptyBatch = errors.New("capture: the batch has no messages")
	// ErrRole is returned, wrapped with the message's place, for a role that is none.
	ErrRole = errors.New("capture: role must be user, assistant, system or tool")
)

// Ingest takes in a conversation with its own ids and times. It is idempotent:
// a message whose id is known in its session, or without ids the same words in
// the same place, is taken once. A long conversation becomes several entries, in
// order, each with the turns before it as context. What it accepted is durable;
// with an error, what had been accepted before stays so, and the same call again
// takes in the rest.
func (in *Intake) Ingest(ctx context.Context, b Batch) (Receipt, error) {
	if err := b.Owner.Validate(); err != nil {
		return Receipt{}, err
	}
	if len(b.Messages) == 0 {
		return Receipt{}, ErrEmptyBatch
	}
	for i, m := range b.Messages {
		switch m.Role {
		case memory.RoleUser, memory.RoleAssistant, memory.RoleSystem, memory.RoleTool:
		default:
			return Receipt{}, fmt.Errorf("messages[%d]: %w", i, ErrRole)
		}
	}
	if in.parts.Writes != nil {
		reason, err := in.parts.Writes(ctx, b.Owner)
		if err != nil {
			return Receipt{}, fmt.Errorf("ingest: %w", err)
		}
		if reason != "" {
			return Receipt{State: CaptureOff, Reason: reason}, nil
		}
	}
	now := in.parts.Clock()
	receipt := Receipt{ReceiptID: memory.NewID(now), State: Queued}
	if b.Session == "" {
		b.Session = receipt.ReceiptID
	}
	if b.Origin == "" {
		b.Origin = memory.FromIngest
	}
	turns, err := in.readBatch(ctx, &b)
	if err != nil {
		return Receipt{}, err
	}
	in.parts.Ops.WriteReceipt(memory.Receipt{
		ID: receipt.ReceiptID, At: now, Owner: b.Owner, SessionID: b.Session,
		Status: string(b.Origin), Capture: memory.ReceiptCapture{State: string(Queued)},
	})
	receipt.Accepted, err = in.store(ctx, &b, turns, receipt.ReceiptID)
	in.Stats.Ingested.Add(int64(receipt.Accepted))
	switch {
	case err != nil:
		receipt.State, receipt.Reason = Refused, "journal"
		if errors.Is(err, memory.ErrFull) {
			receipt.Reason = "full"
		}
	case receipt.Accepted == 0 && turns.unlearnt > 0:
		receipt.State, receipt.Reason = NotStored, "no-store"
	case receipt.Accepted == 0:
		receipt.Reason = "known"
	}
	in.parts.Ops.AmendReceipt(b.Owner, receipt.ReceiptID, func(r *memory.Receipt) {
		noteTaken(r, receipt.State, receipt.Reason, nil)
		if receipt.Accepted == 0 && r.Capture.State == string(Queued) {
			r.Capture.State = StateNothing
		}
	})
	if err != nil {
		return receipt, fmt.Errorf("ingest: %w", err)
	}
	return receipt, nil
}

// batchTurns is a batch made ready for the journal.
type batchTurns struct {
	turns    []memory.Turn
	keys     []memory.TurnKey
	unlearnt int // messages left out because they must not be learnt
}

// dropLast takes the last exchange back out, and reports whether there was one:
// "don't record what I just said" in a conversation that is read as a whole.
func (t *batchTurns) dropLast() bool {
	for i := len(t.turns) - 1; i >= 0; i-- {
		if t.turns[i].Role == memory.RoleUser {
			t.unlearnt += len(t.turns) - i
			t.turns, t.keys = t.turns[:i], t.keys[:i]
			return true
		}
	}
	return false
}

// drop takes out what is taken back of the turns before, which are not in truth yet, where a forget
// could find them: with a topic, the turns that speak of it and the answers to them.
func (t *batchTurns) drop(w policy.Wish) {
	if w.Verb != policy.ForgetTopic {
		return
	}
	topic := memory.NewTopic(w.Topic)
	var kept batchTurns
	of := false // the exchange speaks of the topic
	for i, turn := range t.turns {
		means := w.Scope != policy.ScopeTopic || topic.Means(&memory.Record{Layer: memory.Episodic, Subject: "user", Text: turn.Text})
		if turn.Role == memory.RoleUser {
			of = means
		}
		if of || means {
			t.unlearnt++
			continue
		}
		kept.turns, kept.keys = append(kept.turns, turn), append(kept.keys, t.keys[i])
	}
	t.turns, t.keys = kept.turns, kept.keys
}

// readBatch cleans and redacts the messages and leaves out those that were said
// off the record, with the answers to them.
func (in *Intake) readBatch(ctx context.Context, b *Batch) (batchTurns, error) {
	var out batchTurns
	var trail trail
	now := in.parts.Clock()
	skipping, asked := false, ""
	for i := range b.Messages {
		m := &b.Messages[i]
		s := said{role: m.Role, name: m.Name, text: m.Content, asked: asked, place: trail.place()}
		human := true
		switch m.Role {
		case memory.RoleUser:
			s.text, human = in.clean(m.Content)
			if !human && !extract.Harness(m.Content) {
				// Who hands a conversation in says who spoke. A person may well tell a
				// model what to be.
				s.text, human = memory.StripBlock(m.Content), true
			}
		case memory.RoleAssistant:
			s.text, s.asked = memory.StripBlock(m.Content), ""
			asked = questionOf(s.text)
		}
		trail.add(m.Role, s.text)
		if m.Role == memory.RoleUser {
			if !human {
				skipping = true // nor is the answer to a program's question
				continue
			}
			reason, err := in.heed(ctx, b.Owner, b.Session, []said{s}, func(w policy.Wish) error {
				if w.Verb == policy.SkipLast && out.dropLast() {
					return nil
				}
				out.drop(w)
				if m.At.Before(now) {
					w.At = m.At
				}
				// A batch may be handed in again, long after.
				return in.once(ctx, b.Owner, b.Session, &s, w, func() error { return in.grant(ctx, b.Owner, b.Session, nil)(w) })
			})
			if err != nil {
				return out, fmt.Errorf("messages[%d]: %w", i, err)
			}
			if reason != "" { // what follows was said after what was taken back
				now = in.parts.Clock().Add(time.Millisecond)
			}
			kept, _, err := in.learnable(ctx, b.Owner, b.Session, []said{s})
			if err != nil {
				return out, fmt.Errorf("messages[%d]: %w", i, err)
			}
			skipping = reason != "" || len(kept) == 0
		}
		if skipping {
			out.unlearnt++
			continue
		}
		if strings.TrimSpace(s.text) == "" {
			continue
		}
		at := m.At
		if at.IsZero() {
			at = now
		}
		text, lost := in.fit(b.Owner.Tenant, s.asked, s.text)
		turn := memory.Turn{
			ID: m.ID, Role: m.Role, Name: in.called(b.Owner.Tenant, m.Name), Text: text,
			At: at, Seq: s.place.seq, Partial: lost,
		}
		key := in.turnKey(b.Owner, b.Session, &s)
		if m.ID == "" {
			turn.ID = in.placeID(b.Owner, b.Session, &s)
		} else {
			key = in.idKey(b.Owner, b.Session, m.ID)
		}
		out.turns = append(out.turns, turn)
		out.keys = append(out.keys, key)
	}
	return out, nil
}

// idKey is the identity of a message that the caller named himself.
func (in *Intake) idKey(owner memory.Owner, session, id string) memory.TurnKey {
	hash := in.parts.Sealer.Hash(owner, domainTurn, joined(session, "id", id))
	return memory.TurnKey(hash[:len(memory.TurnKey{})])
}

// ingestChunk is how many entries go down in one write, so that one large import
// does not fill the queue that exchanges wait in.
const ingestChunk = 64

// store writes the turns as entries and counts those that were new.
func (in *Intake) store(ctx context.Context, b *Batch, t batchTurns, receipt string) (int, error) {
	var entries []memory.Entry
	now := in.parts.Clock()
	for start := 0; start < len(t.turns); start += in.opts.IngestTurns {
		end := min(start+in.opts.IngestTurns, len(t.turns))
		from := max(start-in.opts.IngestContext, 0)
		e := memory.Entry{
			ID: memory.NewID(now), Owner: b.Owner, SessionID: b.Session, AgentID: b.Agent, Project: b.Project,
			ReceiptID: receipt, Origin: b.Origin, At: now,
			Turns: append([]memory.Turn(nil), t.turns[from:end]...),
			Keys:  t.keys[start:end],
		}
		texts := make([]string, 0, end-start)
		for i := range e.Turns {
			e.Turns[i].Seen = from+i < start
			if !e.Turns[i].Seen && e.Turns[i].Role == memory.RoleUser {
				texts = append(texts, e.Turns[i].Text)
			}
		}
		e.Language = language(texts...)
		entries = append(entries, e)
	}
	accepted := 0
	for len(entries) > 0 {
		n := min(len(entries), ingestChunk)
		taken, err := in.group.append(ctx, entries[:n], nil)
		if err != nil {
			return accepted, err
		}
		for _, k := range taken {
			accepted += k
		}
		entries = entries[n:]
		in.wake()
	}
	return accepted, nil
}
