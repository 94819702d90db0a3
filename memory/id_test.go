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
		if packed, ok := PackID(id); !ok || string(packed[:]) != string(raw) || UnpackID(packed) != id {
			t.Fatalf("%q is packed to %x, %v", id, packed, ok)
		}
		if id <= last {
			t.Fatalf("%q does not follow %q", id, last)
		}
		last = id
	}
}

func TestOtherIdentifiersAreNotPacked(t *testing.T) {
	id := NewID(time.UnixMilli(1_790_000_000_000))
	for i := range id {
		for c := range 256 {
			other := id[:i] + string([]byte{byte(c)}) + id[i+1:]
			if raw, ok := PackID(other); ok && UnpackID(raw) != other {
				t.Fatalf("%q is taken for %q", other, UnpackID(raw))
			}
		}
	}
	for _, other := range []string{"", "r1", id[1:], id + "0", "ABCDEFGHJKMNPQRSTVWXYZ0120", "\xff" + id[1:]} {
		if _, ok := PackID(other); ok {
			t.Errorf("%q is packed", other)
		}
	}
}
