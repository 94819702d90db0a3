package memory

import "testing"

func TestANumberThatIsStated(t *testing.T) {
	f := func(text, counted string, want bool) {
		t.Helper()
		r := &Record{Layer: Semantic, Status: Current, Text: text}
		if got := tellsNumber([]Candidate{{Record: r}}, counted); got != want {
			t.Errorf("%q states how many %q there are: %v", text, counted, got)
		}
		r.Layer = Episodic
		if tellsNumber([]Candidate{{Record: r}}, counted) {
			t.Errorf("an event states it: %q", text)
		}
	}
	f("has 2 kids", "kids", true)
	f("has one kid", "kids", true)
	f("has two young children", "children", true)
	f("has two younger brothers", "brothers", true)
	f("有两个孩子", "孩子", true)
	f("有3只猫", "猫", true)
	f("likes kids", "kids", false)
	f("opened a ticket on day 3", "tickets", false)
	f("喜欢孩子", "孩子", false)
	f("十分喜欢猫", "猫", false)
	f("has 2 kids", "", false)
}
