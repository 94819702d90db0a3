package embed

import "unsafe"

func dot(a, b []int8) int32 {
	if len(a) < 32 {
		return dotScalar(a, b)
	}
	n := len(a) &^ 31
	return dotNEON(&a[0], &b[0], n) + dotScalar(a[n:], b[n:])
}

func dotsOf(query, rows []int8, out []int32) { dotsScalar(query, rows, out) }

func addRow(sum *[dims]int32, row string, weight int32) {
	row = row[:dims]
	addNEON(sum, unsafe.StringData(row), weight)
}

// dotNEON takes n elements, a positive multiple of 32.
//
//go:noescape
func dotNEON(a, b *int8, n int) int32

// addNEON reads dims bytes at row.
//
//go:noescape
func addNEON(sum *[dims]int32, row *byte, weight int32)
