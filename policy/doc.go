// Package policy decides who may read and who may write: it turns a request's
// identity, keys, headers and body fields into one Ruling, climbs the ladder of
// modes, finds the phrases by which people opt out, and redacts what must never
// be kept.
//
// It is pure: it is given bytes and values and returns values. Files, clocks,
// databases and networks are somebody else's. Nobody below the proxy looks at a
// header again once there is a Ruling.
package policy
