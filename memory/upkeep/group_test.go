package upkeep

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"mneme/memory"
)

// TestGroupedInSeveralGoesIsGroupedAsInOne merges a month of events on one day, and
// the same events in two goes, and in two goes after whose first the events
// themselves were let go. Dates and counts are alike in all summaries: only what
// happened tells them apart.
func TestGroupedInSeveralGoesIsGroupedAsInOne(t *testing.T) {
	for name, things := range map[string][]string{
		"english": {"the printer jams on page two", "wrote a note about the garden", "the kitchen tap leaks at night"},
		"chinese": {"打印机第二页又卡纸了", "写了一篇花园的笔记", "厨房的水龙头晚上漏水"},
	} {
		t.Run(name, func(t *testing.T) {
			told := func(halfway func(g *rig)) []string {
				g := newRig(t)
				begin := g.clock.Now()
				for i := range 24 {
					if i == 12 {
						halfway(g)
					}
					g.clock.Advance(begin.Add(time.Duration(i/3) * day).Sub(g.clock.Now()))
					g.put(g.event(memory.EventComplaint, things[i%3]))
				}
				g.clock.Advance(begin.Add(30 * day).Sub(g.clock.Now()))
				g.do("merge")
				var lines []string
				for _, s := range g.tagged(TagSummary) {
					lines = append(lines, s.Text)
				}
				slices.Sort(lines)
				return lines
			}
			want := told(func(*rig) {})
			if len(want) != len(things) {
				t.Fatalf("%d things are told in %d lines:\n%s", len(things), len(want), strings.Join(want, "\n"))
			}
			for _, line := range want {
				if !strings.Contains(line, "8") {
					t.Errorf("%q does not count to 8", line)
				}
			}
			twice := told(func(g *rig) {
				g.clock.Advance(20 * day)
				g.do("merge")
			})
			if !slices.Equal(twice, want) {
				t.Errorf("in two goes:\n%s\nin one:\n%s", strings.Join(twice, "\n"), strings.Join(want, "\n"))
			}
			letGo := told(func(g *rig) {
				g.clock.Advance(20 * day)
				g.do("merge")
				g.tenant.Retention = 10 * day
				g.do("retention")
				g.tenant.Retention = 0
				for _, s := range g.tagged(TagSummary) {
					if len(s.DependsOn) > 0 || len(s.Sources) != 4 {
						t.Errorf("%q rests on %d events and %d sources", s.Text, len(s.DependsOn), len(s.Sources))
					}
				}
			})
			if !slices.Equal(letGo, want) {
				t.Errorf("after the first were let go:\n%s\nin one go:\n%s", strings.Join(letGo, "\n"), strings.Join(want, "\n"))
			}
		})
	}
}

// TestSummariesOfOneThingJoin checks that two summaries become one when they tell of
// one thing, the older one first, and a third of the same days does not.
func TestSummariesOfOneThingJoin(t *testing.T) {
	at := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	event := func(id string, after int, text string) *memory.Record {
		when := at.Add(time.Duration(after) * day)
		return &memory.Record{ID: id, Layer: memory.Episodic, Text: text, Event: memory.Event{Type: memory.EventComplaint, Time: when}, Created: when}
	}
	sum := func(id string, after int, text string) *memory.Record {
		s := event(id, after+1, fmt.Sprintf("%s (2 times; 2026-03-01 to 2026-03-20)", text))
		s.Tags = []string{TagSummary}
		s.Constraint.ValidFrom = at.Add(time.Duration(after) * day)
		for i := range 2 {
			s.Sources = append(s.Sources, memory.Provenance{MessageID: fmt.Sprint(id, i), Quote: text, At: at.Add(time.Duration(after+i) * day)})
		}
		return s
	}
	a, b := sum("a", 0, "the printer jams on page two"), sum("b", 10, "the printer jams again")
	c := sum("c", 10, "the tap in the kitchen leaks")
	got := Groups([]*memory.Record{c, b, a}, 3)
	if len(got) != 1 || len(got[0]) != 2 || got[0][0] != a || got[0][1] != b {
		t.Errorf("groups: %v, want a and b only, the older first", ids(got))
	}
}

func ids(groups [][]*memory.Record) (out []string) {
	for _, g := range groups {
		for _, r := range g {
			out = append(out, r.ID)
		}
		out = append(out, "|")
	}
	return out
}
