// Package budget counts tokens and decides what fits.
//
// A Counter counts with the model's own tokenizer, from tables that are compiled
// in and unpacked when they are first needed; it never downloads one. Counting is
// for the background: costs are stored with what they belong to. On a request
// path there is Estimate, which needs no table and is never below the truth for
// ordinary text, and Room, which says how many tokens a block may have.
//
// It never knows what a memory is: it is given texts and numbers and returns
// numbers. inject packs with it, capture prices records with it.
package budget
