package upkeep

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"mneme/memory"
)

// TestASummaryOfLivingAndLetGoEventsLosesOnlyWhatIsForgotten forgets first an event
// that is still there, then one that the summary took over.
func TestASummaryOfLivingAndLetGoEventsLosesOnlyWhatIsForgotten(t *testing.T) {
	for text, when := range map[string][]string{
		"the printer jams %s": {"in the morning", "at noon", "before the call", "after lunch", "at night", "on page two", "during the call", "on Friday"},
		"打印机%s又卡纸了":           {"早上", "中午", "开会前", "午饭后", "夜里", "昨晚", "通话时", "周五"},
	} {
		g := newRig(t)
		var events []memory.Record
		for i := range 8 {
			r := g.event(memory.EventComplaint, fmt.Sprintf(text, when[i]))
			events = append(events, r)
			g.put(r)
			g.clock.Advance(5 * day)
		}
		g.clock.Advance(10 * day)
		g.do("merge")
		g.tenant.Retention = 35 * day
		g.do("retention")
		id := one(t, g.tagged(TagSummary)).ID
		if s := g.get(id); s.Count != 8 || len(s.DependsOn) == 0 || len(s.Sources) == 0 {
			t.Fatalf("%d events, %d of them there and %d let go", s.Count, len(s.DependsOn), len(s.Sources))
		}
		for i, which := range []int{6, 1} {
			gone, err := g.store.Forget(t.Context(), memory.Selection{Owner: ann, MessageID: events[which].Sources[0].MessageID})
			if err != nil {
				t.Fatal(err)
			}
			if err := g.keeper.Rederive(t.Context(), ann, append(gone.Rebuilt, gone.Records...)); err != nil {
				t.Fatal(err)
			}
			s := g.get(id)
			if s.Status != memory.Current || s.Count != 7-i || !strings.Contains(s.Text, words(memory.Han(text), "7 times", "共7次")) && i == 0 {
				t.Errorf("after forgetting %d it is %s, counts %d and says %q", i+1, s.Status, s.Count, s.Text)
			}
		}
	}
}

// TestLettingEventsGoDoesNotChangeTheirCount has events told in several sentences,
// of several sayings, and with a verdict.
func TestLettingEventsGoDoesNotChangeTheirCount(t *testing.T) {
	g := newRig(t)
	for i := range 4 {
		r := g.event(memory.EventComplaint, "the printer jams on page two")
		more := r.Sources[0]
		switch i {
		case 0: // said twice within minutes
			r.Count = 2
			more.MessageID += "b"
			r.Sources = append(r.Sources, more)
		case 1: // in two sentences
			more.Quote = "it really does"
			r.Sources = append(r.Sources, more)
		case 2: // with a verdict of later
			more.MessageID, more.Quote = more.MessageID+"c", "a new roller worked"
			r.Sources, r.Event.Result = append(r.Sources, more), memory.ResultWorked
		case 3:
			r.Sources[0].Quote = ""
		}
		g.put(r)
		g.clock.Advance(5 * day)
	}
	g.clock.Advance(30 * day)
	g.do("merge")
	before := one(t, g.tagged(TagSummary))
	g.tenant.Retention = 10 * day
	g.do("retention")
	g.clock.Advance(day)
	if err := g.keeper.Rederive(t.Context(), ann, []string{before.ID}); err != nil {
		t.Fatal(err)
	}
	after := g.get(before.ID)
	if before.Count != 5 || after.Count != 5 || after.Text != before.Text || len(after.DependsOn) > 0 {
		t.Errorf("%q (%d) became %q (%d)", before.Text, before.Count, after.Text, after.Count)
	}
	if !slices.ContainsFunc(after.Sources, func(s memory.Provenance) bool { return strings.HasSuffix(s.MessageID, "c") }) {
		t.Error("the message of the verdict is not found any more")
	}
}

// TestForgettingDoesNotBringASummaryOutOfTheArchive tells a stale summary again.
func TestForgettingDoesNotBringASummaryOutOfTheArchive(t *testing.T) {
	g := newRig(t)
	var events []memory.Record
	for range 4 {
		r := g.event(memory.EventMessage, "wrote a note about the garden")
		events = append(events, r)
		g.put(r)
		g.clock.Advance(day)
	}
	g.clock.Advance(10 * day)
	g.do("merge")
	s := one(t, g.tagged(TagSummary))
	s.Status = memory.Archived
	g.put(s)
	gone, err := g.store.Forget(t.Context(), memory.Selection{Owner: ann, MessageID: events[0].Sources[0].MessageID})
	if err != nil {
		t.Fatal(err)
	}
	if err := g.keeper.Rederive(t.Context(), ann, append(gone.Rebuilt, gone.Records...)); err != nil {
		t.Fatal(err)
	}
	if s := g.get(s.ID); s.Status != memory.Archived || s.Count != 3 || s.Text == "" {
		t.Errorf("it is %s, counts %d and says %q", s.Status, s.Count, s.Text)
	}
}

// TestTheSameWordsOfAnotherMessageKeepTheirPlace forgets one of several messages of
// exactly the same words, lets upkeep write the others, and forgets the next.
func TestTheSameWordsOfAnotherMessageKeepTheirPlace(t *testing.T) {
	for _, text := range []string{"the printer jams on page two", "打印机第二页又卡纸了"} {
		g := newRig(t)
		var events []memory.Record
		for range 5 {
			r := g.event(memory.EventComplaint, text)
			events = append(events, r)
			g.put(r)
			g.clock.Advance(2 * day)
		}
		g.clock.Advance(10 * day)
		for i, m := range events[:3] {
			if _, err := g.store.Forget(t.Context(), memory.Selection{Owner: ann, MessageID: m.Sources[0].MessageID}); err != nil {
				t.Fatal(err)
			}
			if g.get(m.ID).ID != "" {
				t.Errorf("message %d is forgotten, and what it taught is there", i+1)
			}
			for _, later := range events[i+1:] {
				r := g.get(later.ID)
				r.Weight += 0.1
				g.put(r)
				if got := g.get(later.ID); len(got.Sources) != 1 {
					t.Fatalf("after forgetting %d a record of the same words has %d sources", i+1, len(got.Sources))
				}
			}
		}
	}
}
