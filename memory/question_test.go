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
