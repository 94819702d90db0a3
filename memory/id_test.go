package memory

import (
	"encoding/base32"
	"encoding/binary"
	"testing"
	"time"
)

func TestNewIDIsBase32OfTimeAndChance(t *testing.T) {
	encoding := base32.NewEncoding(idAlphabet).WithPadding(base32.NoPadding)
	last := ""
	for i := range 2000 {
		at := time.UnixMilli(1_790_000_000_000 + int64(i))
		id := NewID(at)
		raw, err := encoding.DecodeString(id)
		if err != nil || len(raw) != 16 {
			t.Fatalf("%q: %v", id, err)
		}
		if back := encoding.EncodeToString(raw); back != id {
			t.Fatalf("%q comes back as %q", id, back)
		}
		if got := int64(binary.BigEndian.Uint64(raw[:8]) >> 16); got != at.UnixMilli() {
			t.Fatalf("%q tells the time %d, want %d", id, got, at.UnixMilli())
		}
		if id <= last {
			t.Fatalf("%q does not follow %q", id, last)
		}
		last = id
	}
}
