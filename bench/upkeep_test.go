package main

import (
	"io"
	"testing"
)

// TestAYearOfUpkeep plays a year and holds it to floors. The figures that are
// published come from "go run ./bench upkeep".
func TestAYearOfUpkeep(t *testing.T) {
	o := yearOptions{people: 20, every: 1, seed: 1}
	if testing.Short() {
		o.people, o.every = 5, 9
	}
	f, err := playYear(t.Context(), o, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	kept, left := &f.Side[0], &f.Side[1]
	for what, held := range map[string]bool{
		"what matters stays":                           kept.Matters.share() >= left.Matters.share(),
		"what was tried last spring is found":          kept.Past.share() >= 0.9,
		"how a complaint ended is found":               kept.Outcome.share() >= 0.9,
		"how often it came is found":                   kept.Count.share() >= 0.9,
		"a summary tells of one thing":                 kept.Single.share() == 1 && kept.Single.all >= 10*o.people,
		"and counts it exactly":                        kept.Exact.share() == 1,
		"fewer lines are injected":                     kept.Hits() < 0.8*left.Hits(),
		"the block is smaller":                         kept.Block() < left.Block(),
		"what is stale fades":                          kept.Stale.share() < left.Stale.share()/2,
		"caps hold":                                    kept.Facts <= yearFacts && kept.Episodes <= yearEpisodes && left.Facts > yearFacts && left.Episodes > yearEpisodes,
		"what was forgotten does not return":           kept.Returned == 0,
		"a one-off act changes nothing":                f.Steady.share() == 1,
		"who was away finds his memory again":          f.Returned == o.people/5,
		"the canary was there before it was forgotten": f.Canaries == 2*o.people,
		"less is kept":                                 2*kept.Records < left.Records,
	} {
		if !held {
			t.Errorf("not so: %s", what)
		}
	}
	if days, err := f.slowest(); err != nil || days > 7 {
		t.Errorf("a changed habit takes %d days (%v)", days, err)
	}
	if t.Failed() {
		f.print(testLog{t})
	}
}

type testLog struct{ t *testing.T }

func (l testLog) Write(b []byte) (int, error) {
	l.t.Log(string(b))
	return len(b), nil
}
