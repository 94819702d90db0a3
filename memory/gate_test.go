package memory

import (
	"slices"
	"testing"
)

func TestSeeks(t *testing.T) {
	f := func(text string, want bool) {
		t.Helper()
		if got := Seeks(text); got != want {
			t.Errorf("Seeks(%q) = %v", text, got)
		}
	}
	for _, text := range []string{
		"What should I cook for dinner?", "write me an email to the bank", "Please explain how tides work. Keep it short, please.",
		"where am i going in april", "今天天气怎么样？", "帮我写一个周报模板。", "请翻译这句话", "1+1等于几?", "明天会下雨吗",
		"阿哲是做什么的", "我的雅思目标是多少", "他住在哪儿", "這個要不要提前預約",
	} {
		f(text, true)
	}
	for _, text := range []string{
		"I live by the harbour.", "I love hiking. Any tips?", "Never give me anything with nuts.", "What a day, we won the match!",
		"Recommend a restaurant, my wife is vegan", "Write a menu for six, because our guests are from Delhi", "Remind me to water the plants", "没什么特别的要求", "什么都行，就是不吃辣", "我不知道他在哪", "谁都可以来我家", "我记得他是做什么的", "我喜欢爬山。有什么推荐？", "我最近在学吉他。", "asdf", "",
		"I added 52 jars to the pantry, how should I sort them?", "How do I spend my raised budget of $90?", "Can you help, since we moved to the coast?",
		"我搬到海边了，有什么好去处？", "帮我看看我这680元怎么花",
	} {
		f(text, false)
	}
}

func TestOldQuestionsAreNoAnswers(t *testing.T) {
	question := "Which harbour café is open on Sunday?"
	l := &listed{candidates: []Candidate{
		candidate(uttered("same", 1, "which harbour café is open on sunday"), 1),
		candidate(uttered("asked", 2, "Is the harbour café expensive?"), 0.95),
		candidate(uttered("told", 3, "The harbour café opens on Sunday at nine."), 0.7),
	}}
	ids, result := recalled(t, l, Query{Text: question, Floor: -1})
	if !slices.Equal(ids, []string{"told"}) {
		t.Errorf("recalled %v", ids)
	}
	if !slices.ContainsFunc(result.Dropped, func(d Drop) bool { return d.ID == "same" && d.Reason == "repeats" }) ||
		!slices.ContainsFunc(result.Dropped, func(d Drop) bool { return d.ID == "asked" && d.Reason == "asks" }) {
		t.Errorf("dropped %+v", result.Dropped)
	}
	l.candidates = l.candidates[:2]
	if ids, result := recalled(t, l, Query{Text: question, Floor: -1}); len(ids) != 0 || result.Reason != "floor" {
		t.Errorf("old questions alone answered: %v (%s)", ids, result.Reason)
	}
	if ids, _ := recalled(t, l, Query{Text: "What did I ask you about the harbour café?", Floor: -1}); len(ids) != 2 {
		t.Errorf("asked for old questions, recalled %v", ids)
	}
}

// What others told of themselves is no answer to a question about somebody who never told it; where
// he told something near it, or was told it, or where a time is asked for, both come.
func TestWhatOthersToldIsNoAnswerAboutHim(t *testing.T) {
	f := func(question, others, his string, others1, his1 float32, want int) {
		t.Helper()
		told := func(id, who, text string, score float32) Candidate {
			r := uttered(id, 1, text)
			r.Event.Participants[0] = who
			c := candidate(r, score)
			c.Speaker = who == "Mara"
			return c
		}
		l := &listed{weighs: true, candidates: []Candidate{told("joss", "Joss", others, others1), told("mara", "Mara", his, his1)}}
		if ids, result := recalled(t, l, Query{Text: question, Floor: -1}); len(ids) != want || want == 0 && result.Reason != "floor" {
			t.Errorf("%q of %q and %q: %v (%s)", question, others, his, ids, result.Reason)
		}
	}
	// Her best is worth much less.
	f("What colour is Mara's kayak?", "My kayak is yellow.", "I rowed on the lake.", 0.9, 0.4, 0)
	f("Mara的皮划艇是什么颜色的？", "我的皮划艇是黄色的。", "我在湖上划船。", 0.9, 0.4, 0)
	f("What colour is Mara's kayak?", "My kayak is yellow.", "I bought a kayak.", 0.9, 0.8, 2)
	f("Mara的皮划艇是什么颜色的？", "我的皮划艇是黄色的。", "我买了一艘皮划艇，颜色很好看。", 0.9, 0.8, 2)
	// What is asked was told by the other of himself, or to her, or about her.
	f("Which regatta did Mara win with her kayak?", "I won the regatta with my new kayak!", "Congratulations, that is great!", 0.9, 0.9, 0)
	f("Mara在哪次皮划艇比赛得了冠军？", "我在皮划艇比赛里得了冠军！", "恭喜，太棒了！", 0.9, 0.9, 0)
	f("Which regatta did Mara win with her kayak?", "You won the regatta with your new kayak!", "Yes, it was great!", 0.9, 0.9, 2)
	f("Mara在哪次皮划艇比赛得了冠军？", "你在皮划艇比赛里得了冠军！", "是啊，太棒了！", 0.9, 0.9, 2)
	f("Which regatta did Mara win with her kayak?", "Our friend Mara won the regatta with her kayak.", "Yes, it was great!", 0.9, 0.9, 2)
	f("Which regatta did Mara win with her kayak?", "Hey Mara, I won the regatta with my kayak.", "Yes, it was great!", 0.9, 0.9, 0)
	f("What did Mara do on 19 May 2026?", "I rowed until May.", "I slept.", 0.9, 0.4, 2)
	f("Mara在2026年5月19日做了什么？", "我划船划到5月。", "我睡了。", 0.9, 0.4, 2)
}

func TestFloorIsTheEvidenceThatAnAnswerNeeds(t *testing.T) {
	l := &listed{}
	for _, id := range []string{"half", "none"} {
		c := candidate(uttered(id, 1, id), 0.5)
		c.Vector = 0
		l.candidates = append(l.candidates, c)
	}
	l.candidates[1].Keyword = 0
	for _, c := range []struct {
		floor float64
		want  int
	}{{0, 2}, {0.3, 1}, {0.5, 1}, {0.51, 0}, {1, 0}} {
		if ids, _ := recalled(t, l, Query{Text: "Which harbour is nearest?", Floor: c.floor}); len(ids) != c.want {
			t.Errorf("floor %v let %v through", c.floor, ids)
		}
	}
	l.candidates[0].Exact = true
	if ids, _ := recalled(t, l, Query{Floor: 1}); !slices.Equal(ids, []string{"half"}) {
		t.Errorf("an exact match did not pass the highest floor: %v", ids)
	}
}

func TestNumbersAloneHaveNoMeaning(t *testing.T) {
	near := candidate(uttered("near", 1, "It was on the 12th of May 2024."), 0.8)
	near.Keyword, near.Vector = 0.1, 0.9
	l := &listed{candidates: []Candidate{near}}
	if ids, _ := recalled(t, l, Query{Text: "17 * 23 = ?", Floor: -1}); len(ids) != 0 {
		t.Errorf("recalled %v", ids)
	}
	if ids, _ := recalled(t, l, Query{Text: "Which harbour is nearest?", Floor: -1}); len(ids) != 1 {
		t.Errorf("recalled %v", ids)
	}
}

// What is told at the beginning of a conversation needs only what bears on it closely; what is told in
// the midst of one is reminded of more.
func TestASituationNeedsLessOfEveryHit(t *testing.T) {
	l := &listed{candidates: []Candidate{
		candidate(uttered("near", 1, "The race was hard but I finished it."), 0.9),
		candidate(uttered("far", 2, "Mara cheered from the bank."), 0.3),
	}}
	l.candidates[1].Keyword, l.candidates[1].Vector = 0.04, 0.58
	f := func(q Query, want ...string) {
		t.Helper()
		q.Floor = -1
		if ids, _ := recalled(t, l, q); !slices.Equal(ids, want) {
			t.Errorf("%q recalled %v, not %v", q.Text, ids, want)
		}
	}
	f(Query{Text: "I am afraid I will come in last again."}, "near")
	f(Query{Text: "我怕这次又是最后一名。"}, "near")
	f(Query{Text: "I am afraid I will come in last again.", Turns: []Turn{{Role: RoleUser, Text: "I rowed with Mara."}}}, "near", "far")
	f(Query{Text: "我怕这次又是最后一名。", Turns: []Turn{{Role: RoleUser, Text: "我和马拉一起划船。"}}}, "near", "far")
	f(Query{Text: "Which boat won the race?"}, "near")
	f(Query{Text: "哪条船赢了比赛？"}, "near")
	f(Query{Text: "Which boat won the race?", Turns: []Turn{{Role: RoleUser, Text: "I rowed with Mara."}}}, "near", "far")
}

func TestAnAssistantsNextToNothingIsNoHit(t *testing.T) {
	noted := uttered("noted", 1, "Noted.")
	noted.Source, noted.Event.Participants = AIInference, []string{"assistant"}
	l := &listed{candidates: []Candidate{candidate(uttered("told", 1, "My parrot is called Polly."), 0.9), candidate(noted, 0.5)}}
	l.candidates[1].Keyword, l.candidates[1].Vector, l.candidates[1].Help, l.candidates[1].Traits = 0, 0.1, 0.4, Thin
	if ids, _ := recalled(t, l, Query{Text: "I talked to my parrot.", Floor: -1}); !slices.Equal(ids, []string{"told"}) {
		t.Errorf("recalled %v", ids)
	}
}

func TestAStretchOfTimeAloneAsksForWhatHappenedInIt(t *testing.T) {
	then := candidate(uttered("then", 40, "I signed up for the sailing club."), 0.5)
	then.Keyword, then.Vector, then.Timely = 0, 0.1, true
	late := candidate(uttered("late", 2, "I sold the boat."), 0.4)
	late.Keyword, late.Vector = 0, 0.1
	l := &listed{candidates: []Candidate{then, late}}
	f := func(question string, want ...string) {
		t.Helper()
		if ids, _ := recalled(t, l, Query{Text: question, Floor: -1}); !slices.Equal(ids, want) {
			t.Errorf("%q recalled %v, not %v", question, ids, want)
		}
	}
	f("What happened in April?", "then")
	f("What did we talk about on April 10?", "then")
	f("四月份发生了什么？", "then")
	f("四月我做了什么", "then")
	f("Who won the regatta in April?")
	f("四月谁赢了帆船赛？")
}

func TestBesideAnAnswerWhatHardlyFitsIsLeftOut(t *testing.T) {
	best := candidate(uttered("best", 1, "The harbour café opens at nine."), 0.9)
	weak := candidate(uttered("weak", 1, "She walked the dog."), 0.3)
	weak.Keyword, weak.Vector = 0.02, 0.65
	l := &listed{candidates: []Candidate{best, weak}}
	if ids, _ := recalled(t, l, Query{Text: "When does my harbour café open?", Floor: -1}); !slices.Equal(ids, []string{"best"}) {
		t.Errorf("recalled %v", ids)
	}
	if ids, _ := recalled(t, l, Query{Text: "I am going to my harbour café.", Floor: -1}); !slices.Equal(ids, []string{"best"}) {
		t.Errorf("told of a situation, recalled %v", ids)
	}
}

func TestWhoGoesOnTellingOfHimselfIsRemindedOfMore(t *testing.T) {
	f := func(name string, before []Turn, want int) {
		t.Helper()
		c := uttered("a", 30, "the picnic by the lake was wonderful")
		candidate := Candidate{Record: c, Keyword: 0.2, Score: 0.2, Twin: -1}
		q := ReadQuestion("Such lovely weather all week long.", noon, nil)
		const said = "Such lovely weather all week long."
		g := newGate(said, before, &q, DefaultRecallOptions().Floor, AppendTerms(nil, said))
		kept, _ := g.sift([]rankedHit{{Hit: Hit{Record: c, Score: 0.5}}}, &Found{Candidates: []Candidate{candidate}}, nil)
		if len(kept) != want {
			t.Errorf("%s: %d hits, want %d", name, len(kept), want)
		}
	}
	f("alone", nil, 0)
	f("after words about the world", []Turn{{Role: RoleUser, Text: "How do tides work?"}}, 0)
	f("after words of an assistant's own", []Turn{{Role: RoleAssistant, Text: "I can explain tides."}}, 0)
	f("after words about himself", []Turn{{Role: RoleUser, Text: "I went swimming with my daughter."}}, 1)
	f("after words about himself, in Chinese", []Turn{{Role: RoleUser, Text: "我昨天带女儿去游泳了。"}}, 1)
}

func TestHowToAnswerStandsAsideWhateverTheOccasion(t *testing.T) {
	style := candidate(uttered("style", 1, "add a worked example when I ask about geometry"), 0.2)
	r := *style.Record
	r.Layer, r.Kind, r.Predicate, r.Subject, r.Confidence = Semantic, KindPreference, answerStyle, "user", 0.9
	style.Record, style.Keyword, style.Vector, style.Traits = &r, 0, 0.6, Orders
	near := candidate(uttered("near", 2, "The roof is a cone of four metres."), 0.9)
	near.Keyword, near.Vector = 0.8, 0.9
	l := &listed{candidates: []Candidate{near, style}}
	ids, result := recalled(t, l, Query{Text: "How do I find the height of a cone?", Floor: -1})
	if !slices.Equal(ids, []string{"near", "style"}) || result.Hits[0].Aside || !result.Hits[1].Aside {
		t.Errorf("recalled %v: %+v", ids, result.Hits)
	}
	if ids, _ := recalled(t, l, Query{Text: "Which roof is a cone?", Floor: -1}); !slices.Equal(ids, []string{"near"}) {
		t.Errorf("a question of fact recalled %v", ids)
	}
}

func TestHowToAnswerIsHeededWhereItsOccasionComesUp(t *testing.T) {
	f := func(question, text, near string, themes Themes, share float32, want bool) {
		t.Helper()
		style := candidate(uttered("style", 1, text), 0.2)
		r := *style.Record
		r.Layer, r.Kind, r.Predicate, r.Subject, r.Confidence = Semantic, KindPreference, answerStyle, "user", 0.9
		style.Record, style.Keyword, style.Vector, style.Traits, style.Themes = &r, share, 0.4, Orders, themes
		told := candidate(uttered("near", 2, near), 0.9)
		told.Keyword, told.Vector = 0.8, 0.9
		ids, _ := recalled(t, &listed{candidates: []Candidate{told, style}}, Query{Text: question, Floor: -1})
		if slices.Contains(ids, "style") != want {
			t.Errorf("%q with %q: %v", question, text, ids)
		}
	}
	f("When was my appointment at the harbour?", "write dates as day and month when I ask about schedules", "The appointment at the harbour was on 3 May.", ThemeSchedule, 0, true)
	f("我上次的预约是什么时候？", "问到日程时日期写成月日", "预约是5月3日", ThemeSchedule, 0, true)
	f("Which boats were in this harbour?", "name the year when I ask about boats", "The boats in the harbour were old.", 0, 0.4, true)
	f("Which boats were in this harbour?", "name the year when I ask about wine", "The boats in the harbour were old.", ThemeFood, 0, false)
}
