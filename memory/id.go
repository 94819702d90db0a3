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
	return UnpackID(raw)
}

// five returns the five bits of a 128-bit number that begin at a bit, counted
// from the lowest.
func five(high, low uint64, at uint) uint64 {
	if at >= 64 {
		return high >> (at - 64) & 31
	}
	return (low>>at | high<<(64-at)) & 31
}

// PackID returns the 128 bits of an identifier that NewID made; false for any other.
func PackID(id string) (raw [16]byte, ok bool) {
	if len(id) != 26 {
		return raw, false
	}
	// Twelve digits are sixty bits. A byte that is no digit leaves its mark above them.
	var first, second, wrong uint64
	for i := range 12 {
		a, b := uint64(idDigits[id[i]]), uint64(idDigits[id[i+12]])
		first, second = first<<5|a, second<<5|b
		wrong |= a | b
	}
	a, b := uint64(idDigits[id[24]]), uint64(idDigits[id[25]])
	if wrong|a|b > 31 || b&3 != 0 { // of the last digit three bits count
		return raw, false
	}
	low := second<<8 | a<<3 | b>>2
	binary.BigEndian.PutUint64(raw[:8], first<<4|second>>56)
	binary.BigEndian.PutUint64(raw[8:], low)
	return raw, true
}

// idDigits are the digits of the alphabet, by their character; 0xFF is none.
const idDigits = none16 + none16 + none16 +
	"\x00\x01\x02\x03\x04\x05\x06\x07\x08\x09\xff\xff\xff\xff\xff\xff" + // 0 to 9
	none16 + none16 +
	"\xff\x0a\x0b\x0c\x0d\x0e\x0f\x10\x11\xff\x12\x13\xff\x14\x15\xff" + // a to o
	"\x16\x17\x18\x19\x1a\xff\x1b\x1c\x1d\x1e\x1f\xff\xff\xff\xff\xff" + // p to z
	none16 + none16 + none16 + none16 + none16 + none16 + none16 + none16

const none16 = "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"

// UnpackID returns the identifier of 128 bits.
func UnpackID(raw [16]byte) string {
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
