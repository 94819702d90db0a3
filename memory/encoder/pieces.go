package encoder

import (
	"encoding/binary"
	"fmt"
	"unicode/utf8"
)

const (
	unknown = 0 // pieces of the model that stand for no text
	begin   = 1
	end     = 2
	special = 3

	longest = 64 // bytes of a piece; the model's longest has 48
)

// pieces is the model's vocabulary and its way of cutting text: the cut whose pieces have the
// greatest sum of scores (sentencepiece's unigram model).
type pieces struct {
	normal  normalizer
	names   []byte
	ends    []uint32  // where each piece's name ends in names
	scores  []float32 // one a piece
	unknown float32   // score of a character that no piece has
	heads   [257]int  // pieces that begin with byte b are those from heads[b] to heads[b+1]
}

func (p *pieces) read(r *reader, n int, chars []byte) error {
	if r.failed || n <= special {
		return fmt.Errorf("%w: %d pieces", ErrDamaged, n)
	}
	var err error
	if p.normal, err = newNormalizer(chars); err != nil {
		return err
	}
	p.unknown = r.f32()
	p.ends = make([]uint32, n)
	start := 0
	for i := special; i < n; i++ {
		shared, more := int(r.u8()), int(r.u8())
		rest := r.take(more)
		if r.failed || start+shared > len(p.names) || shared+more == 0 || shared+more > longest {
			return fmt.Errorf("%w: piece %d", ErrDamaged, i)
		}
		next := len(p.names)
		p.names = append(append(p.names, p.names[start:start+shared]...), rest...)
		start = next
		p.ends[i] = uint32(len(p.names))
	}
	p.scores = make([]float32, n)
	r.floats(p.scores[special:])
	at := special
	for b := range 256 {
		p.heads[b] = at
		for at < n && int(p.name(at)[0]) == b {
			at++
		}
	}
	p.heads[256] = at
	if at != n {
		return fmt.Errorf("%w: pieces are out of order", ErrDamaged)
	}
	return nil
}

func (p *pieces) name(i int) []byte { return p.names[p.ends[i-1]:p.ends[i]] }

// cut appends the pieces of text, between the marks of begin and end, at most
// maxPieces; none for a text of nothing but blanks.
func (p *pieces) cut(ids []int32, text string) []int32 {
	// A piece has at least a byte, and most have four: more of the text is not looked at.
	if len(text) > maxPieces*longest {
		text = text[:maxPieces*longest]
	}
	norm := p.normal.apply(nil, text)
	if len(norm) == 0 {
		return ids
	}
	type step struct {
		score float64
		from  int32
		piece int32
	}
	best := make([]step, len(norm)+1)
	for i := range best[1:] {
		best[i+1].score = -1e38
	}
	for i := 0; i < len(norm); {
		_, width := utf8.DecodeRune(norm[i:])
		base, single := best[i].score, false
		lo, hi := p.heads[norm[i]], p.heads[int(norm[i])+1]
		for n := 1; lo < hi && i+n <= len(norm); n++ {
			// Of the pieces that begin with these n bytes the shortest stands first.
			if lo, hi = p.narrow(lo, hi, n-1, norm[i+n-1]); lo == hi {
				break
			}
			if len(p.name(lo)) != n {
				continue
			}
			single = single || n == width
			if s := base + float64(p.scores[lo]); s > best[i+n].score {
				best[i+n] = step{s, int32(i), int32(lo)}
			}
		}
		if s := base + float64(p.unknown); !single && s > best[i+width].score {
			best[i+width] = step{s, int32(i), unknown}
		}
		i += width
	}
	ids = append(ids, begin)
	first := len(ids)
	for at := int32(len(norm)); at > 0; at = best[at].from {
		ids = append(ids, best[at].piece)
	}
	for i, j := first, len(ids)-1; i < j; i, j = i+1, j-1 {
		ids[i], ids[j] = ids[j], ids[i]
	}
	ids = ids[:min(len(ids), maxPieces-1)]
	return append(ids, end)
}

// narrow returns which of the pieces lo to hi, alike up to byte n, have c there.
func (p *pieces) narrow(lo, hi, n int, c byte) (int, int) {
	at := func(i int) int { // a piece that ends before n comes before all others
		if name := p.name(i); n < len(name) {
			return int(name[n])
		}
		return -1
	}
	from := search(lo, hi, func(i int) bool { return at(i) >= int(c) })
	if from == hi || at(from) != int(c) {
		return from, from
	}
	if from+1 == hi {
		return from, hi
	}
	return from, search(from+1, hi, func(i int) bool { return at(i) > int(c) })
}

// search returns the first i in lo..hi for which yes holds.
func search(lo, hi int, yes func(int) bool) int {
	for lo < hi {
		if mid := int(uint(lo+hi) >> 1); yes(mid) {
			hi = mid
		} else {
			lo = mid + 1
		}
	}
	return lo
}

// normalizer rewrites text as the model was trained on it (sentencepiece's nmt_nfkc): compatible
// characters are made one, blanks are folded and marked, one stands before the first word. Its
// rules are a double-array trie whose leaves point into a list of replacements.
type normalizer struct {
	units        []uint32
	replacements []byte
}

func newNormalizer(chars []byte) (normalizer, error) {
	if len(chars) < 4 {
		return normalizer{}, fmt.Errorf("%w: no normaliser", ErrDamaged)
	}
	size := int(binary.LittleEndian.Uint32(chars))
	chars = chars[4:]
	if size%4 != 0 || size == 0 || size > len(chars) {
		return normalizer{}, fmt.Errorf("%w: normaliser of %d bytes", ErrDamaged, size)
	}
	z := normalizer{units: make([]uint32, size/4), replacements: chars[size:]}
	for i := range z.units {
		z.units[i] = binary.LittleEndian.Uint32(chars[4*i:])
	}
	return z, nil
}

// blank is what stands for a blank in the names of pieces.
const blank = "\u2581"

// apply appends the normal form of text to dst.
func (z normalizer) apply(dst []byte, text string) []byte {
	start := len(dst)
	dst = append(dst, blank...)
	gap := true // blanks here are one too many
	for text != "" {
		part, n := z.prefix(text)
		text = text[n:]
		for _, c := range []byte(part) {
			switch {
			case c != ' ':
				dst, gap = append(dst, c), false
			case !gap:
				dst, gap = append(dst, blank...), true
			}
		}
	}
	for len(dst) >= start+len(blank) && string(dst[len(dst)-len(blank):]) == blank {
		dst = dst[:len(dst)-len(blank)]
	}
	return dst
}

// prefix returns what the longest rule that fits the front of text makes of it, and how many
// bytes it takes; without one, the first character as it is.
func (z normalizer) prefix(text string) (string, int) {
	offset := func(unit uint32) uint32 { return unit >> 10 << (unit & 0x200 >> 6) }
	at := offset(z.units[0])
	length, value := 0, uint32(0)
	for i := 0; i < len(text); i++ {
		at ^= uint32(text[i])
		if int(at) >= len(z.units) {
			break
		}
		unit := z.units[at]
		if unit&0x800000ff != uint32(text[i]) {
			break
		}
		at ^= offset(unit)
		if int(at) >= len(z.units) {
			break
		}
		if unit&0x100 != 0 {
			length, value = i+1, z.units[at]&0x7fffffff
		}
	}
	if length == 0 || int(value) >= len(z.replacements) {
		_, width := utf8.DecodeRuneInString(text)
		return text[:width], width
	}
	to := int(value)
	for to < len(z.replacements) && z.replacements[to] != 0 {
		to++
	}
	return string(z.replacements[value:to]), length
}
