package inject

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"mneme/memory"
	"mneme/proxy/wire"
)

// TestALongMessageIsReadAtItsEnds: of megabytes that were pasted into a turn as much is read as the
// deadline allows for, and its question is found before the paste and behind it, in both languages.
func TestALongMessageIsReadAtItsEnds(t *testing.T) {
	const size = 4 << 20
	for _, unit := range []string{"the river runs past the old mill ", "河水流过老磨坊。", "\n", "a", "{\"id\": 1}\n", "> quoted\n"} {
		for _, asked := range []string{"What is my boat called?", "我的船叫什么？"} {
			for _, text := range []string{asked + "\n\n" + strings.Repeat(unit, size/len(unit)), strings.Repeat(unit, size/len(unit)) + "\n\n" + asked} {
				k := &known{}
				in := newInjector(t, k)
				read := 0
				in.parts.Human = func(text string) (string, bool) { read = len(text); return text, true }
				before := chat(t, "Let's talk about the mill.")
				report := inject(t.Context(), in, ruling(), before, noon())
				r := ruling()
				in.parts.Working.Note(r, report.Session, []memory.Turn{
					{Role: memory.RoleUser, Text: "Let's talk about the mill. Continue?"}, {Role: memory.RoleAssistant, Text: "Gladly, shall we continue?"},
				}, noon())
				body, err := json.Marshal(map[string]any{"messages": []any{map[string]string{"role": "user", "content": text}}})
				if err != nil {
					t.Fatal(err)
				}
				req := parse(t, wire.Chat, string(body))
				began := time.Now()
				inject(t.Context(), in, r, req, noon())
				if took := time.Since(began); took > 2*time.Second { // a hundredth of it where nobody else runs
					t.Errorf("%q: %s", unit, took)
				}
				if read > turnBytes+16 || k.times() == 0 || len(k.last().Text) > askedWords+16 || !strings.Contains(k.last().Text, asked) {
					t.Errorf("%q: %d bytes were read, asked is %.40q of %d", unit, read, k.last().Text, len(k.last().Text))
				}
			}
		}
	}
}

// TestReadingCountsForTheDeadline: what has no time left for a recall goes on without one.
func TestReadingCountsForTheDeadline(t *testing.T) {
	k := &known{}
	in := newInjector(t, k)
	in.opts.Deadline = 20 * time.Millisecond
	in.parts.Human = func(text string) (string, bool) {
		for began := time.Now(); time.Since(began) < in.opts.Deadline; {
		}
		return text, true
	}
	report := inject(t.Context(), in, ruling(), chat(t, "What is my boat called?"), noon())
	if report.Status != "degraded" || report.Reason != "deadline" || k.times() != 0 {
		t.Errorf("%s (%s), asked %d times", report.Status, report.Reason, k.times())
	}
}
