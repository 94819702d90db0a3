package inject

import (
	"context"
	"encoding/json"
	"sync"
	"testing"
	"time"

	"mneme/budget"
	"mneme/memory"
	"mneme/policy"
	"mneme/proxy/wire"
)

// noon is the time at which tests begin.
func noon() time.Time { return time.Date(2026, 5, 20, 12, 0, 0, 0, time.UTC) }

// known is a recaller that answers every question with the same hits and remembers the
// questions.
type known struct {
	mu     sync.Mutex
	result memory.Result
	err    error
	asked  []memory.Query
	before func(context.Context) // runs first; may hang or panic
}

func (k *known) Recall(ctx context.Context, q memory.Query) (memory.Result, error) {
	if k.before != nil {
		k.before(ctx)
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.asked = append(k.asked, q)
	return k.result, k.err
}

func (k *known) times() int {
	k.mu.Lock()
	defer k.mu.Unlock()
	return len(k.asked)
}

func (k *known) last() memory.Query {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.asked[len(k.asked)-1]
}

func (k *known) know(hits ...memory.Hit) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.result = memory.Result{Hits: hits}
}

// pricer makes records with their true costs.
type pricer struct{ *budget.Counter }

// counter is shared by the tests of one run, since unpacking its tables takes a while.
var counter = budget.NewCounter()

func newPricer() pricer { return pricer{counter} }

// fact returns a hit on a fact of user u1 with its true cost.
func (p pricer) fact(id, text string, day int) memory.Hit {
	return memory.Hit{Score: 0.9, Record: &memory.Record{
		ID: id, Owner: memory.UserOwner("default", "default", "u1"), Layer: memory.Semantic, Kind: "preference",
		Text: text, Status: memory.Current, Cost: memory.Cost(p.CostOf(text)),
		Created: time.Date(2026, 5, day, 9, 0, 0, 0, time.UTC),
	}}
}

func ruling() policy.Ruling {
	return policy.Ruling{
		Tenant: "default", Realm: "default", User: "u1", Mode: policy.On,
		Settings: &policy.Tenant{BudgetTokens: 800, BudgetShare: 0.15, TopK: 8, Placement: userSuffix, Limits: policy.Limits{Floor: -1}},
	}
}

func newInjector(t testing.TB, k memory.Recaller) *Injector {
	t.Helper()
	opts := DefaultOptions()
	opts.Deadline = 10 * time.Second // a busy machine is no reason for a test to fail
	return New(opts, Parts{Recaller: k, Working: NewWorking(opts), Clock: noon})
}

// chat returns a parsed chat request of alternating roles: user, assistant, user...
func chat(t testing.TB, turns ...string) *wire.Request {
	t.Helper()
	type message struct {
		Role    string `json:"role"`
		Content string `json:"content"`
	}
	body := struct {
		Model    string    `json:"model"`
		Messages []message `json:"messages"`
	}{Model: "gpt-4o", Messages: []message{{"system", "You are a helpful assistant."}}}
	for i, text := range turns {
		role := "user"
		if i%2 == 1 {
			role = "assistant"
		}
		body.Messages = append(body.Messages, message{role, text})
	}
	raw, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	return parse(t, wire.Chat, string(raw))
}

func parse(t testing.TB, f wire.Format, body string) *wire.Request {
	t.Helper()
	req, err := wire.Parse(f, []byte(body))
	if err != nil {
		t.Fatalf("parse %s: %v", body, err)
	}
	return req
}

// blockOf returns the block in a forwarded body, "" when there is none.
func blockOf(t testing.TB, f wire.Format, body []byte) string {
	t.Helper()
	req := parse(t, f, string(body))
	for _, m := range req.Messages {
		if at := indexBlock(m.Text()); at != "" {
			return at
		}
	}
	return ""
}

// forgetful forgets while it recalls.
type forgetful struct {
	*known
	forget func()
}

func (f *forgetful) Recall(ctx context.Context, q memory.Query) (memory.Result, error) {
	result, err := f.known.Recall(ctx, q)
	f.forget()
	return result, err
}

// parseUnknownModel returns a request to a model of unknown tokenizer with a window that
// leaves the default budget.
func parseUnknownModel(t testing.TB, question string) *wire.Request {
	t.Helper()
	text, err := json.Marshal(question)
	if err != nil {
		t.Fatal(err)
	}
	return parse(t, wire.Chat, `{"model":"claude-sonnet","messages":[{"role":"user","content":`+string(text)+`}]}`)
}

func lastText(t testing.TB, body []byte) string {
	t.Helper()
	req := parse(t, wire.Chat, string(body))
	return req.Messages[len(req.Messages)-1].Text()
}

func (q *quick) Recall(context.Context, memory.Query) (memory.Result, error) {
	return memory.Result{Hits: q.hits}, nil
}

// inject puts memory into a request as the proxy does.
func inject(ctx context.Context, in *Injector, r policy.Ruling, req *wire.Request, now time.Time) Report {
	report := in.Inject(ctx, r, req, now)
	in.Keep(&report)
	return report
}
