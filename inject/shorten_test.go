package inject

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"mneme/budget"
	"mneme/memory"
)

// said returns a hit on what was said, with its true cost.
func (p pricer) said(id, text string, day int) memory.Hit {
	h := p.fact(id, text, day)
	r := *h.Record
	r.Layer, r.Kind, r.Event.Type, r.Source = memory.Episodic, "event", memory.EventMessage, memory.UserDirect
	h.Record = &r
	return h
}

// tour tells of a day in the garden of a number; what its gate is painted stands in the middle.
func tour(n int) string {
	return fmt.Sprintf("The train was late again and there was hardly a seat left when it came at last. In garden %d the gate was painted in %d shades of green. "+
		"We had lunch on a bench and talked about the work of next week, which nobody looked forward to. On the way home we read the paper and fell asleep.", n, n+40)
}

func TestBehindTheBestMoreIsShownInFewerWords(t *testing.T) {
	p := newPricer()
	var hits []memory.Hit
	for i := range 24 {
		hits = append(hits, p.said(fmt.Sprint("e", i), tour(i), i+1))
	}
	limits := bounds{tokens: 800, topK: 50, enc: budget.O200K}
	b := pack(hits, section{}, limits, look{at: noon(), asked: "Which shades was the gate of the garden painted?"})
	if !strings.Contains(b.text, tour(0)) || !strings.Contains(b.text, tour(1)) {
		t.Errorf("the best are cut:\n%s", b.text)
	}
	for i := range b.hits {
		if want := fmt.Sprintf("In garden %d the gate was painted in %d shades of green.", i, i+40); !strings.Contains(b.text, want) {
			t.Errorf("%q is missing:\n%s", want, b.text)
		}
	}
	whole := 0
	for i := range hits {
		whole += p.CostOf(hits[i].Record.Text).O200K + datedLine
		if whole > 800 {
			if len(b.hits) <= i+2 {
				t.Errorf("%d hits, of which %d would fit whole", len(b.hits), i)
			}
			break
		}
	}
	if got := p.CostOf(b.text).O200K; got > b.tokens || b.tokens > limits.tokens {
		t.Errorf("%d tokens, said to be %d", got, b.tokens)
	}
	spent := frameOf(english, limits.enc).openCost
	for _, c := range b.costs {
		spent += c
	}
	if spent != b.tokens {
		t.Errorf("lines cost %d, the block %d", spent, b.tokens)
	}
}

func TestNothingIsCutWhereThereIsRoom(t *testing.T) {
	p := newPricer()
	var hits []memory.Hit
	for i := range 6 {
		hits = append(hits, p.said(fmt.Sprint("e", i), tour(i), i+1))
	}
	b := pack(hits, section{}, bounds{tokens: 800, topK: 50}, look{at: noon(), asked: "Which shades was the gate of the garden painted?"})
	for i := range hits {
		if !strings.Contains(b.text, tour(i)) {
			t.Errorf("hit %d is cut:\n%s", i, b.text)
		}
	}
}

func TestFactsAndProceduresAreShownWhole(t *testing.T) {
	p := newPricer()
	var hits []memory.Hit
	for i := range 8 {
		hits = append(hits, p.fact(fmt.Sprint("f", i), tour(i), i+1))
	}
	b := pack(hits, section{}, bounds{tokens: 500, topK: 50}, look{at: noon(), asked: "Which shades was the gate of the garden painted?"})
	if n := strings.Count(b.text, "\n"); len(b.hits) == 0 || strings.Contains(b.text, "…") || n < len(b.hits) {
		t.Errorf("%d hits:\n%s", len(b.hits), b.text)
	}
}

// TestPartsCostAtMostWhatIsCounted packs mixed texts of both languages into rooms of many sizes.
func TestPartsCostAtMostWhatIsCounted(t *testing.T) {
	p := newPricer()
	texts := []string{
		tour(3),
		strings.Repeat("上午我们去了植物园。中午在面馆吃了牛肉面，味道很好。下午下起了大雨，打车回家，路上堵了一个多小时。", 4),
		strings.Repeat("See https://example.org/a?b=1&c=%20x {\"k\": [1,2,3]}. The gate is green. ", 8),
		strings.Repeat("Look: `a[i] += b*c;` is it right?\nThe gate\n\n- one\n- two\n", 9),
		strings.Repeat("Grüße aus Köln, das Tor ist grün gestrichen. Été à la mer. 😀😀😀. ", 8),
	}
	var hits []memory.Hit
	for i := range 60 {
		hits = append(hits, p.said(fmt.Sprint("e", i), texts[i%len(texts)], i%28+1))
	}
	for _, enc := range []budget.Encoding{budget.O200K, budget.CL100K} {
		for tokens := 150; tokens < 2_000; tokens += 70 {
			for _, question := range []string{"What colour is the gate?", "中午吃了什么？", ""} {
				b := pack(hits, section{}, bounds{tokens: tokens, topK: 50, enc: enc}, look{at: noon(), asked: question, lang: languageOf(question)})
				if got := budget.Cost(p.CostOf(b.text)).In(enc); got > b.tokens || b.tokens > tokens {
					t.Errorf("%d tokens in room for %d, said to be %d", got, tokens, b.tokens)
				}
				if !slices.IsSortedFunc(b.hits, func(x, y memory.Hit) int {
					return slices.IndexFunc(hits, func(h memory.Hit) bool { return h.Record.ID == x.Record.ID }) - slices.IndexFunc(hits, func(h memory.Hit) bool { return h.Record.ID == y.Record.ID })
				}) {
					t.Error("the order of the hits changed")
				}
			}
		}
	}
}

// BenchmarkPackLong is packing where most lines are shown in part:
//
//	go test ./inject -run '^$' -bench PackLong -benchmem
func BenchmarkPackLong(b *testing.B) {
	p := newPricer()
	var hits []memory.Hit
	for i := range 24 {
		hits = append(hits, p.said(fmt.Sprint("e", i), tour(i)+" "+tour(i+30), i+1))
	}
	b.ReportAllocs()
	for b.Loop() {
		pack(hits, section{}, bounds{tokens: 800, topK: 16}, look{at: noon(), asked: "Which shades was the gate of the garden painted?"})
	}
}

func TestWhatStandsAsideIsNotCrowdedOut(t *testing.T) {
	p := newPricer()
	var hits []memory.Hit
	for i := range 24 {
		hits = append(hits, p.said(fmt.Sprint("e", i), tour(i), i+1))
	}
	for i := range 9 {
		aside := p.fact(fmt.Sprint("a", i), fmt.Sprintf("answer in %d short sentences when I ask about gardens", i), 2)
		aside.Aside = true
		hits = append(hits, aside)
	}
	b := pack(hits, section{}, bounds{tokens: 800, topK: 16, enc: budget.O200K}, look{at: noon(), asked: "Which shades was the gate of the garden painted?"})
	asides := 0
	for i, h := range b.hits {
		if h.Aside {
			asides++
		} else if i > 0 && b.hits[i-1].Aside {
			t.Error("it stands before what answers")
		}
	}
	if asides == 0 || asides > 4 || len(b.hits)-asides < 6 {
		t.Errorf("%d asides of %d hits:\n%s", asides, len(b.hits), b.text)
	}
	if got := p.CostOf(b.text).O200K; got > b.tokens || b.tokens > 800 {
		t.Errorf("%d tokens, said to be %d", got, b.tokens)
	}
	if b := pack(hits, section{}, bounds{tokens: 800, topK: 0}, look{at: noon()}); len(b.hits) != 0 {
		t.Errorf("%d hits though none is wanted", len(b.hits))
	}
}
