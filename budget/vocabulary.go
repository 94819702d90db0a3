package budget

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"fmt"
	"hash/maphash"
	"math"
	"strconv"
	"sync"

	"github.com/pkoukk/tiktoken-go-loader/assets"
)

// vocabulary is an encoding's tokens in a handful of arrays: 4 MB where a map of strings and
// the like take 40, in a million pieces that the collector would look at again and again for
// as long as anything is learnt. It is read-only once it is unpacked.
type vocabulary struct {
	seed   maphash.Seed
	tokens []byte   // all of them, by rank, one after the other
	ends   []uint32 // where each ends in tokens
	slots  []uint32 // open hash table over tokens: rank+1, or 0
	next   func(text string) int
	rooms  sync.Pool // *[]part
}

// unpack builds a vocabulary from its compiled-in table: lines of a token, in base64, and its
// rank, in order.
func unpack(enc Encoding) *vocabulary {
	name, next := "cl100k_base.tiktoken", nextCL100K
	if enc == O200K {
		name, next = "o200k_base.tiktoken", nextO200K
	}
	v := &vocabulary{seed: maphash.MakeSeed(), next: next}
	v.rooms.New = func() any { return new([]part) }
	if err := v.read(name); err != nil {
		panic(fmt.Sprintf("budget: compiled-in table %s is broken: %v", name, err))
	}
	return v
}

func (v *vocabulary) read(name string) error {
	file, err := assets.Assets.Open(name)
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		token, rank, _ := bytes.Cut(lines.Bytes(), []byte{' '})
		if n, err := strconv.Atoi(string(rank)); err != nil || n != len(v.ends) {
			return fmt.Errorf("line %d has rank %q", len(v.ends)+1, rank)
		}
		if v.tokens, err = base64.StdEncoding.AppendDecode(v.tokens, token); err != nil {
			return err
		}
		v.ends = append(v.ends, uint32(len(v.tokens)))
	}
	if err := lines.Err(); err != nil {
		return err
	}
	size := 1
	for size < 2*len(v.ends) {
		size *= 2
	}
	v.slots = make([]uint32, size)
	for rank := range v.ends {
		at := v.slot(v.token(rank))
		for v.slots[at] != 0 {
			at = (at + 1) & (size - 1)
		}
		v.slots[at] = uint32(rank) + 1
	}
	return nil
}

func (v *vocabulary) token(rank int) []byte {
	from := uint32(0)
	if rank > 0 {
		from = v.ends[rank-1]
	}
	return v.tokens[from:v.ends[rank]]
}

func (v *vocabulary) slot(token []byte) int {
	return int(maphash.Bytes(v.seed, token)) & (len(v.slots) - 1)
}

// noRank is that of what is no token.
const noRank = math.MaxUint32

func (v *vocabulary) rank(token []byte) uint32 {
	for at := v.slot(token); v.slots[at] != 0; at = (at + 1) & (len(v.slots) - 1) {
		if rank := v.slots[at] - 1; bytes.Equal(v.token(int(rank)), token) {
			return rank
		}
	}
	return noRank
}

// part is a piece of a word while its tokens are found: where it begins, and the rank of the
// token that it and the piece behind it would make.
type part struct {
	from int
	rank uint32
}

// count returns the number of tokens of a text: it is split into words, and each word that is
// no token itself is merged from its bytes, the pair of the lowest rank first.
func (v *vocabulary) count(text string) int {
	room, _ := v.rooms.Get().(*[]part)
	defer v.rooms.Put(room)
	n := 0
	for text != "" {
		length := v.next(text)
		n += v.merge(text[:length], room)
		text = text[length:]
	}
	return n
}

func (v *vocabulary) merge(text string, room *[]part) int {
	var short [64]byte
	word := append(short[:0], text...)
	if len(word) == 1 || v.rank(word) != noRank {
		return 1
	}
	parts := (*room)[:0]
	for i := range word {
		parts = append(parts, part{i, noRank})
	}
	pair := func(i int) uint32 {
		switch {
		case i+1 == len(parts):
			return noRank
		case i+2 == len(parts):
			return v.rank(word[parts[i].from:])
		}
		return v.rank(word[parts[i].from:parts[i+2].from])
	}
	for i := range parts {
		parts[i].rank = pair(i)
	}
	for {
		best := 0
		for i := range parts {
			if parts[i].rank < parts[best].rank {
				best = i
			}
		}
		if parts[best].rank == noRank {
			*room = parts
			return len(parts)
		}
		parts = append(parts[:best+1], parts[best+2:]...)
		parts[best].rank = pair(best)
		if best > 0 {
			parts[best-1].rank = pair(best - 1)
		}
	}
}
