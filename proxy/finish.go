package proxy

import (
	"context"
	"slices"
	"strings"

	"mneme/capture"
	"mneme/memory"
	"mneme/proxy/wire"
)

// finish journals the exchange. It is called once, after the last byte of the
// answer and before the end of its framing, or when the answer broke off.
func (c *call) finish(ctx context.Context, reply wire.Reply) {
	owner := c.ruling.Owner()
	if c.ruling.NoStore || c.heeded.Silent {
		ctx = context.WithoutCancel(ctx) // a slow disk delays the mark and does not spare it
	}
	if reply.ID != "" && c.format == wire.Responses { // no other format goes on from an answer by its id
		c.m.parts.Inject.NoteAnswer(owner, reply.ID, c.report.Session, c.now)
		c.silence(ctx, reply.ID)
	}
	c.m.parts.Inject.NoteExchange(&c.report, &c.ruling, c.view, reply.Text, c.now)
	exchange := capture.Exchange{
		Ruling: c.ruling, Session: c.report.Session, ReceiptID: c.receipt, Request: c.view, Reply: reply,
		Heeded: &c.heeded, At: c.now,
	}
	exchange.Recalled = slices.Grow(exchange.Recalled, len(c.report.Hits))
	for i := range c.report.Hits {
		exchange.Recalled = append(exchange.Recalled, c.report.Hits[i].Record.ID)
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
	if !c.heeded.Silent {
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
