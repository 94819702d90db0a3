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
	// The digits of the alphabet, by their ASCII character from '0' on; a blank is none.
	const digits = "\x00\x01\x02\x03\x04\x05\x06\x07\x08\x09                                       " +
		"\x0a\x0b\x0c\x0d\x0e\x0f\x10\x11 \x12\x13 \x14\x15 \x16\x17\x18\x19\x1a \x1b\x1c\x1d\x1e\x1f"
	if len(id) != 26 {
		return raw, false
	}
	var high, low uint64
	for i := range 26 {
		c := id[i] - '0'
		if int(c) >= len(digits) || digits[c] == ' ' {
			return raw, false
		}
		if i == 25 { // of the last digit three bits count
			if digits[c]&3 != 0 {
				return raw, false
			}
			high, low = high<<3|low>>61, low<<3|uint64(digits[c]>>2)
			break
		}
		high, low = high<<5|low>>59, low<<5|uint64(digits[c])
	}
	binary.BigEndian.PutUint64(raw[:8], high)
	binary.BigEndian.PutUint64(raw[8:], low)
	return raw, true
}

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
