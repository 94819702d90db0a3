package budget

// Pack chooses from n items in order of their worth, best first: an item that does
// not fit any more is passed over, not squeezed, and a cheaper one after it may
// still go in. It returns the indices chosen, in order, at most limit of them, and
// what they cost together. The indices are appended to into, which may be nil.
// cost is asked once for each item that is considered, and for none after the
// limit is reached.
func Pack(into []int, n int, cost func(int) int, budget, limit int) ([]int, int) {
	spent := 0
	for i := range n {
		if limit <= 0 {
			break
		}
		c := cost(i)
		if c > budget-spent {
			continue
		}
		spent += c
		limit--
		into = append(into, i)
	}
	return into, spent
}
