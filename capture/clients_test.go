package capture

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"mneme/memory"
	"mneme/memory/llm"
)

// Whatever way a client has of sending a conversation, each thing said is learnt
// once, and of an answer that was made again the last stands.
func TestAnyClientIsLearntFromOnce(t *testing.T) {
	for seed := range uint64(100) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) { playConversation(t, rand.New(rand.NewPCG(seed, 7))) })
	}
}

func playConversation(t *testing.T, dice *rand.Rand) {
	r := newRig(t)
	window := []int{1000, 1000, 9, 6}[dice.IntN(4)] // messages the client keeps
	greets := dice.IntN(3) == 0
	var history, want []string
	if greets {
		history = append(history, "assistant: How can I help?")
	}
	send := func(answer string, lines []string) {
		x := r.exchange(answer, append([]string{"system: You are kind."}, lines...)...)
		for range 1 + dice.IntN(2)*dice.IntN(3) { // retries
			if state, reason := r.intake.Take(context.Background(), x); state == Refused || state == NotStored {
				t.Fatalf("%s: %s", state, reason)
			}
		}
		if dice.IntN(2) == 0 {
			r.learn()
		}
	}
	pause := func() { r.now = r.now.Add(time.Duration(dice.IntN(15)) * time.Minute) }
	for turn := range 4 + dice.IntN(8) {
		ask := fmt.Sprintf("I ask for thing number %d.", turn)
		history = append(history, "user: "+ask)
		kept := history[max(0, len(history)-window):]
		lines := slices.Clone(kept)
		want = append(want, ask)
		for step := range dice.IntN(3) { // a tool loop, at times with words on the way
			pause()
			if dice.IntN(3) == 0 {
				words := fmt.Sprintf("Let me look %d, step %d.", turn, step)
				send(words, lines)
				want = append(want, words)
				lines = append(lines, "assistant: "+words, "tool: x")
				continue
			}
			send("", lines)
			lines = append(lines, "call: search", "tool: x")
		}
		answer := fmt.Sprintf("Answer number %d.", turn)
		send(answer, lines)
		if dice.IntN(4) == 0 {
			answer = fmt.Sprintf("Another answer number %d.", turn)
			send(answer, lines)
		}
		pause()
		want = append(want, answer)
		history = append(history, lines[len(kept):]...)
		history = append(history, "assistant: "+answer)
	}
	r.learn()
	got := r.said()
	slices.Sort(got)
	slices.Sort(want)
	if strings.Join(got, "|") != strings.Join(want, "|") {
		t.Errorf("window %d, greets %v:\ngot  %q\nwant %q", window, greets, got, want)
	}
}

// readerOf is a model behind a scripted endpoint; an empty answer is a failure.
func readerOf(t *testing.T, answer string) Model {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if answer == "" {
			w.WriteHeader(http.StatusInternalServerError)
			return
		}
		fmt.Fprintf(w, `{"choices":[{"message":{"role":"assistant","content":%q},"finish_reason":"stop"}]}`, answer)
	}))
	t.Cleanup(server.Close)
	opts := llm.DefaultOptions()
	opts.URL, opts.Model, opts.Backoff = server.URL, "m", time.Millisecond
	client, err := llm.New(opts, llm.Parts{})
	if err != nil {
		t.Fatal(err)
	}
	return Reader{client}
}

func TestAModelThatLiesOrFailsCostsNoTruth(t *testing.T) {
	item := `{"turn":1,"quote":"%s","layer":"semantic","subject":"user","predicate":"likes","object":"%s","text":"Likes %s.","act":"assert","confidence":0.9}`
	honest := fmt.Sprintf(item, "I like tea", "tea", "tea")
	lie := fmt.Sprintf(item, "I like gin", "gin", "gin")
	f := func(name, answer, how string, facts ...string) {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, func(_ *Options, _ *IntakeParts, l *LearnerParts) {
				l.Model = readerOf(t, answer)
			})
			r.take(r.exchange("Tea, noted.", "user: I like tea."), Queued)
			r.learn()
			r.want("facts", r.facts(), facts...)
			r.want("said", r.said(), "I like tea.", "Tea, noted.")
			receipt, _ := r.truth.Receipt(context.Background(), "r1")
			got := ""
			for _, n := range receipt.Capture.Trace {
				if n.Stage == "extract" {
					got = n.Decision
				}
			}
			if got != how {
				t.Errorf("the trace says %q, want %q", got, how)
			}
		})
	}
	f("honest", `{"items":[`+honest+`]}`, "model", "Likes tea.")
	f("half a lie", `{"items":[`+honest+`,`+lie+`]}`, "model", "Likes tea.")
	f("a lie", `{"items":[`+lie+`]}`, "rules:unfounded", "likes tea")
	f("nonsense", "I would rather not.", "rules:answer", "likes tea")
	f("down", "", "rules:server", "likes tea")
}

func TestProceduresByHandAreCapped(t *testing.T) {
	d, r := newDesk(t)
	owner := memory.TenantOwner("acme", "default")
	rule := func(text string) error {
		_, err := d.Add(context.Background(), memory.Record{Owner: owner, Layer: memory.Procedural, Text: text}, "operator")
		return err
	}
	for i := range memory.DefaultBounds().Procedures {
		if err := rule(fmt.Sprint("Rule ", i)); err != nil {
			t.Fatal(err)
		}
	}
	var field *memory.FieldError
	if err := rule("One more"); !errors.As(err, &field) {
		t.Errorf("got %v", err)
	}
	if err := rule("rule 7"); err != nil {
		t.Errorf("a rule that is there already: %v", err)
	}
	if n := len(r.truth.all(owner, memory.Procedural)); n != memory.DefaultBounds().Procedures {
		t.Errorf("%d rules", n)
	}
}
