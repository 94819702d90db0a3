package upkeep

import (
	"testing"

	"mneme/memory"
)

func TestWhatSentencesKeepComingBackTo(t *testing.T) {
	for _, one := range []struct {
		want string
		says []string
	}{
		{"old bridge", []string{"I painted the old bridge over the brook.", "I measured the old bridge in the rain.", "The railing of the old bridge is loose."}},
		{"老石桥", []string{"我给老石桥刷了漆，旁边是草。", "我量了老石桥的长度。", "老石桥的栏杆松了。"}},
		{"", []string{"The fence fell over again.", "The soup was cold again, really.", "It really rained again."}},
		{"", []string{"篱笆最近真的倒了。", "最近汤真的太咸。", "雨最近真的很大。"}},
		{"", []string{"I painted the fence.", "It rained all day.", "The soup was too salty."}},
		{"", []string{"我给篱笆刷了漆。", "下了一整天雨。", "汤太咸了。"}},
	} {
		g := newRig(t)
		var records []*memory.Record
		for _, text := range one.says {
			r := g.event(memory.EventMessage, text)
			records = append(records, &r)
			g.clock.Advance(day)
		}
		got := ""
		if topics := recurring(records, focusLeast); len(topics) > 0 {
			got = topics[0].name
			if topics[0].times != 3 || len(topics[0].ids) != 3 {
				t.Errorf("%s rests on %d", got, len(topics[0].ids))
			}
		}
		if got != one.want {
			t.Errorf("%q: %q, want %q", one.says[0], got, one.want)
		}
	}
}
