package extract

import (
	"strings"
	"unicode/utf8"

	"mneme/memory"
)

// perQuestion bounds how many known facts one question counts as interest in.
const perQuestion = 3

// asks notes which known facts a question is about: it is no evidence, but what
// is asked for matters more.
func (x *extraction) asks(s *reading) {
	if x.turn.Seen || s.end != "?" && s.end != "？" && !(s.talk.chinese && s.asksChinese(span{0, len(s.tokens)}, true)) {
		return
	}
	folded := memory.Fold(x.sentence)
	found := 0
	for i := range x.in.Known {
		k := &x.in.Known[i]
		if k.Status != memory.Current || k.Layer != memory.Semantic || k.ID == "" {
			continue
		}
		object := memory.Fold(k.Object)
		if n := utf8.RuneCountInString(object); n < 2 || n < 4 && object[0] < 0x80 || !strings.Contains(folded, object) {
			continue
		}
		x.drafts = append(x.drafts, Draft{Act: memory.Ask, Turn: x.index, Target: k.ID, Quote: x.sentence, Record: memory.Record{
			Layer: memory.Semantic, Kind: k.Kind, Subject: k.Subject, Predicate: k.Predicate, Object: k.Object, Text: k.Text,
			Confidence: saidPlainly, Source: memory.UserDirect,
		}})
		if found++; found == perQuestion {
			return
		}
	}
}
