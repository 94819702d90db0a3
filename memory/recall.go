package memory

import (
	"context"
	"slices"
	"time"
)

// Recall is the pipeline from a question to what answers it.
type Recall struct {
	Index   Index
	Mix     Mix
	Weights Weights
	Pool    int // candidates per partition
}

// NewRecall returns the pipeline over an index, with the tuned weights.
func NewRecall(index Index) *Recall {
	return &Recall{Index: index, Mix: DefaultMix(), Weights: DefaultWeights(), Pool: 96}
}

// Recall implements Recaller.
func (r *Recall) Recall(ctx context.Context, q Query) (Result, error) {
	var found Found
	p := Probe{Text: q.Text, Mix: &r.Mix, Limit: r.Pool, Degraded: q.Degraded,
		Sieve: Sieve{Layers: q.Layers, Confidence: 0.6, Project: q.Project, Now: q.Now, AsOf: q.AsOf}}
	for i := len(q.Turns) - 1; i >= 0 && i >= len(q.Turns)-4; i-- {
		p.Context = q.Turns[i].Text + "\n" + p.Context
	}
	for _, o := range q.Owners {
		p.Owner = o
		if err := r.Index.Probe(ctx, &p, &found); err != nil {
			return Result{}, err
		}
	}
	hits := make([]Hit, 0, len(found.Candidates))
	top := float32(0)
	for i := range found.Candidates {
		top = max(top, found.Candidates[i].Score)
	}
	half := r.Weights.HalfLife
	if half == 0 {
		half = 7 * 24 * time.Hour
	}
	for i := range found.Candidates {
		c := &found.Candidates[i]
		s := Scores{Similarity: float64(c.Score / top), Recency: recency(c.Record, q.Now, half), Source: c.Record.Source.Authority()}
		score := float64(r.Weights.Similarity)*s.Similarity + float64(r.Weights.Recency)*s.Recency + float64(r.Weights.Source)*s.Source
		hits = append(hits, Hit{Record: c.Record, Score: score, Scores: s})
	}
	slices.SortStableFunc(hits, func(a, b Hit) int {
		switch {
		case a.Score > b.Score:
			return -1
		case a.Score < b.Score:
			return 1
		}
		return 0
	})
	return Result{Hits: hits}, nil
}
