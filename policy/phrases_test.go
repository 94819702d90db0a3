package policy

import (
	"os"
	"strings"
	"testing"
	"time"
)

// forgettingCase is one line of testdata/forgetting.txt.
type forgettingCase struct{ want, text string }

func forgettingCases(t testing.TB) []forgettingCase {
	t.Helper()
	table, err := os.ReadFile("testdata/forgetting.txt")
	if err != nil {
		t.Fatal(err)
	}
	var cases []forgettingCase
	for line := range strings.Lines(string(table)) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		want, text, ok := strings.Cut(line, " | ")
		if !ok {
			t.Fatalf("not a case: %q", line)
		}
		cases = append(cases, forgettingCase{strings.TrimSpace(want), strings.ReplaceAll(text, `\n`, "\n")})
	}
	return cases
}

// written renders wishes as the table writes them.
func written(wishes []Wish) string {
	if len(wishes) == 0 {
		return "nothing"
	}
	var out []string
	for _, w := range wishes {
		s := string(w.Verb)
		switch {
		case w.Verb == ForgetTopic && w.Scope != ScopeTopic:
			s += "-" + string(w.Scope)
		case w.Verb == ForgetTopic || w.Verb == DropTopic:
			s += "(" + w.Topic + ")"
		}
		out = append(out, s)
	}
	return strings.Join(out, "+")
}

// TestForgettingTable runs the written edge cases of what must not be remembered
// and what must be forgotten, with the negative twins that must not fire.
func TestForgettingTable(t *testing.T) {
	cases := forgettingCases(t)
	if len(cases) < 137 {
		t.Fatalf("only %d cases", len(cases))
	}
	p := NewPhrases()
	for _, c := range cases {
		if got := written(p.Detect(c.text)); got != c.want {
			t.Errorf("%q\n got %s\nwant %s", c.text, got, c.want)
		}
	}
}

// TestWishesStandInsideOrdinaryText puts each wish between other sentences.
func TestWishesStandInsideOrdinaryText(t *testing.T) {
	p := NewPhrases()
	for _, c := range forgettingCases(t) {
		if c.want == "nothing" || strings.Contains(c.want, "skip-last") || strings.ContainsAny(c.text, ">`#") {
			continue
		}
		before, after := "The weather is fine today. ", "\nWhat is the capital of France?"
		if got := written(p.Detect(before + "\n" + c.text + after)); got != c.want {
			t.Errorf("%q inside English: got %s, want %s", c.text, got, c.want)
		}
		before, after = "今天天气不错。", "。\n法国的首都是哪里？"
		if got := written(p.Detect(before + c.text + after)); got != c.want {
			t.Errorf("%q inside Chinese: got %s, want %s", c.text, got, c.want)
		}
		if got := p.Detect(`"` + c.text + `"`); strings.Count(c.text, `"`) == 0 && len(got) > 0 {
			t.Errorf("%q fires although it is quoted", c.text)
		}
	}
}

func TestAPhraseCodeHoldsNoWords(t *testing.T) {
	for _, rule := range append(englishPhrases(), chinesePhrases()...) {
		if rule.code == "" || strings.Trim(rule.code, "abcdefghijklmnopqrstuvwxyz-") != "" {
			t.Errorf("code %q cannot go into a header", rule.code)
		}
	}
}

func TestDetectIsLinear(t *testing.T) {
	p := NewPhrases()
	for _, unit := range []string{"don't remember ", "please ", "\"", "forget my ", "`", "别", "不要记这", "。，", "and don't ", "> \n", "'a "} {
		text := strings.Repeat(unit, (256<<10)/len(unit))
		start := time.Now()
		p.Detect(text)
		if d := time.Since(start); d > 5*time.Second { // a square would take minutes
			t.Errorf("256 KB of %q took %s", unit, d)
		}
	}
}

func FuzzDetect(f *testing.F) {
	for _, c := range forgettingCases(f) {
		f.Add(c.text)
	}
	p := NewPhrases()
	f.Fuzz(func(t *testing.T, text string) {
		for _, w := range p.Detect(text) {
			if w.Verb == "" || w.Phrase == "" || w.Verb == ForgetTopic && w.Scope == "" || w.Verb == ForgetTopic && w.Scope == ScopeTopic && w.Topic == "" {
				t.Errorf("%q: half a wish %+v", text, w)
			}
		}
	})
}

func BenchmarkDetect(b *testing.B) {
	p := NewPhrases()
	text := strings.Repeat("The quick brown fox jumps over the lazy dog, and 今天天气不错，我们去公园散步吧。 ", 800)[:64<<10]
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		p.Detect(text)
	}
}

// TestOrdinaryTextAsksForNothing counts false alarms on sentences, two files of
// them, that hold the words of wishes and are none; their writer had not seen the
// phrases. "Remember that I..." asks to be kept and is no false alarm.
func TestOrdinaryTextAsksForNothing(t *testing.T) {
	p := NewPhrases()
	for _, file := range []string{"ordinary_en.txt", "ordinary_zh.txt"} {
		table, err := os.ReadFile("testdata/" + file)
		if err != nil {
			t.Fatal(err)
		}
		all, fired := 0, 0
		for line := range strings.Lines(string(table)) {
			all++
			for _, w := range p.Detect(strings.TrimSpace(line)) {
				if w.Verb != Remember {
					fired++
					t.Logf("%q: %s", strings.TrimSpace(line), written([]Wish{w}))
				}
			}
		}
		t.Logf("%s: %d of %d sentences", file, fired, all)
		if all < 500 || fired*100 > all {
			t.Errorf("%s: %d of %d sentences are taken for wishes; at most 1 %% may be", file, fired, all)
		}
	}
}
