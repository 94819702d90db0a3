package admin

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// maxBody bounds one call's body. An import is read as a stream and has no
// bound of its own.
const maxBody = 64 << 20

// decode reads a JSON object into v. A field that v does not have is an error
// that names it.
func decode(r *http.Request, v any) error {
	body, err := io.ReadAll(io.LimitReader(r.Body, maxBody+1))
	if err != nil {
		return invalid("", "the body could not be read")
	}
	if len(body) > maxBody {
		return &Problem{Status: http.StatusRequestEntityTooLarge, Type: "invalid_request_error", Code: "too_large", Message: "the body is larger than 64 MiB"}
	}
	if len(bytes.TrimSpace(body)) == 0 {
		body = []byte("{}")
	}
	return decodeBytes(body, v)
}

func decodeBytes(body []byte, v any) error {
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(v); err != nil {
		return describeJSON(err)
	}
	if _, err := decoder.Token(); err != io.EOF {
		return invalid("", "something follows the JSON object")
	}
	return nil
}

func describeJSON(err error) *Problem {
	var wrongType *json.UnmarshalTypeError
	var syntax *json.SyntaxError
	var problem *Problem
	switch {
	case errors.As(err, &problem):
		return problem
	case errors.As(err, &wrongType):
		return invalid(wrongType.Field, "%s must be %s, not %s", nameOr(wrongType.Field, "the body"), jsonType(wrongType.Type.Kind().String()), wrongType.Value)
	case errors.As(err, &syntax):
		return invalid("", "the body is not JSON: %v (at byte %d)", err, syntax.Offset)
	case errors.Is(err, io.ErrUnexpectedEOF):
		return invalid("", "the body is not JSON: it ends too early")
	}
	if field, ok := strings.CutPrefix(err.Error(), "json: unknown field "); ok {
		name, _ := strconv.Unquote(field)
		p := invalid(name, "unknown field %s", field)
		p.Code = "unknown_field"
		return p
	}
	return invalid("", "the body cannot be read: %v", err)
}

func nameOr(name, otherwise string) string {
	if name == "" {
		return otherwise
	}
	return name
}

func jsonType(kind string) string {
	switch kind {
	case "string":
		return "a string"
	case "bool":
		return "true or false"
	case "slice", "array":
		return "a list"
	case "struct", "map":
		return "an object"
	}
	return "a number"
}

// query reads the query string of a GET or DELETE and remembers what was asked
// for, so that a misspelt filter is an error and never a wider answer.
type query struct {
	values url.Values
	known  map[string]bool
	err    error
}

func readQuery(r *http.Request) *query {
	values, err := url.ParseQuery(r.URL.RawQuery)
	q := &query{values: values, known: map[string]bool{}}
	if err != nil {
		q.fail(invalid("", "the query string cannot be read"))
	}
	return q
}

func (q *query) fail(p *Problem) {
	if q.err == nil {
		q.err = p
	}
}

func (q *query) text(name string) string {
	q.known[name] = true
	all := q.values[name]
	if len(all) > 1 {
		q.fail(invalid(name, "%s is given more than once", name))
	}
	if len(all) == 0 {
		return ""
	}
	return all[0]
}

// filter reads a value that selects: given but empty is an error, since it
// would select everything.
func (q *query) filter(name string) string {
	value := q.text(name)
	if value == "" && len(q.values[name]) > 0 {
		q.fail(invalid(name, "%s is empty", name))
	}
	return value
}

func (q *query) bool(name string) bool {
	switch value := q.text(name); value {
	case "", "false", "0":
		return false
	case "true", "1":
		return true
	default:
		q.fail(invalid(name, "%s must be true or false", name))
		return false
	}
}

func (q *query) time(name string) time.Time {
	value := q.filter(name)
	if value == "" {
		return time.Time{}
	}
	t, err := parseTime(value)
	if err != nil {
		q.fail(invalid(name, "%s must be a time like 2026-05-03T10:00:00Z", name))
	}
	return t
}

// limit reads a page's size: 50 unless asked, at most 500.
func (q *query) limit() int {
	value := q.text("limit")
	if value == "" {
		return 50
	}
	n, err := strconv.Atoi(value)
	if err != nil || n < 1 || n > 500 {
		q.fail(invalid("limit", "limit must be a number from 1 to 500"))
	}
	return n
}

// done returns the first fault, an unknown name included.
func (q *query) done() error {
	if q.err != nil {
		return q.err
	}
	for name := range q.values {
		if !q.known[name] {
			p := invalid(name, "unknown parameter %q", name)
			p.Code = "unknown_field"
			return p
		}
	}
	return nil
}

// parseTime reads RFC 3339; a bare date is its first moment in UTC.
func parseTime(value string) (time.Time, error) {
	if t, err := time.Parse(time.RFC3339, value); err == nil {
		return t.UTC(), nil
	}
	return time.Parse(time.DateOnly, value)
}

// list keeps an empty list a list: null would surprise most clients.
func list(items []string) []string {
	if items == nil {
		return []string{}
	}
	return items
}
