package wire

import "encoding/binary"

// skipEight is skip for every machine: eight places at a time.
func skipEight(body []byte) int {
	at := 0
	for ; len(body)-at > nameBlock; at += nameBlock {
		some := body[at : at+nameBlock+1]
		if (begins(some, 0)|begins(some, 8)|begins(some, 16)|begins(some, 24))&high != 0 {
			break
		}
	}
	return at
}

// begins marks, of eight places, those where the name's first two bytes stand, by
// the highest bit of each. A place after the first of them may be marked as well.
func begins(b []byte, at int) uint64 {
	zero := (binary.LittleEndian.Uint64(b[at:]) ^ low*'"') | (binary.LittleEndian.Uint64(b[at+1:]) ^ low*'m')
	return (zero - low) &^ zero
}
