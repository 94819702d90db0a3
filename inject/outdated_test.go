package inject

import "testing"

func TestWhatIsOverIsNotHandedOn(t *testing.T) {
	f := func(was, is, quote, question, gone, stays string) {
		t.Helper()
		p := play(t)
		p.note(named("s1"), "s1", was, "A fine name, I shall use it from now on, as you would like me to.")
		p.note(named("s1"), "s1", is, "OK.")
		// The later turn comes along, whether memory has heard of it or not.
		if text := p.ask(t, named("s2"), chat(t, question)); text != "" {
			holds(t, text, stays)
		}
		p.in.parts.Working.Outdate(ruling().Owner(), []string{quote})
		for _, ask := range []string{question, "Go on.", "继续"} {
			lacks(t, p.ask(t, named("s2"), chat(t, ask)), gone, "A fine name")
		}
		holds(t, p.ask(t, named("s2"), chat(t, "Go on.")), stays)
		// In its own session a conversation is told as it was.
		holds(t, p.ask(t, named("s1"), chat(t, "Go on.")), gone, stays)
		p.in.parts.Working.Outdate(ruling().Owner(), nil)
		// And what a session has inherited already goes too.
		p = play(t)
		p.note(named("s1"), "s1", was, "OK.")
		p.note(named("s2"), "s2", is, "OK.")
		p.in.parts.Working.Outdate(ruling().Owner(), []string{quote})
		lacks(t, p.ask(t, named("s3"), chat(t, "Go on.")), gone)
	}
	f("我女朋友叫小芳", "我和小芳分手了", "我女朋友叫小芳", "我女朋友叫什么", "叫小芳", "我和小芳分手了")
	f("My wife's name is Eva", "Sorry, I mean Ewa", "My wife's name is Eva", "What's the name of my wife?", "Eva", "I mean Ewa")
}

func TestAConditionThatIsOverIsNotHandedOn(t *testing.T) {
	p := play(t)
	p.note(named("s1"), "s1", "Find a kiln. I don't eat meat.", "Which size?")
	p.note(named("s1"), "s1", "I eat meat again.", "OK.")
	p.in.parts.Working.Outdate(ruling().Owner(), []string{"I don't eat meat"})
	lacks(t, p.ask(t, named("s2"), chat(t, "Go on.")), "don't eat")
}

func TestAnOrderForOneAnswerIsNotHandedOn(t *testing.T) {
	for _, order := range []string{"For this answer only, use a table.", "Just this once, reply only in French.", "这次用表格回答，不要列表。", "这一次只能用英文回答。"} {
		if got := conditionsIn(order); len(got) != 0 {
			t.Errorf("%q is handed on as %q", order, got)
		}
	}
	if got := conditionsIn("Only use tables."); len(got) != 1 {
		t.Errorf("a lasting order is no condition: %q", got)
	}
}
