package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"math"
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
		Tenant: h.tenant, Audit: h.store.WriteAudit, Pens: &h.pens, Clock: h.now, Log: h.log,
		Changed: func(_ context.Context, owner memory.Owner, _ int64) { h.learner.Drop(owner) },
		Traffic: func() int64 { return h.data.Requests() },
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

// upkeepReport is what a job did for one owner.
type upkeepReport struct {
	Job    string
	UserID string `json:"user_id"`
	Level  string
	At     time.Time `json:"ended_at"`
	By     string
	Counts map[string]int
	Deeds  []memory.Deed
	More   int
}

// upkeepCommand does jobs of upkeep now and says what they did.
func upkeepCommand(ctx context.Context, std stdio, args []string) error {
	job, list, all := "all", false, false
	c, rest, err := dial(std, "upkeep", args, func(set *flag.FlagSet) {
		set.StringVar(&job, "job", job, "one `job`; all: every one")
		set.BoolVar(&list, "list", false, "say which jobs there are and what they did last")
		set.BoolVar(&all, "v", false, "name every record, not the first three of each job")
	})
	if err != nil {
		return err
	}
	if len(rest) > 0 {
		return fmt.Errorf("does not take %q", rest[0])
	}
	named := upkeepDeeds
	if all {
		named = math.MaxInt
	}
	if list {
		var out struct {
			Jobs    []upkeep.Job
			Reports []upkeepReport
		}
		if err := c.call(ctx, "GET", "/jobs", c.owner(), nil, &out); err != nil || c.json {
			return err
		}
		for _, j := range out.Jobs {
			fmt.Fprintf(c.out, "%-10s %s\n", j.Name, j.Says)
		}
		c.showUpkeep(ctx, out.Reports, named)
		return nil
	}
	var done struct{ Data []upkeepReport }
	shown, stop := context.WithCancel(ctx)
	defer stop()
	if !c.json {
		go c.watchUpkeep(shown, std.err)
	}
	err = c.call(ctx, "POST", "/jobs/"+job, nil, c.body(map[string]any{}), &done)
	stop()
	if err != nil || c.json {
		return err
	}
	c.showUpkeep(ctx, done.Data, named)
	if !slices.ContainsFunc(done.Data, func(r upkeepReport) bool { return len(r.Counts) > 0 }) {
		fmt.Fprintln(c.out, "nothing was to be done")
	}
	return nil
}

// watchUpkeep shows how far it has come, once a second.
func (c *client) watchUpkeep(ctx context.Context, to io.Writer) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		var out struct{ Running *struct{ Done, All int } }
		q := c.owner()
		q.Set("limit", "1")
		quiet := client{base: c.base, key: c.key, http: c.http, out: io.Discard}
		if quiet.call(ctx, "GET", "/jobs", q, nil, &out) == nil && out.Running != nil && ctx.Err() == nil {
			fmt.Fprintf(to, "\rlooked after %d of %d \r", out.Running.Done, out.Running.All)
		}
	}
}

// showUpkeep tells what was done, owner by owner.
func (c *client) showUpkeep(ctx context.Context, reports []upkeepReport, named int) {
	last := ""
	for _, r := range reports {
		if len(r.Counts) == 0 {
			continue
		}
		if who := nameOr(r.UserID, r.Level); who != last {
			fmt.Fprintf(c.out, "\n%s, %s\n", who, r.At.Local().Format(time.DateTime))
			last = who
		}
		fmt.Fprintf(c.out, "  %-10s %s\n", r.Job, counted(r.Counts))
		for _, d := range r.Deeds[:min(len(r.Deeds), named)] {
			fmt.Fprintf(c.out, "             - %s  %s\n", d.Record, c.wordsOf(ctx, r.UserID, d))
		}
		if more := len(r.Deeds) - named + r.More; more > 0 {
			fmt.Fprintf(c.out, "             and %d more (-v names them)\n", more)
		}
	}
}

// upkeepDeeds bounds the records that are named of one job.
const upkeepDeeds = 3

// wordsOf is what a record says now.
func (c *client) wordsOf(ctx context.Context, user string, d memory.Deed) string {
	if user == "" || d.Op == "discard" {
		return ""
	}
	q := c.owner()
	q.Set("user_id", user)
	var r memory.Form
	quiet := client{base: c.base, key: c.key, http: c.http, out: io.Discard}
	if quiet.call(ctx, "GET", "/memories/"+d.Record, q, nil, &r) != nil {
		return "" // it is gone since
	}
	return r.Text
}

// counted renders counts as "3 merged, 1 stale", in words where a code alone would
// not be understood.
func counted(counts map[string]int) string {
	var parts []string
	for reason, n := range counts {
		parts = append(parts, fmt.Sprintf("%d %s", n, nameOr(upkeepWords(reason), reason)))
	}
	slices.Sort(parts)
	return strings.Join(parts, ", ")
}

// upkeepWords says what the code of a reason means.
func upkeepWords(reason string) string {
	switch reason {
	case "due":
		return "past their time (asked about in the confirmations)"
	case "time-over":
		return "over"
	case "same-words":
		return "over with a fact of the same words"
	case "unanswered":
		return "over, since nobody answered"
	case "ttl":
		return "erased at the end of the retention that was asked for"
	case "supported":
		return "surer"
	case "contradicted":
		return "contradicted"
	case "repeated":
		return "seen again and again"
	case "threshold":
		return "sure enough to act, or no longer"
	case "similar":
		return "similar (told as one)"
	case "retention":
		return "at the end of their retention"
	case "summary-gone", "evidence-lost":
		return "told anew, since their evidence went"
	case "asked-for":
		return "back, since they were asked for"
	case "away":
		return "put away, since their user is"
	case "stale":
		return "unused for long (archived)"
	case "cap":
		return "over the cap"
	case "focus":
		return "conclusion: what is in focus"
	case "priority":
		return "conclusion: what comes first"
	case "worked":
		return "conclusion: what worked"
	case "refused":
		return "conclusion: what was refused"
	case "no-evidence":
		return "without evidence by now"
	case "daily":
		return "weighed anew"
	case "silenced":
		return "of a dropped topic (weigh nothing)"
	case "heard-again":
		return "of a topic taken up again"
	case "rule":
		return "under a changed rule"
	case "dictionary":
		return "under another name"
	}
	return ""
}
