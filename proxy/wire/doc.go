// Package wire knows the provider wire formats as bytes: it views a request by
// offsets over the bytes it was given, splices text into it without re-encoding
// anything, and assembles a reply from a copy of a stream. One small file per
// format: chat.go, responses.go, messages.go.
//
// A view is made by one forward scan that checks the grammar on its way. Whatever
// is not understood without doubt is an error, and the body then goes on as it
// came: a body that is forwarded untouched is always right, one that was edited
// on a guess may not be. For the same reason nothing is ever decoded and encoded
// again; that changes key order, escapes, big numbers and unknown fields, and
// each of those also breaks the provider's prompt cache.
//
// The assembler only ever sees a copy. It decides nothing for the client.
//
// The package never speaks HTTP and never knows what a text means. It is used by
// inject (view and splice), capture (view and reply) and the proxy.
package wire
