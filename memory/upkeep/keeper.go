package upkeep

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"mneme/memory"
	"mneme/policy"
)

// Errors of a Keeper.
var (
	// ErrNoJob is returned when a job is asked for that there is not.
	ErrNoJob = errors.New("upkeep: there is no such job")
	// ErrUnverified is returned by Promote for a record that nobody verified.
	ErrUnverified = errors.New("upkeep: only verified records become a team's")
)

// Keeper looks after every owner's memory.
type Keeper struct {
	parts Parts
	opts  Options
	jobs  []job
	swept time.Time // guarded by round

	round    sync.Mutex // one round at a time in this process
	census   census
	greeted  greeted
	orders   sync.Map // of *order
	surveyed atomic.Pointer[surveyed]
	Stats    Stats
}

// Stats count what was done since the start.
type Stats struct {
	Visits  atomic.Int64
	Deeds   atomic.Int64 // records changed
	Stale   atomic.Int64 // plans made again because an owner's memory moved on
	Faults  atomic.Int64
	Ripened atomic.Int64 // owners whose stale share asks for wake-up questions, as of their last visit
}

// New checks its parts.
func New(opts Options, parts Parts) (*Keeper, error) {
	if err := opts.Validate(); err != nil {
		return nil, err
	}
	if parts.Truth == nil || parts.Roster == nil {
		return nil, errors.New("make keeper: truth and a roster are required")
	}
	if parts.Clock == nil {
		parts.Clock = time.Now
	}
	if parts.Log == nil {
		parts.Log = slog.New(slog.DiscardHandler)
	}
	if parts.Worker == "" {
		parts.Worker = memory.NewID(parts.Clock())
	}
	if parts.Audit == nil {
		parts.Audit = func(memory.Audit) {}
	}
	return &Keeper{parts: parts, opts: opts, jobs: jobs()}, nil
}

// take waits for an owner's pen. On an error there is nothing to put down.
func (k *Keeper) take(ctx context.Context, owner memory.Owner) (put func(), err error) {
	if put, err = k.parts.Pens.Take(ctx, owner); err != nil {
		return func() {}, err
	}
	return put, nil
}

// Run looks after everybody until the context ends.
func (k *Keeper) Run(ctx context.Context) {
	tick := time.NewTicker(k.opts.Every)
	defer tick.Stop()
	for {
		if err := k.Round(ctx); err != nil && ctx.Err() == nil {
			k.parts.Log.Warn("a round of upkeep failed", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// shift is the name of the one shift there is.
const shift = "upkeep"

// pageOwners is how many owners are looked up at once.
const pageOwners = 100

// Round visits every owner who is due, unless another process does. An owner who
// cannot be looked after does not keep the others from it.
func (k *Keeper) Round(ctx context.Context) error {
	k.round.Lock()
	defer k.round.Unlock()
	held, ok, err := k.parts.Roster.TakeShift(ctx, shift, k.parts.Worker, k.opts.Lease)
	if err != nil || !ok {
		return err
	}
	defer func() {
		k.parts.Roster.EndShift(context.WithoutCancel(ctx), held)
	}()
	k.census.renew()
	now := k.parts.Clock()
	if k.parts.Sweeper != nil && now.Sub(k.swept).Abs() >= day {
		if err := k.sweep(ctx, now); err != nil {
			k.parts.Log.Warn("old traces could not be dropped", "error", err)
		}
		k.swept = now
	}
	var faults []error
	renewed := time.Now()
	cursor := ""
	for {
		page, next, err := k.parts.Roster.Idle(ctx, visit, now.Add(slack-k.opts.Visit), now.Add(-k.opts.Changed), cursor, pageOwners)
		if err != nil {
			faults = append(faults, fmt.Errorf("list owners: %w", err))
		}
		for _, one := range page {
			if time.Since(renewed) > k.opts.Lease/3 {
				if held, err = k.parts.Roster.KeepShift(ctx, held, k.opts.Lease); err != nil {
					return errors.Join(append(faults, err)...)
				}
				renewed = time.Now()
			}
			if err := k.visit(ctx, one); err != nil {
				if ctx.Err() != nil {
					return errors.Join(append(faults, ctx.Err())...)
				}
				k.Stats.Faults.Add(1)
				k.parts.Log.Warn("an owner could not be looked after", "error", err)
				faults = append(faults, err)
			}
		}
		if cursor = next; next == "" {
			break
		}
	}
	if s := k.surveyed.Load(); s == nil || now.Sub(s.at).Abs() >= surveyEvery {
		faults = append(faults, k.survey(ctx))
	}
	return errors.Join(faults...)
}

// sweep drops what is kept for a while only.
func (k *Keeper) sweep(ctx context.Context, now time.Time) error {
	s := k.parts.Sweeper
	learnt, err1 := s.DropLearnt(ctx, now.Add(-k.opts.Journal))
	traces, err2 := s.DropTraces(ctx, now.Add(-k.opts.Audit))
	removals, err3 := s.DropRemovals(ctx, now.Add(-k.opts.Audit))
	ops, err4 := s.DropOps(ctx, now.Add(-k.opts.Audit), now.Add(-k.opts.Audit))
	reports, err5 := k.parts.Roster.DropReports(ctx, now.Add(-k.opts.Audit))
	k.parts.Log.Info("dropped what is old", "learnt", learnt, "traces", traces, "removals", removals, "ops", ops, "reports", reports)
	return errors.Join(err1, err2, err3, err4, err5)
}

// Order asks for jobs on demand.
type Order struct {
	Job    string // empty: every job
	Tenant string
	Realm  string // empty: every realm
	User   string // empty: every owner of the tenant
	By     string
}

// Do runs a job now, due or not, and returns a report for each owner something
// was done for. It returns ErrNoJob for a job there is not.
func (k *Keeper) Do(ctx context.Context, o Order) ([]memory.Report, error) {
	chosen := k.jobs
	if o.Job != "" {
		chosen = nil
		for _, j := range k.jobs {
			if j.name == o.Job {
				chosen = []job{j}
			}
		}
		if o.Job == "sweep" && k.parts.Sweeper != nil {
			return nil, k.sweep(ctx, k.parts.Clock())
		}
		if chosen == nil {
			return nil, fmt.Errorf("%w: %s", ErrNoJob, o.Job)
		}
	}
	k.census.renew()
	run := &order{}
	if err := k.each(ctx, o, func(memory.Tenancy) error { run.all.Add(1); return nil }); err != nil {
		return nil, err
	}
	k.orders.Store(run, true)
	defer k.orders.Delete(run)
	var reports []memory.Report
	err := k.each(ctx, o, func(one memory.Tenancy) error {
		done, err := k.tend(ctx, one, chosen, true, o.By)
		reports = append(reports, done...)
		run.done.Add(1)
		return err
	})
	if err == nil && o.User == "" { // the figures are fresh now
		err = k.survey(ctx)
	}
	return reports, err
}

// order is one that is being carried out: of how many owners how many are done.
type order struct{ done, all atomic.Int64 }

// Running tells how far what was asked for on demand has come: of how many owners
// how many are done. Both are 0 when nothing runs.
func (k *Keeper) Running() (done, all int) {
	k.orders.Range(func(key, _ any) bool {
		run := key.(*order)
		done, all = done+int(run.done.Load()), all+int(run.all.Load())
		return true
	})
	return done, all
}

// each calls do for every owner an order means.
func (k *Keeper) each(ctx context.Context, o Order, do func(memory.Tenancy) error) error {
	never := k.parts.Clock().Add(10 * 365 * day) // nobody was looked after since
	var faults []error
	cursor := ""
	for {
		page, next, err := k.parts.Roster.Idle(ctx, visit, never, never, cursor, pageOwners)
		faults = append(faults, err)
		for _, one := range page {
			if o.Tenant != "" && one.Owner.Tenant != o.Tenant || o.Realm != "" && one.Owner.Realm != o.Realm {
				continue
			}
			if o.User != "" && (one.Owner.Level != memory.LevelUser || one.Owner.ID != o.User) {
				continue
			}
			faults = append(faults, do(one))
			if ctx.Err() != nil {
				return ctx.Err()
			}
		}
		if cursor = next; next == "" {
			return errors.Join(faults...)
		}
	}
}

// Job describes a job.
type Job struct {
	Name  string        `json:"name"`
	Says  string        `json:"says"`
	Every time.Duration `json:"-"`
}

// Jobs lists the jobs there are, in the order they are done.
func (k *Keeper) Jobs() []Job {
	out := make([]Job, 0, len(k.jobs))
	for _, j := range k.jobs {
		out = append(out, Job{j.name, j.says, j.every})
	}
	return out
}

// Reports returns what jobs did with an owner's memory (of a whole tenant's users
// when the owner has no id), newest first.
func (k *Keeper) Reports(ctx context.Context, owner memory.Owner, job string, limit int) ([]memory.Report, error) {
	return k.parts.Roster.Reports(ctx, owner, job, limit)
}

func (k *Keeper) tenant(name string) *policy.Tenant {
	if k.parts.Tenant != nil {
		if t := k.parts.Tenant(name); t != nil {
			return t
		}
	}
	t := policy.DefaultTenant()
	return &t
}
