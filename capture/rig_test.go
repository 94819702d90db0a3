package capture

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"mneme/capture/extract"
	"mneme/memory"
	"mneme/policy"
	"mneme/proxy/wire"
)

// rig is both ends of capture over one truth, worked by hand: nothing happens
// until the test says so.
type rig struct {
	t       *testing.T
	now     time.Time
	truth   *truth
	intake  *Intake
	learner *Learner
	owner   memory.Owner
	granted []policy.Wish
	told    []int64
	n       int // receipts
}

// likes is an extractor that knows one sentence: "I like X."
type likes struct{ fail error }

func (e *likes) Extract(_ context.Context, in extract.Input) ([]memory.Draft, error) {
	if e.fail != nil {
		return nil, e.fail
	}
	pattern := regexp.MustCompile(`I (like|love|live in) ([A-Za-z ]+)`)
	var out []memory.Draft
	for i, t := range in.Turns {
		if t.Seen || strings.Contains(t.Text, "poison") {
			if !t.Seen {
				panic("poison")
			}
			continue
		}
		for _, m := range pattern.FindAllStringSubmatch(t.Text, -1) {
			predicate, source := "likes", memory.UserDirect
			if m[1] == "live in" {
				predicate = "home"
			}
			out = append(out, memory.Draft{
				Act: memory.Assert, Turn: i, Quote: m[0],
				Record: memory.Record{
					Layer: memory.Semantic, Text: predicate + " " + m[2], Subject: "user", Predicate: predicate, Object: m[2],
					Confidence: 0.9, Source: source,
				},
			})
		}
	}
	return out, nil
}

// masker masks digits in runs of eight and more.
type masker struct{}

func (masker) Redact(text, way string) (string, int) {
	if way == "keep" {
		return text, 0
	}
	n := 0
	clean := regexp.MustCompile(`\d{8,}`).ReplaceAllStringFunc(text, func(string) string { n++; return "[number]" })
	return clean, n
}

// phrases is a listener that knows one phrase for each verb.
type phrases struct{}

func (phrases) Hear(text string, _ func(string) bool) []policy.Wish {
	var out []policy.Wish
	for phrase, verb := range map[string]policy.Verb{
		"don't remember this": policy.SkipTurn, "别记这句": policy.SkipTurn, "don't record what I just said": policy.SkipLast,
		"from now on, off the record": policy.SkipSession, "you may remember again": policy.ResumeSession, "forget my address": policy.ForgetTopic,
	} {
		if strings.Contains(text, phrase) {
			out = append(out, policy.Wish{Verb: verb, Phrase: string(verb)})
		}
	}
	return out
}

func (phrases) May(text string) bool { return len(phrases{}.Hear(text, nil)) > 0 }

func (r *rig) Grant(_ context.Context, _ memory.Owner, _ string, w policy.Wish) error {
	r.granted = append(r.granted, w)
	return nil
}

func (r *rig) TakeBack(context.Context, memory.Owner, string, []string) error { return nil }

func newRig(t *testing.T, change ...func(*Options, *IntakeParts, *LearnerParts)) *rig {
	t.Helper()
	r := &rig{t: t, now: time.Date(2026, 5, 3, 10, 0, 0, 0, time.UTC), owner: memory.UserOwner("acme", "default", "u1")}
	clock := func() time.Time { return r.now }
	r.truth = newTruth(clock)
	opts := DefaultOptions()
	opts.Debounce = 0
	tenant := &policy.Tenant{}
	in := IntakeParts{
		Journal: r.truth, Optouts: r.truth, Sealer: sealer{}, Ops: r.truth, Marks: r.truth,
		Redactor: masker{}, Listener: phrases{}, Granter: r, Clock: clock,
		Human: func(text string) (string, bool) {
			return strings.ReplaceAll(text, "<file>x</file>", ""), !strings.HasPrefix(text, "Generate a title")
		},
		Tenant: func(string) *policy.Tenant { return tenant },
	}
	out := LearnerParts{
		Journal: r.truth, Ledger: r.truth, Ops: r.truth, Rules: &likes{}, Redactor: masker{}, Clock: clock,
		Intent: func(string) string { return "none" },
		Noise:  func(text string) bool { return text == "ok thanks" || text == "好的" },
		Steers: func(text string) bool { return strings.Contains(text, "ignore previous instructions") },
		Tenant: func(string) *policy.Tenant { return tenant },
		Learnt: func(_ context.Context, _ memory.Owner, revision int64) { r.told = append(r.told, revision) },
	}
	for _, f := range change {
		f(&opts, &in, &out)
	}
	var err error
	if r.learner, err = NewLearner(opts, out); err != nil {
		t.Fatal(err)
	}
	in.Learner = r.learner
	if r.intake, err = NewIntake(opts, in); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.intake.Close)
	return r
}

// say is a message of a request: "user: hello" or "assistant: hi"; "call: a, b"
// is an answer that only calls tools, "tool: x" a result, "secret: x" a user
// message with its own flag.
func say(lines ...string) []wire.Message {
	var out []wire.Message
	for _, line := range lines {
		role, text, _ := strings.Cut(line, ": ")
		m := map[string]any{"role": role, "content": text}
		switch role {
		case "call":
			var calls []any
			for name := range strings.SplitSeq(text, ", ") {
				calls = append(calls, map[string]any{"function": map[string]any{"name": name}})
			}
			m = map[string]any{"role": "assistant", "tool_calls": calls}
		case "secret":
			m["role"], m["memory"] = "user", false
		}
		body, _ := json.Marshal(map[string]any{"messages": []any{m}})
		r, err := wire.Parse(wire.Chat, body)
		if err != nil {
			panic(err)
		}
		out = append(out, r.Messages...)
	}
	return out
}

// exchange makes an exchange of a request and its answer.
func (r *rig) exchange(answer string, lines ...string) Exchange {
	r.n++
	return Exchange{
		Ruling:    policy.Ruling{Tenant: r.owner.Tenant, Realm: r.owner.Realm, User: r.owner.ID, Mode: policy.On},
		Session:   "s1",
		ReceiptID: "r" + string(rune('0'+r.n)),
		Request:   &wire.Request{Messages: say(lines...)},
		Reply:     wire.Reply{Text: answer, Complete: true, Status: 200},
		At:        r.now,
	}
}

func (r *rig) take(x Exchange, want State) string {
	r.t.Helper()
	got, reason := r.intake.Take(context.Background(), x)
	if got != want {
		r.t.Fatalf("Take = %s (%s), want %s", got, reason, want)
	}
	return reason
}

// learn works until the journal is empty or waits.
func (r *rig) learn() {
	r.t.Helper()
	for {
		n, err := r.learner.step(context.Background(), "w")
		if err != nil {
			r.t.Fatal(err)
		}
		if n == 0 {
			return
		}
	}
}

// said returns the texts of the owner's current episodes.
func (r *rig) said() []string { return texts(r.truth.all(r.owner, memory.Episodic)) }

// facts returns the texts of the owner's current facts.
func (r *rig) facts() []string { return texts(r.truth.all(r.owner, memory.Semantic)) }

func texts(records []memory.Record) []string {
	var out []string
	for _, r := range records {
		if r.Status == memory.Current {
			out = append(out, r.Text)
		}
	}
	return out
}

func (r *rig) want(what string, got []string, want ...string) {
	r.t.Helper()
	if strings.Join(got, "|") != strings.Join(want, "|") {
		r.t.Errorf("%s: got %q, want %q", what, got, want)
	}
}

// kept is everything that was written, in words: what must not be kept is looked for
// in it.
func (r *rig) kept() string {
	var b strings.Builder
	for _, e := range r.truth.entries {
		fmt.Fprintf(&b, "%+v\n", *e)
	}
	fmt.Fprintf(&b, "%+v %+v", r.truth.records, r.truth.receipts)
	return b.String()
}
