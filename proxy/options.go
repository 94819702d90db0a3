package proxy

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"path"
	"time"
)

// Options are the settings of a Server. Zero means zero; begin with DefaultOptions.
type Options struct {
	Upstreams []Upstream // at least one; the first is the default
	RootCAs   *x509.CertPool
	TLS       *tls.Config // of the listener; nil: plain HTTP

	// Via returns the HTTP proxy to reach an upstream through, or nil. It is
	// asked once per connection.
	Via func(*url.URL) (*url.URL, error)

	MaxBody     int64         // bytes of a request that is read; above: 413
	MaxHeader   int           // bytes of a request's or an answer's head
	MaxInFlight int64         // bytes of requests held in memory over all connections; above: 503
	MaxClients  int           // open client connections
	CopyLimit   int           // bytes of an answer kept for memory
	Connect     time.Duration // to reach an upstream
	Header      time.Duration // to wait for the head of an answer
	Idle        time.Duration // between two bytes of a body, either way
	KeepAlive   time.Duration // an unused upstream connection is kept this long
	ClientIdle  time.Duration // a client connection without a request is kept this long
	Hold        time.Duration // Finish may hold back the end of a body this long
	Drain       time.Duration // running exchanges may go on this long after the end of Serve's context

	// Spoil is given the memory of a body before it is used again, so that a test
	// can overwrite it and see who kept some of it; nil: nothing is done.
	Spoil func(body []byte)

	Log *slog.Logger
}

// Upstream is where requests go. Upstreams come from configuration only, never
// from a request.
type Upstream struct {
	Name   string   // as policies name it; the default one may have none
	URL    string   // base, such as https://api.openai.com/v1
	Models []string // shell patterns of the models it serves, matched in the order of the upstreams
	Key    string   // the upstream's key where mneme holds it; "": the client's own goes on
}

// DefaultOptions returns the defaults, without an upstream.
func DefaultOptions() Options {
	return Options{
		Via:         proxyFromEnvironment,
		MaxBody:     128 << 20,
		MaxHeader:   32 << 10,
		MaxInFlight: 512 << 20,
		MaxClients:  65536,
		CopyLimit:   1 << 20,
		Connect:     10 * time.Second,
		Header:      600 * time.Second,
		Idle:        300 * time.Second,
		KeepAlive:   30 * time.Second,
		ClientIdle:  600 * time.Second,
		Hold:        250 * time.Millisecond,
		Drain:       600 * time.Second,
		Log:         slog.New(slog.DiscardHandler),
	}
}

// proxyFromEnvironment asks the standard library's reading of HTTPS_PROXY,
// HTTP_PROXY and NO_PROXY.
func proxyFromEnvironment(u *url.URL) (*url.URL, error) {
	return http.ProxyFromEnvironment(&http.Request{URL: u})
}

// Validate reports every fault at once.
func (o Options) Validate() error {
	var faults []error
	fault := func(format string, args ...any) { faults = append(faults, fmt.Errorf(format, args...)) }
	if len(o.Upstreams) == 0 {
		fault("-upstream: none given")
	}
	names := make(map[string]bool)
	for _, u := range o.Upstreams {
		if names[u.Name] {
			fault("upstream %q: named twice", u.Name)
		}
		names[u.Name] = true
		if _, err := parseBase(u.URL); err != nil {
			fault("upstream %q: %w", u.Name, err)
		}
		for _, pattern := range u.Models {
			if _, err := path.Match(pattern, ""); err != nil {
				fault("upstream %q: model pattern %q: %w", u.Name, pattern, err)
			}
		}
	}
	for name, n := range map[string]int64{
		"MaxBody": o.MaxBody, "MaxInFlight": o.MaxInFlight, "MaxHeader": int64(o.MaxHeader), "MaxClients": int64(o.MaxClients),
		"Connect": int64(o.Connect), "Header": int64(o.Header), "Idle": int64(o.Idle), "KeepAlive": int64(o.KeepAlive), "ClientIdle": int64(o.ClientIdle),
	} {
		if n <= 0 {
			fault("%s: must be above 0", name)
		}
	}
	if o.Hold < 0 || o.Drain < 0 || o.CopyLimit < 0 {
		fault("Hold, Drain, CopyLimit: must not be negative")
	}
	if o.Log == nil {
		fault("Log: none given")
	}
	return errors.Join(faults...)
}
