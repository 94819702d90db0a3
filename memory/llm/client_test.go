package llm

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"mneme/memory"
)

func TestExtractReadsWhatAModelWrites(t *testing.T) {
	p := newProvider(t, says(items(
		fact(map[string]any{"quote": "I like green tea", "object": "green tea", "text": "Likes green tea."}),
		fact(map[string]any{"turn": 2, "layer": "episodic", "predicate": "", "quote": "I'll look up the shop", "object": "the shop",
			"event": map[string]any{"type": "promise", "time": "2026-05-03T10:00:00Z", "result": "open", "entities": []any{"shop"}, "sentiment": ""}}),
	)))
	c := newClient(t, p)
	drafts, err := c.Extract(context.Background(), someone(), said("I like green tea, find me a shop", "assistant: I'll look up the shop"))
	if err != nil || len(drafts) != 2 {
		t.Fatalf("%+v, %v", drafts, err)
	}
	if d := drafts[0]; d.Turn != 0 || d.Quote != "I like green tea" || d.Record.Object != "green tea" || d.Record.Source != memory.UserDirect {
		t.Errorf("fact: %+v", d)
	}
	if d := drafts[1]; d.Turn != 1 || d.Record.Event.Type != memory.EventPromise || d.Record.Source != memory.AIInference || d.Record.Event.Time.IsZero() {
		t.Errorf("promise: %+v", d)
	}
	body := p.bodies[0]
	for _, want := range []string{`"model":"small"`, `"json_schema"`, `You read a conversation`, `\"new\":true`} {
		if !strings.Contains(body, want) {
			t.Errorf("the request lacks %s", want)
		}
	}
	if p.keys[0] != "Bearer sk-test" {
		t.Errorf("key: %q", p.keys[0])
	}
}

func TestChineseIsReadInChinese(t *testing.T) {
	p := newProvider(t, says(items(fact(map[string]any{"quote": "我喜欢喝龙井", "object": "龙井", "text": "喜欢喝龙井。"}))))
	drafts, err := newClient(t, p).Extract(context.Background(), someone(), said("我喜欢喝龙井，帮我找家店"))
	if err != nil || len(drafts) != 1 || !strings.Contains(p.bodies[0], "你阅读用户与助手的一段对话") {
		t.Errorf("%+v, %v", drafts, err)
	}
}

func TestALyingModelIsNotBelieved(t *testing.T) {
	f := func(name string, change map[string]any, want int) {
		t.Run(name, func(t *testing.T) {
			c := newClient(t, newProvider(t, says(items(fact(change)))))
			r := said("seen: I met Ann in Oslo", "I like green tea from Ann, 20 grams a day", "assistant: You like coffee, I know")
			drafts, err := c.Extract(context.Background(), someone(), r)
			if (want == 0) != errors.Is(err, ErrUnfounded) || len(drafts) != want || int(c.Lies.Load()) != 1-want {
				t.Errorf("%d drafts and %d lies, %v; want %d drafts", len(drafts), c.Lies.Load(), err, want)
			}
		})
	}
	f("honest", map[string]any{"turn": 2, "quote": "I like green tea", "object": "green tea"}, 1)
	f("other signs", map[string]any{"turn": 2, "quote": "“I  LIKE green tea”", "object": "green tea"}, 1)
	f("no such quote", map[string]any{"turn": 2, "quote": "I love green tea", "object": "green tea"}, 0)
	f("quote of another turn", map[string]any{"turn": 2, "quote": "You like coffee", "object": "coffee"}, 0)
	f("empty quote", map[string]any{"turn": 2, "quote": " ", "object": "green tea"}, 0)
	f("object out of nowhere", map[string]any{"turn": 2, "quote": "I like green tea", "object": "black coffee"}, 0)
	f("number out of nowhere", map[string]any{"turn": 2, "quote": "20 grams a day", "object": "50 grams"}, 0)
	f("number in the text", map[string]any{"turn": 2, "quote": "I like green tea", "object": "green tea", "text": "Drinks 70 cups of green tea."}, 0)
	f("number that stands there", map[string]any{"turn": 2, "quote": "20 grams a day", "object": "20 grams a day"}, 1)
	f("object from the turns before", map[string]any{"turn": 2, "quote": "from Ann", "subject": "Ann", "predicate": "home", "object": "Oslo"}, 1)
	f("context as a source", map[string]any{"turn": 1, "quote": "I met Ann", "object": "Ann"}, 0)
	f("assistant as a source", map[string]any{"turn": 3, "quote": "You like coffee", "object": "coffee"}, 0)
	f("no such turn", map[string]any{"turn": 9, "quote": "I like green tea", "object": "green tea"}, 0)
	f("no such event", map[string]any{"turn": 2, "layer": "episodic", "quote": "I like green tea", "event": map[string]any{"type": "party"}}, 0)
	f("the assistant's event by the user", map[string]any{"turn": 2, "layer": "episodic", "quote": "I like green tea", "event": map[string]any{"type": "promise"}}, 0)
}

func TestADateThatWasWorkedOutIsSupported(t *testing.T) {
	c := newClient(t, newProvider(t, says(items(fact(map[string]any{
		"quote": "dentist tomorrow", "predicate": "appointment", "object": "dentist", "text": "Has a dentist's appointment on 4 May 2026.", "valid_from": "2026-05-04T00:00:00Z",
	})))))
	drafts, err := c.Extract(context.Background(), someone(), said("dentist tomorrow"))
	if err != nil || len(drafts) != 1 || drafts[0].Record.Constraint.ValidFrom.Day() != 4 {
		t.Errorf("%+v, %v", drafts, err)
	}
}

func TestBrokenJSONIsRepairedOrAskedForAgain(t *testing.T) {
	good := items(fact(map[string]any{"quote": "I like tea", "object": "tea"}))
	f := func(name string, calls int, script ...string) {
		t.Run(name, func(t *testing.T) {
			var lines []func(http.ResponseWriter, string)
			for _, s := range script {
				lines = append(lines, says(s))
			}
			p := newProvider(t, lines...)
			drafts, err := newClient(t, p).Extract(context.Background(), someone(), said("I like tea"))
			if err != nil || len(drafts) != 1 || p.calls() != calls {
				t.Errorf("%d drafts in %d calls, %v", len(drafts), p.calls(), err)
			}
		})
	}
	f("fenced", 1, "Here you are:\n```json\n"+good+"\n```\nAnything else?")
	f("thought aloud", 1, "<think>{maybe}</think>"+good)
	f("trailing commas", 1, strings.Replace(good, "}]}", "},],}", 1))
	f("bare list", 1, strings.TrimSuffix(strings.TrimPrefix(good, `{"items":`), "}"))
	f("python", 1, strings.ReplaceAll(strings.ReplaceAll(good, "false", "False"), `"`, "'"))
	f("cut off after the first", 1, strings.TrimSuffix(good, "]}")+`,{"turn":1,"quote":"I li`)
	f("nonsense, then good", 2, "I would rather not.", good)
	f("another shape, then good", 2, `{"facts":[]}`, good)
}

func TestAModelThatNeverMakesSenseIsGivenUp(t *testing.T) {
	p := newProvider(t, says("no"))
	c := newClient(t, p)
	_, err := c.Extract(context.Background(), someone(), said("I like tea"))
	if !errors.Is(err, ErrAnswer) || p.calls() != 3 || c.Broken.Load() != 3 {
		t.Errorf("%v after %d calls", err, p.calls())
	}
}

func TestFailuresAreTriedAgainWhereThatHelps(t *testing.T) {
	good := says(items())
	f := func(name, code string, calls int, script ...func(http.ResponseWriter, string)) {
		t.Run(name, func(t *testing.T) {
			p := newProvider(t, script...)
			c := newClient(t, p, func(o *Options, _ *Parts) {
				if o.Timeout = 10 * time.Second; strings.Contains(name, "slow") {
					o.Timeout = 500 * time.Millisecond
				}
			})
			_, err := c.Extract(context.Background(), someone(), said("I like tea"))
			var fault *CallError
			switch {
			case code == "" && err != nil, code != "" && (!errors.As(err, &fault) || fault.Code != code):
				t.Errorf("got %v, want code %q", err, code)
			case p.calls() != calls:
				t.Errorf("%d calls, want %d", p.calls(), calls)
			}
			if err != nil && strings.Contains(err.Error(), "tea") {
				t.Errorf("the error quotes the conversation: %v", err)
			}
		})
	}
	slow := func(w http.ResponseWriter, _ string) { time.Sleep(1500 * time.Millisecond) }
	cut := func(w http.ResponseWriter, _ string) { panic(http.ErrAbortHandler) }
	long := func(w http.ResponseWriter, _ string) {
		fmt.Fprintf(w, `{"choices":[{"message":{"content":"%s"}}]}`, strings.Repeat("x", 5<<20))
	}
	f("rate, then good", "", 2, status(429), good)
	f("server, then good", "", 2, status(503), good)
	f("cut, then good", "", 2, cut, good)
	f("slow, then good", "", 2, slow, good)
	f("always rate", "rate", 3, status(429))
	f("always slow", "timeout", 3, slow)
	f("key", "auth", 1, status(401))
	f("gone", "client", 1, status(404))
	f("too long", "too-long", 1, long)
	f("refusing", "refused", 1, func(w http.ResponseWriter, _ string) {
		fmt.Fprint(w, `{"choices":[{"message":{"content":"","refusal":"I will not"},"finish_reason":"stop"}]}`)
	})
	f("no choices, then good", "", 2, func(w http.ResponseWriter, _ string) { fmt.Fprint(w, `{"choices":[]}`) }, good)
}

func TestAServerThatKnowsNoSchemaIsAskedWithout(t *testing.T) {
	p := newProvider(t, func(w http.ResponseWriter, body string) {
		if strings.Contains(body, "json_schema") {
			status(400)(w, body)
			return
		}
		says(items())(w, body)
	})
	c := newClient(t, p)
	for range 2 {
		if _, err := c.Extract(context.Background(), someone(), said("I like tea")); err != nil {
			t.Fatal(err)
		}
	}
	if p.calls() != 3 {
		t.Errorf("%d calls, want 3: it is remembered", p.calls())
	}
}

func TestAFailingEndpointIsLeftAlone(t *testing.T) {
	now := time.Date(2026, 5, 3, 10, 0, 0, 0, time.UTC)
	p := newProvider(t, status(500), status(500), says(items()))
	c := newClient(t, p, func(o *Options, parts *Parts) {
		o.Tries, o.BreakAfter = 1, 2
		parts.Now = func() time.Time { return now }
	})
	ask := func() error {
		_, err := c.Extract(context.Background(), someone(), said("I like tea"))
		return err
	}
	for range 2 {
		if ask() == nil {
			t.Fatal("the script failed to fail")
		}
	}
	if err := ask(); !errors.Is(err, ErrOpen) || p.calls() != 2 {
		t.Errorf("%v after %d calls", err, p.calls())
	}
	now = now.Add(time.Minute)
	if err := ask(); err != nil {
		t.Errorf("after the pause: %v", err)
	}
	if err := ask(); err != nil || p.calls() != 4 {
		t.Errorf("and again: %v, %d calls", err, p.calls())
	}
}

func TestBudgetsHoldByUserTenantAndDay(t *testing.T) {
	now := time.Date(2026, 5, 3, 10, 0, 0, 0, time.UTC)
	p := newProvider(t, says(items()))
	c := newClient(t, p, func(o *Options, parts *Parts) {
		o.MaxTokens, o.UserTokensPerDay, o.TenantTokensPerDay = 4, 6000, 9000
		parts.Now = func() time.Time { return now }
	})
	ask := func(user string) error {
		_, err := c.Extract(context.Background(), memory.UserOwner("acme", "default", user), said("I like tea"))
		return err
	}
	n := 0
	for ; n < 1000 && ask("u1") == nil; n++ {
	}
	if n == 0 || n == 1000 {
		t.Fatalf("the user was stopped after %d calls", n)
	}
	if err := ask("u1"); !errors.Is(err, ErrBudget) {
		t.Errorf("got %v", err)
	}
	if err := ask("u2"); err != nil {
		t.Errorf("another user: %v", err)
	}
	costs := c.Costs()
	if len(costs) != 2 || costs[0].User != "u1" || costs[0].Prompt != 100*n || costs[0].Completion != 20*n || costs[0].Refused == 0 {
		t.Errorf("costs: %+v", costs)
	}
	for i := range 1000 {
		if err := ask(fmt.Sprint("v", i)); errors.Is(err, ErrBudget) {
			break
		} else if i == 999 {
			t.Error("the tenant was never stopped")
		}
	}
	now = now.Add(24 * time.Hour)
	if err := ask("u1"); err != nil {
		t.Errorf("the next day: %v", err)
	}
}

func TestLongReadingsAreSplitAtTurns(t *testing.T) {
	p := newProvider(t, says(items()))
	c := newClient(t, p, func(o *Options, _ *Parts) { o.MaxInput = 3000 })
	var texts []string
	for i := range 10 {
		texts = append(texts, fmt.Sprint(i, " ", strings.Repeat("tea ", 200)))
	}
	if _, err := c.Extract(context.Background(), someone(), said(texts...)); err != nil || p.calls() < 3 {
		t.Errorf("%d calls, %v", p.calls(), err)
	}
	for i := range 10 {
		fresh := 0
		for _, body := range p.bodies {
			if strings.Contains(body, fmt.Sprintf(`\"text\":\"%d tea`, i)) && strings.Contains(body, fmt.Sprintf(`\"turn\":%d}`, i+1)) {
				fresh++
			}
		}
		if fresh == 0 {
			t.Errorf("turn %d was never read", i)
		}
	}
	if _, err := c.Extract(context.Background(), someone(), said("seen: nothing new")); err != nil {
		t.Error(err)
	}
}

func TestAModelIsShownWhatATurnMayBeAbout(t *testing.T) {
	p := newProvider(t, says(items(fact(map[string]any{"quote": "Porto is off", "predicate": "plan", "object": "Porto", "act": "retract", "target": "k1"}))))
	r := said("Porto is off, tell Lena")
	at := r.Turns[0].At
	for i := range 200 {
		r.Known = append(r.Known, memory.Record{ID: fmt.Sprint("n", i), Status: memory.Current, Text: fmt.Sprint("likes dish ", i), Object: fmt.Sprint("dish ", i), Created: at.Add(time.Duration(i))})
	}
	r.Known[3] = memory.Record{ID: "plan", Status: memory.Current, Text: "plans a trip to Porto", Predicate: "plan", Object: "trip to Porto", Created: at}
	r.Known[4] = memory.Record{ID: "sister", Status: memory.Current, Kind: memory.KindRelation, Text: "has a sister", Object: "sister", Created: at}
	r.Known[5] = memory.Record{ID: "gone", Status: memory.Observed, Text: "was in Porto once", Object: "Porto", Created: at}
	drafts, err := newClient(t, p).Extract(context.Background(), someone(), r)
	if err != nil || len(drafts) != 1 || drafts[0].Target != "plan" || drafts[0].Act != memory.Retract {
		t.Errorf("%+v, %v", drafts, err)
	}
	body := p.bodies[0]
	if !strings.Contains(body, "has a sister") || strings.Contains(body, "Porto once") || strings.Count(body, "dish") > 2*knownLines {
		t.Error("other records were shown than may matter")
	}
}

func TestReflectionsRestOnTwoRecords(t *testing.T) {
	p := newProvider(t, says(`{"reflections":[
		{"kind":"focus","text":"Plans a move.","evidence":[1,2],"confidence":0.8},
		{"kind":"focus","text":"Rests on one.","evidence":[1],"confidence":0.8},
		{"kind":"focus","text":"Rests on itself.","evidence":[7,8],"confidence":0.8},
		{"kind":"gossip","text":"No such kind.","evidence":[1,2],"confidence":0.8},
		{"kind":"worked","text":"Saved 900 crowns.","evidence":[1,2],"confidence":0.8}]}`))
	c := newClient(t, p)
	records := []memory.Record{{ID: "a", Text: "Looks for a flat."}, {ID: "b", Text: "Asked about movers."}}
	got, err := c.Reflect(context.Background(), someone(), records, "en")
	if err != nil || len(got) != 1 || got[0].Text != "Plans a move." || strings.Join(got[0].Evidence, " ") != "a b" {
		t.Errorf("%+v, %v", got, err)
	}
	if !strings.Contains(p.bodies[0], `"model":"large"`) {
		t.Error("the larger model was not asked")
	}
	if got, err := c.Reflect(context.Background(), someone(), records[:1], "zh"); got != nil || err != nil || p.calls() != 1 {
		t.Errorf("one record: %v, %v", got, err)
	}
}

func TestSummariesAreBounded(t *testing.T) {
	p := newProvider(t, says("<think>hm</think> Wanted tea. "), says(strings.Repeat("tea ", 1000)))
	c := newClient(t, p)
	got, err := c.Summarise(context.Background(), someone(), []string{"I like tea"}, 20, "en")
	if err != nil || got != "Wanted tea." {
		t.Errorf("%q, %v", got, err)
	}
	if _, err := c.Summarise(context.Background(), someone(), []string{"我喜欢茶"}, 20, "zh"); !errors.Is(err, ErrAnswer) {
		t.Errorf("got %v", err)
	}
	if !strings.Contains(p.bodies[1], "不超过 20 个字") {
		t.Error("the Chinese prompt was not used")
	}
}

func TestKeysAndWordsStayOutOfLogs(t *testing.T) {
	var out bytes.Buffer
	log := slog.New(slog.NewTextHandler(&out, &slog.HandlerOptions{Level: slog.LevelDebug}))
	opts := DefaultOptions()
	opts.URL, opts.Model, opts.Key = "http://u:sk-pass@host/v1", "m", "sk-test"
	err := opts.Validate()
	log.Info("options", "options", opts, "key", opts.Key, "error", err)
	fmt.Fprintf(&out, "%v %+v %#v", opts, opts, opts)
	if s := out.String(); strings.Contains(s, "sk-test") || strings.Contains(err.Error(), "sk-pass") {
		t.Errorf("a key is shown: %s %v", s, err)
	}
}

func TestOptionsReportEveryFault(t *testing.T) {
	err := Options{URL: "ftp://x", Timeout: -1}.Validate()
	for _, want := range []string{"llm-url", "llm-model", "timeout", "tries", "parallel", "max tokens"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v does not name %s", err, want)
		}
	}
}
