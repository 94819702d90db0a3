package capture

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
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
)

// traffic counts what a corpus came to.
type traffic struct {
	exchanges, chinese int
	wanted, found      int
	believed, unspoken int
	events             int
	failures           []string
}

func TestTraffic(t *testing.T) {
	paths, err := filepath.Glob("testdata/traffic/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	all, rules, steers, listener := &traffic{}, extract.New(), policy.NewSteering().Steers, policy.NewPhrases()
	for _, path := range paths {
		source, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for n, one := range strings.Split("\n"+string(source), "\n== ") {
			if n > 0 { // what stands before the first is about the file
				newTalk(t, func(_ *Options, in *IntakeParts, out *LearnerParts) {
					in.Redactor, in.Listener, in.Human = nil, listener, nil
					out.Rules, out.Redactor, out.Noise, out.Intent, out.Steers = rules, nil, nil, nil, steers
				}, filepath.Base(path), one).play(all)
			}
		}
	}
	for _, f := range all.failures {
		t.Log(f)
	}
	junk, known := share(all.unspoken, all.believed), share(all.found, all.wanted)
	t.Logf("traffic: %d exchanges (%d Chinese): known %d of %d (%.3f), unspoken-of %d of %d believed (%.3f), %.3f an exchange; %d events",
		all.exchanges, all.chinese, all.found, all.wanted, known, all.unspoken, all.believed, junk, share(all.unspoken, all.exchanges), all.events)
	if all.exchanges < trafficAtMost || junk > trafficJunk || known < trafficKnown || share(all.unspoken, all.exchanges) > trafficPer {
		t.Errorf("want %d exchanges at least, junk at most %.2f of what is believed and %.2f an exchange, %.2f known at least", trafficAtMost, trafficJunk, trafficPer, trafficKnown)
	}
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

// play sends the exchanges of a conversation and counts what is believed then.
func (k *talk) play(all *traffic) {
	k.t.Helper()
	claimed := map[string]bool{}
	chinese := false
	for _, line := range k.lines {
		switch line.verb {
		case "system", "user", "tool":
			chinese = chinese || memory.Han(line.text)
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
			if chinese {
				all.chinese++
			}
		case "program":
			if k.last != CaptureOff {
				all.failures = append(all.failures, k.name+": a program's call was "+string(k.last))
				k.t.Errorf("%s: a program's call was %s", k.name, k.last)
			}
		case "session":
			k.messages, k.session = nil, k.session+1
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
		default:
			k.t.Fatalf("%s: unknown line %q", k.name, line.verb)
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
