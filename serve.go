package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"time"

	"mneme/memory"
	"mneme/policy"
	"mneme/proxy"
)

// serveCommand runs the proxy until it is told to stop.
func serveCommand(ctx context.Context, std stdio, args []string) error {
	o, s, err := parseServe(std, "serve", args)
	if err != nil {
		return err
	}
	if o.check {
		return check(ctx, std, o, s)
	}
	log := newLog(std.err, o)
	h, err := open(ctx, o, s, log)
	if err != nil {
		return err
	}
	if err := h.exposed(); err != nil {
		h.close()
		return err
	}
	if err := h.listen(); err != nil {
		h.close()
		return err
	}
	h.banner(std.err)
	room := roomForCollector(os.Getenv)
	defer runtime.KeepAlive(room)
	return h.serve(ctx)
}

// parseServe reads flags, environment and secrets, and reports all faults at
// once.
func parseServe(std stdio, name string, args []string) (options, secrets, error) {
	o := defaultOptions()
	set := newFlags(name)
	o.flags(set)
	rest, err := parseFlags(set, args, std.err)
	if err != nil {
		return o, secrets{}, err
	}
	faults := []error{environment(set, os.LookupEnv)}
	if len(rest) > 0 {
		faults = append(faults, fmt.Errorf("does not take %q", rest[0]))
	}
	s, err := o.readSecrets(os.LookupEnv)
	faults = append(faults, o.validate(), err)
	err = errors.Join(faults...)
	if err != nil && o.check {
		// What is wrong with the values is no reason not to look at the rest.
		_, more := rehearse(context.Background(), o, s)
		err = errors.Join(err, more)
	}
	return o, s, err
}

func newLog(w io.Writer, o options) *slog.Logger {
	var level slog.Level
	_ = level.UnmarshalText([]byte(o.logLevel)) // validated
	settings := &slog.HandlerOptions{Level: level}
	if o.logFormat == "json" {
		return slog.New(slog.NewJSONHandler(w, settings))
	}
	return slog.New(slog.NewTextHandler(w, settings))
}

// exposed refuses listeners that others can reach and nobody guards.
func (h *house) exposed() error {
	if h.opts.insecure {
		return nil
	}
	var faults []error
	if !loopback(h.opts.listen) && !h.governor.Configured() {
		faults = append(faults, fmt.Errorf("-listen %s can be reached from elsewhere and no proxy key is configured: make one with `mneme key new` while it listens on 127.0.0.1, or list keys in the -policy file; -insecure overrides", h.opts.listen))
	}
	if !loopback(h.opts.admin) && h.governor.Open() {
		faults = append(faults, fmt.Errorf("-admin %s can be reached from elsewhere and no admin key is configured: name one with -admin-key-file or MNEME_ADMIN_KEY; -insecure overrides", h.opts.admin))
	}
	return errors.Join(faults...)
}

// listeners are the two doors.
type listeners struct {
	data, admin net.Listener
}

// listen opens both doors, so that a taken port is known before anything runs.
func (h *house) listen() error {
	var err error
	if h.listeners.data, err = net.Listen("tcp", h.opts.listen); err != nil {
		return fmt.Errorf("-listen: %w", err)
	}
	if h.listeners.admin, err = net.Listen("tcp", h.opts.admin); err != nil {
		h.listeners.data.Close()
		return fmt.Errorf("-admin: %w", err)
	}
	if h.store != nil {
		if err := tellDoors(h.opts.data, h.listeners); err != nil {
			h.log.Warn("a check cannot tell our addresses from others'", "err", err)
		}
	}
	return nil
}

func (h *house) dataURL() string {
	scheme := "http://"
	if h.opts.tlsCert != "" {
		scheme = "https://"
	}
	return scheme + h.listeners.data.Addr().String()
}

func (h *house) adminURL() string { return "http://" + h.listeners.admin.Addr().String() }

// banner says in a few lines what to do and what is on.
func (h *house) banner(w io.Writer) {
	user := "as each request names (X-Memory-User-Id, or the body's user), with its key in X-Memory-Key"
	if !h.governor.Configured() {
		user = memory.DefaultUser + " (requests that name nobody)"
	}
	learns := "rules"
	if h.opts.llmURL != "" {
		learns = h.opts.llmModel + ", else rules"
	}
	state := "on"
	if h.down != "" {
		state = "DOWN (" + h.down + "): requests go on without it"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "mneme %s\n", version)
	line := func(name, value string) { fmt.Fprintf(&b, "  %-10s %s\n", name, value) }
	line("base URL", h.dataURL()+"/v1")
	line("upstream", h.opts.upstream)
	line("user", user)
	line("data", h.opts.data)
	line("memory", state+"; learns by "+learns+"; embedder "+h.embedderName())
	line("admin", h.adminURL()+"   (`mneme tail` shows what is remembered and why)")
	fmt.Fprint(w, b.String())
}

func (h *house) embedderName() string {
	switch {
	case h.embedder == nil:
		return "none"
	case h.chosen == nil && h.moving:
		return h.embedder.ID() + ", embedding anew what another embedded"
	case h.chosen == nil:
		return h.embedder.ID()
	case h.moving:
		return h.embedder.ID() + ", changing to " + h.chosen.ID()
	}
	return h.chosen.ID()
}

// serve works, on the doors that listen opened, until the context ends, then stops in reverse: first no new
// requests, then the streams that still run, then what waits to be learnt. A
// second signal ends it at once.
func (h *house) serve(ctx context.Context) error {
	background, endBackground := context.WithCancel(context.WithoutCancel(ctx))
	var jobs sync.WaitGroup
	h.runBackground(background, &jobs)

	adminServer := &http.Server{Handler: h.admin.Handler(), ReadHeaderTimeout: 10 * time.Second, ErrorLog: slog.NewLogLogger(h.log.Handler(), slog.LevelWarn)}
	failed := make(chan error, 1)
	go func() {
		if err := adminServer.Serve(h.listeners.admin); !errors.Is(err, http.ErrServerClosed) {
			failed <- fmt.Errorf("serve admin: %w", err)
		}
	}()
	stop, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		select {
		case err := <-failed:
			h.log.Error("the admin listener broke", "err", err)
			cancel()
		case <-stop.Done():
		}
		h.draining.Store(true)
	}()
	go h.secondSignal(stop)

	err := h.data.Serve(stop, h.listeners.data)

	closing, done := context.WithTimeout(context.Background(), 5*time.Second)
	defer done()
	if adminServer.Shutdown(closing) != nil {
		adminServer.Close() // a live view is still being watched
	}
	endBackground()
	jobs.Wait()
	if h.intake != nil {
		h.intake.Close()
	}
	if h.index != nil {
		h.index.Store(closing)
	}
	if h.store != nil {
		os.Remove(filepath.Join(h.opts.data, doorsFile))
	}
	h.close()
	return err
}

// secondSignal ends the process at once when somebody asks twice.
func (h *house) secondSignal(first context.Context) {
	<-first.Done()
	again := make(chan os.Signal, 1)
	signal.Notify(again, os.Interrupt, syscall.SIGTERM)
	<-again
	h.log.Warn("stopped at once: what was not learnt yet is in the journal")
	os.Exit(1)
}

// runBackground starts what works beside the requests.
func (h *house) runBackground(ctx context.Context, jobs *sync.WaitGroup) {
	work := func(f func(context.Context)) {
		jobs.Add(1)
		go func() { defer jobs.Done(); f(ctx) }()
	}
	hup := make(chan os.Signal, 1)
	signal.Notify(hup, syscall.SIGHUP)
	work(func(ctx context.Context) { h.governor.watch(ctx, hup) })
	if h.store == nil {
		return
	}
	work(func(ctx context.Context) {
		if err := h.learner.Run(ctx); err != nil && ctx.Err() == nil {
			h.log.Error("learning ended", "err", err)
		}
	})
	work(h.index.Run)
	work(h.sweep)
	work(h.obeyRules)
	work(func(ctx context.Context) {
		select { // requests come first after a start
		case <-ctx.Done():
		case <-time.After(upkeepAfter):
			h.keeper.Run(ctx)
		}
	})
	if h.opts.backupTo != "" || h.opts.backupKeysTo != "" {
		work(h.backups)
	}
	if h.moving {
		work(h.reembed)
	}
}

// upkeepAfter is when the first round of upkeep begins.
const upkeepAfter = time.Minute

// sweepEvery is how often sessions are looked through.
const sweepEvery = time.Minute

// sweep ends working memory that expired. What was said in a session that ends
// stands in its episodes already: a summary of it would outlive the forgetting of
// what it sums up.
func (h *house) sweep(ctx context.Context) {
	tick := time.NewTicker(sweepEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			h.working.Expire(h.now())
		}
	}
}

// limit asks the rate limits of the tenant about a request.
func (h *house) limit(r *policy.Ruling, now time.Time) proxy.Allowance {
	rate := r.Settings.Limits.RequestsPerMin
	if rate <= 0 {
		return proxy.Allowance{Memory: true, Chat: true}
	}
	wait, ok := h.limiter.Take(r.KeyID+"\x00"+r.Owner().Key(), rate, now)
	if ok {
		return proxy.Allowance{Memory: true, Chat: true}
	}
	return proxy.Allowance{Chat: !r.Settings.Limits.RefuseChat, Retry: wait}
}

func certificate(certFile, keyFile string) (*tls.Config, error) {
	if certFile == "" {
		return nil, nil
	}
	pair, err := tls.LoadX509KeyPair(certFile, keyFile)
	if err != nil {
		return nil, fmt.Errorf("-tls-cert: %w", err)
	}
	return &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12}, nil
}
