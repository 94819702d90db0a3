package upkeep

import (
	"strings"
	"testing"
	"time"

	"mneme/memory"
)

func TestALimitIsNoRefusedProposal(t *testing.T) {
	now := time.Date(2026, 5, 20, 12, 0, 0, 0, time.UTC)
	fact := func(id, predicate, text string) memory.Record {
		return memory.Record{ID: id, Layer: memory.Semantic, Kind: memory.KindPreference, Status: memory.Current, Subject: "user", Predicate: predicate, Object: text, Text: text, Created: now, Updated: now, Source: memory.UserDirect}
	}
	f := func(want string, records ...memory.Record) {
		t.Helper()
		got := ""
		for _, c := range Conclude(records, now) {
			if c.Kind == ReflectRefused {
				got = c.Text
			}
		}
		if want == "" && got != "" || !strings.Contains(got, want) {
			t.Errorf("concluded %q, want %q", got, want)
		}
		if strings.Contains(got, "walnuts") || strings.Contains(got, "吃") {
			t.Errorf("a limit counts as turned down: %q", got)
		}
	}
	f("", fact("1", "avoids", "doesn't eat walnuts"), fact("2", "rejects", "won't drink milk"))
	f("", fact("1", "avoids", "不能吃辣"), fact("2", "rejects", "不要再安排吃海鲜"))
	f("turned plan B down", fact("1", "avoids", "doesn't eat walnuts"), fact("2", "rejects", "turned plan B down"))
	f("否决了B方案", fact("1", "avoids", "不能吃辣"), fact("2", "rejects", "否决了B方案"))
}
