package cache

import (
	"context"
	"hash/maphash"
	"slices"
	"time"

	"mneme/memory"
)

// vectorLife is how long a vector is kept. A text's vector never changes; texts that
// nobody asks about any more should not stay.
const vectorLife = time.Hour

// Embedder is an embedder that remembers the vectors of texts. Vectors it returns belong
// to the caller.
type Embedder struct {
	memory.Embedder
	vectors *store[[]float32]
}

// NewEmbedder puts a cache of so many bytes in front of an embedder; with 0, none.
func NewEmbedder(inner memory.Embedder, bytes int) (*Embedder, error) {
	vectors, err := open[[]float32](bytes, 4*inner.Dims(), vectorLife)
	if err != nil {
		return nil, err
	}
	return &Embedder{inner, vectors}, nil
}

// Embed asks the embedder for the texts whose vectors are not known, once for each.
func (e *Embedder) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	if e.vectors == nil {
		return e.Embedder.Embed(ctx, texts)
	}
	out := make([][]float32, len(texts))
	keys := make([]key, len(texts))
	var unknown []string
	var places []int
	var era int64
	for i, text := range texts {
		keys[i] = e.vectors.key(func(h *maphash.Hash) { h.WriteString(text) })
		vector, at, ok := e.vectors.get(keys[i])
		if i == 0 {
			era = at
		}
		if ok {
			out[i] = slices.Clone(vector)
			continue
		}
		unknown = append(unknown, text)
		places = append(places, i)
	}
	if len(unknown) == 0 {
		return out, nil
	}
	vectors, err := e.Embedder.Embed(ctx, unknown)
	if err != nil {
		return nil, err
	}
	for i, vector := range vectors {
		at := places[i]
		out[at] = vector
		e.vectors.put(keys[at], era, slices.Clone(vector), 4*len(vector)+64)
	}
	return out, nil
}

// Drop forgets every vector. A forget calls it: a vector says something of its text.
func (e *Embedder) Drop() { e.vectors.drop() }

// Close ends the cache's goroutine.
func (e *Embedder) Close() { e.vectors.close() }
