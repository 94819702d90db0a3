package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// judged is a sentence with what weights of other files say of one thing.
type judged struct {
	odds float64
	so   bool
}

// crossCheck leaves each file out in turn and tells its sentences by weights of the others: by
// sentences of writers they never saw.
func crossCheck(name string, samples []sample, heads []head) {
	var files []string
	for _, s := range samples {
		if !slices.Contains(files, s.file) {
			files = append(files, s.file)
		}
	}
	fmt.Printf("%s: %d in %d files\n", name, len(samples), len(files))
	all := make([][]judged, len(heads))
	for _, file := range files {
		var known []sample
		for _, s := range samples {
			if s.file != file {
				known = append(known, s)
			}
		}
		w := learn(known, heads)
		own := make([][]judged, len(heads))
		for _, s := range samples {
			if s.file != file {
				continue
			}
			odds := w.Odds(s.signs)
			for h := range heads {
				own[h] = append(own[h], judged{odds[h], strings.Contains(heads[h].labels, s.label)})
			}
		}
		fmt.Printf("  %s: %d judged, area under the curve", file, len(own[0]))
		for h := range heads {
			fmt.Printf(", %s %.3f", heads[h].name, area(own[h]))
			all[h] = append(all[h], own[h]...)
		}
		fmt.Println()
	}
	for h := range heads {
		fmt.Printf("  %s: odds at least, told, right, found\n", heads[h].name)
		for _, least := range []float64{.15, .3, .5, .7, .8, .9} {
			told, right, so := 0, 0, 0
			for _, j := range all[h] {
				if j.so {
					so++
				}
				if j.odds >= least {
					told++
					if j.so {
						right++
					}
				}
			}
			fmt.Printf("    %.2f  %5d  %.3f  %.3f\n", least, told, float64(right)/float64(max(1, told)), float64(right)/float64(max(1, so)))
		}
	}
}

// area is that under the receiver operating characteristic: how likely a sentence of which
// it is true has better odds than one of which it is not.
func area(list []judged) float64 {
	list = slices.Clone(list)
	slices.SortFunc(list, func(a, b judged) int { return cmp.Compare(a.odds, b.odds) })
	before, pairs, kept := 0., 0., 0.
	for _, j := range list {
		if j.so {
			kept++
			pairs += before
		} else {
			before++
		}
	}
	return pairs / max(1, before*kept)
}
