package policy

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Fault is one thing wrong with a policy. All faults of a policy are reported at
// once, so that an operator mends a file in one go.
type Fault struct {
	Line    int    // from 1; 0: of no single place
	Column  int    // from 1, in characters
	Path    string // the key, e.g. "tenants.acme.mode"
	Message string
	Clash   bool // it contradicts something else that is well formed by itself
}

// String returns the fault as "line:column: path: message".
func (f Fault) String() string {
	var b strings.Builder
	if f.Line > 0 {
		fmt.Fprintf(&b, "%d:%d: ", f.Line, f.Column)
	}
	if f.Path != "" {
		b.WriteString(f.Path + ": ")
	}
	return b.String() + f.Message
}

// sortFaults puts faults in the order in which a reader of the file meets them.
func sortFaults(faults []Fault) []Fault {
	slices.SortStableFunc(faults, func(a, b Fault) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	return faults
}

// Refusal is an answer of ours instead of the upstream's. Its words are for the
// caller and never hold a header's value.
type Refusal struct {
	Status  int    // HTTP status: 400, 401, 403 or 429
	Code    string // of X-Memory-Error, e.g. "unknown_key"
	Message string
	Param   string // the header or field at fault; empty: none
}

// Error returns the refusal's message.
func (r *Refusal) Error() string { return r.Message }

func badHeader(name, format string, args ...any) *Refusal {
	return &Refusal{Status: 400, Code: "bad_header", Param: name, Message: name + " " + fmt.Sprintf(format, args...)}
}
