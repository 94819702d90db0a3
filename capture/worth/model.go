package worth

import (
	_ "embed"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"maps"
	"math"
	"slices"
	"sort"
)

// asset holds the weights as train wrote them. They stay in the read-only part of the binary.
//
//go:embed weights.bin
var asset string

// ErrDamaged is returned when the embedded weights are not what was built.
var ErrDamaged = errors.New("weights of worth are damaged")

// Odds are how likely things are true of a sentence, 0..1: of a hundred sentences of .9 some ninety
// are so, as those who wrote the talks would have it.
type Odds struct {
	Worth   float64 // it is worth keeping: for good, for some days, or for a matter of the speaker's that is under way
	Lasting float64 // it is so whatever is under way: it tells of the person, his people or his plans
	Passing float64 // it is so for some days or weeks only
}

// heads is how many things are told of a sentence.
const heads = 3

// Model weighs sentences. It is immutable and safe for concurrent use.
type Model struct {
	english, chinese Weights
}

// Weights are those of one language: for each sign that counts, a byte for each head.
type Weights struct {
	bias, step [heads]float32 // step is what one unit of a byte weighs
	ids        string         // four bytes a sign, little endian, ascending
	units      string         // heads signed bytes a sign
}

const magic = "mneme-worth\x01"

// Open loads the shipped weights. It fails only with ErrDamaged.
func Open() (*Model, error) { return Decode(asset) }

// Of weighs a sentence. The text is folded (memory.Fold).
func (m *Model) Of(text string) Odds {
	w := &m.english
	if Chinese(text) {
		w = &m.chinese
	}
	var room [96]Sign
	return w.Odds(AppendSigns(room[:0], text))
}

// Odds weighs the signs of a sentence.
func (w *Weights) Odds(signs []Sign) Odds {
	sum := w.bias
	for _, s := range signs {
		if i, ok := w.find(s.ID); ok {
			for h := range sum {
				sum[h] += s.Value * float32(int8(w.units[heads*i+h])) * w.step[h]
			}
		}
	}
	return Odds{Worth: odds(sum[0]), Lasting: odds(sum[1]), Passing: odds(sum[2])}
}

func odds(sum float32) float64 { return 1 / (1 + math.Exp(-float64(sum))) }

// find returns where the weights of a sign lie.
func (w *Weights) find(id uint32) (int, bool) {
	n := len(w.ids) / 4
	i := sort.Search(n, func(i int) bool { return w.id(i) >= id })
	return i, i < n && w.id(i) == id
}

func (w *Weights) id(i int) uint32 {
	b := w.ids[4*i : 4*i+4]
	return uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24
}

// NewWeights rounds weights to a byte each; signs all of whose weights round to nothing are left out.
func NewWeights(bias [heads]float32, of map[uint32][heads]float32) Weights {
	w := Weights{bias: bias}
	for _, v := range of {
		for h := range v {
			w.step[h] = max(w.step[h], v[h]/math.MaxInt8, -v[h]/math.MaxInt8)
		}
	}
	var list, units []byte
	for _, id := range slices.Sorted(maps.Keys(of)) {
		var row [heads]byte
		for h, v := range of[id] {
			if w.step[h] > 0 {
				row[h] = byte(int8(math.Round(float64(v / w.step[h]))))
			}
		}
		if row != ([heads]byte{}) {
			list = binary.LittleEndian.AppendUint32(list, id)
			units = append(units, row[:]...)
		}
	}
	w.ids, w.units = string(list), string(units)
	return w
}

// Encode writes the weights of both languages as Decode reads them, integers and floats little
// endian: magic | CRC-32 of the rest u32 | English | Chinese, each (bias f32 | step f32) a head |
// signs u32 | ids u32... | a row of units i8 a sign...
func Encode(english, chinese Weights) []byte {
	var body []byte
	for _, w := range []Weights{english, chinese} {
		for h := range heads {
			body = binary.LittleEndian.AppendUint32(body, math.Float32bits(w.bias[h]))
			body = binary.LittleEndian.AppendUint32(body, math.Float32bits(w.step[h]))
		}
		body = binary.LittleEndian.AppendUint32(body, uint32(len(w.ids)/4))
		body = append(body, w.ids...)
		body = append(body, w.units...)
	}
	return append(binary.LittleEndian.AppendUint32([]byte(magic), crc32.ChecksumIEEE(body)), body...)
}

// Decode reads what Encode wrote. It fails only with ErrDamaged.
func Decode(data string) (*Model, error) {
	const head = len(magic) + 4
	if len(data) < head || data[:len(magic)] != magic || binary.LittleEndian.Uint32([]byte(data[len(magic):head])) != crc32.ChecksumIEEE([]byte(data[head:])) {
		return nil, ErrDamaged
	}
	m, rest := &Model{}, data[head:]
	for _, w := range []*Weights{&m.english, &m.chinese} {
		const fixed = 8*heads + 4
		if len(rest) < fixed {
			return nil, ErrDamaged
		}
		front := []byte(rest[:fixed])
		for h := range heads {
			w.bias[h] = math.Float32frombits(binary.LittleEndian.Uint32(front[8*h:]))
			w.step[h] = math.Float32frombits(binary.LittleEndian.Uint32(front[8*h+4:]))
		}
		n := int64(binary.LittleEndian.Uint32(front[8*heads:]))
		if rest = rest[fixed:]; int64(len(rest)) < (4+heads)*n {
			return nil, ErrDamaged
		}
		w.ids, w.units, rest = rest[:4*n], rest[4*n:(4+heads)*n], rest[(4+heads)*n:]
	}
	if rest != "" {
		return nil, ErrDamaged
	}
	return m, nil
}
