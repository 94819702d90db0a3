package wire

import (
	"bytes"
	"encoding/binary"
)

// NamesMemory reports whether a body holds the name of our own field anywhere:
// one that does not need not be parsed to be free of it. Bodies that are not read
// otherwise are looked through for it, and so eight places are tried at a time.
func NamesMemory(body []byte) bool {
	const name = `"memory"`
	for len(body) >= 16 {
		// A byte of these is zero where the name's first two stand.
		eight := body[:16]
		found := (binary.LittleEndian.Uint64(eight) ^ low*'"') | (binary.LittleEndian.Uint64(eight[1:]) ^ low*'m')
		if (found-low)&^found&high != 0 && bytes.Contains(body[:15], []byte(name)) {
			return true
		}
		body = body[8:]
	}
	return bytes.Contains(body, []byte(name))
}
