package policy

import (
	"os"
	"strings"
	"testing"
	"time"
)

// forgettingCase is one line of testdata/forgetting.txt.
type forgettingCase struct{ want, text string }

func forgettingCases(t testing.TB) []forgettingCase { return casesOf(t, "forgetting.txt") }

func casesOf(t testing.TB, file string) []forgettingCase {
	t.Helper()
	table, err := os.ReadFile("testdata/" + file)
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
		case w.Verb == ForgetTopic || w.Verb == DropTopic || w.Verb == TakeUp:
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
	// These are known by name, however they are written.
	knows := func(name string) bool {
		return name == "greg" || name == "rex" || name == "santa fe" || name == "小王"
	}
	for _, c := range append(cases, casesOf(t, "alone.txt")...) {
		if got := written(p.Hear(c.text, knows)); got != c.want {
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

// TestWishesAreReadAsTheyLook writes wishes with characters that cannot be seen,
// letters of other scripts, pictures, tags and broken lines.
func TestWishesAreReadAsTheyLook(t *testing.T) {
	p := NewPhrases()
	f := func(text, want string) {
		t.Helper()
		if got := written(p.Detect(text)); got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
		if want != "nothing" && !p.May(text) {
			t.Errorf("%q: May says no", text)
		}
	}
	for _, text := range []string{
		"别\u200b记这个", "别\u200d记这个", "别\ufe0f记这个", "別\u2060記這個", "别🙈记这个", "🙏别记这个", "别记这个🙏🏻", "别记\n这个", "别\u3000记\u3000这个",
		"Don't re\u2060member this.", "Don't re\u00admember this.", "\ufeffDon't remember this.", "\u202eDon't remember this.\u202c", "Don't\u200e remember this.",
		"Don't remember this 🙏", "Don't remember this🙏🏽", "I'm pregnant 🤰 don't remember this", "⚠️ Don't remember this ⚠️",
		"Donʼt remember this.", "Don`t remember this.", "Don´t remember this.", "Don′t remember this.", "Ｄｏｎ＇ｔ　ｒｅｍｅｍｂｅｒ　ｔｈｉｓ．",
		"D\u043en't remember this.", "Don't r\u0435m\u0435mb\u0435r this.", "D\u03bfn't remember this.", "\U0001d403\U0001d428\U0001d427'\U0001d42d remember this.", "dont save th\u0131s pls", "Don't remembe\u0301r this.",
		"<b>Don't remember this</b>", "<p>My PIN is 4711.</p><p>Don&#39;t remember this.</p>", "Don&rsquo;t remember&nbsp;this.",
		"By the way, please don't\nremember this.", "please do not\r\nremember this",
	} {
		f(text, "skip-turn")
	}
	f("忘掉我的\u200b地址", "forget(地址)")
	f("Forget my \u200baddress 🙏", "forget(address)")
	f("上次那个问题\u200b不用管了😮‍💨", "drop(上次那个问题)")
	for _, text := range []string{
		"Translate “don't\u200b remember this”.", "`don't remember this`", "a < b && b > c", "Я не помню этого", "Δεν θυμάμαι", "记得😀带伞", "<script>var x = 'keep this'</script>",
	} {
		f(text, "nothing")
	}
}

// TestHintsAreFoundAtTheHeadOfAWord keeps the quick look from passing one over.
func TestHintsAreFoundAtTheHeadOfAWord(t *testing.T) {
	h := newHints()
	f := func(text string, want bool) {
		t.Helper()
		if h.in(text) != want {
			t.Errorf("%q: got %v", text, !want)
		}
	}
	for _, word := range englishHints() {
		f(word, true)
		f("x "+strings.ToUpper(word)+"!", true)
		f("雪"+word, true)
		f("x"+word[:2], false)
	}
	for _, word := range chineseHints() {
		f(word, true)
		f("x"+word+"雪", true)
		f("雪雪"+word, true)
		f(word[:2], false)
	}
	f("ordinary words, \xe8\xaeand broken ones \xe8", false)
	f("nothing remains of the sunken boathouse", false)
	f("Ｄｏ", true)
	f("", false)
}

func BenchmarkMay(b *testing.B) {
	p := NewPhrases()
	for name, text := range map[string]string{
		"english": strings.Repeat("Question 7: please look at the figures below and say whether they add up. 12.50 12.50 12.50 ", 22),
		"chinese": strings.Repeat("问题七：请看下面的数字，合计对不对？12.50 12.50 12.50 ", 30),
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if p.May(text) {
					b.Fatal("a wish")
				}
			}
		})
	}
}
