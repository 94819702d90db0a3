package main

// collectorRoom is memory that is never touched, so that it is never resident. The
// collector takes it for live and waits for as much garbage again before it runs:
// with the small heap of a sidecar it would run every few hundred requests else,
// and its work is a large part of what a request costs.
const collectorRoom = 32 << 20

// roomForCollector returns that memory, which has to be kept; nil where the
// operator tunes the collector himself.
func roomForCollector(getenv func(string) string) []byte {
	if getenv("GOGC") != "" || getenv("GOMEMLIMIT") != "" {
		return nil
	}
	return make([]byte, collectorRoom)
}
