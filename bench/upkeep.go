package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"mneme/inject"
	"mneme/memory"
	"mneme/memory/embed"
	"mneme/memory/flat"
	"mneme/memory/seal"
	"mneme/memory/sqlite"
	"mneme/memory/upkeep"
	"mneme/policy"
)

const upkeepHelp = `usage: bench upkeep [flags]

Plays a year of invented people against two stores, one that is looked after and one
that is not, and asks both the same questions afterwards.

`

// yearOptions are the settings of a year.
type yearOptions struct {
	people, every int
	seed          uint64
}

func runUpkeep(ctx context.Context, args []string, out, progress io.Writer) error {
	o := yearOptions{}
	flags := flag.NewFlagSet("upkeep", flag.ContinueOnError)
	flags.SetOutput(progress)
	flags.IntVar(&o.people, "people", 20, "people that are played, half of them in Chinese")
	flags.IntVar(&o.every, "every", 1, "days between two rounds of upkeep")
	flags.Uint64Var(&o.seed, "seed", 1, "another year")
	flags.Usage = func() { fmt.Fprint(progress, upkeepHelp); flags.PrintDefaults() }
	if err := flags.Parse(args); err != nil {
		return err
	}
	f, err := playYear(ctx, o, progress)
	if err != nil {
		return err
	}
	f.print(out)
	return nil
}

// Caps of the year: small, so that they are reached. Both stores answer as the
// product does by default.
const (
	yearFacts    = 40
	yearEpisodes = 120
)

// house is one store with its index and recall.
type house struct {
	store  *sqlite.Store
	recall *memory.Recall
	inject *inject.Injector
	keeper *upkeep.Keeper // nil: nobody looks after it
	close  func()
}

// yearClock is the clock of both stores.
type yearClock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *yearClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *yearClock) set(t time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = t
}

func openHouse(dir string, clock *yearClock, kept bool) (*house, error) {
	ring := seal.DefaultOptions()
	ring.Now = clock.Now
	keys, err := seal.Open(filepath.Join(dir, "keys"), ring)
	if err != nil {
		return nil, err
	}
	o := sqlite.DefaultOptions()
	o.Dir, o.Keys, o.Now = filepath.Join(dir, "data"), keys, clock.Now
	store, err := sqlite.Open(o)
	if err != nil {
		keys.Close()
		return nil, err
	}
	h := &house{store: store, close: func() { store.Close(); keys.Close() }}
	table, err := embed.Open()
	if err != nil {
		h.close()
		return nil, err
	}
	index, err := flat.New(flat.DefaultOptions(), store, nil, table, embed.Dots)
	if err == nil {
		h.recall, err = memory.NewRecall(index, memory.DefaultRecallOptions())
	}
	if err == nil {
		h.inject = inject.New(inject.DefaultOptions(), inject.Parts{Recaller: h.recall, Clock: clock.Now})
	}
	if err == nil && kept {
		tenant := policy.DefaultTenant()
		tenant.Limits.FactsPerUser, tenant.Limits.EpisodesPerUser, tenant.Confirmations = yearFacts, yearEpisodes, "off"
		opts := upkeep.DefaultOptions()
		opts.Rest = 0
		h.keeper, err = upkeep.New(opts, upkeep.Parts{
			Truth: store, Roster: store, Sweeper: store, Chooser: store, Hasher: keys, Census: store.Counts,
			Tenant: func(string) *policy.Tenant { return &tenant }, Clock: clock.Now,
		})
	}
	if err != nil {
		h.close()
		return nil, err
	}
	return h, nil
}

// year is a year as it is played.
type year struct {
	o       yearOptions
	clock   *yearClock
	kept    *house
	left    *house
	people  []*person
	figures figures
}

// playYear plays a year and returns what came of it.
func playYear(ctx context.Context, o yearOptions, progress io.Writer) (f figures, err error) {
	dir, err := os.MkdirTemp("", "mneme-year-")
	if err != nil {
		return f, err
	}
	defer os.RemoveAll(dir)
	y := &year{o: o, clock: &yearClock{now: yearStart()}}
	if y.kept, err = openHouse(filepath.Join(dir, "kept"), y.clock, true); err != nil {
		return f, err
	}
	defer y.kept.close()
	if y.left, err = openHouse(filepath.Join(dir, "left"), y.clock, false); err != nil {
		return f, err
	}
	defer y.left.close()
	for n := range o.people {
		y.people = append(y.people, newPerson(n, o.seed))
	}
	for d := range yearDays {
		y.clock.set(yearStart().AddDate(0, 0, d))
		if err := y.live(ctx, d); err != nil {
			return f, fmt.Errorf("day %d: %w", d, err)
		}
		if d%30 == 29 {
			fmt.Fprintf(progress, "\rday %d of %d", d+1, yearDays)
		}
	}
	fmt.Fprintln(progress)
	y.clock.set(yearStart().AddDate(0, 0, yearDays+1))
	if err := y.kept.keeper.Round(ctx); err != nil {
		return f, err
	}
	return y.figures, y.judge(ctx)
}

// live lets everybody live through a day.
func (y *year) live(ctx context.Context, d int) error {
	for _, p := range y.people {
		if p.away && d == awayUntil { // the request that brings him back
			back, err := y.kept.keeper.Greet(ctx, p.owner)
			if err != nil {
				return err
			}
			if back > 0 {
				y.figures.Returned++
			}
		}
		today := p.day(d, y.clock.Now())
		for _, h := range []*house{y.kept, y.left} {
			if len(today) > 0 {
				if _, err := h.store.Commit(ctx, memory.Commit{Owner: p.owner, Base: -1, Put: today}); err != nil {
					return err
				}
			}
			if err := h.seen(ctx, p, d, y.clock.Now()); err != nil {
				return err
			}
			if d == forgetDay {
				before := side{}
				if err := h.census(ctx, p, &before); err != nil {
					return err
				}
				if before.Returned > 0 {
					y.figures.Canaries++
				}
				if err := h.forget(ctx, p); err != nil {
					return err
				}
			}
		}
	}
	y.clock.set(y.clock.Now().Add(14 * time.Hour))
	near := d >= switchDay && d < switchDay+25
	if d%y.o.every == 0 || near {
		began := time.Now()
		if err := y.kept.keeper.Round(ctx); err != nil {
			return err
		}
		y.figures.Round = max(y.figures.Round, time.Since(began))
	}
	return y.watch(ctx, d)
}

// seen lets an entry of a person's come in, and has him say where he lives now and
// then, in whatever state that fact is.
func (h *house) seen(ctx context.Context, p *person, d int, now time.Time) error {
	if p.silent(d) {
		return nil
	}
	if d%10 == 0 {
		turn := memory.Turn{ID: fmt.Sprint("hello", d), Role: memory.RoleUser, Text: "hello", At: now}
		entry := memory.Entry{ID: memory.NewID(now), Owner: p.owner, SessionID: "s", At: now, Turns: []memory.Turn{turn}, Keys: []memory.TurnKey{{byte(d), byte(d >> 8), 1}}}
		if _, err := h.store.Append(ctx, []memory.Entry{entry}); err != nil {
			return err
		}
	}
	if d%100 != 0 || d == 0 {
		return nil
	}
	page, err := h.store.List(ctx, memory.Filter{Owner: p.owner, Layers: []memory.Layer{memory.Semantic}, Query: p.home, Limit: 10})
	if err != nil {
		return err
	}
	for _, r := range page.Records {
		if r.Predicate != "home" {
			continue
		}
		r.Count, r.LastUsed, r.Updated, r.Status, r.Review = r.Count+1, now, now, memory.Current, false
		r.Constraint.ValidUntil = now.Add(memory.StateLife)
		if _, err := h.store.Commit(ctx, memory.Commit{Owner: p.owner, Base: -1, Put: []memory.Record{r}}); err != nil {
			return err
		}
	}
	return nil
}

// forget forgets the message with the canary.
func (h *house) forget(ctx context.Context, p *person) error {
	gone, err := h.store.Forget(ctx, memory.Selection{Owner: p.owner, MessageID: "canary", Reason: "year"})
	if err != nil || h.keeper == nil {
		return err
	}
	return h.keeper.Rederive(ctx, p.owner, append(gone.Rebuilt, gone.Records...))
}

// ask recalls for a question.
func (h *house) ask(ctx context.Context, p *person, now time.Time, question string) ([]memory.Hit, error) {
	found, err := h.recall.Recall(ctx, memory.Query{Owners: []memory.Owner{p.owner}, Text: question, Now: now, Limit: 8, Floor: -1})
	return found.Hits, err
}

// block is what the proxy would put into a prompt: its tokens.
func (h *house) block(ctx context.Context, p *person, question string) (int, error) {
	tenant := policy.DefaultTenant()
	ruling := policy.Ruling{Tenant: p.owner.Tenant, Realm: p.owner.Realm, User: p.owner.ID, Mode: policy.On, Settings: &tenant}
	found, err := h.inject.Search(ctx, inject.Search{Ruling: ruling, Query: question})
	return found.Tokens, err
}

// watch looks, around a change of habit and after a one-off act, whether the old
// habit is still believed.
func (y *year) watch(ctx context.Context, d int) error {
	question := func(p *person) string { return p.say("what do I drink at breakfast?", "我早餐喝什么？") }
	for _, p := range y.people {
		switch {
		case d == oneOffDay+3:
			hits, err := y.kept.ask(ctx, p, y.clock.Now(), question(p))
			if err != nil {
				return err
			}
			y.figures.Steady.add(slices.ContainsFunc(hits, believes(p.before)))
		case d >= switchDay && d < switchDay+25 && !p.away:
			if p.settledOn == 0 {
				for i, h := range []*house{y.kept, y.left} {
					hits, err := h.ask(ctx, p, y.clock.Now(), question(p))
					if err != nil {
						return err
					}
					if i == 0 && !slices.ContainsFunc(hits, believes(p.before)) {
						p.settledOn = d - switchDay + 1
						y.figures.Days = append(y.figures.Days, p.settledOn)
					}
				}
			}
		}
	}
	return nil
}

// believes finds a fact about a thing among hits.
func believes(thing string) func(memory.Hit) bool {
	return func(h memory.Hit) bool {
		return h.Record.Layer == memory.Semantic && h.Record.Status == memory.Current && h.Record.Object == thing && !h.Record.Review
	}
}

// judge asks both stores the same questions at the end of the year.
func (y *year) judge(ctx context.Context) error {
	f := &y.figures
	f.People = len(y.people)
	for i, h := range []*house{y.kept, y.left} {
		s := &f.Side[i]
		for _, p := range y.people {
			if err := y.judgeOne(ctx, h, p, s); err != nil {
				return err
			}
		}
	}
	return nil
}

func (y *year) judgeOne(ctx context.Context, h *house, p *person, s *side) error {
	now := y.clock.Now()
	ask := func(question string) ([]memory.Hit, error) {
		tokens, err := h.block(ctx, p, question)
		if err != nil {
			return nil, err
		}
		hits, err := h.ask(ctx, p, now, question)
		s.block(hits, tokens)
		return hits, err
	}
	holds := func(words ...string) func(memory.Hit) bool {
		return func(h memory.Hit) bool {
			return !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(h.Record.Text+" "+h.Record.Event.Result, w) })
		}
	}
	for _, one := range []struct {
		question string
		answer   func(memory.Hit) bool
		into     *ratio
	}{
		{p.say("where do I live?", "我住在哪里？"), holds(p.home), &s.Matters},
		{p.say("what am I allergic to?", "我对什么过敏？"), holds(p.hurts), &s.Matters},
		{p.say("what is my name?", "我叫什么名字？"), holds(p.name), &s.Matters},
		{p.say("what did we try for the %s last spring?", "去年春天我们试过什么治%s？", p.ache), holds(p.vain), &s.Past},
		{p.say("what did we try for the %s back in April?", "四月的时候我们试过什么治%s？", p.ache), holds(p.cure), &s.Past},
		{p.say("did we ever finish %s?", "%s后来完成了吗？", p.job), holds(p.say("finished", "完成")), &s.Past},
		{p.say("what happened with the %s?", "%s后来怎么样了？", p.thing), holds(p.mended), &s.Outcome},
		{p.say("what happened with the %s?", "%s后来怎么样了？", p.thing), holds(p.thing, p.say(" times", "次"), "2026-0"), &s.Count},
	} {
		hits, err := ask(one.question)
		if err != nil {
			return err
		}
		one.into.add(slices.ContainsFunc(hits, one.answer))
	}
	for _, question := range []string{p.say("what should I read next?", "接下来我该看什么书？"), p.say("what do I drink at breakfast?", "我早餐喝什么？"), p.say("what dish do I like?", "我喜欢什么菜？")} {
		hits, err := ask(question)
		if err != nil {
			return err
		}
		for _, hit := range hits {
			old := hit.Record.Layer == memory.Episodic && now.Sub(hit.Record.Event.Time) > 120*24*time.Hour
			s.Stale.add(old)
		}
	}
	return h.census(ctx, p, s)
}

// census counts what is at hand and looks for what was forgotten.
func (h *house) census(ctx context.Context, p *person, s *side) error {
	facts, episodes := 0, 0
	byID := map[string]memory.Record{}
	err := h.store.EachRecord(ctx, p.owner, func(r memory.Record, history []memory.Change) error {
		s.Records++
		byID[r.ID] = r
		if strings.Contains(fmt.Sprint(r.Text, r.Object, r.Event, r.Sources, history), p.canary()) {
			s.Returned++
		}
		if r.Status != memory.Current || memory.HasTag(r, memory.TagReflection) {
			return nil
		}
		if r.Layer == memory.Semantic {
			facts++
		} else {
			episodes++
		}
		return nil
	})
	s.Facts, s.Episodes = max(s.Facts, facts), max(s.Episodes, episodes)
	for _, r := range byID {
		if memory.HasTag(r, upkeep.TagSummary) && r.Text != "" {
			things, events := toldBy(p, r, byID)
			s.Single.add(things == 1)
			s.Exact.add(r.Count == events && (events == 1 || strings.Contains(r.Text, p.say("(%d times", "（共%d次", events))))
		}
	}
	return err
}

// toldBy counts the things and the events that a summary tells of.
func toldBy(p *person, summary memory.Record, byID map[string]memory.Record) (things, events int) {
	of, messages := map[string]bool{}, map[string]bool{}
	note := func(sources []memory.Provenance, text string) {
		for _, one := range sources {
			messages[one.MessageID] = true
			thing, known := p.things[one.MessageID]
			if !known {
				thing = text
			}
			of[thing] = true
		}
	}
	for _, one := range summary.Sources {
		note([]memory.Provenance{one}, one.Quote)
	}
	for _, id := range summary.DependsOn {
		note(byID[id].Sources, byID[id].Text)
	}
	return len(of), len(messages)
}

// ratio is a share of so many.
type ratio struct{ good, all int }

func (r *ratio) add(good bool) {
	if r.all++; good {
		r.good++
	}
}

func (r ratio) share() float64 {
	if r.all == 0 {
		return 0
	}
	return float64(r.good) / float64(r.all)
}

// side is what one of the two stores answers.
type side struct {
	Matters, Past, Outcome, Count, Stale ratio
	Single, Exact                        ratio // summaries that tell of one thing only, and count its events exactly
	Facts, Episodes                      int   // the most that anybody has at hand
	Records                              int
	Returned                             int // records that hold what was forgotten
	tokens, hits, blocks                 int
}

func (s *side) block(hits []memory.Hit, tokens int) {
	s.blocks++
	s.hits += len(hits)
	s.tokens += tokens
}

// Block is the mean length of what is injected, in tokens.
func (s *side) Block() float64 { return float64(s.tokens) / float64(max(s.blocks, 1)) }

// Hits is the mean number of hits.
func (s *side) Hits() float64 { return float64(s.hits) / float64(max(s.blocks, 1)) }

// figures are what came of a year: first of the store that is looked after.
type figures struct {
	People   int
	Side     [2]side
	Steady   ratio // old habits that survive a one-off act
	Days     []int // until the old habit was believed no more, by person
	Canaries int   // stores that held what was to be forgotten, by person
	Returned int   // people who found their memory again after their silence
	Round    time.Duration
}

// errNoDays is returned when nobody's habit changed.
var errNoDays = errors.New("nobody changed a habit")

// slowest is the most days that a change of habit took.
func (f *figures) slowest() (int, error) {
	if len(f.Days) == 0 {
		return 0, errNoDays
	}
	return slices.Max(f.Days), nil
}

func (f *figures) print(out io.Writer) {
	line := func(what string, a, b any) { fmt.Fprintf(out, "%-46s %14v %12v\n", what, a, b) }
	percent := func(r ratio) string { return fmt.Sprintf("%.1f %%", 100*r.share()) }
	a, b := &f.Side[0], &f.Side[1]
	fmt.Fprintf(out, "A year of %d people, half of them in Chinese.\n\n", f.People)
	line("", "upkeep", "none")
	line("name, home, allergy recalled", percent(a.Matters), percent(b.Matters))
	line("what was tried last spring, what was finished", percent(a.Past), percent(b.Past))
	line("how a repeated complaint ended", percent(a.Outcome), percent(b.Outcome))
	line("and how often, from when to when", percent(a.Count), percent(b.Count))
	line("summaries of one thing only", fmt.Sprintf("%s of %d", percent(a.Single), a.Single.all), "-")
	line("summaries that count their events exactly", percent(a.Exact), "-")
	line("hits of a question", fmt.Sprintf("%.1f", a.Hits()), fmt.Sprintf("%.1f", b.Hits()))
	line("the block, tokens", fmt.Sprintf("%.0f", a.Block()), fmt.Sprintf("%.0f", b.Block()))
	line("hits older than 120 days, past not asked for", percent(a.Stale), percent(b.Stale))
	line("most facts at hand (cap 40)", a.Facts, b.Facts)
	line("most episodes at hand (cap 120)", a.Episodes, b.Episodes)
	line("records in all", a.Records, b.Records)
	line("records that hold what was forgotten", a.Returned, b.Returned)
	days, _ := f.slowest()
	fmt.Fprintf(out, "\nA changed habit overtakes the old one within %d days for all of %d; a one-off act leaves it in %s.\n", days, len(f.Days), percent(f.Steady))
	fmt.Fprintf(out, "%d people came back after 110 silent days and found their memory; the longest round took %v.\n", f.Returned, f.Round.Round(time.Millisecond))
}
