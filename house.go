package main

import (
	"context"
	"crypto/x509"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"mneme/budget"
	"mneme/capture"
	"mneme/capture/extract"
	"mneme/inject"
	"mneme/memory"
	"mneme/memory/cache"
	"mneme/memory/embed"
	"mneme/memory/erase"
	"mneme/memory/flat"
	"mneme/memory/llm"
	"mneme/memory/seal"
	"mneme/memory/sqlite"
	"mneme/memory/upkeep"
	"mneme/policy"
	"mneme/proxy"
	"mneme/proxy/admin"
	"mneme/proxy/wire"
)

// house is a mneme with all its parts wired together. It is made by open, works
// in serve, and is taken down in reverse.
type house struct {
	opts options
	log  *slog.Logger
	now  func() time.Time

	keys     *seal.Keyring // nil with store: memory is down
	store    *sqlite.Store
	down     string // why memory cannot be used; empty: it can
	control  *control
	governor *governor
	counter  *budget.Counter // one for all, since each holds tables of its own
	embedder memory.Embedder // the one in the binary
	chosen   memory.Embedder // what -embed names beside it; nil: nothing
	moving   bool            // owners are being embedded anew
	model    *llm.Client     // memory's own model; nil: none
	index    *flat.Index
	working  *inject.Working
	recaller *cache.Recaller
	injector *inject.Injector
	learner  *capture.Learner
	intake   *capture.Intake
	eraser   *erase.Eraser
	keeper   *upkeep.Keeper
	limiter  *policy.Limiter
	queued   queued      // what waits for its user's word
	pens     memory.Pens // of all who write to an owner's memory
	tally    proxy.Tally
	feed     proxy.Feed[memory.Activity]
	phrases  *policy.Phrases
	forgot   chan struct{} // something was, and is to be shipped to where keys are copied

	data      *proxy.Server
	admin     *admin.Server
	listeners listeners
	draining  atomic.Bool
	started   time.Time
}

// open builds every part and dials nothing but the files. What is wrong with the
// settings is an error; a store that cannot be opened is not: requests go on
// without memory, and that is said loudly.
func open(ctx context.Context, o options, s secrets, log *slog.Logger) (*house, error) {
	h := &house{opts: o, log: log, now: o.now, started: o.now(), counter: budget.NewCounter(), phrases: policy.NewPhrases(), forgot: make(chan struct{}, 1)}
	if err := h.openStore(s); err != nil {
		return nil, err
	}
	err := h.openPolicy(ctx, s)
	if err == nil {
		err = h.openMemory(ctx, s)
	}
	if err == nil {
		err = h.openServers(s)
	}
	if err != nil {
		h.close()
		return nil, err
	}
	return h, nil
}

// openStore opens the keys and truth.
func (h *house) openStore(s secrets) error {
	if err := os.MkdirAll(h.opts.data, 0o700); err != nil {
		h.memoryDown("data-folder", err)
		return nil
	}
	ring := seal.DefaultOptions()
	ring.Now = h.now
	if s.masterKey != "" {
		master, err := decodeKey(s.masterKey)
		if err != nil {
			return fmt.Errorf("-master-key-file: %w", err)
		}
		ring.Master = master
	}
	keys, err := seal.Open(filepath.Join(h.opts.data, "keys"), ring)
	switch {
	case errors.Is(err, seal.ErrLocked), errors.Is(err, seal.ErrMaster):
		return fmt.Errorf("-data %s: %w", h.opts.data, err)
	case err != nil:
		h.memoryDown("keys-unavailable", err)
		return nil
	}
	o := sqlite.DefaultOptions()
	o.Dir, o.Keys, o.Durable, o.Now = h.opts.data, keys, h.opts.powerLossSafe, h.now
	o.WaitingEntries, o.WaitingBytes = h.opts.queueEntries, h.opts.queueBytes
	store, err := sqlite.Open(o)
	if errors.Is(err, sqlite.ErrLocked) {
		keys.Close()
		return fmt.Errorf("-data %s: %w", h.opts.data, err)
	}
	if err != nil {
		keys.Close()
		h.memoryDown("store-unavailable", err)
		return nil
	}
	if _, err := replayGraves(context.Background(), store, h.opts.data); err != nil {
		store.Close()
		keys.Close()
		h.memoryDown("restore-unfinished", err)
		return nil
	}
	h.keys, h.store = keys, store
	return nil
}

func (h *house) memoryDown(code string, err error) {
	h.down = code
	h.log.Error("MEMORY IS DOWN: requests are forwarded without it until this is mended and mneme is started again", "code", code, "err", err)
}

// decodeKey reads a master key as 64 hex digits or as base64.
func decodeKey(text string) ([]byte, error) {
	if key, err := hex.DecodeString(text); err == nil && len(key) == seal.MasterBytes {
		return key, nil
	}
	if key, err := base64.StdEncoding.DecodeString(text); err == nil && len(key) == seal.MasterBytes {
		return key, nil
	}
	return nil, fmt.Errorf("must be %d bytes as hex or base64", seal.MasterBytes)
}

// openPolicy puts the first policy in force. An unreadable one is an error: who
// may do what is never guessed.
func (h *house) openPolicy(ctx context.Context, s secrets) error {
	var under memory.Control = noControl{}
	if h.store != nil {
		under = h.store
	}
	h.control = newControl(under)
	h.control.stays = h.staysOff
	h.limiter = policy.NewLimiter(limiterUsers)
	h.governor = &governor{
		changed: make(chan struct{}, 1),
		path:    h.opts.policy, control: h.control, adminKey: s.adminKey, log: h.log, now: h.now,
		client: &http.Client{Timeout: keySetWithin},
	}
	h.governor.upstream, h.governor.upstreamKey = h.opts.upstream, s.upstreamKey
	return h.governor.load(ctx)
}

func (h *house) staysOff(ctx context.Context, tenant, user string) (bool, error) {
	if h.eraser == nil {
		return true, nil // memory is down
	}
	return h.eraser.StaysOff(ctx, tenant, user)
}

// limiterUsers is how many users and keys the rate limits remember at once.
const limiterUsers = 65_536

// openMemory wires recall, capture and erasure around truth.
func (h *house) openMemory(ctx context.Context, s secrets) error {
	if h.store == nil {
		h.injector = inject.New(inject.DefaultOptions(), inject.Parts{Recaller: noRecall{}, Clock: h.now})
		return nil
	}
	if err := h.openEmbedder(ctx, s); err != nil {
		return err
	}
	if err := h.openIndex(ctx); err != nil {
		return err
	}
	if err := h.openInject(); err != nil {
		return err
	}
	if err := h.openCapture(s); err != nil {
		return err
	}
	if err := h.openUpkeep(); err != nil {
		return err
	}
	h.eraser = erase.New(erase.Parts{
		Truth: h.store, Control: h.control, Places: h.places(), Hasher: h.keys,
		Match: h.topics(), Audit: h.store.WriteAudit, Clean: h.cleaner(), Now: h.now, Rederive: h.keeper.Rederive,
		Begin: h.forgetting, Settle: h.settleOwner,
	})
	return nil
}

// openIndex makes the index. A newly chosen embedder takes over owner by owner,
// while the one in the binary goes on answering.
func (h *house) openIndex(ctx context.Context) error {
	o := flat.DefaultOptions()
	o.MaxBytes = h.opts.indexBytes
	use := h.embedder
	if h.chosen != nil && (h.settled(ctx) || h.begin(ctx)) {
		use = h.chosen
	}
	var err error
	if h.index, err = flat.New(o, h.store, h.store, use, embed.Dots); err != nil {
		return err
	}
	switch {
	case h.chosen != nil && use != h.chosen:
		h.moving = true
		return h.index.Change(h.chosen)
	case h.opts.embed == "builtin" && !h.settled(ctx) && !h.begin(ctx):
		// The table of this binary is another than before; or somebody went back to it.
		h.moving = true
	}
	return nil
}

// recallBytes is the room for answers of the last minute: a retry, a regenerated
// answer, a step of a tool loop ask the same thing again.
const recallBytes = 16 << 20

func (h *house) openInject() error {
	recall, err := memory.NewRecall(h.index, memory.DefaultRecallOptions())
	if err != nil {
		return err
	}
	if h.recaller, err = cache.NewRecaller(recall, h.store, recallBytes); err != nil {
		return err
	}
	o := inject.DefaultOptions()
	o.Deadline, o.Remote = h.opts.recallDeadline, h.chosen != nil && h.opts.embed == "openai"
	h.working = inject.NewWorking(o)
	h.injector = inject.New(o, inject.Parts{Recaller: h.recaller, Waiting: h.waiting, Working: h.working, Human: extract.Human, Intent: extract.Intent, Errand: capture.Errand, Meaning: h.meaning(), Clock: h.now,
		Quiet: func(ctx context.Context, r *policy.Ruling, session string, req *wire.Request) bool {
			return h.intake.Quiet(ctx, r, session, req)
		}})
	return nil
}

// meaning compares texts by the embedder in the binary, whichever the index uses.
func (h *house) meaning() inject.Meaning {
	m, _ := h.embedder.(inject.Meaning)
	return m
}

// waiting are the records that wait for a user's yes or no, the newest first. Which they are is
// kept until something of his changes, since all that is believed has to be looked through for it.
func (h *house) waiting(ctx context.Context, owner memory.Owner) ([]memory.Record, error) {
	revision, err := h.store.Revision(ctx, owner)
	if err != nil || revision == 0 {
		return nil, err
	}
	ids, known := h.queued.get(owner, revision)
	if !known {
		const few = 8
		page, err := h.store.List(ctx, memory.Filter{Owner: owner, Waiting: true, Layers: []memory.Layer{memory.Semantic, memory.Episodic}, Limit: few})
		if err != nil {
			return nil, err
		}
		for _, r := range page.Records {
			ids = append(ids, r.ID)
		}
		h.queued.put(owner, revision, ids)
	}
	return h.store.Get(ctx, owner, ids)
}

func (h *house) openCapture(s secrets) error {
	o := capture.DefaultOptions()
	o.Workers = h.opts.workers
	redactor := policy.Redactor{}
	rules := extract.New()
	model, err := h.openModel(s)
	if err != nil {
		return err
	}
	h.learner, err = capture.NewLearner(o, capture.LearnerParts{
		Journal: h.store, Renewer: h.store, Ledger: h.store, Ops: learnt{h.store, h}, Rules: rules, Model: model, Embedder: h.embedder,
		Counter: h.counter, Redactor: redactor, Steers: policy.NewSteering().Steers, Noise: extract.Noise, Intent: extract.Intent,
		Tenant: h.tenant, Days: daybook{h.control, h.keys}, Learnt: h.follow, Outdated: h.outdate, Pens: &h.pens, Clock: h.now, Log: h.log,
	})
	if err != nil {
		return err
	}
	h.intake, err = capture.NewIntake(o, capture.IntakeParts{
		Journal: h.store, Optouts: h.store, Sealer: h.keys, Ops: h.store, Marks: h.control, Redactor: redactor,
		Listener: h.phrases, Granter: wishes{h}, Tenant: h.tenant, Writes: h.writes, Human: extract.Human, Room: h.store.Room, Knows: h.knows, Buried: h.store.Buried, Before: h.before, Learner: h.learner,
		Clock: h.now, Log: h.log,
	})
	return err
}

func (h *house) tenant(name string) *policy.Tenant { return h.governor.Book().Tenant(name) }

// before reports whether an exchange of a session was kept lately.
func (h *house) before(ctx context.Context, owner memory.Owner, session string) (bool, error) {
	messages, err := h.store.LastExchange(ctx, owner, session)
	return len(messages) > 0, err
}

// follow lets the index catch up with a commit, so that the next request finds
// what was just learnt.
func (h *house) follow(ctx context.Context, owner memory.Owner, _ int64) {
	if err := h.index.Refresh(ctx, owner); err != nil {
		h.log.Warn("the index could not follow; it will when it is asked next", "err", err)
	}
}

// outdate lets working memory hand on no longer what was just corrected or is over.
func (h *house) outdate(owner memory.Owner, quotes []string) { h.working.Outdate(owner, quotes) }

// openServers makes the two listeners' servers.
func (h *house) openServers(s secrets) error {
	o, err := h.proxyOptions()
	if err != nil {
		return err
	}
	if h.data, err = proxy.New(o, proxy.NewMemory(h.mind())); err != nil {
		return err
	}
	h.admin, err = admin.New(admin.Options{Hosts: hosts(h.opts.adminHost), Version: version}, h.adminDeps())
	return err
}

// proxyOptions are those of the data listener; all faults come back at once.
func (h *house) proxyOptions() (proxy.Options, error) {
	o := proxy.DefaultOptions()
	o.Spoil = h.opts.spoil
	o.MaxBody, o.MaxInFlight, o.CopyLimit = h.opts.maxBody, h.opts.maxInFlight, h.opts.captureBytes
	o.Connect, o.Header, o.Idle = h.opts.connectTimeout, h.opts.headerTimeout, h.opts.idleTimeout
	o.Hold, o.Drain, o.Log = h.opts.captureWait, h.opts.drainTimeout, h.log
	var keys, trust, own error
	o.Upstreams, keys = h.governor.upstreams()
	o.RootCAs, trust = authorities(h.opts.caFile)
	o.TLS, own = certificate(h.opts.tlsCert, h.opts.tlsKey)
	return o, errors.Join(keys, trust, own)
}

func (h *house) mind() proxy.MemoryParts {
	parts := proxy.MemoryParts{
		Book: h.governor.Book, Settings: h.governor.settings, Link: h.governor.link, Limit: h.limit,
		Origin: h.origin, May: h.phrases.May,
		Inject: h.injector, Intake: h.intake, Tally: &h.tally, Feed: &h.feed, Log: h.log, Now: h.now,
		Down: func() string { return h.down },
	}
	if h.store != nil {
		parts.Ops, parts.Forget, parts.Note, parts.Greet, parts.Used = h.store, wishes{h}, h.note, h.greet, h.store.Touch
	}
	return parts
}

// origin notes under which alias a session is held.
func (h *house) origin(ctx context.Context, owner memory.Owner, alias, session string) error {
	return h.eraser.NoteOrigin(ctx, owner, alias, session)
}

func (h *house) adminDeps() admin.Deps {
	deps := admin.Deps{
		Control: h.control, Policies: h.governor, Access: h.governor, Status: status{h}, Events: &h.feed, Log: h.log, Now: h.now,
		Up: func() bool { return h.store != nil },
	}
	if h.store != nil {
		deps.Truth, deps.Ops, deps.Intake, deps.Search, deps.Erase = h.store, h.store, h.intake, searcher{h}, h.eraser
		deps.Desk, deps.Upkeep, deps.Backer = h.desk(), h.keeper, h
		if h.model != nil {
			deps.Costs = h.model.Costs
		}
	}
	return deps
}

// desk writes by hand, under the rules of learning.
func (h *house) desk() *capture.Desk {
	desk, err := capture.NewDesk(capture.DeskParts{
		Ledger: h.store, Counter: h.counter, Redactor: policy.Redactor{}, Tenant: h.tenant, Learnt: h.follow, Outdated: h.outdate,
		Learner: h.learner, Pens: &h.pens, Clock: h.now,
	})
	if err != nil {
		panic(err) // a part is missing: the wiring above is wrong
	}
	return desk
}

func authorities(file string) (*x509.CertPool, error) {
	if file == "" {
		return nil, nil
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("-ca-file: %w", err)
	}
	pool, err := x509.SystemCertPool()
	if err != nil {
		pool = x509.NewCertPool()
	}
	if !pool.AppendCertsFromPEM(text) {
		return nil, errors.New("-ca-file: no certificate in it")
	}
	return pool, nil
}

func hosts(list string) []string {
	var names []string
	for _, name := range strings.Split(list, ",") {
		if name = strings.TrimSpace(name); name != "" {
			names = append(names, name)
		}
	}
	return names
}

// close closes what open opened, in reverse.
func (h *house) close() {
	if h.recaller != nil {
		h.recaller.Close()
	}
	if h.store != nil {
		if err := h.store.Close(); err != nil {
			h.log.Error("truth did not close well", "err", err)
		}
	}
	if h.keys != nil {
		if err := h.keys.Close(); err != nil {
			h.log.Error("the keys did not close well", "err", err)
		}
	}
}
