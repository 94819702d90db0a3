package wire

import "bytes"

// NamesMemory reports whether a body holds the name of our own field anywhere:
// one that does not need not be parsed to be free of it. Bodies that are not read
// otherwise are looked through for it, and so it is done many places at a time.
func NamesMemory(body []byte) bool {
	const name = `"memory"`
	for {
		body = body[skip(body):]
		if len(body) < nameBlock+len(name) {
			return bytes.Contains(body, []byte(name))
		}
		if bytes.Contains(body[:nameBlock+len(name)-1], []byte(name)) {
			return true
		}
		body = body[nameBlock:]
	}
}

// nameBlock is how many places skip looks at together.
const nameBlock = 32
