package inject

import (
	"bytes"
	"fmt"
	"hash/maphash"
	"strings"
	"testing"
	"time"

	"mneme/memory"
	"mneme/policy"
	"mneme/proxy/wire"
)

// played is a conversation that working memory has noted.
type played struct {
	in *Injector
	k  *known
	at time.Time
}

func play(t *testing.T) *played {
	k := &known{}
	return &played{in: newInjector(t, k), k: k, at: noon()}
}

func (p *played) note(r policy.Ruling, session string, texts ...string) {
	var turns []memory.Turn
	for i, text := range texts {
		role := memory.RoleUser
		if i%2 == 1 {
			role = memory.RoleAssistant
		}
		turns = append(turns, memory.Turn{Role: role, Text: text, At: p.at})
	}
	p.in.parts.Working.Note(r, session, turns, p.at)
	p.at = p.at.Add(time.Second)
}

func (p *played) ask(t *testing.T, r policy.Ruling, req *wire.Request) string {
	t.Helper()
	report := inject(t.Context(), p.in, r, req, p.at)
	text := blockOf(t, req.Format, report.Whole())
	if (report.Working > 0) != (text != "") || report.Tokens < report.Working {
		t.Errorf("%d of %d tokens are said to be working memory's of:\n%s", report.Working, report.Tokens, text)
	}
	return text
}

func named(session string) policy.Ruling {
	r := ruling()
	r.Session = session
	return r
}

func holds(t *testing.T, text string, words ...string) {
	t.Helper()
	for _, w := range words {
		if !strings.Contains(text, w) {
			t.Errorf("%q is not in:\n%s", w, text)
		}
	}
}

func lacks(t *testing.T, text string, words ...string) {
	t.Helper()
	for _, w := range words {
		if strings.Contains(text, w) {
			t.Errorf("%q is in:\n%s", w, text)
		}
	}
}

func TestWorkingMemoryIsGivenOnlyWhereItLacks(t *testing.T) {
	p := play(t)
	r := named("s")
	var full []string
	for i := range 8 {
		ask, answer := fmt.Sprintf("Question number %d about the kiln.", i), fmt.Sprintf("Answer number %d.", i)
		p.note(r, "s", ask, answer)
		full = append(full, ask, answer)
	}
	if text := p.ask(t, r, chat(t, append(full, "And now?")...)); text != "" {
		t.Errorf("a whole conversation was given\n%s", text)
	}
	resumed := p.ask(t, r, chat(t, "And now?"))
	holds(t, resumed, "Recent conversation:", "user: Question number 7", "assistant: Answer number 7.", "user: Question number 3", "Question number 0 about")
	cut := p.ask(t, r, chat(t, append(full[12:], "And now?")...))
	holds(t, cut, "Question number 0", "Question number 4")
	lacks(t, cut, "Question number 6", "Answer number 7")
	if text := p.ask(t, r, chat(t, append(full[:2], "Something else.")...)); text != "" {
		t.Errorf("a conversation taken up from an earlier turn was given\n%s", text)
	}
	continued := parse(t, wire.Responses, `{"previous_response_id":"resp_1","input":"And now?"}`)
	if text := p.ask(t, r, continued); text != "" {
		t.Errorf("a conversation that the provider holds was given\n%s", text)
	}
	if text := p.ask(t, named("another"), chat(t, "one", "two", "And now?")); text != "" {
		t.Errorf("a session with a history of its own inherited\n%s", text)
	}
}

func TestWorkingMemoryKeepsToItsLimits(t *testing.T) {
	p := play(t)
	r := named("s")
	long := strings.Repeat("The glaze of this kiln is hard to describe in words. ", 30)
	for i := range 40 {
		p.note(r, "s", fmt.Sprintf("%d %s", i, long), long)
	}
	s := p.in.parts.Working.live[spot{r.Owner(), "s"}]
	if len(s.exchanges) > verbatimTurns || s.verbatim() > verbatimTokens && len(s.exchanges) > 1 {
		t.Errorf("%d exchanges of %d tokens are kept verbatim", len(s.exchanges), s.verbatim())
	}
	sum := 0
	for _, d := range s.older {
		sum += d.tokens
	}
	if sum > digestTokens || sum < digestTokens/2 {
		t.Errorf("the digest has %d tokens", sum)
	}
	report := inject(t.Context(), p.in, r, chat(t, "Go on."), p.at)
	if report.Working == 0 || report.Working > verbatimTokens+digestTokens {
		t.Errorf("%d tokens of working memory", report.Working)
	}
	r.Budget = 200
	if report := inject(t.Context(), p.in, r, chat(t, "Go on."), p.at); report.Tokens > 200 {
		t.Errorf("%d tokens, asked for 200", report.Tokens)
	}
}

func TestANewSessionInherits(t *testing.T) {
	begin := func(t *testing.T) *played {
		p := play(t)
		p.note(named("s1"), "s1", "Find a kiln for the workshop. It must not cost more than 900 euros.", "I will compare three kilns and come back to you.")
		return p
	}
	for _, question := range []string{"Go ahead.", "Which kiln is best for a small workshop?", "Yes, please.", "继续"} {
		t.Run("when it is taken up: "+question, func(t *testing.T) {
			text := begin(t).ask(t, named("s2"), chat(t, question))
			if question == "继续" {
				holds(t, text, "待完成：I will compare", "条件：It must not")
			} else {
				holds(t, text, "still open: I will compare three kilns", "condition: It must not cost more than 900 euros.")
			}
			holds(t, text, "user: Find a kiln for the workshop.")
		})
	}
	for _, question := range []string{"What is the weather like in Rome?", "今天天气怎么样？", "Thanks!"} {
		t.Run("not when it is not: "+question, func(t *testing.T) {
			if text := begin(t).ask(t, named("s2"), chat(t, question)); text != "" {
				t.Errorf("given\n%s", text)
			}
		})
	}
	t.Run("only in its first turn", func(t *testing.T) {
		p := begin(t)
		p.note(named("s2"), "s2", "Go ahead.", "Done.")
		if text := p.ask(t, named("s2"), chat(t, "Go ahead.", "Done.", "Thanks. And the colour?")); text != "" {
			t.Errorf("given\n%s", text)
		}
	})
	nothing := func(name string, change func(*policy.Ruling), wait time.Duration) {
		t.Run("not "+name, func(t *testing.T) {
			p := begin(t)
			r := named("s2")
			change(&r)
			p.at = p.at.Add(wait)
			if text := p.ask(t, r, chat(t, "Go ahead.")); text != "" {
				t.Errorf("given\n%s", text)
			}
		})
	}
	nothing("another user", func(r *policy.Ruling) { r.User = "u2" }, 0)
	nothing("another realm", func(r *policy.Ruling) { r.Realm = "work" }, 0)
	nothing("another tenant", func(r *policy.Ruling) { r.Tenant = "acme" }, 0)
	nothing("another agent", func(r *policy.Ruling) { r.Agent = "a2" }, 0)
	nothing("another project", func(r *policy.Ruling) { r.Project = "p2" }, 0)
	nothing("after the expiry", func(r *policy.Ruling) {}, 31*time.Minute)
}

// Whose client sends the last turn only is told of the conversation, unless the turn needs nothing
// of it; what is open and under which conditions he is told in any case.
func TestATurnThatStandsAloneIsNotToldOfTheConversation(t *testing.T) {
	p := play(t)
	r := named("s")
	p.note(r, "s", "Find a kiln for the workshop.", "A small electric kiln suits it. Is 380 volts fine?")
	f := func(turn string, told bool) {
		t.Helper()
		if text := p.ask(t, r, chat(t, turn)); (text != "") != told {
			t.Errorf("%q: told %v\n%s", turn, !told, text)
		}
	}
	f("What is the boiling point of water?", false)
	f(`Translate "good morning" to French`, false)
	f("How do I reverse a list in Python?", false)
	f("Write a haiku about spring.", false)
	f("怎么用Python反转一个列表？", false)
	f("法国的首都是哪里？", false)
	f("写一首关于大海的诗", false)
	f("How hot does an electric kiln get in practice?", true) // of the same thing
	f("Any vegetarian options?", true)
	f("Which hotel should I pick?", true)
	f("Does breakfast come with the price?", true)
	f("And in winter, what changes there?", true)
	f("价格包含早餐吗？", true)
	f("Yes, please.", true)
	p.note(r, "s", "Yes.", "Good.")
	f("OK.", false)
	f("好的", false)
	p.note(r, "s", "It must not cost more than 900 euros.", "OK.")
	text := p.ask(t, r, chat(t, "What is the boiling point of water?"))
	holds(t, text, "900 euros")
	lacks(t, text, "380 volts")
}

func TestWhatIsKeptForLessThanASessionIsNotNoted(t *testing.T) {
	p := play(t)
	for ttl, told := range map[time.Duration]bool{time.Minute: false, time.Hour: true, 0: true} {
		session := "s" + ttl.String()
		r := named(session)
		r.TTL = ttl
		p.note(r, session, "The newt is called Ned.", "A fine name.")
		if text := p.ask(t, r, chat(t, "And now?")); (text != "") != told {
			t.Errorf("kept for %s: told %v\n%s", ttl, !told, text)
		}
	}
}

func TestAQuestionAskedAgainIsNotToldOfItself(t *testing.T) {
	p := play(t)
	for _, session := range []string{"s1", "s2"} {
		p.note(named(session), session, "Which kiln suits the workshop?", "A small electric kiln suits a workshop of that size, and it needs 380 volts.")
	}
	text := p.ask(t, named("s3"), chat(t, "Which kiln suits the workshop?"))
	lacks(t, text, "user: Which kiln")
	if n := strings.Count(text, "small electric kiln"); n != 1 {
		t.Errorf("the answer is told %d times:\n%s", n, text)
	}
}

// A new session that speaks of one thing of the session before is told of that, not of the rest,
// and not of what the memories beside it say in the same words.
func TestANewSessionInheritsWhatItSpeaksOf(t *testing.T) {
	p := play(t)
	p.note(named("s1"), "s1", "My sister Ines moved her pottery studio to Porto.", "OK.")
	p.note(named("s1"), "s1", "The kiln in the studio needs 380 volts.", "An electrician should look at the studio's wiring first, it is a different line from the one for the lamps.")
	p.note(named("s1"), "s1", "I sold my old bicycle.", "OK.")
	question := "Can the studio run another kiln?"
	text := p.ask(t, named("s2"), chat(t, question))
	holds(t, text, "pottery studio", "380 volts", "An electrician should look")
	lacks(t, text, "bicycle", "OK.")
	p.k.know(newPricer().fact("r1", "The kiln in the studio needs 380 volts.", 3))
	text = p.ask(t, named("s2"), chat(t, question))
	if n := strings.Count(indexBlock(text), "380 volts"); n != 1 {
		t.Errorf("it is told %d times:\n%s", n, text)
	}
	for question, takes := range map[string]bool{"七夕送男朋友什么好": false, "男朋友的陶艺课几点开始": true} {
		p := play(t)
		p.note(named("s1"), "s1", "我男朋友在学陶艺。", "好的。")
		if got := p.ask(t, named("s2"), chat(t, question)) != ""; got != takes {
			t.Errorf("%q takes it up: %v", question, got)
		}
	}
}

func TestConditionsAreNotWhatWasBefore(t *testing.T) {
	for text, want := range map[string]int{
		"我之前考过一次6分。": 0, "I lived there before the war.": 0, "周五之前要交，预算不超过五千。": 1, "It is due on Friday.": 1,
	} {
		if got := conditionsIn(text); len(got) != want {
			t.Errorf("conditions in %q: %q", text, got)
		}
	}
}

func TestWorkingMemoryInChinese(t *testing.T) {
	p := play(t)
	p.note(named("s1"), "s1", "帮我找一台窑炉。预算不超过五千元，不要二手的。", "好的，我会比较三台窑炉，稍后告诉你结果。")
	text := p.ask(t, named("s2"), chat(t, "继续吧"))
	holds(t, text, "近期对话：", "待完成：好的，我会比较三台窑炉", "条件：预算不超过五千元，不要二手的。", "帮我找一台窑炉")
}

func TestAnotherProjectWithinASessionStartsAfresh(t *testing.T) {
	p := play(t)
	r := named("s")
	r.Project = "p1"
	p.note(r, "s", "Plan the kiln.", "I will.")
	r.Project = "p2"
	if text := p.ask(t, r, chat(t, "Go on.")); text != "" {
		t.Errorf("given\n%s", text)
	}
	p.note(r, "s", "Plan the garden.", "I will.")
	text := p.ask(t, r, chat(t, "Go on."))
	holds(t, text, "garden")
	lacks(t, text, "kiln")
}

func TestWhatMayNotBeWrittenIsNotNoted(t *testing.T) {
	for name, change := range map[string]func(*policy.Ruling){
		"no-store":  func(r *policy.Ruling) { r.NoStore = true },
		"read":      func(r *policy.Ruling) { r.Mode = policy.Read },
		"off":       func(r *policy.Ruling) { r.Mode = policy.Off },
		"as-of":     func(r *policy.Ruling) { r.AsOf = noon() },
		"unknown":   func(r *policy.Ruling) { r.User = "" },
		"no turns":  nil,
		"seen only": nil,
	} {
		p := play(t)
		r := named("s")
		switch name {
		case "no turns":
			p.note(r, "s")
		case "seen only":
			p.in.parts.Working.Note(r, "s", []memory.Turn{{Role: memory.RoleUser, Text: "Plan the kiln.", Seen: true}}, p.at)
		default:
			change(&r)
			p.note(r, "s", "Plan the kiln.", "I will.")
		}
		if text := p.ask(t, named("s"), chat(t, "Go on.")); text != "" {
			t.Errorf("%s: noted\n%s", name, text)
		}
	}
}

func TestARetryIsNotedOnce(t *testing.T) {
	p := play(t)
	r := named("s")
	p.note(r, "s", "Plan the kiln.", "First answer.")
	p.note(r, "s", "Plan the kiln.", "Second answer.")
	p.note(r, "s", "And the glaze?", "Blue.")
	text := p.ask(t, r, chat(t, "Go on."))
	holds(t, text, "Second answer.", "Blue.")
	lacks(t, text, "First answer.")
	if strings.Count(text, "Plan the kiln.") != 1 {
		t.Errorf("a retry is there twice:\n%s", text)
	}
}

func TestThanksNeedNoWorkingMemory(t *testing.T) {
	p := play(t)
	p.note(named("s"), "s", "Plan the kiln.", "Shall I order the bricks?")
	p.k.result = memory.Result{Reason: "trivial"}
	if text := p.ask(t, named("s"), chat(t, "Thanks!")); text != "" {
		t.Errorf("given\n%s", text)
	}
	holds(t, p.ask(t, named("s"), chat(t, "Yes.")), "still open: Shall I order the bricks?")
}

func TestWhatIsStillOpen(t *testing.T) {
	f := func(text, want string) {
		t.Helper()
		if got := promiseIn(text); got != want {
			t.Errorf("open after %q is %q, want %q", text, got, want)
		}
	}
	f("Here is the list. I'll compare the prices tomorrow.", "I'll compare the prices tomorrow.")
	f("Shall I book the table for six?", "Shall I book the table for six?")
	f("Got it, I'll remember that.", "")
	f("Done. I'll be happy to help with anything else!", "")
	f("Paris is the capital of France.", "")
	f("好的，我会在周五前比较三家供应商。", "好的，我会在周五前比较三家供应商。")
	f("要我现在下单吗？", "要我现在下单吗？")
	f("好的，我会记住的。", "")
	f("如果需要我随时在。", "")
}

func TestForgettingDropsWorkingMemory(t *testing.T) {
	p := play(t)
	p.note(named("s1"), "s1", "My address is 5 Harbour Lane.", "Noted.")
	p.note(named("s2"), "s2", "Go on.", "With what?")
	if _, sessions := p.in.Forget(ruling().Owner(), []string{"r7"}); sessions != 2 {
		t.Errorf("dropped %d sessions, want 2", sessions)
	}
	if text := p.ask(t, named("s1"), chat(t, "Go on.")); text != "" {
		t.Errorf("given\n%s", text)
	}
	if ended := p.in.parts.Working.Expire(p.at.Add(time.Hour)); len(ended) != 0 {
		t.Errorf("handed over as an episode: %v", ended)
	}
	if w := p.in.parts.Working; w.bytes != 0 || len(w.latest) != 0 {
		t.Errorf("%d bytes and %d lines are left", w.bytes, len(w.latest))
	}
}

func TestExpiryHandsTheSummaryOver(t *testing.T) {
	p := play(t)
	r := named("s1")
	r.Agent, r.Project = "a1", "p1"
	p.note(r, "s1", "Find a kiln. It must be small.", "I found two.")
	begun := noon()
	r.Session = "s2"
	p.at = p.at.Add(20 * time.Minute)
	p.note(r, "s2", "Go on.", "The blue one is smaller.")
	w := p.in.parts.Working
	if ended := w.Expire(noon().Add(30 * time.Minute)); len(ended) != 0 {
		t.Errorf("ended too early: %v", ended)
	}
	ended := w.Expire(noon().Add(31 * time.Minute))
	if len(ended) != 1 {
		t.Fatalf("%d sessions ended, want 1", len(ended))
	}
	e := ended[0]
	if e.Owner != r.Owner() || e.Session != "s1" || e.Agent != "a1" || e.Project != "p1" || !e.From.Equal(begun) || !e.To.Equal(begun) {
		t.Errorf("ended %+v", e)
	}
	if want := "user: Find a kiln.\nassistant: I found two."; e.Text != want {
		t.Errorf("text %q, want %q", e.Text, want)
	}
	last := w.Expire(noon().Add(2 * time.Hour))
	if len(last) != 1 || strings.Contains(last[0].Text, "Find a kiln") {
		t.Errorf("the second session tells what it inherited: %+v", last)
	}
}

func TestWorkingMemoryIsBounded(t *testing.T) {
	opts := DefaultOptions()
	opts.WorkingBytes = 64 << 10
	w := NewWorking(opts)
	for i := range 200 {
		session := fmt.Sprint(i)
		w.Note(named(session), session, []memory.Turn{{Role: memory.RoleUser, Text: strings.Repeat("word ", 200)}}, noon().Add(time.Duration(i)*time.Second))
		if w.bytes > opts.WorkingBytes {
			t.Fatalf("%d bytes after %d sessions", w.bytes, i)
		}
	}
	if _, ok := w.live[spot{ruling().Owner(), "199"}]; !ok || len(w.live) < 5 {
		t.Errorf("%d sessions live, the last one: %v", len(w.live), ok)
	}
}

func TestWorkingMemoryIsRepeatedInALoop(t *testing.T) {
	p := play(t)
	r := named("s")
	p.note(r, "s", "Find a kiln.", "I will look.")
	first := inject(t.Context(), p.in, r, parse(t, wire.Chat, toolAsk), p.at)
	if first.Working == 0 {
		t.Fatal("nothing was given")
	}
	next := inject(t.Context(), p.in, r, parse(t, wire.Chat, toolStep), p.at)
	if !next.Sticky || next.Working != first.Working || !bytes.HasPrefix(next.Whole(), first.Whole()[:len(first.Whole())-len(`"}]}`)]) {
		t.Errorf("sticky %v, %d tokens of working memory, want %d", next.Sticky, next.Working, first.Working)
	}
}

// What was promised before a stream broke is no pending action: the rest of the answer may
// have taken it back.
func TestHalfAnAnswerPendsNothing(t *testing.T) {
	f := func(partial, want bool) {
		t.Helper()
		s := &state{}
		s.take(maphash.MakeSeed(), new(ruling()), []memory.Turn{
			{Role: memory.RoleUser, Text: "Plan the kiln firing.", At: noon()},
			{Role: memory.RoleAssistant, Text: "I'll send you the schedule tomorrow.", At: noon(), Partial: partial},
		}, noon())
		if got := s.pending != ""; got != want {
			t.Errorf("partial %v: pending %q", partial, s.pending)
		}
	}
	f(false, true)
	f(true, false)
}

// A word or two of a long question stand in what was said of anything: they take nothing up.
func TestASessionOfAnotherMatterInheritsNothing(t *testing.T) {
	f := func(told, answered, asked string, words ...string) {
		t.Helper()
		p := play(t)
		p.note(named("s1"), "s1", told, answered)
		text := p.ask(t, named("s2"), chat(t, asked))
		if len(words) == 0 && text != "" {
			t.Errorf("%q is told of another matter:\n%s", asked, text)
		}
		holds(t, text, words...)
	}
	told, answered := "Hello, my kettle stopped heating after two weeks. The light is working.", "I'm sorry that the kettle stopped working. A replacement will be delivered within five working days."
	f(told, answered, "The app stopped working after the update, it closes when I open the camera.")
	f(told, answered, "Hello, could you help me with the lighthouse that I have to draw?")
	f(told, answered, "The new kettle is heating again, thank you. Who pays?", "kettle")
	told, answered = "你好，我上个月买的水壶坏了，加热两周以后就不热了。", "很抱歉，新的水壶五个工作日内送达，之后会收到短信。"
	f(told, answered, "你好，我登录不了账号了，换了手机以后收不到验证码。")
	f(told, answered, "新的水壶什么时候送达？", "水壶")
}
