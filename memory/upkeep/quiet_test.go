package upkeep

import (
	"slices"
	"strings"
	"testing"
	"time"

	"mneme/memory"
)

// hello lets a message of ann's come in.
func (g *rig) hello() {
	g.Helper()
	g.made++
	now := g.clock.Now()
	turn := memory.Turn{ID: "hello", Role: memory.RoleUser, Text: "hello", At: now}
	e := memory.Entry{ID: memory.NewID(now), Owner: ann, SessionID: "s", At: now, Turns: []memory.Turn{turn}, Keys: []memory.TurnKey{{1, byte(g.made)}}}
	if _, err := g.store.Append(g.Context(), []memory.Entry{e}); err != nil {
		g.Fatal(err)
	}
}

func (g *rig) reflection(kind string) string {
	g.Helper()
	for _, r := range g.tagged(memory.TagReflection) {
		if r.Predicate == kind && r.Status == memory.Current {
			return r.Text
		}
	}
	return ""
}

// TestADroppedTopicLeavesTheConclusionsAtOnce drops one of two things that
// somebody is occupied with, tells of it again, and takes it up.
func TestADroppedTopicLeavesTheConclusionsAtOnce(t *testing.T) {
	for _, one := range []struct{ topic, dropped, other string }{
		{"printer", "the printer jams on page two", "the kitchen tap leaks at night"},
		{"打印机", "打印机第二页又卡纸了", "厨房的水龙头晚上漏水"},
	} {
		g := newRig(t)
		for range 4 {
			g.put(g.event(memory.EventComplaint, one.dropped), g.event(memory.EventComplaint, one.other))
			g.clock.Advance(day)
		}
		g.do("reflect")
		g.do("weights")
		says := func(when string, dropped bool) {
			t.Helper()
			got := g.reflection(ReflectFocus)
			if strings.Contains(got, one.topic) != dropped || !strings.Contains(got, one.other) {
				t.Errorf("%s: %q", when, got)
			}
			for _, r := range g.tagged(memory.TagReflection) {
				if memory.HasTag(r, TagSilenced) {
					t.Errorf("%s: the conclusion weighs nothing: %q", when, r.Text)
				}
			}
		}
		says("before", true)
		if err := g.keeper.Silence(t.Context(), ann, one.topic); err != nil {
			t.Fatal(err)
		}
		says("dropped", false)
		for range 4 {
			g.put(g.event(memory.EventComplaint, one.dropped), g.event(memory.EventComplaint, one.other))
			g.clock.Advance(day)
		}
		g.do("reflect")
		says("told again", false)
		if err := g.keeper.Unsilence(t.Context(), ann, one.topic); err != nil {
			t.Fatal(err)
		}
		says("taken up", true)
	}
}

// TestADroppedTopicIsNotAskedAbout has a fact of it that is past its time.
func TestADroppedTopicIsNotAskedAbout(t *testing.T) {
	g := newRig(t)
	g.put(g.fact("home", "Ghent", "lives in Ghent", func(r *memory.Record) { r.Review = true }))
	asked := func() bool {
		v, err := g.keeper.Vitality(t.Context(), ann)
		if err != nil {
			t.Fatal(err)
		}
		return slices.ContainsFunc(v.Questions, func(q Question) bool { return strings.Contains(q.Text, "Ghent") })
	}
	if !asked() {
		t.Error("nobody asks whether it still holds")
	}
	if err := g.keeper.Silence(t.Context(), ann, "Ghent"); err != nil {
		t.Fatal(err)
	}
	if asked() {
		t.Error("he is asked about what he dropped")
	}
	if err := g.keeper.Unsilence(t.Context(), ann, "Ghent"); err != nil {
		t.Fatal(err)
	}
	if !asked() {
		t.Error("taken up, it is not asked about")
	}
}

// TestWhatWasKeptOrGivenUpIsNoPriority leaves only the open one of three.
func TestWhatWasKeptOrGivenUpIsNoPriority(t *testing.T) {
	g := newRig(t)
	ended := func(result string) func(*memory.Record) {
		return func(r *memory.Record) { r.Event.Result = result }
	}
	g.put(g.event(memory.EventCommitment, "will send the slides to Tom", ended(memory.ResultKept)), g.event(memory.EventCommitment, "will water the plants", ended(memory.ResultWithdrawn)),
		g.event(memory.EventCommitment, "will book the ferry"))
	g.do("reflect")
	if got := g.reflection(ReflectPriority); got != "Current priority: will book the ferry" {
		t.Errorf("%q", got)
	}
}

// TestNothingIsDoneForWhoIsAway looks after somebody who is away, day after day:
// once all is archived nothing is left to do, and all of it comes back.
func TestNothingIsDoneForWhoIsAway(t *testing.T) {
	g := newRig(t)
	g.hello()
	for range 4 {
		g.put(g.event(memory.EventExperience, "tried evening walks for the back", func(r *memory.Record) { r.Event.Result = memory.ResultWorked }), g.fact("likes", "tea", "likes tea"))
		g.clock.Advance(day)
	}
	var last int64
	for d := range 110 {
		g.clock.Advance(day)
		before := g.keeper.Stats.Deeds.Load()
		if err := g.keeper.Round(t.Context()); err != nil {
			t.Fatal(err)
		}
		if last = g.keeper.Stats.Deeds.Load() - before; d > 95 && last > 0 {
			t.Errorf("%d days after he left %d records are changed", d+1, last)
		}
	}
	for _, r := range g.all(ann) {
		if r.Status == memory.Current {
			t.Errorf("%q is at hand", r.Text)
		}
	}
	if back, err := g.keeper.Greet(t.Context(), ann); err != nil || back == 0 || !strings.Contains(g.reflection(ReflectWorked), "evening walks") {
		t.Errorf("%d are back (%v), and what worked is %q", back, err, g.reflection(ReflectWorked))
	}
}

// TestAClockThatWasWrongDoesNotStopUpkeep lets two years pass by mistake, another
// process die in the middle of its shift then, and sets the clock back.
func TestAClockThatWasWrongDoesNotStopUpkeep(t *testing.T) {
	g := newRig(t)
	right := g.clock.Now()
	g.hello()
	g.put(g.fact("likes", "tea", "likes tea"))
	g.clock.Advance(730 * day)
	if err := g.keeper.Round(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, held, err := g.store.TakeShift(t.Context(), shift, "dead", time.Minute); err != nil || !held {
		t.Fatal(held, err)
	}
	g.clock.Advance(right.Add(day).Sub(g.clock.Now()))
	if back, err := g.keeper.Greet(t.Context(), ann); err != nil || back == 0 {
		t.Errorf("%d records are back: %v", back, err)
	}
	for range 8 {
		g.put(g.event(memory.EventComplaint, "the printer jams on page two"))
		g.clock.Advance(4 * day)
		if err := g.keeper.Round(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if got := g.tagged(TagSummary); len(got) != 1 {
		t.Errorf("%d summaries", len(got))
	}
}

// TestFocusCountsWhatWasLately has a thing that is told of for five months, in
// several summaries by then.
func TestFocusCountsWhatWasLately(t *testing.T) {
	g := newRig(t)
	for d := range 150 {
		g.hello()
		g.put(g.event(memory.EventComplaint, "the kitchen tap leaks at night"))
		g.clock.Advance(day)
		if d%30 == 29 {
			g.do("merge")
		}
	}
	g.do("reflect")
	if got, want := g.reflection(ReflectFocus), "Lately occupied with: the kitchen tap leaks at night (30 times)"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestAnInferredHabitGoesWithItsDays forgets, message by message, what a habit was
// inferred from.
func TestAnInferredHabitGoesWithItsDays(t *testing.T) {
	g := newRig(t)
	var told []memory.Record
	for range 8 {
		r := g.event(memory.EventExperience, "I had oolong tea at breakfast")
		r.Text += g.clock.Now().Format(" (2 Jan)")
		r.Sources[0].Quote = r.Text
		told = append(told, r)
		g.put(r)
		g.clock.Advance(day)
	}
	g.do("profile")
	habit := one(t, g.tagged(TagInferred))
	for i, r := range told[:5] {
		gone, err := g.store.Forget(t.Context(), memory.Selection{Owner: ann, MessageID: r.Sources[0].MessageID})
		if err != nil {
			t.Fatal(err)
		}
		if err := g.keeper.Rederive(t.Context(), ann, append(gone.Rebuilt, gone.Records...)); err != nil {
			t.Fatal(err)
		}
		got := g.get(habit.ID)
		if left := 7 - i; left >= inferDays && (got.Status != memory.Observed || got.Confidence != inferredFrom(left)) || left < inferDays && got.ID != "" {
			t.Errorf("%d days are left, and the habit is %s at %.2f", left, got.Status, got.Confidence)
		}
	}
}

// TestWhoIsUnknownIsNotStill measures a tenant of one user of whom no fact is known.
func TestWhoIsUnknownIsNotStill(t *testing.T) {
	g := newRig(t)
	g.put(g.event(memory.EventMessage, "the ferry was full"))
	if err := g.keeper.Round(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, owner := range []memory.Owner{ann, {Tenant: ann.Tenant, Realm: ann.Realm}} {
		v, err := g.keeper.Vitality(t.Context(), owner)
		if err != nil || v.Records != 1 || len(v.Warnings) > 0 {
			t.Errorf("%+v: %v", v, err)
		}
	}
}

// TestWhatIsToldAsOneIsStillInFocus merges what somebody is occupied with.
func TestWhatIsToldAsOneIsStillInFocus(t *testing.T) {
	for _, one := range []struct{ text, want string }{
		{"the kitchen tap leaks at night", "Lately occupied with: the kitchen tap leaks at night (4 times)"},
		{"厨房的水龙头晚上漏水", "近来关注：厨房的水龙头晚上漏水（4次）"},
	} {
		g := newRig(t)
		for range 4 {
			g.put(g.event(memory.EventMessage, one.text))
			g.clock.Advance(day)
		}
		g.clock.Advance(8 * day)
		for _, job := range []string{"reflect", "merge", "reflect"} {
			g.do(job)
			if got := g.reflection(ReflectFocus); got != one.want {
				t.Errorf("after %s: %q, want %q", job, got, one.want)
			}
		}
	}
}

// TestWhatACorrectionShookIsDrawnAnew corrects what a conclusion rests on: nobody is
// asked about the conclusion, and the next visit draws it anew.
func TestWhatACorrectionShookIsDrawnAnew(t *testing.T) {
	g := newRig(t)
	g.hello()
	old := g.fact("goal", "run a marathon", "wants to run a marathon")
	g.put(old)
	round := func(want string) {
		t.Helper()
		g.clock.Advance(2 * time.Hour)
		if err := g.keeper.Round(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := g.reflection(ReflectPriority); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	round("Current priority: wants to run a marathon")
	old.Status, old.Ended = memory.Superseded, g.clock.Now()
	g.put(old, g.fact("goal", "learn the cello", "wants to learn the cello"))
	shaken := one(t, g.tagged(memory.TagReflection))
	shaken.Review = true
	g.put(shaken)
	if v, err := g.keeper.Vitality(t.Context(), ann); err != nil || len(v.Questions) > 0 || shaken.Waits() {
		t.Errorf("a conclusion is asked about: %v %v", v.Questions, err)
	}
	round("Current priority: wants to learn the cello")
	if r := one(t, g.tagged(memory.TagReflection)); r.Review {
		t.Error("drawn anew, it is still in doubt")
	}
}

// TestAHabitGivenUpIsNotAskedAbout infers a habit, has it wait for an answer, and
// gives it up.
func TestAHabitGivenUpIsNotAskedAbout(t *testing.T) {
	for _, one := range [][2]string{{"I had kefir at breakfast", "no longer drinks kefir"}, {"今天早上喝了豆浆", "不再喝豆浆了"}} {
		g := newRig(t)
		for i, said := range one {
			for range 15 {
				g.put(g.event(memory.EventExperience, said))
				g.clock.Advance(day)
				g.do("profile")
			}
			habit := g.tagged(TagInferred)
			if want := []memory.Status{memory.Pending, memory.Observed}[i]; len(habit) != 1 || habit[0].Status != want {
				t.Errorf("after %q: %v, want one that is %s", said, habit, want)
			}
		}
	}
}
