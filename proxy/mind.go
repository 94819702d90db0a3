package proxy

import (
	"context"
	"log/slog"
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
	state   capture.State
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
	if out.Sent == nil {
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

// obeyWithin is how long a wish may take.
const obeyWithin = 30 * time.Second

// obey does what the request's header and the user's words say about
// remembering, before the answer is asked for.
func (c *call) obey(ctx context.Context) *Refusal {
	// A client that leaves takes no wish back.
	ctx, end := context.WithTimeout(context.WithoutCancel(ctx), obeyWithin)
	defer end()
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
