package memory

import (
	"crypto/rand"
	"encoding/binary"
	"time"
)

// idAlphabet is Crockford's base32 in lower case: no letter can be misread.
const idAlphabet = "0123456789abcdefghjkmnpqrstvwxyz"

// NewID returns a fresh identifier of 26 characters whose text order is the
// order of the given times (to the millisecond) and which cannot be guessed: 48
// bits of time, 80 bits of randomness.
func NewID(now time.Time) string {
	var raw [16]byte
	binary.BigEndian.PutUint64(raw[:8], uint64(now.UnixMilli())<<16)
	rand.Read(raw[6:]) // never fails: crypto/rand aborts the program instead
	high, low := binary.BigEndian.Uint64(raw[:8]), binary.BigEndian.Uint64(raw[8:])
	var id [26]byte
	// 128 bits in groups of five from the front; the last group has three bits
	// and is filled with zeros.
	for i := range id {
		if at := 123 - 5*i; at >= 0 {
			id[i] = idAlphabet[five(high, low, uint(at))]
		} else {
			id[i] = idAlphabet[low<<2&31]
		}
	}
	return string(id[:])
}

// five returns the five bits of a 128-bit number that begin at a bit, counted
// from the lowest.
func five(high, low uint64, at uint) uint64 {
	if at >= 64 {
		return high >> (at - 64) & 31
	}
	return (low>>at | high<<(64-at)) & 31
}
