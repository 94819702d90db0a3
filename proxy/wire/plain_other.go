//go:build !amd64

package wire

func plain(b []byte) (n int, wide, escaped bool) { return plainEight(b) }
