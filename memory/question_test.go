package memory

import (
	"testing"
	"time"
)

func TestIntentOfATurn(t *testing.T) {
	now := time.Date(2026, 5, 20, 12, 0, 0, 0, time.UTC)
	f := func(text, want string) {
		t.Helper()
		if got := ReadQuestion(text, now, nil).Intent; got != want {
			t.Errorf("intent of %q: %s, want %s", text, got, want)
		}
	}
	f("Thanks a lot!", IntentSmallTalk)
	f("ok, great 👍", IntentSmallTalk)
	f("好的，谢谢", IntentSmallTalk)
	f("哈哈哈", IntentSmallTalk)
	f("在吗？", IntentSmallTalk)
	f("", IntentSmallTalk)
	f("Thanks, and where is my passport?", IntentFact)
	f("好的，那我的护照在哪里", IntentFact)

	f("What do you know about me?", IntentOverview)
	f("你还记得我什么？", IntentOverview)
	f("What have you saved about me?", IntentOverview)
	f("你知道我的哪些事？", IntentOverview)
	f("你对我有多少了解？", IntentOverview)
	f("关于我你知道些什么？", IntentOverview)
	f("What do you know about the French revolution?", IntentFact)

	f("How many tickets have I opened?", IntentCount)
	f("这个问题我一共提过几次？", IntentCount)
	f("When did I move to Lisbon?", IntentWhen)
	f("我什么时候搬家的？", IntentWhen)
	f("What did we discuss last week?", IntentPast)
	f("上次你推荐过哪家餐厅？", IntentPast)
	f("What was my phone plan originally?", IntentHistory)
	f("我最初的预算是多少？", IntentHistory)
	f("Which laptop should I buy?", IntentAdvice)
	f("你推荐哪个好？", IntentAdvice)
	f("How do I renew the licence?", IntentProcedure)
	f("Please write a cover letter.", IntentWork)
	f("What is my daughter's name?", IntentFact)
	f("I started a new job on Monday.", IntentTell)
	f("我还在想要不要报名参加合唱团。", IntentTell)
	f("我纠结去不去上海。", IntentTell)
	f("我要不要带伞", IntentFact)
	f("Tell me about my trip to Lisbon.", IntentFact)
	f("Please remind me which dentist I go to", IntentFact)
	f("Can you tell me about our garden", IntentFact)
	f("讲讲我的里斯本之行", IntentFact)
	f("告诉我我的航班号", IntentFact)
	f("Remind me to call my mother.", IntentTell)
	f("She would not tell me about my test.", IntentTell)
	f("他不肯告诉我原因，我很难过。", IntentTell)
}

func TestTimeThatAQuestionNames(t *testing.T) {
	shanghai, err := time.LoadLocation("Asia/Shanghai")
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 5, 20, 20, 0, 0, 0, time.UTC) // already the 21st, a Thursday, in Shanghai
	f := func(text string, zone *time.Location, from, until string) {
		t.Helper()
		q := ReadQuestion(text, now, zone)
		if zone == nil {
			zone = time.UTC
		}
		show := func(t time.Time) string {
			if t.IsZero() {
				return ""
			}
			return t.In(zone).Format(time.DateOnly)
		}
		if show(q.From) != from || show(q.Until) != until {
			t.Errorf("%q: %s to %s, want %s to %s", text, show(q.From), show(q.Until), from, until)
		}
	}
	f("Where did I go yesterday?", nil, "2026-05-19", "2026-05-20")
	f("我昨天去了哪里？", shanghai, "2026-05-20", "2026-05-21")
	f("what did we eat in March 2025", nil, "2025-03-01", "2025-04-01")
	f("上周二说了什么", shanghai, "2026-05-12", "2026-05-13")
	f("What is my favourite colour?", nil, "", "")
	f("Did it happen in March or in April last year?", nil, "", "")
}

func TestWhatIsCounted(t *testing.T) {
	f := func(text, want string) {
		t.Helper()
		if got := countedIn(text); got != want {
			t.Errorf("%q counts %q, want %q", text, got, want)
		}
	}
	f("How many tickets have I opened?", "tickets")
	f("So how many support tickets are open?", "support tickets")
	f("How many?", "")
	f("我一共提过几个工单？", "工单")
	f("他买了多少本书", "书")
	f("去过上海几次", "去过上海")
	f("我一共提过几次花园？", "花园")
	f("花园我跟你说过几次", "花园")
	f("过敏一共提到过多少次？", "过敏")
	f("去过杭州几回？", "杭州")
	f("我的工单有多少个？", "工单")
	f("How many times have I mentioned the garden?", "garden")
	f("How often did I go to Rome?", "rome")
	f("what is this", "")
}

func FuzzReadQuestionNeverPanics(f *testing.F) {
	f.Add("When did I, 上周二, 3 times?")
	f.Fuzz(func(t *testing.T, text string) {
		if q := ReadQuestion(text, time.Unix(1_700_000_000, 0), nil); q.Intent == "" {
			t.Fatalf("%q has no intent", text)
		}
	})
}

// TestQuestionsAboutThePastOpenTheArchive has a negative twin for each way to ask.
func TestQuestionsAboutThePastOpenTheArchive(t *testing.T) {
	now := time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC)
	for _, text := range []string{
		"what did we try last spring?", "did we ever finish the shed?", "what happened with the boiler?", "whatever happened to the boiler?", "what became of the shed project?",
		"have we tried mint oil before?", "have I ever been to Porto?", "have I already tried melatonin?", "back in April, what did I take for my cough?", "which soap did I use two years ago?",
		"where did I live before Oslo?", "how did it turn out with the landlord?", "hasn't that happened already?", "what did I order last time?",
		"后来完成了吗？", "棚子后来修好了吗", "锅炉后来怎么样了？", "四月的时候我试过什么？", "四月份我吃过什么药？", "去年春天我们试过什么治咳嗽？", "我们试过薄荷油吗？", "我以前住在哪里？",
		"之前那个问题最后怎么解决的？", "一月份的时候我试过什么治冻疮？", "我去过波尔图没有？", "当时是怎么处理的？", "那次投诉最后怎么样了？", "上回你推荐的那家店叫什么？", "那时候我用的是哪种肥皂？",
		"我养过猫没有？", "这个毛病我找谁修过？", "打印机怎么样了？", "搬家的事有进展吗？", "how did the boiler turn out?", "is there any news on the shed?",
	} {
		if !ReadQuestion(text, now, nil).Past {
			t.Errorf("%q does not ask for the past", text)
		}
	}
	for _, text := range []string{
		"what do I drink at breakfast?", "will we ever finish the shed?", "how do I get the boiler fixed?", "what happens if I stop?", "should I try mint oil before bed?",
		"is it safe to take this before eating?", "Have a look at this before Friday", "What will happen with the boiler?", "What's my last name?", "the last page of the book", "How long does it last?",
		"What's the last day to pay?", "how is the printer made?", "你今天怎么样了？", "新打印机怎么样？", "what could I try for a cough?", "do I already pay too much?",
		"以后怎么办？", "春天适合种什么？", "四月去哪里玩好？", "四月份我要吃什么药？", "过马路要注意什么？", "我早餐喝什么？", "过几天做什么？", "这个怎么试？", "通过什么方式付款？", "最后一班车几点？",
		"不过我该买哪个？", "过敏了怎么办？", "难过的时候做什么？", "超过多少要交税？", "我过年送什么？", "后来居上是什么意思？", "吃过饭再去可以吗？", "吃过药以后能喝酒吗？", "到那时我该做什么？", "从这里走过去要多久？",
	} {
		if ReadQuestion(text, now, nil).Past {
			t.Errorf("%q is taken for a question about the past", text)
		}
	}
}

func TestTheEveningIsNotOverBeforeTheDayIs(t *testing.T) {
	late := time.Date(2026, 5, 20, 22, 30, 0, 0, time.UTC)
	f := func(text string, past bool) {
		t.Helper()
		if got := ReadQuestion(text, late, nil).Past; got != past {
			t.Errorf("%q asks of the past: %v", text, got)
		}
	}
	f("What should I cook tonight?", false)
	f("What can I watch this evening?", false)
	f("今晚吃什么？", false)
	f("今天晚上看什么好？", false)
	f("Where did we eat last night?", true)
	f("昨晚我们去了哪里？", true)
}
