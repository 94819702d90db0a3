package memory

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestSliceCutsAtSentences(t *testing.T) {
	f := func(text string, max int, want ...string) {
		t.Helper()
		got := Slice(text, max)
		if strings.Join(got, "|") != strings.Join(want, "|") {
			t.Errorf("Slice(%q, %d)\n got %q\nwant %q", text, max, got, want)
		}
	}
	f("", 200)
	f("  \n ", 200)
	f("Short enough.", 200, "Short enough.")
	f("The first sentence is here. The second one follows it.", 40,
		"The first sentence is here.", "The second one follows it.")
	f("It costs 3.50 in the U.S. market today. We paid with two cards then.", 45,
		"It costs 3.50 in the U.S. market today.", "We paid with two cards then.")
	f("今天我去了医院做检查。医生说一切都很好，不用担心。", 40,
		"今天我去了医院做检查。", "医生说一切都很好，不用担心。")
	f("他说：“明天不来了。”我很失望，因为饭已经做好了。", 36,
		"他说：“明天不来了。”", "我很失望，因为饭已经做好了。")
	f("steps:\n- buy the paint\n- paint the wall\n- wait a day", 30,
		"steps:\n- buy the paint", "- paint the wall\n- wait a day")
}

func TestSliceKeepsEveryWordWithinTheLimit(t *testing.T) {
	for _, text := range []string{
		strings.Repeat("word ", 400),
		strings.Repeat("没有任何标点的一大段文字", 60),
		strings.Repeat("x", 1000),
		strings.Repeat("One. Two! Three? ", 90) + "\n\n" + strings.Repeat("四。五！六？", 80),
		"a\xff\xfe" + strings.Repeat("\xff", 700),
	} {
		for _, max := range []int{0, 20, 200, 500} {
			pieces := Slice(text, max)
			limit := max
			if limit < 20 {
				limit = 20
			}
			joined := ""
			for _, p := range pieces {
				if sliceWidth(p) > limit || p == "" || strings.TrimSpace(p) != p {
					t.Fatalf("piece %q of width %d breaks the rules at %d", p, sliceWidth(p), max)
				}
				joined += p
			}
			squeeze := func(s string) string { return strings.Join(strings.Fields(s), "") }
			if squeeze(joined) != squeeze(text) {
				t.Fatalf("max %d: text was lost", max)
			}
		}
	}
}

func FuzzSlice(f *testing.F) {
	f.Add("The first. The second.\n\n第三句。", 30)
	f.Fuzz(func(t *testing.T, text string, max int) {
		if max > 1<<20 {
			return
		}
		for _, p := range Slice(text, max) {
			if utf8.ValidString(text) && !utf8.ValidString(p) {
				t.Fatalf("Slice(%q, %d) tore a character: %q", text, max, p)
			}
		}
	})
}
