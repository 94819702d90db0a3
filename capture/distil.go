package capture

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"mneme/capture/extract"
	"mneme/memory"
	"mneme/policy"
)

// distil takes works through the stages that need no lock-step with truth: scan,
// noise, slicing, extraction, normalising, intent, resolving, admission and
// scoring. It is done once, however often the works are settled.
func (l *Learner) distil(ctx context.Context, b *beliefs, run []*work) {
	for _, w := range run {
		w.read = true
		l.guard(w, "scan", func() error { return l.scan(ctx, w) })
		l.guard(w, "slice", func() error { l.noise(w); l.slice(w); return nil })
	}
	sound := run[:0:0]
	for _, w := range run {
		if w.err == nil {
			sound = append(sound, w)
		}
	}
	if len(sound) == 0 {
		return
	}
	names, err := l.names(ctx, b, sound[0])
	if err != nil {
		for _, w := range sound {
			w.err = err
		}
		return
	}
	whole := work{entry: sound[0].entry}
	l.guard(&whole, "extract", func() error { return l.extract(ctx, b, sound) })
	for i, w := range sound {
		w.names = names
		switch {
		case whole.err == nil:
		case len(sound) == 1:
			w.err = whole.err
		default: // one of them is at fault: each for himself
			w.drafts = nil
			l.guard(w, "extract", func() error { return l.extract(ctx, b, sound[i:i+1]) })
		}
		l.guard(w, "admit", func() error {
			contrasts(w)
			l.normalise(w)
			l.intent(w)
			l.resolve(w)
			l.admit(w)
			single(w)
			l.score(w)
			w.distilled = len(w.trace)
			return nil
		})
	}
}

// names is the dictionary of an owner: his tenant's, and the merges of both.
func (l *Learner) names(ctx context.Context, b *beliefs, w *work) (memory.Dictionary, error) {
	names := w.tenant.Names()
	owner := w.entry.Owner
	if tenant := memory.TenantOwner(owner.Tenant, owner.Realm); owner != tenant {
		if err := names.Read(ctx, l.parts.Ledger, tenant); err != nil {
			return names, err
		}
	}
	names.Learn(b.records, time.Time{})
	return names, nil
}

// scan looks at the turns once more with the eyes of today's policy: what was
// journaled under an older one may hold what must not be written now.
func (l *Learner) scan(ctx context.Context, w *work) error {
	began := l.parts.Clock()
	found := 0
	for _, t := range w.entry.Turns {
		if t.Seen || t.Role != memory.RoleUser && t.Role != memory.RoleAssistant {
			continue
		}
		way := w.tenant.PII
		if way == "" {
			way = "mask"
		}
		found += policy.Placeholders(t.Text) // what was masked before it was journaled
		clean, n := l.parts.Redactor.Redact(t.Text, way)
		t.Text = clean
		found += n
		w.heard = append(w.heard, heard{turn: t})
	}
	if len(w.entry.Recalled) > 0 {
		records, err := l.parts.Ledger.Get(ctx, w.entry.Owner, w.entry.Recalled)
		if err != nil {
			return fmt.Errorf("read recalled records: %w", err)
		}
		for i := range records {
			w.recalls = append(w.recalls, memory.Fold(records[i].Text))
		}
	}
	w.note("optout", "clear", len(w.heard), began, began)
	w.note("secrets", "redacted", found, began, l.parts.Clock())
	return nil
}

// noise marks turns that say nothing: "haha", "ok thanks", 好的. They become no
// episode; the extractor still reads them, since a "yes" may answer something.
func (l *Learner) noise(w *work) {
	began := l.parts.Clock()
	count := 0
	for i := range w.heard {
		text := strings.TrimSpace(w.heard[i].turn.Text)
		if text == "" || l.parts.Noise(text) || w.heard[i].turn.Role == memory.RoleUser && extract.Idle(text) {
			w.heard[i].noise = true
			count++
		}
	}
	w.note("noise", "stripped", count, began, l.parts.Clock())
}

// slice cuts long turns into episodes of their own.
func (l *Learner) slice(w *work) {
	began := l.parts.Clock()
	count := 0
	for i := range w.heard {
		if !w.heard[i].noise {
			w.heard[i].slices = memory.Slice(w.heard[i].turn.Text, l.opts.Slice)
			count += len(w.heard[i].slices)
		}
	}
	w.note("slice", "cut", count, began, l.parts.Clock())
}

// extract has the extractor read the new turns of a run of works, with the last
// turns of the session as context.
func (l *Learner) extract(ctx context.Context, b *beliefs, run []*work) error {
	began := l.parts.Clock()
	first := run[0]
	s, err := b.session(ctx, l.parts.Ledger, first.entry.SessionID)
	if err != nil {
		return err
	}
	in := extract.Input{
		Zone:       first.zone,
		Known:      asLearnt(b.records),
		Predicates: first.tenant.Predicates,
		Language:   first.entry.Language,
		Steers:     l.parts.Steers,
	}
	for _, term := range first.tenant.Dictionary {
		in.Names = append(in.Names, term.Names...)
	}
	in.Turns = append(in.Turns, before(s, first)...)
	seen := len(in.Turns)
	owners := make([]struct{ work, heard int }, len(in.Turns), len(in.Turns)+8)
	for i, w := range run {
		for j := range w.heard {
			turn := w.heard[j].turn
			if w.entry.Played { // nobody speaks for himself in it, but between the scenes
				if turn.Text = extract.OffStage(turn.Text); turn.Text == "" || turn.Role != memory.RoleUser {
					continue
				}
			}
			in.Turns = append(in.Turns, turn)
			owners = append(owners, struct{ work, heard int }{i, j})
		}
		if w.entry.Language != first.entry.Language {
			in.Language = "" // each turn tells by its script
		}
	}
	var drafts []memory.Draft
	how := "played"
	if len(in.Turns) > seen {
		if drafts, how, err = l.read(ctx, run, in); err != nil {
			return err
		}
	}
	counts := make([]int, len(run))
	for _, d := range drafts {
		if d.Turn < 0 || d.Turn >= len(in.Turns) || in.Turns[d.Turn].Seen {
			continue // context teaches nothing
		}
		from := owners[d.Turn]
		d.Turn = from.heard
		run[from.work].drafts = append(run[from.work].drafts, d)
		counts[from.work]++
	}
	now := l.parts.Clock()
	for i, w := range run {
		w.note("extract", how, counts[i], began, now)
	}
	return nil
}

// asLearnt returns records with the names they were learnt with: a text speaks of them by those.
func asLearnt(records []memory.Record) []memory.Record {
	at := slices.IndexFunc(records, func(r memory.Record) bool { return len(r.Called) > 0 })
	if at < 0 {
		return records
	}
	out := slices.Clone(records)
	for i := range out {
		out[i] = out[i].AsLearnt()
	}
	return out
}

// before returns what was said before: the session's own last turns, or where
// nothing is known of the session those the entry carries.
func before(s *session, w *work) []memory.Turn {
	if len(s.recent) > 0 {
		return s.recent
	}
	var seen []memory.Turn
	for _, t := range w.entry.Turns {
		if t.Seen && (t.Role == memory.RoleUser || t.Role == memory.RoleAssistant) {
			seen = append(seen, t)
		}
	}
	return seen
}

// read asks the model and, where there is none, it cannot, or the owner has used
// up his day, the rules.
func (l *Learner) read(ctx context.Context, run []*work, in extract.Input) ([]memory.Draft, string, error) {
	owner := run[0].entry.Owner
	how := "rules"
	switch {
	case l.parts.Model == nil:
	case l.steered(run):
		how = "rules:steers" // what tries to steer a model is not given to one
	case !l.rate.take(ctx, owner, len(run), run[0].tenant.Limits.CapturesPerDay, l.parts.Clock()):
		l.Stats.Fallback.Add(1)
		how = "rules:rate"
	default:
		drafts, err := l.parts.Model.Extract(ctx, owner, in)
		if err == nil {
			return l.whose(ctx, in, drafts), "model", nil
		}
		if ctx.Err() != nil {
			return nil, "", err
		}
		l.Stats.Fallback.Add(1)
		l.parts.Log.Warn("the model could not extract; the rules do", "reason", Reason(err))
		how = "rules:" + Reason(err)
	}
	drafts, err := l.parts.Rules.Extract(ctx, in)
	return drafts, how, err
}

// whose leaves out what a model tells of the user where the rules, which read whose a fact is
// from its words, find that it is somebody else's: "my sister is allergic to nuts".
func (l *Learner) whose(ctx context.Context, in extract.Input, drafts []memory.Draft) []memory.Draft {
	mine := func(d *memory.Draft) bool {
		return d.Record.Layer == memory.Semantic && (d.Record.Subject == "user" || d.Record.Subject == "")
	}
	if !slices.ContainsFunc(drafts, func(d memory.Draft) bool { return mine(&d) }) {
		return drafts
	}
	read, err := l.parts.Rules.Extract(ctx, in)
	if err != nil {
		return drafts // the model is all there is
	}
	return slices.DeleteFunc(drafts, func(d memory.Draft) bool {
		if !mine(&d) || d.Record.Object == "" {
			return false
		}
		others, own := false, false
		for i := range read {
			r := &read[i]
			if r.Turn != d.Turn || r.Record.Layer != memory.Semantic || !memory.Covers(r.Record.Object, d.Record.Object) {
				continue
			}
			if mine(r) {
				own = own || r.Record.Predicate != memory.PredicateStatement
			} else {
				others = others || r.Record.Predicate == d.Record.Predicate
			}
		}
		return others && !own
	})
}

// steered reports whether a new turn tries to steer a model.
func (l *Learner) steered(run []*work) bool {
	for _, w := range run {
		for i := range w.heard {
			if l.parts.Steers(w.heard[i].turn.Text) {
				return true
			}
		}
	}
	return false
}

// Reasoner is an error that knows a short code for itself, without content.
type Reasoner interface{ Reason() string }
