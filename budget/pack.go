package budget

// Pack chooses from items in order of their worth, best first: an item that does
// not fit any more is passed over, not squeezed, and a cheaper one after it may
// still go in. It returns the indices chosen, in order, at most limit of them, and
// what they cost together. The indices are appended to into, which may be nil.
func Pack(into []int, costs []int, budget, limit int) ([]int, int) {
	spent := 0
	for i, cost := range costs {
		if len(into) >= limit {
			break
		}
		if cost > budget-spent {
			continue
		}
		spent += cost
		into = append(into, i)
	}
	return into, spent
}
