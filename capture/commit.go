package capture

import (
	"context"
	"errors"
	"time"

	"mneme/memory"
)

// commit is the one transaction of a batch: records, history and the entries'
// marks.
func (p *plan) commit(owner memory.Owner, base int64, works []*work) memory.Commit {
	c := memory.Commit{Owner: owner, Base: base, Put: p.put, History: p.history}
	for _, w := range works {
		o := memory.Outcome{
			EntryID: w.entry.ID, Lease: w.claim.Lease, ReceiptID: w.entry.ReceiptID,
			State: StateLearnt, Records: distinct(w.records),
		}
		o.Trace = append(w.trace[:len(w.trace):len(w.trace)], memory.StageNote{Stage: "commit", Decision: "done", Count: len(o.Records)})
		if len(o.Records) == 0 {
			o.State, o.Reason = StateNothing, w.why()
		}
		c.Outcomes = append(c.Outcomes, o)
	}
	return c
}

// why says in a word why an entry taught nothing.
func (w *work) why() string {
	for i := range w.heard {
		if !w.heard[i].noise {
			return "nothing-new"
		}
	}
	return "noise"
}

func distinct(ids []string) []string {
	seen := make(map[string]bool, len(ids))
	out := ids[:0:0]
	for _, id := range ids {
		if !seen[id] {
			seen[id] = true
			out = append(out, id)
		}
	}
	return out
}

// tell lets everybody know of a commit: the index, the receipts, the audit.
func (l *Learner) tell(ctx context.Context, owner memory.Owner, done memory.Committed, works []*work, began time.Time) {
	if l.parts.Learnt != nil {
		l.parts.Learnt(ctx, owner, done.Revision)
	}
	blocked := make(map[string]bool, len(done.Blocked))
	for _, id := range done.Blocked {
		blocked[id] = true
	}
	l.Stats.Blocked.Add(int64(len(blocked)))
	now := l.parts.Clock()
	for _, w := range works {
		records := distinct(w.records)[:0:0]
		held := 0
		for _, id := range distinct(w.records) {
			if blocked[id] {
				held++
				continue
			}
			records = append(records, id)
		}
		w.note("commit", "done", len(records), began, now)
		if held > 0 {
			w.note("commit", "tombstone", held, now, now)
		}
		state, reason := StateLearnt, ""
		if len(records) == 0 {
			state, reason = StateNothing, w.why()
			if held > 0 {
				reason = "forgotten"
			}
			l.Stats.Nothing.Add(1)
		} else {
			l.Stats.Learnt.Add(1)
		}
		l.amend(w, state, reason, records)
		if len(records) > 0 {
			l.parts.Ops.WriteAudit(memory.Audit{
				At: now, Owner: owner, By: "capture", Op: "write", Records: records, Ref: w.entry.ReceiptID,
			})
		}
	}
}

// amend writes into the receipt what became of an entry. A receipt holds codes
// and counts, never a word, so the notes lose their details. An ingested batch
// has one receipt for many entries: their records gather in it.
func (l *Learner) amend(w *work, state, reason string, records []string) {
	if w.entry.ReceiptID == "" {
		return
	}
	trace := make([]memory.StageNote, len(w.trace))
	for i, n := range w.trace {
		n.Detail = ""
		trace[i] = n
	}
	l.parts.Ops.AmendReceipt(w.entry.Owner, w.entry.ReceiptID, func(r *memory.Receipt) {
		c := &r.Capture
		switch {
		case c.State == StateLearnt && state == StateNothing:
		default:
			c.State, c.Reason = state, reason
		}
		c.Records = distinct(append(c.Records, records...))
		if w.entry.Origin == memory.FromProxy || len(c.Trace) == 0 {
			c.Trace = trace
		}
	})
}

// giveBack returns an entry that could not be learnt: to be tried again later,
// or as a dead letter when it was tried often enough. What failed outside of it,
// such as a full disk, is no fault of the entry's and does not kill it.
func (l *Learner) giveBack(ctx context.Context, w *work) {
	if ctx.Err() != nil {
		// The stop was not long enough; the lease will run out, and another
		// learner goes on. It is given back at once where that still works.
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		l.release(ctx, w, 0, "stopped", false)
		return
	}
	poison := errors.Is(w.err, errPanic)
	dead := poison && w.entry.Attempts+1 >= l.opts.Attempts
	after := l.opts.Retry << min(w.entry.Attempts, 10)
	reason := "error"
	if poison {
		reason = "panic"
	}
	l.parts.Log.Warn("an entry could not be learnt", "entry", w.entry.ID, "attempts", w.entry.Attempts, "dead", dead, "error", w.err)
	l.release(ctx, w, after, reason, dead)
	if dead {
		l.Stats.Dead.Add(1)
		l.amend(w, StateDead, reason, nil)
		return
	}
	l.Stats.Retried.Add(1)
}

func (l *Learner) release(ctx context.Context, w *work, after time.Duration, reason string, dead bool) {
	err := l.parts.Journal.Release(ctx, w.claim, after, reason, dead)
	if err != nil && !errors.Is(err, memory.ErrLeaseLost) && !errors.Is(err, memory.ErrErased) {
		l.parts.Log.Error("could not give an entry back", "entry", w.entry.ID, "error", err)
	}
}

// heartbeat keeps the leases of claims alive until it is stopped.
func (l *Learner) heartbeat(ctx context.Context, claims []memory.Claim) (stop func()) {
	if l.parts.Renewer == nil {
		return func() {}
	}
	done := make(chan struct{})
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		tick := time.NewTicker(l.opts.Lease / 3)
		defer tick.Stop()
		for {
			select {
			case <-done:
				return
			case <-ctx.Done():
				return
			case <-tick.C:
				if err := l.parts.Renewer.Renew(ctx, claims, l.opts.Lease); err != nil {
					l.parts.Log.Warn("could not renew leases", "entries", len(claims), "error", err)
				}
			}
		}
	}()
	return func() {
		close(done)
		<-ended
	}
}
