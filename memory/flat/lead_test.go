package flat

import (
	"fmt"
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
	for _, seq := range []int{1, 1, 2, 3, 3, 4} {
		s.records = append(s.records, &memory.Record{Seq: seq})
	}
	w := &scratch{best: make([]ranked, 3)}
	for at, score := range []float32{0.5, 0.6, 0.9, 0.2, 0.4, 0.3} {
		s.note(w, 0, ranked{score, int32(at)})
	}
	want := []ranked{{0.9, 2}, {0.6, 1}, {0.4, 4}}
	if !slices.Equal(w.best, want) {
		t.Errorf("the best are %v, want %v", w.best, want)
	}
}
