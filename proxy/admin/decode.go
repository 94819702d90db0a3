package admin

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"reflect"
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
	body, err := readBody(r)
	if err != nil {
		return err
	}
	return decodeBytes(body, v)
}

// readBody reads a body whole. An empty one is an object of nothing.
func readBody(r *http.Request) ([]byte, error) {
	body, err := io.ReadAll(io.LimitReader(r.Body, maxBody+1))
	if err != nil {
		return nil, invalid("", "the body could not be read")
	}
	if len(body) > maxBody {
		return nil, &Problem{Status: http.StatusRequestEntityTooLarge, Type: "invalid_request_error", Code: "too_large", Message: "the body is larger than 64 MiB"}
	}
	if len(bytes.TrimSpace(body)) == 0 {
		body = []byte("{}")
	}
	return body, nil
}

func decodeBytes(body []byte, v any) error {
	if err := checkNames(body); err != nil {
		return err
	}
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(v); err != nil {
		if at := wrongTime(reflect.TypeOf(v), body, ""); at != "" {
			return invalid(at, "%s must be a time like 2026-05-03T10:00:00Z", at)
		}
		return describeJSON(err)
	}
	if _, err := decoder.Token(); err != io.EOF {
		return invalid("", "something follows the JSON object")
	}
	return nil
}

// checkNames refuses an object in which a field is given twice, since two
// programs would pick differently, or is spelt in capitals, which the decoder
// would take for the field all the same. What is no object is left to the decoder.
func checkNames(body []byte) error {
	decoder := json.NewDecoder(bytes.NewReader(body))
	if open, err := decoder.Token(); err != nil || open != json.Delim('{') {
		return nil
	}
	seen := map[string]bool{}
	var skipped json.RawMessage
	for decoder.More() {
		token, err := decoder.Token()
		name, ok := token.(string)
		if err != nil || !ok || decoder.Decode(&skipped) != nil {
			return nil
		}
		switch {
		case seen[name]:
			return invalid(name, "%s is given more than once", name)
		case strings.ToLower(name) != name:
			p := invalid(name, "unknown field %q", name)
			p.Code = "unknown_field"
			return p
		}
		seen[name] = true
	}
	return nil
}

// wrongTime returns the first field of a body that should be a time and is none.
// The decoder's own error does not name it.
func wrongTime(t reflect.Type, raw []byte, path string) string {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t == reflect.TypeFor[time.Time]() {
		if json.Unmarshal(raw, new(*time.Time)) != nil {
			return path
		}
		return ""
	}
	switch t.Kind() {
	case reflect.Slice:
		var items []json.RawMessage
		if json.Unmarshal(raw, &items) != nil {
			return ""
		}
		for i, item := range items {
			if at := wrongTime(t.Elem(), item, fmt.Sprintf("%s[%d]", path, i)); at != "" {
				return at
			}
		}
	case reflect.Struct:
		var fields map[string]json.RawMessage
		if json.Unmarshal(raw, &fields) != nil {
			return ""
		}
		for i := range t.NumField() {
			name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
			inside := raw
			if !t.Field(i).Anonymous || name != "" {
				inside = fields[name]
			}
			if len(inside) == 0 {
				continue
			}
			if at := wrongTime(t.Field(i).Type, inside, strings.TrimPrefix(path+"."+name, ".")); at != "" {
				return at
			}
		}
	}
	return ""
}

// fieldOf names a field as the caller wrote it, without the types it is declared
// in.
func fieldOf(path string) string {
	var names []string
	for name := range strings.SplitSeq(path, ".") {
		if strings.ToLower(name) == name {
			names = append(names, name)
		}
	}
	return strings.Join(names, ".")
}

func describeJSON(err error) *Problem {
	var wrongType *json.UnmarshalTypeError
	var syntax *json.SyntaxError
	var problem *Problem
	switch {
	case errors.As(err, &problem):
		return problem
	case errors.As(err, &wrongType):
		field := fieldOf(wrongType.Field)
		return invalid(field, "%s must be %s, not %s", nameOr(field, "the body"), jsonType(wrongType.Type.Kind().String()), wrongType.Value)
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
