package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"text/tabwriter"
	"time"
)

// runSoak keeps a proxy busy with answers, streams and clients that leave, and
// watches from outside what should not grow: resident memory, open files,
// threads.
func runSoak(ctx context.Context, args []string, out, progress io.Writer) error {
	flags := flag.NewFlagSet("soak", flag.ContinueOnError)
	flags.SetOutput(progress)
	length := flags.Duration("length", 30*time.Minute, "how long")
	side := flags.Int("clients", 64, "clients side by side")
	mode := flags.String("mode", "read", "X-Memory-Mode of the requests")
	binary := flags.String("binary", "", "the mneme binary; empty: build it")
	if err := flags.Parse(args); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	dir, err := os.MkdirTemp("", "mneme-soak-")
	if err != nil {
		return fmt.Errorf("make a folder: %w", err)
	}
	defer func() { _ = os.RemoveAll(dir) }()
	rivals, err := line(ctx, dir, *binary, "", false)
	for _, r := range rivals {
		defer r.stop()
	}
	if err != nil {
		return err
	}
	p := rivals[len(rivals)-1].process
	s := soak{addr: p.addr, mode: *mode}
	stop, done := context.WithTimeout(ctx, *length)
	defer done()
	var wait sync.WaitGroup
	for range *side {
		wait.Go(func() { s.client(stop) })
	}
	t := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "after\twhole\tleft\tfailed\tRSS MB\tfiles\tthreads\t")
	var rss []float64
	ticker := time.NewTicker(*length / 12)
	defer ticker.Stop()
	for begin, running := time.Now(), true; running; {
		select {
		case <-stop.Done():
			running = false
		case <-ticker.C:
			rss = append(rss, float64(p.rss()))
			fmt.Fprintf(t, "%s\t%d\t%d\t%d\t%.1f\t%d\t%d\t\n", time.Since(begin).Round(time.Second), s.whole.Load(), s.left.Load(), s.failed.Load(), float64(p.rss())/1e6, count(p, "fd"), count(p, "task"))
			_ = t.Flush()
		}
	}
	wait.Wait()
	time.Sleep(2 * time.Second)
	fmt.Fprintf(t, "at rest\t%d\t%d\t%d\t%.1f\t%d\t%d\t\n", s.whole.Load(), s.left.Load(), s.failed.Load(), float64(p.rss())/1e6, count(p, "fd"), count(p, "task"))
	_ = t.Flush()
	if n := len(rss); n >= 4 {
		fmt.Fprintf(out, "\nRSS of the second half against the first: %+.1f %%\n", 100*(slices.Max(rss[n/2:])/slices.Max(rss[1:n/2])-1))
	}
	if s.failed.Load() > 0 {
		return errors.New("requests failed")
	}
	return nil
}

// count counts the entries of one of a process's folders in /proc.
func count(p *process, what string) int {
	names, _ := filepath.Glob(fmt.Sprintf("/proc/%d/%s/*", p.cmd.Process.Pid, what))
	return len(names)
}

type soak struct {
	addr, mode          string
	whole, left, failed atomic.Int64
}

// client asks one thing after the other, now and then leaving before the end.
func (s *soak) client(ctx context.Context) {
	headers := []string{"X-Memory-Mode: " + s.mode, fmt.Sprintf("X-Memory-User-Id: user-%d", rand.IntN(50))}
	for ctx.Err() == nil {
		body, extra := chat(2<<10<<rand.IntN(6), false), headers
		if rand.IntN(2) == 0 {
			body = chat(4<<10, true)
			extra = append(slices.Clone(headers), fmt.Sprintf("%s: %d", headerEvents, 5+rand.IntN(40)), headerGap+": 2000")
		}
		c, err := call(s.addr)
		if err != nil {
			s.failed.Add(1)
			return
		}
		if rand.IntN(3) == 0 {
			s.leave(c, request("/v1/chat/completions", body, extra...))
			continue
		}
		for range 1 + rand.IntN(5) {
			if err := c.do(request("/v1/chat/completions", body, extra...)); err != nil {
				s.failed.Add(1)
				break
			}
			s.whole.Add(1)
		}
		_ = c.conn.Close()
	}
}

// leave closes somewhere within a request or its answer, half of the time rudely.
func (s *soak) leave(c *caller, req []byte) {
	if rand.IntN(4) == 0 {
		req = req[:rand.IntN(len(req))]
	}
	_, _ = c.conn.Write(req)
	time.Sleep(time.Duration(rand.IntN(20)) * time.Millisecond)
	if socket, ok := c.conn.(*net.TCPConn); ok && rand.IntN(2) == 0 {
		_ = socket.SetLinger(0)
	}
	_ = c.conn.Close()
	s.left.Add(1)
}
