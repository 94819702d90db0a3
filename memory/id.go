package memory

import (
	"crypto/rand"
	"encoding/base32"
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
	return idEncoding().EncodeToString(raw[:])
}

func idEncoding() *base32.Encoding {
	return base32.NewEncoding(idAlphabet).WithPadding(base32.NoPadding)
}
