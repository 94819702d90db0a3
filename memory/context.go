package memory

import (
	"slices"
	"strings"
)

// placedBytes is the length up to which a question is placed: a long text names every side of life.
const placedBytes = 600

// contextWords are the words by which a context or a question is placed in the sides of one
// division of life: a fact that holds on one side says nothing of another. Folded; English words
// stand between blanks.
func contextWords() [][]string {
	return [][]string{
		{" work | office | workplace | job | business | colleagues |工作|上班|公司|办公|职场|同事", " home | house | private | privately | personal | leisure | free time | off work |在家|家里|私人|私下|业余|下班|休息", " travel | travelling | traveling | trip | trips | the road | vacation | holiday | holidays | abroad |出差|旅行|旅游|度假|出国|路上"},
		{" weekdays | weekday | workdays | working days |工作日|平日|周一到周五", " weekend | weekends | saturdays | sundays |周末|双休"},
		{" morning | mornings | breakfast |早上|早晨|上午|早餐|早饭", " noon | lunch | midday |中午|午餐|午饭", " evening | evenings | night | nights | dinner | bedtime |晚上|夜里|夜晚|晚餐|晚饭|睡前"},
		{" spring |春天|春季", " summer | summers |夏天|夏季", " autumn | fall |秋天|秋季", " winter | winters |冬天|冬季"},
		{" indoors | inside |室内|屋里", " outdoors | outside |室外|户外"},
	}
}

// contexts knows which contexts exclude which questions. It is read-only.
type contexts struct{ divisions [][][]string }

func newContexts() *contexts {
	g := &contexts{}
	for _, division := range contextWords() {
		var words [][]string
		for _, side := range division {
			words = append(words, strings.Split(side, "|"))
		}
		g.divisions = append(g.divisions, words)
	}
	return g
}

// of returns, for every division, which of its sides a text names: a bit each.
func (g *contexts) of(text string) sides {
	var out sides
	folded := " " + strings.Join(strings.FieldsFunc(Fold(text), func(r rune) bool { return !wordRune(r) }), " ") + " "
	for d, division := range g.divisions {
		for s, words := range division {
			for _, w := range words {
				if strings.Contains(folded, w) {
					out[d] |= 1 << s
					break
				}
			}
		}
	}
	return out
}

// sides are the sides that a text names, a set of bits for every division.
type sides [5]uint8

// excludes reports whether a fact of this context says nothing about a question: in some division
// it names one side only, and the question another one and not that.
func (c sides) excludes(question sides) bool {
	for d := range c {
		if of := c[d]; of != 0 && of&(of-1) == 0 && question[d] != 0 && question[d]&of == 0 {
			return true
		}
	}
	return false
}

// exclude takes out, in place, the facts whose context excludes the question.
func (g *contexts) exclude(hits []rankedHit, text string, q *Question, dropped []Drop) ([]rankedHit, []Drop) {
	bound := func(h rankedHit) bool { return h.Record.Constraint.Context != "" }
	if q.Compares || q.Intent == IntentOverview || len(text) > placedBytes || !slices.ContainsFunc(hits, bound) {
		return hits, dropped
	}
	asked := g.of(text)
	if asked == (sides{}) {
		return hits, dropped
	}
	kept := hits[:0]
	for _, h := range hits {
		if bound(h) && g.of(h.Record.Constraint.Context).excludes(asked) {
			dropped = append(dropped, Drop{h.Record.ID, "context", h.Score})
			continue
		}
		kept = append(kept, h)
	}
	return kept, dropped
}
