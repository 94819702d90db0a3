//go:build !amd64 && !arm64

package encoder

func fast() bool { return false }

func dots(*[8]int32, *int8, *int16, *int16, int) { panic("encoder: no kernel for this processor") }
