package inject

import (
	"strings"
	"testing"

	"mneme/memory"
)

// BenchmarkInject is what the request path costs beside parsing and recall:
//
//	go test ./inject -run '^$' -bench Inject -benchmem
func BenchmarkInject(b *testing.B) {
	p := newPricer()
	k := &quick{}
	for i := range 24 {
		k.hits = append(k.hits, p.fact(strings.Repeat("r", i+1), "She keeps a list of every garden she has visited since her first journey abroad.", 3))
	}
	f := func(name string, turns ...string) {
		in := newInjector(b, k)
		b.Run(name, func(b *testing.B) {
			req := chat(b, turns...)
			r := ruling()
			b.ReportAllocs()
			for b.Loop() {
				if report := inject(b.Context(), in, r, req, noon()); report.Status != "injected" {
					b.Fatal(report.Status)
				}
			}
		})
	}
	f("2KB", strings.Repeat("context of the question ", 80)+"Which gardens?")
	var long []string
	for range 50 {
		long = append(long, strings.Repeat("what was asked ", 60), strings.Repeat("what was answered ", 60))
	}
	f("100KB", append(long, "Which gardens?")...)
	zh := &quick{}
	for i := range 24 {
		zh.hits = append(zh.hits, p.fact(strings.Repeat("r", i+1), "自从第一次出国旅行以来，她一直记录着自己参观过的每一座花园。", 3))
	}
	k = zh
	f("2KB-zh", strings.Repeat("这是问题的背景。", 80)+"哪些花园？")
}

// quick recalls in no time.
type quick struct{ hits []memory.Hit }

func BenchmarkPack(b *testing.B) {
	p := newPricer()
	var hits []memory.Hit
	for i := range 24 {
		hits = append(hits, p.fact(strings.Repeat("r", i+1), "She keeps a list of every garden she has visited since her first journey abroad.", 3))
	}
	b.ReportAllocs()
	for b.Loop() {
		pack(hits, section{}, bounds{tokens: 800, topK: 8}, look{at: noon()})
	}
}
