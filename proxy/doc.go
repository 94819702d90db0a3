// Package proxy is HTTP in and out: it accepts a client, decides whether its
// request is read, sends it to its upstream and relays the answer as it comes.
// It is fasthttp's only door.
//
// Its transport never knows how memory works. What it knows of memory is the interface Mind:
// one question per request, one call when it is on its way, one at its end.
//
// The way of a request:
//
//	client ── handle ── body ── Mind.Begin ── head ── transport ── relay ── client
//	            │                  │                      │           │
//	            │ unread routes: no body is read          │           ├ tee ── wire.Assembler
//	            └ own errors, OpenAI's shape              ├ pool      └ Finish, before the framing that ends the body,
//	                                                      │             or after it where nobody waits for it
//	                                                      └ Sent, while the upstream thinks
//
// Who may end an exchange early, and how it is noticed:
//
//	client leaves        watch: the kernel says so (epoll), also while the upstream is silent
//	upstream is silent   clock: one deadline per connection, looked at four times a second
//	client stalls        clock: the same
//	shutdown             Serve: listener closed, streams run on, then the rest is cut
//
// There is no deadline for a whole exchange, and none is set on a socket: a
// socket's deadline is absolute and would have to be moved with every chunk.
//
// fasthttp's rules that shape this package: a RequestCtx is dead after its
// handler and its response; the end of a body stream must return the upstream's
// error, or a broken answer would end politely; a stream of unknown length is
// flushed with every Write, one of known length only when it is read by a
// connection that is an io.ReaderFrom, which ours is.
package proxy
