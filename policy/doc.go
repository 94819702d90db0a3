// Package policy decides who may read and who may write: it turns a request's
// identity, keys, headers and body fields into one Ruling, climbs the ladder of
// modes, finds the phrases by which people opt out, and redacts what must never
// be kept.
//
// It is pure: it is given bytes and values and returns values. Files, clocks,
// databases and networks are somebody else's. Nobody below the proxy looks at a
// header again once there is a Ruling.
//
// # From configuration to a ruling
//
//	defaults ─▶ policy file ─▶ admin API       (Compile; the later wins, key by key)
//	                  │
//	                  ▼
//	                Book ──Rule──▶ Ruling or Refusal
//	                  ▲
//	   key, assertion, tenant ─▶ realm ─▶ user ─▶ links, settings ─▶ ladder
//
// A Book is immutable; a reload compiles another one, and a bad file leaves the
// one in force. Every fault of a policy is reported at once, with its place.
//
// # The ladder
//
//	server ∧ tenant ∧ key ∧ user ∧ (request, or else the tenant's default) ∧ message
//
// Modes are two bits, read and write, and each rung only takes away. The last rung
// that took something is the reason the caller is told.
//
// # What fails closed
//
// No key, no tenant or no user where they are configured: the request goes on,
// and memory neither reads nor writes. An identity that is contradicted, forged
// or not allowed is refused. A wish not to be stored that cannot be read is
// granted; a wish to be forgotten that cannot be read is refused, never passed
// over. Settings or links that cannot be looked up close memory.
//
// # Text
//
// Phrases finds what people say about remembering; Redactor takes sensitive
// fields out; Steers tells text that gives the model orders. Each is measured by
// a readable table under testdata, in English and Chinese, with the benign twins
// that must not fire. All are linear in the length of the text.
package policy
