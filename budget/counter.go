package budget

import (
	"sync"
	"unicode/utf8"
)

// Counter counts tokens exactly. Its tables are unpacked when they are first
// needed, each on its own, and then take some 2 MB and 4 MB. It is safe for
// concurrent use.
type Counter struct {
	tables [3]table // by Encoding
}

// table is one encoding's vocabulary, or the place where it will be.
type table struct {
	once sync.Once
	*vocabulary
}

// NewCounter returns a counter without any table unpacked.
func NewCounter() *Counter { return new(Counter) }

// Count returns how many tokens text costs in an encoding; in an unknown one, the
// larger of the known counts. Marks such as <|endoftext|> are counted as text.
//
// The merge of one unbroken run is quadratic in its length, so a run is cut after
// some hundred bytes: the count of such a text may be a token too high per cut.
func (c *Counter) Count(enc Encoding, text string) int {
	if text == "" {
		return 0
	}
	if enc != CL100K && enc != O200K {
		return c.CostOf(text).In(Unknown)
	}
	t := &c.tables[enc]
	t.once.Do(func() { t.vocabulary = unpack(enc) })
	if !utf8.ValidString(text) { // a byte that is no character is counted as the sign for one
		text = string([]rune(text))
	}
	n := 0
	for text != "" {
		cut := cutAt(text)
		n += t.count(text[:cut])
		text = text[cut:]
	}
	return n
}

// CostOf returns what text costs in every known encoding.
func (c *Counter) CostOf(text string) Cost {
	return Cost{CL100K: c.Count(CL100K, text), O200K: c.Count(O200K, text)}
}

const (
	longestText = 8 << 10 // bytes given to the tokenizer at once, about
	longestRun  = 512     // bytes without a blank or a line's end in it
)

// cutAt returns how much of the beginning of text is counted at once: up to the
// first blank after longestText, or less where a run is too long.
func cutAt(text string) int {
	run := 0
	for i := 0; i < len(text); i++ {
		if text[i] == ' ' || text[i] == '\n' {
			if i >= longestText {
				return i
			}
			run = 0
			continue
		}
		if run++; run > longestRun && utf8.RuneStart(text[i]) {
			return i
		}
	}
	return len(text)
}
