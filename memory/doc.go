// Package memory holds the words and the rules of remembering: who owns a
// memory, what a record is, how a moment in time is judged, how recall finds,
// fuses and ranks, and how a new fact meets an old one.
//
// It owns the vocabulary that every other package speaks and the seams they
// meet at. It never does I/O, never speaks HTTP, never counts tokens and never
// renders a prompt. Stores, indexes, embedders and models live one floor up and
// are handed in through the interfaces declared here.
//
// # The life of a memory
//
//	turns ──journal──▶ Entry ──claim──▶ Draft ──reconcile──▶ Commit ──▶ Record
//	                     │                                               │
//	                     └── kept until learnt, then dropped             ├─ superseded, expired, archived: history
//	                                                                     └─ forgotten: gone, a tombstone stays
//
// Truth (the ledger) holds text and facts; the index is derived from it by a
// revision per owner and can be thrown away.
package memory
