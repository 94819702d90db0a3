package proxy

import (
	"bytes"
	"context"
	"log/slog"
	"strconv"
	"strings"
	"sync"
	"time"

	"mneme/capture"
	"mneme/inject"
	"mneme/memory"
	"mneme/policy"
	"mneme/proxy/wire"
)

// Forgetter carries out what X-Memory-Forget and a user's own words ask for.
type Forgetter interface {
	// Forget forgets the last exchange of a session, a session, a topic or all,
	// and says how many records that were.
	Forget(ctx context.Context, owner memory.Owner, session string, what policy.Forget) (int, error)
}

// Memory is the Mind of a running mneme: policy rules, inject puts in, capture
// takes in.
type Memory struct {
	parts MemoryParts
	views sizes // *wire.Request whose request is over, by its body
	calls sync.Pool
}

// MemoryParts are what a Memory works with.
type MemoryParts struct {
	Book     func() *policy.Book
	Settings func(tenant, user string) (memory.Settings, error)
	Link     func(tenant, alias string) (string, error)
	// Origin notes that a session is held under an alias.
	Origin func(ctx context.Context, owner memory.Owner, alias, session string) error
	Limit  func(r *policy.Ruling, now time.Time) Allowance
	Inject *inject.Injector
	Intake *capture.Intake
	Forget Forgetter
	// May reports whether a text could hold a wish about remembering; nil: none
	// can.
	May   func(text string) bool
	Ops   memory.Ops
	Tally *Tally
	Feed  *Feed[memory.Activity]
	Log   *slog.Logger
	Now   func() time.Time
	// Greet brings back what was archived while a user was away; nil: nothing is.
	Greet func(ctx context.Context, owner memory.Owner)
	// Used notes that records were asked for; nil: it is not noted.
	Used func(owner memory.Owner, ids []string, at time.Time)
	// Down reports why memory cannot be used at all (a store that could not be
	// opened), or "".
	Down func() string
	// Note takes a captured exchange into working memory; nil: there is none.
	Note func(r *policy.Ruling, session string, view *wire.Request, reply wire.Reply, now time.Time)
}

// Allowance is what rate limits leave of a request.
type Allowance struct {
	Memory bool          // memory may be used
	Chat   bool          // the request may go on
	Retry  time.Duration // when to come again
}

// NewMemory returns the mind over the given parts.
func NewMemory(parts MemoryParts) *Memory { return &Memory{parts: parts} }

// call is one request on its way through memory.
type call struct {
	m       *Memory
	in      *Inbound // during Begin
	format  wire.Format
	view    *wire.Request
	ruling  policy.Ruling
	report  inject.Report
	heeded  capture.Heeded // what the user's own words did
	forgot  int
	forgets bool
	receipt string
	unkept  bool // the view may be used again when the request is over
	now     time.Time
	room    []byte // for what is looked through once
}

// Begin decides about one request that is read.
func (m *Memory) Begin(ctx context.Context, in *Inbound) Outbound {
	c, _ := m.calls.Get().(*call)
	if c == nil {
		c = new(call)
	}
	c.m, c.in, c.format, c.now = m, in, in.Format, m.parts.Now()
	out := c.begin(ctx)
	c.in = nil // it is over with Begin
	if out.Finish == nil {
		c.done()
	}
	return out
}

// done lets what a call was made of be used again.
func (c *call) done() {
	m, room := c.m, c.room
	*c = call{room: room}
	m.calls.Put(c)
}

func (c *call) begin(ctx context.Context) Outbound {
	m, in := c.m, c.in
	if in.Format == wire.Unread {
		return c.pass()
	}
	if out, done := c.off(); done {
		return out
	}
	view, _ := m.views.of(len(in.Body)).Get().(*wire.Request)
	if view == nil {
		view = new(wire.Request)
	}
	if view.Parse(in.Format, in.Body) == nil {
		c.view = view
	} else {
		m.views.of(len(in.Body)).Put(view)
	}
	var refused *policy.Refusal
	c.ruling, refused = m.parts.Book().Rule(policy.Request{
		Header: in.Headers, Tenant: in.Tenant, Body: c.view, Now: c.now,
		Settings: m.parts.Settings, Link: m.parts.Link,
	})
	if refused != nil {
		return m.refuse(refused)
	}
	if r := c.limit(); r != nil {
		return Outbound{Refusal: r}
	}
	if !c.ruling.MayRead() && c.ruling.Status != "degraded" {
		c.report.Status, c.report.Reason = c.ruling.Status, c.ruling.Reason
		if r := c.require(); r != nil { // before anything is done: who repeats it forgets nothing twice
			return Outbound{Refusal: r, Header: c.why()}
		}
	}
	if c.ruling.User != "" && (c.ruling.Mode != policy.Off || c.ruling.NoStore || c.ruling.Forget.Kind != "") {
		c.receipt = memory.NewID(c.now) // where memory is off, nothing is kept of a request
	}
	if r := c.remember(ctx); r != nil {
		return Outbound{Refusal: r, Header: c.why()}
	}
	return c.outbound()
}

// pass decides about a request that is relayed unread: whether it may go on, and
// on whose key.
func (c *call) pass() Outbound {
	if _, asked := c.in.Header("X-Memory-Forget"); asked {
		// A wish to forget is carried out or refused, never passed over.
		return Outbound{Refusal: cannotForget("this path is relayed unread; ask on chat/completions, responses or messages")}
	}
	r, refused := c.m.parts.Book().Pass(policy.Request{Header: c.in.Headers, Tenant: c.in.Tenant, Now: c.now})
	if refused != nil {
		return c.m.refuse(refused)
	}
	return Outbound{Upstream: r.Upstream, HoldsKey: r.HoldsKey, Strip: r.Strip, Unkept: true}
}

// off decides about a request for which the configuration or its headers switch
// memory off, without a look at its body, as long as nothing in the body could
// matter: no field of ours to cut out, no model to choose an upstream by.
func (c *call) off() (Outbound, bool) {
	book := c.m.parts.Book()
	if !book.SwitchesOff() {
		word, asked := c.in.Header("X-Memory-Mode")
		if mode, _ := policy.ParseMode(word); !asked || mode != policy.Off {
			return Outbound{}, false // nothing does: the ruling is made once, with the body
		}
	}
	if book.ByModel() || wire.NamesMemory(c.in.Body) {
		return Outbound{}, false
	}
	ruling, refused := book.Rule(policy.Request{Header: c.in.Headers, Tenant: c.in.Tenant, Now: c.now})
	if refused != nil || ruling.Mode != policy.Off || ruling.Status != "off" || ruling.NoStore || ruling.Forget.Kind != "" || ruling.Require ||
		ruling.Settings.Limits.RequestsPerMin > 0 {
		return Outbound{}, false
	}
	if c.mayWish() {
		return Outbound{}, false // who says "forget my address" is heard whatever the mode
	}
	c.ruling = ruling
	c.report = inject.Report{Body: c.in.Body, Status: "off", Reason: ruling.Reason, Session: ruling.Session}
	return c.outbound(), true
}

// The part of a body in which the last user message stands, and is looked through
// for a wish.
const (
	wishBefore = 2 << 10
	wishBehind = 6 << 10
	wishAnswer = 256 // before the last answer's role, in case more of a message follows it than its words
)

// mayWish reports whether the last user messages could hold a wish, by what stands
// around them: from the last answer before them on, where there is one.
func (c *call) mayWish() bool {
	if c.m.parts.May == nil {
		return false
	}
	body := c.in.Body
	at := bytes.LastIndex(body, []byte(`"user"`))
	if at < 0 {
		at = len(body) // the text of a responses request stands alone, most often at the end
	}
	from := max(0, at-wishBefore)
	if len(body) <= wishBefore+wishBehind {
		from = 0
	}
	if answer := bytes.LastIndex(body[from:at], []byte(`"assistant"`)); answer >= 0 {
		from += max(0, answer-wishAnswer)
	}
	return c.m.parts.May(wire.TextIn(body[from:min(len(body), at+wishBehind)], &c.room))
}

func (m *Memory) refuse(refused *policy.Refusal) Outbound {
	m.parts.Tally.Add("mneme_refused_total", refused.Code, "", 1)
	return Outbound{Refusal: ownError(refused.Status, refused.Code, refused.Message, refused.Param, 0)}
}

func ownError(status int, code, message, param string, retry time.Duration) *Refusal {
	kind := "invalid_request_error"
	switch {
	case status == 401:
		kind = "authentication_error"
	case status == 403:
		kind = "permission_error"
	case status == 429:
		kind = "rate_limit_error"
	case status >= 500:
		kind = "server_error"
	}
	return &Refusal{Error: wire.Error{Status: status, Type: kind, Code: code, Message: message, Param: param}, RetryAfter: retry}
}

// limit takes memory away from who asks too often, and the chat too where the
// operator wants it.
func (c *call) limit() *Refusal {
	if c.ruling.User == "" && c.ruling.KeyID == "" {
		return nil
	}
	left := c.m.parts.Limit(&c.ruling, c.now)
	if left.Memory {
		return nil
	}
	c.m.parts.Tally.Add("mneme_limited_total", "", "", 1)
	if !left.Chat || c.ruling.Require {
		return ownError(429, "rate_limited", "too many requests; come again later", "", left.Retry)
	}
	c.ruling.Mode, c.ruling.Status, c.ruling.Reason = policy.Off, "off", "rate-limit"
	return nil
}

// remember forgets what the request asks to forget, recalls and puts in.
func (c *call) remember(ctx context.Context) *Refusal {
	if c.view == nil && c.ruling.Forget.Kind != "" {
		return cannotForget("the body is not understood, so whose memory is meant is not certain")
	}
	if down := c.m.parts.Down(); down != "" && c.ruling.User != "" {
		return c.without(down)
	}
	if c.m.parts.Greet != nil && c.ruling.MayRead() {
		c.m.parts.Greet(ctx, c.ruling.Owner())
	}
	c.report = c.m.parts.Inject.Inject(ctx, c.ruling, c.view, c.now)
	if r := c.require(); r != nil {
		return r
	}
	if c.view != nil && c.ruling.User != "" {
		if r := c.obey(ctx); r != nil {
			return r
		}
		c.origin(ctx)
		if c.forgets {
			// What was just forgotten may stand in the block: recall again.
			c.report = c.m.parts.Inject.Inject(ctx, c.ruling, c.view, c.now)
			return c.require()
		}
	}
	return nil
}

// require refuses a request that asked for an error rather than to go on without
// memory, where it could have none. Memory that was asked and had nothing to say is
// memory; so is what the local routes alone found. What repeating may mend is 503, so
// that clients repeat it; what the configuration or the request itself rules out is 403.
func (c *call) require() *Refusal {
	if !c.ruling.Require {
		return nil
	}
	status, code := 503, "memory_unavailable"
	switch c.report.Status {
	case "injected":
		return nil
	case "empty":
		if !c.ruling.Shadow { // whose finds are recorded and never put in
			return nil
		}
		status, code = 403, "memory_off"
	case "degraded":
		if !c.report.Failed && c.ruling.Status != "degraded" {
			return nil
		}
	case "off", "no-identity":
		status, code = 403, "memory_off"
	}
	retry := time.Duration(0)
	if status == 503 {
		retry = time.Second
	}
	c.m.parts.Tally.Add("mneme_refused_total", code, "", 1)
	return ownError(status, code, "memory is required for this request and cannot be used: "+c.report.Status+", "+c.report.Reason, "X-Memory-Require", retry)
}

// why tells beside an error what memory did.
func (c *call) why() [][2]string {
	if c.report.Status == "" {
		return nil
	}
	return [][2]string{{"X-Memory-Status", c.report.Status}, {"X-Memory-Reason", c.told()}, {"X-Memory-Capture", string(capture.CaptureOff)}}
}

// cannotForget refuses a request that asks to forget where that cannot be done.
func cannotForget(why string) *Refusal {
	return ownError(400, "forget_failed", "what was to be forgotten cannot be forgotten: "+why, "X-Memory-Forget", 0)
}

// origin notes under which alias a session is held. What cannot be noted is not
// kept: it could never be given back.
func (c *call) origin(ctx context.Context) {
	if c.ruling.Alias == "" || !c.ruling.MayWrite() || c.m.parts.Origin == nil {
		return
	}
	if err := c.m.parts.Origin(ctx, c.ruling.Owner(), c.ruling.Alias, c.report.Session); err != nil {
		c.m.parts.Log.Error("the origin of a session could not be noted", "receipt", c.receipt, "err", err)
		c.ruling.Mode &^= policy.Write
	}
}

// without goes on with no memory at all. Forgetting is never passed over, and
// who requires memory is told.
func (c *call) without(down string) *Refusal {
	if c.ruling.Forget.Kind != "" || c.ruling.Require {
		return ownError(503, "memory_unavailable", "memory cannot be used: "+down, "", time.Second)
	}
	c.report = inject.Report{Status: "degraded", Reason: down, Session: c.ruling.Session, Failed: true}
	c.ruling.Mode = policy.Off
	c.receipt = "" // there is nothing to write it to
	return nil
}

// obey does what the request's header and the user's words say about
// remembering, before the answer is asked for.
func (c *call) obey(ctx context.Context) *Refusal {
	owner := c.ruling.Owner()
	if c.ruling.Forget.Kind != "" {
		n, err := c.m.parts.Forget.Forget(ctx, owner, c.report.Session, c.ruling.Forget)
		if err != nil {
			c.m.parts.Log.Error("a forget failed", "receipt", c.receipt, "kind", c.ruling.Forget.Kind, "err", err)
			c.m.parts.Tally.Add("mneme_forget_failed_total", c.ruling.Forget.Kind, "", 1)
			return ownError(500, "forget_failed", "what was to be forgotten could not be forgotten; nothing was sent on: repeat the request", "", 0)
		}
		c.forgot, c.forgets = n, true
		c.now = c.m.parts.Now() // this request is handled after the forget
	}
	heed, err := c.m.parts.Intake.Heed(ctx, c.ruling, c.report.Session, c.view)
	if err != nil {
		c.m.parts.Log.Error("a wish could not be carried out", "receipt", c.receipt, "err", err)
		c.m.parts.Tally.Add("mneme_forget_failed_total", "words", "", 1)
	}
	if err != nil && heed.TookBack {
		// What should be gone may still be there: nothing is recalled, and it says so.
		c.ruling.Mode, c.ruling.Status, c.ruling.Reason = policy.Off, "degraded", "forget-failed"
	}
	c.heeded = heed
	c.forgets = c.forgets || heed.TookBack || heed.TookUp != ""
	if c.forgets {
		// What was dropped or taken up holds for this very request.
		if settings, err := c.m.parts.Settings(c.ruling.Tenant, c.ruling.User); err == nil {
			c.ruling.Silenced = settings.Silenced
		}
	}
	return nil
}

// outbound is the answer to the proxy: what to forward, what to say, what to do
// at the end.
func (c *call) outbound() Outbound {
	out := Outbound{Body: c.report.Body, At: c.report.At, Insert: c.report.Insert, Upstream: c.ruling.Upstream, HoldsKey: c.ruling.HoldsKey, Strip: c.ruling.Strip}
	switch {
	case out.Body != nil:
	case c.view != nil:
		out.Body = c.view.Plain()
	default:
		out.Body = c.in.Body
	}
	state := c.foresee()
	out.Header = c.headers(state)
	if c.receipt != "" {
		c.writeReceipt(state)
	}
	if (state == capture.Queued || state == capture.Refused) && c.m.parts.Used != nil {
		for _, hit := range c.report.Asked {
			c.m.parts.Used(hit.Record.Owner, []string{hit.Record.ID}, c.now)
		}
	}
	c.m.parts.Tally.Add("mneme_requests_total", c.report.Status, c.reason(), 1)
	c.m.parts.Tally.Add("mneme_injected_tokens_total", "", "", int64(c.report.Tokens))
	// A wish may have left its words where they are needed later.
	out.Unkept = c.heeded == capture.Heeded{} && c.ruling.Forget.Kind == ""
	if c.view != nil && c.receipt != "" {
		// Words said off the record are marked before the answer ends, as others are
		// journaled: who sends them again without the flag finds the mark.
		out.Finish, out.Light = c.finish, state == capture.CaptureOff
		out.Hold = state == capture.Queued || state == capture.Refused || state == capture.NotStored && c.ruling.NoStore
		c.unkept = out.Unkept
	} else {
		c.tell(string(capture.CaptureOff))
		c.over(out.Unkept)
	}
	return out
}

// over ends the use of the view; what is unkept is used again.
func (c *call) over(unkept bool) {
	if c.view != nil && unkept {
		c.m.views.of(len(c.view.Body)).Put(c.view)
	}
	c.view = nil
}

// foresee is what will become of the exchange, as far as it can be said before
// the answer.
func (c *call) foresee() capture.State {
	switch {
	case c.ruling.User == "" || c.view == nil:
		if c.ruling.NoStore {
			return capture.NotStored
		}
		return capture.CaptureOff
	case c.ruling.NoStore || c.heeded.Reason != "":
		return capture.NotStored
	case !c.ruling.MayWrite():
		return capture.CaptureOff
	}
	return c.m.parts.Intake.Foresee()
}

// reason is the code that the header shows: why memory was not put in, or what
// the user's words did.
func (c *call) reason() string {
	if c.ruling.Reason == "forget-failed" {
		return c.ruling.Reason
	}
	if c.heeded.Reason != "" {
		return c.heeded.Reason
	}
	if c.heeded.TookUp != "" {
		return c.heeded.TookUp
	}
	return c.report.Reason
}

// told is the reason with what was passed over in reading the request.
func (c *call) told() string {
	reason, note := c.reason(), c.ruling.Note
	if reason != "" && note != "" {
		return reason + "," + note
	}
	return reason + note
}

func (c *call) headers(state capture.State) [][2]string {
	r := &c.report
	took := strconv.FormatFloat(float64(r.Took.Microseconds())/1000, 'f', 2, 64)
	headers := c.in.room[:0]
	add := func(name, value string) { headers = append(headers, [2]string{name, value}) }
	add("X-Memory-Status", r.Status)
	if reason := c.told(); reason != "" {
		add("X-Memory-Reason", reason)
	}
	count := len(r.Hits)
	if r.Status != "injected" && r.Status != "degraded" {
		count = 0
	}
	add("X-Memory-Injected-Count", strconv.Itoa(count))
	add("X-Memory-Injected-Tokens", strconv.Itoa(r.Tokens))
	add("X-Memory-Latency-Ms", took)
	add("X-Memory-Capture", string(state))
	if c.receipt != "" {
		add("X-Memory-Receipt-Id", c.receipt)
	}
	if c.ruling.Forget.Kind != "" {
		add("X-Memory-Forgotten", strconv.Itoa(c.forgot))
	}
	add("Server-Timing", "memory;dur="+took)
	return headers
}

func (c *call) writeReceipt(state capture.State) {
	receipt := memory.Receipt{
		ID: c.receipt, At: c.now, Owner: c.ruling.Owner(), SessionID: c.report.Session,
		Status: c.report.Status, Reason: c.told(), Dropped: c.report.Dropped, Tokens: c.report.Tokens,
		Latency: c.report.Took, Shadow: c.report.Shadow, Parts: memory.PromptParts{Memory: c.report.Tokens},
		Capture: memory.ReceiptCapture{State: string(state)},
	}
	receipt.Injected = make([]memory.ReceiptHit, len(c.report.Hits))
	for i, hit := range c.report.Hits {
		receipt.Injected[i] = memory.ReceiptHit{
			ID: hit.Record.ID, Layer: hit.Record.Layer, Score: hit.Score, Scores: hit.Scores, Routes: hit.Routes,
		}
		if i < len(c.report.Costs) {
			receipt.Injected[i].Tokens = c.report.Costs[i]
		}
	}
	c.m.parts.Ops.WriteReceipt(receipt)
}

// finish journals the exchange. It is called once, after the last byte of the
// answer and before the end of its framing, or when the answer broke off.
func (c *call) finish(ctx context.Context, reply wire.Reply) {
	owner := c.ruling.Owner()
	if c.ruling.NoStore {
		ctx = context.WithoutCancel(ctx) // a slow disk delays the mark and does not spare it
	}
	if reply.ID != "" {
		c.m.parts.Inject.NoteAnswer(owner, reply.ID, c.report.Session, c.now)
		c.silence(ctx, reply.ID)
	}
	exchange := capture.Exchange{
		Ruling: c.ruling, Session: c.report.Session, ReceiptID: c.receipt, Request: c.view, Reply: reply,
		Heeded: &c.heeded, At: c.now,
	}
	for _, hit := range c.report.Hits {
		exchange.Recalled = append(exchange.Recalled, hit.Record.ID)
	}
	state, reason := c.m.parts.Intake.Take(ctx, exchange)
	if state == capture.Queued && c.m.parts.Note != nil {
		c.m.parts.Note(&c.ruling, c.report.Session, c.view, reply, c.now)
	}
	c.m.parts.Tally.Add("mneme_captures_total", string(state), strings.TrimPrefix(reason, "said:"), 1)
	c.tell(string(state))
	c.over(c.unkept)
	c.done()
}

// silence keeps a conversation off the record that goes on by its answer's id alone, also after a
// restart, which forgets whose answer it was.
func (c *call) silence(ctx context.Context, answer string) {
	if !c.heeded.Silent || c.format != wire.Responses {
		return
	}
	if err := c.m.parts.Intake.Silence(ctx, c.ruling.Owner(), c.m.parts.Inject.Continues(&c.ruling, answer)); err != nil {
		c.m.parts.Log.Error("a conversation could not be kept off the record", "receipt", c.receipt, "err", err)
		c.m.parts.Tally.Add("mneme_forget_failed_total", "words", "", 1)
	}
}

// tell shows the request in the live view.
func (c *call) tell(state string) {
	if !c.m.parts.Feed.Watched() {
		return
	}
	ids := make([]string, 0, len(c.report.Hits))
	for _, hit := range c.report.Hits {
		ids = append(ids, hit.Record.ID)
	}
	c.m.parts.Feed.Publish(memory.Activity{
		Records: ids, At: c.now, Kind: "request", Tenant: c.ruling.Tenant, User: c.ruling.User, Session: c.report.Session,
		Status: c.report.Status, Reason: c.reason(), Count: len(c.report.Hits), Tokens: c.report.Tokens,
		Capture: state, Receipt: c.receipt, TookMS: float64(c.report.Took.Microseconds()) / 1000,
	})
}
