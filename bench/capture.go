package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"net"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/valyala/fasthttp"
)

const captureHelp = `usage: bench capture [flags] -binary FILE

Starts mneme on a fresh data folder before a scripted upstream, and measures:

  journal   how many exchanges a second it takes when as many clients as -clients ask at once
  learn     how many a second are learnt of them, until all are
  within    at -rate exchanges a second, how long after its answer each is learnt

`

// captureOptions are the settings of a run.
type captureOptions struct {
	binary         string
	clients, users int
	rate           float64
	length         time.Duration
}

func runCapture(ctx context.Context, args []string, out, progress io.Writer) error {
	o := captureOptions{}
	flags := flag.NewFlagSet("capture", flag.ContinueOnError)
	flags.SetOutput(progress)
	flags.StringVar(&o.binary, "binary", "", "the mneme to measure")
	flags.IntVar(&o.clients, "clients", 32, "clients that ask at once")
	flags.IntVar(&o.users, "users", 200, "users they ask for")
	flags.Float64Var(&o.rate, "rate", 100, "exchanges a second while the time until learnt is measured")
	flags.DurationVar(&o.length, "length", 10*time.Second, "length of each part")
	flags.Usage = func() { fmt.Fprint(progress, captureHelp); flags.PrintDefaults() }
	if err := flags.Parse(args); err != nil {
		return err
	}
	if o.binary == "" || o.clients < 1 || o.users < 1 || o.rate <= 0 || o.length <= 0 {
		flags.Usage()
		return fmt.Errorf("name the binary with -binary; numbers must be positive")
	}
	upstream, err := scripted()
	if err != nil {
		return err
	}
	defer upstream.close()
	server, err := startBefore(ctx, o.binary, upstream.base, progress)
	if err != nil {
		return err
	}
	defer server.stop()
	run := &captureRun{options: &o, base: server.base, api: &client{base: server.admin + "/memory/v1", key: os.Getenv("MNEME_ADMIN_KEY")}}
	fmt.Fprintln(out, "| part | offered/s | served/s | refused | errors | p50 ms | p90 ms | p99 ms | p99.9 ms | CPU us/exchange | RSS MB |")
	fmt.Fprintln(out, "|---|---|---|---|---|---|---|---|---|---|---|")
	for _, part := range []func(context.Context) (captureRow, error){run.journal, run.within} {
		before := used(server.cmd.Process.Pid)
		row, err := part(ctx)
		if err != nil {
			return err
		}
		row.print(out, used(server.cmd.Process.Pid).since(before))
		if row.part == "journal" {
			fmt.Fprintf(out, "| learn | | %.0f | | | | | | | | |\n", run.learnt)
		}
	}
	return nil
}

// captureRun is a run under way.
type captureRun struct {
	options *captureOptions
	base    string
	api     *client
	http    fasthttp.Client
	n       atomic.Int64
	learnt  float64 // a second, of the journal part
}

// captureRow is a line of the table.
type captureRow struct {
	part                      string
	offered                   float64 // a second; 0: as many as were served
	queued, refused, failures int
	elapsed                   time.Duration
	took                      []time.Duration
}

func (r *captureRow) print(out io.Writer, cost usage) {
	slices.Sort(r.took)
	at := func(p float64) float64 {
		if len(r.took) == 0 {
			return 0
		}
		return float64(r.took[int(p*float64(len(r.took)-1))].Microseconds()) / 1000
	}
	served := float64(r.queued) / r.elapsed.Seconds()
	offered := r.offered
	if offered == 0 {
		offered = float64(r.queued+r.refused+r.failures) / r.elapsed.Seconds()
	}
	fmt.Fprintf(out, "| %s | %.0f | %.0f | %d | %d | %.2f | %.2f | %.2f | %.2f | %.0f | %.0f |\n", r.part, offered, served, r.refused, r.failures,
		at(0.5), at(0.9), at(0.99), at(0.999), float64(cost.cpu.Microseconds())/float64(max(r.queued, 1)), float64(cost.rss)/(1<<20))
}

// ask makes one exchange and returns its receipt's id, empty when it was not
// captured, and what capture said.
func (r *captureRun) ask() (receipt, state string, err error) {
	i := int(r.n.Add(1))
	user, turn := i%r.options.users, i/r.options.users
	req, res := fasthttp.AcquireRequest(), fasthttp.AcquireResponse()
	defer fasthttp.ReleaseRequest(req)
	defer fasthttp.ReleaseResponse(res)
	req.SetRequestURI(r.base + "/v1/chat/completions")
	req.Header.SetMethod(fasthttp.MethodPost)
	req.Header.SetContentType("application/json")
	req.Header.Set("X-Memory-User-Id", fmt.Sprint("user-", user))
	req.Header.Set("X-Memory-Session-Id", fmt.Sprint("session-", turn/20))
	req.Header.Set("X-Memory-Mode", "write")
	req.SetBodyString(fmt.Sprintf(`{"model":"m","messages":[{"role":"user","content":"In week %d of the move I want shelf %d packed by day %d, since I like to have the books first. What can wait until the second van comes?"}]}`, turn, i, i%300))
	if err := r.http.DoTimeout(req, res, 30*time.Second); err != nil {
		return "", "", err
	}
	if res.StatusCode() != fasthttp.StatusOK {
		return "", "", fmt.Errorf("status %d", res.StatusCode())
	}
	return string(res.Header.Peek("X-Memory-Receipt-Id")), string(res.Header.Peek("X-Memory-Capture")), nil
}

// journal has all clients ask as fast as they are answered, and then waits until
// all of it is learnt.
func (r *captureRun) journal(ctx context.Context) (captureRow, error) {
	row := captureRow{part: "journal"}
	var mu sync.Mutex
	var wg sync.WaitGroup
	began := time.Now()
	for range r.options.clients {
		wg.Go(func() {
			for ctx.Err() == nil && time.Since(began) < r.options.length {
				asked := time.Now()
				_, state, err := r.ask()
				took := time.Since(asked)
				mu.Lock()
				row.count(state, err)
				row.took = append(row.took, took)
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	row.elapsed = time.Since(began)
	if err := r.api.flush(ctx); err != nil {
		return row, err
	}
	r.learnt = float64(row.queued) / time.Since(began).Seconds()
	return row, ctx.Err()
}

func (r *captureRow) count(state string, err error) {
	switch {
	case err != nil:
		r.failures++
	case state == "queued":
		r.queued++
	default:
		r.refused++
	}
}

// within asks at a steady rate and watches the receipts of a part of the
// exchanges: the time from the answer until its receipt says learnt.
func (r *captureRun) within(ctx context.Context) (captureRow, error) {
	row := captureRow{part: "within", offered: r.options.rate}
	var mu sync.Mutex
	var wg sync.WaitGroup
	began := time.Now()
	tick := time.NewTicker(time.Duration(float64(time.Second) / r.options.rate))
	defer tick.Stop()
	for i := 0; ctx.Err() == nil && time.Since(began) < r.options.length; i++ {
		select {
		case <-ctx.Done():
		case <-tick.C:
		}
		watched := i%8 == 0 // watching costs the same cores
		wg.Go(func() {
			receipt, state, err := r.ask()
			answered := time.Now()
			if err == nil && state == "queued" && watched {
				err = r.watch(ctx, receipt)
			}
			mu.Lock()
			defer mu.Unlock()
			row.count(state, err)
			if err == nil && state == "queued" && watched {
				row.took = append(row.took, time.Since(answered))
			}
		})
	}
	row.elapsed = time.Since(began)
	wg.Wait()
	return row, ctx.Err()
}

// watch returns when a receipt says what became of its exchange.
func (r *captureRun) watch(ctx context.Context, receipt string) error {
	for range 3000 {
		var answer struct {
			Capture struct {
				State string `json:"state"`
			} `json:"capture"`
		}
		if err := r.api.get(ctx, "/receipts/"+receipt, &answer); err != nil && !strings.Contains(err.Error(), "404") {
			return err
		}
		switch answer.Capture.State {
		case "learnt", "nothing":
			return nil
		case "dead":
			return fmt.Errorf("receipt %s is a dead letter", receipt)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(10 * time.Millisecond):
		}
	}
	return fmt.Errorf("receipt %s was not learnt in 30 s", receipt)
}

// upstreamScript is a provider that answers every chat alike.
type upstreamScript struct {
	base   string
	server *fasthttp.Server
}

func scripted() (*upstreamScript, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("listen for the upstream: %w", err)
	}
	answer := `{"id":"c","object":"chat.completion","model":"m","choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"` +
		strings.Repeat("Pack the books first, then the kitchen, and keep the lamps for the second van. ", 7) +
		`"}}],"usage":{"prompt_tokens":60,"completion_tokens":130,"total_tokens":190}}`
	s := &upstreamScript{base: "http://" + listener.Addr().String() + "/v1"}
	s.server = &fasthttp.Server{Handler: func(c *fasthttp.RequestCtx) {
		c.SetContentType("application/json")
		c.SetBodyString(answer)
	}}
	go s.server.Serve(listener)
	return s, nil
}

func (s *upstreamScript) close() { s.server.Shutdown() }
