package flat

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"mneme/memory"
)

// A fact of the field that is asked about shares no word with the question: it must lead among
// hundreds of records that hold a word of it.
func TestFactsOfTheFieldLeadInALargeMemory(t *testing.T) {
	for question, texts := range map[string][2]string{
		"What should I cook tonight for two old friends who arrive late, are tired and love long tables?": {"tonight the tiles of wall %d dried", "allergic to peanuts"},
		"今晚推荐做什么菜招待两位远道而来又累又爱热闹的老朋友比较合适呢？":                                                                {"今晚第%d面墙的瓷砖干了", "对花生过敏"},
	} {
		l := newLedger()
		for i := range 400 {
			l.put(episode(fmt.Sprint("e", i), "s", i, fmt.Sprintf(texts[0], i)))
		}
		fact := episode("fact", "", 0, texts[1])
		fact.Layer, fact.Kind, fact.Predicate, fact.Subject, fact.Event = memory.Semantic, memory.KindState, "diet", "user", memory.Event{}
		l.put(fact)
		x := open(t, l, nil, nil)
		q := memory.ReadQuestion(question, time.Date(2023, 11, 15, 12, 0, 0, 0, time.UTC), time.UTC)
		if ids := ask(t, x, question, func(p *memory.Probe) { p.Question = &q }); !slices.Contains(ids, "fact") {
			t.Errorf("%q finds %v", question, ids)
		}
	}
}

// scaled is an embedder that nothing but its calibration is asked of.
func scaled(points ...memory.ScalePoint) *similarity {
	return newSimilarity(memory.Scale(points).At)
}

func TestEveryEmbedderIsRankedOnItsOwnScale(t *testing.T) {
	wide := scaled(memory.ScalePoint{Cosine: -1}, memory.ScalePoint{Cosine: 0, Similarity: 0.3}, memory.ScalePoint{Cosine: 0.4, Similarity: 0.85}, memory.ScalePoint{Cosine: 1, Similarity: 1})
	narrow := scaled(memory.ScalePoint{Cosine: 0.6}, memory.ScalePoint{Cosine: 0.7, Similarity: 0.3}, memory.ScalePoint{Cosine: 0.8, Similarity: 0.85}, memory.ScalePoint{Cosine: 1, Similarity: 1})
	rank := func(s *similarity, cosine float32) float32 { return s.start + s.slope*cosine }
	for step := range 5 {
		a, b := rank(wide, 0.1*float32(step)), rank(narrow, 0.7+0.025*float32(step))
		if diff := a - b; diff < -0.02 || diff > 0.02 {
			t.Errorf("step %d is ranked %.3f by one embedder and %.3f by the other", step, a, b)
		}
		if got, want := wide.ofRank(a), wide.of(0.1*float32(step)); got < want-0.01 || got > want+0.01 {
			t.Errorf("similarity %.3f comes back as %.3f", want, got)
		}
	}
}

func TestASessionsBestAreThreeMessages(t *testing.T) {
	s := &snapshot{}
	s.seq = []int{1, 1, 2, 3, 3, 4}
	w := &scratch{best: make([]ranked, 3)}
	for at, score := range []float32{0.5, 0.6, 0.9, 0.2, 0.4, 0.3} {
		s.note(w, 0, rankedOf(score, int32(at)))
	}
	want := []ranked{rankedOf(0.9, 2), rankedOf(0.6, 1), rankedOf(0.4, 4)}
	if !slices.Equal(w.best, want) {
		t.Errorf("the best are %v, want %v", w.best, want)
	}
}

func TestTheLeadIsTheBestOfAll(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	l := newLedger()
	records := corpus(3_000)
	for i := range records {
		if r.IntN(4) == 0 {
			records[i].Source = memory.AIInference
		}
		if r.IntN(3) == 0 { // no candidate
			records[i].Status = memory.Superseded
		}
	}
	l.put(records...)
	x, err := New(DefaultOptions(), l, nil, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := x.current(t.Context(), owner, nil)
	if err != nil {
		t.Fatal(err)
	}
	mix := memory.DefaultMix()
	n := len(s.records)
	for try := range 60 {
		w := &scratch{keyword: make([]float32, n), dots: make([]int32, n), graph: make([]float32, n), named: make([]bool, len(s.speakers)+1)}
		ones := make([]float32, n)
		for i := range ones {
			ones[i] = 1
		}
		scan := func() {
			for which := range s.segments {
				from, to := s.bounds(which)
				w.scales[which] = ones[from:to]
			}
		}
		scan()
		steps := []int{3, 40, 5_000}[try%3] // of few steps, many records are equal
		w.slope = 1 / float32(steps)
		for i := range n {
			if try%4 > 0 || i%300 == 0 { // else most are worth nothing
				w.keyword[i] = float32(r.IntN(steps)) / float32(steps)
				w.dots[i] = r.Int32N(int32(steps))
			}
			if try%5 == 0 && i%7 == 0 {
				w.keyword[i] = 2 // what is looked at to guess is no picture of the rest
			}
		}
		p := &memory.Probe{Mix: &mix, Limit: 20 + 3*try, Question: &memory.Question{Hints: memory.Hints{Told: try%2 == 0}}}
		f := s.fuser(w, p, 1)
		var want, refused []ranked
		s.ownOfAll(w, p.Mix, &f)
		for i := range int32(n) {
			switch one := rankedOf(f.ownOf(s, w, p.Mix, i), i); {
			case one <= worthless():
			case s.passes(p, passOf(p), i):
				want = append(want, one)
			default:
				refused = append(refused, one)
			}
		}
		sortRanked(want)
		want = want[:min(len(want), max(96, 2*p.Limit))]
		scan()
		s.lead(w, p, &f)
		sortRanked(w.lead)
		if !slices.Equal(w.lead, want) {
			t.Fatalf("try %d: the lead of %d is\n%v, want\n%v", try, len(want), w.lead, want)
		}
		// What is refused is named where it would have led.
		sortRanked(refused)
		sortRanked(w.refused)
		var led []ranked
		for _, one := range refused[:min(len(refused), mostRefused)] {
			if len(want) < max(96, 2*p.Limit) || one > want[len(want)-1] {
				led = append(led, one)
			}
		}
		if !slices.Equal(w.refused, led) {
			t.Fatalf("try %d: refused are %v, want %v", try, w.refused, led)
		}
	}
}

func TestTheBestOfAListAreKept(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for try := range 400 {
		list := make([]ranked, r.IntN(40))
		for i := range list {
			list[i] = rankedOf(float32(r.IntN(1+try))-3, int32(i))
		}
		sorted := slices.Clone(list)
		sortRanked(sorted)
		n := r.IntN(20)
		got := slices.Clone(bestOf(list, n))
		sortRanked(got)
		if want := sorted[:min(n, len(sorted))]; !slices.Equal(got, want) {
			t.Fatalf("the best %d are %v, want %v", n, got, want)
		}
		for i := 1; i < len(sorted); i++ {
			a, b := sorted[i-1], sorted[i]
			if a.score() < b.score() || a.score() == b.score() && a.at() < b.at() {
				t.Fatalf("%v of %d goes before %v of %d", a.score(), a.at(), b.score(), b.at())
			}
		}
	}
}
