package flat

import (
	"context"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"mneme/memory"
)

// ledger is truth in a map: every commit raises the revision.
type ledger struct {
	revision int64
	records  map[string]memory.Record
	removed  map[string]int64
	reads    int
}

func newLedger() *ledger {
	return &ledger{records: map[string]memory.Record{}, removed: map[string]int64{}}
}

func (l *ledger) put(records ...memory.Record) {
	l.revision++
	for _, r := range records {
		r.Revision = l.revision
		l.records[r.ID] = r
	}
}

func (l *ledger) remove(ids ...string) {
	l.revision++
	for _, id := range ids {
		delete(l.records, id)
		l.removed[id] = l.revision
	}
}

func (l *ledger) Revision(context.Context, memory.Owner) (int64, error) { return l.revision, nil }

func (l *ledger) Since(_ context.Context, _ memory.Owner, revision int64) (memory.Delta, error) {
	l.reads++
	d := memory.Delta{Revision: l.revision}
	for _, r := range l.records {
		if r.Revision > revision {
			d.Changed = append(d.Changed, r)
		}
	}
	slices.SortFunc(d.Changed, func(a, b memory.Record) int { return strings.Compare(a.ID, b.ID) })
	for id, at := range l.removed {
		if at > revision {
			d.Removed = append(d.Removed, id)
		}
	}
	return d, nil
}

// blobs keeps partitions in a map.
type blobs map[string]stored

type stored struct {
	blob     []byte
	revision int64
}

func (b blobs) LoadPartition(_ context.Context, o memory.Owner, embedder string) ([]byte, int64, error) {
	s, ok := b[o.Key()+embedder]
	if !ok {
		return nil, 0, memory.ErrNotFound
	}
	return s.blob, s.revision, nil
}

func (b blobs) SavePartition(_ context.Context, o memory.Owner, embedder string, revision int64, blob []byte) error {
	b[o.Key()+embedder] = stored{blob, revision}
	return nil
}

// spelling embeds a text by its characters: enough to be near when the letters are the same.
type spelling struct {
	name string
	dims int
	says int // what it claims, 0: dims
}

func (s spelling) ID() string { return s.name }
func (s spelling) Dims() int {
	if s.says != 0 {
		return s.says
	}
	return s.dims
}
func (s spelling) Calibrate(c float64) float64 { return max(0, c) }
func (s spelling) Embed(_ context.Context, texts []string) ([][]float32, error) {
	out := make([][]float32, len(texts))
	for i, text := range texts {
		v := make([]float32, s.dims)
		for _, r := range memory.Fold(text) {
			v[int(r)%s.dims]++
		}
		out[i] = v
	}
	return out, nil
}

var owner = memory.UserOwner("acme", "work", "anna")

func episode(id, session string, seq int, text string) memory.Record {
	return memory.Record{ID: id, Owner: owner, Layer: memory.Episodic, Text: text, Status: memory.Current, Source: memory.UserDirect, Confidence: 0.9,
		SessionID: session, Seq: seq, Created: time.Unix(1_700_000_000, 0), Event: memory.Event{Time: time.Unix(1_700_000_000, 0)}}
}

func ask(t *testing.T, x *Index, text string, change ...func(*memory.Probe)) []string {
	t.Helper()
	mix := memory.DefaultMix()
	mix.Vector /= 4 // an embedder by letters says little about meaning
	p := memory.Probe{Owner: owner, Text: text, Mix: &mix, Limit: 10, Question: new(memory.Question), Sieve: memory.Sieve{Confidence: 0.6, Now: time.Unix(1_700_000_000, 0)}}
	for _, f := range change {
		f(&p)
	}
	var found memory.Found
	if err := x.Probe(t.Context(), &p, &found); err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, c := range found.Candidates {
		ids = append(ids, c.Record.ID)
	}
	return ids
}

func open(t *testing.T, l *ledger, b memory.Partitions, e memory.Embedder) *Index {
	t.Helper()
	x, err := New(DefaultOptions(), l, b, e, nil)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func first(ids []string) string {
	if len(ids) == 0 {
		return ""
	}
	return ids[0]
}

func TestProbeFindsByWordsInBothLanguages(t *testing.T) {
	l := newLedger()
	l.put(
		episode("a", "s", 0, "I am allergic to peanuts and shrimp."),
		episode("b", "s", 1, "My sister lives in Berlin."),
		episode("c", "s", 2, "我对花生过敏。"),
		episode("d", "s", 3, "我妹妹住在上海，养了一只猫。"),
		episode("e", "s", 4, "The order ORD-2024-17 never arrived."),
	)
	x := open(t, l, nil, nil)
	f := func(question, want string) {
		t.Helper()
		if got := first(ask(t, x, question)); got != want {
			t.Errorf("%q found %q, want %q", question, got, want)
		}
	}
	f("any peanut allergies?", "a")
	f("which city is Berlin", "b")
	f("她吃花生会怎样", "c")
	f("他對花生過敏嗎", "c")
	f("妹妹的猫", "d")
	f("status of ord-2024-17", "e")
	f("completely unrelated nonsense", "")
}

func TestProbeFollowsEveryCommit(t *testing.T) {
	l := newLedger()
	x := open(t, l, nil, spelling{name: "one", dims: 32})
	if got := ask(t, x, "coffee"); len(got) != 0 {
		t.Fatalf("found %v in nothing", got)
	}
	l.put(episode("a", "s", 0, "I drink coffee every morning."))
	if got := first(ask(t, x, "coffee")); got != "a" {
		t.Fatalf("a new record is not found: %q", got)
	}
	changed := episode("a", "s", 0, "I drink green tea every morning.")
	l.put(changed)
	if got := ask(t, x, "coffee", func(p *memory.Probe) { p.Degraded = true }); len(got) != 0 {
		t.Fatalf("the words of before are still found: %v", got)
	}
	superseded := changed
	superseded.Status = memory.Superseded
	l.put(superseded)
	if got := ask(t, x, "green tea"); len(got) != 0 {
		t.Fatalf("what is superseded was found: %v", got)
	}
	if got := first(ask(t, x, "green tea", func(p *memory.Probe) { p.Sieve.Past = true })); got != "a" {
		t.Fatal("the past is not found when it is asked for")
	}
	l.remove("a")
	if got := ask(t, x, "green tea", func(p *memory.Probe) { p.Sieve.Past = true }); len(got) != 0 {
		t.Fatalf("what was removed was found: %v", got)
	}
}

// A partition that grew commit by commit, with removals and merges between, answers as one that
// was built at once.
func TestGrownPartitionEqualsBuiltOne(t *testing.T) {
	l := newLedger()
	grown := open(t, l, nil, spelling{name: "one", dims: 32})
	words := strings.Fields("river stone cloud winter garden letter window coffee bridge paper silver mountain piano 花园 咖啡 冬天")
	for i := range 400 {
		text := ""
		for k := range 6 {
			text += words[(i*7+k*k*(i%5+1))%len(words)] + " "
		}
		l.put(episode(fmt.Sprintf("r%03d", i), fmt.Sprintf("s%d", i/9), i%9, text+fmt.Sprint(i)))
		if i%13 == 5 {
			l.remove(fmt.Sprintf("r%03d", i-3))
		}
		if i%3 == 0 {
			ask(t, grown, "river")
		}
	}
	built := open(t, l, nil, spelling{name: "one", dims: 32})
	for _, x := range []*Index{grown, built} {
		if s, err := x.current(t.Context(), owner, nil); err != nil || s.ready() != 0 {
			t.Fatalf("vectors were lost on the way: slot %d (%v)", s.ready(), err)
		}
	}
	for _, question := range []string{"river stone", "winter garden letter", "花园 咖啡", "piano 77", "silver"} {
		a, b := ask(t, grown, question), ask(t, built, question)
		slices.Sort(a)
		slices.Sort(b)
		if len(a) == 0 || !slices.Equal(a, b) {
			t.Errorf("%q: grown %v, built %v", question, a, b)
		}
	}
}

func TestNeighboursHelpWhatAnswers(t *testing.T) {
	l := newLedger()
	l.put(
		episode("question", "s", 0, "Where did you buy the blue bicycle?"),
		episode("answer", "s", 1, "At the market behind the old station."),
		episode("other", "t", 0, "The market opens at nine."),
	)
	got := ask(t, open(t, l, nil, nil), "where was the blue bicycle bought")
	if !slices.Contains(got, "answer") || slices.Contains(got, "other") {
		t.Errorf("found %v: the answer beside the hit is missing, or what is not beside it was found", got)
	}
}

func TestSieveRefusesBeforeRanking(t *testing.T) {
	l := newLedger()
	var records []memory.Record
	for i := range 50 {
		r := episode(fmt.Sprintf("x%d", i), "s", i, "peanuts peanuts peanuts")
		r.Status = memory.Superseded
		records = append(records, r)
	}
	l.put(append(records, episode("a", "t", 0, "She mentioned peanuts once in a rather long sentence about many things."))...)
	got := ask(t, open(t, l, nil, nil), "peanuts", func(p *memory.Probe) { p.Limit = 1 })
	if !slices.Equal(got, []string{"a"}) {
		t.Errorf("found %v: refused records took the place", got)
	}
}

func TestGraphTiesRecordsThroughEntities(t *testing.T) {
	l := newLedger()
	fact := func(id, subject, object, text string) memory.Record {
		r := episode(id, "", 0, text)
		r.Layer, r.Subject, r.Object = memory.Semantic, subject, object
		return r
	}
	records := []memory.Record{
		fact("sister", "user", "Marta", "The sister's name is Marta."),
		fact("works", "Marta", "Siemens", "Marta works at Siemens."),
		fact("siemens", "Siemens", "Munich", "Siemens has its seat in Munich."),
		fact("zh", "小李", "星巴克", "小李在星巴克上班。"),
	}
	for i := range 30 {
		records = append(records, fact(fmt.Sprintf("f%d", i), "user", fmt.Sprintf("thing%d", i), fmt.Sprintf("owns thing%d", i)))
	}
	l.put(records...)
	x := open(t, l, nil, nil)
	got := ask(t, x, "what about Marta")
	for _, want := range []string{"sister", "works", "siemens"} {
		if !slices.Contains(got, want) {
			t.Errorf("%q is missing in %v", want, got)
		}
	}
	if got := first(ask(t, x, "谁去了星巴克")); got != "zh" {
		t.Errorf("found %q by a Chinese entity", got)
	}
}

func TestOverviewTellsFactsFirstAndCountsAreExact(t *testing.T) {
	l := newLedger()
	records := []memory.Record{episode("chat", "s", 0, "We talked about the weather.")}
	name := episode("name", "", 0, "Her name is Anna.")
	name.Layer, name.Kind = memory.Semantic, memory.KindIdentity
	likes := episode("likes", "", 0, "Prefers tea.")
	likes.Layer, likes.Kind = memory.Semantic, memory.KindPreference
	records = append(records, name, likes)
	for i := range 14 {
		r := episode(fmt.Sprintf("ticket%02d", i), "t", i, fmt.Sprintf("Opened a support ticket about thing%d.", i))
		r.Count = 1 + i%2
		r.Sources = []memory.Provenance{{SessionID: "t", MessageID: fmt.Sprint("m", i)}}
		records = append(records, r)
	}
	taken := episode("taken", "", 0, "has a support ticket about thing3") // counts with its message
	taken.Layer, taken.Sources = memory.Semantic, []memory.Provenance{{SessionID: "t", MessageID: "m3"}}
	written := episode("ticket-written", "", 0, "has a support ticket on paper")
	written.Layer = memory.Semantic
	records = append(records, taken, written)
	records = append(records, episode("asked", "t", 20, "How many support tickets are there?"))
	l.put(records...)
	x := open(t, l, nil, nil)

	overview := memory.Question{Intent: memory.IntentOverview}
	got := ask(t, x, "What do you know about me?", func(p *memory.Probe) { p.Question = &overview })
	if len(got) < 3 || got[0] != "name" || got[1] != "likes" {
		t.Errorf("overview %v", got)
	}

	question := memory.ReadQuestion("How many support tickets have I opened?", time.Unix(1_700_000_000, 0), nil)
	mix := memory.DefaultMix()
	var found memory.Found
	p := memory.Probe{Owner: owner, Text: "How many support tickets have I opened?", Question: &question, Mix: &mix, Limit: 14}
	if err := x.Probe(t.Context(), &p, &found); err != nil {
		t.Fatal(err)
	}
	if found.Tally != (memory.Tally{Records: 15, Times: 22}) {
		t.Errorf("tally %+v", found.Tally)
	}
	for _, c := range found.Candidates {
		if !strings.HasPrefix(c.Record.ID, "ticket") && c.Record.ID != "taken" {
			t.Errorf("the list is not whole: %s took a place", c.Record.ID)
		}
	}
}

// What was merged counts once, with its summary, also where the question opens the archive.
func TestACountDoesNotTellWhatWasMergedTwice(t *testing.T) {
	l := newLedger()
	summary := episode("summary", "", 0, "The printer jammed (3 times)")
	summary.Count = 3
	l.put(summary, episode("alone", "s", 9, "The printer jammed while I was away."))
	for i := range 3 {
		r := episode(fmt.Sprint("jam", i), "s", i, "The printer jammed.")
		r.Status, r.ReplacedBy = memory.Archived, "summary"
		l.put(r)
	}
	lone := episode("lone", "s", 8, "The printer jammed, and nothing says it now.")
	lone.Status = memory.Archived
	l.put(lone)
	x := open(t, l, nil, nil)
	text := "How often has the printer jammed?"
	question := memory.ReadQuestion(text, time.Unix(1_700_000_000, 0), nil)
	mix := memory.DefaultMix()
	for past, want := range map[bool]memory.Tally{false: {Records: 2, Times: 4}, true: {Records: 3, Times: 5}} {
		var found memory.Found
		p := memory.Probe{Owner: owner, Text: text, Question: &question, Mix: &mix, Limit: 10, Sieve: memory.Sieve{Past: past}}
		if err := x.Probe(t.Context(), &p, &found); err != nil || found.Tally != want {
			t.Errorf("past %v: %+v, want %+v (%v)", past, found.Tally, want, err)
		}
	}
}

func TestStoredPartitionIsReadyWithoutTruth(t *testing.T) {
	l, b := newLedger(), blobs{}
	for i := range 200 {
		l.put(episode(fmt.Sprintf("r%d", i), fmt.Sprintf("s%d", i/10), i%10, fmt.Sprintf("remark number %d about 花园 and gardens", i)))
	}
	e := spelling{name: "one", dims: 32}
	x := open(t, l, b, e)
	want := ask(t, x, "remark 77 花园")
	x.Store(t.Context())

	l.reads = 0
	y := open(t, l, b, e)
	if got := ask(t, y, "remark 77 花园"); !slices.Equal(got, want) || len(got) == 0 {
		t.Errorf("after loading: %v, before: %v", got, want)
	}
	if l.reads != 0 {
		t.Errorf("truth was read %d times although what is stored is current", l.reads)
	}
	l.remove("r77")
	if got := ask(t, y, "remark 77 花园"); slices.Contains(got, "r77") {
		t.Error("a removed record came back from the stored partition")
	}
}

func TestTornBlobIsBuiltAnew(t *testing.T) {
	l, b := newLedger(), blobs{}
	l.put(episode("a", "s", 0, "coffee in the morning"))
	e := spelling{name: "one", dims: 32}
	x := open(t, l, b, e)
	ask(t, x, "coffee")
	x.Store(t.Context())
	for key, s := range b {
		for cut := range s.blob {
			torn := slices.Clone(s.blob)
			torn[cut] ^= 0x55
			b[key] = stored{torn[:len(torn)-cut%3], s.revision}
			if got := first(ask(t, open(t, l, b, e), "coffee")); got != "a" {
				t.Fatalf("blob torn at %d: found %q", cut, got)
			}
		}
	}
}

func FuzzDecodeNeverPanics(f *testing.F) {
	s, err := newWriter(emptySnapshot()).apply(emptySnapshot(), memory.Delta{Revision: 1, Changed: []memory.Record{episode("a", "s", 0, "text")}},
		func(int, []*memory.Record) (matrix, error) { return matrix{}, nil })
	if err != nil {
		f.Fatal(err)
	}
	f.Add(encode(s, 0))
	f.Fuzz(func(t *testing.T, blob []byte) {
		d := newDecoder(blob)
		var r memory.Record
		d.record(&r, owner)
		d.postings(3)
		if s, err := decode(blob, owner, 0, nil); err == nil && !s.sound() {
			t.Fatal("decode let an unsound snapshot through")
		}
	})
}

// Every field of a record survives being stored: a field that is added to the type is added to
// the codec too.
func TestRecordCodecKeepsEveryField(t *testing.T) {
	var r memory.Record
	fill(reflect.ValueOf(&r).Elem(), new(int))
	r.Owner = owner
	e := &encoder{}
	e.record(&r)
	var back memory.Record
	d := newDecoder(e.b)
	d.record(&back, owner)
	if d.bad || d.at != len(e.b) || !reflect.DeepEqual(r, back) {
		t.Errorf("read back %+v\nwant      %+v", back, r)
	}
}

func fill(v reflect.Value, n *int) {
	*n++
	if v.Type() == reflect.TypeFor[time.Time]() {
		v.Set(reflect.ValueOf(time.Unix(int64(*n)*1000, int64(*n)).UTC()))
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i), n)
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		fill(v.Index(0), n)
		fill(v.Index(1), n)
	case reflect.String:
		v.SetString(fmt.Sprint("s", *n))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Float64:
		v.SetFloat(float64(*n) + 0.5)
	default:
		v.SetInt(int64(*n))
	}
}

func TestColdOwnersAreEvictedAndComeBack(t *testing.T) {
	l, b := newLedger(), blobs{}
	for i := range 50 {
		l.put(episode(fmt.Sprintf("r%d", i), "s", i, fmt.Sprintf("remark %d", i)))
	}
	x, err := New(Options{MaxBytes: 150_000, Store: time.Hour}, l, b, spelling{name: "one", dims: 32}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for round := range 2 {
		for i := range 20 {
			who := memory.UserOwner("acme", "work", fmt.Sprint(i))
			if got := ask(t, x, "remark 7", func(p *memory.Probe) { p.Owner = who }); first(got) != "r7" {
				t.Fatalf("round %d: owner %d found %v", round, i, got)
			}
		}
	}
	if s := x.Stats(); s.Partitions >= 20 || s.Bytes > 200_000 {
		t.Errorf("%+v: nothing was evicted", s)
	}
}

func TestChangingTheEmbedderKeepsAnswering(t *testing.T) {
	l, b := newLedger(), blobs{}
	for i := range 30 {
		l.put(episode(fmt.Sprintf("r%d", i), "s", i, fmt.Sprintf("remark %d", i)))
	}
	before := open(t, l, b, spelling{name: "one", dims: 32})
	ask(t, before, "remark 7")
	before.Store(t.Context())
	x := open(t, l, b, spelling{name: "one", dims: 32})
	if err := x.Change(spelling{name: "two", dims: 48}); err != nil {
		t.Fatal(err)
	}
	if got := first(ask(t, x, "remark 7")); got != "r7" {
		t.Fatalf("before: found %q", got)
	}
	if s, err := x.current(t.Context(), owner, nil); err != nil || s.ready() != 0 {
		t.Fatalf("before: slot %d answers, want 0 (%v)", s.ready(), err)
	}
	if err := x.Reembed(t.Context(), owner); err != nil {
		t.Fatal(err)
	}
	s, err := x.current(t.Context(), owner, nil)
	if err != nil || s.ready() != 1 {
		t.Fatalf("after re-embedding slot %d answers, want 1 (%v)", s.ready(), err)
	}
	l.put(episode("new", "s", 40, "an observation of another sort"))
	for question, want := range map[string]string{"remark 7": "r7", "observation": "new"} {
		if got := ask(t, x, question); !slices.Contains(got, want) {
			t.Errorf("after: %q found %v", question, got)
		}
	}
	if _, ok := b[owner.Key()+"two"]; !ok {
		t.Error("the new vectors were not stored")
	}
}

func TestVectorsOfAnotherSizeAreRefused(t *testing.T) {
	l := newLedger()
	l.put(episode("a", "s", 0, "coffee"))
	x := open(t, l, nil, spelling{name: "liar", dims: 16, says: 32})
	mix := memory.DefaultMix()
	err := x.Probe(t.Context(), &memory.Probe{Owner: owner, Text: "coffee", Mix: &mix, Limit: 3, Question: new(memory.Question)}, new(memory.Found))
	if err == nil || !strings.Contains(err.Error(), "another size") {
		t.Errorf("error %v", err)
	}
}

func TestProbeNeedsAnOwner(t *testing.T) {
	x := open(t, newLedger(), nil, nil)
	mix := memory.DefaultMix()
	if err := x.Probe(t.Context(), &memory.Probe{Text: "x", Mix: &mix, Limit: 3, Question: new(memory.Question)}, new(memory.Found)); err == nil {
		t.Error("a probe without an owner was answered")
	}
}

func TestSearchesGoOnWhileCommitsCome(t *testing.T) {
	l := &locked{ledger: newLedger()}
	l.put(episode("a", "s", 0, "coffee in the morning"))
	x, err := New(DefaultOptions(), l, nil, spelling{name: "one", dims: 32}, nil)
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range 200 {
				if got := ask(t, x, "coffee"); !slices.Contains(got, "a") {
					t.Errorf("found %v", got)
					return
				}
			}
		})
	}
	for i := range 200 {
		l.put(episode(fmt.Sprint("b", i), "s", i+1, fmt.Sprint("tea number ", i)))
		l.remove(fmt.Sprint("b", i-5))
	}
	wg.Wait()
}

// locked is a ledger for several goroutines.
type locked struct {
	sync.Mutex
	*ledger
}

func (l *locked) put(r memory.Record) {
	l.Lock()
	defer l.Unlock()
	l.ledger.put(r)
}

func (l *locked) remove(id string) {
	l.Lock()
	defer l.Unlock()
	l.ledger.remove(id)
}

func (l *locked) Revision(ctx context.Context, o memory.Owner) (int64, error) {
	l.Lock()
	defer l.Unlock()
	return l.ledger.Revision(ctx, o)
}

func (l *locked) Since(ctx context.Context, o memory.Owner, revision int64) (memory.Delta, error) {
	l.Lock()
	defer l.Unlock()
	return l.ledger.Since(ctx, o, revision)
}

func TestWhatTheSieveHeldBackIsNamed(t *testing.T) {
	l := newLedger()
	old := episode("old", "", 0, "The harbour café opens at eight.")
	old.Layer, old.Status = memory.Semantic, memory.Superseded
	unsure := episode("unsure", "", 0, "港口咖啡馆八点开门。The harbour café opens at ten.")
	unsure.Layer, unsure.Confidence = memory.Semantic, 0.2
	over := episode("over", "", 0, "The harbour café opens late this week.")
	over.Layer, over.Kind, over.Constraint.ValidUntil = memory.Semantic, memory.KindTemporary, time.Unix(1_600_000_000, 0)
	l.put(old, unsure, over, episode("now", "s", 1, "The harbour café opens at nine."), episode("far", "s", 9, "She walked the dog."))
	x := open(t, l, nil, nil)
	mix := memory.DefaultMix()
	var found memory.Found
	question := memory.ReadQuestion("When does the harbour café open?", time.Unix(1_700_000_000, 0), nil)
	p := memory.Probe{Owner: owner, Text: "When does the harbour café open?", Question: &question, Mix: &mix, Limit: 5,
		Sieve: memory.Sieve{Confidence: 0.6, Now: time.Unix(1_700_000_000, 0)}}
	if err := x.Probe(t.Context(), &p, &found); err != nil {
		t.Fatal(err)
	}
	why := map[string]string{}
	for _, d := range found.Refused {
		why[d.ID] = d.Reason
		if d.Score <= 0 || d.Score > 1 {
			t.Errorf("%s scores %v", d.ID, d.Score)
		}
	}
	if want := map[string]string{"old": "superseded", "unsure": "confidence", "over": "validity"}; !maps.Equal(why, want) {
		t.Errorf("refused %v, want %v", why, want)
	}
	for _, c := range found.Candidates {
		if why[c.Record.ID] != "" {
			t.Errorf("%s was refused and is a candidate", c.Record.ID)
		}
	}
}

func TestWhatEntitiesWereCalledIsStored(t *testing.T) {
	at := time.Date(2026, 5, 3, 10, 0, 0, 7, time.UTC)
	for _, called := range [][]memory.Naming{nil, {
		{Until: at, Subject: "Big Blue", Object: "a lab", Entities: []string{"x", "岩羊"}, Participants: []string{"user"}, Yielded: true}, {Until: at.Add(time.Hour), Subject: "IBM"},
	}} {
		for _, review := range []bool{false, true} {
			r := memory.Record{ID: "1", Subject: "IBM", Text: "it is", Review: review, Called: called, Revision: 9}
			var e encoder
			e.record(&r)
			var got memory.Record
			d := newDecoder(e.b)
			d.record(&got, r.Owner)
			if d.bad || d.at != len(e.b) || !reflect.DeepEqual(got, r) {
				t.Errorf("got %+v", got)
			}
		}
	}
}

func TestVectorsAreRoundedToTheNearestByte(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	v, row := make([]float32, 256), make([]int8, 256)
	for try := range 500 {
		for i := range v {
			v[i] = float32(r.NormFloat64())
			if try%2 == 0 { // halves, which go to the even byte
				v[i] = float32(r.IntN(255)-127) / 2
			}
		}
		v[0] = 127
		top := float32(0)
		for _, x := range v {
			top = max(top, x, -x)
		}
		scale := quantise(row, v)
		for i, x := range v {
			if want := int8(math.RoundToEven(float64(x * (127 / top)))); row[i] != want || scale != top/127 {
				t.Fatalf("%v of %v is %d, want %d", x, top, row[i], want)
			}
		}
	}
}

func TestProbeSaysWhatTheWordsWeigh(t *testing.T) {
	l := newLedger()
	for i, who := range []string{"Mara", "Joss", "Joss"} {
		r := episode(fmt.Sprint("r", i), "s", i, []string{"The harbour is quiet.", "The harbour is full.", "Our regatta was cancelled."}[i])
		r.Event.Participants = []string{who}
		l.put(r)
	}
	x := open(t, l, nil, spelling{name: "a", dims: 16})
	mix, question := memory.DefaultMix(), memory.ReadQuestion("Did Mara see the regatta in the harbour of Riga?", time.Time{}, nil)
	var found memory.Found
	if err := x.Probe(t.Context(), &memory.Probe{Owner: owner, Text: "Did Mara see the regatta in the harbour of Riga?", Question: &question, Mix: &mix, Limit: 10}, &found); err != nil {
		t.Fatal(err)
	}
	weights := map[memory.Term]float32{}
	for _, w := range found.Words {
		if w.Term.Kind() == memory.WordTerm {
			weights[w.Term] = w.Weight
		}
	}
	harbour, regatta := memory.AppendTerms(nil, "harbour")[0], memory.AppendTerms(nil, "regatta")[0]
	if len(weights) != 2 || weights[harbour] <= 0 || weights[regatta] <= weights[harbour] {
		t.Errorf("words weigh %v", weights)
	}
}

func TestMembersOfAClassAreFound(t *testing.T) {
	l := newLedger()
	l.put(episode("kitten", "s", 0, "The kitten sleeps on my desk."), episode("boat", "t", 0, "The boat needs new paint."), episode("flat", "u", 0, "Our flat faces the yard."))
	x := open(t, l, nil, spelling{name: "a", dims: 16})
	f := func(about bool, want ...string) {
		t.Helper()
		ids := ask(t, x, "Which pets?", func(p *memory.Probe) {
			p.Mix.Vector, p.Members, p.Question.About = 0, memory.AppendTerms(nil, "kitten rabbit"), about
		})
		if !slices.Equal(ids, want) {
			t.Errorf("found %v, want %v", ids, want)
		}
	}
	f(true, "kitten")
	f(false) // a question about the world
}

// A complaint counts whether or not it calls itself one.
func TestEventsAreCountedByWhatTheyAre(t *testing.T) {
	l := newLedger()
	for i, text := range []string{"I am fed up with the trains.", "火车又晚点了，真受不了。", "I complained about the noise.", "The trains were fine today."} {
		r := episode(fmt.Sprint("e", i), "s", i, text)
		r.Sources = []memory.Provenance{{SessionID: "s", MessageID: fmt.Sprint("m", i)}}
		if i < 2 {
			r.Event.Type = memory.EventComplaint
		}
		l.put(r)
	}
	x := open(t, l, nil, nil)
	f := func(text string, want int) {
		t.Helper()
		mix, question := memory.DefaultMix(), memory.ReadQuestion(text, time.Unix(1_700_000_000, 0), nil)
		var found memory.Found
		if err := x.Probe(t.Context(), &memory.Probe{Owner: owner, Text: text, Question: &question, Mix: &mix, Limit: 10}, &found); err != nil {
			t.Fatal(err)
		}
		if found.Tally.Records != want {
			t.Errorf("%q counts %+v, want %d", text, found.Tally, want)
		}
	}
	f("How many times have I complained?", 3)
	f("How many times have I complained about the trains?", 1)
	f("How many complaints have I made about the trains this year?", 1)
	f("How many complaints about the trains?", 1)
	f("我抱怨过几次？", 2)
	f("How many decisions have I made?", 0)
}

// Of two records that score the same the same one goes first, whatever their ids and whatever order
// truth gave them in.
func TestTwinsStandInOneOrder(t *testing.T) {
	texts := []string{"昨天下了一整天的雨。", "昨天下了一整天的雨", "It rained all day.", "It rained all day"}
	order := func(ids ...string) []string {
		l := newLedger()
		var records []memory.Record
		for i, text := range texts {
			records = append(records, episode(ids[i], "s", i, text))
		}
		l.put(records...)
		x := open(t, l, nil, nil)
		var out []string
		for _, question := range []string{"昨天下雨了吗", "did it rain all day"} {
			for _, id := range ask(t, x, question) {
				out = append(out, texts[slices.Index(ids, id)])
			}
		}
		return out
	}
	want := order("a", "b", "c", "d")
	if got := order("d", "c", "b", "a"); len(want) < 4 || !slices.Equal(got, want) {
		t.Errorf("with other ids the order is %q, not %q", got, want)
	}
}
