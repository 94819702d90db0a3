package embed

import (
	"unicode/utf8"

	"mneme/memory"
)

const (
	chunk    = 64   // a longer run is cut as several
	maxPiece = 14   // letters in the longest row of Latin script that a word is cut into
	maxHan   = 5    // characters in the longest Chinese row
	maxDigit = 4    // digits in the longest row of digits
	unknown  = 1000 // the cost of passing over a character without a row
)

// kind is the script of a run.
type kind uint8

const (
	other kind = iota
	letters
	digits
	han
	symbol
)

// cutter cuts one text into rows and adds them up. It lives on the stack.
//
// A text is folded, letters lose their marks, and what remains falls into runs: Latin words
// (with inner apostrophes), digits, Chinese, single symbols. A run that has a row is that row.
// Else the run is cut where the cost of its rows is least, Chinese always so. Punctuation and
// other scripts count for nothing. train/fold.py does the same in Python; they must agree.
type cutter struct {
	table *Table
	sum   [dims]int32
	kind  kind
	n     int               // characters in run
	run   [3*chunk + 4]byte // the run so far, folded
	ends  [chunk + 1]uint16 // where each character of the run ends, after a leading 0
	best  [chunk + 1]int32  // the least cost of the run up to each end
	back  [chunk + 1]uint8  // where the last row of that cut begins
	row   [chunk + 1]uint32 // which row it is, plus 1; 0 for none
	hash  uint64            // of the run
	emit  func(row uint32)  // for tests; nil adds up

	// Rows are added up when all of a text are known, each once with how often it came: most
	// texts say the same words again and again. A row that finds its place taken adds that of
	// another early, which changes no sum.
	counts [places]count
	taken  [places]uint8 // the places in use
	used   int
}

// places is a power of two.
const places = 128

// count is how often a row came.
type count struct {
	row   uint32 // plus 1; 0: none
	times int32
}

func (c *cutter) cut(text string) {
	c.hash = hashSeed
	for i := 0; i < len(text); {
		r, size := rune(text[i]), 1
		if r < utf8.RuneSelf {
			if 'A' <= r && r <= 'Z' {
				r += 'a' - 'A'
			}
		} else {
			r, size = utf8.DecodeRuneInString(text[i:])
			r = bare(memory.FoldRune(r))
		}
		i += size
		k := other
		if r < utf8.RuneSelf {
			switch {
			case 'a' <= r && r <= 'z':
				k = letters
			case '0' <= r && r <= '9':
				k = digits
			case r == '\'' && c.kind == letters:
				next, _ := utf8.DecodeRuneInString(text[i:])
				if next = bare(memory.FoldRune(next)); 'a' <= next && next <= 'z' {
					k = letters
				}
			case r == '$' || r == '%' || r == '+' || r == '#' || r == '@' || r == '&':
				k = symbol
			}
		} else if 0x3400 <= r && r <= 0x9FFF {
			k = han
		} else if r == '€' || r == '£' || r == '¥' || r == '°' {
			k = symbol
		}
		if k != c.kind || c.n == chunk || k == symbol {
			c.flush()
			c.kind = k
		}
		if k == other {
			continue
		}
		at := int(c.ends[c.n])
		if r < utf8.RuneSelf {
			c.run[at] = byte(r)
			c.hash = hashByte(c.hash, byte(r))
			at++
		} else {
			from := at
			at += utf8.EncodeRune(c.run[at:at+utf8.UTFMax], r)
			for _, b := range c.run[from:at] {
				c.hash = hashByte(c.hash, b)
			}
		}
		c.n++
		c.ends[c.n] = uint16(at)
	}
	c.flush()
	for _, at := range c.taken[:c.used] {
		c.sumUp(c.counts[at])
	}
}

// flush turns the run into rows and begins an empty one.
func (c *cutter) flush() {
	n, h := c.n, c.hash
	c.n, c.hash = 0, hashSeed
	switch {
	case n == 0:
	case c.kind == han:
		c.split(0, n, maxHan)
	default:
		if row, ok := c.table.find(h); ok {
			c.add(row)
			return
		}
		if c.kind == symbol {
			return
		}
		longest := maxPiece
		if c.kind == digits {
			longest = maxDigit
		}
		// Letters and digits are one byte each.
		for from := 0; from < n; from++ {
			to := from
			for to < n && c.run[to] != '\'' {
				to++
			}
			if row, ok := c.lookup(from, to); ok && c.kind == letters {
				c.add(row)
			} else {
				c.split(from, to, longest)
			}
			from = to
		}
	}
}

// split cuts characters from..to of the run into the cheapest sequence of rows. Of two that
// cost the same, the one found first stands: the one whose last row is longer.
func (c *cutter) split(from, to, longest int) {
	if from == to {
		return
	}
	for j := from; j <= to; j++ {
		c.best[j] = 1 << 30
	}
	c.best[from] = 0
	for i := from; i < to; i++ {
		// By now best[i] is final: every row that ends at i began before it.
		if pass := c.best[i] + unknown; pass < c.best[i+1] {
			c.best[i+1], c.back[i+1], c.row[i+1] = pass, uint8(i), 0
		}
		h := uint64(hashSeed)
		for j := i + 1; j <= to && j-i <= longest; j++ {
			for _, b := range c.run[c.ends[j-1]:c.ends[j]] {
				h = hashByte(h, b)
			}
			row, ok := c.table.find(h)
			if !ok {
				continue
			}
			if cost := c.best[i] + int32(c.table.costs[row]); cost < c.best[j] {
				c.best[j], c.back[j], c.row[j] = cost, uint8(i), row+1
			}
		}
	}
	for j := to; j > from; j = int(c.back[j]) {
		if c.row[j] != 0 {
			c.add(c.row[j] - 1)
		}
	}
}

func (c *cutter) lookup(from, to int) (uint32, bool) {
	h := uint64(hashSeed)
	for _, b := range c.run[c.ends[from]:c.ends[to]] {
		h = hashByte(h, b)
	}
	return c.table.find(h)
}

func (c *cutter) add(row uint32) {
	if c.emit != nil {
		c.emit(row)
		return
	}
	at := spread(uint64(row)*hashPrime) & (places - 1)
	switch have := &c.counts[at]; have.row {
	case row + 1:
		have.times++
		return
	case 0:
		c.taken[c.used] = uint8(at)
		c.used++
	default:
		c.sumUp(*have)
	}
	c.counts[at] = count{row + 1, 1}
}

// sumUp adds a row as often as it came.
func (c *cutter) sumUp(n count) {
	row := int(n.row - 1)
	addRow(&c.sum, c.table.rows[row*dims:(row+1)*dims], c.table.weight(n.row-1)*n.times)
}

// find looks a token with hash h up.
func (t *Table) find(h uint64) (uint32, bool) {
	mask := uint64(len(t.slots) - 1)
	for at := spread(h) & mask; ; at = (at + 1) & mask {
		s := t.slots[at]
		if s == 0 {
			return 0, false
		}
		if s>>rowBits == h>>rowBits {
			return uint32(s&(1<<rowBits-1)) - 1, true
		}
	}
}

// FNV-1a, with its high bits brought down since the table is indexed by the low ones.
const (
	hashSeed  = 14695981039346656037
	hashPrime = 1099511628211
)

func hashByte(h uint64, b byte) uint64 { return (h ^ uint64(b)) * hashPrime }
func spread(h uint64) uint64           { return h ^ h>>32 }

// bare takes the mark off a folded Latin letter: é is e.
func bare(r rune) rune {
	if r < 0xE0 || r > 0x17E {
		return r
	}
	if b := unmarked[r-0xE0]; b != '.' {
		return rune(b)
	}
	return r
}

// unmarked has one byte for each character from U+00E0 to U+017E; a dot is none.
const unmarked = "aaaaaa.ceeeeiiii.nooooo.ouuuuy.y.a.a.a.c.c.c.c.d.d.e.e.e.e.e.g.g.g.g.h...i.i.i.i" +
	".....j.k..l.l.l...l.n.n.n....o.o.o...r.r.r.s.s.s.s.t.t...u.u.u.u.u.u.w.y..z.z.z"
