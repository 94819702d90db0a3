package inject

import (
	"strings"
	"testing"
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
