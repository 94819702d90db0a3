package flat

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"mneme/memory"
	"mneme/memory/embed"
)

// kept counts the lines that are remembered.
func (l *lines) kept() int {
	n := 0
	known := l.known.Load()
	for i := range known {
		if known[i].Load() != nil {
			n++
		}
	}
	return n
}

// lineIndex returns an index of 600 records with the embedder of the product.
func lineIndex(t *testing.T) *Index {
	t.Helper()
	table, err := embed.Open()
	if err != nil {
		t.Fatal(err)
	}
	l := newLedger()
	l.put(corpus(600)...)
	x, err := New(DefaultOptions(), l, nil, table, kernel)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func TestRememberedLinesChangeNoResult(t *testing.T) {
	x := lineIndex(t)
	r := rand.New(rand.NewPCG(7, 8))
	said := []string{"", "Yes.", "她去年春天和姐姐搬到了里斯本，因为她在那里的医院找到了工作。", "I'd rather have \"tea\" -- don't you think it's fine? a.b@c.de 12.50 12.50", "好的", "   ", "-a-b-1"}
	for i := range 40 {
		said = append(said, fmt.Sprintf("We spoke of %s and %s on day %d, for %s.", coined(uint64(i)), coined(uint64(3*i)), i, coined(uint64(7*i))))
	}
	mix := memory.DefaultMix()
	for try := range 300 {
		var context []string
		for range r.IntN(9) {
			context = append(context, said[r.IntN(len(said))])
		}
		p := memory.Probe{
			Owner: owner, Text: "What about " + coined(uint64(try%50)) + "?", Context: context,
			Mix: &mix, Limit: 20, Question: new(memory.Question), Degraded: try%10 == 9,
		}
		var got, want memory.Found
		if err := x.Probe(t.Context(), &p, &got); err != nil {
			t.Fatal(err)
		}
		p.NoStore = true
		if err := x.Probe(t.Context(), &p, &want); err != nil {
			t.Fatal(err)
		}
		if len(want.Candidates) == 0 || !reflect.DeepEqual(got, want) {
			t.Fatalf("with remembered lines of %q:\n%+v, want\n%+v", p.Context, got, want)
		}
	}
	if x.lines.kept() < 30 {
		t.Errorf("only %d lines are remembered", x.lines.kept())
	}
}

func TestLinesAreForgottenAndKeptOnlyWhereTheyMay(t *testing.T) {
	x := lineIndex(t)
	mix := memory.DefaultMix()
	p := memory.Probe{Owner: owner, Text: coined(7), Context: []string{"what was said before the question", "and what was answered to it"}, Mix: &mix, Limit: 5, Question: new(memory.Question), NoStore: true}
	ask := func(want int) {
		t.Helper()
		if err := x.Probe(t.Context(), &p, new(memory.Found)); err != nil {
			t.Fatal(err)
		}
		if got := x.lines.kept(); got != want {
			t.Errorf("%d lines are remembered, want %d", got, want)
		}
	}
	ask(0)
	p.NoStore = false
	ask(2)
	x.ForgetLines()
	if n := x.lines.kept(); n != 0 {
		t.Errorf("%d lines are remembered after a forget", n)
	}
	ask(2)
}

// A line that was read for its words alone, without an embedder, is read again for its vector.
func TestALineIsReadAgainForItsVector(t *testing.T) {
	table, err := embed.Open()
	if err != nil {
		t.Fatal(err)
	}
	const one = "a line that is long enough to be remembered"
	l, w := newLines(), new(scratch)
	want := make([]int32, table.Dims())
	table.Add(want, one)
	for _, slot := range []int{0, 0, 1, 0} {
		l.read(w, []string{one}, slot, nil, 0, true)
		l.read(w, []string{one}, slot, table, table.Dims(), true)
		if !reflect.DeepEqual(w.sum, want) || len(w.said) == 0 {
			t.Fatalf("the sum is %v", w.sum)
		}
	}
}
