package wire

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestAStringEndsWhereItDoesForEveryMachine steps over strings both ways: as this machine does
// it, and one byte after the other.
func TestAStringEndsWhereItDoesForEveryMachine(t *testing.T) {
	f := func(b []byte) {
		t.Helper()
		want, wide, escaped := 0, false, false
		for want < len(b) && b[want] >= ' ' && b[want] != '"' {
			if b[want] != '\\' {
				wide = wide || b[want] >= 0x80
				want++
				continue
			}
			if want+1 == len(b) || !slices.Contains([]byte("\"\\/bfnrt"), b[want+1]) {
				break
			}
			want, escaped = want+2, true
		}
		s := scanner{b: b}
		gotWide, gotEscaped := false, false
		for s.i < len(b) { // as str does
			n, wide, escaped := special(b[s.i:])
			s.i += n
			gotWide, gotEscaped = gotWide || wide, gotEscaped || escaped
			if s.i == len(b) || b[s.i] != '\\' || s.i+1 < len(b) && b[s.i+1] == 'u' {
				break
			}
			if _, ok := s.escape(); !ok {
				break
			}
			gotEscaped = true
		}
		if s.i != want || gotEscaped != escaped || wide && !gotWide {
			t.Errorf("%q: stopped at %d (wide %v, escaped %v), want %d (%v, %v)", b, s.i, gotWide, gotEscaped, want, wide, escaped)
		}
		if n, _, _ := plainEight(b); n > want || len(b)-n >= 16 && b[n] >= ' ' && b[n] != '"' && b[n] != '\\' {
			t.Errorf("%q: eight at a time stops at %d, want %d", b, n, want)
		}
	}
	for c := range 256 {
		for before := range 70 {
			f(append(bytes.Repeat([]byte("a"), before), byte(c)))
			f(append(append(bytes.Repeat([]byte("é"), before), byte(c)), "0123456789abcdef\""...))
			f(append(append(bytes.Repeat([]byte("a"), before), '\\', byte(c)), "0123456789abcdef\""...))
			f(append(bytes.Repeat([]byte("a"), before), '\\', byte(c)))
		}
	}
	random := rand.New(rand.NewPCG(3, 4))
	for range 50_000 {
		b := make([]byte, random.IntN(200))
		for i := range b {
			b[i] = byte(' ' + random.IntN(224))
			if random.IntN(6) == 0 {
				b[i] = '\\'
			}
		}
		f(b)
	}
}

func BenchmarkSpecial(b *testing.B) {
	text := []byte(strings.Repeat("The quick brown fox jumps over the lazy dog. ", 200) + `"`)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		special(text)
	}
}
