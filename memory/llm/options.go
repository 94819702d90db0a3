package llm

import (
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"time"
)

// Secret is a key. It never shows itself.
type Secret string

// String hides the key.
func (Secret) String() string { return "[secret]" }

// GoString hides the key.
func (Secret) GoString() string { return "[secret]" }

// LogValue hides the key.
func (Secret) LogValue() slog.Value { return slog.StringValue("[secret]") }

// Options tunes the client of a chat model. Zero means zero; DefaultOptions has
// the documented values.
type Options struct {
	URL          string // base of the endpoint, with its version: "https://api.openai.com/v1"
	Model        string // extracts
	ReflectModel string // reflects and summarises; empty: Model
	Key          Secret // empty: the endpoint wants none

	Timeout   time.Duration // of one try
	Tries     int           // of one call, the first included
	Backoff   time.Duration // before the second try; it doubles
	Patience  time.Duration // how long a call waits because the endpoint asks for it (Retry-After); if longer, it is given up
	Parallel  int           // calls under way at one time
	MaxTokens int           // of an answer
	MaxBytes  int           // of an answer's body
	MaxInput  int           // bytes of conversation in one call; the oldest context is left out first

	BreakAfter int           // failures in a row after which the endpoint is left alone
	BreakFor   time.Duration // and for how long

	UserTokensPerDay   int // of one user; 0: no limit
	TenantTokensPerDay int // of one tenant; 0: no limit
}

// DefaultOptions returns the documented defaults.
func DefaultOptions() Options {
	return Options{
		Timeout:    30 * time.Second,
		Tries:      3,
		Backoff:    500 * time.Millisecond,
		Patience:   10 * time.Second,
		Parallel:   2,
		MaxTokens:  4000,
		MaxBytes:   4 << 20,
		MaxInput:   48 << 10,
		BreakAfter: 5,
		BreakFor:   30 * time.Second,
	}
}

// Validate reports every fault at once.
func (o Options) Validate() error {
	var faults []error
	if err := checkURL(o.URL); err != nil {
		faults = append(faults, fmt.Errorf("llm-url: %w", err))
	}
	if o.Model == "" {
		faults = append(faults, errors.New("llm-model: is empty"))
	}
	if o.Timeout <= 0 {
		faults = append(faults, fmt.Errorf("llm timeout: %v is not positive", o.Timeout))
	}
	for _, n := range []struct {
		name string
		got  int
	}{
		{"tries", o.Tries}, {"parallel", o.Parallel}, {"max tokens", o.MaxTokens}, {"max bytes", o.MaxBytes},
		{"max input", o.MaxInput}, {"break after", o.BreakAfter},
	} {
		if n.got < 1 {
			faults = append(faults, fmt.Errorf("llm %s: %d is below 1", n.name, n.got))
		}
	}
	return errors.Join(faults...)
}

// checkURL says what is wrong with the base of an endpoint.
func checkURL(s string) error {
	u, err := url.Parse(s)
	switch {
	case err != nil:
		return errors.New("is no URL") // the error would repeat what may hold a password
	case u.Scheme != "http" && u.Scheme != "https":
		return errors.New("must begin with http:// or https://")
	case u.Host == "":
		return errors.New("names no host")
	case u.User != nil:
		return errors.New("must not hold a user name or password; a key comes from the key file")
	}
	return nil
}
