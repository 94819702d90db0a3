package proxy

import (
	"math/bits"
	"sync"
)

// sizes are pools of memory for things of about one size, by powers of two: after
// a few large requests small ones must not keep their memory alive.
type sizes struct{ pools [bits.UintSize + 1]sync.Pool }

// of returns the pool for n bytes. What is in it serves room(n).
func (s *sizes) of(n int) *sync.Pool { return &s.pools[bits.Len(uint(n))] }

// room returns how many bytes to make for n, so that others of its pool fit too.
func room(n int) int { return 1 << bits.Len(uint(n)) }
