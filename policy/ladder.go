package policy

import "strings"

// Rung names a step of the ladder. As a reason it says which step decided.
type Rung string

// The rungs, from the widest to the narrowest.
const (
	RungServer  Rung = "server"
	RungTenant  Rung = "tenant"
	RungDefault Rung = "default" // the tenant's default mode, when the request names none
	RungKey     Rung = "key"
	RungUser    Rung = "user"
	RungRequest Rung = "request"
	RungMessage Rung = "message"
)

// Rungs are the modes of one request, step by step. A step that says nothing is
// On: it restricts nothing.
type Rungs struct {
	Server  Mode // what this process may do at all
	Tenant  Mode // the tenant's ceiling
	Key     Mode // the key's ceiling
	User    Mode // what the user chose for himself
	Default Mode // of the tenant, in force only while the request asks for nothing
	Asked   bool // the request names a mode
	Request Mode // what it names
	Message Mode // what the message itself says
}

// Ladder climbs the rungs and returns what is left, and the last rung that took
// something away; the rung is empty when nothing was taken. A rung only ever
// restricts, so the result is the meet of all of them, in whatever order.
func Ladder(r Rungs) (Mode, Rung) {
	request, asked := r.Default, RungDefault
	if r.Asked {
		request, asked = r.Request, RungRequest
	}
	mode, decided := On, Rung("")
	for _, step := range [...]struct {
		rung Rung
		mode Mode
	}{
		{RungServer, r.Server}, {RungTenant, r.Tenant}, {RungKey, r.Key},
		{RungUser, r.User}, {asked, request}, {RungMessage, r.Message},
	} {
		if next := mode.Meet(step.mode); next != mode {
			mode, decided = next, step.rung
		}
	}
	return mode, decided
}

// ParseMode reads a mode's word as headers, policy files and settings spell it:
// on (full, auto), read (readonly, read-only), write (write-only), off. Case does
// not matter. A word it does not know is Off and false.
func ParseMode(word string) (Mode, bool) {
	switch strings.ToLower(strings.TrimSpace(word)) {
	case "on", "full", "auto":
		return On, true
	case "read", "readonly", "read-only":
		return Read, true
	case "write", "writeonly", "write-only":
		return Write, true
	case "off":
		return Off, true
	}
	return Off, false
}
