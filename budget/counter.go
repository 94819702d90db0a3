package budget

import (
	"fmt"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/pkoukk/tiktoken-go"
	loader "github.com/pkoukk/tiktoken-go-loader"
)

// IdleTables is how long unpacked tables are kept after their last use. They take
// some 20 MB and 40 MB, which a sidecar that learns nothing has no use for.
const IdleTables = 5 * time.Minute

// Counter counts tokens exactly. Its tables are unpacked when they are first
// needed, each on its own, and let go when nobody has counted for IdleTables. It
// is safe for concurrent use.
type Counter struct {
	tables [3]table // by Encoding
}

// table is one encoding's vocabulary, or the place where it will be.
type table struct {
	mu     sync.Mutex
	bpe    *tiktoken.Tiktoken
	used   time.Time
	expiry *time.Timer
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
	bpe := c.tables[enc].get(enc)
	n := 0
	for text != "" {
		cut := cutAt(text)
		n += len(bpe.EncodeOrdinary(text[:cut]))
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

// get returns the unpacked vocabulary and puts its expiry off.
func (t *table) get(enc Encoding) *tiktoken.Tiktoken {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.used = time.Now()
	if t.bpe == nil {
		t.bpe = unpack(enc)
		t.expiry = time.AfterFunc(IdleTables, t.expire)
	}
	return t.bpe
}

// expire lets the vocabulary go, or waits on when it was used meanwhile.
func (t *table) expire() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if idle := time.Since(t.used); idle < IdleTables {
		t.expiry.Reset(IdleTables - idle)
		return
	}
	t.bpe = nil
}

// unpack builds a vocabulary from its compiled-in table. It does so from parts,
// not by tiktoken's own lookup by name, since that reads a package variable that
// says where to download from, and pins every table for ever.
func unpack(enc Encoding) *tiktoken.Tiktoken {
	name, pattern := tiktoken.MODEL_CL100K_BASE, cl100kPattern
	if enc == O200K {
		name, pattern = tiktoken.MODEL_O200K_BASE, o200kPattern()
	}
	ranks, err := loader.NewOfflineLoader().LoadTiktokenBpe(name + ".tiktoken")
	if err != nil {
		panic(fmt.Sprintf("budget: compiled-in table %s is broken: %v", name, err))
	}
	bpe, err := tiktoken.NewCoreBPE(ranks, nil, pattern)
	if err != nil {
		panic(fmt.Sprintf("budget: compiled-in table %s is broken: %v", name, err))
	}
	return tiktoken.NewTiktoken(bpe, nil, nil)
}

// The patterns by which the vocabularies were made; TestCountAgreesWithTiktoken
// holds them against tiktoken's own.
const cl100kPattern = `(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+`

func o200kPattern() string {
	return strings.Join([]string{
		`[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?`,
		`[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?`,
		`\p{N}{1,3}`,
		` ?[^\s\p{L}\p{N}]+[\r\n/]*`,
		`\s*[\r\n]+`,
		`\s+(?!\S)`,
		`\s+`,
	}, "|")
}
