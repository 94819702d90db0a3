package extract

// pairs are the pairs of neighbouring bytes that a text holds, a bit each. Two pairs may share
// one, so that a bit that is not set tells for sure that a text does not hold a pair: a long list
// of signs, of which nearly every text holds none, is gone through without looking for them.
type pairs [32]uint64

func pairsOf(text string) pairs {
	var p pairs
	for i := 1; i < len(text); i++ {
		n := pairBit(text[i-1], text[i])
		p[n>>6] |= 1 << (n & 63)
	}
	return p
}

func pairBit(a, b byte) uint { return (uint(a)<<5 ^ uint(b)) & 2047 }

// mayHold reports whether a text may hold a sign.
func (p *pairs) mayHold(sign string) bool {
	for i := 1; i < len(sign); i += 2 {
		n := pairBit(sign[i-1], sign[i])
		if p[n>>6]&(1<<(n&63)) == 0 {
			return false
		}
	}
	return true
}
