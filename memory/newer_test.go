package memory

import (
	"slices"
	"testing"
)

func TestTheNewerValueGoesBeforeTheOlder(t *testing.T) {
	f := func(question, old, newer string, moves bool) {
		t.Helper()
		l := &listed{candidates: []Candidate{
			candidate(uttered("old", 30, old), 0.9),
			candidate(uttered("other", 10, "The harbour is far. 港口很远。"), 0.8),
			candidate(uttered("newer", 2, newer), 0.6),
		}}
		ids, _ := recalled(t, l, Query{Text: question, Floor: 0})
		want := []string{"old", "other", "newer"}
		if moves {
			want = []string{"newer", "old", "other"}
		}
		if !slices.Equal(ids, want) {
			t.Errorf("%q with %q and then %q recalled %v", question, old, newer, ids)
		}
	}
	f("What time is the boat inspection?", "The boat inspection is at 9 on Friday.", "They moved the boat inspection to 11.30.", true)
	f("How many jars are on the pantry shelf?", "The pantry shelf holds 45 jars.", "I counted the pantry shelf again, 52 jars.", true)
	f("Where is the choir practice?", "Choir practice is in the old school.", "Choir practice is in the chapel now.", true)
	f("What time is the boat inspection?", "The boat inspection is at 9.", "I bought 12 ropes.", false)
	f("What time was the boat inspection?", "The boat inspection is at 9.", "They moved the boat inspection to 11.", false)
	f("How many days are between the boat inspection and the regatta?", "The boat inspection is on day 9.", "The regatta moved to 20, long after the boat inspection.", false)
	f("船检是几点？", "船检定在周五上午九点。", "船检改到十一点半了。", true)
	f("储藏室有多少个罐子？", "储藏室里有45个罐子。", "我又数了一遍储藏室，罐子有52个。", true)
	f("储藏室有多少个罐子？", "储藏室里有45个罐子。", "我买了12根绳子。", false)
	f("之前船检是几点？", "船检定在上午九点。", "船检改到十一点了。", false)
}

func TestNewerWithinOneSession(t *testing.T) {
	old, newer := uttered("old", 3, "Our boat budget is 300."), uttered("newer", 3, "Our boat budget is 450.")
	old.SessionID, newer.SessionID = "s", "s"
	old.Seq, newer.Seq = 4, 9
	l := &listed{candidates: []Candidate{candidate(old, 0.9), candidate(newer, 0.8)}}
	if ids, _ := recalled(t, l, Query{Text: "What is our boat budget?"}); !slices.Equal(ids, []string{"newer", "old"}) {
		t.Errorf("recalled %v", ids)
	}
	old.Event.Participants = []string{"Mara"} // hers is another budget
	if ids, _ := recalled(t, l, Query{Text: "What is our boat budget?"}); !slices.Equal(ids, []string{"old", "newer"}) {
		t.Errorf("recalled %v", ids)
	}
}

func TestMeasuresOfNumbers(t *testing.T) {
	f := func(text string, want ...string) {
		t.Helper()
		if got := measuresIn(text); !slices.Equal(got, want) {
			t.Errorf("%q measures %q, want %q", text, got, want)
		}
	}
	f("It takes 6-9 months, for $1,200 or 40%.", "month", "$", "%")
	f("On May 3 and in 2026 we met")
	f("大概要三个月，花5000元", "个月", "元")
	f("nothing at all")
}

// However many later sentences speak of a change, the one that gives a value of the same measure
// goes before the older value.
func TestAValueOfTheSameMeasureAlwaysGoesFirst(t *testing.T) {
	f := func(question string, texts ...string) {
		t.Helper()
		l := &listed{}
		for i, text := range texts {
			c := candidate(uttered([]string{"old", "first", "second", "value"}[i], []int{9, 6, 7, 8}[i], text), 0.9-0.1*float32(i))
			c.Keyword, c.Vector = 0.9, 0.9
			l.candidates = append(l.candidates, c)
		}
		ids, _ := recalled(t, l, Query{Text: question, Floor: -1})
		if old, now := slices.Index(ids, "old"), slices.Index(ids, "value"); now < 0 || old < now {
			t.Errorf("%q recalled %v", question, ids)
		}
	}
	f("How long does the permit process usually take?",
		"The permit process takes 6-9 weeks.",
		"The permit process has a new clerk since March 4.",
		"I filed for the permit process on June 16, now I wait.",
		"The permit process was shortened to 4-5 weeks.")
	f("签证办理流程要多久？",
		"签证办理流程要六周。",
		"签证办理流程现在由3号窗口负责。",
		"签证办理流程最近我在7号问过。",
		"签证办理流程缩短到四周了。")
}
