package embed

import (
	"unsafe"

	"golang.org/x/sys/cpu"
)

func dot(a, b []int8) int32 {
	if !cpu.X86.HasAVX2 || len(a) < 32 {
		return dotScalar(a, b)
	}
	n := len(a) &^ 31
	return dotAVX2(&a[0], &b[0], n) + dotScalar(a[n:], b[n:])
}

func addRow(sum *[dims]int32, row string, weight int32) {
	if !cpu.X86.HasAVX2 {
		addScalar(sum, row, weight)
		return
	}
	row = row[:dims]
	addAVX2(sum, unsafe.StringData(row), weight)
}

// dotAVX2 takes n elements, a positive multiple of 32.
//
//go:noescape
func dotAVX2(a, b *int8, n int) int32

// addAVX2 reads dims bytes at row.
//
//go:noescape
func addAVX2(sum *[dims]int32, row *byte, weight int32)
