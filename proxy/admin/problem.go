package admin

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"mneme/memory"
)

// Problem is an error in the caller's terms, in the shape that API.md fixes.
type Problem struct {
	Status  int
	Message string
	Type    string
	Code    string
	Param   string
}

// Error returns the message.
func (p *Problem) Error() string { return p.Message }

func invalid(param, format string, args ...any) *Problem {
	return &Problem{Status: http.StatusBadRequest, Type: "invalid_request_error", Code: "invalid_value", Param: param, Message: fmt.Sprintf(format, args...)}
}

func missing(param, format string, args ...any) *Problem {
	p := invalid(param, format, args...)
	p.Code = "missing_field"
	return p
}

// notFound is the one answer for things that do not exist and for things of
// somebody else: the two must look alike.
func notFound() *Problem {
	return &Problem{Status: http.StatusNotFound, Type: "invalid_request_error", Code: "not_found", Message: "not found"}
}

func unauthorized(message string) *Problem {
	return &Problem{Status: http.StatusUnauthorized, Type: "authentication_error", Code: "unauthorized", Message: message}
}

func forbidden(message string) *Problem {
	return &Problem{Status: http.StatusForbidden, Type: "permission_error", Code: "forbidden", Message: message}
}

// problemOf says what an error of a lower floor means to a caller.
func problemOf(err error) *Problem {
	var p *Problem
	switch {
	case errors.As(err, &p):
		return p
	case errors.Is(err, memory.ErrNotFound), errors.Is(err, memory.ErrErased):
		return notFound()
	case errors.Is(err, memory.ErrEmptyFilter):
		return invalid("", "the filter is empty: name session_id, topic, source, message_id, since, until or layer, or say all=true")
	case errors.Is(err, memory.ErrCursor):
		return invalid("cursor", "cursor is not one that a page gave as next_cursor")
	case errors.Is(err, memory.ErrNoOwner):
		return missing("user_id", "%v", err)
	case errors.Is(err, memory.ErrStale):
		// Nobody named the state he wants to change, so nobody is told that it is another:
		// writers wait for each other, and this is what is left when that took too long.
		return &Problem{Status: http.StatusServiceUnavailable, Type: "server_error", Code: "busy", Message: "too many write to this memory at once: repeat later"}
	case errors.Is(err, memory.ErrFull):
		return &Problem{Status: http.StatusServiceUnavailable, Type: "server_error", Code: "journal_full", Message: "the journal is full: repeat later"}
	case errors.Is(err, memory.ErrUnavailable):
		return &Problem{Status: http.StatusServiceUnavailable, Type: "server_error", Code: "memory_unavailable", Message: "memory cannot be used now; the log has the reason"}
	case errors.Is(err, context.DeadlineExceeded):
		return &Problem{Status: http.StatusGatewayTimeout, Type: "server_error", Code: "timeout", Message: "the time given was not enough"}
	case errors.Is(err, context.Canceled):
		return &Problem{Status: 499, Type: "invalid_request_error", Code: "canceled", Message: "the caller left"}
	}
	return &Problem{Status: http.StatusInternalServerError, Type: "server_error", Code: "internal_error", Message: "memory could not do this; the log has the reason"}
}

func writeProblem(w http.ResponseWriter, p *Problem) {
	type body struct {
		Message string  `json:"message"`
		Type    string  `json:"type"`
		Code    string  `json:"code"`
		Param   *string `json:"param"`
	}
	b := body{Message: p.Message, Type: p.Type, Code: p.Code}
	if p.Param != "" {
		b.Param = &p.Param
	}
	if p.Status == http.StatusServiceUnavailable {
		w.Header().Set("Retry-After", "1")
	}
	writeJSON(w, p.Status, map[string]any{"error": b})
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	// The head is out: a caller who left is all that can go wrong here.
	_ = encoder.Encode(v)
}
