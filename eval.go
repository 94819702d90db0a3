package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"

	"mneme/memory"
)

// evalOptions are the settings of `mneme eval`.
type evalOptions struct {
	folder  string
	budgets []int // tokens; the first is the one that settings are judged at
	topK    int
	misses  bool
	tune    bool
	folds   int
}

// evalCommand replays labelled questions and says how much of their evidence the blocks hold.
func evalCommand(ctx context.Context, std stdio, args []string) error {
	o := evalOptions{}
	budgets := "800,512,1024"
	c, rest, err := dial(std, "eval", args, func(set *flag.FlagSet) {
		set.StringVar(&o.folder, "folder", "", "data `folder` of a mneme that is not running; empty: ask the one at -admin")
		set.StringVar(&budgets, "budgets", budgets, "`tokens` of the blocks; settings are judged at the first")
		set.IntVar(&o.topK, "top-k", 0, "most `records` in a block; 0: the tenant's")
		set.BoolVar(&o.misses, "misses", false, "name the questions that missed something, and why")
		set.BoolVar(&o.tune, "tune", false, "try floors and weights, judged on questions held apart, and say which to set")
		set.IntVar(&o.folds, "folds", 5, "`parts` the questions are split into for -tune")
	})
	if errors.Is(err, flag.ErrHelp) {
		fmt.Fprint(std.err, "\n"+labelledHelp)
	}
	if err != nil {
		return err
	}
	if c.json {
		return errors.New("-json: eval prints tables")
	}
	if o.budgets, err = readBudgets(budgets); err != nil {
		return err
	}
	if o.folds < 2 {
		return errors.New("-folds must be at least 2: a setting is judged on questions that did not choose it")
	}
	questions, err := readLabelledFile(std.in, rest)
	if err != nil {
		return err
	}
	if least := 4 * o.folds; o.tune && len(questions) < least {
		return fmt.Errorf("-tune needs at least %d questions for %d folds, and there are %d", least, o.folds, len(questions))
	}
	if o.folder != "" {
		stop, err := c.openFolder(ctx, o.folder)
		if err != nil {
			return err
		}
		defer stop()
	}
	e := &evaluation{client: c, options: o, questions: questions, out: std.out, progress: std.err}
	if err := e.table(ctx); err != nil {
		return err
	}
	if o.tune {
		return e.tune(ctx)
	}
	return nil
}

func readBudgets(list string) ([]int, error) {
	var out []int
	for _, part := range strings.Split(list, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(part))
		if err != nil || n < 1 || n > 1_000_000 {
			return nil, fmt.Errorf("-budgets: %q is no number of tokens from 1 to 1000000", part)
		}
		out = append(out, n)
	}
	return out, nil
}

func readLabelledFile(in io.Reader, args []string) ([]labelled, error) {
	name, err := one(args, "file of labelled questions (`mneme eval -h` shows its form); - is the input")
	if err != nil {
		return nil, err
	}
	if name != "-" {
		file, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		defer file.Close()
		in = file
	}
	return readLabelled(in)
}

// openFolder starts a mneme of the client's own on a data folder: no request reaches it from
// elsewhere, and it stops with the command.
func (c *client) openFolder(ctx context.Context, folder string) (func(), error) {
	if info, err := os.Stat(folder); err != nil || !info.IsDir() {
		return nil, fmt.Errorf("-folder %s is no folder", folder)
	}
	o := defaultOptions()
	set := newFlags("serve")
	o.flags(set)
	if err := environment(set, os.LookupEnv); err != nil {
		return nil, err
	}
	o.data, o.listen, o.admin = folder, "127.0.0.1:0", "127.0.0.1:0"
	s, err := o.readSecrets(os.LookupEnv)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	h, err := open(ctx, o, s, slog.New(slog.NewTextHandler(io.Discard, nil)))
	if err != nil {
		cancel()
		return nil, err
	}
	if err := h.listen(); err != nil {
		cancel()
		h.close()
		return nil, err
	}
	served := make(chan error, 1)
	go func() { served <- h.serve(ctx) }()
	c.base, c.http, c.key = h.adminURL()+"/memory/v1", http.DefaultClient, s.adminKey
	return func() {
		cancel()
		<-served
	}, nil
}

// evaluation is a run over labelled questions.
type evaluation struct {
	client    *client
	options   evalOptions
	questions []labelled
	out       io.Writer
	progress  io.Writer
	took      []float64 // milliseconds of each question's first search
}

// graded is how one question came out.
type graded struct {
	none    bool
	all     float64 // 1: the block holds every piece
	part    float64 // share of the pieces that it holds
	empty   float64 // 1: there was no block
	tokens  float64
	missing []string // why each missing piece is not there
}

// worth is what a question contributes to the measure that settings are judged by.
func (g *graded) worth() float64 {
	if g.none {
		return g.empty
	}
	return g.all
}

// found is what the admin API says of a question.
type found struct {
	Hits []struct {
		Record memory.Form
	}
	Dropped []struct {
		ID, Reason string
	}
	Block   string
	Tokens  int
	Reason  string
	Latency float64 `json:"latency_ms"`
}

// setting is what a question is asked under.
type setting struct {
	budget  int
	layer   memory.Layer // empty: all
	weights map[string]float64
	floor   *float64
}

// ask asks a question and grades its block.
func (e *evaluation) ask(ctx context.Context, q *labelled, s setting) (graded, *found, error) {
	in := e.client.body(map[string]any{"query": q.Question, "budget_tokens": s.budget, "explain": true})
	if q.User != "" {
		in["user_id"] = q.User
	}
	if len(q.Messages) > 0 {
		in["messages"] = q.Messages
	}
	if q.AsOf != nil {
		in["as_of"] = q.AsOf
	}
	if e.options.topK > 0 {
		in["top_k"] = e.options.topK
	}
	if s.layer != "" {
		in["layers"] = []memory.Layer{s.layer}
	}
	if len(s.weights) > 0 {
		in["weights"] = s.weights
	}
	if s.floor != nil {
		in["floor"] = *s.floor
	}
	answer := new(found)
	if err := e.client.call(ctx, "POST", "/search", nil, in, answer); err != nil {
		return graded{}, nil, fmt.Errorf("%s: %w", q.ID, err)
	}
	return q.grade(answer), answer, nil
}

// grade says how much of what answers a question is in its block.
func (q *labelled) grade(f *found) graded {
	g := graded{none: q.None, tokens: float64(f.Tokens)}
	if f.Block == "" {
		g.empty = 1
	}
	if q.None {
		return g
	}
	block := memory.Fold(f.Block)
	for _, p := range q.Answers {
		if slices.ContainsFunc(p, func(x evidence) bool { return x.in(f, block) }) {
			g.part++
			continue
		}
		g.missing = append(g.missing, p[0].name()+": "+p.why(f))
	}
	g.part /= float64(len(q.Answers))
	if len(g.missing) == 0 {
		g.all = 1
	}
	return g
}

// in reports whether a block holds the evidence.
func (x *evidence) in(f *found, block string) bool {
	if x.Text != "" && strings.Contains(block, memory.Fold(memory.PlainLine(x.Text))) {
		return true
	}
	for i := range f.Hits {
		r := &f.Hits[i].Record
		if x.Record != "" && r.ID == x.Record {
			return true
		}
		for _, s := range r.Sources {
			if x.Message != "" && s.MessageID == x.Message && (x.Session == "" || x.Session == s.SessionID) {
				return true
			}
		}
	}
	return false
}

func (x *evidence) name() string {
	switch {
	case x.Record != "":
		return "record " + x.Record
	case x.Message != "":
		return "message " + x.Message
	}
	return strconv.Quote(x.Text)
}

// why says what became of a missing piece, where the search knows.
func (p piece) why(f *found) string {
	for _, x := range p {
		for _, drop := range f.Dropped {
			if x.Record != "" && drop.ID == x.Record {
				return "left out: " + drop.Reason
			}
		}
	}
	if f.Block == "" {
		return "nothing was injected: " + nameOr(f.Reason, "nothing found")
	}
	return "not in the block"
}

// each asks every question under a setting.
func (e *evaluation) each(ctx context.Context, s setting, first bool) ([]graded, error) {
	out := make([]graded, 0, len(e.questions))
	for i := range e.questions {
		g, f, err := e.ask(ctx, &e.questions[i], s)
		if err != nil {
			return nil, err
		}
		if first {
			e.took = append(e.took, f.Latency)
		}
		out = append(out, g)
	}
	return out, nil
}

// table prints recall by budget, and by layer at the first of them.
func (e *evaluation) table(ctx context.Context) error {
	answerable := 0
	for i := range e.questions {
		if !e.questions[i].None {
			answerable++
		}
	}
	fmt.Fprintf(e.out, "%d questions, of which nothing answers %d\n\n", len(e.questions), len(e.questions)-answerable)
	fmt.Fprintf(e.out, "%-12s %7s %7s %7s %13s %13s %7s\n", "layers", "budget", "all", "part", "empty, yes", "empty, none", "tokens")
	var first []graded
	for i, budget := range e.options.budgets {
		marks, err := e.each(ctx, setting{budget: budget}, i == 0)
		if err != nil {
			return err
		}
		if i == 0 {
			first = marks
		}
		e.row("all", budget, marks)
	}
	for _, layer := range []memory.Layer{memory.Episodic, memory.Semantic, memory.Procedural} {
		marks, err := e.each(ctx, setting{budget: e.options.budgets[0], layer: layer}, false)
		if err != nil {
			return err
		}
		e.row(string(layer), e.options.budgets[0], marks)
	}
	slices.Sort(e.took)
	at := func(p float64) float64 { return e.took[min(int(p*float64(len(e.took))), len(e.took)-1)] }
	fmt.Fprintf(e.out, "\nall: share of answerable questions whose block holds every piece of the answer; part: mean\nshare of the pieces; empty: share without a block, of answerable questions and of the others\nsearch: p50 %.2f ms, p99 %.2f ms\n", at(0.5), at(0.99))
	if e.options.misses {
		e.listMisses(first)
	}
	return nil
}

func (e *evaluation) row(name string, budget int, marks []graded) {
	var all, part, emptyYes, emptyNone, tokens, yes, no float64
	for i := range marks {
		g := &marks[i]
		tokens += g.tokens
		if g.none {
			no++
			emptyNone += g.empty
			continue
		}
		yes++
		all, part, emptyYes = all+g.all, part+g.part, emptyYes+g.empty
	}
	share := func(x, of float64) string {
		if of == 0 {
			return "-"
		}
		return fmt.Sprintf("%.1f%%", 100*x/of)
	}
	fmt.Fprintf(e.out, "%-12s %7d %7s %7s %13s %13s %7.0f\n", name, budget, share(all, yes), share(part, yes), share(emptyYes, yes), share(emptyNone, no), tokens/(yes+no))
}

func (e *evaluation) listMisses(marks []graded) {
	fmt.Fprintf(e.out, "\nmissed at %d tokens:\n", e.options.budgets[0])
	for i := range marks {
		switch g := &marks[i]; {
		case g.none && g.empty == 0:
			fmt.Fprintf(e.out, "  %s: nothing answers it, and %.0f tokens were injected\n", e.questions[i].ID, g.tokens)
		default:
			for _, miss := range g.missing {
				fmt.Fprintf(e.out, "  %s: %s\n", e.questions[i].ID, miss)
			}
		}
	}
}
