package flat

import (
	"math"
	"slices"
)

// ranked is a record with a score.
type ranked struct {
	score float32
	at    int32
}

// before reports whether a goes before b: the better one; of equals, what came later.
func (a ranked) before(b ranked) bool {
	return a.score > b.score || a.score == b.score && a.at > b.at
}

// podium finds the best of many. It takes in twice as many as are wanted before it throws the
// lesser half out, which costs less than keeping the best in order all the time.
type podium struct {
	list  []ranked
	want  int
	least ranked // what does not go before it is not among the best
}

// newPodium returns a podium for so many of the best that are worth anything.
func newPodium(list []ranked, want int) podium {
	return podium{list: list[:0], want: want, least: ranked{0, math.MaxInt32}}
}

// add takes in a record, which must go before the least.
func (p *podium) add(x ranked) {
	p.list = append(p.list, x)
	if len(p.list) >= 2*p.want {
		p.best()
	}
}

// best returns the best so far, in no order.
func (p *podium) best() []ranked {
	if len(p.list) >= p.want {
		p.list = bestOf(p.list, p.want)
		p.least = p.list[0]
		for _, x := range p.list[1:] {
			if p.least.before(x) {
				p.least = x
			}
		}
	}
	return p.list
}

// bestOf keeps the n best of a list, in place and in no order, by Hoare's selection.
func bestOf(list []ranked, n int) []ranked {
	if len(list) <= n {
		return list
	}
	for lo, hi := 0, len(list)-1; lo < hi; {
		i, j, middle := lo, hi, list[lo+(hi-lo)/2]
		for i <= j {
			for list[i].before(middle) {
				i++
			}
			for middle.before(list[j]) {
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

// sortRanked puts the best first.
func sortRanked(list []ranked) {
	slices.SortFunc(list, func(a, b ranked) int {
		switch {
		case a.before(b):
			return -1
		case b.before(a):
			return 1
		}
		return 0
	})
}
