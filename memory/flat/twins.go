package flat

// maxTwins bounds the candidates that are compared with each other.
const maxTwins = 24

// twins finds for each of some candidates the better one that it resembles most. The vectors of
// those that came before lie side by side, so that one call compares a record with all of them.
type twins struct {
	rows   []int8
	scales []float32
	places []int32
	dots   [maxTwins]int32
}

func (t *twins) clear() { t.rows, t.scales, t.places = t.rows[:0], t.scales[:0], t.places[:0] }

// add takes in the record of a place among the candidates. It returns the place of the one before
// that it resembles most, with their calibrated similarity; -1 where there is none.
func (t *twins) add(s *snapshot, slot int, place, at int32, table *similarity, kernel Kernel) (twin int32, like float32) {
	twin = -1
	vector, scale := s.vector(slot, at)
	if len(vector) == 0 {
		return twin, 0
	}
	if len(t.places) > 0 && len(t.rows) != len(t.places)*len(vector) {
		return twin, 0 // a segment whose vectors are of another size
	}
	dots := t.dots[:len(t.places)]
	kernel(vector, t.rows, dots)
	for i, dot := range dots {
		if x := table.of(float32(dot) * t.scales[i] * scale); x > like {
			twin, like = t.places[i], x
		}
	}
	t.rows, t.scales, t.places = append(t.rows, vector...), append(t.scales, scale), append(t.places, place)
	return twin, like
}
