//go:build weights

package encoder

import (
	"bufio"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"math"
	"os"
	"slices"
	"testing"
)

// These tests are of the real weights, which are not part of the repository: build/build.sh
// makes them and the reference beside them.
//
//	memory/encoder/build/build.sh quality.bin quality.reference
//	MNEME_EMBED_FILE=$PWD/quality.bin MNEME_EMBED_REFERENCE=$PWD/quality.reference go test -tags weights ./memory/encoder .

func weights(t testing.TB) *Encoder {
	t.Helper()
	e, err := Open(os.Getenv("MNEME_EMBED_FILE"))
	if err != nil {
		t.Fatal("MNEME_EMBED_FILE: ", err)
	}
	return e
}

// The model as its package has it in Python is cut alike and comes near: what is between is the
// quantising of the matrices.
func TestWeightsAreThoseOfTheModel(t *testing.T) {
	e := weights(t)
	f, err := os.Open(os.Getenv("MNEME_EMBED_REFERENCE"))
	if err != nil {
		t.Fatal("MNEME_EMBED_REFERENCE: ", err)
	}
	defer f.Close()
	n, worst := 0, 1.0
	for d := json.NewDecoder(f); d.More(); n++ {
		var want struct {
			Text   string
			Pieces []string
			Vector []float64
		}
		if err := d.Decode(&want); err != nil {
			t.Fatal(err)
		}
		ids := e.pieces.cut(nil, want.Text)
		got := make([]string, 0, len(ids))
		for _, id := range ids[1 : len(ids)-1] {
			if id == unknown {
				got = append(got, "<unk>")
			} else {
				got = append(got, string(e.pieces.name(int(id))))
			}
		}
		if !slices.Equal(got, want.Pieces) {
			t.Errorf("%q is cut to %q, want %q", want.Text, got, want.Pieces)
		}
		cos := 0.0
		for i, v := range vector(t, e, want.Text) {
			cos += float64(v) * want.Vector[i]
		}
		worst = min(worst, cos)
	}
	t.Logf("%d texts, smallest cosine %.5f", n, worst)
	if n == 0 || worst < 0.999 {
		t.Errorf("of %d texts one has a cosine of %v", n, worst)
	}
}

// pinnedVectors is the hash of all vectors of the judging set, the same on every machine.
const pinnedVectors = "892a5e89db1b494a8c749331378e785e1d7f0746cae7a8416a3fa35be2ad2be9"

func TestWeightsOnTheJudgingSet(t *testing.T) {
	e := weights(t)
	f, err := os.Open("../embed/testdata/judge.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	type fact struct {
		User       string
		Fact       map[string]string
		Ask, Plain map[string][]string
	}
	var set []fact
	for s := bufio.NewScanner(f); s.Scan(); {
		var one fact
		if err := json.Unmarshal(s.Bytes(), &one); err != nil {
			t.Fatal(err)
		}
		set = append(set, one)
	}
	h := sha256.New()
	known := map[string][]float32{}
	embed := func(text string) []float32 {
		if v, ok := known[text]; ok {
			return v
		}
		v := vector(t, e, text)
		for _, x := range v {
			h.Write(binary.LittleEndian.AppendUint32(nil, math.Float32bits(x)))
		}
		known[text] = v
		return v
	}
	// floors are the R@1 and R@5, in percent, that these weights reach on all questions.
	floors := map[[2]string][2]float64{{"en", "en"}: {66, 88}, {"zh", "zh"}: {67, 88}, {"en", "zh"}: {64, 88}, {"zh", "en"}: {67, 87}}
	for _, dir := range [][2]string{{"en", "en"}, {"zh", "zh"}, {"en", "zh"}, {"zh", "en"}} {
		n, at1, at5 := 0, 0, 0
		for gold, one := range set {
			for _, ask := range slices.Concat(one.Ask[dir[0]], one.Plain[dir[0]]) {
				q := embed(ask)
				score := func(i int) (cos float64) {
					for j, v := range embed(set[i].Fact[dir[1]]) {
						cos += float64(v) * float64(q[j])
					}
					return cos
				}
				best, rank := score(gold), 1
				for i := range set {
					if i != gold && set[i].User == one.User && score(i) >= best {
						rank++
					}
				}
				n++
				if rank == 1 {
					at1++
				}
				if rank <= 5 {
					at5++
				}
			}
		}
		r1, r5 := 100*float64(at1)/float64(n), 100*float64(at5)/float64(n)
		t.Logf("%s-%s: R@1 %.1f, R@5 %.1f of %d", dir[0], dir[1], r1, r5, n)
		if want := floors[dir]; r1 < want[0] || r5 < want[1] {
			t.Errorf("%v: %.1f / %.1f, below %v", dir, r1, r5, want)
		}
	}
	if got := hex.EncodeToString(h.Sum(nil)); got != pinnedVectors {
		t.Errorf("vectors are %s", got)
	}
}

func BenchmarkShortQuery(b *testing.B) {
	e := weights(b)
	for b.Loop() {
		vector(b, e, "What foods should be avoided when cooking for me?")
	}
}

func BenchmarkShortQueryChinese(b *testing.B) {
	e := weights(b)
	for b.Loop() {
		vector(b, e, "给我做饭有什么食材不能放？")
	}
}
