package inject

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"mneme/memory"
	"mneme/policy"
	"mneme/proxy/wire"
)

func TestSessionsAreDerivedFromWhatWasSaid(t *testing.T) {
	in := newInjector(t, &known{})
	at := noon()
	session := func(req *wire.Request, change ...func(*policy.Ruling)) string {
		t.Helper()
		r := ruling()
		for _, c := range change {
			c(&r)
		}
		id := inject(t.Context(), in, r, req, at).Session
		if id == "" {
			t.Fatal("no session")
		}
		return id
	}
	same := func(why, a, b string) {
		t.Helper()
		if a != b {
			t.Errorf("%s: sessions %s and %s differ", why, a, b)
		}
	}
	differ := func(why, a, b string) {
		t.Helper()
		if a == b {
			t.Errorf("%s: both are session %s", why, a)
		}
	}

	first := session(chat(t, "hi"))
	same("a retry", session(chat(t, "hi")), first)
	same("the next turn", session(chat(t, "hi", "hello", "how are you?")), first)
	same("and the next", session(chat(t, "hi", "hello", "how are you?", "fine", "good")), first)
	same("a turn edited", session(chat(t, "hi", "hello", "what is new?")), first)

	at = at.Add(time.Minute)
	second := session(chat(t, "hi"))
	differ("the history starts again", second, first)
	same("the second goes on", session(chat(t, "hi", "good day", "help me")), second)
	same("the first goes on beside it", session(chat(t, "hi", "hello", "how are you?", "fine", "good", "yes", "bye")), first)

	differ("another beginning", session(chat(t, "hello")), first)
	differ("another user", session(chat(t, "hi"), func(r *policy.Ruling) { r.User = "u2" }), second)
	differ("another realm", session(chat(t, "hi"), func(r *policy.Ruling) { r.Realm = "work" }), second)
	differ("another agent", session(chat(t, "hi"), func(r *policy.Ruling) { r.Agent = "a2" }), second)
	keyed := func(key string) *wire.Request {
		return parse(t, wire.Chat, fmt.Sprintf(`{"prompt_cache_key":%q,"messages":[{"role":"user","content":"hi"}]}`, key))
	}
	differ("another cache key", session(keyed("k1")), session(keyed("k2")))

	same("a named one", session(chat(t, "hi"), func(r *policy.Ruling) { r.Session = "mine" }), "mine")

	late := session(chat(t, "good evening"))
	at = at.Add(time.Hour)
	differ("the same words an hour later", session(chat(t, "good evening")), late)
}

func TestTheTimeInASystemPromptDoesNotMatter(t *testing.T) {
	in := newInjector(t, &known{})
	ask := func(clock, rest string) string {
		req := parse(t, wire.Chat, `{"messages":[{"role":"system","content":"It is `+clock+`."},{"role":"user","content":"hi"}`+rest+`]}`)
		return inject(t.Context(), in, ruling(), req, noon()).Session
	}
	a := ask("12:00", "")
	if b := ask("12:01", `,{"role":"assistant","content":"hello"},{"role":"user","content":"and?"}`); a != b {
		t.Errorf("sessions %s and %s differ", a, b)
	}
}

func TestSessionsAreTheSameAfterARestart(t *testing.T) {
	ask := func(turns ...string) string {
		return inject(t.Context(), newInjector(t, &known{}), ruling(), chat(t, turns...), noon()).Session
	}
	if a, b := ask("hi"), ask("hi", "hello", "how are you?"); a != b {
		t.Errorf("sessions %s and %s differ", a, b)
	}
}

// A conversation that goes on after a restart keeps its id; one that begins with the same words
// afterwards is another.
func TestAHistoryStartsAgainAfterARestartToo(t *testing.T) {
	in := newInjector(t, &known{})
	ask := func(turns ...string) string {
		return inject(t.Context(), in, ruling(), chat(t, turns...), noon()).Session
	}
	running := ask("hi", "hello", "how are you?")
	if again := ask("hi"); again == running {
		t.Errorf("session %s was taken for the one before", again)
	}
	if on := ask("hi", "hello", "how are you?", "fine", "good"); on != running {
		t.Errorf("session %s, want %s", on, running)
	}
}

// A client that drops the oldest of its history, down to one exchange, is in the same conversation
// still; one that brings nothing of it along is not.
func TestAHistoryWhoseBeginningWasCutOffIsKnown(t *testing.T) {
	long := strings.Repeat("The harbour opens at six and closes at nine. ", 4)
	for _, talk := range [][]string{
		{"Tell me of the harbour", "Gladly.", "When does it open?", "At six.", "And close?", "At nine.", "Thanks, and the pier?"},
		{"说说港口", "好的。", "几点开门？", "六点。", "几点关门？", "九点。", "那码头呢？"},
	} {
		in := newInjector(t, &known{})
		ask := func(answer string, req *wire.Request) string {
			r := ruling()
			report := inject(t.Context(), in, r, req, noon())
			in.NoteExchange(&report, &r, req, answer, noon())
			return report.Session
		}
		say := func(answer string, turns ...string) string { return ask(answer, chat(t, turns...)) }
		first := say(talk[1], talk[0])
		say(talk[3], talk[:3]...)
		say(talk[5], talk[:5]...)
		if got := say(long, talk[4:7]...); got != first {
			t.Errorf("the last exchange alone: session %s, want %s", got, first)
		}
		if got := ask("ok", parse(t, wire.Chat, `{"messages":[{"role":"assistant","content":"`+long+`"},{"role":"user","content":"next"}]}`)); got != first {
			t.Errorf("a long answer alone: session %s, want %s", got, first)
		}
		if got := say("ok", "hi", "hello", talk[6]); got == first {
			t.Error("another history was taken for it")
		}
		if got := say("ok", talk[0], "No.", talk[6]); got != first {
			t.Errorf("a turn said anew: session %s, want %s", got, first)
		}
		other := ruling()
		other.User = "u2"
		if got := inject(t.Context(), in, other, chat(t, talk[4:7]...), noon()).Session; got == first {
			t.Error("another user was given it")
		}
	}
}

func TestAnAnswerNamesItsSession(t *testing.T) {
	in := newInjector(t, &known{})
	r := ruling()
	first := inject(t.Context(), in, r, parse(t, wire.Responses, `{"input":"hi"}`), noon()).Session
	in.NoteAnswer(r.Owner(), "resp_1", first, noon())
	next := inject(t.Context(), in, r, parse(t, wire.Responses, `{"previous_response_id":"resp_1","input":"and then?"}`), noon())
	if next.Session != first {
		t.Errorf("session %s, want %s", next.Session, first)
	}
	unknown := inject(t.Context(), in, r, parse(t, wire.Responses, `{"previous_response_id":"resp_9","input":"and then?"}`), noon())
	if unknown.Session == "" || unknown.Session == first {
		t.Errorf("session of an unknown answer: %q", unknown.Session)
	}
}

const (
	toolAsk  = `{"model":"gpt-4o","messages":[{"role":"user","content":"What do I drink?"}]}`
	toolStep = `{"model":"gpt-4o","messages":[{"role":"user","content":"What do I drink?"},{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"look","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c1","content":"nothing"}]}`
	toolMore = `{"model":"gpt-4o","messages":[{"role":"user","content":"What do I drink?"},{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"look","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c1","content":"nothing"},{"role":"assistant","content":null,"tool_calls":[{"id":"c2","type":"function","function":{"name":"look","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c2","content":"still nothing"}]}`
)

func TestAToolLoopKeepsItsBlock(t *testing.T) {
	p := newPricer()
	k := &known{}
	k.know(p.fact("r1", "Likes tea.", 3), p.fact("r2", "Likes quiet places near the old harbour very much.", 3))
	in := newInjector(t, k)
	send := func(body string, change ...func(*policy.Ruling)) Report {
		r := ruling()
		for _, c := range change {
			c(&r)
		}
		return inject(t.Context(), in, r, parse(t, wire.Chat, body), noon())
	}
	first := send(toolAsk)
	k.know(p.fact("r3", "Likes coffee.", 4))
	prefix := first.Whole()[:bytes.LastIndex(first.Whole(), []byte(`"}]}`))]
	for _, body := range []string{toolStep, toolMore} {
		report := send(body)
		if !report.Sticky || report.Status != "injected" || len(report.Hits) != 2 || report.Tokens != first.Tokens {
			t.Fatalf("step: %s, sticky %v, %d hits", report.Status, report.Sticky, len(report.Hits))
		}
		if !bytes.HasPrefix(report.Whole(), prefix) {
			t.Errorf("the bytes of the first step are not repeated:\n%s\n%s", report.Whole(), prefix)
		}
	}
	if k.times() != 1 {
		t.Errorf("memory was asked %d times", k.times())
	}

	small := send(toolStep, func(r *policy.Ruling) { r.TopK = 1 })
	if !small.Sticky || len(small.Hits) != 1 || small.Hits[0].Record.ID != "r1" || k.times() != 1 {
		t.Errorf("with a lower top-k: %d hits, asked %d times", len(small.Hits), k.times())
	}
	tight := send(toolStep, func(r *policy.Ruling) { r.Budget = first.Tokens - 5 })
	if len(tight.Hits) != 1 || tight.Tokens > first.Tokens-5 {
		t.Errorf("with a lower budget: %d hits, %d tokens", len(tight.Hits), tight.Tokens)
	}
	if again := send(toolMore); !bytes.HasPrefix(again.Whole(), prefix) {
		t.Error("a lower limit of one step changed the others")
	}

	off := send(toolMore, func(r *policy.Ruling) { r.Mode = policy.Off })
	if bytes.Contains(off.Whole(), []byte("Likes")) {
		t.Error("memory is off and the block was repeated")
	}
	anew := send(toolAsk)
	if anew.Sticky || len(anew.Hits) != 1 || anew.Hits[0].Record.ID != "r3" {
		t.Error("a question asked again was given the old block")
	}
}

func TestToolLoopsOfEveryFormat(t *testing.T) {
	p := newPricer()
	f := func(name string, format wire.Format, ask, step string, sticky bool) {
		t.Helper()
		k := &known{}
		k.know(p.fact("r1", "Likes tea.", 3))
		in := newInjector(t, k)
		inject(t.Context(), in, ruling(), parse(t, format, ask), noon())
		k.know(p.fact("r2", "Likes coffee.", 4))
		report := inject(t.Context(), in, ruling(), parse(t, format, step), noon())
		if report.Sticky != sticky || bytes.Contains(report.Whole(), []byte("Likes tea.")) != sticky {
			t.Errorf("%s: sticky %v, want %v: %s", name, report.Sticky, sticky, report.Whole())
		}
	}
	const user = `{"role":"user","content":"What do I drink?"}`
	f("responses", wire.Responses, `{"input":[`+user+`]}`,
		`{"input":[`+user+`,{"type":"function_call","call_id":"c","name":"f","arguments":"{}"},{"type":"function_call_output","call_id":"c","output":"ok"}]}`, true)
	f("messages", wire.Messages, `{"messages":[`+user+`]}`,
		`{"messages":[`+user+`,{"role":"assistant","content":[{"type":"tool_use","id":"c","name":"f","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"c","content":"ok"}]}]}`, true)
	f("the beginning of an answer", wire.Messages, `{"messages":[`+user+`]}`,
		`{"messages":[`+user+`,{"role":"assistant","content":"You drink"}]}`, false)
}

func TestALoopThatBeganWithNothingStaysSo(t *testing.T) {
	p := newPricer()
	k := &known{}
	in := newInjector(t, k)
	inject(t.Context(), in, ruling(), parse(t, wire.Chat, toolAsk), noon())
	k.know(p.fact("r1", "Likes tea.", 3))
	report := inject(t.Context(), in, ruling(), parse(t, wire.Chat, toolStep), noon())
	if report.Status != "empty" || report.Reason != "repeated" || k.times() != 1 {
		t.Errorf("got %s %s, asked %d times", report.Status, report.Reason, k.times())
	}
	later := noon().Add(in.opts.StickyIdle + time.Second)
	if report := inject(t.Context(), in, ruling(), parse(t, wire.Chat, toolStep), later); report.Status != "injected" {
		t.Errorf("after the block's time: %s", report.Status)
	}
}

func TestForgettingPurgesWhatIsKept(t *testing.T) {
	p := newPricer()
	shared := p.fact("t1", "The team ships on Fridays.", 3)
	team := *shared.Record
	team.Owner = memory.TeamOwner("default", "default", "t")
	shared.Record = &team
	f := func(owner memory.Owner, ids []string, purged bool) {
		t.Helper()
		k := &known{}
		k.know(p.fact("r1", "Likes tea.", 3), shared)
		in := newInjector(t, k)
		inject(t.Context(), in, ruling(), parse(t, wire.Chat, toolAsk), noon())
		k.know()
		blocks, _ := in.Forget(owner, ids)
		report := inject(t.Context(), in, ruling(), parse(t, wire.Chat, toolStep), noon())
		if (blocks == 1) != purged || bytes.Contains(report.Whole(), []byte("Likes tea.")) == purged {
			t.Errorf("forget %v %v: %d blocks purged; then %s", owner, ids, blocks, report.Whole())
		}
	}
	user := memory.UserOwner("default", "default", "u1")
	f(user, nil, true)
	f(user, []string{"r1"}, true)
	f(user, []string{"r9"}, false)
	f(team.Owner, []string{"t1"}, true)
	f(team.Owner, nil, true)
	f(memory.UserOwner("default", "default", "u2"), nil, false)
	f(memory.UserOwner("default", "work", "u1"), []string{"r1"}, false)
}

func TestWhatIsForgottenDuringARecallIsNotKept(t *testing.T) {
	p := newPricer()
	k := &known{}
	k.know(p.fact("r1", "Likes tea.", 3))
	in := newInjector(t, k)
	user := ruling().Owner()
	k.before = nil
	forgetting := &forgetful{known: k, forget: func() { in.Forget(user, []string{"r1"}) }}
	in.parts.Recaller = forgetting
	inject(t.Context(), in, ruling(), parse(t, wire.Chat, toolAsk), noon())
	if n := in.sticky.len(); n != 0 {
		t.Errorf("%d blocks were kept", n)
	}
}

// TestThePrefixIsThatOfARunWithoutMemory plays a conversation of many turns with tools, and
// compares the bytes up to the last user message with those that came.
func TestThePrefixIsThatOfARunWithoutMemory(t *testing.T) {
	p := newPricer()
	k := &known{}
	in := newInjector(t, k)
	messages := []string{`{"role":"system","content":"You are  a \u0061gent."}`}
	for turn := range 10 {
		k.know(p.fact(fmt.Sprint(turn), fmt.Sprintf("Fact number %d about the user.", turn), 3))
		start := len(messages)
		messages = append(messages, fmt.Sprintf(`{"role":"user","content":"Question %d?"}`, turn))
		var loop []byte
		for step := range 3 {
			body := `{"model":"gpt-4o","temperature":0,"messages":[` + strings.Join(messages, ",") + `],"x":1e400}`
			report := inject(t.Context(), in, ruling(), parse(t, wire.Chat, body), noon().Add(time.Duration(turn)*time.Minute))
			if report.Status != "injected" {
				t.Fatalf("turn %d step %d: %s %s", turn, step, report.Status, report.Reason)
			}
			prefix := body[:strings.Index(body, messages[start])]
			if !bytes.HasPrefix(report.Whole(), []byte(prefix)) {
				t.Fatalf("turn %d step %d: the bytes before the last user message changed", turn, step)
			}
			if step == 0 {
				loop = report.Whole()[:len(report.Whole())-len(`"}],"x":1e400}`)]
			} else if !bytes.HasPrefix(report.Whole(), loop) {
				t.Fatalf("turn %d step %d: the block of the turn changed", turn, step)
			}
			messages = append(messages,
				fmt.Sprintf(`{"role":"assistant","content":null,"tool_calls":[{"id":"c%d%d","type":"function","function":{"name":"f","arguments":"{}"}}]}`, turn, step),
				fmt.Sprintf(`{"role":"tool","tool_call_id":"c%d%d","content":"ok"}`, turn, step))
		}
		messages = append(messages, `{"role":"assistant","content":"Done."}`)
	}
}

func TestTheShelfIsBoundedAndDropsTheLongestUnused(t *testing.T) {
	s := newShelf[int](16*3*(itemBytes+60), time.Hour)
	owner := memory.UserOwner("t", "r", "u")
	at := noon()
	key := func(i int) uint64 { return uint64(i) } // all in one part
	for i := range 3 {
		s.put(key(i), owner, i, 50, at)
	}
	s.get(key(0), owner, at)
	s.put(key(3), owner, 3, 50, at)
	if _, ok := s.get(key(1), owner, at); ok {
		t.Error("the longest unused value was kept")
	}
	for _, i := range []int{0, 2, 3} {
		if v, ok := s.get(key(i), owner, at); !ok || v != i {
			t.Errorf("value %d is %d, %v", i, v, ok)
		}
	}
	if _, ok := s.get(key(0), memory.UserOwner("t", "r", "v"), at); ok {
		t.Error("another owner was given a value")
	}
	if _, ok := s.get(key(0), owner, at.Add(2*time.Hour)); ok {
		t.Error("an idle value was given")
	}
	s.put(key(2), owner, 20, 50, at)
	if v, _ := s.get(key(2), owner, at); v != 20 {
		t.Errorf("a value put again is %d", v)
	}
	if n := s.drop(func(memory.Owner, int) bool { return true }); n != 2 || s.len() != 0 {
		t.Errorf("dropped %d, left %d", n, s.len())
	}
	if s.parts[0].room != 3*(itemBytes+60) {
		t.Errorf("room is %d after everything went", s.parts[0].room)
	}
	s.put(key(9), owner, 9, 1<<30, at)
	if s.len() != 0 {
		t.Error("a value larger than the shelf was kept")
	}
}

// A block is kept when its request is under way; what was forgotten by then is not.
func TestABlockForgottenBeforeItIsKeptIsNotKept(t *testing.T) {
	p := newPricer()
	for _, forget := range []bool{false, true} {
		k := &known{}
		in := newInjector(t, k)
		k.know(p.fact("r1", "Likes tea.", 3))
		report := in.Inject(t.Context(), ruling(), parse(t, wire.Chat, toolAsk), noon())
		if report.Status != "injected" || in.sticky.len() != 0 {
			t.Fatalf("%s, %d blocks are kept already", report.Status, in.sticky.len())
		}
		if forget {
			r := ruling()
			in.Forget(r.Owner(), []string{"r1"})
			k.know()
		}
		in.Keep(&report)
		step := inject(t.Context(), in, ruling(), parse(t, wire.Chat, toolStep), noon())
		if got := step.Status == "injected"; got == forget || step.Sticky == forget {
			t.Errorf("forgotten %v: the next step is %s, sticky %v", forget, step.Status, step.Sticky)
		}
	}
}
