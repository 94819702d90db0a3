package capture

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"mneme/capture/extract"
	"mneme/memory"
	"mneme/policy"
)

// DeskParts are what a Desk works with. Ledger is required; a Redactor that is nil
// is the product's own.
type DeskParts struct {
	Ledger   memory.Ledger
	Counter  Counter
	Redactor Redactor
	Tenant   func(tenant string) *policy.Tenant
	Learnt   func(ctx context.Context, owner memory.Owner, revision int64) // the index follows
	Outdated func(owner memory.Owner, quotes []string)                     // as LearnerParts.Outdated
	Learner  *Learner                                                      // lets go of what it holds of the owner
	Rules    extract.Extractor                                             // nil: the learner's
	Pens     *memory.Pens                                                  // what all writers of the process take; nil: only hands share
	Clock    Clock
}

// Desk writes single records by hand, under the rules of learning: fields that
// must not be kept are masked, what is new meets what is believed, costs are
// counted, history is kept, the index follows.
type Desk struct{ parts DeskParts }

// NewDesk checks its parts.
func NewDesk(parts DeskParts) (*Desk, error) {
	if parts.Ledger == nil {
		return nil, errors.New("make desk: a ledger is required")
	}
	if parts.Clock == nil {
		parts.Clock = time.Now
	}
	if parts.Redactor == nil {
		parts.Redactor = policy.Redactor{}
	}
	if parts.Pens == nil {
		parts.Pens = &memory.Pens{}
	}
	switch {
	case parts.Rules != nil:
	case parts.Learner != nil:
		parts.Rules = parts.Learner.parts.Rules
	default:
		parts.Rules = extract.New()
	}
	return &Desk{parts: parts}, nil
}

// sureByHand is the confidence of what was written by hand without one.
const sureByHand = 0.95

// Add writes a record and returns what became of it: the record itself, or the
// one that said the same already. A status other than current is taken as it is,
// and then the record meets nothing.
func (d *Desk) Add(ctx context.Context, r memory.Record, by string) (memory.Record, error) {
	if err := r.Owner.Validate(); err != nil {
		return memory.Record{}, err
	}
	now := d.parts.Clock()
	d.fill(&r, now)
	d.understand(ctx, &r)
	return d.write(ctx, r.Owner, func(b *beliefs) (decided, error) {
		if err := d.name(ctx, b, &r); err != nil {
			return decided{}, err
		}
		if r.Layer == memory.Procedural {
			same, err := d.procedure(ctx, &r)
			if err != nil || same != "" {
				return decided{result: same}, err
			}
		}
		if r.Layer == memory.Procedural || r.Status != memory.Current {
			change := memory.Change{RecordID: r.ID, At: now, Op: string(memory.OpAdd), By: by, After: r.Text, Reason: "by-hand"}
			return decided{put: []memory.Record{r}, history: []memory.Change{change}, result: r.ID}, nil
		}
		draft := memory.Draft{Record: r, Act: memory.Assert, Explicit: true, Ends: true}
		return d.decide(b.records, draft, r.Created, by), nil
	})
}

// procedure returns the procedure that says the same already, or an error when
// there is no room for another: more of them than anybody keeps in mind contradict
// each other.
func (d *Desk) procedure(ctx context.Context, r *memory.Record) (string, error) {
	page, err := d.parts.Ledger.List(ctx, memory.Filter{
		Owner: r.Owner, Layers: []memory.Layer{memory.Procedural}, Statuses: []memory.Status{memory.Current}, Limit: beliefsPage,
	})
	if err != nil {
		return "", fmt.Errorf("list procedures: %w", err)
	}
	for i := range page.Records {
		if memory.Fold(squeeze(page.Records[i].Text)) == memory.Fold(squeeze(r.Text)) && page.Records[i].ID != r.ID {
			return page.Records[i].ID, nil
		}
	}
	if err := d.clashes(r, page.Records); err != nil {
		return "", err
	}
	if most := d.tenant(r.Owner.Tenant).Limits.Bounds.Or().Procedures; len(page.Records) >= most {
		return "", &memory.FieldError{Field: "layer", Reason: fmt.Sprintf("has %d procedures already, and more are not kept", most)}
	}
	return "", nil
}

// name gives a new record's entities the names they go by.
func (d *Desk) name(ctx context.Context, b *beliefs, r *memory.Record) error {
	names := d.tenant(r.Owner.Tenant).Names()
	if tenant := memory.TenantOwner(r.Owner.Tenant, r.Owner.Realm); tenant != r.Owner {
		if err := names.Read(ctx, d.parts.Ledger, tenant); err != nil {
			return err
		}
	}
	names.Learn(b.records, time.Time{})
	names.Fresh(r, r.Created)
	return nil
}

// ClashError says that a rule contradicts another.
type ClashError struct {
	With  string // the id of the other, or policy: and its name
	Clash memory.Clash
}

// Error names the other rule.
func (e *ClashError) Error() string {
	if e.Clash == memory.Differing {
		return fmt.Sprintf("says the same as %s with another value, under the same condition", e.With)
	}
	return fmt.Sprintf("contradicts %s: one asks for what the other forbids", e.With)
}

// clashes meets a rule with those of its owner and of the tenant's policy.
func (d *Desk) clashes(r *memory.Record, known []memory.Record) error {
	mine := memory.ReadRule("", r.Text)
	for i := range known {
		if known[i].ID == r.ID {
			continue
		}
		other := memory.ReadRule(known[i].ID, known[i].Text)
		if clash := mine.Clashes(&other); clash != "" {
			return &ClashError{With: known[i].ID, Clash: clash}
		}
	}
	for _, p := range d.tenant(r.Owner.Tenant).Procedures {
		other := p.Rule()
		if mine.Clashes(&other) == memory.Opposed {
			return &ClashError{With: "policy:" + p.Name, Clash: memory.Opposed}
		}
	}
	return nil
}

// fill gives a record what it was not given.
func (d *Desk) fill(r *memory.Record, now time.Time) {
	r.ID = memory.NewID(now)
	if r.Subject == "" {
		r.Subject = "user"
	}
	if r.Source == "" {
		r.Source = memory.UserDirect
	}
	if r.Status == "" {
		r.Status = memory.Current
	}
	if r.Confidence == 0 {
		r.Confidence = sureByHand
	}
	if r.Created.IsZero() {
		r.Created = now
	}
	r.Updated, r.Count = now, max(r.Count, 1)
	if r.LastUsed.IsZero() {
		r.LastUsed = r.Created
	}
	if r.Layer == memory.Semantic && r.Kind == "" && r.Predicate == "" && !r.Constraint.ValidUntil.IsZero() {
		r.Kind = memory.KindTemporary // who says until when means that it is over then
	}
	if r.Layer == memory.Episodic {
		if r.Event.Time.IsZero() {
			r.Event.Time = r.Created
		}
		if r.Event.Type == "" {
			r.Event.Type = memory.EventMessage
		}
		if r.Kind == "" {
			r.Kind = KindEvent
		}
	}
	r.Text, r.Object = d.redact(r.Owner.Tenant, r.Text), d.redact(r.Owner.Tenant, r.Object)
	d.count(r)
}

// Edit changes fields of a record and keeps what they were as history. It
// returns memory.ErrNotFound for a record that is not the owner's.
func (d *Desk) Edit(ctx context.Context, owner memory.Owner, id string, change Edit, by string) (memory.Record, error) {
	now := d.parts.Clock()
	return d.write(ctx, owner, func(*beliefs) (decided, error) {
		before, err := d.get(ctx, owner, id)
		if err != nil {
			return decided{}, err
		}
		after := before
		after.Updated = now
		if change.Object != nil {
			object := d.redact(owner.Tenant, *change.Object)
			said := before.Object
			if len(before.Called) > 0 && before.Called[0].Object != "" {
				said = before.Called[0].Object // the text stands as it was said
			}
			if change.Text == nil && said != "" {
				after.Text = strings.ReplaceAll(after.Text, said, object)
			}
			after.Object, after.Called = object, renamed(after.Called, object)
		}
		if change.Text != nil {
			after.Text = d.redact(owner.Tenant, *change.Text)
			if change.Object == nil {
				d.reread(ctx, &before, &after)
			}
		}
		if change.Constraint != nil {
			after.Constraint = *change.Constraint
		}
		if change.Confidence != nil {
			after.Confidence = *change.Confidence
		}
		if change.Status != nil {
			after.Status = *change.Status
			switch {
			case after.Status == memory.Superseded || after.Status == memory.Expired:
				if after.Ended.IsZero() {
					after.Ended = now
				}
			default:
				after.Ended, after.ReplacedBy = time.Time{}, ""
			}
		}
		if after.Text != before.Text {
			after.Cost = memory.Cost{}
			d.count(&after)
		}
		line := memory.Change{
			RecordID: id, At: now, Op: "correct", By: by, Before: shown(&before), After: shown(&after), Reason: "by-hand",
		}
		return decided{put: []memory.Record{after}, history: []memory.Change{line}, result: id}, nil
	})
}

// Confirm answers the question whether a record holds: what waited is believed
// and what contradicts it gives way, or it is given up.
func (d *Desk) Confirm(ctx context.Context, owner memory.Owner, id string, yes bool, by string) (memory.Record, error) {
	now := d.parts.Clock()
	return d.write(ctx, owner, func(b *beliefs) (decided, error) {
		before, err := d.get(ctx, owner, id)
		if err != nil {
			return decided{}, err
		}
		if !yes {
			return reject(before, now, by, "by-hand"), nil
		}
		if before.Layer == memory.Procedural {
			if _, err := d.procedure(ctx, &before); err != nil {
				return decided{}, err
			}
		}
		return accept(before, b.records, d.rules(owner.Tenant, now), by, "by-hand"), nil
	})
}

// decided is what a hand wants written, and the record that came of it.
type decided struct {
	put     []memory.Record
	history []memory.Change
	result  string
}

// decide lets a draft meet what is known.
func (d *Desk) decide(known []memory.Record, draft memory.Draft, now time.Time, by string) decided {
	return decideOn(known, draft, d.rules(draft.Record.Owner.Tenant, now), by)
}

func (d *Desk) rules(tenant string, now time.Time) memory.Rules {
	t := d.tenant(tenant)
	return memory.Rules{
		Catalogue: memory.NewCatalogue(t.Predicates).Within(t.Limits.Bounds), Confirmations: t.Confirmations, Now: now,
	}
}

// write commits what f decides, and decides again when truth has moved on. What the
// learner has at hand of the owner is used and kept up, so that a write does not read
// all that is known of him.
func (d *Desk) write(ctx context.Context, owner memory.Owner, f func(*beliefs) (decided, error)) (memory.Record, error) {
	put, err := d.parts.Pens.Take(ctx, owner)
	if err != nil {
		return memory.Record{}, err
	}
	defer put()
	var again repeat
	for {
		b, give, err := d.believe(ctx, owner)
		if err != nil {
			return memory.Record{}, err
		}
		what, err := f(b)
		if err != nil {
			give(true)
			return memory.Record{}, err
		}
		if len(what.put) == 0 {
			give(true)
			return d.get(ctx, owner, what.result)
		}
		done, err := d.parts.Ledger.Commit(ctx, memory.Commit{Owner: owner, Base: b.revision, Put: what.put, History: what.history})
		if err != nil {
			give(false)
		}
		if errors.Is(err, memory.ErrStale) && again.wait(ctx) {
			continue
		}
		if err != nil {
			return memory.Record{}, fmt.Errorf("commit record: %w", cmp.Or(ctx.Err(), err))
		}
		for _, r := range what.put {
			b.learn(r)
		}
		for _, id := range done.Blocked {
			b.remove(id)
		}
		b.revision = done.Revision
		give(true)
		if over := outdated(what.put, what.history); d.parts.Outdated != nil && len(over) > 0 {
			d.parts.Outdated(owner, over)
		}
		put() // nobody waits for the index to follow
		if d.parts.Learnt != nil {
			d.parts.Learnt(ctx, owner, done.Revision)
		}
		return d.get(ctx, owner, what.result)
	}
}

// believe returns what is known of an owner, and how to give it back: kept, or lost since
// it is not what truth is.
func (d *Desk) believe(ctx context.Context, owner memory.Owner) (b *beliefs, give func(kept bool), err error) {
	l := d.parts.Learner
	if l == nil {
		b, err = loadBeliefs(ctx, d.parts.Ledger, owner)
		return b, func(bool) {}, err
	}
	b, err = l.believe(ctx, owner)
	return b, func(kept bool) {
		if kept {
			l.shelf.give(b)
		} else {
			l.shelf.lose(owner)
		}
	}, err
}

// tell lets those who hold something of an owner know that truth moved on.
func (d *Desk) tell(ctx context.Context, owner memory.Owner, revision int64) {
	if d.parts.Learner != nil {
		d.parts.Learner.Drop(owner)
	}
	if d.parts.Learnt != nil {
		d.parts.Learnt(ctx, owner, revision)
	}
}

func (d *Desk) get(ctx context.Context, owner memory.Owner, id string) (memory.Record, error) {
	found, err := d.parts.Ledger.Get(ctx, owner, []string{id})
	if err != nil {
		return memory.Record{}, fmt.Errorf("read record: %w", err)
	}
	if len(found) == 0 {
		return memory.Record{}, memory.ErrNotFound
	}
	return found[0], nil
}

func (d *Desk) tenant(name string) *policy.Tenant {
	if d.parts.Tenant != nil {
		if t := d.parts.Tenant(name); t != nil {
			return t
		}
	}
	return &policy.Tenant{}
}

func (d *Desk) redact(tenant, text string) string {
	if text == "" {
		return text
	}
	way := d.tenant(tenant).PII
	if way == "" {
		way = "mask"
	}
	clean, _ := d.parts.Redactor.Redact(text, way)
	return clean
}

func (d *Desk) count(r *memory.Record) {
	if d.parts.Counter != nil && r.Cost == (memory.Cost{}) {
		r.Cost = memory.Cost(d.parts.Counter.CostOf(r.Text))
	}
}

// shown is a record's line in its history.
func shown(r *memory.Record) string { return r.Text + " (" + string(r.Status) + ")" }

// renamed is what a record was called, once its object was set by hand: from now on that is
// what it was learnt with.
func renamed(called []memory.Naming, object string) []memory.Naming {
	if len(called) == 0 {
		return nil
	}
	out := slices.Clone(called)
	out[0].Object = object
	return out
}
