package policy

import (
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"mneme/memory"
)

// The request headers of ours.
const (
	headerMode      = "X-Memory-Mode"
	headerNoStore   = "X-Memory-No-Store"
	slipNoStore     = "X-Memory-Nostore" // how the one above is written by a slip
	headerStore     = "X-Memory-Store"
	headerForget    = "X-Memory-Forget"
	headerUser      = "X-Memory-User-Id"
	headerAssertion = "X-Memory-User-Assertion"
	headerTenant    = "X-Memory-Tenant-Id"
	headerKey       = "X-Memory-Key"
	headerSession   = "X-Memory-Session-Id"
	headerAgent     = "X-Memory-Agent-Id"
	headerTeam      = "X-Memory-Team-Id"
	headerProject   = "X-Memory-Project"
	headerRealm     = "X-Memory-Realm"
	headerBudget    = "X-Memory-Budget-Tokens"
	headerTopK      = "X-Memory-Top-K"
	headerTTL       = "X-Memory-TTL"
	headerDeadline  = "X-Memory-Deadline-Ms"
	headerAsOf      = "X-Memory-As-Of"
	headerRequire   = "X-Memory-Require"

	aliasUser      = "X-Sm-User-Id"
	aliasSession   = "X-Sm-Conversation-Id"
	aliasBypass    = "X-Memory-Bypass"
	aliasAutoStore = "X-Memory-Auto-Store"
)

// headers reads a request's headers: name to all of its values, in their order,
// the name in whatever case.
type headers func(name string) []string

// values returns a header's values without blanks around them.
func (h headers) values(name string) []string {
	if h == nil {
		return nil
	}
	raw := h(name)
	for i, v := range raw {
		if trimmed := strings.TrimSpace(v); len(trimmed) < len(v) {
			raw = slices.Clone(raw) // it is the caller's
			raw[i] = trimmed
		}
	}
	return raw
}

// one returns the single value of a header. The same value twice is one value;
// two different ones are refused, since two programs would pick differently.
func (h headers) one(name string) (value string, given bool, refused *Refusal) {
	values := h.values(name)
	if len(values) == 0 {
		return "", false, nil
	}
	for _, v := range values[1:] {
		if v != values[0] {
			return "", true, badHeader(name, "is given twice with different values")
		}
	}
	return values[0], true, nil
}

// id returns a header that names something. An empty header names nothing.
func (h headers) id(name string) (string, *Refusal) {
	v, _, refused := h.one(name)
	if refused != nil || v == "" {
		return "", refused
	}
	if err := memory.CheckID(v); err != nil {
		return "", badHeader(name, "%v", err)
	}
	return v, nil
}

// foreign returns the first of the given headers that names something usable.
// These headers are not ours, so what is wrong with one only passes it over.
func (h headers) foreign(names ...string) string {
	for _, name := range names {
		v, _, refused := h.one(name)
		if refused == nil && v != "" && memory.CheckID(v) == nil {
			return v
		}
	}
	return ""
}

// parseBool reads the words of yes and no.
func parseBool(s string) (value, ok bool) {
	switch strings.ToLower(s) {
	case "true", "1", "yes", "on", "y", "t":
		return true, true
	case "false", "0", "no", "off", "n", "f":
		return false, true
	}
	return false, false
}

// noStore reports whether any header says "don't remember this". A wish that
// cannot be read is taken for one.
func (h headers) noStore(aliases bool) bool {
	for _, name := range [...]string{headerNoStore, slipNoStore} {
		for _, v := range h.values(name) {
			if no, ok := parseBool(v); !ok || no {
				return true
			}
		}
	}
	stores := h.values(headerStore)
	if aliases {
		stores = append(stores, h.values(aliasAutoStore)...)
	}
	for _, v := range stores {
		if store, ok := parseBool(v); !ok || !store {
			return true
		}
	}
	for _, v := range h.values("Cache-Control") {
		for directive := range strings.SplitSeq(v, ",") {
			name, _, _ := strings.Cut(directive, "=")
			if strings.EqualFold(strings.TrimSpace(name), "no-store") {
				return true
			}
		}
	}
	return false
}

// mode returns the meet of every mode the headers name, and whether they name
// any. A word that is not known is Off, and unknown says so.
func (h headers) mode(aliases bool) (m Mode, asked, unknown bool) {
	m = On
	for _, v := range h.values(headerMode) {
		asked = true
		for word := range strings.SplitSeq(v, ",") {
			next, ok := ParseMode(word)
			m, unknown = m.Meet(next), unknown || !ok
		}
	}
	if aliases {
		for _, v := range h.values(aliasBypass) {
			if bypass, ok := parseBool(v); !ok || bypass {
				m, asked = Off, true
			}
		}
	}
	return m, asked, unknown
}

// lowest returns the smallest number a header names, or none. A number too large
// to count is no limit.
func (h headers) lowest(name string) (n int, given bool, refused *Refusal) {
	n = math.MaxInt
	for _, v := range h.values(name) {
		got, err := strconv.ParseUint(v, 10, 63)
		if err != nil && (v == "" || strings.Trim(v, "0123456789") != "") {
			return 0, true, badHeader(name, "must be a whole number from 0")
		}
		n, given = min(n, int(min(got, math.MaxInt))), true
	}
	return n, given, nil
}

// shortest returns the shortest duration a header names, or none. A number
// without a unit counts in the given one.
func (h headers) shortest(name string, unit time.Duration) (d time.Duration, given bool, refused *Refusal) {
	d = math.MaxInt64
	for _, v := range h.values(name) {
		got, err := ParseDuration(v)
		if err != nil {
			count, errCount := strconv.ParseUint(v, 10, 63)
			if errCount != nil && (v == "" || strings.Trim(v, "0123456789") != "") {
				return 0, true, badHeader(name, "must be a duration such as 720h, or a whole number")
			}
			got = time.Duration(min(count, uint64(math.MaxInt64/int64(unit)))) * unit
		}
		d, given = min(d, got), true
	}
	return d, given, nil
}

// require reads X-Memory-Require; the bare header means true.
func (h headers) require() (bool, *Refusal) {
	require := false
	for _, v := range h.values(headerRequire) {
		yes, ok := parseBool(v)
		if v == "" {
			yes, ok = true, true
		}
		if !ok {
			return false, badHeader(headerRequire, "must be true or false")
		}
		require = require || yes
	}
	return require, nil
}

// asOf reads X-Memory-As-Of.
func (h headers) asOf() (time.Time, *Refusal) {
	v, given, refused := h.one(headerAsOf)
	if refused != nil || !given {
		return time.Time{}, refused
	}
	t, err := time.Parse(time.RFC3339, v)
	if err != nil || t.IsZero() {
		return time.Time{}, badHeader(headerAsOf, "must be a time such as 2026-01-31T09:00:00Z")
	}
	return t.UTC(), nil
}

// forget reads X-Memory-Forget. A wish to forget that cannot be understood is
// refused: it must never be passed over.
func (h headers) forget() (Forget, *Refusal) {
	v, given, refused := h.one(headerForget)
	if refused != nil || !given {
		return Forget{}, refused
	}
	if plain, err := url.PathUnescape(v); err == nil {
		v = strings.TrimSpace(plain)
	}
	kind, topic, named := strings.Cut(v, ":")
	kind, topic = strings.ToLower(strings.TrimSpace(kind)), strings.TrimSpace(plainText(topic))
	switch {
	case !named && (kind == "last" || kind == "session" || kind == "all"):
		return Forget{Kind: kind}, nil
	case named && kind == "topic" && topic != "" && len(topic) <= maxTopicBytes && utf8.ValidString(topic):
		return Forget{Kind: kind, Topic: topic}, nil
	}
	return Forget{}, badHeader(headerForget, "must be last, session, all or topic:<text>")
}

// maxTopicBytes bounds a topic to forget.
const maxTopicBytes = 2048
