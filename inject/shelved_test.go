package inject

import (
	"fmt"
	"math"
	"reflect"
	"testing"

	"mneme/memory"
)

func TestABlockComesBackFromTheShelfAsItWas(t *testing.T) {
	p := newPricer()
	f := func(name string, b block) {
		t.Helper()
		s := shelve(&b)
		if got := s.block(); !reflect.DeepEqual(got, b) {
			t.Errorf("%s: got %+v\nwant %+v", name, got, b)
		}
		if again := s.block(); !reflect.DeepEqual(again, b) {
			t.Errorf("%s: the second time it is %+v", name, again)
		}
	}
	f("nothing", block{})
	f("left out alone", block{dropped: []memory.Drop{{ID: "r1", Reason: "floor", Score: -1}, {Score: math.SmallestNonzeroFloat64}}})
	whole := block{
		text: "text", apart: "\n\ntext\n\n", tokens: 40, working: 7, asked: "r9", costs: []int{3, 0, 1 << 40},
		tally: memory.Tally{Of: "walks", Records: 3, Times: 4},
		hits: []memory.Hit{
			{Record: p.fact("r1", "Likes tea.", 3).Record, Score: 1.0 / 3, Scores: memory.Scores{Similarity: .1, Recency: .2, Task: .3, Source: .4}, Routes: []memory.Route{memory.Vector, memory.Keyword}},
			{Record: p.fact("r2", "喜欢茶。", 3).Record, Score: math.Pi, Aside: true},
			{Record: p.fact("r3", "Likes tea.", 3).Record, Routes: []memory.Route{memory.Graph, memory.Vector, memory.Keyword}},
		},
	}
	for i := range 300 {
		whole.dropped = append(whole.dropped, memory.Drop{ID: memory.NewID(noon()), Reason: fmt.Sprint("reason ", i%140), Score: float64(i) / 7})
	}
	whole.dropped = append(whole.dropped, memory.Drop{ID: "of another kind", Reason: "top-k"}, memory.Drop{})
	f("whole", whole)
}
