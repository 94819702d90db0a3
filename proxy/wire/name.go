package wire

import (
	"bytes"
	"encoding/binary"
)

// NamesMemory reports whether a body holds the name of our own field anywhere:
// one that does not need not be parsed to be free of it. Bodies that are not read
// otherwise are looked through for it, and so 32 places are tried at a time.
func NamesMemory(body []byte) bool {
	const name = `"memory"`
	for len(body) >= 40 {
		some := body[:40]
		if (begins(some, 0)|begins(some, 8)|begins(some, 16)|begins(some, 24))&high != 0 && bytes.Contains(some, []byte(name)) {
			return true
		}
		body = body[32:]
	}
	return bytes.Contains(body, []byte(name))
}

// begins marks, of eight places, those where the name's first two bytes stand, by
// the highest bit of each. A place after the first of them may be marked as well.
func begins(b []byte, at int) uint64 {
	zero := (binary.LittleEndian.Uint64(b[at:]) ^ low*'"') | (binary.LittleEndian.Uint64(b[at+1:]) ^ low*'m')
	return (zero - low) &^ zero
}
