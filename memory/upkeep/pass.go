package upkeep

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"mneme/memory"
	"mneme/memory/llm"
	"mneme/policy"
)

// pass is one look at everything an owner has. Jobs change its records and add
// units; a unit is what must be written together or not at all.
type pass struct {
	k        *Keeper
	owner    memory.Owner
	seen     time.Time
	now      time.Time
	tenant   *policy.Tenant
	settings memory.Settings
	revision int64
	records  []memory.Record
	at       map[string]int
	used     map[string]time.Time // last use from the log beside truth
	chores   map[string]memory.Chore
	units    []unit
	chore    memory.Chore      // of the job being planned
	answers  map[string]string // of the model, so that planning anew is not paid again
	thoughts []llm.Reflection
	thought  bool
	ruled    bool // conclusions are drawn by the rules alone
	pace
}

// unit is one atomic change.
type unit struct {
	put     []memory.Record
	history []memory.Change
	deeds   []memory.Deed
	drop    []string // discarded after what is put was written
}

func (u *unit) weight() int { return len(u.put) + len(u.drop) }

// staleTries bounds how often a job is planned anew while captures go on.
const staleTries = 8

// visit does what is due for an owner.
func (k *Keeper) visit(ctx context.Context, one memory.Tenancy) error {
	_, err := k.tend(ctx, one, k.jobs, false, "schedule")
	return err
}

// tend does jobs for an owner: those that are due, or all of them with force.
func (k *Keeper) tend(ctx context.Context, one memory.Tenancy, chosen []job, force bool, by string) ([]memory.Report, error) {
	p, err := k.look(ctx, one)
	if err != nil {
		return nil, err
	}
	var reports []memory.Report
	for _, j := range chosen {
		if !j.whose.serves(p.owner.Level) || !force && !p.due(j) {
			continue
		}
		report, err := p.do(j, by)
		if err != nil {
			return reports, fmt.Errorf("%s: %w", j.name, err)
		}
		if len(report.Deeds) > 0 || force {
			reports = append(reports, report)
		}
	}
	k.Stats.Visits.Add(1)
	if force {
		return reports, nil
	}
	err = k.parts.Roster.PutChore(ctx, p.owner, memory.Chore{Job: visit, Done: p.now, Revision: p.revision}, nil)
	return reports, err
}

// look reads everything an owner has.
func (k *Keeper) look(ctx context.Context, one memory.Tenancy) (*pass, error) {
	p := &pass{k: k, pace: k.pace(ctx), owner: one.Owner, seen: one.Seen, now: k.parts.Clock(), tenant: k.tenant(one.Owner.Tenant)}
	if k.parts.Chooser != nil && p.owner.Level == memory.LevelUser {
		settings, _, err := k.parts.Chooser.Settings(ctx, p.owner.Tenant, p.owner.ID)
		if err != nil {
			return nil, fmt.Errorf("read settings: %w", err)
		}
		p.settings = settings
	}
	var err error
	if p.chores, err = k.parts.Roster.Chores(ctx, p.owner); err != nil {
		return nil, err
	}
	return p, p.read()
}

// read takes up truth as it is now.
func (p *pass) read() error {
	delta, err := p.k.parts.Truth.Since(p.ctx, p.owner, 0)
	if err != nil {
		return fmt.Errorf("read records: %w", err)
	}
	p.breathe()
	p.revision, p.records = delta.Revision, delta.Changed
	p.units = nil
	p.at = make(map[string]int, len(p.records))
	ids := make([]string, len(p.records))
	for i := range p.records {
		p.records[i].Owner = p.owner
		p.at[p.records[i].ID] = i
		ids[i] = p.records[i].ID
	}
	if p.used, err = p.k.parts.Truth.LastUsed(p.ctx, p.owner, ids); err != nil {
		return fmt.Errorf("read last use: %w", err)
	}
	return nil
}

// bounds are the measures of the owner's tenant.
func (p *pass) bounds() memory.Bounds { return p.tenant.Limits.Bounds.Or() }

// catalogue is the owner's tenant's.
func (p *pass) catalogue() memory.Catalogue {
	return memory.NewCatalogue(p.tenant.Predicates).Within(p.bounds())
}

// due reports whether a job is due for the owner.
func (p *pass) due(j job) bool {
	done := p.chores[j.name].Done
	if done.After(p.now.Add(slack)) { // of a clock that was set back since
		return true
	}
	early := slack
	if j.every <= time.Hour {
		early = 0
	}
	return done.IsZero() || p.now.Sub(done) >= j.every-early || j.early != nil && j.early(p)
}

// do plans a job, writes its units and notes the chore. When the owner's memory
// moved on it is planned again.
func (p *pass) do(j job, by string) (memory.Report, error) {
	report := memory.Report{ID: memory.NewID(p.now), Job: j.name, Owner: p.owner, By: by, Begun: p.k.parts.Clock(), Counts: map[string]int{}}
	put := func() {}
	defer func() { put() }()
	for try := 0; ; try++ {
		p.units, p.chore = nil, p.chores[j.name]
		state, err := j.plan(p)
		if err == nil {
			err = p.write(&report)
		}
		if errors.Is(err, memory.ErrStale) && try < staleTries {
			p.k.Stats.Stale.Add(1)
			if try == 0 { // nobody waits for a look that changes nothing; this one shall not be overtaken again
				if put, err = p.k.take(p.ctx, p.owner); err != nil {
					return report, err
				}
			}
			if err = p.read(); err == nil {
				continue
			}
		}
		if err != nil {
			return report, err
		}
		report.Ended = p.k.parts.Clock()
		chore := memory.Chore{Job: j.name, Done: p.now, Revision: p.revision, State: state}
		p.chores[j.name] = chore
		if err := p.k.parts.Roster.PutChore(p.ctx, p.owner, chore, worthTelling(&report, by)); err != nil {
			return report, err
		}
		return report, nil
	}
}

// worthTelling returns the report unless the schedule did nothing.
func worthTelling(r *memory.Report, by string) *memory.Report {
	if len(r.Deeds) == 0 && by == "schedule" {
		return nil
	}
	return r
}

// write commits the units, several small ones at once, and discards what they let
// go. Between two commits it yields.
func (p *pass) write(report *memory.Report) error {
	for len(p.units) > 0 {
		n, size := 0, 0
		for n < len(p.units) && (n == 0 || size+p.units[n].weight() <= p.k.opts.Batch) {
			size += p.units[n].weight()
			n++
		}
		if err := p.commit(p.units[:n], report); err != nil {
			return err
		}
		p.units = p.units[n:]
		p.breathe()
		if err := p.ctx.Err(); err != nil {
			return err
		}
	}
	return nil
}

func (p *pass) commit(units []unit, report *memory.Report) error {
	c := memory.Commit{Owner: p.owner, Base: p.revision}
	var drop, ids []string
	for i := range units {
		c.Put = append(c.Put, units[i].put...)
		c.History = append(c.History, units[i].history...)
		drop = append(drop, units[i].drop...)
		for _, d := range units[i].deeds {
			ids = append(ids, d.Record)
		}
	}
	// The commit checks it too; this keeps an owner who was erased meanwhile from
	// being noted down again.
	if now, err := p.k.parts.Truth.Revision(p.ctx, p.owner); err != nil || now != p.revision {
		return cmp.Or(err, memory.ErrStale)
	}
	// What is put and what goes is one write: killed in between, a summary that had
	// taken over its members would meet them again.
	c.Discard = drop
	if len(c.Put) > 0 || len(drop) > 0 {
		done, err := p.k.parts.Truth.Commit(p.ctx, c)
		if err != nil {
			return fmt.Errorf("commit: %w", err)
		}
		p.revision = done.Revision
		for _, id := range done.Blocked {
			p.remove(id)
		}
	}
	for i := range units {
		for _, d := range units[i].deeds {
			report.Deeds = append(report.Deeds, d)
			report.Counts[d.Reason]++
		}
	}
	p.k.Stats.Deeds.Add(int64(len(ids)))
	if p.k.parts.Changed != nil {
		p.k.parts.Changed(p.ctx, p.owner, p.revision)
	}
	p.k.parts.Audit(memory.Audit{At: p.now, Owner: p.owner, By: "upkeep", Op: "change", Records: ids, Code: "", Ref: report.ID})
	return nil
}

// alter plans a record's new state as a unit of its own.
func (p *pass) alter(r memory.Record, op, reason string) {
	var u unit
	p.change(&u, r, op, reason)
	p.units = append(p.units, u)
}

// change adds a record's new state to a unit and takes it up at once.
func (p *pass) change(u *unit, r memory.Record, op, reason string) {
	p.breathe()
	before := ""
	if i, known := p.at[r.ID]; known {
		before = rendering(&p.records[i])
		if p.records[i].Text != r.Text {
			r.Cost = memory.Cost{}
		}
		p.records[i] = r
	} else {
		p.at[r.ID] = len(p.records)
		p.records = append(p.records, r)
	}
	if p.k.parts.Counter != nil && r.Cost == (memory.Cost{}) && r.Text != "" {
		r.Cost = memory.Cost(p.k.parts.Counter.CostOf(r.Text))
		p.records[p.at[r.ID]] = r
	}
	u.put = append(u.put, r)
	u.history = append(u.history, memory.Change{
		RecordID: r.ID, At: p.now, Op: op, By: "upkeep", Before: before, After: rendering(&r), Reason: reason,
	})
	code, _, _ := strings.Cut(reason, " ") // how often and when stands in the history
	u.deeds = append(u.deeds, memory.Deed{Record: r.ID, Op: op, Reason: code})
}

// discard adds the end of a record to a unit.
func (p *pass) discard(u *unit, id, reason string) {
	u.drop = append(u.drop, id)
	u.deeds = append(u.deeds, memory.Deed{Record: id, Op: "discard", Reason: reason})
	p.remove(id)
}

// remove takes a record out of the pass.
func (p *pass) remove(id string) {
	i, known := p.at[id]
	if !known {
		return
	}
	last := len(p.records) - 1
	p.records[i] = p.records[last]
	p.at[p.records[i].ID] = i
	p.records = p.records[:last]
	delete(p.at, id)
}

// get returns a record of the pass, or nil.
func (p *pass) get(id string) *memory.Record {
	if i, known := p.at[id]; known {
		return &p.records[i]
	}
	return nil
}

// lastUse is when a record was last used: heard, asked for, confirmed, or picked
// up by a question about it.
func (p *pass) lastUse(r *memory.Record) time.Time {
	last := r.LastUsed
	if last.IsZero() {
		last = r.Created
	}
	if used := p.used[r.ID]; used.After(last) {
		last = used
	}
	return last
}

// ids lists the records of the pass, so that a job may change them while it goes
// through them.
func (p *pass) ids() []string {
	out := make([]string, len(p.records))
	for i := range p.records {
		out[i] = p.records[i].ID
	}
	return out
}

// rendering is a record's line in its history. The words of a conclusion are those
// of its evidence and are not kept here: what is forgotten must not stay as the
// past of something else.
func rendering(r *memory.Record) string {
	if memory.HasTag(*r, TagSummary) || memory.HasTag(*r, memory.TagReflection) {
		return fmt.Sprintf("%s, count %d, rests on %d", r.Status, r.Count, len(r.DependsOn)+len(r.Sources))
	}
	return fmt.Sprintf("%s (%s, confidence %.2f, weight %.2f)", r.Text, r.Status, r.Confidence, r.Weight)
}
