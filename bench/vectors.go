package main

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"mneme/budget"
	"mneme/memory"
	"mneme/memory/embed"
)

// vectorStore is what the layered design is measured against: every turn in one flat list of
// vectors, cut like episodes, found by the nearest cosine of the same embedder, and packed
// best first into the same budget. It has no layers, words, neighbours, facts or time.
type vectorStore struct {
	table   *embed.Table
	counter *budget.Counter
	items   []vectorItem
}

type vectorItem struct {
	turn   string // id
	line   string
	tokens int
	vector []float32
}

// episodeRunes is how long a piece of a turn is at most, in columns: as in an episode.
const episodeRunes = 500

func newVectorStore() (*vectorStore, error) {
	table, err := embed.Open()
	if err != nil {
		return nil, fmt.Errorf("open embedder: %w", err)
	}
	return &vectorStore{table: table, counter: budget.NewCounter()}, nil
}

// add takes a session in.
func (v *vectorStore) add(s *dataSession) {
	for _, t := range s.Turns {
		at := t.Time
		if at == "" {
			at = s.Time
		}
		for _, piece := range memory.Slice(t.Text, episodeRunes) {
			who := t.Speaker
			if who == "" {
				who = t.Role
			}
			text := who + ": " + memory.PlainLine(piece)
			item := vectorItem{turn: t.ID, line: at[:min(len(at), len(time.DateOnly))] + " " + text + "\n", vector: make([]float32, v.table.Dims())}
			item.tokens = v.counter.Count(budget.O200K, item.line)
			v.table.EmbedTo(item.vector, text)
			v.items = append(v.items, item)
		}
	}
}

// search finds the nearest and packs them. The running request's last turns take half the part
// of the question, as in recall.
func (v *vectorStore) search(id, question string, before []dataTurn, tokens int) (prediction, float64) {
	start := time.Now()
	query := make([]float32, v.table.Dims())
	v.table.EmbedTo(query, question)
	if before = before[max(0, len(before)-memory.DefaultRecallOptions().Turns):]; len(before) > 0 {
		var said strings.Builder
		for _, t := range before {
			said.WriteString(t.Text + "\n")
		}
		context := make([]float32, len(query))
		v.table.EmbedTo(context, said.String())
		for i := range query {
			query[i] += memory.DefaultMix().Context * context[i]
		}
	}
	near := make([]float32, len(v.items))
	order := make([]int, len(v.items))
	for i := range v.items {
		order[i] = i
		for k, x := range v.items[i].vector {
			near[i] += x * query[k]
		}
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case near[a] > near[b]:
			return -1
		case near[a] < near[b]:
			return 1
		}
		return 0
	})
	p := prediction{ID: id, Turns: []string{}}
	if len(order) > 0 {
		p.Confidence = float64(near[order[0]])
	}
	chosen, _ := budget.Pack(nil, len(order), func(i int) int { return v.items[order[i]].tokens }, tokens, len(order))
	var block strings.Builder
	for _, i := range chosen {
		item := &v.items[order[i]]
		block.WriteString(item.line)
		if !slices.Contains(p.Turns, item.turn) {
			p.Turns = append(p.Turns, item.turn)
		}
	}
	p.Block, p.ranked = block.String(), p.Turns
	return p, float64(time.Since(start).Microseconds()) / 1000
}
