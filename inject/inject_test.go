package inject

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"mneme/memory"
	"mneme/policy"
	"mneme/proxy/wire"
)

// indexBlock cuts the block out of a text.
func indexBlock(text string) string {
	from := strings.Index(text, memory.BlockOpen)
	if from < 0 {
		return ""
	}
	to := strings.Index(text[from:], memory.BlockClose)
	if to < 0 {
		return text[from:]
	}
	return text[from : from+to+len(memory.BlockClose)]
}

func TestWhatIsKnownIsPutIntoTheLastUserTurn(t *testing.T) {
	p := newPricer()
	k := &known{}
	k.know(p.fact("r1", "Prefers e-mail to phone calls.", 3))
	in := newInjector(t, k)
	f := func(where string, format wire.Format, body, want string) {
		t.Helper()
		r := ruling()
		r.Settings.Placement = where
		report := inject(t.Context(), in, r, parse(t, format, body), noon())
		if report.Status != "injected" || len(report.Hits) != 1 {
			t.Fatalf("%s: status %s %s with %d hits", where, report.Status, report.Reason, len(report.Hits))
		}
		block := blockText(t, report, k)
		if got := strings.Replace(string(report.Whole()), escaped(block), "@", 1); got != want {
			t.Errorf("%s:\n got %s\nwant %s", where, got, want)
		}
	}
	f("user-suffix", wire.Chat, `{"model":"gpt-4o", "messages":[{"role":"user","content":"How do you reach me?"}]}`,
		`{"model":"gpt-4o", "messages":[{"role":"user","content":"How do you reach me?\n\n@"}]}`)
	f("user-prefix", wire.Chat, `{"messages":[{"role":"user","content":"How do you reach me?"}]}`,
		`{"messages":[{"role":"user","content":"@\n\nHow do you reach me?"}]}`)
	f("system-suffix", wire.Chat, `{"messages":[{"role":"system","content":"Be kind."},{"role":"user","content":"How do you reach me?"}]}`,
		`{"messages":[{"role":"system","content":"Be kind.\n\n@"},{"role":"user","content":"How do you reach me?"}]}`)
	f("user-suffix", wire.Chat, `{"messages":[{"role":"user","content":[{"type":"text","text":"How do you reach me?"}]}],"memory":true}`,
		`{"messages":[{"role":"user","content":[{"type":"text","text":"How do you reach me?"},{"type":"text","text":"\n\n@"}]}]}`)
	f("user-suffix", wire.Responses, `{"input":"How do you reach me?"}`, `{"input":"How do you reach me?\n\n@"}`)
	f("user-suffix", wire.Messages, `{"messages":[{"role":"user","content":"How do you reach me?"}],"max_tokens":100}`,
		`{"messages":[{"role":"user","content":"How do you reach me?\n\n@"}],"max_tokens":100}`)
}

// blockText renders what a report says is in its block.
func blockText(t *testing.T, report Report, k *known) string {
	t.Helper()
	return pack(report.Hits, section{}, bounds{tokens: 800, topK: 8}, look{at: noon()}).text
}

func escaped(s string) string { return strings.ReplaceAll(s, "\n", `\n`) }

func TestRulingsThatDoNotReadLeaveTheBodyAlone(t *testing.T) {
	p := newPricer()
	k := &known{}
	k.know(p.fact("r1", "Likes tea.", 3))
	in := newInjector(t, k)
	f := func(change func(*policy.Ruling), status, reason string) {
		t.Helper()
		r := ruling()
		change(&r)
		req := chat(t, "What do I like to drink?")
		before := k.times()
		report := inject(t.Context(), in, r, req, noon())
		if report.Status != status || report.Reason != reason {
			t.Errorf("got %s %s, want %s %s", report.Status, report.Reason, status, reason)
		}
		if !bytes.Equal(report.Whole(), req.Body) {
			t.Error("the body was changed")
		}
		if k.times() != before {
			t.Error("memory was asked")
		}
	}
	f(func(r *policy.Ruling) { r.Mode, r.Status, r.Reason = policy.Off, "off", "header" }, "off", "header")
	f(func(r *policy.Ruling) { r.Mode = policy.Write }, "off", "mode")
	f(func(r *policy.Ruling) { r.User = "" }, "no-identity", "no-user")
	f(func(r *policy.Ruling) { r.User, r.Status, r.Reason = "", "no-identity", "no-key" }, "no-identity", "no-key")
}

func TestAnUnreadRequestIsSkipped(t *testing.T) {
	in := newInjector(t, &known{})
	report := inject(t.Context(), in, ruling(), nil, noon())
	if report.Status != "skipped" || report.Reason != "unread" || report.Whole() != nil {
		t.Errorf("got %+v", report)
	}
	req := parse(t, wire.Chat, `{"messages":[{"role":"assistant","content":"hello"}]}`)
	if report := inject(t.Context(), in, ruling(), req, noon()); report.Status != "empty" || report.Reason != "no-user-turn" {
		t.Errorf("without a user turn: %s %s", report.Status, report.Reason)
	}
}

func TestMachinesAreNotAnswered(t *testing.T) {
	p := newPricer()
	k := &known{}
	k.know(p.fact("r1", "Likes tea.", 3))
	in := newInjector(t, k)
	in.parts.Human = func(text string) (string, bool) {
		if strings.HasPrefix(text, "Generate a title") {
			return "", false
		}
		_, after, wrapped := strings.Cut(text, "</context>")
		if wrapped {
			return after, true
		}
		return text, true
	}
	if report := inject(t.Context(), in, ruling(), chat(t, "Generate a title for this chat"), noon()); report.Status != "skipped" || report.Reason != "not-human" || k.times() != 0 {
		t.Errorf("a title call: %s %s, memory asked %d times", report.Status, report.Reason, k.times())
	}
	in.parts.Errand = func(req *wire.Request) bool { return req.Messages[req.LastUser()].Text() == "What do I eat?" }
	if report := inject(t.Context(), in, ruling(), chat(t, "What do I eat?"), noon()); report.Status != "skipped" || report.Reason != "not-human" || k.times() != 0 {
		t.Errorf("an errand: %s %s, memory asked %d times", report.Status, report.Reason, k.times())
	}
	inject(t.Context(), in, ruling(), chat(t, "<context>a long document</context>What do I drink?"), noon())
	if got := k.last().Text; got != "What do I drink?" {
		t.Errorf("the question is %q", got)
	}
}

func TestTheQueryHoldsTheTurnsBefore(t *testing.T) {
	k := &known{}
	in := newInjector(t, k)
	r := ruling()
	r.Teams, r.Project, r.Agent, r.TopK = []string{"t1"}, "p1", "a1", 2
	long := strings.Repeat("长", 5_000)
	inject(t.Context(), in, r, chat(t, "one", "two\n\n"+memory.BlockOpen+"x"+memory.BlockClose, long, "four", "What then?"), noon())
	q := k.last()
	if q.Text != "What then?" || q.Project != "p1" || q.Agent != "a1" || q.Session == "" || q.Limit < 2 || q.Floor >= 0 {
		t.Errorf("query is %+v", q)
	}
	if len(q.Owners) != 3 || q.Owners[0] != r.Owner() {
		t.Errorf("owners are %v", q.Owners)
	}
	if len(q.Turns) != 4 || q.Turns[0].Text != "one" || q.Turns[1].Text != "two" || q.Turns[1].Role != memory.RoleAssistant {
		t.Fatalf("turns are %d: %v", len(q.Turns), q.Turns)
	}
	edge := strings.Repeat("a", 1_992) // the block begins where a turn is cut
	inject(t.Context(), in, r, chat(t, edge+"\n\n"+memory.BlockOpen+"x"+memory.BlockClose+"\n\nbehind", "Very well.", "What then?"), noon())
	if got := k.last().Turns[0].Text; got != edge+"\nbehind" {
		t.Errorf("a turn with a block at its cut became %q", got[1_980:])
	}
	if n := len(q.Turns[2].Text); n > 2_000 || !strings.HasPrefix(long, q.Turns[2].Text) {
		t.Errorf("a long turn has %d bytes", n)
	}
}

func TestNothingKnownPutsNothingIn(t *testing.T) {
	k := &known{result: memory.Result{Reason: "floor", Dropped: []memory.Drop{{ID: "x", Reason: "floor"}}}}
	in := newInjector(t, k)
	req := chat(t, "What is the capital of France?")
	report := inject(t.Context(), in, ruling(), req, noon())
	if report.Status != "empty" || report.Reason != "floor" || !bytes.Equal(report.Whole(), req.Body) || len(report.Dropped) != 1 || report.Failed {
		t.Errorf("got %+v", report)
	}
}

func TestABrokenMemoryCostsAMemory(t *testing.T) {
	f := func(name string, k *known, reason string) {
		t.Helper()
		in := newInjector(t, k)
		req := chat(t, "What do I drink?")
		report := inject(t.Context(), in, ruling(), req, noon())
		if report.Status != "degraded" || report.Reason != reason || !report.Failed {
			t.Errorf("%s: %s %s, failed %v", name, report.Status, report.Reason, report.Failed)
		}
		if !bytes.Equal(report.Whole(), req.Body) || len(report.Hits) != 0 {
			t.Errorf("%s: the body was changed", name)
		}
	}
	f("error", &known{err: errors.New("disk on fire")}, "recall")
	f("panic", &known{before: func(context.Context) { panic("index out of range") }}, "panic")
	f("broken hit", &known{result: memory.Result{Hits: []memory.Hit{{Record: nil}}}}, "panic")
}

func TestALateRecallIsNotWaitedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		deaf := make(chan struct{})
		k := &known{before: func(context.Context) { <-deaf }}
		opts := DefaultOptions()
		in := New(opts, Parts{Recaller: k, Clock: time.Now})
		start := time.Now()
		report := inject(t.Context(), in, ruling(), chat(t, "What do I drink?"), start)
		if report.Status != "degraded" || report.Reason != "deadline" || !report.Failed {
			t.Errorf("got %s %s", report.Status, report.Reason)
		}
		if took := time.Since(start); took != 80*time.Millisecond {
			t.Errorf("waited %v, want 80ms", took)
		}
		r := ruling()
		r.Deadline = 5 * time.Millisecond
		start = time.Now()
		inject(t.Context(), in, r, chat(t, "What do I drink?"), start)
		if took := time.Since(start); took != 5*time.Millisecond {
			t.Errorf("with a lower deadline, waited %v", took)
		}
		r.Deadline = time.Hour
		start = time.Now()
		inject(t.Context(), in, r, chat(t, "What do I drink?"), start)
		if took := time.Since(start); took != 80*time.Millisecond {
			t.Errorf("with a higher deadline, waited %v", took)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if report := inject(ctx, in, ruling(), chat(t, "What do I drink?"), start); report.Reason != "cancelled" {
			t.Errorf("of a client that left: %s", report.Reason)
		}
		close(deaf)
		synctest.Wait()
		if n := in.running.Load(); n != 0 {
			t.Errorf("%d recalls are still counted", n)
		}
	})
}

func TestRecallRestsAfterFailuresInARow(t *testing.T) {
	k := &known{err: errors.New("gone")}
	in := newInjector(t, k)
	ask := func(at time.Time) string {
		return inject(t.Context(), in, ruling(), chat(t, "What do I drink?"), at).Reason
	}
	for range in.opts.Trips {
		if got := ask(noon()); got != "recall" {
			t.Fatalf("reason %s", got)
		}
	}
	before := k.times()
	if got := ask(noon()); got != "resting" || k.times() != before {
		t.Errorf("reason %s, asked %d times more", got, k.times()-before)
	}
	later := noon().Add(in.opts.Rest)
	if got := ask(later); got != "recall" {
		t.Errorf("after the rest: %s", got)
	}
	if got := ask(later); got != "resting" {
		t.Errorf("while one tried and failed: %s", got)
	}
	k.err = nil
	ask(later.Add(in.opts.Rest))
	if got := ask(later.Add(in.opts.Rest)); got == "resting" {
		t.Error("it rests though recall works again")
	}
}

func TestUnderLoadOnlyTheLocalRoutesAreAsked(t *testing.T) {
	k := &known{}
	in := newInjector(t, k)
	in.running.Store(int64(in.opts.Busy))
	inject(t.Context(), in, ruling(), chat(t, "What do I drink?"), noon())
	if !k.last().Degraded {
		t.Error("the remote routes were asked")
	}
	in.running.Store(int64(in.opts.Full))
	if report := inject(t.Context(), in, ruling(), chat(t, "What do I drink?"), noon()); report.Reason != "overload" || report.Status != "degraded" {
		t.Errorf("got %s %s", report.Status, report.Reason)
	}
}

func TestADegradedAnswerIsUsedAndSaidToBe(t *testing.T) {
	p := newPricer()
	k := &known{result: memory.Result{Hits: []memory.Hit{p.fact("r1", "Likes tea.", 3)}, Degraded: true, Reason: "embedder"}}
	in := newInjector(t, k)
	report := inject(t.Context(), in, ruling(), chat(t, "What do I drink?"), noon())
	if report.Status != "degraded" || report.Reason != "embedder" || report.Failed || len(report.Hits) != 1 || !bytes.Contains(report.Whole(), []byte("Likes tea.")) {
		t.Errorf("got %s %s, failed %v, %d hits", report.Status, report.Reason, report.Failed, len(report.Hits))
	}
}

func TestManyRemoteRecallsOfOneUserUseTheLastAnswer(t *testing.T) {
	p := newPricer()
	k := &known{}
	k.know(p.fact("r1", "Likes tea.", 3))
	opts := DefaultOptions()
	opts.Remote, opts.UserRecalls, opts.Deadline = true, 3, 10*time.Second
	in := New(opts, Parts{Recaller: k, Clock: noon})
	ask := func(user, question string, at time.Time) Report {
		r := ruling()
		r.User, r.Session = user, "s"
		return inject(t.Context(), in, r, chat(t, question), at)
	}
	for range 3 {
		ask("u1", "What do I drink?", noon())
	}
	if report := ask("u1", "What do I drink?", noon()); k.times() != 3 || report.Status != "injected" {
		t.Errorf("the same question: asked %d times, %s", k.times(), report.Status)
	}
	ask("u1", "And what do I eat?", noon())
	if k.times() != 4 || !k.last().Degraded {
		t.Errorf("another question: asked %d times, local only: %v", k.times(), k.last().Degraded)
	}
	ask("u2", "What do I drink?", noon())
	if k.times() != 5 || k.last().Degraded {
		t.Error("another user was held to it")
	}
	in.Forget(memory.UserOwner("default", "default", "u1"), []string{"r1"})
	ask("u1", "What do I drink?", noon())
	if k.times() != 6 {
		t.Error("a forgotten answer was given again")
	}
	ask("u1", "What do I drink?", noon().Add(opts.UserWindow))
	if k.times() != 7 || k.last().Degraded {
		t.Error("the window did not end")
	}
}

func TestWhatMustNotBeRememberedStaysLocal(t *testing.T) {
	for _, remote := range []bool{false, true} {
		k := &known{}
		opts := DefaultOptions()
		opts.Remote, opts.Deadline = remote, 10*time.Second
		in := New(opts, Parts{Recaller: k, Clock: noon})
		r := ruling()
		r.NoStore = true
		inject(t.Context(), in, r, chat(t, "My number is 5; what is it doubled?"), noon())
		if q := k.last(); !q.NoStore || q.Degraded != remote {
			t.Errorf("remote %v: no-store %v, local routes only %v", remote, q.NoStore, q.Degraded)
		}
	}
}

func TestShadowRecordsAndInjectsNothing(t *testing.T) {
	p := newPricer()
	k := &known{}
	k.know(p.fact("r1", "Likes tea.", 3))
	in := newInjector(t, k)
	r := ruling()
	r.Shadow = true
	req := chat(t, "What do I drink?")
	report := inject(t.Context(), in, r, req, noon())
	if report.Status != "empty" || report.Reason != "shadow" || !report.Shadow || len(report.Hits) != 1 || report.Tokens == 0 || !bytes.Equal(report.Whole(), req.Body) {
		t.Errorf("got %+v", report)
	}
}

func TestSilencedTopicsAreLeftOut(t *testing.T) {
	p := newPricer()
	k := &known{}
	k.know(p.fact("r1", "她的項目延期了", 3), p.fact("r2", "Likes tea.", 3))
	in := newInjector(t, k)
	r := ruling()
	r.Silenced = []string{"项目"}
	report := inject(t.Context(), in, r, chat(t, "What is new?"), noon())
	if len(report.Hits) != 1 || report.Hits[0].Record.ID != "r2" || len(report.Dropped) != 1 || report.Dropped[0].Reason != "silenced" {
		t.Errorf("hits %v, dropped %v", report.Hits, report.Dropped)
	}
}

func TestLimitsOfTheRequestOnlyLower(t *testing.T) {
	p := newPricer()
	k := &known{}
	var hits []memory.Hit
	for i := range 12 {
		hits = append(hits, p.fact("r"+string(rune('a'+i)), "She keeps a list of every garden she has visited since her first journey abroad.", 3))
	}
	k.know(hits...)
	in := newInjector(t, k)
	f := func(change func(*policy.Ruling), want int, reason string) {
		t.Helper()
		r := ruling()
		change(&r)
		report := inject(t.Context(), in, r, chat(t, "Which gardens?"), noon())
		if len(report.Hits) != want || len(report.Costs) != want {
			t.Errorf("%d hits, want %d", len(report.Hits), want)
		}
		if len(report.Dropped) != 12-want || reason != "" && report.Dropped[0].Reason != reason {
			t.Errorf("dropped %v, want %d of %s", report.Dropped, 12-want, reason)
		}
		if r.Budget > 0 && report.Tokens > r.Budget {
			t.Errorf("%d tokens, asked for %d", report.Tokens, r.Budget)
		}
	}
	f(func(r *policy.Ruling) {}, 8, "top-k")
	f(func(r *policy.Ruling) { r.TopK = 3 }, 3, "top-k")
	f(func(r *policy.Ruling) { r.TopK = 50 }, 8, "top-k")
	f(func(r *policy.Ruling) { r.Budget = 80 }, 1, "budget")
	f(func(r *policy.Ruling) { r.Budget = 5_000 }, 8, "top-k")
	f(func(r *policy.Ruling) { r.Budget = 20 }, 0, "budget")
	f(func(r *policy.Ruling) { r.Settings.BudgetTokens = 150 }, 4, "budget")
}

func TestOwnersNeverShareWhatIsKept(t *testing.T) {
	p := newPricer()
	k := &known{}
	k.know(p.fact("r1", "Secret of the first user.", 3))
	in := newInjector(t, k)
	loop := `{"messages":[{"role":"user","content":"What do I drink?"},{"role":"assistant","content":null,"tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c","content":"ok"}]}`
	r := ruling()
	r.Session = "s"
	inject(t.Context(), in, r, parse(t, wire.Chat, `{"messages":[{"role":"user","content":"What do I drink?"}]}`), noon())
	in.NoteAnswer(r.Owner(), "resp_1", "s", noon())
	k.know()
	f := func(change func(*policy.Ruling)) {
		t.Helper()
		other := r
		change(&other)
		report := inject(t.Context(), in, other, parse(t, wire.Chat, loop), noon())
		if bytes.Contains(report.Whole(), []byte("Secret")) || len(report.Hits) > 0 {
			t.Errorf("another owner was given what was kept: %s", report.Whole())
		}
		other.Session = ""
		next := parse(t, wire.Responses, `{"previous_response_id":"resp_1","input":"And?"}`)
		if report := inject(t.Context(), in, other, next, noon()); report.Session == "s" {
			t.Error("another owner was given the session of an answer")
		}
	}
	f(func(r *policy.Ruling) { r.User = "u2" })
	f(func(r *policy.Ruling) { r.Realm = "work" })
	f(func(r *policy.Ruling) { r.Tenant = "acme" })
	if report := inject(t.Context(), in, r, parse(t, wire.Chat, loop), noon()); !report.Sticky {
		t.Error("the owner himself was not given it: the test tests nothing")
	}
}
