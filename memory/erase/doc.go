// Package erase forgets for certain: it runs a forget or an erasure over every
// place where a memory may be, reads back that it is gone, and writes a receipt
// that proves it without telling what it was. It also hands out what is kept
// about a user, and takes it in again.
//
// A forget is a job that may be repeated: every step finds what is left and
// removes it, so that a crash between two steps leaves work and never a
// half-truth.
//
//	choose ids ─▶ truth (tombstones, cascade) ─▶ every other place ─▶ read back ─▶ receipt
//	erase:        truth, all realms ─▶ places ─▶ destroy the key ─▶ read back ─▶ receipt
//
// It never decides who may; policy does.
package erase
