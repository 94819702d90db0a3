package llm

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"

	"mneme/memory"
)

func TestRepair(t *testing.T) {
	f := func(in, want string) {
		t.Helper()
		got := repair(in)
		if want == "" {
			if got != nil {
				t.Errorf("repair(%q) = %s, want nothing", in, got)
			}
			return
		}
		var a, b any
		if json.Unmarshal(got, &a) != nil || json.Unmarshal([]byte(want), &b) != nil {
			t.Fatalf("repair(%q) = %s", in, got)
		}
		x, _ := json.Marshal(a)
		y, _ := json.Marshal(b)
		if string(x) != string(y) {
			t.Errorf("repair(%q) = %s, want %s", in, x, y)
		}
	}
	f(`{"a":1}`, `{"a":1}`)
	f(`Sure! {"a":1} Bye {"b":2}`, `{"a":1}`)
	f("```json\n{\"a\": [1, 2,],}\n```", `{"a":[1,2]}`)
	f(`{'a': 'it\'s', "b": None, 'c': True, 'd': False}`, `{"a":"it's","b":null,"c":true,"d":false}`)
	f(`{"a": "don't"}`, `{"a":"don't"}`)
	f("{\"a\": \"two\nlines\"}", `{"a":"two\nlines"}`)
	f(`{"a": 1, // why
		"b": "http://x"}`, `{"a":1,"b":"http://x"}`)
	f(`{"a": [{"b": "cut of`, `{"a":[{"b":"cut of"}]}`)
	f(`{"a": [{"b": 1}, {"c`, `{"a":[{"b":1},{"c":null}]}`)
	f(`{"a": [1, 2`, `{"a":[1,2]}`)
	f(`{"a": [1, 2}`, `{"a":[1,2]}`)
	f(`{"a":`, `{"a":null}`)
	f(`[{"a":1}]`, `[{"a":1}]`)
	f(`{"键": "值，"，}`, "")
	f("no json at all", "")
	f("", "")
}

func FuzzRepairMakesJSONOrNothing(f *testing.F) {
	for _, s := range []string{`{"a":1}`, `{'a': [1,`, "```{", `{"a": "x`, `[[[`, `{"a":}`, `{"\`, "{]"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if got := repair(s); got != nil && !json.Valid(got) {
			t.Fatalf("repair(%q) = %s", s, got)
		}
	})
}

func FuzzFindReturnsAPartOfTheText(f *testing.F) {
	f.Add("I like green tea", "LIKE  green")
	f.Add("我喜欢“龙井”", "喜欢\"龙井\"")
	f.Add("a\xff b", "\xff")
	f.Fuzz(func(t *testing.T, text, quote string) {
		got, ok := find(text, quote)
		if ok && (got == "" && quote != "" || !strings.Contains(text, got)) {
			t.Fatalf("find(%q, %q) = %q", text, quote, got)
		}
	})
}

// The few-shot examples must pass the judgement that answers have to pass.
func TestTheExamplesOfThePromptsHold(t *testing.T) {
	for _, language := range []string{"en", "zh"} {
		_, examples, _ := strings.Cut(prompt("extract", language), "\n\n{")
		var r Reading
		kept := 0
		for _, line := range strings.Split("{"+examples, "\n") {
			if strings.HasPrefix(line, `{"turn"`) {
				var turn struct {
					Role memory.Role
					At   time.Time
					Text string
				}
				if err := json.Unmarshal([]byte(line), &turn); err != nil {
					t.Fatal(err)
				}
				r.Turns = append(r.Turns, memory.Turn{Role: turn.Role, At: turn.At, Text: turn.Text})
				continue
			}
			if !strings.HasPrefix(line, `{"items"`) {
				continue
			}
			found, err := itemsOf(line)
			if err != nil {
				t.Fatalf("%s: %v", language, err)
			}
			p := part{to: len(r.Turns)}
			for _, it := range found {
				if _, ok := draft(it, r, p, nil, newGround(r, p)); !ok {
					t.Errorf("%s: an example would be dropped: %+v", language, it)
				}
				kept++
			}
			r = Reading{}
		}
		if kept != 5 {
			t.Errorf("%s: read %d items of examples, want 5", language, kept)
		}
	}
}

func TestEveryPromptIsThere(t *testing.T) {
	files, err := os.ReadDir("prompts")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"extract", "reflect", "summarise"} {
		for _, language := range []string{"en", "zh"} {
			if len(prompt(name, language)) < 100 {
				t.Errorf("%s in %s is missing", name, language)
			}
		}
	}
	for _, file := range files {
		if text := read("prompts/" + file.Name()); text == "" {
			t.Errorf("%s is empty", file.Name())
		}
	}
	if !json.Valid([]byte(read("prompts/extract.schema.json"))) || !json.Valid([]byte(read("prompts/reflect.schema.json"))) {
		t.Error("a schema is no JSON")
	}
}
