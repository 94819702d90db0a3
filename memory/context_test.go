package memory

import "testing"

func TestAContextExcludesQuestionsOfAnotherSide(t *testing.T) {
	f := func(context, question string, want bool) {
		t.Helper()
		hits := []rankedHit{{Hit: Hit{Record: &Record{ID: "r", Constraint: Constraint{Context: context}}}}}
		kept, dropped := newContexts().exclude(hits, question, &Question{}, nil)
		if excluded := len(kept) == 0 && len(dropped) == 1 && dropped[0].Reason == "context"; excluded != want || len(kept)+len(dropped) != 1 {
			t.Errorf("%q for %q: excluded %v, want %v", context, question, excluded, want)
		}
	}
	f("at work", "What do I drink at home?", true)
	f("at work", "What do I drink at work?", false)
	f("at work", "What do I drink?", false)
	f("at work", "What do I drink at work and at home?", false)
	f("on business trips", "What do I drink at home?", false) // of two sides
	f("", "What do I drink at home?", false)
	f("color", "What do I drink at home?", false)
	f("in the morning", "What do I have in the evenings?", true)
	f("weekends", "Where do I go on weekdays?", true)
	f("homework", "What do I do at work?", false)
	f("上班", "我在家喝什么？", true)
	f("上班", "我在公司喝什么？", false)
	f("周末", "工作日我几点起床？", true)
	f("夏天", "冬天我喝什么？", true)
	f("at home", "上班的时候我喝什么？", true)
	f("summer", "夏天我喝什么？", false)
	question := Question{Compares: true}
	hits := []rankedHit{{Hit: Hit{Record: &Record{Constraint: Constraint{Context: "work"}}}}}
	if kept, _ := newContexts().exclude(hits, "Do I drink more at home?", &question, nil); len(kept) != 1 {
		t.Error("a comparison lost one of its sides")
	}
}
