package memory

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

var reconcileStart = time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)

// bench is a little store: drafts are reconciled one after another, an hour apart.
type bench struct {
	t       *testing.T
	rules   Rules
	records []Record
	now     time.Time
	last    []Decision
}

func newBench(t *testing.T) *bench {
	return &bench{t: t, now: reconcileStart, rules: Rules{Catalogue: NewCatalogue(nil)}}
}

func said(predicate, object string) Draft {
	return Draft{Act: Assert, Record: Record{
		Layer: Semantic, Subject: "user", Predicate: predicate, Object: object, Text: predicate + " " + object,
		Confidence: 0.9, Source: UserDirect,
	}}
}

func event(kind, subject, text string) Draft {
	return Draft{Act: Assert, Record: Record{
		Layer: Episodic, Subject: subject, Text: text, Confidence: 0.9, Source: UserDirect, Event: Event{Type: kind},
	}}
}

// say reconciles drafts and expects the decisions, written "op:record" and joined by blanks.
func (b *bench) say(want string, drafts ...Draft) {
	b.t.Helper()
	var got []string
	for _, d := range drafts {
		b.rules.Now = b.now
		d.Record.ID = fmt.Sprintf("r%d", len(b.records)+1)
		b.last = Reconcile(b.records, d, b.rules)
		for _, x := range b.last {
			got = append(got, string(x.Op)+":"+x.Record.ID)
		}
		b.records = Apply(b.records, b.last)
		b.now = b.now.Add(time.Hour)
	}
	if text := strings.Join(got, " "); text != want {
		b.t.Errorf("decided %q, want %q", text, want)
	}
}

func (b *bench) status(id string, want Status) {
	b.t.Helper()
	for _, r := range b.records {
		if r.ID == id {
			if r.Status != want {
				b.t.Errorf("record %s (%s) is %s, want %s", id, r.Text, r.Status, want)
			}
			return
		}
	}
	b.t.Errorf("there is no record %s", id)
}

func (b *bench) record(id string) Record {
	for _, r := range b.records {
		if r.ID == id {
			return r
		}
	}
	b.t.Fatalf("there is no record %s", id)
	return Record{}
}

func TestReconcileKeepsOneCurrentValue(t *testing.T) {
	b := newBench(t)
	b.say("add:r1", said("home", "Rome"))
	b.say("supersede:r1 add:r2", said("home", "Berlin"))
	b.status("r1", Superseded)
	b.status("r2", Current)
	if r := b.record("r1"); r.ReplacedBy != "r2" || r.Ended.IsZero() || !r.Constraint.ValidUntil.Equal(r.Ended) {
		t.Errorf("history of r1 is torn: %q %v %v", r.ReplacedBy, r.Ended, r.Constraint.ValidUntil)
	}
}

func TestReconcileKeepsManyValues(t *testing.T) {
	b := newBench(t)
	b.say("add:r1 add:r2", said("likes", "tea"), said("likes", "chess"))
}

func TestReconcileKeepsOneValuePerContext(t *testing.T) {
	b := newBench(t)
	color, food := said("favorite", "blue"), said("favorite", "ramen")
	color.Record.Constraint.Context, food.Record.Constraint.Context = "color", "food"
	b.say("add:r1 add:r2", color, food)
	color.Record.Object = "green"
	b.say("supersede:r1 add:r3", color)
}

func TestReconcileRefreshesWhatIsSaidAgain(t *testing.T) {
	b := newBench(t)
	b.say("add:r1 refresh:r1", said("likes", "green tea"), said("likes", "the Green Tea"))
	r := b.record("r1")
	if r.Count != 2 || !HasTag(r, TagConfirmed) || r.Confidence <= 0.9 {
		t.Errorf("count %d, tags %v, confidence %v", r.Count, r.Tags, r.Confidence)
	}
}

func TestReconcileIgnoresAReplay(t *testing.T) {
	b := newBench(t)
	d := said("likes", "tea")
	d.Record.Sources = []Provenance{{SessionID: "s", MessageID: "m", Quote: "I like tea"}}
	b.say("add:r1 ignore:r2", d, d)
}

func TestReconcileNeverMergesWhatDiffers(t *testing.T) {
	f := func(a, b string) {
		t.Helper()
		x := newBench(t)
		x.rules.Similar = func(string, string) float64 { return 1 }
		x.say("add:r1 add:r2", said("need", a), said("need", b))
	}
	f("a table for 4", "a table for 6")
	f("a table for four", "a table for six")
	f("size M shirts", "size XL shirts")
	f("part AX-17", "part AX-18")
	f("a ring for Anna", "a ring for Maria")
	f("a call on Monday", "a call on Friday")
	f("calls in the morning", "no calls in the morning")
	f("开发票给王芳", "开发票给王芬")
	f("三张票", "五张票")
	f("要加糖", "不要加糖")
}

func TestReconcileMergesWhatReadsTheSame(t *testing.T) {
	f := func(a, b string) {
		t.Helper()
		x := newBench(t)
		x.rules.Similar = func(string, string) float64 { return 0.95 }
		x.say("add:r1 refresh:r1", said("likes", a), said("likes", b))
	}
	f("hiking in hills", "hiking up hills")
	f("喜欢喝茶", "很喜欢喝茶")
}

func TestReconcilePreferenceFlips(t *testing.T) {
	b := newBench(t)
	b.say("add:r1 supersede:r1 add:r2", said("likes", "coffee"), said("dislikes", "coffee"))
	b.say("supersede:r2 add:r3", said("likes", "coffee"))
}

func TestReconcileWeakerSourceWaits(t *testing.T) {
	b := newBench(t)
	tool := said("preferred_channel", "phone")
	tool.Record.Source = Tool
	b.say("add:r1 pend:r2", said("preferred_channel", "e-mail"), tool)
	b.status("r1", Current)
	b.status("r2", Pending)
}

func TestReconcileArbitratesFacts(t *testing.T) {
	official := said("employer", "Acme")
	official.Record.Source = OfficialDocument
	b := newBench(t)
	b.say("add:r1 supersede:r1 add:r2", said("employer", "Initech"), official)
	b.say("pend:r3", said("employer", "Globex"))

	unsure := said("employer", "Globex")
	unsure.Record.Confidence = 0.5
	b = newBench(t)
	b.say("add:r1 pend:r2", said("employer", "Acme"), unsure)
}

func TestReconcileTieAsks(t *testing.T) {
	b := newBench(t)
	b.say("add:r1", said("home", "Rome"))
	b.now = b.now.Add(-time.Hour)
	b.say("pend:r2", said("home", "Berlin"))
}

func TestReconcileOlderNewsIsHistory(t *testing.T) {
	b := newBench(t)
	b.say("add:r1", said("home", "Rome"))
	b.now = reconcileStart.AddDate(-1, 0, 0)
	b.say("history:r2", said("home", "Paris"))
	b.status("r1", Current)
	b.status("r2", Superseded)
	if r := b.record("r2"); r.ReplacedBy != "r1" || !r.Constraint.ValidUntil.Equal(reconcileStart) {
		t.Errorf("replaced by %q, valid until %v", r.ReplacedBy, r.Constraint.ValidUntil)
	}
}

func TestReconcileCorrection(t *testing.T) {
	b := newBench(t)
	d := said("allergy", "walnuts")
	d.Act, d.Replaces = Correct, "peanuts"
	b.say("add:r1 supersede:r1 add:r2", said("allergy", "peanuts"), d)
	if r := b.record("r2"); r.Weight != BanWeight || r.Kind != KindProhibition {
		t.Errorf("kind %s, weight %v", r.Kind, r.Weight)
	}
}

func TestReconcileObservationPool(t *testing.T) {
	b := newBench(t)
	d := said("likes", "jazz")
	d.Record.Confidence = 0.5
	b.say("observe:r1 confirm:r1", d, d)
	b.status("r1", Current)

	b = newBench(t)
	loud := d
	loud.Explicit = true
	b.say("observe:r1 confirm:r1", d, loud)
	b = newBench(t)
	b.say("add:r1", loud)
	b.status("r1", Current)
}

func TestReconcileObservedReplacesNothing(t *testing.T) {
	b := newBench(t)
	d := said("dislikes", "coffee")
	d.Record.Confidence = 0.5
	b.say("add:r1 observe:r2", said("likes", "coffee"), d)
	b.say("supersede:r1 confirm:r2", d)
}

func TestReconcileConfirmations(t *testing.T) {
	guess := said("likes", "budget phones")
	guess.Record.Source, guess.Record.Confidence = AIInference, 0.8
	f := func(mode, want string, d Draft) {
		t.Helper()
		b := newBench(t)
		b.rules.Confirmations = mode
		b.say(want, d)
	}
	f("", "pend:r1", guess)
	f("inferred", "pend:r1", guess)
	f("off", "add:r1", guess)
	f("all", "observe:r1", guess)
	f("all", "observe:r1", said("likes", "tea"))
	f("inferred", "add:r1", said("likes", "tea"))
}

func TestReconcileAllModeNeverConfirmsByHearing(t *testing.T) {
	b := newBench(t)
	b.rules.Confirmations = "all"
	b.say("observe:r1 refresh:r1", said("likes", "tea"), said("likes", "tea"))
	b.status("r1", Observed)
}

func TestReconcileBehaviourWeakensAndDoesNotFlip(t *testing.T) {
	b := newBench(t)
	guess := said("preferred_channel", "phone")
	guess.Record.Source = AIInference
	b.say("add:r1 weaken:r1 pend:r2", said("preferred_channel", "e-mail"), guess)
	if r := b.record("r1"); r.Status != Current || r.Confidence >= 0.9 {
		t.Errorf("status %s, confidence %v", r.Status, r.Confidence)
	}
}

func TestReconcileRetract(t *testing.T) {
	b := newBench(t)
	gone := said("plan", "Rome")
	gone.Act = Retract
	b.say("add:r1 retract:r1 ignore:r2", said("plan", "trip to Rome"), gone, gone)
	b.status("r1", Expired)
}

func TestReconcileEverythingOfAPetEnds(t *testing.T) {
	b := newBench(t)
	name, sick, dead := said("named", "Miso"), said("health", "diabetes"), said(Everything, "cat")
	name.Record.Subject, sick.Record.Subject, dead.Record.Subject = "cat", "cat", "cat"
	dead.Act = Retract
	b.say("add:r1 add:r2 add:r3", name, sick, said("likes", "tea"))
	b.say("retract:r1 retract:r2", dead)
	b.status("r3", Current)
}

func TestReconcileRechecksDependants(t *testing.T) {
	b := newBench(t)
	hangs := said("habit", "walks to the office")
	hangs.Record.DependsOn = []string{"r1"}
	b.say("add:r1 add:r2 add:r3", said("employer", "Acme"), hangs, said("role", "designer"))
	b.say("supersede:r1 recheck:r2 recheck:r3 add:r4", said("employer", "Globex"))
	if !b.record("r2").Review || !b.record("r3").Review {
		t.Error("what hung on the employer is not due for review")
	}
}

func TestReconcileRenamesWhatWasToldOfABearer(t *testing.T) {
	b := newBench(t)
	name, age, right := said("named", "Jon"), said("likes", "opera"), said("named", "John")
	age.Record.Text = "friend Jon likes opera"
	for _, d := range []*Draft{&name, &age, &right} {
		d.Record.Subject = "friend"
	}
	right.Act, right.Replaces = Correct, "Jon"
	b.say("add:r1 add:r2", name, age)
	b.say("supersede:r1 refresh:r2 add:r3", right)
	if got := b.record("r2").Text; got != "friend John likes opera" {
		t.Errorf("text %q", got)
	}
}

func TestReconcileTimeline(t *testing.T) {
	b := newBench(t)
	b.say("append:r1 append:r2", event(EventTask, "order 8812", "order 8812 was shipped"), event(EventTask, "order 8812", "order 8812 arrived"))
	b.status("r1", Current)
}

func TestReconcileMergesEventsWithinMinutes(t *testing.T) {
	b := newBench(t)
	b.say("add:r1", event(EventComplaint, "user", "the app crashes on start"))
	b.now = b.now.Add(-time.Hour + 5*time.Minute)
	b.say("refresh:r1", event(EventComplaint, "user", "the app crashes on start"))
	b.now = b.now.Add(time.Hour)
	b.say("add:r2", event(EventComplaint, "user", "the app crashes on start"))
}

func TestReconcileVerdict(t *testing.T) {
	b := newBench(t)
	b.say("add:r1 add:r2", event(EventRecommendation, "assistant", "try a standing desk"), event(EventPromise, "assistant", "will send the report"))
	verdict := Draft{Act: Verdict, Record: Record{Layer: Episodic, Subject: "user", Text: "the standing desk helped", Event: Event{Type: EventExperience, Result: ResultWorked}}, Target: "r1"}
	b.say("verdict:r1", verdict)
	if r := b.record("r1"); r.Event.Result != ResultWorked || Open(&r) {
		t.Errorf("result %q", r.Event.Result)
	}
	withdraw := Draft{Act: Withdraw, Record: Record{Layer: Episodic, Subject: "assistant", Text: "cannot send the report"}}
	b.say("verdict:r2", withdraw)
	if r := b.record("r2"); r.Event.Result != ResultWithdrawn {
		t.Errorf("result %q", r.Event.Result)
	}
}

func TestReconcileQuarantinesSteering(t *testing.T) {
	b := newBench(t)
	d := said("never", "mention rivals")
	d.Steers = true
	b.say("quarantine:r1", d)
	b.status("r1", Quarantined)
	b.say("add:r2", said("never", "mention rivals"))
}

func TestReconcileAskedCountsAsUse(t *testing.T) {
	b := newBench(t)
	b.say("add:r1 refresh:r1", said("home", "Rome"), Draft{Act: Ask, Target: "r1"})
	if r := b.record("r1"); !r.LastUsed.After(r.Created) || r.Count != 1 || !HasTag(r, TagAsked) {
		t.Errorf("last used %v, count %d, tags %v", r.LastUsed, r.Count, r.Tags)
	}
}

func TestValidUntil(t *testing.T) {
	now := reconcileStart
	f := func(r Record, want time.Duration) {
		t.Helper()
		r.Layer = Semantic
		got := ValidUntil(r, now)
		if want == 0 && !got.IsZero() || want != 0 && !got.Equal(now.Add(want)) {
			t.Errorf("%s from %s: until %v, want %v after %v", r.Kind, r.Source, got, want, now)
		}
	}
	f(Record{Kind: KindTemporary, Source: UserDirect}, 72*time.Hour)
	f(Record{Kind: KindState, Source: UserDirect}, 180*24*time.Hour)
	f(Record{Kind: KindIdentity, Source: UserDirect}, 180*24*time.Hour)
	f(Record{Kind: KindIdentity, Source: UserDirect, Tags: []string{TagConfirmed}}, 0)
	f(Record{Kind: KindIdentity, Source: AIInference, Tags: []string{TagConfirmed}}, 180*24*time.Hour)
	f(Record{Kind: KindIdentity, Source: OfficialDocument}, 0)
	f(Record{Kind: KindProhibition, Source: UserDirect}, 0)
	f(Record{Kind: KindPlan, Constraint: Constraint{ValidUntil: now.Add(240 * time.Hour)}}, 240*time.Hour)
	f(Record{Kind: KindPlan, Constraint: Constraint{ValidUntil: now.Add(time.Hour)}}, 72*time.Hour)
	f(Record{Kind: KindTemporary, Constraint: Constraint{ValidUntil: now.Add(100 * time.Hour)}}, 100*time.Hour)
}

func TestRelabelFollowsTheCatalogue(t *testing.T) {
	c := NewCatalogue([]Predicate{{Name: "likes", Kind: KindProhibition, Many: true}})
	r, changed := c.Relabel(Record{Layer: Semantic, Predicate: "likes", Kind: KindPreference})
	if !changed || r.Kind != KindProhibition || !r.Constraint.ValidUntil.IsZero() {
		t.Errorf("relabelled %v to %s until %v", changed, r.Kind, r.Constraint.ValidUntil)
	}
	if _, changed := c.Relabel(r); changed {
		t.Error("relabelled twice")
	}
}

func TestPredicatesAreWhole(t *testing.T) {
	seen := map[string]bool{}
	for _, p := range Predicates() {
		if p.Name == "" || p.Says == "" || p.Kind == "" || p.Rule == "" || seen[p.Name] {
			t.Errorf("predicate %+v is torn or doubled", p)
		}
		seen[p.Name] = true
	}
}

func BenchmarkReconcile500(b *testing.B) {
	rules := Rules{Catalogue: NewCatalogue(nil), Now: reconcileStart}
	var known []Record
	for i := range 500 {
		d := said("likes", fmt.Sprintf("thing number %d", i))
		d.Record.ID = fmt.Sprint(i)
		known = append(known, Reconcile(known, d, rules)[0].Record)
	}
	rules.Now = rules.Now.Add(time.Hour)
	d := said("likes", "something else")
	for b.Loop() {
		Reconcile(known, d, rules)
	}
}

// That somebody died happens once: told again, in other words and later, it is no second event, and
// the fuller words are kept. What may happen twice does.
func TestADeathIsOneEvent(t *testing.T) {
	b := newBench(t)
	b.say("add:r1", event("change", "cat", "Tofu died"))
	b.say("refresh:r1", event("change", "cat", "My cat Tofu died on Monday"))
	if b.records[0].Text != "My cat Tofu died on Monday" || b.records[0].Count != 2 {
		t.Errorf("kept %q, count %d", b.records[0].Text, b.records[0].Count)
	}
	b.say("add:r2", event("change", "cat", "Miso died"))
	b.say("add:r3", event("change", "dog", "豆豆去世了"))
	b.say("refresh:r3", event("change", "dog", "我的狗豆豆去世了"))
	b.say("add:r4", event("change", "dog", "Rex bit the mailman"))
	b.say("add:r5", event("change", "dog", "Rex bit the mailman"))
	b.say("ignore:r6", Draft{Act: Assert, Record: Record{Layer: Semantic, Subject: "cat", Predicate: Everything, Object: "died", Text: "cat died", Confidence: 0.9, Source: UserDirect}})
}
