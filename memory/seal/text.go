package seal

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"encoding/binary"
	"slices"

	"mneme/memory"
)

// A sealed text is: version (1 byte), generation of the key (4 bytes), nonce (12
// bytes), AES-256-GCM ciphertext with its tag (16 bytes more than the text). The
// context is the additional data.
const (
	version  = 1
	nonceAt  = 5
	textAt   = nonceAt + 12
	Overhead = textAt + 16 // bytes that sealing adds to a text
)

func newGCM(key []byte) (cipher.AEAD, error) {
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	return cipher.NewGCM(block)
}

// Seal encrypts text for its owner, making a key on first use. The same context
// is needed to open it.
func (k *Keyring) Seal(owner memory.Owner, context string, text []byte) ([]byte, error) {
	return k.SealFor(k.OwnerHash(owner), context, text)
}

// SealFor is Seal for an owner that is known by his hash only.
func (k *Keyring) SealFor(owner [32]byte, context string, text []byte) ([]byte, error) {
	return k.SealInto(make([]byte, 0, len(text)+Overhead), owner, context, text)
}

// SealInto is SealFor that writes over a buffer, which grows where it has to. Text must lie
// elsewhere.
func (k *Keyring) SealInto(buffer []byte, owner [32]byte, context string, text []byte) ([]byte, error) {
	key, err := k.key(owner, true)
	if err != nil {
		return nil, err
	}
	out := slices.Grow(buffer[:0], len(text)+Overhead)[:textAt]
	out[0] = version
	binary.BigEndian.PutUint32(out[1:], key.generation)
	rand.Read(out[nonceAt:textAt])
	return key.aead.Seal(out, out[nonceAt:textAt], text, []byte(context)), nil
}

// Open decrypts a sealed text. It returns memory.ErrErased when the key that
// sealed it was destroyed.
func (k *Keyring) Open(owner memory.Owner, context string, sealed []byte) ([]byte, error) {
	return k.OpenFor(k.OwnerHash(owner), context, sealed)
}

// OpenFor is Open for an owner that is known by his hash only.
func (k *Keyring) OpenFor(owner [32]byte, context string, sealed []byte) ([]byte, error) {
	if len(sealed) < Overhead || sealed[0] != version {
		return nil, ErrOpen
	}
	generation := binary.BigEndian.Uint32(sealed[1:])
	key, err := k.key(owner, false)
	if err != nil {
		return nil, err
	}
	if key == nil || key.generation != generation {
		gone, _ := k.gone(owner)
		switch {
		case generation <= gone.generation:
			return nil, memory.ErrErased
		case key == nil:
			return nil, ErrNoKey
		}
		return nil, ErrOpen
	}
	text, err := key.aead.Open(nil, sealed[nonceAt:textAt], sealed[textAt:], []byte(context))
	if err != nil {
		return nil, ErrOpen
	}
	return text, nil
}
