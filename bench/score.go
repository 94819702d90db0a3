package main

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"sort"
	"strings"
)

// prediction is what memory gave for a question.
type prediction struct {
	ID         string   `json:"qid"`
	Block      string   `json:"block"`
	Turns      []string `json:"turn_ids"` // in the order of the block's hits
	Confidence float64  `json:"confidence"`

	ranked []string // every turn that was found, best first
}

// score is how one question came out; NaN where a measure does not apply.
type score struct {
	category             string
	answerable           bool
	tokens, empty        float64
	top                  float64
	r, all, rID, allID   float64
	current, stale, lead float64
	r10                  float64
}

// grade scores a prediction as the published scorer does: a piece of evidence counts by id
// when its turn is named and a third of the informative words of its key sentence are in the
// block, by text when some line holds four fifths of them.
func (l *lexicon) grade(c *conversation, q *dataQuestion, p prediction, budget float64) score {
	block := cutBlock(p.Block, budget)
	var lines []map[string]bool
	bag := map[string]bool{}
	for _, line := range strings.Split(block, "\n") {
		if strings.TrimSpace(line) != "" {
			words := l.terms(line)
			lines = append(lines, words)
			maps.Copy(bag, words)
		}
	}
	nan := math.NaN()
	s := score{
		category: q.Category, answerable: q.answerable(), tokens: tokens(block), top: p.Confidence,
		r: nan, all: nan, rID: nan, allID: nan, current: nan, stale: nan, lead: nan, r10: nan,
	}
	if strings.TrimSpace(block) == "" {
		s.empty = 1
	}
	if !s.answerable {
		return s
	}
	if groups := c.evidence(q); len(groups) > 0 {
		need := map[string]map[string]bool{}
		for _, group := range groups {
			for _, id := range group {
				need[id] = l.keyWords(c.text(id), q)
			}
		}
		first := p.ranked[:min(10, len(p.ranked))]
		s.r, s.all = share(groups, func(id string) bool { return covered(need[id], lines, 0.8) })
		s.rID, s.allID = share(groups, func(id string) bool {
			return slices.Contains(p.Turns, id) && overlap(need[id], bag)*3 >= len(need[id])
		})
		s.r10, _ = share(groups, func(id string) bool { return slices.Contains(first, id) })
	}
	if len(q.Current) > 0 {
		s.current = l.held(c, q, q.Current, lines)
		s.lead = 0
		if now := place(p.Turns, q.Current); now >= 0 {
			if before := place(p.Turns, q.Stale); before < 0 || now < before {
				s.lead = 1
			}
		}
	}
	if len(q.Stale) > 0 {
		s.stale = l.held(c, q, q.Stale, lines)
	}
	return s
}

func (l *lexicon) held(c *conversation, q *dataQuestion, ids []string, lines []map[string]bool) float64 {
	for _, id := range ids {
		if covered(l.keyWords(c.text(id), q), lines, 0.8) {
			return 1
		}
	}
	return 0
}

// place returns where the first of ids stands in the list, -1: nowhere.
func place(list, ids []string) int {
	return slices.IndexFunc(list, func(id string) bool { return slices.Contains(ids, id) })
}

// keyWords are the informative words of the sentence of a turn that is nearest to question
// and answer; of the whole turn when it is short.
func (l *lexicon) keyWords(text string, q *dataQuestion) map[string]bool {
	sentences := l.sentences(text)
	if len(sentences) > 1 && tokens(text) > 12 {
		want := l.terms(q.Text)
		maps.Copy(want, l.terms(q.Answer))
		best, found := -1.0, ""
		for _, s := range sentences {
			words := l.terms(s)
			if len(words) < 2 {
				continue
			}
			// Of equals the published scorer takes the one that sorts last.
			if x := float64(overlap(words, want)) / math.Sqrt(float64(len(words))); x > best || x == best && s > found {
				best, found = x, s
			}
		}
		if best >= 0 {
			text = found
		}
	}
	return l.terms(text)
}

// cutBlock cuts a block that is over its budget by more than a fiftieth.
func cutBlock(block string, budget float64) string {
	if tokens(block) <= budget*1.02 {
		return block
	}
	var b strings.Builder
	left := budget
	for _, line := range strings.SplitAfter(block, "\n") {
		cost := tokens(line)
		if cost > left {
			break
		}
		b.WriteString(line)
		left -= cost
	}
	return b.String()
}

// covered reports whether a line, or two that follow each other, holds enough of what is needed.
func covered(need map[string]bool, lines []map[string]bool, threshold float64) bool {
	if len(need) == 0 {
		return false
	}
	n := float64(len(need))
	for i, line := range lines {
		if float64(overlap(need, line)) >= threshold*n {
			return true
		}
		if i > 0 {
			both := maps.Clone(line)
			maps.Copy(both, lines[i-1])
			if float64(overlap(need, both)) >= min(1, threshold+0.2)*n {
				return true
			}
		}
	}
	return false
}

// share returns which share of the groups has a member that is in, and 1 if all have.
func share(groups [][]string, in func(id string) bool) (part, all float64) {
	n := 0
	for _, group := range groups {
		if slices.ContainsFunc(group, in) {
			n++
		}
	}
	if n == len(groups) {
		all = 1
	}
	return float64(n) / float64(len(groups)), all
}

// mean is that of the scores to which a measure applies; NaN for none.
func mean(scores []score, of func(*score) float64) float64 {
	sum, n := 0.0, 0
	for i := range scores {
		if x := of(&scores[i]); !math.IsNaN(x) {
			sum += x
			n++
		}
	}
	if n == 0 {
		return math.NaN()
	}
	return sum / float64(n)
}

// auc is the chance that an answerable question's confidence exceeds an unanswerable one's.
func auc(scores []score) float64 {
	var yes, no []float64
	for i := range scores {
		if scores[i].answerable {
			yes = append(yes, scores[i].top)
		} else {
			no = append(no, scores[i].top)
		}
	}
	if len(yes) == 0 || len(no) == 0 {
		return math.NaN()
	}
	sort.Float64s(yes)
	sum := 0.0
	for _, x := range no {
		above := len(yes) - sort.Search(len(yes), func(i int) bool { return yes[i] > x })
		equal := len(yes) - above - sort.SearchFloat64s(yes, x)
		sum += float64(above) + 0.5*float64(equal)
	}
	return sum / float64(len(yes)*len(no))
}

func percent(x float64) string {
	if math.IsNaN(x) {
		return ""
	}
	return fmt.Sprintf("%.1f", 100*x)
}
