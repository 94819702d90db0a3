package embed

import (
	"bufio"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"testing"

	"mneme/memory"
)

// item is a fact of one user in both languages, with the questions that ask for it: Ask shares
// few words or none with the fact and often needs a step of thought, Plain is asked as people
// do who remember what they said. Items without questions are near misses: they are there to
// be mistaken for others.
type item struct {
	ID, User, Kind string
	Fact           map[string]string
	Ask, Plain     map[string][]string
}

func judgingSet(t testing.TB) []item {
	t.Helper()
	f, err := os.Open("testdata/judge.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []item
	for s := bufio.NewScanner(f); s.Scan(); {
		var it item
		if err := json.Unmarshal(s.Bytes(), &it); err != nil {
			t.Fatal(err)
		}
		out = append(out, it)
	}
	return out
}

func TestJudgingSetIsLargeAndBalanced(t *testing.T) {
	facts := map[string]int{}
	asks := map[string]int{}
	for _, it := range judgingSet(t) {
		for _, lang := range []string{"en", "zh"} {
			if it.Fact[lang] == "" {
				t.Errorf("%s has no fact in %s", it.ID, lang)
			}
			facts[lang]++
			asks[lang] += len(it.Ask[lang]) + len(it.Plain[lang])
		}
	}
	if facts["en"]+facts["zh"] < 300 || asks["en"] < 300 || asks["zh"] < 300 {
		t.Errorf("facts %v, questions %v", facts, asks)
	}
}

// The asset is rarely made anew, and never by accident: whoever changes it changes its id.
func TestTableIsPinned(t *testing.T) {
	sum := sha256.Sum256([]byte(asset))
	if got := hex.EncodeToString(sum[:]); got != pinnedAsset {
		t.Errorf("asset is %s", got)
	}
	if got := mustOpen(t).ID(); got != pinnedID {
		t.Errorf("id is %q", got)
	}
}

// Every bit of every vector of the judging set, the same on all machines.
func TestVectorsArePinned(t *testing.T) {
	table := mustOpen(t)
	h := sha256.New()
	for _, it := range judgingSet(t) {
		for _, lang := range []string{"en", "zh"} {
			for _, s := range slices.Concat([]string{it.Fact[lang]}, it.Ask[lang], it.Plain[lang]) {
				for _, x := range vector(table, s) {
					h.Write(binary.LittleEndian.AppendUint32(nil, math.Float32bits(x)))
				}
			}
		}
	}
	if got := hex.EncodeToString(h.Sum(nil)); got != pinnedVectors {
		t.Errorf("vectors are %s", got)
	}
}

// The tokenizer agrees with the one that trained the table.
func TestCutsAreThoseOfTraining(t *testing.T) {
	f, err := os.Open("testdata/cuts.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	table, tokens := mustOpen(t), tokensOf(asset)
	for d := json.NewDecoder(f); ; {
		var want struct {
			Text string
			Rows []string
		}
		if err := d.Decode(&want); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		var got []string
		c := cutter{table: table, emit: func(row uint32) { got = append(got, tokens[row]) }}
		c.cut(want.Text)
		slices.Sort(got)
		slices.Sort(want.Rows)
		if !slices.Equal(got, want.Rows) {
			t.Errorf("%q is cut into %q, want %q", want.Text, got, want.Rows)
		}
	}
}

// The scores of the table alone, of keywords alone and of both, each question against the
// facts of its user (57 of one language). The floors are what this asset reaches.
func TestJudgingSetScores(t *testing.T) {
	table := mustOpen(t)
	set := judgingSet(t)
	users := map[string][]int{}
	for i, it := range set {
		users[it.User] = append(users[it.User], i)
	}
	for _, dir := range [][2]string{{"en", "en"}, {"zh", "zh"}, {"en", "zh"}, {"zh", "en"}} {
		var all [3]tally
		for k, kind := range []string{"ask", "plain"} {
			var part [3]tally // table, keywords, both
			for _, members := range users {
				facts := make([][]float32, len(members))
				docs := make([][]memory.Term, len(members))
				for i, m := range members {
					facts[i] = vector(table, set[m].Fact[dir[1]])
					docs[i] = memory.AppendTerms(nil, set[m].Fact[dir[1]])
				}
				for gold, m := range members {
					for _, ask := range [][]string{set[m].Ask[dir[0]], set[m].Plain[dir[0]]}[k] {
						q := vector(table, ask)
						words := keywords(docs, memory.AppendTerms(nil, ask))
						dense := make([]float64, len(facts))
						both := make([]float64, len(facts))
						for i := range facts {
							dense[i] = cosine(q, facts[i])
							both[i] = dense[i] + 0.3*words[i]
						}
						for i, scores := range [][]float64{dense, words, both} {
							part[i].count(scores, gold)
							all[i].count(scores, gold)
						}
					}
				}
			}
			check(t, dir[0]+"-"+dir[1]+" "+kind, part)
		}
		check(t, dir[0]+"-"+dir[1]+" mix", all)
		// Most of these questions share no word with their fact, so keywords have little to give
		// here; what must hold is that they do not take much away either.
		if dir[0] == dir[1] && (all[2].mrr() < all[0].mrr()-0.01 || all[2].mrr() <= all[1].mrr()) {
			t.Errorf("%s: both routes score %v beside %v and %v", dir, all[2], all[0], all[1])
		}
	}
}

func check(t *testing.T, name string, got [3]tally) {
	t.Logf("%-11s  table %v   keywords %v   both %v   (R@1 / R@5 / MRR of %d)", name, got[0], got[1], got[2], got[0].n)
	floor, known := floors[name]
	if !known || got[0].share1() < floor[0] || got[0].share5() < floor[1] {
		t.Errorf("%s: the table scores %v, below %v", name, got[0], floor)
	}
}

// tally counts at what rank gold stands.
type tally struct {
	n, at1, at5 int
	inverse     float64
}

func (s tally) share1() float64 { return 100 * float64(s.at1) / float64(s.n) }
func (s tally) share5() float64 { return 100 * float64(s.at5) / float64(s.n) }
func (s tally) mrr() float64    { return s.inverse / float64(s.n) }

func (s tally) String() string {
	return fmt.Sprintf("%.1f / %.1f / %.3f", s.share1(), s.share5(), s.mrr())
}

// count adds one question; a tie counts against gold.
func (s *tally) count(scores []float64, gold int) {
	rank := 0
	for _, x := range scores {
		if x >= scores[gold] {
			rank++
		}
	}
	s.n++
	if rank == 1 {
		s.at1++
	}
	if rank <= 5 {
		s.at5++
	}
	s.inverse += 1 / float64(rank)
}

// keywords is BM25 as a share, 0..1, of what a document made of the query alone would score.
func keywords(docs [][]memory.Term, query []memory.Term) []float64 {
	total := 0
	df := map[memory.Term]int{}
	for _, d := range docs {
		total += len(d)
		seen := map[memory.Term]bool{}
		for _, w := range d {
			if !seen[w] {
				seen[w] = true
				df[w]++
			}
		}
	}
	n := float64(len(docs))
	idf := func(w memory.Term) float64 { return math.Log(1 + (n-float64(df[w])+0.5)/(float64(df[w])+0.5)) }
	whole := 0.0
	for _, w := range query {
		whole += idf(w) * 2.2
	}
	out := make([]float64, len(docs))
	for i, d := range docs {
		tf := map[memory.Term]float64{}
		for _, w := range d {
			tf[w]++
		}
		long := float64(len(d)) * n / float64(total)
		for _, w := range query {
			if f := tf[w]; f > 0 {
				out[i] += idf(w) * f * 2.2 / (f + 1.2*(0.25+0.75*long)) / whole
			}
		}
	}
	return out
}
