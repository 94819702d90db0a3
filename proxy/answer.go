package proxy

import (
	"strconv"

	"mneme/capture"
	"mneme/memory"
	"mneme/proxy/wire"
)

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
	c.state = c.foresee()
	out.Header = c.headers(c.state)
	out.Sent = c.sent
	// A wish may have left its words where they are needed later.
	c.unkept = c.heeded == capture.Heeded{} && c.ruling.Forget.Kind == ""
	out.Unkept = c.unkept
	if c.finishes() {
		// What is said off the record is marked before the answer ends, as the rest is
		// journaled: who goes on from there finds the mark. A program may speak there too.
		out.Hold = c.state != capture.CaptureOff || c.heeded.Silent
		out.Finish, out.Light = c.finish, !out.Hold
		// Nothing is learnt, and only who goes on from an answer's id counts on what is noted then.
		out.Late = out.Light && c.format != wire.Responses
	}
	return out
}

// finishes reports whether the end of the answer matters to memory.
func (c *call) finishes() bool { return c.view != nil && c.receipt != "" }

// sent does what the request had not to wait for, while the upstream thinks: it keeps the block for
// the next steps of the turn, and notes what was done.
func (c *call) sent() {
	c.m.parts.Inject.Keep(&c.report)
	if c.receipt != "" {
		c.writeReceipt(c.state)
	}
	if (c.state == capture.Queued || c.state == capture.Refused) && c.m.parts.Used != nil {
		for _, hit := range c.report.Asked {
			c.m.parts.Used(hit.Record.Owner, []string{hit.Record.ID}, c.now)
		}
	}
	c.m.parts.Tally.Add("mneme_requests_total", c.report.Status, c.reason(), 1)
	c.m.parts.Tally.Add("mneme_injected_tokens_total", "", "", int64(c.report.Tokens))
	if !c.finishes() {
		c.tell(string(capture.CaptureOff))
		c.over(c.unkept)
		c.done()
	}
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
	case (c.report.Reason == "not-human" || !c.ruling.MayRead()) && !c.m.parts.Intake.Human(c.view):
		// Who may read was looked at already, and is a person where nothing says otherwise.
		return capture.CaptureOff
	}
	return c.m.parts.Intake.Foresee(c.ruling.Owner())
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
