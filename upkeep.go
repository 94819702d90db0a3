package main

import (
	"context"
	"flag"
	"fmt"
	"slices"
	"strings"
	"time"

	"mneme/memory"
	"mneme/memory/upkeep"
)

// openUpkeep makes the keeper. The index follows what it changes when the owner is
// asked for next: to refresh it now would bring everybody's into memory.
func (h *house) openUpkeep() error {
	parts := upkeep.Parts{
		Truth: h.store, Roster: h.store, Sweeper: h.store, Chooser: h.control, Counter: h.counter, Hasher: h.keys, Census: h.store.Counts,
		Tenant: h.tenant, Audit: h.store.WriteAudit, Clock: h.now, Log: h.log,
		Changed: func(_ context.Context, owner memory.Owner, _ int64) { h.learner.Drop(owner) },
	}
	if h.model != nil {
		parts.Thinker = h.model
	}
	var err error
	h.keeper, err = upkeep.New(upkeep.DefaultOptions(), parts)
	return err
}

// greetWithin is how long a request waits for what comes back with its user. It
// happens once in a long absence; what takes longer is there for the next request.
const greetWithin = 80 * time.Millisecond

// greet brings back what was archived while a user was away.
func (h *house) greet(ctx context.Context, owner memory.Owner) {
	if h.keeper.Greeted(owner) {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, greetWithin)
	defer cancel()
	back, err := h.keeper.Greet(ctx, owner)
	if err != nil {
		h.log.Warn("what a returning user left could not be brought back; his next request tries again", "err", err)
		return
	}
	if back > 0 {
		h.log.Info("a user is back", "records", back)
	}
}

// upkeepCommand does jobs of upkeep now and says what they did.
func upkeepCommand(ctx context.Context, std stdio, args []string) error {
	job, list := "all", false
	c, rest, err := dial(std, "upkeep", args, func(set *flag.FlagSet) {
		set.StringVar(&job, "job", job, "one `job`; all: every one")
		set.BoolVar(&list, "list", false, "say which jobs there are and what they did last")
	})
	if err != nil {
		return err
	}
	if len(rest) > 0 {
		return fmt.Errorf("does not take %q", rest[0])
	}
	type report struct {
		Job    string
		UserID string `json:"user_id"`
		Level  string
		At     time.Time `json:"ended_at"`
		By     string
		Counts map[string]int
		Deeds  []memory.Deed
		More   int
	}
	show := func(reports []report) {
		for _, r := range reports {
			if len(r.Counts) == 0 {
				continue
			}
			who := nameOr(r.UserID, r.Level)
			fmt.Fprintf(c.out, "%s  %-10s %-20s %s\n", r.At.Local().Format(time.DateTime), r.Job, who, counted(r.Counts))
			for _, d := range r.Deeds[:min(len(r.Deeds), upkeepDeeds)] {
				fmt.Fprintf(c.out, "    %-10s %s  %s\n", d.Op, d.Record, d.Reason)
			}
			if more := len(r.Deeds) - upkeepDeeds + r.More; more > 0 {
				fmt.Fprintf(c.out, "    and %d more\n", more)
			}
		}
	}
	if list {
		var out struct {
			Jobs    []upkeep.Job
			Reports []report
		}
		if err := c.call(ctx, "GET", "/jobs", c.owner(), nil, &out); err != nil || c.json {
			return err
		}
		for _, j := range out.Jobs {
			fmt.Fprintf(c.out, "%-10s %s\n", j.Name, j.Says)
		}
		show(out.Reports)
		return nil
	}
	var done struct{ Data []report }
	if !c.json {
		fmt.Fprintln(std.err, "looking through what is remembered...")
	}
	if err := c.call(ctx, "POST", "/jobs/"+job, nil, c.body(map[string]any{}), &done); err != nil || c.json {
		return err
	}
	show(done.Data)
	if !slices.ContainsFunc(done.Data, func(r report) bool { return len(r.Counts) > 0 }) {
		fmt.Fprintln(c.out, "nothing was to be done")
	}
	return nil
}

// upkeepDeeds bounds the records that are named of one job.
const upkeepDeeds = 20

// counted renders counts as "3 merged, 1 stale".
func counted(counts map[string]int) string {
	var parts []string
	for reason, n := range counts {
		parts = append(parts, fmt.Sprintf("%d %s", n, reason))
	}
	slices.Sort(parts)
	return strings.Join(parts, ", ")
}
