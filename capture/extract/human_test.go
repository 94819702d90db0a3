package extract

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"mneme/memory"
)

func TestFirstsAreThoseOfEachWord(t *testing.T) {
	words := workings()
	pieces := append(slices.Clone(words), "the report ", "summar", "译翻", "x", "\n\n", "explainer", "写", "一")
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		var b strings.Builder
		for b.Len() < 5<<10 {
			b.WriteString(pieces[r.IntN(8)])
			b.WriteString(pieces[len(pieces)-1-r.IntN(12)])
		}
		text := b.String()
		for k, at := range firsts(text, words) {
			if want := strings.Index(text, words[k]); at != want {
				t.Fatalf("%q stands at %d, want %d", words[k], at, want)
			}
		}
	}
}

func TestErrandsAreWrittenFolded(t *testing.T) {
	for _, sign := range errands() {
		if memory.Fold(sign) != sign {
			t.Errorf("%q is never found: it folds to %q", sign, memory.Fold(sign))
		}
	}
}
