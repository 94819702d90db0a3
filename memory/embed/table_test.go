package embed

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"mneme/memory"
)

var _ memory.Embedder = (*Table)(nil)

func mustOpen(t testing.TB) *Table {
	t.Helper()
	table, err := Open()
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func vector(table *Table, text string) []float32 {
	v := make([]float32, dims)
	table.EmbedTo(v, text)
	return v
}

func cosine(a, b []float32) float64 {
	var s float64
	for i := range a {
		s += float64(a[i]) * float64(b[i])
	}
	return s
}

func TestEmbedGivesUnitVectors(t *testing.T) {
	table := mustOpen(t)
	for _, s := range []string{"a", "她对花生过敏", "Zanzibarify", "13800138000", "C++ $5", strings.Repeat("很长的一句话 and more ", 5000)} {
		v := vector(table, s)
		if n := math.Sqrt(cosine(v, v)); math.Abs(n-1) > 1e-6 {
			t.Errorf("length of the vector of %.20q is %v, want 1", s, n)
		}
	}
}

func TestTextWithoutKnownTokensIsZero(t *testing.T) {
	table := mustOpen(t)
	for _, s := range []string{"", " \n\t", "?!…，。", "🙂", "\xff\xfe", "ภาษา"} {
		if v := vector(table, s); cosine(v, v) != 0 {
			t.Errorf("vector of %q is not zero", s)
		}
	}
	if v := vector(table, "tea"); cosine(v, v) == 0 {
		t.Error("vector of a known word is zero")
	}
}

func TestSpellingsOfOneTextHaveOneVector(t *testing.T) {
	table := mustOpen(t)
	f := func(a, b string) {
		t.Helper()
		if c := cosine(vector(table, a), vector(table, b)); c < 0.999999 {
			t.Errorf("cosine of %q and %q is %v, want 1", a, b, c)
		}
	}
	f("I don’t like TEA.", "i don't like tea")
	f("她對花生過敏，住在臺灣", "她对花生过敏，住在台湾")
	f("ＡＢＣ１２３", "abc123")
	f("Café Müller", "cafe muller")
}

func TestEveryLatinWordAndHanCharacterIsCovered(t *testing.T) {
	table := mustOpen(t)
	for c := 'a'; c <= 'z'; c++ {
		if v := vector(table, "qx"+string(c)+"zzkvw"); cosine(v, v) == 0 {
			t.Errorf("nothing known about a word with %q", c)
		}
		if v := vector(table, string(c)); cosine(v, v) == 0 {
			t.Errorf("letter %q has no row", c)
		}
	}
	for c := '0'; c <= '9'; c++ {
		if v := vector(table, string(c)); cosine(v, v) == 0 {
			t.Errorf("digit %q has no row", c)
		}
	}
	for _, c := range "的一是不了人我在有他这中大来上国和地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里" {
		if v := vector(table, string(c)); cosine(v, v) == 0 {
			t.Errorf("character %q has no row", c)
		}
	}
}

func TestMeaningOutweighsWords(t *testing.T) {
	table := mustOpen(t)
	near := func(a, b, c string) {
		t.Helper()
		x, y, z := vector(table, a), vector(table, b), vector(table, c)
		if cosine(x, y) <= cosine(x, z) {
			t.Errorf("%q is nearer to %q (%.2f) than to %q (%.2f)", a, c, cosine(x, z), b, cosine(x, y))
		}
	}
	near("the automobile needs fuel", "our car ran out of petrol", "the recipe needs butter")
	near("他的汽车没油了", "轿车需要加油", "他的手机没电了")
	near("my doctor prescribed tablets", "医生给我开了药", "老板给我开了会")
	near("我妈妈住院了", "my mother is in hospital", "my brother is in Beijing")
}

func TestEmbedKeepsOrderAndStopsWithItsContext(t *testing.T) {
	table := mustOpen(t)
	texts := []string{"tea", "", "咖啡"}
	got, err := table.Embed(context.Background(), texts)
	if err != nil || len(got) != len(texts) {
		t.Fatalf("Embed = %d vectors, %v", len(got), err)
	}
	for i, s := range texts {
		if len(got[i]) != table.Dims() {
			t.Fatalf("vector %d has %d dims", i, len(got[i]))
		}
		for j, x := range vector(table, s) {
			if got[i][j] != x {
				t.Fatalf("vector %d differs from EmbedTo", i)
			}
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := table.Embed(ctx, texts); !errors.Is(err, context.Canceled) {
		t.Errorf("Embed with a cancelled context = %v", err)
	}
}

func TestEmbedToAllocatesNothing(t *testing.T) {
	table := mustOpen(t)
	v := make([]float32, dims)
	for _, s := range []string{"What foods should be avoided?", "给我做饭要避开哪些食物？", "unfriendliest Zanzibarification"} {
		if n := testing.AllocsPerRun(100, func() { table.EmbedTo(v, s) }); n != 0 {
			t.Errorf("%q: %v allocations, want 0", s, n)
		}
	}
}

func TestEmbedToIsSafeForConcurrentUse(t *testing.T) {
	table := mustOpen(t)
	texts := []string{"she drinks black coffee", "她喝黑咖啡", "the meeting is at nine", "房租每月三号交"}
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			s := texts[i%len(texts)]
			want := vector(table, s)
			for range 200 {
				for j, x := range vector(table, s) {
					if x != want[j] {
						t.Errorf("vector of %q changed", s)
						return
					}
				}
			}
		})
	}
	wg.Wait()
}

func TestOpenRefusesADamagedTable(t *testing.T) {
	head := len(magic) + 8
	f := func(name, data string) {
		t.Helper()
		if _, err := open(data); !errors.Is(err, ErrDamaged) {
			t.Errorf("%s: open = %v, want ErrDamaged", name, err)
		}
	}
	flip := func(at int) string {
		b := []byte(asset)
		b[at] ^= 0x40
		return string(b)
	}
	f("empty", "")
	f("other magic", flip(3))
	f("size of head", flip(len(magic)+1))
	f("checksum", flip(len(magic)+5))
	f("head", flip(head+1000))
	f("end of head", flip(head+20))
	f("short of one byte", asset[:len(asset)-1])
	f("one byte more", asset+"x")
	f("head alone", asset[:head+100])
}

func TestCalibrateIsMonotoneInUnitRange(t *testing.T) {
	table := mustOpen(t)
	last := 0.0
	for cos := -1.2; cos <= 1.2; cos += 0.001 {
		s := table.Calibrate(cos)
		if s < last || s < 0 || s > 1 {
			t.Fatalf("Calibrate(%v) = %v after %v", cos, s, last)
		}
		last = s
	}
	if table.Calibrate(-1) != 0 || table.Calibrate(1) != 1 || table.Calibrate(math.NaN()) != 0 {
		t.Error("the ends of the curve are not 0 and 1, or NaN is not 0")
	}
}

func FuzzEmbedTo(f *testing.F) {
	table := mustOpen(f)
	for _, s := range []string{"", "don't", "a''b'", "'", "臺北café１２３\xff", strings.Repeat("x", 200) + "'y", strings.Repeat("他说", 90)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		v := vector(table, s)
		n := math.Sqrt(cosine(v, v))
		if n != 0 && math.Abs(n-1) > 1e-5 {
			t.Fatalf("length of the vector of %q is %v", s, n)
		}
		if utf8.ValidString(s) {
			if c := cosine(v, vector(table, memory.Fold(s))); n != 0 && c < 0.9999 {
				t.Fatalf("folding %q changed its vector: cosine %v", s, c)
			}
		}
	})
}

func BenchmarkOpen(b *testing.B) {
	for b.Loop() {
		if _, err := Open(); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkEmbedTo(b *testing.B) {
	table := mustOpen(b)
	v := make([]float32, dims)
	for name, s := range map[string]string{
		"English": "What foods should be avoided when cooking for me?",
		"Chinese": "给我做饭要避开哪些食物，有什么忌口？",
		"Turn":    strings.Repeat("I went hiking with my sister last weekend and we had a great time. ", 4),
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				table.EmbedTo(v, s)
			}
		})
	}
}

func FuzzTheVectorOfATextIsThatOfItsLines(f *testing.F) {
	table, err := Open()
	if err != nil {
		f.Fatal(err)
	}
	f.Add("I don'", "t know", "她对花生过敏")
	f.Add("", "12.", "50 C++")
	f.Add("a\xe5", "\xa5\xb9", "’x'\r")
	f.Fuzz(func(t *testing.T, a, b, c string) {
		want, got, sum := make([]float32, dims), make([]float32, dims), make([]int32, dims)
		table.EmbedTo(want, a+"\n"+b+"\n"+c)
		for _, line := range []string{a, b, c} {
			table.Add(sum, line)
		}
		table.Unit(got, sum)
		if !slices.Equal(got, want) {
			t.Fatalf("the lines of %q, %q and %q give another vector", a, b, c)
		}
	})
}
