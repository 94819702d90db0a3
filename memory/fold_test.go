package memory

import (
	"sort"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestFold(t *testing.T) {
	f := func(in, want string) {
		t.Helper()
		if got := Fold(in); got != want {
			t.Errorf("Fold(%q) = %q, want %q", in, got, want)
		}
	}
	f("", "")
	f("plain text", "plain text")
	f("Hello WORLD", "hello world")
	f("ＡＢＣ１２３！", "abc123!")
	f("臺灣的電話號碼", "台湾的电话号码")
	f("台湾的电话号码", "台湾的电话号码")
	f("她對花生過敏", "她对花生过敏")
	f("我　喜歡　Ｇｏ", "我 喜欢 go")
	f("don\u2019t \u201Cquote\u201D 3\u20134", "don't \"quote\" 3-4")
	f("ÄÖÜ ÉCOLE", "äöü école")
	f("İzmir", "izmir")
	f("\xff", "\uFFFD")
	f("￥100", "¥100")
	f("𠮷野家 🙂", "𠮷野家 🙂")
}

func TestFoldTableIsSortedAndWhole(t *testing.T) {
	if len(hant)%6 != 0 || !utf8.ValidString(hant) {
		t.Fatalf("table of %d bytes is torn", len(hant))
	}
	n := len(hant) / 6
	if n < 2500 {
		t.Fatalf("table has only %d pairs", n)
	}
	if !sort.SliceIsSorted(make([]struct{}, n), func(i, j int) bool { return hant[6*i:6*i+3] < hant[6*j:6*j+3] }) {
		t.Fatal("table is not sorted")
	}
	for i := range n {
		from, to := hant[6*i:6*i+3], hant[6*i+3:6*i+6]
		if got := Fold(from); got != to {
			t.Errorf("Fold(%q) = %q, want %q", from, got, to)
		}
	}
}

func TestFoldLeavesWhatIsNotInTheTable(t *testing.T) {
	in := make(map[rune]bool)
	for i, r := range hant {
		in[r] = in[r] || i%6 == 0
	}
	for r := rune(0x3400); r <= 0xFAFF; r++ {
		if !in[r] && utf8.ValidRune(r) && FoldRune(r) != r {
			t.Errorf("%q becomes %q", r, FoldRune(r))
		}
	}
}

func TestFoldOfFoldedTextAllocatesNothing(t *testing.T) {
	s := strings.Repeat("she likes 花生 ", 20)
	if n := testing.AllocsPerRun(100, func() { Fold(s) }); n != 0 {
		t.Errorf("allocations: %v, want 0", n)
	}
}

func FuzzFoldIsIdempotent(f *testing.F) {
	for _, s := range []string{"", "臺灣 ＡＢＣ", "\xff\xfe", "ẞ İ K Å", "don’t", "ﬁ"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		once := Fold(s)
		if !utf8.ValidString(once) {
			t.Fatalf("Fold(%q) is no UTF-8", s)
		}
		if twice := Fold(once); twice != once {
			t.Fatalf("Fold(%q) = %q, and folded again %q", s, once, twice)
		}
	})
}
