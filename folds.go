package main

import (
	"context"
	"fmt"
	"hash/fnv"
	"maps"
	"math"
	"slices"
	"strings"
)

// choice is a floor and weights that differ from the tenant's; the empty one changes nothing.
type choice map[string]float64

// floorName stands for the floor among weights.
const floorName = "floor"

// tried lists, for every knob, the values that are tried.
func tried() []struct {
	name   string
	values []float64
} {
	return []struct {
		name   string
		values []float64
	}{
		{floorName, []float64{0, 0.25, 0.4, 0.65, 0.8}},
		{"vector", []float64{0.4, 0.6, 1.1, 1.5}},
		{"graph", []float64{0, 0.6, 1}},
		{"context", []float64{0, 0.25, 0.8}},
		{"neighbour", []float64{0, 0.2, 0.7}},
		{"session", []float64{0, 0.1, 0.5}},
		{"recency", []float64{0, 0.15, 0.3}},
		{"semantic", []float64{0.8, 1.25}},
		{"episodic", []float64{0.8}},
	}
}

// mostChanges bounds the knobs that one choice turns: more are rarely borne out by questions
// that did not choose them.
const mostChanges = 3

// tuner remembers how every question came out under every choice that was tried.
type tuner struct {
	e     *evaluation
	marks map[string][]graded
}

// tune looks for a better floor and better weights. The questions are split into folds; the
// choice made on all folds but one is judged on that one, so that what it says of a choice
// does not come from the questions that made it.
func (e *evaluation) tune(ctx context.Context) error {
	t := &tuner{e: e, marks: map[string][]graded{}}
	fold := foldsOf(e.questions, e.options.folds)
	var before, after []float64
	for k := range e.options.folds {
		fmt.Fprintf(e.progress, "fold %d of %d\n", k+1, e.options.folds)
		chosen, err := t.choose(ctx, func(i int) bool { return fold[i] != k })
		if err != nil {
			return err
		}
		apart := func(i int) bool { return fold[i] == k }
		now, err := t.mean(ctx, choice{}, apart)
		if err != nil {
			return err
		}
		then, err := t.mean(ctx, chosen, apart)
		if err != nil {
			return err
		}
		fmt.Fprintf(e.out, "\nfold %d: chosen on the others: %s; on this one %.1f%%, as it is set %.1f%%", k+1, chosen, 100*then, 100*now)
		before, after = append(before, now), append(after, then)
	}
	gain, noise := gainOf(before, after)
	chosen, err := t.choose(ctx, func(int) bool { return true })
	if err != nil {
		return err
	}
	fmt.Fprintf(e.out, "\n\nheld apart, choosing gains %+.1f points (standard error %.1f)\n", 100*gain, 100*noise)
	if len(chosen) == 0 || gain <= noise {
		fmt.Fprintln(e.out, "keep what is set: no other setting is borne out by questions that did not choose it")
		return nil
	}
	fmt.Fprintf(e.out, "set, in the tenant's policy:\n%s", chosen.policy())
	return nil
}

// foldsOf deals questions to folds by what they ask, so that a question asked twice is never
// on both sides.
func foldsOf(questions []labelled, folds int) []int {
	out := make([]int, len(questions))
	for i := range questions {
		h := fnv.New32a()
		h.Write([]byte(questions[i].User + "\x00" + questions[i].Question))
		for _, m := range questions[i].Messages {
			h.Write(m)
		}
		out[i] = int(h.Sum32() % uint32(folds))
	}
	return out
}

// choose turns one knob after another, each to where the questions that are in come out best,
// while that still helps.
func (t *tuner) choose(ctx context.Context, in func(int) bool) (choice, error) {
	best := choice{}
	top, err := t.mean(ctx, best, in)
	if err != nil {
		return nil, err
	}
	for range mostChanges {
		var next choice
		for _, knob := range tried() {
			if _, turned := best[knob.name]; turned {
				continue
			}
			for _, value := range knob.values {
				c := maps.Clone(best)
				c[knob.name] = value
				x, err := t.mean(ctx, c, in)
				if err != nil {
					return nil, err
				}
				if x > top+1e-9 {
					next, top = c, x
				}
			}
		}
		if next == nil {
			break
		}
		best = next
	}
	return best, nil
}

// mean is the measure of a choice over the questions that are in: the share that came out
// right, everything in the block or, where nothing answers, nothing.
func (t *tuner) mean(ctx context.Context, c choice, in func(int) bool) (float64, error) {
	key := c.String()
	marks, known := t.marks[key]
	if !known {
		s := setting{budget: t.e.options.budgets[0], weights: map[string]float64{}}
		for name, value := range c {
			if name == floorName {
				s.floor = &value
			} else {
				s.weights[name] = value
			}
		}
		var err error
		if marks, err = t.e.each(ctx, s, false); err != nil {
			return 0, err
		}
		t.marks[key] = marks
	}
	sum, n := 0.0, 0
	for i := range marks {
		if in(i) {
			sum += marks[i].worth()
			n++
		}
	}
	if n == 0 {
		return 0, nil
	}
	return sum / float64(n), nil
}

// gainOf is the mean difference over folds and its standard error.
func gainOf(before, after []float64) (gain, noise float64) {
	n := float64(len(before))
	for i := range before {
		gain += (after[i] - before[i]) / n
	}
	for i := range before {
		d := after[i] - before[i] - gain
		noise += d * d / (n - 1)
	}
	return gain, math.Sqrt(noise / n)
}

// String names a choice in a fixed order.
func (c choice) String() string {
	if len(c) == 0 {
		return "nothing changed"
	}
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(c)) {
		parts = append(parts, fmt.Sprintf("%s %g", name, c[name]))
	}
	return strings.Join(parts, ", ")
}

// policy writes a choice as the policy file has it.
func (c choice) policy() string {
	var b strings.Builder
	if floor, ok := c[floorName]; ok {
		fmt.Fprintf(&b, "  limits: {floor: %g}\n", floor)
	}
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(c)) {
		if name != floorName {
			parts = append(parts, fmt.Sprintf("%s: %g", name, c[name]))
		}
	}
	if len(parts) > 0 {
		fmt.Fprintf(&b, "  weights: {%s}\n", strings.Join(parts, ", "))
	}
	return b.String()
}
