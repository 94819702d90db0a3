package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"text/tabwriter"
	"time"
)

// rival is a way to the provider that is measured.
type rival struct {
	*process
	headers []string
	cells   map[string]*cell // by body size
	stream  streamCell
	idle    []float64 // RSS in bytes
	open    []float64 // RSS in bytes per open stream
	repeat  bool      // one question is asked over and over
	asked   *atomic.Int64
}

// cell gathers one number per round.
type cell struct {
	p50, p90, p99, p999 []float64 // microseconds
	cpu                 []float64 // microseconds per request
	rate                []float64 // requests per second at saturation
	offered, served     []float64
	bare                []float64 // share of answers at saturation that memory was too busy for, in percent
	failed              int
}

type streamCell struct {
	first, first99, transit50, transit99 []float64 // microseconds
	cpu                                  []float64 // microseconds per event at saturation
}

// size is a body size with the rate at which latency is measured.
type size struct {
	name  string
	bytes int
	rate  float64
}

// runOverhead measures the provider directly, twice, the floor, and mneme with
// memory off and on, in one interleaved run.
func runOverhead(ctx context.Context, args []string, out, progress io.Writer) error {
	flags := flag.NewFlagSet("overhead", flag.ContinueOnError)
	flags.SetOutput(progress)
	quick := flags.Bool("quick", false, "one short round")
	rounds := flags.Int("rounds", 5, "rounds; medians are reported")
	length := flags.Duration("length", 2*time.Second, "length of one measured stretch")
	binary := flags.String("binary", "", "the mneme binary; empty: build it")
	recall := flags.Bool("on", true, "measure with memory on as well")
	streaming := flags.Bool("streams", true, "measure streams as well")
	at := flags.String("provider", "", "`address` on which the provider listens; empty: any that is free")
	var others []*rival
	flags.Func("against", "measure another proxy before the provider too, running already, as `NAME=HOST:PORT`, or NAME=HOST:PORT@PID to count its CPU and memory, its children's included; may be repeated", func(text string) error {
		r, err := against(text)
		others = append(others, r)
		return err
	})
	repeat := flags.Bool("repeat", false, "ask one question over and over, which the result cache answers, instead of a new one each time")
	beside := flags.Int("upkeep", 0, "instead: requests of one user while upkeep looks after so many others")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *beside > 0 {
		return runBeside(ctx, *beside, *rounds, *length, *binary, out, progress)
	}
	if *quick {
		*rounds, *length = 1, time.Second
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	dir, err := os.MkdirTemp("", "mneme-bench-")
	if err != nil {
		return fmt.Errorf("make a folder: %w", err)
	}
	defer func() { _ = os.RemoveAll(dir) }()
	rivals, err := line(ctx, dir, *binary, *at, *recall)
	for _, r := range rivals {
		defer r.stop()
	}
	if err != nil {
		return err
	}
	rivals = append(rivals, others...)
	asked := new(atomic.Int64)
	for _, r := range rivals {
		r.repeat, r.asked = *repeat, asked
	}
	sizes := []size{{"2 KB", 2 << 10, 1000}, {"64 KB", 64 << 10, 200}, {"1 MB", 1 << 20, 20}}
	for round := range *rounds {
		for _, s := range sizes {
			for i := range rivals {
				r := rivals[(i+round)%len(rivals)]
				fmt.Fprintf(progress, "\rround %d of %d: %s, %s          ", round+1, *rounds, s.name, r.name)
				if err := r.measure(s, *length); err != nil {
					return err
				}
			}
		}
		for i := range rivals {
			if !*streaming {
				break
			}
			r := rivals[(i+round)%len(rivals)]
			fmt.Fprintf(progress, "\rround %d of %d: streams, %s          ", round+1, *rounds, r.name)
			if err := r.measureStreams(*quick); err != nil {
				return err
			}
		}
	}
	fmt.Fprint(progress, "\r                                                  \r")
	report(out, rivals, sizes, *rounds, *length)
	return nil
}

// against reads who else is measured.
func against(text string) (*rival, error) {
	name, where, ok := strings.Cut(text, "=")
	addr, pid, counted := strings.Cut(where, "@")
	if _, _, err := net.SplitHostPort(addr); err != nil || !ok || name == "" {
		return nil, fmt.Errorf("%q is not NAME=HOST:PORT", text)
	}
	p := &process{name: name, addr: addr}
	if counted {
		n, err := strconv.Atoi(pid)
		if err != nil || n <= 0 {
			return nil, fmt.Errorf("%q is no process", pid)
		}
		p.pid = n
	}
	return &rival{process: p, cells: make(map[string]*cell)}, nil
}

// line starts everybody.
func line(ctx context.Context, dir, binary, at string, recall bool) ([]*rival, error) {
	self, binary, err := binaries(ctx, dir, binary)
	if err != nil {
		return nil, err
	}
	var rivals []*rival
	add := func(name string, argv ...string) (*process, error) {
		addr, err := freeAddr()
		if err != nil {
			return nil, err
		}
		if name == "direct" && at != "" {
			addr = at
		}
		p, err := launch(ctx, name, addr, append(argv, "-listen", addr)...)
		if err == nil {
			rivals = append(rivals, &rival{process: p, cells: make(map[string]*cell)})
		}
		return p, err
	}
	provider, err := add("direct", self, "provider")
	if err != nil {
		return rivals, err
	}
	rivals = append(rivals, &rival{process: &process{name: "direct again", addr: provider.addr, cmd: provider.cmd}, cells: make(map[string]*cell)})
	if _, err = add("floor", self, "floor", "-upstream", provider.addr); err != nil {
		return rivals, err
	}
	states := []string{"off"}
	if recall {
		states = append(states, "on")
	}
	for _, state := range states {
		admin, err := freeAddr()
		if err != nil {
			return rivals, err
		}
		if _, err = add("mneme "+state, binary, "serve", "-upstream", "http://"+provider.addr+"/v1", "-admin", admin, "-data", filepath.Join(dir, state)); err != nil {
			return rivals, err
		}
		r := rivals[len(rivals)-1]
		r.headers = []string{"X-Memory-Mode: off", "X-Memory-User-Id: bench"}
		if state == "on" {
			r.headers[0] = "X-Memory-Mode: read"
			if err := remember(ctx, admin, 500, 2000); err != nil {
				return rivals, err
			}
		}
	}
	return rivals, nil
}

// What the made-up memory is about.
var (
	people = [10]string{"Ines", "Bram", "Chidi", "Dara", "Elif", "Farid", "Gwen", "Hana", "Ivo", "Jun"}
	things = [10]string{"weekly report", "travel plan", "garden", "bicycle", "server", "budget", "language course", "kitchen", "concert", "insurance"}
	ways   = [10]string{"by e-mail", "on paper", "in the morning", "with a diagram", "in Portuguese", "on Fridays", "without jargon", "by phone", "in one page", "with the numbers first"}
)

// remember fills a user's memory through the admin API: facts and episodes about
// made-up things.
func remember(ctx context.Context, admin string, facts, episodes int) error {
	jobs := make(chan map[string]any)
	faults := make(chan error, 8)
	var wait sync.WaitGroup
	for range cap(faults) {
		wait.Go(func() {
			for job := range jobs {
				if err := post(ctx, "http://"+admin+"/memory/v1/memories", job); err != nil {
					faults <- err
					for range jobs { // let the sender end
					}
					return
				}
			}
		})
	}
	begin := time.Now().Add(-60 * 24 * time.Hour)
	for i := range facts + episodes {
		who, what, how := people[i%10], things[(i/10)%10], ways[(i/100)%10]
		job := map[string]any{"user_id": "bench", "layer": "semantic", "text": fmt.Sprintf("%s wants the %s number %d %s", who, what, i, how)}
		if i >= facts {
			job["layer"] = "episodic"
			job["text"] = fmt.Sprintf("Talked with %s about the %s: version %d was sent %s and accepted after two changes.", who, what, i, how)
			job["event"] = map[string]any{"type": "decision", "time": begin.Add(time.Duration(i) * time.Minute).UTC().Format(time.RFC3339)}
		}
		jobs <- job
	}
	close(jobs)
	wait.Wait()
	select {
	case err := <-faults:
		return fmt.Errorf("fill the memory: %w", err)
	default:
		return post(ctx, "http://"+admin+"/memory/v1/flush", map[string]any{"timeout_ms": 60000})
	}
}

func post(ctx context.Context, url string, body any) error {
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(text))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	answer, _ := io.ReadAll(io.LimitReader(resp.Body, 500))
	if resp.StatusCode >= 300 {
		return fmt.Errorf("%s: %s: %s", url, resp.Status, answer)
	}
	return nil
}

// measure takes one round of latency at a fixed rate and of throughput.
func (r *rival) measure(s size, length time.Duration) error {
	c := r.cells[s.name]
	if c == nil {
		c = &cell{}
		r.cells[s.name] = c
	}
	ask := r.anew(request("/v1/chat/completions", chat(s.bytes, false), r.headers...))
	if r.repeat {
		ask = over(request("/v1/chat/completions", chat(s.bytes, false), r.headers...))
	}
	got, err := load(r.process, ask, min(32, max(2, int(s.rate/10))), s.rate, length)
	if err != nil {
		return err
	}
	us := func(d time.Duration) float64 { return float64(d) / 1000 }
	c.p50 = append(c.p50, us(got.at(.5)))
	c.p90 = append(c.p90, us(got.at(.9)))
	c.p99 = append(c.p99, us(got.at(.99)))
	c.p999 = append(c.p999, us(got.at(.999)))
	c.cpu = append(c.cpu, us(got.cpu)/float64(max(1, got.done)))
	c.offered = append(c.offered, s.rate)
	c.served = append(c.served, got.rate())
	c.failed += got.failed
	full, err := load(r.process, ask, 32, 0, length)
	if err != nil {
		return err
	}
	c.rate = append(c.rate, full.rate())
	c.bare = append(c.bare, 100*float64(full.bare)/float64(max(1, full.done)))
	c.failed += full.failed
	return nil
}

// measureStreams takes one round of streams: paced ones for delay, ones without a
// pause for CPU, and many that only stand open for memory.
func (r *rival) measureStreams(quick bool) error {
	body := chat(2<<10, true)
	side, events := 50, 200
	if quick {
		events = 60
	}
	us := func(d time.Duration) float64 { return float64(d) / 1000 }
	var paced streamed
	for range 3 {
		got, err := streams(r.process, body, side, events, 10_000, r.headers...)
		if err != nil {
			return err
		}
		paced.first.took = append(paced.first.took, got.first.took...)
		paced.transit.took = append(paced.transit.took, got.transit.took...)
	}
	slices.Sort(paced.first.took)
	slices.Sort(paced.transit.took)
	c := &r.stream
	c.first = append(c.first, us(paced.first.at(.5)))
	c.first99 = append(c.first99, us(paced.first.at(.99)))
	c.transit50 = append(c.transit50, us(paced.transit.at(.5)))
	c.transit99 = append(c.transit99, us(paced.transit.at(.99)))
	full, err := streams(r.process, body, 8, 20_000, 0, r.headers...)
	if err != nil {
		return err
	}
	c.cpu = append(c.cpu, us(full.cpu)/float64(max(1, full.events)))
	before := float64(r.rss())
	const many = 300
	req := request("/v1/chat/completions", body, append(slices.Clone(r.headers), headerEvents+": 4", headerGap+": 1000000")...)
	var open []*caller
	defer func() {
		for _, c := range open {
			_ = c.conn.Close()
		}
	}()
	for range many {
		c, err := call(r.addr)
		if err != nil {
			return err
		}
		open = append(open, c)
		if _, err := c.conn.Write(req); err != nil {
			return err
		}
	}
	for _, c := range open {
		if _, err := c.head(); err != nil {
			return err
		}
	}
	r.idle = append(r.idle, before)
	r.open = append(r.open, (float64(r.rss())-before)/many)
	return nil
}

func median(v []float64) float64 {
	if len(v) == 0 {
		return 0
	}
	v = slices.Clone(v)
	slices.Sort(v)
	return v[len(v)/2]
}

// report prints what was measured, and the ratios to the floor that the bars are
// set in.
func report(w io.Writer, rivals []*rival, sizes []size, rounds int, length time.Duration) {
	fmt.Fprintf(w, "%s %s/%s, %d CPUs shared by load, provider and proxies; %d round(s) of %s; medians over rounds; microseconds\n\n", runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), rounds, length)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "body\t\tp50\tp90\tp99\tp99.9\tCPU/request\toffered/s\tserved/s\tsaturated/s\tof that degraded\terrors\t")
	for _, s := range sizes {
		for _, r := range rivals {
			c := r.cells[s.name]
			fmt.Fprintf(t, "%s\t%s\t%.0f\t%.0f\t%.0f\t%.0f\t%.1f\t%.0f\t%.0f\t%.0f\t%.0f %%\t%d\t\n", s.name, r.name, median(c.p50), median(c.p90), median(c.p99), median(c.p999), median(c.cpu), median(c.offered), median(c.served), median(c.rate), median(c.bare), c.failed)
		}
	}
	if len(rivals[0].stream.first) == 0 { // streams were not measured
		_ = t.Flush()
		ratios(w, rivals, sizes)
		return
	}
	fmt.Fprintln(t, "\t\t\t\t\t\t\t\t\t\t\t\t")
	fmt.Fprintln(t, "streams\t\tfirst p50\tfirst p99\ttransit p50\ttransit p99\tCPU/event\tRSS MB\tKB/open stream\t\t\t\t")
	for _, r := range rivals {
		c := r.stream
		fmt.Fprintf(t, "\t%s\t%.0f\t%.0f\t%.0f\t%.0f\t%.2f\t%.1f\t%.0f\t\t\t\t\n", r.name, median(c.first), median(c.first99), median(c.transit50), median(c.transit99), median(c.cpu), median(r.idle)/1e6, median(r.open)/1024)
	}
	_ = t.Flush()
	ratios(w, rivals, sizes)
}

// bar is a limit from the product's own requirements, as a ratio to the floor.
type bar struct{ p50, p99, cpu, rate float64 }

func ratios(w io.Writer, rivals []*rival, sizes []size) {
	var direct, floor *rival
	for _, r := range rivals {
		switch r.name {
		case "direct":
			direct = r
		case "floor":
			floor = r
		}
	}
	if direct == nil || floor == nil {
		return
	}
	bars := map[string]bar{"mneme off": {1.3, 2, 1.6, .3}, "mneme on": {2.5, 4, 3.2, .2}}
	fmt.Fprintf(w, "\nratios to what the floor adds (bar in brackets); saturated: share of direct\n\n")
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "body\t\tadded p50\tadded p99\tCPU\tsaturated\t")
	for _, s := range sizes {
		d, f := direct.cells[s.name], floor.cells[s.name]
		for _, r := range rivals {
			if r == direct {
				continue
			}
			c, b := r.cells[s.name], bars[r.name]
			added := func(mine, floors, directs []float64) float64 {
				return (median(mine) - median(directs)) / (median(floors) - median(directs))
			}
			fmt.Fprintf(t, "%s\t%s\t%.2f%s\t%.2f%s\t%.2f%s\t%.2f%s\t\n", s.name, r.name, added(c.p50, f.p50, d.p50), limit(b.p50), added(c.p99, f.p99, d.p99), limit(b.p99), median(c.cpu)/median(f.cpu), limit(b.cpu), median(c.rate)/median(d.rate), limit(b.rate))
		}
	}
	if len(direct.stream.first) == 0 {
		_ = t.Flush()
		return
	}
	fmt.Fprintln(t, "\t\t\t\t\t\t")
	fmt.Fprintln(t, "streams\t\tadded first\ttransit p50\ttransit p99\tCPU/event\t")
	d, f := direct.stream, floor.stream
	for _, r := range rivals {
		if r == direct {
			continue
		}
		b := bar{}
		if _, judged := bars[r.name]; judged {
			b = bar{1.7, 1.15, 1.7, 1}
		}
		c := r.stream
		fmt.Fprintf(t, "\t%s\t%.2f%s\t%.2f%s\t%.2f%s\t%.2f%s\t\n", r.name, (median(c.first)-median(d.first))/(median(f.first)-median(d.first)), limit(b.p50),
			median(c.transit50)/median(f.transit50), limit(b.p99), median(c.transit99)/median(f.transit99), limit(b.cpu), median(c.cpu)/median(f.cpu), limit(b.rate))
	}
	_ = t.Flush()
}

func limit(b float64) string {
	if b == 0 {
		return ""
	}
	return fmt.Sprintf(" [%g]", b)
}
