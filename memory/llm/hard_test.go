package llm

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"mneme/memory"
)

// asks is one try to extract, with how long it took.
func asks(t *testing.T, c *Client) (int, time.Duration, *CallError) {
	t.Helper()
	began := time.Now()
	drafts, err := c.Extract(t.Context(), someone(), said("I like tea"))
	var fault *CallError
	if err != nil && !errors.As(err, &fault) {
		t.Fatalf("a fault without a code: %v", err)
	}
	return len(drafts), time.Since(began), fault
}

func TestAnEndpointThatAsksForARestGetsIt(t *testing.T) {
	good := says(items(fact(map[string]any{"quote": "I like tea", "object": "tea"})))
	limited := func(name, value string) func(http.ResponseWriter, string) {
		return func(w http.ResponseWriter, body string) {
			w.Header().Set(name, value)
			status(429)(w, body)
		}
	}
	for _, name := range []string{"Retry-After-Ms", "Retry-After"} {
		p := newProvider(t, limited(name, map[string]string{"Retry-After-Ms": "300", "Retry-After": "0.3"}[name]), good)
		n, took, fault := asks(t, newClient(t, p))
		if n != 1 || fault != nil || took < 300*time.Millisecond || p.calls() != 2 {
			t.Errorf("%s: %d drafts after %v in %d calls, %v", name, n, took, p.calls(), fault)
		}
	}
	// Longer than anybody waits: the call is given up, and nobody asks before the time.
	now := time.Date(2026, 5, 3, 10, 0, 0, 0, time.UTC)
	p := newProvider(t, limited("Retry-After", now.Add(2*time.Minute).Format(http.TimeFormat)), good)
	c := newClient(t, p, func(_ *Options, parts *Parts) { parts.Now = func() time.Time { return now } })
	for range 3 {
		if _, took, fault := asks(t, c); fault == nil || fault.Code != "rate" || p.calls() != 1 || took > 5*time.Second {
			t.Errorf("%v after %v and %d calls", fault, took, p.calls())
		}
	}
	now = now.Add(2*time.Minute + time.Second)
	if n, _, fault := asks(t, c); n != 1 || fault != nil {
		t.Errorf("after the rest: %d, %v", n, fault)
	}
}

// TestATricklingAnswerIsCutOff answers a byte at a time: it is not the silence that counts but
// the time of the whole try.
func TestATricklingAnswerIsCutOff(t *testing.T) {
	p := newProvider(t, func(w http.ResponseWriter, _ string) {
		w.Header().Set("Content-Type", "application/json")
		for range 200 {
			if _, err := fmt.Fprint(w, " "); err != nil {
				return
			}
			w.(http.Flusher).Flush()
			time.Sleep(20 * time.Millisecond)
		}
	})
	c := newClient(t, p, func(o *Options, _ *Parts) { o.Timeout, o.Tries = 200*time.Millisecond, 1 })
	if n, took, fault := asks(t, c); n != 0 || fault == nil || fault.Code != "timeout" || took > 2*time.Second {
		t.Errorf("%d drafts after %v: %v", n, took, fault)
	}
}

func TestARefusalInWordsIsNoAnswer(t *testing.T) {
	filtered := func(w http.ResponseWriter, _ string) {
		fmt.Fprint(w, `{"choices":[{"message":{"content":""},"finish_reason":"content_filter"}],"usage":{"prompt_tokens":100,"completion_tokens":0}}`)
	}
	empty := func(w http.ResponseWriter, _ string) {}
	f := func(name, code string, calls int, answer func(http.ResponseWriter, string)) {
		t.Helper()
		p := newProvider(t, answer)
		if n, _, fault := asks(t, newClient(t, p)); n != 0 || fault == nil || fault.Code != code || p.calls() != calls {
			t.Errorf("%s: %d drafts, %v after %d calls", name, n, fault, p.calls())
		}
	}
	f("in words", "answer", 3, says("I'm sorry, I can't help with that."))
	f("in Chinese", "answer", 3, says("抱歉，我无法协助处理该请求。"))
	f("filtered", "refused", 1, filtered)
	f("an empty text", "answer", 3, says(""))
	f("an empty body", "network", 3, empty)
	f("another shape", "answer", 3, says(`{"memories":["likes tea"]}`))
	f("items that are none", "answer", 3, says(`{"items":["likes tea", 5]}`))
	f("cut off before the first", "unfounded", 1, says(`{"items":[{"turn":1,"quo`))
}

func TestWhatIsToldOfAnotherIsNotTheSpeakers(t *testing.T) {
	f := func(text, quote string, want bool) {
		t.Helper()
		if got := ofAnother(text, quote); got != want {
			t.Errorf("%q of %q: got %v", quote, text, got)
		}
	}
	f("Anna works at Siemens. I don't.", "works at Siemens", true)
	f("He hates coffee.", "hates coffee", true)
	f("Tom Reed is allergic to nuts", "allergic to nuts", true)
	f("她对花生过敏。我不过敏。", "对花生过敏", true)
	f("I work at Siemens with Anna.", "at Siemens", false)
	f("Anna works where we do, at Siemens", "at Siemens", false)
	f("Allergic to nuts, by the way", "Allergic to nuts", false)
	f("Please stop using plan X", "stop using plan X", false)
	f("对花生过敏", "对花生过敏", false)
	f("他说我对花生过敏", "对花生过敏", false)
}

// TestCostsAreExact adds up what every kind of answer cost.
func TestCostsAreExact(t *testing.T) {
	good := says(items()) // 100 and 20 tokens
	strict := func(w http.ResponseWriter, body string) {
		if strings.Contains(body, "json_schema") {
			status(400)(w, body)
			return
		}
		good(w, body)
	}
	f := func(name string, want Cost, script ...func(http.ResponseWriter, string)) {
		t.Helper()
		c := newClient(t, newProvider(t, script...))
		_, _ = c.Extract(t.Context(), someone(), said("I like tea"))
		got := c.Costs()
		want.Day, want.Tenant, want.User = got[0].Day, "acme", "u1"
		if len(got) != 1 || got[0] != want {
			t.Errorf("%s: got %+v, want %+v", name, got, want)
		}
	}
	f("one", Cost{Calls: 1, Prompt: 100, Completion: 20}, good)
	f("failed, then good", Cost{Calls: 2, Prompt: 100, Completion: 20}, status(500), good)
	f("nonsense is paid too", Cost{Calls: 2, Prompt: 200, Completion: 40}, says("no"), good)
	f("once more without a schema", Cost{Calls: 2, Prompt: 100, Completion: 20}, strict)
	f("never", Cost{Calls: 3}, status(500))
}

// TestCallsUnderWayCountAgainstTheUsersBudget starts two at once with room for one.
func TestCallsUnderWayCountAgainstTheUsersBudget(t *testing.T) {
	l := NewLedger(0, 0, time.Now)
	owner := memory.UserOwner("acme", "default", "u1")
	most := Budget{User: 1000}
	if !l.take(t.Context(), owner, 600, most) || l.take(t.Context(), owner, 600, most) {
		t.Error("the second had no room")
	}
	l.spent(t.Context(), owner, 600, 100, 20, 0)
	if !l.take(t.Context(), owner, 600, most) || l.take(t.Context(), owner, 600, most) {
		t.Error("what was not used is free again")
	}
	if !l.take(t.Context(), memory.UserOwner("acme", "default", "u2"), 600, most) {
		t.Error("another user has his own")
	}
	if l.take(t.Context(), memory.UserOwner("acme", "default", "u3"), 600, Budget{Tenant: 1500}) {
		t.Error("the tenant has no room for a third")
	}
}

// days is a daybook that outlives the ledgers that write it.
type days map[string][]int

func (d days) Noted(_ context.Context, owner memory.Owner, name, day string) ([]int, error) {
	return d[owner.Key()+name+day], nil
}

func (d days) Note(_ context.Context, owner memory.Owner, name, day string, used ...int) error {
	if day == "" {
		for key := range d {
			if strings.HasPrefix(key, owner.Key()+name) {
				delete(d, key)
			}
		}
		return nil
	}
	d[owner.Key()+name+day] = used
	return nil
}

func TestARestartLiftsNoBudget(t *testing.T) {
	now := time.Date(2026, 5, 3, 10, 0, 0, 0, time.UTC)
	book := days{}
	start := func() *Ledger {
		l := NewLedger(1000, 1500, func() time.Time { return now })
		l.Outlive(book)
		return l
	}
	ann, bob := memory.UserOwner("acme", "default", "ann"), memory.UserOwner("acme", "default", "bob")
	first := start()
	if !first.take(t.Context(), ann, 600, Budget{}) {
		t.Fatal("a new day has no tokens")
	}
	first.spent(t.Context(), ann, 600, 700, 200, 0)
	second := start()
	if second.take(t.Context(), ann, 200, Budget{}) {
		t.Error("a restart lifted the user's budget")
	}
	if second.take(t.Context(), bob, 700, Budget{}) || !second.take(t.Context(), bob, 500, Budget{}) {
		t.Error("a restart lifted the tenant's budget, or spent it")
	}
	if costs := second.Costs(); len(costs) != 2 || costs[0].Prompt != 700 || costs[0].Calls != 1 {
		t.Errorf("costs after a restart: %+v", costs)
	}
	if second.Forget(t.Context(), ann); !start().take(t.Context(), ann, 200, Budget{}) {
		t.Error("what an erased user used is still counted as his")
	}
	now = now.Add(24 * time.Hour)
	if !second.take(t.Context(), ann, 900, Budget{}) {
		t.Error("a new day has no tokens")
	}
}
