package memory

import (
	"slices"
	"testing"
)

func TestTermsOfOneThingAreEqual(t *testing.T) {
	f := func(a, b string) {
		t.Helper()
		ta, tb := AppendTerms(nil, a), AppendTerms(nil, b)
		if len(ta) == 0 || !slices.Equal(ta, tb) {
			t.Errorf("terms of %q and %q differ: %v, %v", a, b, ta, tb)
		}
	}
	f("Cameras", "camera")
	f("camping", "camp")
	f("moved", "move")
	f("running", "runs")
	f("the parties", "party")
	f("parties", "a party")
	f("Anna's", "ANNA")
	f("臺灣", "台湾")
	f("ＡＢＣ", "abc")
	f("quickly", "quick")
	f("allergic", "allergies")
	f("photographers", "photography")
	f("celebrated", "celebrations")
	f("musical", "musician")
	f("medically", "medical")
	f("engagement", "engaged")
	f("friendship", "friends")
	f("performances", "perform")
}

func TestTermsOfDifferentThingsDiffer(t *testing.T) {
	f := func(a, b string) {
		t.Helper()
		ta, tb := AppendTerms(nil, a), AppendTerms(nil, b)
		if slices.Equal(ta, tb) {
			t.Errorf("terms of %q and %q are the same", a, b)
		}
	}
	f("order 1234", "order 1243")
	f("ORD-12-34", "ORD-1-234")
	f("v1.10", "v11.0")
	f("ab c", "a bc")
	f("上海", "海上")
	f("brother", "broth")
	f("shower", "show")
	f("station", "state of things")
}

func TestTermKinds(t *testing.T) {
	f := func(text string, want ...TermKind) {
		t.Helper()
		var got []TermKind
		for _, term := range AppendTerms(nil, text) {
			got = append(got, term.Kind())
		}
		if !slices.Equal(got, want) {
			t.Errorf("kinds of %q: %v, want %v", text, got, want)
		}
	}
	f("")
	f("the of and 的了")
	f("blue 42", WordTerm, NumberTerm)
	f("ORD-17", WordTerm, NumberTerm, NumberTerm)
	f("blue-green", WordTerm, WordTerm)
	f("go well", CharTerm, CharTerm)
	f("猫", CharTerm)
	f("花生", CharTerm, PairTerm, CharTerm)
	f("我的猫", PairTerm, CharTerm)
	f("买了iPhone15", CharTerm, PairTerm, NumberTerm)
	f("don't", []TermKind{}...)
}

func TestIdentifiersMatchWholeAndInParts(t *testing.T) {
	whole := AppendTerms(nil, "ticket ORD-2024-17 is open")
	for _, part := range []string{"ORD-2024-17", "2024", "17", "ord"} {
		for _, term := range AppendTerms(nil, part) {
			if !slices.Contains(whole, term) {
				t.Errorf("%q is not found in the whole", part)
			}
		}
	}
}

func TestAppendTermsAllocatesNothing(t *testing.T) {
	buf := make([]Term, 0, 256)
	text := "She moved to Berlin in 2021, order ORD-17. 她搬到了柏林，订单号是12345。"
	if n := testing.AllocsPerRun(100, func() { buf = AppendTerms(buf[:0], text) }); n != 0 {
		t.Errorf("allocations: %v, want 0", n)
	}
}

func FuzzAppendTermsIsStable(f *testing.F) {
	f.Add("Hello, wörld 你好 a-1")
	f.Fuzz(func(t *testing.T, s string) {
		if !slices.Equal(AppendTerms(nil, s), AppendTerms(nil, Fold(s))) {
			t.Fatalf("folding changed the terms of %q", s)
		}
	})
}

func FuzzTermsAreThoseOfOneCharacterAfterAnother(f *testing.F) {
	for _, s := range []string{"", "Anna's ORD-2024-17, a.b@c.de", "x1y 2z", "中文abc12的x 上海a上", "a-中-b", "café's İ ＡＢ-１２", "1-2-x' 3", "\xffa\x80b", "a_b:c#d+e/9",
		"averyveryveryverylongwordthatisnowordbutdataandiscutsomewherenearhere99longer"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		var plain termizer
		for _, r := range s {
			plain.rune(FoldRune(r))
		}
		plain.rune(' ')
		if got := AppendTerms(nil, s); !slices.Equal(got, plain.dst) {
			t.Fatalf("terms of %q are %x, want %x", s, got, plain.dst)
		}
	})
}

func FuzzTheTermsOfATextAreThoseOfItsLines(f *testing.F) {
	f.Add("Anna'", "s ORD-", "2024-17")
	f.Add("中", "文 1", "-2'")
	f.Fuzz(func(t *testing.T, a, b, c string) {
		lines := AppendTerms(AppendTerms(AppendTerms(nil, a), b), c)
		if got := AppendTerms(nil, a+"\n"+b+"\n"+c); !slices.Equal(got, lines) {
			t.Fatalf("terms of %q, %q and %q are %x, those of their lines %x", a, b, c, got, lines)
		}
	})
}

// What stands in what is said of anything is told from what says what a text is about.
func TestCommonWords(t *testing.T) {
	for _, w := range []string{"with", "really", "question", "today"} {
		if !CommonWord(w) {
			t.Errorf("%q is not taken for common", w)
		}
	}
	for _, w := range []string{"marathon", "price", "oslo"} {
		if CommonWord(w) {
			t.Errorf("%q is taken for common", w)
		}
	}
	if !CommonPair("已经") || CommonPair("过敏") {
		t.Error("pairs are not told apart")
	}
}
