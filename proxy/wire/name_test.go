package wire

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
)

func TestNamesMemoryFindsTheNameWhereverItStands(t *testing.T) {
	f := func(body string) {
		t.Helper()
		if got, want := NamesMemory([]byte(body)), strings.Contains(body, `"memory"`); got != want {
			t.Errorf("NamesMemory(%q) = %v", body, got)
		}
		for name, skip := range map[string]func([]byte) int{"skip": skip, "skipEight": skipEight} {
			n, first := skip([]byte(body)), strings.Index(body, `"m`)
			if n%nameBlock != 0 || n > len(body) || first >= 0 && n > first || first < 0 && name == "skip" && len(body)-n > nameBlock {
				t.Errorf("%s(%q) = %d", name, body, n)
			}
		}
	}
	for before := range 40 {
		for after := range 20 {
			f(strings.Repeat("m", before) + `"memory"` + strings.Repeat(`"`, after))
			f(strings.Repeat(`"me`, before) + `"memory` + strings.Repeat(`"`, after))
			f(strings.Repeat(" ", before) + `"memor"y"` + strings.Repeat(" ", after))
			f(strings.Repeat("y", 20*before) + `"memory"` + strings.Repeat("y", 20*after))
			f(strings.Repeat(`ry"`, 200) + strings.Repeat("y", before) + `"memory` + strings.Repeat("\"", after))
		}
	}
	for n := range 200 { // blocks with nothing in them, and what stands across two
		f(strings.Repeat(".", n))
		f(strings.Repeat(".", n) + `"memory"` + strings.Repeat(".", 50))
		f(strings.Repeat(".", n) + `"memory`)
	}
	// Texts of the name's own letters come nearest to it.
	random := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		body := make([]byte, random.IntN(60))
		for i := range body {
			body[i] = "\"\"memory\x80"[random.IntN(9)]
		}
		f(string(body))
		f(string(body) + `"memory"`)
	}
}

func BenchmarkNamesMemory(b *testing.B) {
	turn := `{"role":"user","content":"` + strings.Repeat("The quick brown fox jumps over the lazy dog. ", 8) + `"},`
	body := bytes.Repeat([]byte(turn), 1<<20/len(turn))
	b.SetBytes(int64(len(body)))
	for b.Loop() {
		if NamesMemory(body) {
			b.Fatal("found")
		}
	}
}
