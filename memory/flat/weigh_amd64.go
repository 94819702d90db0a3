package flat

import "golang.org/x/sys/cpu"

// weighMany weighs eight records at a time where the machine can, and returns how many it did.
func weighMany(w *weighing) int {
	n := len(w.own) &^ 7
	if !cpu.X86.HasAVX2 || n == 0 {
		return 0
	}
	_, _, _, _, _ = w.dots[n-1], w.scales[n-1], w.keyword[n-1], w.kinds[n-1], w.vector[n-1]
	weighAVX2(w, n)
	return n
}

// weighAVX2 weighs the first n records, a positive multiple of 8.
//
//go:noescape
func weighAVX2(w *weighing, n int)
