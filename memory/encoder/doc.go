// Package encoder turns text into vectors with a full sentence encoder, for those who want
// better recall of meaning than the table of memory/embed and can give it a millisecond a text.
//
// The model is USE-multilingual v3: pieces of words, an embedding for each, n-gram convolutions
// of orders 2, 3 and 5 over them, a mean, and a few dense layers. This package is its forward pass
// in Go with the model's own tokenizer; the weights (some 40 MB) are read from a file that
// build/build.sh makes, kept to pieces in Latin letters and Chinese characters.
//
// Matrices are signed bytes, what flows between them is quantised to fourteen bits, and their
// products are summed in integers, so the order of summing does not matter; the floating point
// in between has one order and no fused operation. The same text has the same vector, bit for
// bit, alone or among others, on every machine.
//
// It never opens a connection. root opens it for -embed quality, as the embedder that takes over
// from the table owner by owner.
package encoder
