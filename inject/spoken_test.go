package inject

import (
	"strings"
	"testing"

	"mneme/memory"
)

func FuzzPhrases(f *testing.F) {
	long := strings.Repeat("likes tea ", 7)
	f.Add("she "+long+"today", long, "likes coffee")
	f.Add(long[:69], long, "tea likes")
	f.Add(strings.Repeat("a", 90), strings.Repeat("a", 40)+"b", strings.Repeat("a", 9))
	f.Add("", "", "nine bytes")
	f.Add("nine bytes", "nine bytes", "ine bytes")
	f.Add("我喜欢喝乌龙茶，也喜欢喝普洱茶，早上一般喝绿茶", "也喜欢喝普洱茶，早上一般喝绿茶", "也喜欢喝普洱")
	f.Fuzz(func(t *testing.T, text, one, other string) {
		for step := 1; step <= mostStep; step++ {
			p := phrases{step: step}
			p.add(0, one)
			p.add(1, other)
			spoken := make([]bool, 2)
			p.mark(spoken, text)
			for i, words := range []string{one, other} {
				words = strings.TrimSpace(words)
				if want := len(words) >= spokenLeast && strings.Contains(text, words); spoken[i] != want {
					t.Errorf("%q in %q at step %d: %v", words, text, step, spoken[i])
				}
			}
		}
	})
}

// What the conversation has already is not told again: neither what was masked before it was
// written down nor what is said in very few words.
func TestWhatWasJustSaidIsNotToldAgain(t *testing.T) {
	f := func(text, record, quote string, want bool) {
		t.Helper()
		p := new(phrases)
		hits := []memory.Hit{{Record: &memory.Record{ID: "r1", Layer: memory.Semantic, Text: record, Sources: []memory.Provenance{{Quote: quote}}}}}
		kept, dropped := p.unspoken(hits, 1, len(text), func(int, *[]byte) string { return text })
		if got := len(kept) == 0; got != want || len(dropped)+len(kept) != 1 {
			t.Errorf("%q beside %q: left out %v", record, text, got)
		}
	}
	f("我32岁，想换个工作", "32岁", "我32岁", true)
	f("我想换个工作", "32岁", "我32岁", false)
	f("我132岁", "32岁", "32岁", false)
	f("I'm 41 and bored", "41 years old", "I'm 41", true)
	f("I'm 410 in dog years", "41 years old", "I'm 41", false)
	f("please call me at 415-555-0134 tomorrow", "please call me at [phone] tomorrow", "please call me at [phone] tomorrow", true)
	f("please write to me tomorrow", "please call me at [phone] tomorrow", "please call me at [phone] tomorrow", false)
	f("我的电话是13812345678，有事打给我", "我的电话是[电话]，有事打给我", "我的电话是[电话]，有事打给我", true)
	f("明天有事吗", "我的电话是[电话]，有事打给我", "我的电话是[电话]，有事打给我", false)
}
