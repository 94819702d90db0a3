package worth

import (
	_ "embed"
	"math"
)

// asset holds the weights as train wrote them. They stay in the read-only part of the binary.
//
//go:embed weights.bin
var asset string

// Magic begins the asset.
const Magic = "mneme-worth\x02"

// Odds are how likely things are true of a sentence, 0..1: of a hundred sentences of .9 some ninety
// are so, as those who wrote the talks would have it.
type Odds struct {
	Worth   float64 // it is worth keeping: for good, for some days, or for a matter of the speaker's that is under way
	Lasting float64 // it is so whatever is under way: it tells of the person, his people or his plans
	Passing float64 // it is so for some days or weeks only
}

// Model weighs sentences, and records made of them. It is immutable and safe for concurrent use.
type Model struct {
	English, Chinese             Weights // of sentences
	EnglishRecord, ChineseRecord Weights
}

// Open loads the shipped weights. It fails only with ErrDamaged.
func Open() (*Model, error) { return decode(asset) }

func decode(data string) (*Model, error) {
	m := &Model{}
	if err := Decode(Magic, data, &m.English, &m.Chinese, &m.EnglishRecord, &m.ChineseRecord); err != nil {
		return nil, err
	}
	return m, nil
}

// Encode writes a model as Open reads it.
func (m *Model) Encode() []byte {
	return Encode(Magic, m.English, m.Chinese, m.EnglishRecord, m.ChineseRecord)
}

// Of weighs a sentence. The text is folded (memory.Fold).
func (m *Model) Of(text string) Odds {
	w := &m.English
	if Chinese(text) {
		w = &m.Chinese
	}
	var room [96]Sign
	odds := w.Odds(AppendSigns(room[:0], text))
	return Odds{Worth: odds[0], Lasting: odds[1], Passing: odds[2]}
}

// Statement is what a record might say, with what was seen around it.
type Statement struct {
	Text     string   // folded (memory.Fold)
	Sights   []string // what rules of grammar and the talk say of it, each by its name
	Own      Odds     // of its own words
	Sentence Odds     // of the sentence that it was taken from
}

// Record weighs a statement: how likely a record of it is good, 0..1. Good is what one who reads the
// record alone, weeks later, would call true, plain and of use.
func (m *Model) Record(s Statement) float64 {
	w := &m.EnglishRecord
	if Chinese(s.Text) {
		w = &m.ChineseRecord
	}
	var room [192]Sign
	return w.Odds(AppendRecordSigns(room[:0], s))[0]
}

// What one sight, and the odds, count for beside the words.
const (
	sightStrength = 0.7
	oddsStrength  = 0.5
)

// AppendRecordSigns appends the signs of a statement to dst and returns it: those of its words, its
// sights, how long it is, and the odds as the logarithm of what is for and against.
func AppendRecordSigns(dst []Sign, s Statement) []Sign {
	begun := len(dst)
	dst = AppendSigns(dst, s.Text)
	words := 0
	for _, r := range s.Text {
		if r == ' ' || r > 0x2e80 {
			words++
		}
	}
	for _, sight := range s.Sights {
		dst = append(dst, Sign{hashed("sight " + sight), sightStrength})
	}
	for i, least := range []int{3, 5, 8, 12, 16, 22} {
		if words >= least {
			dst = append(dst, Sign{hashed("long " + string(rune('a'+i))), sightStrength})
		}
	}
	for _, o := range []struct {
		name string
		odds float64
	}{
		{"own worth", s.Own.Worth}, {"own lasting", s.Own.Lasting}, {"own passing", s.Own.Passing},
		{"sentence worth", s.Sentence.Worth}, {"sentence lasting", s.Sentence.Lasting},
	} {
		p := min(max(o.odds, .002), .998)
		dst = append(dst, Sign{hashed(o.name), oddsStrength * float32(math.Log(p/(1-p)))})
	}
	return dst[:begun+unique(dst[begun:])]
}
