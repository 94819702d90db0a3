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
