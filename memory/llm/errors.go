package llm

import (
	"context"
	"errors"
	"fmt"
	"net"

	openai "github.com/sashabaranov/go-openai"
)

// Errors of a call. Each has a code that is safe to show; none holds a word of
// what was sent or answered.
var (
	// ErrBudget is returned when the day's tokens of the user or tenant are used up.
	ErrBudget = errors.New("llm: the day's budget is used up")
	// ErrOpen is returned while a failing endpoint is left alone.
	ErrOpen = errors.New("llm: the endpoint failed and is left alone for a while")
	// ErrAnswer is returned when an answer could not be read, however often it was asked for.
	ErrAnswer = errors.New("llm: the answer could not be read")
	// ErrUnfounded is returned when an answer told much and its quotes bear out none of it: a
	// model that reads like this has not read.
	ErrUnfounded = errors.New("llm: nothing of the answer stands in the text")
	// ErrRefused is returned when the model would not answer.
	ErrRefused = errors.New("llm: the model refused")
	// ErrDims is returned when an endpoint's vectors are not as long as they must be.
	ErrDims = errors.New("llm: the endpoint's vectors have another length")
)

// CallError is a call that failed, by its code and the status of the answer.
type CallError struct {
	Code   string // timeout, network, rate, server, client, auth, ...
	Status int    // HTTP; 0: there was none
	err    error
}

// Error says what failed, without what the endpoint wrote: it may quote the
// prompt.
func (e *CallError) Error() string {
	if e.Status > 0 {
		return fmt.Sprintf("llm: call failed: %s (status %d)", e.Code, e.Status)
	}
	return "llm: call failed: " + e.Code
}

// Unwrap returns the sentinel or context error behind the failure.
func (e *CallError) Unwrap() error { return e.err }

// Reason returns the code.
func (e *CallError) Reason() string { return e.Code }

// again reports whether another try may help.
func (e *CallError) again() bool {
	switch e.Code {
	case "timeout", "network", "rate", "server", "answer":
		return true
	}
	return false
}

// failed classifies what go-openai returned.
func failed(ctx context.Context, err error) *CallError {
	var api *openai.APIError
	var request *openai.RequestError
	var network net.Error
	status := 0
	switch {
	case errors.As(err, &api):
		status = api.HTTPStatusCode
	case errors.As(err, &request):
		status = request.HTTPStatusCode
	}
	out := &CallError{Code: "network", Status: status}
	switch {
	case ctx.Err() != nil:
		out.Code, out.err = "stopped", ctx.Err()
	case status == 401 || status == 403:
		out.Code = "auth"
	case status == 408:
		out.Code = "timeout"
	case status == 429:
		out.Code = "rate"
	case status >= 500:
		out.Code = "server"
	case status >= 400:
		out.Code = "client"
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &network) && network.Timeout():
		out.Code, out.err = "timeout", context.DeadlineExceeded
	case errors.Is(err, errTooLong):
		out.Code = "too-long"
	case status >= 200:
		out.Code = "answer" // it came, and could not be decoded
	}
	return out
}
