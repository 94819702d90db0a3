package memory

import (
	"math"
	"testing"
)

func TestScaleGoesStraightBetweenItsPoints(t *testing.T) {
	s := Scale{{-1, 0}, {0.2, 0.3}, {0.6, 0.9}, {1, 1}}
	f := func(cosine, want float64) {
		t.Helper()
		if got := s.At(cosine); math.Abs(got-want) > 1e-12 {
			t.Errorf("at %v it is %v, want %v", cosine, got, want)
		}
	}
	f(-2, 0)
	f(-1, 0)
	f(-0.4, 0.15)
	f(0.2, 0.3)
	f(0.4, 0.6)
	f(0.6, 0.9)
	f(0.8, 0.95)
	f(1, 1)
	f(1.5, 1)
	f(math.NaN(), 0)
}
