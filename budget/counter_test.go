package budget

import (
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/pkoukk/tiktoken-go"
	loader "github.com/pkoukk/tiktoken-go-loader"
)

// samples are ordinary sentences of the kinds that are remembered.
func samples() []string {
	return []string{
		"Prefers e-mail to phone calls, and not before 10 in the morning.",
		"Her mother's birthday is on 3 May 1958; she likes tea and quiet places.",
		"Decided to move the database to PostgreSQL 17 and keep the old one read-only until June.",
		"The budget for the kitchen is 12,500 euros, delivery included.",
		"Never book flights with a layover under 90 minutes!",
		"他对花生过敏，不能吃任何含坚果的食物。",
		"我妈妈住在成都，今年六十二岁，喜欢喝茶。",
		"预算不超过五千元，周末送到，要能保温。",
		"决定把数据库迁移到 PostgreSQL 17，旧库保留到六月。",
		"我們公司在臺北，下個月搬到高雄。",
	}
}

// oddities are texts on which a cut into words may go wrong.
func oddities() []string {
	return []string{"", " ", "\n\n", "a\r\nb", "don't I'LL we'Ve", "x  = 1;\n\tif (y) {}", "<|endoftext|> <|fim_prefix|>", "🙂👨‍👩‍👧", "\xff\xfe", strings.Join(samples(), "\n")}
}

func TestCountAgreesWithTiktoken(t *testing.T) {
	tiktoken.SetBpeLoader(loader.NewOfflineLoader())
	counter := NewCounter()
	texts := append(samples(), oddities()...)
	for enc, name := range map[Encoding]string{CL100K: "cl100k_base", O200K: "o200k_base"} {
		theirs, err := tiktoken.GetEncoding(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range texts {
			if got, want := counter.Count(enc, text), len(theirs.EncodeOrdinary(text)); got != want {
				t.Errorf("%s: %q costs %d, tiktoken says %d", name, text, got, want)
			}
		}
	}
}

// TestCountNeedsNoNetwork breaks every way out and asks for both tables.
func TestCountNeedsNoNetwork(t *testing.T) {
	before := http.DefaultTransport
	t.Cleanup(func() { http.DefaultTransport = before })
	http.DefaultTransport = forbidden{t}
	cost := NewCounter().CostOf("hello world")
	if cost.CL100K != 2 || cost.O200K != 2 {
		t.Errorf("cost is %+v, want two tokens in both", cost)
	}
}

type forbidden struct{ t *testing.T }

func (f forbidden) RoundTrip(r *http.Request) (*http.Response, error) {
	f.t.Errorf("a table was asked for at %s", r.URL.Host)
	return nil, http.ErrHandlerTimeout
}

func TestOnlyTheNeededTableIsUnpacked(t *testing.T) {
	counter := NewCounter()
	counter.Count(CL100K, "hello")
	if counter.tables[O200K].vocabulary != nil {
		t.Error("counting in cl100k unpacked o200k")
	}
}

// FuzzCount holds both encodings against tiktoken's own, word by word: where the
// cuts differ, a count would be right by chance only.
func FuzzCount(f *testing.F) {
	tiktoken.SetBpeLoader(loader.NewOfflineLoader())
	counter := NewCounter()
	theirs := make(map[Encoding]*tiktoken.Tiktoken)
	for enc, name := range map[Encoding]string{CL100K: "cl100k_base", O200K: "o200k_base"} {
		var err error
		if theirs[enc], err = tiktoken.GetEncoding(name); err != nil {
			f.Fatal(err)
		}
	}
	for _, text := range append(samples(), oddities()...) {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if cutAt(text) < len(text) {
			return // counted in pieces, and not exactly
		}
		for enc, their := range theirs {
			if got, want := counter.Count(enc, text), len(their.EncodeOrdinary(text)); got != want {
				t.Errorf("encoding %d: %q costs %d, tiktoken says %d", enc, text, got, want)
			}
		}
	})
}

// TestAnyMixOfCharactersIsCountedExactly mixes the kinds of characters that the
// patterns tell apart, at random.
func TestAnyMixOfCharactersIsCountedExactly(t *testing.T) {
	tiktoken.SetBpeLoader(loader.NewOfflineLoader())
	counter := NewCounter()
	kinds := strings.Split("a|B|z|Q|é|É|ǅ|ʰ|中|文|ー|ं|\u0301|\u0345|٣|½|7|0|'|'s|'RE|'ll|’| |  |\t|\n|\r\n|\u00a0|\u3000|\u2028|.|/|//|$|+|—|🙂|\u200d|\xff|ſ|K|İ|ß|don|THE|He", "|")
	source := rand.New(rand.NewPCG(3, 4))
	for enc, name := range map[Encoding]string{CL100K: "cl100k_base", O200K: "o200k_base"} {
		theirs, err := tiktoken.GetEncoding(name)
		if err != nil {
			t.Fatal(err)
		}
		for range 20_000 {
			text := ""
			for range 1 + source.IntN(9) {
				text += kinds[source.IntN(len(kinds))]
			}
			if got, want := counter.Count(enc, text), len(theirs.EncodeOrdinary(text)); got != want {
				t.Fatalf("%s: %q costs %d, tiktoken says %d", name, text, got, want)
			}
		}
	}
}

func TestUnknownEncodingCostsTheDearer(t *testing.T) {
	counter := NewCounter()
	for _, text := range samples() {
		cost := counter.CostOf(text)
		if got, want := counter.Count(Unknown, text), max(cost.CL100K, cost.O200K); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}

func TestLongTextIsCountedInPiecesNearlyExactly(t *testing.T) {
	counter := NewCounter()
	tiktoken.SetBpeLoader(loader.NewOfflineLoader())
	theirs, err := tiktoken.GetEncoding("o200k_base")
	if err != nil {
		t.Fatal(err)
	}
	f := func(name, text string, slack int) {
		t.Helper()
		got, want := counter.Count(O200K, text), len(theirs.EncodeOrdinary(text))
		if got < want || got > want+slack {
			t.Errorf("%s: %d, want %d to %d", name, got, want, want+slack)
		}
	}
	f("prose", strings.Repeat(samples()[0]+" ", 1_000), 10)
	f("chinese without a blank", strings.Repeat(strings.ReplaceAll(samples()[5], " ", ""), 60), 20)

	start := time.Now()
	counter.Count(O200K, strings.Repeat("a", 1<<20))
	if took := time.Since(start); took > 20*time.Second {
		t.Errorf("a megabyte without a blank took %v: the merge is quadratic again", took)
	}
}

func TestEstimateIsAboveTheTruth(t *testing.T) {
	counter := NewCounter()
	f := func(text string) {
		t.Helper()
		cost := counter.CostOf(text)
		got := Estimate(text)
		if got < max(cost.CL100K, cost.O200K) {
			t.Errorf("%q is estimated at %d and costs %+v", text, got, cost)
		}
		if got > len(text) {
			t.Errorf("%q is estimated at %d, more than its %d bytes", text, got, len(text))
		}
	}
	for _, text := range samples() {
		f(text)
	}
	f("")
	f("a")
	f("2026-05-03 18:30:00 +0800")
	f("https://example.com/a/b?c=d&e=f#g")
	f("ORDER-88213/AX; tel 13800138000")
	f("«Straße» – naïve café, señor…")
	all := strings.Join(samples(), " ")
	if got, want := Estimate(all), counter.CostOf(all).In(Unknown); got > want*8/5 {
		t.Errorf("all samples are estimated at %d, over 1.6 times their %d", got, want)
	}
}

func TestEstimateAllocatesNothing(t *testing.T) {
	text := strings.Join(samples(), " ")
	if n := testing.AllocsPerRun(100, func() { Estimate(text) }); n != 0 {
		t.Errorf("allocations: %v, want 0", n)
	}
}

func TestModels(t *testing.T) {
	m := NewModels()
	f := func(model string, window int, enc Encoding) {
		t.Helper()
		if got := m.Window(model); got != window {
			t.Errorf("window of %q is %d, want %d", model, got, window)
		}
		if got := m.Encoding(model); got != enc {
			t.Errorf("encoding of %q is %d, want %d", model, got, enc)
		}
	}
	f("gpt-4o-2024-11-20", 128_000, O200K)
	f("GPT-4O-mini", 128_000, O200K)
	f("openai/gpt-4.1", 1_047_576, O200K)
	f("ft:gpt-3.5-turbo:acme::7p", 16_385, CL100K)
	f("gpt-3.5-turbo-0613", 4_096, CL100K)
	f("gpt-4-vision-preview", 128_000, CL100K)
	f("gpt-4", 8_192, CL100K)
	f("gpt-4-turbo", 128_000, CL100K)
	f("claude-sonnet-4-5", 200_000, Unknown)
	f("anthropic/claude-3-haiku", 200_000, Unknown)
	f("my-own-model", DefaultWindow, Unknown)
	f("", DefaultWindow, Unknown)

	for i, first := range m.families {
		for _, later := range m.families[i+1:] {
			if strings.HasPrefix(later.prefix, first.prefix) {
				t.Errorf("%q hides %q, which is listed after it", first.prefix, later.prefix)
			}
		}
	}
}

func TestRoom(t *testing.T) {
	base := Room{Window: 128_000, Share: 0.15, Cap: 800}
	f := func(change func(*Room), want int) {
		t.Helper()
		room := base
		change(&room)
		if got := room.Allowance(); got != want {
			t.Errorf("%+v allows %d, want %d", room, got, want)
		}
	}
	f(func(r *Room) {}, 800)
	f(func(r *Room) { r.Asked = 300 }, 300)
	f(func(r *Room) { r.Asked = 3_000 }, 800)
	f(func(r *Room) { r.Cap = 0 }, 0)
	f(func(r *Room) { r.Window = 4_000 }, 600)
	f(func(r *Room) { r.Window, r.Cap = 4_000, 9_000 }, 600)
	f(func(r *Room) { r.Window, r.Cap, r.Share = 4_000, 9_000, 0.9 }, 800)
	f(func(r *Room) { r.Share = 0 }, 0)
	f(func(r *Room) { r.PromptBytes = 3 * 127_500 }, 0)
	f(func(r *Room) { r.PromptBytes, r.MaxTokens = 3*100_000, 27_700 }, 300)
	f(func(r *Room) { r.MaxTokens = 128_000 }, 0)
	f(func(r *Room) { r.Window = -1 }, 0)
}

func TestBlobsCountAsImagesNotAsText(t *testing.T) {
	f := func(name, text string, want int) {
		t.Helper()
		if got := len(text) - Excess([]byte(text)); got != want {
			t.Errorf("%s: %d of %d bytes count, want %d", name, got, len(text), want)
		}
	}
	f("empty", "", 0)
	text := strings.Repeat("long prose ", 10_000)
	f("text", text, len(text))
	chinese := strings.Repeat("没有空格的中文", 1_000)
	f("chinese", chinese, len(chinese))
	code := strings.Repeat(`if(a){\n}`, 1_000)
	f("code", code, len(code))
	short := strings.Repeat("iVBORw0KGgo/+A", 200)
	f("a short image", short, len(short))
	f("image", "data:image/png;base64,"+strings.Repeat("iVBORw0KGgo/+A", 50_000), 5_000)
}

func TestPack(t *testing.T) {
	f := func(costs []int, budget, limit int, want []int, spent int) {
		t.Helper()
		got, sum := Pack(nil, len(costs), func(i int) int { return costs[i] }, budget, limit)
		if len(got) != len(want) || sum != spent {
			t.Errorf("Pack(%v, %d, %d) = %v, %d, want %v, %d", costs, budget, limit, got, sum, want, spent)
			return
		}
		for i := range got {
			if got[i] != want[i] {
				t.Errorf("Pack(%v, %d, %d) = %v, want %v", costs, budget, limit, got, want)
				return
			}
		}
	}
	f(nil, 100, 8, nil, 0)
	f([]int{10, 20, 30}, 100, 8, []int{0, 1, 2}, 60)
	f([]int{10, 20, 30}, 100, 2, []int{0, 1}, 30)
	f([]int{90, 20, 10}, 100, 8, []int{0, 2}, 100)
	f([]int{101, 101}, 100, 8, nil, 0)
	f([]int{10}, 0, 8, nil, 0)
	f([]int{10}, 100, 0, nil, 0)
}

func TestPackNeverExceedsItsBudget(t *testing.T) {
	source := rand.New(rand.NewPCG(1, 2))
	for range 2_000 {
		costs := make([]int, source.IntN(40))
		for i := range costs {
			costs[i] = 1 + source.IntN(200)
		}
		budget, limit := source.IntN(1_000), source.IntN(20)
		chosen, spent := Pack(nil, len(costs), func(i int) int { return costs[i] }, budget, limit)
		sum := 0
		for i, at := range chosen {
			sum += costs[at]
			if i > 0 && at <= chosen[i-1] {
				t.Fatalf("%v is not best first", chosen)
			}
		}
		if sum != spent || spent > budget || len(chosen) > limit {
			t.Fatalf("Pack(%v, %d, %d) = %v, %d", costs, budget, limit, chosen, spent)
		}
	}
}

func BenchmarkCostOf(b *testing.B) {
	counter := NewCounter()
	counter.CostOf("warm")
	b.ReportAllocs()
	for b.Loop() {
		counter.CostOf(samples()[2])
	}
}

func BenchmarkEstimate(b *testing.B) {
	text := samples()[2]
	b.ReportAllocs()
	for b.Loop() {
		Estimate(text)
	}
}
