package encoder

import "golang.org/x/sys/cpu"

// fast reports whether this processor has what dots needs.
func fast() bool { return cpu.X86.HasAVX2 }

// dots writes the inner products of four rows of n weights, one after another at w, with x0 and
// then with x1. n is a positive multiple of 16.
//
//go:noescape
func dots(acc *[8]int32, w *int8, x0, x1 *int16, n int)
