// Package cache spares repeated work in process: vectors of texts that were embedded
// lately, and results of questions that were asked lately.
//
// Both stand in front of what they spare, behind the same interface, and are never the
// only place a thing is kept: the cache may drop a value at any time, also before it was
// ever read, and everything works with its size at 0, which is off. Keys are keyed hashes,
// so that no text is kept for having been asked; what must not be kept at all (a question
// marked NoStore) passes by. A result is found again only at the same revision of every
// owner it was read from.
//
// It is wired by main, around an Embedder and a Recaller.
package cache
