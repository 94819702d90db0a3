package proxy

import (
	"bytes"

	"mneme/inject"
	"mneme/policy"
	"mneme/proxy/wire"
)

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
