package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"text/tabwriter"
	"time"

	"mneme/budget"
	"mneme/memory"
	"mneme/memory/seal"
	"mneme/memory/sqlite"
)

// What each of the people has whose memory is looked after while requests are
// measured.
const (
	besideFacts    = 400
	besideEpisodes = 1600
)

// runBeside measures requests of a user with memory on: of a mneme that has nobody
// else to look after, and of one whose upkeep passes over many others meanwhile. The
// two take turns, so that what else the machine does meets both.
func runBeside(ctx context.Context, users, rounds int, length time.Duration, binary string, out, progress io.Writer) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	dir, err := os.MkdirTemp("", "mneme-bench-")
	if err != nil {
		return fmt.Errorf("make a folder: %w", err)
	}
	defer func() { _ = os.RemoveAll(dir) }()
	self, binary, err := binaries(ctx, dir, binary)
	if err != nil {
		return err
	}
	var rivals []*rival
	defer func() {
		for _, r := range rivals {
			r.stop()
		}
	}()
	addr, err := freeAddr()
	if err != nil {
		return err
	}
	provider, err := launch(ctx, "direct", addr, self, "provider", "-listen", addr)
	if err != nil {
		return err
	}
	rivals = append(rivals, &rival{process: provider, cells: map[string]*cell{}, asked: new(atomic.Int64)})
	for _, one := range []struct {
		name   string
		others int
	}{{"without upkeep", 0}, {"beside upkeep", users}} {
		data := filepath.Join(dir, one.name)
		if err := fillBeside(ctx, data, one.others, progress); err != nil {
			return err
		}
		p, err := serveBeside(ctx, one.name, binary, provider.addr, data)
		if err != nil {
			return err
		}
		rivals = append(rivals, &rival{process: p, cells: map[string]*cell{}, asked: new(atomic.Int64), headers: []string{"X-Memory-Mode: read", "X-Memory-User-Id: bench"}})
	}
	admin := rivals[2].process.admin
	fmt.Fprint(progress, "\rwaiting for upkeep          ")
	for visits(admin) == 0 {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(200 * time.Millisecond):
		}
	}
	s := size{"2 KB", 2 << 10, 300}
	began := visits(admin)
	for round := range rounds {
		fmt.Fprintf(progress, "\r%d of %d                    ", round+1, rounds)
		for i := range rivals {
			if err := rivals[(i+round)%len(rivals)].pace(s, length); err != nil {
				return err
			}
		}
	}
	visited := visits(admin) - began
	fmt.Fprint(progress, "\r                                        \r")
	fmt.Fprintf(out, "2 KB at %.0f requests/s, of a user with %d records, while upkeep passes over %d others with %d each (%.0f of them in this time); %d turns of %s, medians, microseconds\n\n",
		s.rate, besideFacts+besideEpisodes, users, besideFacts+besideEpisodes, visited, rounds, length)
	t := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "\tp50\tp90\tp99\tp99.9\tCPU/request\tserved/s\terrors\t")
	for _, r := range rivals {
		c := r.cells[s.name]
		fmt.Fprintf(t, "%s\t%.0f\t%.0f\t%.0f\t%.0f\t%.1f\t%.0f\t%d\t\n", r.name, median(c.p50), median(c.p90), median(c.p99), median(c.p999), median(c.cpu), median(c.served), c.failed)
	}
	return t.Flush()
}

// pace takes one stretch at a fixed rate.
func (r *rival) pace(s size, length time.Duration) error {
	c := r.cells[s.name]
	if c == nil {
		c = &cell{}
		r.cells[s.name] = c
	}
	got, err := load(r.process, r.anew(request("/v1/chat/completions", chat(s.bytes, false), r.headers...)), 16, s.rate, length)
	if err != nil {
		return err
	}
	us := func(d time.Duration) float64 { return float64(d) / 1000 }
	c.p50, c.p90 = append(c.p50, us(got.at(.5))), append(c.p90, us(got.at(.9)))
	c.p99, c.p999 = append(c.p99, us(got.at(.99))), append(c.p999, us(got.at(.999)))
	c.cpu = append(c.cpu, us(got.cpu)/float64(max(1, got.done)))
	c.served = append(c.served, got.rate())
	c.failed += got.failed
	return nil
}

// serveBeside starts a mneme on a filled folder.
func serveBeside(ctx context.Context, name, binary, provider, data string) (*process, error) {
	addr, err := freeAddr()
	if err != nil {
		return nil, err
	}
	admin, err := freeAddr()
	if err != nil {
		return nil, err
	}
	p, err := launch(ctx, name, addr, binary, "serve", "-upstream", "http://"+provider+"/v1", "-admin", admin, "-data", data, "-listen", addr)
	if err != nil {
		return nil, err
	}
	p.admin = admin
	return p, nil
}

// visits reads how many owners upkeep has visited.
func visits(admin string) float64 {
	answer, err := http.Get("http://" + admin + "/metrics")
	if err != nil {
		return 0
	}
	defer func() { _ = answer.Body.Close() }()
	lines := bufio.NewScanner(answer.Body)
	for lines.Scan() {
		if rest, ok := strings.CutPrefix(lines.Text(), "mneme_upkeep_visits_total "); ok {
			n, _ := strconv.ParseFloat(rest, 64)
			return n
		}
	}
	return 0
}

// fillBeside writes people with months of facts and events straight into a store,
// and the one who asks.
func fillBeside(ctx context.Context, data string, users int, progress io.Writer) error {
	if err := os.MkdirAll(data, 0o700); err != nil {
		return err
	}
	keys, err := seal.Open(filepath.Join(data, "keys"), seal.DefaultOptions())
	if err != nil {
		return err
	}
	defer func() { _ = keys.Close() }()
	o := sqlite.DefaultOptions()
	o.Dir, o.Keys = data, keys
	store, err := sqlite.Open(o)
	if err != nil {
		return err
	}
	defer func() { _ = store.Close() }()
	counter := budget.NewCounter()
	for n := range users + 1 {
		user := fmt.Sprint("beside", n)
		if n == users {
			user = "bench"
		}
		owner := memory.UserOwner(memory.DefaultTenant, memory.DefaultRealm, user)
		records := besideOf(n)
		for i := range records {
			records[i].Cost = memory.Cost(counter.CostOf(records[i].Text))
		}
		if _, err := store.Commit(ctx, memory.Commit{Owner: owner, Base: -1, Put: records}); err != nil {
			return fmt.Errorf("fill the memory: %w", err)
		}
		fmt.Fprintf(progress, "\rfilling %d of %d          ", n+1, users+1)
	}
	return nil
}

// besideOf is what one of them has: facts, complaints that repeat, and events that
// do not, over eight months.
func besideOf(n int) []memory.Record {
	things := strings.Split("printer,router,bicycle,boiler,scanner,heater,kettle,lamp,door,radio,打印机,路由器,自行车,热水器,扫描仪,电暖器,水壶,台灯,门锁,收音机", ",")
	ways := strings.Split("by e-mail,on paper,in the morning,with a diagram,in Portuguese,on Fridays,without jargon,by phone,in one page,with the numbers first", ",")
	begin := time.Now().Add(-240 * 24 * time.Hour)
	step := 240 * 24 * time.Hour / (besideFacts + besideEpisodes)
	out := make([]memory.Record, 0, besideFacts+besideEpisodes)
	for i := range besideFacts + besideEpisodes {
		at := begin.Add(time.Duration(i) * step)
		id := fmt.Sprintf("b%03d-%05d", n, i)
		r := memory.Record{
			ID: id, Subject: "user", Confidence: 0.9, Source: memory.UserDirect, Status: memory.Current, Count: 1, SessionID: at.Format(time.DateOnly),
			Created: at, Updated: at, LastUsed: at, Sources: []memory.Provenance{{SessionID: at.Format(time.DateOnly), MessageID: "m" + id, At: at}},
		}
		thing, way := things[i%len(things)], ways[i/7%len(ways)]
		switch {
		case i%5 == 0:
			r.Layer, r.Kind, r.Predicate, r.Object = memory.Semantic, memory.KindPreference, "likes", fmt.Sprintf("report %d %s", i, way)
			r.Text = "likes " + r.Object
			r.Constraint.ValidUntil = memory.ValidUntil(r, at)
		case i%3 == 0:
			r.Layer, r.Kind = memory.Episodic, "event"
			r.Text = fmt.Sprintf("the %s broke down again, told %s", thing, way)
			r.Event = memory.Event{Type: memory.EventComplaint, Time: at, Participants: []string{"user"}, Entities: []string{thing}}
		default:
			r.Layer, r.Kind = memory.Episodic, "episode"
			r.Text = fmt.Sprintf("Talked about the %s: version %d was sent %s and accepted after two changes.", thing, i, way)
			r.Event = memory.Event{Type: memory.EventMessage, Time: at, Participants: []string{"user"}}
		}
		r.Sources[0].Quote = r.Text
		out = append(out, r)
	}
	return out
}
