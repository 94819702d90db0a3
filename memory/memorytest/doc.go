// Package memorytest holds what several packages test with: one suite of
// conformance that every store of truth runs (Truth), a clock that tests move,
// and a search for words that must not be anywhere (Canary).
//
// It is imported by tests only and never ships in the binary.
package memorytest
