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

func dotsOf(query, rows []int8, out []int32) {
	n := len(query)
	if !cpu.X86.HasAVX2 || n == 0 || n%64 != 0 || len(out) == 0 {
		dotsScalar(query, rows, out)
		return
	}
	rows = rows[:n*len(out)]
	if cpu.X86.HasAVX512VNNI {
		dotsVNNI(&query[0], &rows[0], n, &out[0], len(out))
		return
	}
	dotsAVX2(&query[0], &rows[0], n, &out[0], len(out))
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

// dotsAVX2 takes count rows of n elements, a positive multiple of 64.
//
//go:noescape
func dotsAVX2(query, rows *int8, n int, out *int32, count int)

// dotsVNNI takes what dotsAVX2 takes, and elements down to -128.
//
//go:noescape
func dotsVNNI(query, rows *int8, n int, out *int32, count int)

// addAVX2 reads dims bytes at row.
//
//go:noescape
func addAVX2(sum *[dims]int32, row *byte, weight int32)
