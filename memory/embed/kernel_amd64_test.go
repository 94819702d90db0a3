package embed

import (
	"math/rand/v2"
	"testing"

	"golang.org/x/sys/cpu"
)

func TestEveryKernelOfTheMachineGivesTheSameProducts(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	f := func(name string, has bool, kernel func(query, rows *int8, n int, out *int32, count int)) {
		if !has {
			t.Logf("this machine has no %s", name)
			return
		}
		for _, n := range []int{64, 128, 256, 320, 1024} {
			for count := 1; count < 9; count++ {
				q, m, got := randomBytes(r, n), randomBytes(r, n*count), make([]int32, count)
				for i := range q {
					q[i] = max(q[i], -127)
				}
				for i := range m {
					m[i] = max(m[i], -127)
				}
				if count%4 == 0 { // all products of the largest size
					for i := range q {
						q[i] = int8(127 - 254*r.IntN(2))
					}
					for i := range m {
						m[i] = int8(127 - 254*r.IntN(2))
					}
				}
				kernel(&q[0], &m[0], n, &got[0], count)
				for i := range got {
					if want := dotScalar(q, m[i*n:(i+1)*n]); got[i] != want {
						t.Fatalf("%s: row %d of %d, %d elements: %d, want %d", name, i, count, n, got[i], want)
					}
				}
			}
		}
	}
	f("AVX2", cpu.X86.HasAVX2, dotsAVX2)
	f("AVX-512 VNNI", cpu.X86.HasAVX512VNNI, dotsVNNI)
}
