package inject

import (
	"context"
	"hash/maphash"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"mneme/budget"
	"mneme/memory"
	"mneme/policy"
	"mneme/proxy/wire"
)

// Injector puts memory into requests. It is safe for concurrent use.
type Injector struct {
	opts       Options
	parts      Parts
	models     *budget.Models
	sessions   *sessions
	sticky     *shelf[shelved]
	habits     *shelf[*habit]
	asks       *shelf[bool] // questions that were put
	names      names
	conditions conditions
	breaker    breaker
	warm       warm         // nil: the recaller cannot say whether it waits
	phrases    sync.Pool    // of *phrases
	running    atomic.Int64 // recalls under way
	forgets    atomic.Int64 // so that what was recalled before a forget is not kept after it
}

// habitBytes is for the habits of users; one costs some hundred bytes and its last
// answer's hits.
const habitBytes = 8 << 20

// Parts are what an Injector works with.
type Parts struct {
	Recaller memory.Recaller
	Waiting  Waiting                          // nil: nothing is asked
	Working  *Working                         // nil: sessions have no working memory
	Human    func(text string) (string, bool) // a person's own words, and whether there are any; nil: every text is
	Errand   func(req *wire.Request) bool     // whether its instructions make it an agent's own call; nil: none is
	Intent   func(text string) string         // label of a turn; nil: conditions on it never hold
	// Quiet reports whether words of a request are off the record, so that no remote model may
	// see them; nil: only what the ruling says is.
	Quiet   func(ctx context.Context, r *policy.Ruling, session string, req *wire.Request) bool
	Meaning Meaning          // nil: conditions hold by their words alone
	Clock   func() time.Time // asked for the time of a Search
}

// New returns an injector.
func New(opts Options, parts Parts) *Injector {
	ready, _ := parts.Recaller.(warm)
	return &Injector{
		warm:     ready,
		opts:     opts,
		parts:    parts,
		models:   budget.NewModels(),
		sessions: newSessions(opts),
		sticky:   newShelf[shelved](opts.StickyBytes, opts.StickyIdle),
		habits:   newShelf[*habit](habitBytes, max(opts.UserWindow, time.Minute)),
		asks:     newShelf[bool](askedBytes, askedIdle),
		breaker:  breaker{trips: opts.Trips, rest: opts.Rest},
	}
}

// The statuses of a Report, as the header shows them.
const (
	statusInjected = "injected"
	statusEmpty    = "empty"
	statusOff      = "off"
	statusSkipped  = "skipped"
	statusDegraded = "degraded"
)

// Inject puts what is known into a request, within its deadline. Whatever goes wrong, the
// report's body is what the client sent. The block is kept for the turn by Keep.
func (in *Injector) Inject(ctx context.Context, r policy.Ruling, req *wire.Request, now time.Time) (report Report) {
	start := time.Now()
	if req == nil {
		return Report{Status: statusSkipped, Reason: "unread"}
	}
	plain := req.Body
	defer func() {
		if recover() != nil {
			report = Report{Body: plain, Session: report.Session, Status: statusDegraded, Reason: "panic", Failed: true}
		}
		report.Took = time.Since(start)
	}()
	plain = req.Plain()
	report.Body = plain
	in.inject(ctx, &r, req, start, now, &report)
	return report
}

func (in *Injector) inject(ctx context.Context, r *policy.Ruling, req *wire.Request, began, now time.Time, report *Report) {
	if r.User == "" {
		report.Session = r.Session
		report.Status, report.Reason = orElse(r.Status, "no-identity"), orElse(r.Reason, "no-user")
		return
	}
	t := in.sessions.thread(r, req)
	report.Session, report.conversation = in.sessions.of(r, req, &t, now)
	if !r.MayRead() {
		report.Status, report.Reason = orElse(r.Status, statusOff), orElse(r.Reason, "mode")
		return
	}
	if t.last < 0 {
		report.Status, report.Reason = statusEmpty, "no-user-turn"
		return
	}
	question, human := in.question(req.Messages[t.last].Text())
	if human && strings.TrimSpace(question) == "" {
		report.Status, report.Reason = statusEmpty, "trivial"
		return
	}
	if !human || in.parts.Errand != nil && in.parts.Errand(req) {
		report.Status, report.Reason = statusSkipped, "not-human"
		return
	}
	limits := in.limits(r, req)
	show := look{lang: languageOf(question), asked: question, zone: r.Zone, at: judged(r.AsOf, now)}
	key := in.stickyKey(r, report.Session, &t)
	if t.loop && in.repeat(r, req, key, limits, show, now, report) {
		return
	}
	forgets := in.forgets.Load()
	var lacking section
	if !r.Shadow && r.AsOf.IsZero() {
		lacking = in.parts.Working.missing(r, report.Session, req, &t, question, show.lang, now).unsaid(req)
	}
	query := in.query(r, question, in.turnsBefore(req, t.last), report.Session, limits.topK, now)
	if in.opts.Remote && !query.NoStore && in.parts.Quiet != nil {
		query.NoStore = in.parts.Quiet(ctx, r, report.Session, req)
	}
	result, why := in.recall(ctx, r, query, began, now)
	if why != "" {
		report.Status, report.Reason, report.Failed = statusDegraded, why, true
		return
	}
	if result.Reason == "trivial" && !goesOn(question) && !agrees(question) {
		lacking = section{} // a "thanks" needs no memory of any kind
	}
	hits, silenced := unsilenced(result.Hits, r.Silenced)
	hits, spoken := in.unspoken(hits, len(req.Messages), len(req.Body), func(i int, room *[]byte) string { return req.Messages[i].TextIn(room) })
	if result.Reason != "trivial" {
		hits = withRules(in.procedures(r, question, show.lang), hits)
	}
	show.tally = tallyOf(&result, silenced)
	show.others = len(silenced) + len(spoken) + len(result.Dropped)
	b := pack(hits, lacking, limits, show)
	b.dropped = append(append(append(b.dropped, silenced...), spoken...), result.Dropped...)
	in.confirm(ctx, r, report.Session, req, &b, limits, show, result.Reason == "trivial", now)
	report.block, report.turn, report.owner, report.at, report.forgets = b, key, r.Owner(), now, forgets
	in.put(r, req, &b, report)
	if r.AsOf.IsZero() && !r.Shadow {
		report.Asked = asked(result.Intent, b.hits)
	}
	if report.Status == statusEmpty && report.Reason == "" {
		report.Reason = emptyReason(&result, hits, len(spoken), limits)
	}
	if result.Degraded {
		report.Status = statusDegraded
		report.Reason = orElse(result.Reason, "local-routes")
	}
}

// Keep keeps the block of a report for the next steps of its turn. A step comes after the answer to
// the one before, so the request need not wait for it. What was recalled before a forget is not kept.
func (in *Injector) Keep(report *Report) {
	if report.owner == (memory.Owner{}) || in.forgets.Load() != report.forgets {
		return
	}
	s := shelve(&report.block)
	in.sticky.put(report.turn, report.owner, s, s.bytes(), report.at)
	if in.forgets.Load() != report.forgets { // it may have gone through the shelf just before
		in.sticky.remove(report.turn, report.owner)
	}
}

// tallyOf returns the count that a block may tell: none where something of it is silenced, since
// the number would speak of it.
func tallyOf(result *memory.Result, silenced []memory.Drop) memory.Tally {
	if len(silenced) > 0 {
		return memory.Tally{}
	}
	return result.Tally
}

// put places a block and fills the report.
func (in *Injector) put(r *policy.Ruling, req *wire.Request, b *block, report *Report) {
	report.Dropped = b.dropped
	if b.text == "" {
		report.Status = statusEmpty
		return
	}
	if r.Shadow {
		report.fill(b)
		report.Status, report.Reason, report.Shadow = statusEmpty, "shadow", true
		return
	}
	body, at, insert, err := place(req, placementOf(r), b)
	if err != nil {
		report.Status, report.Reason = statusSkipped, "no-place"
		return
	}
	report.fill(b)
	report.Body, report.At, report.Insert, report.Status = body, at, insert, statusInjected
}

func (r *Report) fill(b *block) {
	r.Hits, r.Costs, r.Tokens, r.Working = b.hits, b.costs, b.tokens, b.working
}

// repeat splices the block of this turn's first step again. It reports false when there
// is none. A lower limit packs the same hits anew; the block that is kept stays.
func (in *Injector) repeat(r *policy.Ruling, req *wire.Request, key uint64, limits bounds, show look, now time.Time, report *Report) bool {
	s, ok := in.sticky.get(key, r.Owner(), now)
	if !ok {
		return false
	}
	b := s.block()
	if b.tokens-b.working > limits.tokens || countedHits(b.hits) > limits.topK || limits.most > 0 && b.tokens > limits.most {
		show.tally = b.tally
		b = pack(b.hits, section{}, limits, show)
	}
	in.put(r, req, &b, report)
	report.Sticky = report.Status == statusInjected
	if report.Status == statusEmpty && report.Reason == "" {
		report.Reason = "repeated"
	}
	return true
}

// largePrompt is the size in bytes from which a prompt is looked through for images and
// the like, whose bytes say nothing of their tokens.
const largePrompt = 64 << 10

// limits returns what the ruling, the model and the prompt leave for a block.
func (in *Injector) limits(r *policy.Ruling, req *wire.Request) bounds {
	room := budget.Room{
		Window:      in.models.Window(req.Model),
		Share:       defaultShare,
		Cap:         defaultBudget,
		Asked:       r.Budget,
		PromptBytes: len(req.Body),
		MaxTokens:   req.MaxTokens,
	}
	topK := defaultTopK
	if s := r.Settings; s != nil {
		room.Share, room.Cap, topK = s.BudgetShare, s.BudgetTokens, s.TopK
	}
	if r.TopK > 0 {
		topK = min(topK, r.TopK)
	}
	if room.PromptBytes > largePrompt {
		for long := range req.Long {
			room.PromptBytes -= budget.Excess(long)
		}
	}
	b := bounds{tokens: room.Allowance(), topK: topK, enc: in.models.Encoding(req.Model)}
	room.Share, room.Cap = budget.MaxShare, b.tokens+verbatimTokens+digestTokens
	b.most = room.Allowance()
	b.working = min(verbatimTokens+digestTokens, b.most)
	return b
}

// Forget drops what was kept of an owner's records: of those named, or of all when ids
// is empty. Blocks that hold one go whoever they were made for, and so does the owner's
// working memory, which has no records to go by. It returns how many blocks and sessions
// it dropped.
func (in *Injector) Forget(owner memory.Owner, ids []string) (blocks, sessions int) {
	in.forgets.Add(1)
	gone := make(map[string]bool, len(ids))
	for _, id := range ids {
		gone[id] = true
	}
	goes := func(r *memory.Record) bool { return r.Owner == owner && (len(ids) == 0 || gone[r.ID]) }
	blocks = in.sticky.drop(func(of memory.Owner, s shelved) bool {
		return of == owner && (len(ids) == 0 || s.working > 0 || s.tally.Records > 0 || gone[s.asked]) || slices.ContainsFunc(s.records, goes)
	})
	in.habits.drop(func(of memory.Owner, h *habit) bool {
		return of == owner || slices.ContainsFunc(h.hits(), func(hit memory.Hit) bool { return goes(hit.Record) })
	})
	if in.parts.Working != nil {
		sessions = in.parts.Working.Forget(owner)
	}
	if len(ids) == 0 {
		in.sessions.forget(owner)
	}
	return blocks, sessions
}

// NoteAnswer remembers which session an answer belongs to, for requests that continue it
// by previous_response_id alone.
func (in *Injector) NoteAnswer(owner memory.Owner, answerID, session string, now time.Time) {
	in.sessions.note(owner, answerID, session, now)
}

// NoteExchange remembers which conversation an exchange belongs to, for requests that bring it
// along without the beginning of their history. The report is that of the exchange's request.
func (in *Injector) NoteExchange(report *Report, r *policy.Ruling, req *wire.Request, answer string, now time.Time) {
	if report.conversation != nil && req != nil {
		in.sessions.answered(r, report.conversation, req, answer, now)
	}
}

// Continues returns the session of a request that continues an answer by its id, where nobody
// remembers any more which session the answer was of.
func (in *Injector) Continues(r *policy.Ruling, answerID string) string {
	return deriveID(r, answerID, 0)
}

// stickyKey names the block of one user turn of one session, as it was believed at one
// time and for the same rights: who leaves a team within a tool loop is not given its
// memory again.
func (in *Injector) stickyKey(r *policy.Ruling, session string, t *thread) uint64 {
	var h maphash.Hash
	h.SetSeed(in.sessions.seed)
	field(&h, session)
	field(&h, r.Project)
	for _, team := range r.Teams {
		field(&h, team)
	}
	writeUint64(&h, uint64(len(r.Teams)))
	for _, topic := range r.Silenced {
		field(&h, topic)
	}
	writeUint64(&h, t.mark())
	writeUint64(&h, uint64(r.AsOf.Unix()))
	return h.Sum64()
}

func writeUint64(h *maphash.Hash, n uint64) {
	for i := range 8 {
		h.WriteByte(byte(n >> (8 * i)))
	}
}

// emptyReason says why there is no block, though memory answered.
func emptyReason(result *memory.Result, hits []memory.Hit, spoken int, limits bounds) string {
	switch {
	case len(hits) > 0 && limits.topK <= 0:
		return "top-k"
	case len(hits) > 0:
		return "budget"
	case spoken > 0:
		return "in-prompt"
	case len(result.Hits) > 0:
		return "silenced"
	}
	return orElse(result.Reason, "nothing")
}

// judged returns as of when records are judged.
func judged(asOf, now time.Time) time.Time {
	if asOf.IsZero() {
		return now
	}
	return asOf
}

func orElse(s, other string) string {
	if s == "" {
		return other
	}
	return s
}
