package capture

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"mneme/capture/extract"
	"mneme/memory"
	"mneme/memory/memorytest"
	"mneme/memory/seal"
	"mneme/memory/sqlite"
	"mneme/policy"
)

// house is capture over the real store, with its keys beside it.
type house struct {
	*rig
	dir   string
	clock *memorytest.Clock
	log   bytes.Buffer
	keys  *seal.Keyring
	store *sqlite.Store
}

func newHouse(t *testing.T) *house {
	t.Helper()
	h := &house{rig: &rig{t: t, owner: memory.UserOwner("acme", "default", "u1")}, dir: t.TempDir(), clock: memorytest.NewClock()}
	h.open()
	t.Cleanup(h.close)
	return h
}

func (h *house) open() {
	h.t.Helper()
	var err error
	if h.keys, err = seal.Open(filepath.Join(h.dir, "keys"), seal.DefaultOptions()); err != nil {
		h.t.Fatal(err)
	}
	o := sqlite.DefaultOptions()
	o.Dir, o.Keys, o.Now = filepath.Join(h.dir, "data"), h.keys, h.clock.Now
	if h.store, err = sqlite.Open(o); err != nil {
		h.t.Fatal(err)
	}
	opts := DefaultOptions()
	opts.Debounce = 0
	log := slog.New(slog.NewTextHandler(&h.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	if h.learner, err = NewLearner(opts, LearnerParts{
		Journal: h.store, Renewer: h.store, Ledger: h.store, Ops: h.store, Rules: &likes{}, Redactor: masker{},
		Clock: h.clock.Now, Log: log,
	}); err != nil {
		h.t.Fatal(err)
	}
	if h.intake, err = NewIntake(opts, IntakeParts{
		Journal: h.store, Optouts: h.store, Sealer: h.keys, Ops: h.store, Marks: h.store, Redactor: masker{},
		Listener: policy.NewPhrases(), Granter: h, Learner: h.learner, Clock: h.clock.Now, Log: log,
	}); err != nil {
		h.t.Fatal(err)
	}
}

func (h *house) close() {
	h.intake.Close()
	if err := h.store.Close(); err != nil {
		h.t.Error(err)
	}
	if err := h.keys.Close(); err != nil {
		h.t.Error(err)
	}
}

func (h *house) say(answer string, lines ...string) Exchange {
	h.now = h.clock.Advance(time.Minute)
	return h.exchange(answer, lines...)
}

// texts returns the texts of the owner's current records of a layer, oldest first.
func (h *house) texts(layer memory.Layer) []string {
	h.t.Helper()
	page, err := h.store.List(context.Background(), memory.Filter{
		Owner: h.owner, Layers: []memory.Layer{layer}, Statuses: []memory.Status{memory.Current}, Limit: 500,
	})
	if err != nil {
		h.t.Fatal(err)
	}
	out := make([]string, len(page.Records))
	for i, r := range page.Records {
		out[len(out)-1-i] = r.Text
	}
	return out
}

func (h *house) wantSet(what string, got []string, want ...string) {
	h.t.Helper()
	count := map[string]int{}
	for _, s := range got {
		count[s]++
	}
	for _, s := range want {
		count[s]--
	}
	for s, n := range count {
		if n != 0 {
			h.t.Errorf("%s: %q is there %+d times too often; got %q", what, s, n, got)
		}
	}
}

func TestWhatWasLearntOutlivesARestartOnce(t *testing.T) {
	h := newHouse(t)
	h.take(h.say("Noted.", "user: I like tea."), Queued)
	h.close()
	h.open() // before anything was learnt
	h.learn()
	h.close()
	h.open()
	h.take(h.say("Noted.", "user: I like tea."), CaptureOff)
	h.take(h.say("Fine.", "user: I like tea.", "assistant: Noted.", "user: I live in Rome."), Queued)
	h.learn()
	h.wantSet("said", h.texts(memory.Episodic), "I like tea.", "I live in Rome.") // an answer of no substance is no episode
	h.wantSet("facts", h.texts(memory.Semantic), "likes tea", "home Rome")
}

func TestOffTheRecordLeavesNoByteAnywhere(t *testing.T) {
	h := newHouse(t)
	words := []string{"zanzibarine", "玳瑁猫"}
	h.take(h.say("Hello.", "user: I like tea."), Queued)
	flagged := h.say("A zanzibarine, and 玳瑁猫, understood.", "user: I own a zanzibarine.", "user: 我养了一只玳瑁猫")
	flagged.Ruling.NoStore = true
	h.take(flagged, NotStored)
	no := false
	body := h.say("zanzibarine.", "user: The zanzibarine is ill.")
	body.Request.Memory = &no
	h.take(body, NotStored)
	h.take(h.say("The zanzibarine.", "secret: It is a zanzibarine."), NotStored)
	h.take(h.say("好，不记玳瑁猫。", "user: 我的玳瑁猫叫小花，别记这句话"), NotStored)
	h.take(h.say("I won't keep the zanzibarine.", "user: My zanzibarine is called Ann. Don't remember this."), NotStored)
	// And again, without its flag.
	h.take(h.say("A zanzibarine?", "user: I own a zanzibarine."), NotStored)
	// Nor does the history of a later turn bring it back.
	h.take(h.say("Good.", "user: I own a zanzibarine.", "assistant: A zanzibarine?", "user: I live in Rome."), Queued)
	h.learn()
	h.wantSet("facts", h.texts(memory.Semantic), "likes tea", "home Rome")
	if err := h.store.FlushOps(context.Background()); err != nil {
		t.Fatal(err)
	}
	memorytest.Canary(t, words, h.dir)
	for _, word := range words {
		if strings.Contains(h.log.String(), word) {
			t.Errorf("the log holds %s", word)
		}
	}
	if err := h.store.FlushOps(context.Background()); err != nil {
		t.Fatal(err)
	}
	h.close()
	h.open()
	memorytest.Canary(t, words, h.dir)
}

func TestTheLogHoldsNoWord(t *testing.T) {
	h := newHouse(t)
	h.take(h.say("Noted.", "user: This zanzibarine is poison."), Queued)
	for range 8 {
		h.learn()
		h.clock.Advance(time.Hour)
	}
	if h.learner.Stats.Dead.Load() != 1 {
		t.Errorf("dead letters: %d", h.learner.Stats.Dead.Load())
	}
	if s := h.log.String(); s == "" || strings.Contains(s, "zanzibarine") {
		t.Errorf("the log: %s", s)
	}
	n, err := h.store.Replay(context.Background(), "acme", "default")
	if err != nil || n != 1 {
		t.Fatalf("replayed %d, %v", n, err)
	}
	h.learner.parts.Rules = ExtractorFunc(func(context.Context, extract.Input) ([]memory.Draft, error) { return nil, nil })
	h.learn()
	h.wantSet("said", h.texts(memory.Episodic), "This zanzibarine is poison.")
}

func TestAForgetMeetsWhatIsUnderWay(t *testing.T) {
	h := newHouse(t)
	ctx := context.Background()
	h.take(h.say("Noted.", "user: I like gin."), Queued)
	h.learn()
	h.take(h.say("Fine.", "user: I like gin.", "assistant: Noted.", "user: I like tea."), Queued)
	claims, err := h.store.Claim(ctx, "w", 16, time.Minute)
	if err != nil || len(claims) != 1 {
		t.Fatalf("%d claims, %v", len(claims), err)
	}
	// While it is worked on, the session is forgotten.
	if _, err := h.store.Forget(ctx, memory.Selection{Owner: h.owner, SessionID: "s1", Reason: "user"}); err != nil {
		t.Fatal(err)
	}
	h.learner.Drop(h.owner)
	h.learner.learn(ctx, claims)
	h.learn()
	h.wantSet("said", h.texts(memory.Episodic))
	h.wantSet("facts", h.texts(memory.Semantic))
	// The same words in the same session are a replay; in a later one they are
	// said anew.
	h.take(h.say("Noted.", "user: I like gin."), CaptureOff)
	h.learn()
	h.wantSet("replayed", h.texts(memory.Semantic))
	later := h.say("Noted.", "user: I like gin.")
	later.Session = "s2"
	h.take(later, Queued)
	h.learn()
	h.wantSet("said anew", h.texts(memory.Semantic), "likes gin")
}

func TestAnErasedOwnerIsLearntNoMore(t *testing.T) {
	h := newHouse(t)
	ctx := context.Background()
	h.take(h.say("Noted.", "user: I like gin."), Queued)
	h.learn()
	h.take(h.say("Fine.", "user: I like gin.", "assistant: Noted.", "user: I like tea."), Queued)
	claims, err := h.store.Claim(ctx, "w", 16, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.store.EraseOwner(ctx, h.owner, false); err != nil {
		t.Fatal(err)
	}
	h.learner.learn(ctx, claims)
	h.learner.Drop(h.owner)
	h.learn()
	h.wantSet("said", h.texts(memory.Episodic))
	if n, _, err := h.store.Waiting(ctx, nil, 0); n != 0 || err != nil {
		t.Errorf("%d entries wait, %v", n, err)
	}
}

func TestManyOwnersAtOnceAreKeptApartAndWhole(t *testing.T) {
	h := newHouse(t)
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error)
	go func() { ended <- h.learner.Run(ctx) }()
	const owners, each = 8, 12
	var wg sync.WaitGroup
	for o := range owners {
		wg.Go(func() {
			var history []string
			for i := range each {
				history = append(history, fmt.Sprintf("user: I like thing %c of owner %c", 'a'+i, 'a'+o))
				x := (&rig{owner: memory.UserOwner("acme", "default", fmt.Sprint("u", o)), now: h.clock.Now()}).exchange("Noted "+fmt.Sprint(i), history...)
				x.ReceiptID = fmt.Sprintf("r-%d-%d", o, i)
				for range 2 { // every client retries
					if state, reason := h.intake.Take(ctx, x); state == Refused {
						h.t.Errorf("refused: %s", reason)
					}
				}
				history = append(history, fmt.Sprint("assistant: Noted ", i))
			}
		})
	}
	wg.Wait()
	if left, err := h.intake.Flush(ctx); left != 0 || err != nil {
		t.Errorf("flush: %d, %v", left, err)
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	for o := range owners {
		h.owner = memory.UserOwner("acme", "default", fmt.Sprint("u", o))
		var facts, said []string
		for i := range each {
			facts = append(facts, fmt.Sprintf("likes thing %c of owner %c", 'a'+i, 'a'+o))
			said = append(said, fmt.Sprintf("I like thing %c of owner %c", 'a'+i, 'a'+o), fmt.Sprint("Noted ", i))
		}
		h.wantSet("facts", h.texts(memory.Semantic), facts...)
		h.wantSet("said", h.texts(memory.Episodic), said...)
	}
}

func TestTheIntakeIsBoundedByTheJournal(t *testing.T) {
	h := newHouse(t)
	h.close()
	var err error
	if h.keys, err = seal.Open(filepath.Join(h.dir, "keys"), seal.DefaultOptions()); err != nil {
		t.Fatal(err)
	}
	o := sqlite.DefaultOptions()
	o.Dir, o.Keys, o.Now, o.WaitingEntries = filepath.Join(h.dir, "data"), h.keys, h.clock.Now, 2
	if h.store, err = sqlite.Open(o); err != nil {
		t.Fatal(err)
	}
	if h.intake, err = NewIntake(DefaultOptions(), IntakeParts{Journal: h.store, Optouts: h.store, Sealer: h.keys, Ops: h.store, Marks: h.store, Clock: h.clock.Now}); err != nil {
		t.Fatal(err)
	}
	h.take(h.say("Noted.", "user: one"), Queued)
	h.take(h.say("Noted.", "user: two"), Queued)
	if reason := h.take(h.say("Noted.", "user: three"), Refused); reason != "full" {
		t.Errorf("reason %q", reason)
	}
	_, err = h.intake.Ingest(context.Background(), Batch{Owner: h.owner, Messages: []Message{{Role: memory.RoleUser, Content: "four"}}})
	if !errors.Is(err, memory.ErrFull) {
		t.Errorf("ingest: %v", err)
	}
}
