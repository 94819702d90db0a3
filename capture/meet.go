package capture

import (
	"context"
	"math"
	"sort"
	"strings"
	"time"

	"mneme/memory"
)

// meet settles a work against the beliefs: its turns become episodes, its drafts
// meet what is believed. What comes of it is added to the plan and to the
// beliefs.
func (l *Learner) meet(ctx context.Context, b *beliefs, w *work, p *plan) error {
	s, err := b.session(ctx, l.parts.Ledger, w.entry.SessionID)
	if err != nil {
		return err
	}
	catalogue := memory.NewCatalogue(w.tenant.Predicates).Within(w.tenant.Limits.Bounds)
	l.consents(b, w, s, catalogue, p)
	l.episodes(b, s, w, p)
	began := l.parts.Clock()
	counts := map[memory.Op]int{}
	for i := range w.drafts {
		d := w.drafts[i]
		h := &w.heard[d.Turn]
		l.own(w, h, &d)
		decisions := memory.Reconcile(b.records, d, memory.Rules{
			Catalogue:     catalogue,
			Confirmations: w.tenant.Confirmations,
			Now:           h.turn.At,
			Similar:       l.similar(ctx, b),
		})
		for _, decision := range decisions {
			counts[decision.Op]++
			if decision.Op == memory.OpIgnore {
				continue
			}
			r := decision.Record
			if decision.New {
				l.finish(w, &r)
			}
			l.price(&r) // of a text that was changed
			p.add(r, decision.Change)
			w.records = append(w.records, r.ID)
			b.learn(r)
		}
	}
	noteDecisions(w, counts, began, l.parts.Clock())
	return l.mine(ctx, s, w, p)
}

// own fills in what a draft's record has from its entry.
func (l *Learner) own(w *work, h *heard, d *memory.Draft) {
	r := &d.Record
	r.ID, r.Owner = memory.NewID(l.parts.Clock()), w.entry.Owner
	r.SessionID, r.AgentID, r.Project, r.Seq = w.entry.SessionID, w.entry.AgentID, w.entry.Project, h.seq
	r.Created, r.Updated, r.LastUsed = h.turn.At, h.turn.At, h.turn.At
	r.Sources = []memory.Provenance{{
		SessionID: w.entry.SessionID, MessageID: h.turn.ID, Quote: d.Quote, TraceID: traceOf(w), At: h.turn.At,
	}}
	if r.Subject == "" {
		r.Subject = "user"
	}
	if r.Layer == memory.Episodic {
		if r.Kind == "" {
			r.Kind = KindEvent
		}
		if r.Event.Time.IsZero() {
			r.Event.Time = h.turn.At
		}
		if r.Event.Sentiment == "" && h.turn.Role == memory.RoleUser {
			r.Event.Sentiment = memory.Mood(d.Quote)
		}
		if len(r.Event.Participants) == 0 {
			r.Event.Participants = []string{speaker(&h.turn)}
		}
	}
}

// noteDecisions writes what de-duplication and conflict resolution did.
func noteDecisions(w *work, counts map[memory.Op]int, began, now time.Time) {
	same := counts[memory.OpRefresh] + counts[memory.OpConfirm]
	w.note("dedupe", "same", same, began, began)
	ops := make([]string, 0, len(counts))
	for op := range counts {
		if op != memory.OpRefresh && op != memory.OpConfirm {
			ops = append(ops, string(op))
		}
	}
	sort.Strings(ops)
	for i, op := range ops {
		if i > 0 {
			began = now
		}
		w.note("conflict", op, counts[memory.Op(op)], began, now)
	}
	if len(ops) == 0 {
		w.note("conflict", "none", 0, began, now)
	}
}

// similar compares texts by meaning. When the embedder cannot, texts are alike
// only when they are equal: a fact told twice costs less than one swallowed.
func (l *Learner) similar(ctx context.Context, b *beliefs) func(x, y string) float64 {
	if l.parts.Embedder == nil {
		return nil
	}
	return func(x, y string) float64 {
		if x == y {
			return 1
		}
		var missing []string
		for _, text := range []string{x, y} {
			if _, known := b.vectors[text]; !known {
				missing = append(missing, text)
			}
		}
		if len(missing) > 0 {
			vectors, err := l.parts.Embedder.Embed(ctx, missing)
			if err != nil || len(vectors) != len(missing) {
				l.Stats.Unsimilar.Add(1)
				return 0
			}
			for i, text := range missing {
				b.compared(text, vectors[i])
			}
		}
		return l.parts.Embedder.Calibrate(cosine(b.vectors[x], b.vectors[y]))
	}
}

// beliefsVectors bounds the vectors that are kept of an owner.
const beliefsVectors = 256

func (b *beliefs) compared(text string, v []float32) {
	if len(b.vectors) >= beliefsVectors {
		for old := range b.vectors {
			delete(b.vectors, old)
			b.bytes -= len(old) + 4*len(v)
			break
		}
	}
	b.vectors[strings.Clone(text)] = v
	b.bytes += len(text) + 4*len(v)
}

// cosine of two vectors; 0 where one of them says nothing.
func cosine(a, b []float32) float64 {
	if len(a) != len(b) {
		return 0
	}
	var dot, x, y float64
	for i := range a {
		dot += float64(a[i]) * float64(b[i])
		x += float64(a[i]) * float64(a[i])
		y += float64(b[i]) * float64(b[i])
	}
	if x == 0 || y == 0 {
		return 0
	}
	return dot / math.Sqrt(x*y)
}
