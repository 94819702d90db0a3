package capture

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"mneme/capture/extract"
	"mneme/memory"
	"mneme/policy"
	"mneme/proxy/wire"
)

// The ordinary traffic of agents, through the intake and the learner as they are in
// the product, without a model: see testdata/traffic/README.md.
const (
	trafficJunk   = 0.05 // of believed facts, those that no line speaks of, at most
	trafficKnown  = 0.90 // of the lines that say what must be known, at least
	trafficPer    = 0.02 // believed facts that no line speaks of, for each exchange, at most
	trafficAtMost = 60   // exchanges, at least: fewer say nothing
	talksJunk     = 0.10 // the same of talks/, which was read last
	talksKnown    = 0.44
)

// traffic counts what a corpus came to.
type traffic struct {
	exchanges          int
	wanted, found      int
	believed, unspoken int
	events             int
	failures           []string
}

func (a *traffic) add(b *traffic) {
	a.exchanges += b.exchanges
	a.wanted, a.found = a.wanted+b.wanted, a.found+b.found
	a.believed, a.unspoken = a.believed+b.believed, a.unspoken+b.unspoken
	a.events += b.events
	a.failures = append(a.failures, b.failures...)
}

func (a *traffic) String() string {
	return fmt.Sprintf("%d exchanges: known %d of %d (%.3f), unspoken-of %d of %d believed (%.3f), %.3f an exchange; %d events", a.exchanges,
		a.found, a.wanted, share(a.found, a.wanted), a.unspoken, a.believed, share(a.unspoken, a.believed), share(a.unspoken, a.exchanges), a.events)
}

func TestTraffic(t *testing.T) {
	read, held := runTraffic(t, "testdata/traffic/*.txt"), runTraffic(t, "testdata/traffic/held/*.txt")
	for _, f := range read.all().failures {
		t.Log(f)
	}
	read.report(t, "read")
	held.report(t, "held back") // nobody looks at what failed there
	talks := runTraffic(t, "testdata/traffic/talks/*.txt")
	talks.report(t, "talks, read")
	runTraffic(t, "testdata/traffic/talks/held/*.txt").report(t, "talks, held back")
	if all := talks.all(); share(all.unspoken, all.believed) > talksJunk || share(all.found, all.wanted) < talksKnown {
		t.Errorf("talks: want junk at most %.2f of what is believed, %.2f known at least", talksJunk, talksKnown)
	}
	all := read.all()
	if all.exchanges < trafficAtMost || share(all.unspoken, all.believed) > trafficJunk || share(all.found, all.wanted) < trafficKnown || share(all.unspoken, all.exchanges) > trafficPer {
		t.Errorf("want %d exchanges at least, junk at most %.2f of what is believed and %.2f an exchange, %.2f known at least", trafficAtMost, trafficJunk, trafficPer, trafficKnown)
	}
}

// tongues is the traffic of a group of files by its language.
type tongues struct{ english, chinese traffic }

func (g *tongues) all() *traffic {
	var all traffic
	all.add(&g.english)
	all.add(&g.chinese)
	return &all
}

func (g *tongues) report(t *testing.T, name string) {
	t.Helper()
	t.Logf("traffic, %s, English: %s", name, &g.english)
	t.Logf("traffic, %s, Chinese: %s", name, &g.chinese)
	t.Logf("traffic, %s: %s", name, g.all())
}

// runTraffic plays the conversations of the files of a pattern.
func runTraffic(t *testing.T, pattern string) *tongues {
	t.Helper()
	paths, err := filepath.Glob(pattern)
	if err != nil {
		t.Fatal(err)
	}
	group, rules, steers, listener := &tongues{}, extract.New(), policy.NewSteering().Steers, policy.NewPhrases()
	for _, path := range paths {
		source, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for n, one := range strings.Split("\n"+string(source), "\n== ") {
			if n == 0 {
				continue // what stands before the first is about the file
			}
			k := newTalk(t, func(_ *Options, in *IntakeParts, out *LearnerParts) {
				in.Redactor, in.Listener, in.Human = nil, listener, nil
				out.Rules, out.Redactor, out.Noise, out.Intent, out.Steers = rules, nil, nil, nil, steers
			}, filepath.Base(path), one)
			if k.chinese() {
				k.play(&group.chinese)
			} else {
				k.play(&group.english)
			}
		}
	}
	return group
}

func share(n, of int) float64 {
	if of == 0 {
		return 0
	}
	return float64(n) / float64(of)
}

// talk is one conversation of the corpus.
type talk struct {
	*rig
	name     string
	lines    []talkLine
	messages []map[string]any
	session  int
	last     State // what became of the newest exchange
	calls    int
}

type talkLine struct{ verb, text string }

func newTalk(t *testing.T, parts func(*Options, *IntakeParts, *LearnerParts), file, source string) *talk {
	t.Helper()
	title, rest, _ := strings.Cut(source, "\n")
	k := &talk{name: file + " (" + title + ")"}
	for line := range strings.SplitSeq(rest, "\n") {
		if more, ok := strings.CutPrefix(line, "  "); ok && len(k.lines) > 0 {
			k.lines[len(k.lines)-1].text += "\n" + more
			continue
		}
		if verb, text, ok := strings.Cut(line, ":"); ok && !strings.HasPrefix(line, "#") {
			k.lines = append(k.lines, talkLine{verb, strings.TrimPrefix(text, " ")})
		}
	}
	k.rig = newRig(t, parts)
	k.now = time.Date(2026, 3, 4, 10, 0, 0, 0, time.UTC)
	return k
}

// chinese reports whether the user writes Chinese in a conversation.
func (k *talk) chinese() bool {
	return slices.ContainsFunc(k.lines, func(line talkLine) bool { return line.verb == "user" && memory.Han(line.text) })
}

// play sends the exchanges of a conversation and counts what is believed then.
func (k *talk) play(all *traffic) {
	k.t.Helper()
	claimed := map[string]bool{}
	for _, line := range k.lines {
		switch line.verb {
		case "system", "user", "tool":
			m := map[string]any{"role": line.verb, "content": line.text}
			if line.verb == "tool" {
				m["tool_call_id"] = fmt.Sprint("call_", k.calls)
			}
			k.messages = append(k.messages, m)
		case "call":
			k.exchange("")
			k.calls++
			name, arguments, _ := strings.Cut(line.text, " ")
			k.messages = append(k.messages, map[string]any{"role": "assistant", "content": nil, "tool_calls": []any{map[string]any{
				"id": fmt.Sprint("call_", k.calls), "type": "function", "function": map[string]any{"name": name, "arguments": arguments},
			}}})
		case "assistant":
			k.exchange(line.text)
			k.messages = append(k.messages, map[string]any{"role": "assistant", "content": line.text})
			all.exchanges++
		case "program":
			if k.last != CaptureOff {
				all.failures = append(all.failures, k.name+": a program's call was "+string(k.last))
				k.t.Errorf("%s: a program's call was %s", k.name, k.last)
			}
		case "session":
			k.messages, k.session = nil, k.session+1
		case "must", "mustnot", "may": // of what is believed at the end
		default:
			k.t.Fatalf("%s: unknown line %q", k.name, line.verb)
		}
	}
	for _, line := range k.lines {
		switch line.verb {
		case "must", "mustnot", "may":
			found := k.find(line.text)
			for i := range found {
				claimed[found[i].ID] = true
			}
			if line.verb == "mustnot" == (len(found) > 0) && line.verb != "may" {
				all.failures = append(all.failures, k.name+": "+line.verb+": "+line.text+fmt.Sprintf("\n\t%q", k.facts()))
			}
			if line.verb == "must" {
				all.wanted++
				all.found += min(len(found), 1)
			}
		}
	}
	for _, r := range k.truth.all(k.owner, memory.Semantic) {
		if r.Status != memory.Current {
			continue
		}
		all.believed++
		if !claimed[r.ID] {
			all.unspoken++
			all.failures = append(all.failures, k.name+": unspoken: "+r.Predicate+": "+r.Text)
		}
	}
	for _, r := range k.truth.all(k.owner, memory.Episodic) {
		if r.Kind == KindEvent {
			all.events++
		}
	}
}

// exchange sends what there is so far, and this comes back.
func (k *talk) exchange(answer string) {
	k.t.Helper()
	body, err := json.Marshal(map[string]any{"model": "m", "messages": k.messages})
	if err != nil {
		k.t.Fatal(err)
	}
	req, err := wire.Parse(wire.Chat, body)
	if err != nil {
		k.t.Fatalf("%s: %v", k.name, err)
	}
	k.now = k.now.Add(time.Minute)
	k.last, _ = k.intake.Take(context.Background(), Exchange{
		Ruling:  policy.Ruling{Tenant: k.owner.Tenant, Realm: k.owner.Realm, User: k.owner.ID, Mode: policy.On},
		Session: fmt.Sprint("s", k.session), Request: req, At: k.now,
		Reply: wire.Reply{Text: answer, Complete: true, Status: 200},
	})
	k.learn()
}

// find returns the believed facts that hold all words of a line.
func (k *talk) find(words string) []memory.Record {
	var out []memory.Record
next:
	for _, r := range k.truth.all(k.owner, memory.Semantic) {
		if r.Status != memory.Current {
			continue
		}
		text := memory.Fold(strings.Join([]string{r.Text, r.Predicate, r.Constraint.Context}, " "))
		for word := range strings.SplitSeq(memory.Fold(words), ",") {
			any := false
			for one := range strings.SplitSeq(word, "|") {
				any = any || strings.Contains(text, strings.TrimSpace(one))
			}
			if !any {
				continue next
			}
		}
		out = append(out, r)
	}
	return out
}
