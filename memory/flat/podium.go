package flat

import (
	"math"
	"slices"
)

// ranked is a record with a score, in one number: of two, the greater goes before the other. It
// has the better score or, of equal ones, the record that came later. No record's is 0.
type ranked uint64

// rankedOf puts a score and a record's number together. The bits of a float rise with it, once
// the sign is out of the way.
func rankedOf(score float32, at int32) ranked {
	bits := math.Float32bits(score)
	bits ^= uint32(int32(bits)>>31) | 1<<31
	return ranked(bits)<<32 | ranked(uint32(at))
}

func (a ranked) at() int32 { return int32(uint32(a)) }

func (a ranked) score() float32 {
	bits := uint32(a >> 32)
	bits ^= uint32(int32(^bits)>>31) | 1<<31
	return math.Float32frombits(bits)
}

// worthless is what only a score above 0 goes before.
func worthless() ranked { return rankedOf(0, math.MaxInt32) }

// podium finds the best of many. It takes in twice as many as are wanted before it throws the
// lesser half out, which costs less than keeping the best in order all the time.
type podium struct {
	list  []ranked
	want  int
	least ranked // what does not go before it is not among the best
}

// newPodium returns a podium for so many of the best that are worth anything.
func newPodium(list []ranked, want int) podium {
	return podium{list: list[:0], want: want, least: worthless()}
}

// add takes in a record, which must go before the least.
func (p *podium) add(x ranked) {
	p.list = append(p.list, x)
	if len(p.list) >= 2*p.want {
		p.best()
	}
}

// full reports whether there are as many as are wanted.
func (p *podium) full() bool { return len(p.list) >= p.want }

// best returns the best so far, in no order.
func (p *podium) best() []ranked {
	if p.full() {
		p.list = bestOf(p.list, p.want)
		p.least = slices.Min(p.list)
	}
	return p.list
}

// bestOf keeps the n best of a list, in place and in no order, by Hoare's selection.
func bestOf(list []ranked, n int) []ranked {
	if len(list) <= n {
		return list
	}
	if n <= veryFew {
		return firstOf(list, n)
	}
	for lo, hi := 0, len(list)-1; lo < hi; {
		i, j, middle := lo, hi, list[lo+(hi-lo)/2]
		for i <= j {
			for list[i] > middle {
				i++
			}
			for middle > list[j] {
				j--
			}
			if i <= j {
				list[i], list[j] = list[j], list[i]
				i++
				j--
			}
		}
		switch {
		case n <= j:
			hi = j
		case n > i:
			lo = i
		default:
			lo = hi
		}
	}
	return list[:n]
}

// veryFew of a list are found soonest by one walk over it.
const veryFew = 8

// firstOf is bestOf for very few: it keeps them in order while it goes.
func firstOf(list []ranked, n int) []ranked {
	if n <= 0 {
		return list[:0]
	}
	sortRanked(list[:n])
	for k := n; k < len(list); k++ {
		x := list[k]
		if x < list[n-1] {
			continue
		}
		at := n - 1
		for list[k] = list[at]; at > 0 && list[at-1] < x; at-- {
			list[at] = list[at-1]
		}
		list[at] = x
	}
	return list[:n]
}

// sortRanked puts the best first.
func sortRanked(list []ranked) {
	slices.Sort(list)
	slices.Reverse(list)
}
