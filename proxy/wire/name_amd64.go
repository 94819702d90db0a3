package wire

// skip returns a multiple of nameBlock: that of the first block in which the name's first two
// bytes stand next to each other, or that of the rest which is too short for a block and the
// byte after it. It uses what every amd64 has.
//
//go:noescape
func skip(body []byte) int
