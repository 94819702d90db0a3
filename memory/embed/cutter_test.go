package embed

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"mneme/memory"
)

// plainCut cuts a text as cutter does, character by character and with no shortcut.
func plainCut(t *Table, text string) []uint32 {
	var rows []uint32
	c := cutter{table: t, emit: func(row uint32) { rows = append(rows, row) }}
	kindOf := func(r rune) kind {
		switch {
		case 'a' <= r && r <= 'z':
			return letters
		case '0' <= r && r <= '9':
			return digits
		case strings.ContainsRune("$%+#@&€£¥°", r):
			return symbol
		case 0x3400 <= r && r <= 0x9FFF:
			return han
		}
		return other
	}
	fold := func(r rune) rune { return bare(memory.FoldRune(r)) }
	flush := func() {
		c.hash = hashSeed
		for _, b := range c.run[:c.ends[c.n]] {
			c.hash = hashByte(c.hash, b)
		}
		c.flush()
	}
	for i, r := range text {
		r = fold(r)
		k := kindOf(r)
		if r == '\'' && c.kind == letters {
			_, size := utf8.DecodeRuneInString(text[i:])
			next, _ := utf8.DecodeRuneInString(text[i+size:])
			if kindOf(fold(next)) == letters {
				k = letters
			}
		}
		if k != c.kind || c.n == chunk || k == symbol {
			flush()
			c.kind = k
		}
		if k != other {
			at := int(c.ends[c.n])
			c.n++
			c.ends[c.n] = uint16(at + utf8.EncodeRune(c.run[at:at+utf8.UTFMax], r))
		}
	}
	flush()
	return rows
}

// tokensOf returns the tokens of all rows of a sound table.
func tokensOf(data string) []string {
	r := reader{data: data[len(magic):]}
	size := r.u32()
	r.u32()
	r = reader{data: r.take(int(size))}
	r.take(int(r.u8()))
	r.take(8 * int(r.u8()))
	words, ends := r.tokens(int(r.u32()))
	tokens := make([]string, len(ends))
	from := uint32(0)
	for i, to := range ends {
		tokens[i], from = string(words[from:to]), to
	}
	return tokens
}

func TestEveryTokenFindsItsRow(t *testing.T) {
	table, err := Open()
	if err != nil {
		t.Fatal(err)
	}
	tokens := tokensOf(asset)
	f := func(word string) (uint32, bool) {
		h := uint64(hashSeed)
		for _, b := range []byte(word) {
			h = hashByte(h, b)
		}
		return table.find(h)
	}
	known := make(map[string]bool, len(tokens))
	for i, token := range tokens {
		known[token] = true
		if row, ok := f(token); !ok || int(row) != i {
			t.Fatalf("%q is row %d (%v), want %d", token, row, ok, i)
		}
	}
	for i, token := range tokens { // and what is no token finds none
		if word := token + tokens[(i*7919+1)%len(tokens)]; !known[word] {
			if row, ok := f(word); ok {
				t.Fatalf("%q is row %d, and no token", word, row)
			}
		}
	}
}

func FuzzShortcutsCutAndAddUpTheSame(f *testing.F) {
	table, err := Open()
	if err != nil {
		f.Fatal(err)
	}
	var words strings.Builder // more rows than there are places, and some of them often
	tokens := tokensOf(asset)
	for row := 7; row < len(tokens); row += 31 {
		words.WriteString(tokens[row] + " " + tokens[row%97] + " ")
		if words.Len() > 20_000 {
			break
		}
	}
	for _, s := range []string{
		"", "Don't. It's CAFÉ 12.50 12.50 12.50, a.b@c.de +49", "對花生過敏，ＡＢＣ１２３ don’t", "'tis o' a'b 'c'", "x\xff\xfey\x80'z", "１'ａ'Ｂ", "C++ $$ €5 5€ %%",
		strings.Repeat("verylongwordwithoutanend", 9) + strings.Repeat("很长的一句话", 40) + strings.Repeat("0123456789", 20), words.String(),
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		want := plainCut(table, s)
		var got []uint32
		told := cutter{table: table, emit: func(row uint32) { got = append(got, row) }}
		told.cut(s)
		if !slices.Equal(got, want) {
			t.Fatalf("%q is cut into %v, want %v", s, got, want)
		}
		var sum [dims]int32
		for _, row := range want {
			addScalar(&sum, table.rows[int(row)*dims:int(row+1)*dims], table.weight(row))
		}
		added := cutter{table: table}
		added.cut(s)
		if added.sum != sum {
			t.Fatalf("the rows of %q add up to something else", s)
		}
	})
}
