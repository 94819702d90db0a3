package capture

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"mneme/memory"
)

// Merge is two entities of an owner made one.
type Merge struct {
	Record  memory.Record // says so; see memory.NewMerge
	Renamed int           // records that go by another name since, or by their own again
	Yielded int           // of those, facts that stand back for one heard of later, or are believed again
}

// Errors of a merge.
var (
	// ErrMerged is returned when an entity goes by another name already, or the other by its.
	ErrMerged = errors.New("capture: the entity is merged already")
	// ErrSplit is returned for a merge that was undone before.
	ErrSplit = errors.New("capture: the merge is undone already")
)

// Merge makes an entity go by the name of another: every record of the owner that is about it
// is about the other from then on, and so is what is learnt later. What it was called stays
// with each record. Of a tenant's own memory, it holds for what is learnt of all his users; the
// caller has the records at hand renamed.
func (d *Desk) Merge(ctx context.Context, owner memory.Owner, from, into, by string) (Merge, error) {
	from, into = strings.TrimSpace(from), strings.TrimSpace(into)
	if err := checkNames(from, into); err != nil {
		return Merge{}, err
	}
	return d.rename(ctx, owner, "merge", by, func(records []memory.Record, now time.Time) (memory.Record, error) {
		var known memory.Dictionary
		known.Learn(records, time.Time{})
		if to, ok := known.Canonical(from); ok && memory.Fold(to) != memory.Fold(from) {
			return memory.Record{}, ErrMerged
		}
		if to, _ := known.Canonical(into); memory.Fold(to) == memory.Fold(from) {
			return memory.Record{}, ErrMerged
		}
		return memory.NewMerge(owner, from, into, now), nil
	})
}

// Split undoes a merge: records go back to the names they were learnt with. It returns
// memory.ErrNotFound for what is no merge of the owner's.
func (d *Desk) Split(ctx context.Context, owner memory.Owner, id, by string) (Merge, error) {
	return d.rename(ctx, owner, "split", by, func(records []memory.Record, now time.Time) (memory.Record, error) {
		for i := range records {
			m := records[i]
			switch {
			case m.ID != id || !memory.IsMerge(&m):
				continue
			case m.Status != memory.Current && m.Status != memory.Archived:
				return memory.Record{}, ErrSplit
			}
			m.Status, m.Ended, m.Updated = memory.Superseded, now, now
			return m, nil
		}
		return memory.Record{}, memory.ErrNotFound
	})
}

// rename writes a merge, begun or ended, together with every record that has another name for
// it.
func (d *Desk) rename(ctx context.Context, owner memory.Owner, op, by string, decide func([]memory.Record, time.Time) (memory.Record, error)) (Merge, error) {
	if err := owner.Validate(); err != nil {
		return Merge{}, err
	}
	tenant := d.tenant(owner.Tenant)
	put, err := d.parts.Pens.Take(ctx, owner)
	if err != nil {
		return Merge{}, err
	}
	defer put()
	var again repeat
	for {
		now := d.parts.Clock()
		delta, err := d.parts.Ledger.Since(ctx, owner, 0)
		if err != nil {
			return Merge{}, fmt.Errorf("read records: %w", err)
		}
		records := delta.Changed
		before := make(map[string]memory.Record, len(records))
		for i := range records {
			records[i].Owner = owner
			before[records[i].ID] = records[i]
		}
		m, err := decide(records, now)
		if err != nil {
			return Merge{}, err
		}
		d.count(&m)
		names := tenant.Names()
		if whole := memory.TenantOwner(owner.Tenant, owner.Realm); whole != owner {
			if err := names.Read(ctx, d.parts.Ledger, whole); err != nil {
				return Merge{}, err
			}
		}
		out := Merge{Record: m}
		plan := memory.Commit{Owner: owner, Base: delta.Revision, Put: []memory.Record{m}}
		plan.History = append(plan.History, memory.Change{RecordID: m.ID, At: now, Op: op, By: by, After: shown(&m), Reason: "by-hand"})
		rest := make([]memory.Record, 0, len(records))
		for i := range records {
			if records[i].ID != m.ID {
				rest = append(rest, records[i])
			}
		}
		names.Learn(rest, time.Time{})
		names.LearnOne(&m, time.Time{})
		for _, r := range memory.Rename(rest, &names, memory.NewCatalogue(tenant.Predicates).Within(tenant.Limits.Bounds), now) {
			was := before[r.ID]
			out.Renamed++
			if was.Status != r.Status {
				out.Yielded++
			}
			r.Updated = now
			plan.Put = append(plan.Put, r)
			plan.History = append(plan.History, memory.Change{
				RecordID: r.ID, At: now, Op: op, By: by, Before: called(&was), After: called(&r), Reason: "entity",
			})
		}
		done, err := d.parts.Ledger.Commit(ctx, plan)
		if errors.Is(err, memory.ErrStale) && again.wait(ctx) {
			continue
		}
		if err != nil {
			return Merge{}, fmt.Errorf("commit merge: %w", cmp.Or(ctx.Err(), err))
		}
		put()
		d.tell(ctx, owner, done.Revision)
		return out, nil
	}
}

// called is what a record's entities are called, as its history shows it.
func called(r *memory.Record) string {
	parts := append([]string{r.Subject}, r.Event.Entities...)
	if r.Object != "" {
		parts = append(parts, r.Object)
	}
	return strings.Join(parts, ", ") + " (" + string(r.Status) + ")"
}

// checkNames says why two entities cannot be made one.
func checkNames(from, into string) error {
	for _, one := range []struct{ field, name string }{{"from", from}, {"into", into}} {
		switch {
		case one.name == "":
			return &memory.FieldError{Field: one.field, Reason: "is missing"}
		case len(one.name) > memory.MaxIDBytes:
			return &memory.FieldError{Field: one.field, Reason: fmt.Sprintf("is longer than %d bytes", memory.MaxIDBytes)}
		case memory.EntityKey(one.name) == 0:
			return &memory.FieldError{Field: one.field, Reason: "holds no word"}
		}
	}
	if from == "user" {
		return &memory.FieldError{Field: "from", Reason: "is the user, who is nobody else"}
	}
	if memory.Fold(from) == memory.Fold(into) {
		return &memory.FieldError{Field: "into", Reason: "is the same name"}
	}
	return nil
}
