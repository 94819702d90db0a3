package worth

import (
	"reflect"
	"strings"
	"testing"
)

// What the weights must tell apart whatever they were learnt from.
func TestOf(t *testing.T) {
	m, err := Open()
	if err != nil {
		t.Fatal(err)
	}
	pairs := [][2]string{ // worth keeping, and not
		{"i'm allergic to shellfish", "the second paragraph is too long"},
		{"my daughter starts school in september", "thanks, that helps a lot"},
		{"i've lived in this town since my divorce", "i opened the file you sent"},
		{"my knee doesn't let me run any more", "can you make it shorter"},
		{"我对海鲜过敏", "第二段太长了"},
		{"我女儿九月份上小学", "谢谢,有用"},
		{"离婚以后我一直住在这个小城", "我刚打开你发的文件"},
		{"我膝盖不好,跑不了步", "帮我改短一点"},
	}
	for _, p := range pairs {
		if kept, left := m.Of(p[0]).Worth, m.Of(p[1]).Worth; kept < .4 || left > .3 {
			t.Errorf("%q %.2f, %q %.2f: want at least .4 and at most .3", p[0], kept, p[1], left)
		}
	}
}

// What is so for some days is told from what stays.
func TestPassing(t *testing.T) {
	m, err := Open()
	if err != nil {
		t.Fatal(err)
	}
	pairs := [][2]string{
		{"my sister is staying with us until sunday", "my sister lives with us"},
		{"i've got a cold this week", "i've got asthma"},
		{"我妈这周住在我家", "我妈一直跟我们住"},
		{"我下周四到下周六去成都出差", "我在成都上班"},
	}
	for _, p := range pairs {
		if passing, stays := m.Of(p[0]).Passing, m.Of(p[1]).Passing; passing < .4 || stays > .2 {
			t.Errorf("%q %.2f, %q %.2f: want at least .4 and at most .2", p[0], passing, p[1], stays)
		}
	}
}

// How a sentence ends or is set out says nothing of its worth; what it asks does.
func TestMarksSayNothing(t *testing.T) {
	m, err := Open()
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"i am allergic to shellfish", "我对海鲜过敏"} {
		plain := m.Of(text)
		for _, other := range []string{text + ".", "- " + text, text + "。", "* " + text + "!"} {
			if got := m.Of(other); got != plain {
				t.Errorf("%q %+v, %q %+v: want the same", text, plain, other, got)
			}
		}
		if got := m.Of(text + "?"); got.Worth >= plain.Worth {
			t.Errorf("%q %+v, as a question %+v: want less", text, plain, got)
		}
	}
}

// Any text is weighed, and one that holds nothing known is not worth keeping.
func TestAnyText(t *testing.T) {
	m, err := Open()
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"", " ", "'", "\xff", "don'", "a'我", strings.Repeat("x", 1<<16), strings.Repeat("我 ", 1<<12)} {
		if odds := m.Of(text).Worth; !(odds >= 0 && odds <= .6) {
			t.Errorf("%.20q: %.3f", text, odds)
		}
	}
}

func TestOpenDamaged(t *testing.T) {
	for _, data := range []string{"", Magic, asset[:len(asset)-1], asset + "x", "x" + asset[1:], asset[:40] + "\x7f" + asset[41:]} {
		if _, err := decode(data); err == nil {
			t.Errorf("%d bytes of damaged weights were opened", len(data))
		}
	}
}

// Weights are written and read without loss.
func TestEncode(t *testing.T) {
	one := NewWeights([]float32{-1, 0, 2}, map[uint32][]float32{7: {1, 0, 1}, 9: {-.5, .25, 0}, 11: {1e-9, 0, 1e-9}})
	other := NewWeights([]float32{.5}, nil)
	var first, second Weights
	if err := Decode("m", string(Encode("m", one, other)), &first, &second); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(first, one) || !reflect.DeepEqual(second, other) || len(one.ids) != 8 {
		t.Errorf("read %+v and %+v, wrote %+v and %+v", first, second, one, other)
	}
	near := func(got, want float64) bool { return got > want-.01 && got < want+.01 }
	got := one.Odds([]Sign{{ID: 9, Value: 2}, {ID: 8, Value: 9}})
	if !near(got[0], .119) || !near(got[1], .622) || !near(got[2], .881) { // of -2, .5 and 2
		t.Errorf("odds %v", got)
	}
	if err := Decode("m", string(Encode("m", one)), &first, &second); err == nil {
		t.Error("weights that are not there were read")
	}
}

// Of two statements that stand alike the one of use has the better odds, and sights count.
func TestRecord(t *testing.T) {
	m, err := Open()
	if err != nil {
		t.Fatal(err)
	}
	weigh := func(text string, sights ...string) float64 {
		odds := m.Of(text)
		return m.Record(Statement{Text: text, Sights: sights, Own: odds, Sentence: odds})
	}
	sights := []string{"turn speaks of its speaker", "own", "states", "kept", "statement"}
	for _, p := range [][2]string{
		{"my daughter starts school in september", "my second paragraph is too long"},
		{"我女儿九月份上小学", "我第二段写得太长了"},
	} {
		if kept, left := weigh(p[0], sights...), weigh(p[1], sights...); kept < .5 || left > .3 {
			t.Errorf("%q %.2f, %q %.2f: want at least .5 and at most .3", p[0], kept, p[1], left)
		}
		if weigh(p[0], sights...) == weigh(p[0]) {
			t.Errorf("%q: what was seen around it counts for nothing", p[0])
		}
	}
}

func FuzzOf(f *testing.F) {
	m, err := Open()
	if err != nil {
		f.Fatal(err)
	}
	f.Add("i'm allergic to shellfish")
	f.Add("我对海鲜过敏,'s 12'")
	f.Fuzz(func(t *testing.T, text string) {
		if odds := m.Of(text); !(odds.Worth >= 0 && odds.Worth <= 1 && odds.Lasting >= 0 && odds.Lasting <= 1 && odds.Passing >= 0 && odds.Passing <= 1) {
			t.Errorf("%q: %v", text, odds)
		}
	})
}

func BenchmarkOf(b *testing.B) {
	m, err := Open()
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		m.Of("my daughter starts school in september and we still have no place for the afternoons")
	}
}
