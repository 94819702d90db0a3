package main

import (
	"math"
	"strings"

	"mneme/capture/worth"
)

// Of the regression.
const (
	loss   = 0.5 // what a sentence's error counts for beside half the square of the weights
	rounds = 600
)

// weights are what was learnt: the bias and one weight a sign.
type weights struct {
	bias float64
	of   []float64
	ids  []uint32
}

// fit is logistic regression with a penalty on the square of the weights, by Nesterov's
// accelerated gradient (Beck and Teboulle, "A fast iterative shrinkage-thresholding algorithm",
// 2009). It starts from nothing and has no chance in it: the same talks give the same weights.
// Signs that are seen in one sentence alone are left out, since they carry over to no other.
func fit(samples []sample, labels string) weights {
	seen := map[uint32]int{}
	for _, s := range samples {
		for _, sign := range s.signs {
			seen[sign.ID]++
		}
	}
	w := weights{}
	column := map[uint32]int32{}
	type entry struct {
		column int32
		value  float64
	}
	rows := make([][]entry, len(samples))
	norm := 0.
	for i, s := range samples {
		sum := 1.
		for _, sign := range s.signs {
			if seen[sign.ID] < 2 {
				continue
			}
			c, ok := column[sign.ID]
			if !ok {
				c = int32(len(w.ids))
				column[sign.ID] = c
				w.ids = append(w.ids, sign.ID)
			}
			rows[i] = append(rows[i], entry{c, float64(sign.Value)})
			sum += float64(sign.Value) * float64(sign.Value)
		}
		norm = max(norm, sum)
	}
	n := len(w.ids)
	now, next, ahead, slope := make([]float64, n+1), make([]float64, n+1), make([]float64, n+1), make([]float64, n+1)
	// The slope changes by no more than this a step: a quarter for the logistic function.
	steep := loss*norm*float64(len(samples))/4/16 + 1
	for t := range rounds {
		copy(slope, ahead)
		slope[n] = 0 // the bias has no penalty
		for i := range rows {
			sum := ahead[n]
			for _, e := range rows[i] {
				sum += ahead[e.column] * e.value
			}
			miss := 1 / (1 + math.Exp(-sum))
			if strings.Contains(labels, samples[i].label) {
				miss--
			}
			miss *= loss * samples[i].weight
			slope[n] += miss
			for _, e := range rows[i] {
				slope[e.column] += miss * e.value
			}
		}
		for i := range ahead {
			next[i] = ahead[i] - slope[i]/steep
		}
		pull := float64(t) / float64(t+3)
		for i := range ahead {
			ahead[i] = next[i] + pull*(next[i]-now[i])
		}
		now, next = next, now
	}
	w.bias, w.of = now[n], now[:n]
	return w
}

// learn fits each head, and rounds the weights to what is shipped.
func learn(samples []sample, heads []head) worth.Weights {
	bias := make([]float32, len(heads))
	of := map[uint32][]float32{}
	for h, head := range heads {
		w := fit(samples, head.labels)
		bias[h] = float32(w.bias)
		for i, id := range w.ids {
			if of[id] == nil {
				of[id] = make([]float32, len(heads))
			}
			of[id][h] = float32(w.of[i])
		}
	}
	return worth.NewWeights(bias, of)
}
