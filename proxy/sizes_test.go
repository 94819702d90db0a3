package proxy

import "testing"

func TestWhatASizesPoolHoldsServesItsRoom(t *testing.T) {
	var s sizes
	for n := range 5000 {
		if room(n) <= n || room(n) > 2*n+1 {
			t.Fatalf("room for %d bytes is %d", n, room(n))
		}
		if s.of(n) != s.of(room(n)-1) {
			t.Fatalf("%d bytes come from another pool than they go back to", n)
		}
	}
	if s.of(1000) == s.of(100) {
		t.Error("small and large share a pool")
	}
}
