package worth

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"maps"
	"math"
	"slices"
	"sort"
)

// ErrDamaged is returned when the embedded weights are not what was built.
var ErrDamaged = errors.New("weights of worth are damaged")

// Weights are what was learnt of one question in one language: for each sign that counts, a byte
// for each head, which is one thing that is told at once.
type Weights struct {
	bias, step []float32 // a head; step is what one unit of a byte weighs
	ids        string    // four bytes a sign, little endian, ascending
	units      string    // a signed byte for each head, a sign
}

// most is the most heads that weights have.
const most = 3

// Odds weighs signs: how likely each head's thing is so, 0..1.
func (w *Weights) Odds(signs []Sign) (odds [most]float64) {
	var sum [most]float32
	heads := copy(sum[:], w.bias)
	for _, s := range signs {
		if i, ok := w.find(s.ID); ok {
			for h := range heads {
				sum[h] += s.Value * float32(int8(w.units[heads*i+h])) * w.step[h]
			}
		}
	}
	for h := range heads {
		odds[h] = 1 / (1 + math.Exp(-float64(sum[h])))
	}
	return odds
}

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

// NewWeights rounds weights, of at most three heads, to a byte each; signs all of whose weights round to nothing are left out.
func NewWeights(bias []float32, of map[uint32][]float32) Weights {
	w := Weights{bias: bias, step: make([]float32, len(bias))}
	for _, v := range of {
		for h := range v {
			w.step[h] = max(w.step[h], v[h]/math.MaxInt8, -v[h]/math.MaxInt8)
		}
	}
	var list, units []byte
	for _, id := range slices.Sorted(maps.Keys(of)) {
		row := make([]byte, len(bias))
		counts := false
		for h, v := range of[id] {
			if w.step[h] > 0 {
				row[h] = byte(int8(math.Round(float64(v / w.step[h]))))
				counts = counts || row[h] != 0
			}
		}
		if counts {
			list = binary.LittleEndian.AppendUint32(list, id)
			units = append(units, row...)
		}
	}
	w.ids, w.units = string(list), string(units)
	return w
}

// Encode writes weights as Decode reads them, integers and floats little endian:
// magic | CRC-32 of the rest u32 | of each: heads u8 | (bias f32 | step f32) a head |
// signs u32 | ids u32... | a row of units i8 a sign...
func Encode(magic string, list ...Weights) []byte {
	var body []byte
	for _, w := range list {
		body = append(body, byte(len(w.bias)))
		for h := range w.bias {
			body = binary.LittleEndian.AppendUint32(body, math.Float32bits(w.bias[h]))
			body = binary.LittleEndian.AppendUint32(body, math.Float32bits(w.step[h]))
		}
		body = binary.LittleEndian.AppendUint32(body, uint32(len(w.ids)/4))
		body = append(body, w.ids...)
		body = append(body, w.units...)
	}
	return append(binary.LittleEndian.AppendUint32([]byte(magic), crc32.ChecksumIEEE(body)), body...)
}

// Decode reads as many weights as are wanted of what Encode wrote. It fails only with ErrDamaged.
func Decode(magic, data string, wanted ...*Weights) error {
	head := len(magic) + 4
	if len(data) < head || data[:len(magic)] != magic || binary.LittleEndian.Uint32([]byte(data[len(magic):head])) != crc32.ChecksumIEEE([]byte(data[head:])) {
		return ErrDamaged
	}
	rest := data[head:]
	for _, w := range wanted {
		if rest == "" || rest[0] == 0 || rest[0] > most {
			return ErrDamaged
		}
		heads := int(rest[0])
		fixed := 1 + 8*heads + 4
		if len(rest) < fixed {
			return ErrDamaged
		}
		front := []byte(rest[1:fixed])
		*w = Weights{bias: make([]float32, heads), step: make([]float32, heads)}
		for h := range heads {
			w.bias[h] = math.Float32frombits(binary.LittleEndian.Uint32(front[8*h:]))
			w.step[h] = math.Float32frombits(binary.LittleEndian.Uint32(front[8*h+4:]))
		}
		n := int64(binary.LittleEndian.Uint32(front[8*heads:]))
		if rest = rest[fixed:]; int64(len(rest)) < (4+int64(heads))*n {
			return ErrDamaged
		}
		end := (4 + int64(heads)) * n
		w.ids, w.units, rest = rest[:4*n], rest[4*n:end], rest[end:]
	}
	if rest != "" {
		return ErrDamaged
	}
	return nil
}
