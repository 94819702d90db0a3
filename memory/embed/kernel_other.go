//go:build !amd64 && !arm64

package embed

func dot(a, b []int8) int32 { return dotScalar(a, b) }

func dotsOf(query, rows []int8, out []int32) { dotsScalar(query, rows, out) }

func addRow(sum *[dims]int32, row string, weight int32) { addScalar(sum, row, weight) }
