package memory

import "context"

// Embedder turns texts into unit vectors. Vectors of two embedders never mix:
// the id is stored beside every vector.
type Embedder interface {
	ID() string
	Dims() int
	// Embed returns one vector per text, in order. A text without any known
	// token has the zero vector.
	Embed(ctx context.Context, texts []string) ([][]float32, error)
	// Calibrate maps a raw cosine to the similarity, 0..1, that thresholds and
	// weights speak of; it never falls where the cosine rises.
	Calibrate(cosine float64) float64
}

// Sealer keeps owners' keys apart from what they seal.
type Sealer interface {
	// Seal encrypts text for its owner, making a key on first use. The context
	// string is bound to the text: a sealed text opens only under the same one.
	Seal(owner Owner, context string, text []byte) ([]byte, error)
	// Open decrypts; it returns ErrErased when the owner's key was destroyed.
	Open(owner Owner, context string, sealed []byte) ([]byte, error)
	// Hash returns a keyed hash (HMAC-SHA-256) of text in a domain for this
	// owner. It outlives the owner's sealing key, so that tombstones hold.
	Hash(owner Owner, domain string, text []byte) [32]byte
	// OwnerHash names an owner without telling who it is.
	OwnerHash(owner Owner) [32]byte
}

// Partitions keeps an owner's part of the index, sealed, beside truth: a cold
// user is ready in milliseconds and remote vectors are not paid twice. A forget
// drops the owner's partitions in its own transaction.
type Partitions interface {
	// LoadPartition returns a stored partition and the revision it was made at, or
	// ErrNotFound. The way from there to now is Reader.Since.
	LoadPartition(ctx context.Context, owner Owner, embedder string) (blob []byte, revision int64, err error)
	// SavePartition stores a partition. It returns ErrStale when a forget has
	// happened after the revision it was made at.
	SavePartition(ctx context.Context, owner Owner, embedder string, revision int64, blob []byte) error
}
