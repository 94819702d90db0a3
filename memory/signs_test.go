package memory

import (
	"strings"
	"testing"
)

func TestSignsAreFoundInEveryText(t *testing.T) {
	f := func(text string, signs ...string) {
		t.Helper()
		want := false
		for _, sign := range signs {
			want = want || strings.Contains(text, sign)
		}
		if got := hasAny(text, signs...); got != want {
			t.Errorf("%q holds one of %q: %v", text, signs, got)
		}
	}
	many := []string{"什么", "哪", "why", "über", "é", "？", "没有", "花", "😀", "ok"}
	texts := []string{"", "a", "what is it", "why", "哪", "花", "这是一朵花", "这是什么东西", "没", "没有", "有没", "den Fluss über", "café", "é", "x😀", "😀", "ok？", "short é and 花园", "twelve bytes", "eight by", "\xe8\x8a", "\xe4\xbb"}
	for _, text := range texts {
		f(text, many...)
		for _, sign := range many {
			f(text, sign)
			f(text, sign, "none", "of these", "无此词", "也无", "都不是")
		}
	}
}

// FuzzHasAny holds it against looking for every sign.
func FuzzHasAny(f *testing.F) {
	f.Add("这是一朵花", "花")
	f.Add("plain text", "ai")
	f.Add("\xe4\xbb\xe4", "\xe4\xbb")
	f.Fuzz(func(t *testing.T, text, sign string) {
		if sign == "" {
			return
		}
		if got, want := hasAny(text, "无", "此", "等", "字", "样", sign), strings.Contains(text, sign) || strings.ContainsAny(text, "无此等字样"); got != want {
			t.Errorf("%q in %q: %v, want %v", sign, text, got, want)
		}
	})
}
