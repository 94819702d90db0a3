package main

import (
	"cmp"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

const recallHelp = `usage: bench recall [flags] -data FILE...

Takes each conversation of the files in through the admin API, asks its questions, and
prints how much of the evidence the blocks hold, set by set. A file has one conversation
a line:

  {"conversation_id","sessions":[{"session_id","time","turns":[{"turn_id","role","speaker","text"}]}],
   "questions":[{"qid","question","answer","evidence_turn_ids","category","asked_at"}]}

`

// recallOptions are the settings of a run.
type recallOptions struct {
	admin, binary, key, out string
	topK, limit             int
	categories, now, flat   bool
	data                    []string
}

// budgets are the sizes of blocks that are asked for, in tokens; the first is the main one.
var budgets = [...]int{1024, 512}

func runRecall(ctx context.Context, args []string, out, progress io.Writer) error {
	o := recallOptions{}
	flags := flag.NewFlagSet("recall", flag.ContinueOnError)
	flags.SetOutput(progress)
	flags.StringVar(&o.admin, "admin", "http://127.0.0.1:8701", "base URL of the admin API of a running mneme")
	flags.StringVar(&o.binary, "binary", "", "start this mneme on a fresh data folder instead")
	flags.StringVar(&o.out, "out", "", "folder for predictions in the scorer's form, one file a set")
	flags.IntVar(&o.topK, "top-k", 200, "most hits in a block")
	flags.IntVar(&o.limit, "limit", 0, "only so many conversations of each file; 0: all")
	flags.BoolVar(&o.categories, "categories", false, "print each category too")
	flags.BoolVar(&o.now, "now", false, "ask as of now instead of the time each question was asked at")
	flags.BoolVar(&o.flat, "flat", false, "ask one flat vector store with the same embedder and budget, instead of a mneme")
	data := flags.Bool("data", false, "the files follow")
	flags.Usage = func() { fmt.Fprint(progress, recallHelp); flags.PrintDefaults() }
	if err := flags.Parse(args); err != nil {
		return err
	}
	if o.data = flags.Args(); !*data || len(o.data) == 0 {
		flags.Usage()
		return fmt.Errorf("name the files behind -data")
	}
	o.key = os.Getenv("MNEME_ADMIN_KEY")
	if o.binary != "" && !o.flat {
		server, err := start(ctx, o.binary, progress)
		if err != nil {
			return err
		}
		defer server.stop()
		o.admin = server.admin
	}
	api := &client{base: strings.TrimRight(o.admin, "/") + "/memory/v1", key: o.key}
	words := newLexicon()
	fmt.Fprintln(out, "| set | n | R@10 | All@512t | All@1024t | R@1024t | All@1024t by text | KU | KU first | stale | tokens | empty, answerable | empty, unanswerable | AUC | p50 ms | p99 ms |")
	fmt.Fprintln(out, "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|")
	for _, path := range o.data {
		name, set, err := readSet(path)
		if err != nil {
			return err
		}
		if o.limit > 0 && len(set) > o.limit {
			set = set[:o.limit]
		}
		r := &recallRun{api: api, options: &o, words: words, set: name, progress: progress}
		if err := r.all(ctx, set); err != nil {
			return fmt.Errorf("run %s: %w", name, err)
		}
		if err := r.report(out); err != nil {
			return err
		}
	}
	return nil
}

// recallRun is one set on its way.
type recallRun struct {
	api      *client
	options  *recallOptions
	words    *lexicon
	set      string
	progress io.Writer
	vectors  *vectorStore // nil: a mneme is asked

	scores  [len(budgets)][]score
	predict [len(budgets)][]prediction
	took    []float64 // milliseconds of each search
}

func (r *recallRun) all(ctx context.Context, set []*conversation) error {
	for i, c := range set {
		fmt.Fprintf(r.progress, "%s: conversation %d of %d\n", r.set, i+1, len(set))
		if err := r.conversation(ctx, c); err != nil {
			return fmt.Errorf("conversation %s: %w", c.ID, err)
		}
	}
	return nil
}

// conversation takes sessions in as far as each question's history goes, and asks it then.
func (r *recallRun) conversation(ctx context.Context, c *conversation) error {
	user := r.set + "/" + c.ID
	questions := slices.Clone(c.Questions)
	slices.SortStableFunc(questions, func(a, b dataQuestion) int { return cmp.Compare(c.history(&a), c.history(&b)) })
	if r.options.flat {
		var err error
		if r.vectors, err = newVectorStore(); err != nil {
			return err
		}
	}
	taken := 0
	for i := range questions {
		q := &questions[i]
		if history := c.history(q); history > taken {
			for ; taken < history; taken++ {
				if r.vectors != nil {
					r.vectors.add(&c.Sessions[taken])
				} else if err := r.api.ingest(ctx, user, &c.Sessions[taken]); err != nil {
					return err
				}
			}
			if r.vectors == nil {
				if err := r.api.flush(ctx); err != nil {
					return err
				}
			}
		}
		if err := r.question(ctx, user, c, q); err != nil {
			return fmt.Errorf("question %s: %w", q.ID, err)
		}
	}
	return nil
}

func (r *recallRun) question(ctx context.Context, user string, c *conversation, q *dataQuestion) error {
	for i, budget := range budgets {
		p, took, err := r.ask(ctx, user, c, q, budget)
		if err != nil {
			return err
		}
		r.predict[i] = append(r.predict[i], p)
		r.scores[i] = append(r.scores[i], r.words.grade(c, q, p, float64(budget)))
		if i == 0 {
			r.took = append(r.took, took)
		}
	}
	return nil
}

// ask asks memory, or what it is measured against, and says how many milliseconds it took.
func (r *recallRun) ask(ctx context.Context, user string, c *conversation, q *dataQuestion, budget int) (prediction, float64, error) {
	if r.vectors != nil {
		p, took := r.vectors.search(q.ID, q.Text, c.before(q), budget)
		return p, took, nil
	}
	ask := searchRequest{User: user, Query: q.Text, TopK: r.options.topK, Budget: budget}
	for _, t := range c.before(q) {
		ask.Messages = append(ask.Messages, message{Role: t.Role, Content: t.Text})
	}
	if !r.options.now {
		ask.AsOf = q.AskedAt
	}
	found, err := r.api.search(ctx, ask)
	return found.prediction(q.ID), found.Latency, err
}

// report prints the set's line, and each category's if wanted, and writes the predictions.
func (r *recallRun) report(out io.Writer) error {
	slices.Sort(r.took)
	fmt.Fprintln(out, r.line(r.set, func(*score) bool { return true }))
	if r.options.categories {
		var names []string
		for i := range r.scores[0] {
			names = append(names, r.scores[0][i].category)
		}
		slices.Sort(names)
		for _, name := range slices.Compact(names) {
			fmt.Fprintln(out, r.line(r.set+": "+name, func(s *score) bool { return s.category == name }))
		}
	}
	if r.options.out == "" {
		return nil
	}
	for i, budget := range budgets {
		path := filepath.Join(r.options.out, fmt.Sprintf("%s-%d.jsonl", r.set, budget))
		var b strings.Builder
		for _, p := range r.predict[i] {
			line, err := json.Marshal(p)
			if err != nil {
				return fmt.Errorf("write predictions: %w", err)
			}
			b.Write(line)
			b.WriteByte('\n')
		}
		if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
			return fmt.Errorf("write predictions: %w", err)
		}
	}
	return nil
}

func (r *recallRun) line(name string, in func(*score) bool) string {
	var yes, no, both [len(budgets)][]score
	for i := range r.scores {
		for _, s := range r.scores[i] {
			if !in(&s) {
				continue
			}
			both[i] = append(both[i], s)
			if s.answerable {
				yes[i] = append(yes[i], s)
			} else {
				no[i] = append(no[i], s)
			}
		}
	}
	main := yes[0]
	number := func(x float64) string {
		if math.IsNaN(x) {
			return ""
		}
		return fmt.Sprintf("%.0f", x)
	}
	cells := []string{
		name, fmt.Sprint(len(main)),
		percent(mean(main, func(s *score) float64 { return s.r10 })),
		percent(mean(yes[1], func(s *score) float64 { return s.allID })),
		percent(mean(main, func(s *score) float64 { return s.allID })),
		percent(mean(main, func(s *score) float64 { return s.rID })),
		percent(mean(main, func(s *score) float64 { return s.all })),
		percent(mean(main, func(s *score) float64 { return s.current })),
		percent(mean(main, func(s *score) float64 { return s.lead })),
		percent(mean(main, func(s *score) float64 { return s.stale })),
		number(mean(main, func(s *score) float64 { return s.tokens })),
		percent(mean(main, func(s *score) float64 { return s.empty })),
		percent(mean(no[0], func(s *score) float64 { return s.empty })),
		"", r.quantile(0.5), r.quantile(0.99),
	}
	if x := auc(both[0]); !math.IsNaN(x) {
		cells[13] = fmt.Sprintf("%.3f", x)
	}
	return "| " + strings.Join(cells, " | ") + " |"
}

func (r *recallRun) quantile(p float64) string {
	if len(r.took) == 0 {
		return ""
	}
	return fmt.Sprintf("%.2f", r.took[min(int(p*float64(len(r.took))), len(r.took)-1)])
}

// flushWait bounds the wait until what was taken in is learnt.
const flushWait = 10 * time.Minute
