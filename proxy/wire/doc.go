// Package wire knows the provider wire formats as bytes: it views a request by
// offsets over the bytes it was given, splices text into it without re-encoding
// anything, and assembles a reply from a stream. One small file per format.
//
// It never speaks HTTP and never knows what a text means.
package wire
