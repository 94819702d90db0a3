package wire

// plain steps over the inside of a string, as far as it is looked at sixteen bytes at a time and
// over escapes of two bytes. It stops at the closing quote, at what may not stand in a string, at
// a \u, and where fewer than sixteen bytes are left. wide is true if there may be bytes above
// ASCII before that. It uses what every amd64 has.
//
//go:noescape
func plain(b []byte) (n int, wide, escaped bool)
