// Package embed turns text into vectors that are near each other when the texts are about
// the same thing, in English and in Chinese and across the two, with nothing but a table.
//
// The table is an asset of ours, compiled into the binary: one row of 256 signed bytes and one
// weight for each of some seventy thousand words, word pieces and Chinese characters. A text is
// cut into rows, the rows are added up, the sum is scaled to length one. That is all: no
// matrix, no network, no file, no service. It costs a few microseconds and the same text has
// the same vector, bit for bit, on every machine, because the sum is over integers and what
// little floating point follows has one order.
//
// The rows were learnt from a multilingual sentence encoder and from text of our own; train/README.md tells how, how
// well they do, and how to make the asset again. testdata/judge.jsonl is the judging set, which
// training never sees.
//
// What a sum of rows cannot know: the order of words, negation ("likes" and "does not like"
// are close), and the exact value of numbers. Conflicts, ids, dates and amounts must not rest
// on it; keywords carry those.
//
// The package owns the tokenizer, the table, the int8 kernels that compare vectors and the
// calibration of similarity. It never opens a connection or a file, and never learns from what
// it is given. The recall index and the capture stages call it.
package embed
