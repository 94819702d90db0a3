package proxy

import (
	"context"
	"time"

	"mneme/proxy/wire"
)

// Mind is what the proxy knows of memory.
type Mind interface {
	// Begin decides about one request before it is forwarded. The context ends
	// when the client leaves. Begin must keep its own deadline: the request
	// waits for it.
	Begin(ctx context.Context, in *Inbound) Outbound
}

// Inbound is a request that came in. Its strings and its body are owned copies;
// Header and Headers may be called during Begin only.
type Inbound struct {
	Method  string
	Path    string // raw, without the /t/{tenant} in front and without the query
	Query   string // raw, without the question mark
	Tenant  string // from /t/{tenant}/..., decoded; "": not named in the path
	Format  wire.Format
	Body    []byte // of a request that is read; nil on unread routes
	Started time.Time
	Remote  string // host and port of the client

	fields  []field       // the header block, line by line, in fasthttp's memory
	lengths uint64        // of the fields' names, a bit each: most that are asked for are not there
	room    [10][2]string // for Outbound.Header
}

// take takes over a header block.
func (in *Inbound) take(fields []field) {
	in.fields, in.lengths = fields, 0
	for i := range fields {
		in.lengths |= lengthBit(len(fields[i].name))
	}
}

// lengthBit is the bit of a name's length; all long ones share one.
func lengthBit(n int) uint64 { return 1 << min(n, 63) }

// Header returns the first value of a header, and whether it was sent at all.
func (in *Inbound) Header(name string) (value string, sent bool) {
	if in.lengths&lengthBit(len(name)) == 0 {
		return "", false
	}
	for i := range in.fields {
		if f := &in.fields[i]; f.is(name) {
			return string(f.value), true
		}
	}
	return "", false
}

// Headers returns every value of a header in the order they were sent.
func (in *Inbound) Headers(name string) []string {
	if in.lengths&lengthBit(len(name)) == 0 {
		return nil
	}
	var values []string
	for i := range in.fields {
		if f := &in.fields[i]; f.is(name) {
			values = append(values, string(f.value))
		}
	}
	return values
}

// Outbound is what becomes of a request. The zero value forwards it as it came
// to the upstream of its model, and tells the client nothing.
type Outbound struct {
	Refusal  *Refusal    // answer with this instead of forwarding
	Body     []byte      // what to forward; nil: the body that came, without our own fields
	At       int         // where in Body the Insert goes
	Insert   []byte      // memory that goes into Body; nil: none
	Upstream string      // name; "": by the request's model, else the default one
	HoldsKey bool        // the upstream's key is spent, and the client's own credentials stay here
	Strip    []string    // names of the client's headers that stay here, such as one that carried a proxy key
	Header   [][2]string // added to the answer, ours and the upstream's

	// Sent is called once when the request is on its way, or cannot go: what the
	// request need not wait for is done while the upstream thinks, and before the
	// answer, and Finish, which may count on it. nil: nothing is.
	Sent func()

	// Finish is called once with what was assembled of the answer: at its end,
	// when the client left, when the upstream broke. With Hold the end of the
	// body is held back for it, at most Options.Hold, and then the context ends;
	// without, the answer does not wait, but Serve does before it returns.
	// Light says that it waits for nothing, so that it needs no goroutine; and
	// with Late nobody waits for it either, so that it is called when the answer
	// is out, before the next request of the connection.
	Finish func(ctx context.Context, reply wire.Reply)
	Hold   bool
	Light  bool
	Late   bool

	// Unkept says that nothing of the Inbound is kept once Finish, if there is
	// one, has returned, so that its body's memory may be used again.
	Unkept bool
}

// Refusal is an error of ours in place of an answer.
type Refusal struct {
	wire.Error
	RetryAfter time.Duration // 0: not said
}
