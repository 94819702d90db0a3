package extract

import (
	"slices"
	"strings"

	"mneme/memory"
)

// slips are the words of one who mistyped a moment ago.
func slipSigns() []string {
	return []string{"typo", "misspelled", "misspelt", "mistyped", "spelt", "spelled", "spelling", "without my glasses", "autocorrect", "auto-correct", "fat fingers", "i meant", "打错", "写错", "拼错", "错字", "手滑", "输错"}
}

// misspelt reads a word that was mistyped and is now written rightly: "typo,
// slate_otters with an s". The fact it was a part of takes the new word.
func (x *extraction) misspelt(s *reading) bool {
	if !holdsAny(memory.Fold(x.turn.Text), slipSigns()...) || len(s.tokens) > 16 {
		return false
	}
	for i, t := range s.tokens {
		if t.kind != aWord || len(t.text) < 5 {
			continue
		}
		for n := len(x.told) - 1; n >= max(0, len(x.told)-8); n-- {
			h := &x.told[n]
			if h.draft.Record.Layer != memory.Semantic || h.draft.Act == memory.Retract {
				continue
			}
			if x.respelt(s, h.draft, h.kind, span{i, i + 1}) {
				return true
			}
		}
		for n := range x.in.Known {
			k := &x.in.Known[n]
			if k.Layer != memory.Semantic || k.Status != memory.Current {
				continue
			}
			if x.respelt(s, Draft{Record: *k, Target: k.ID}, "", span{i, i + 1}) {
				return true
			}
		}
	}
	return false
}

// respelt exchanges the word of a fact that is all but the new one.
func (x *extraction) respelt(s *reading, d Draft, kind string, word span) bool {
	now := s.words(word)
	for _, t := range tokenize(d.Record.Object) {
		old := d.Record.Object[t.start:t.end]
		if t.kind != aWord || len(t.text) < 4 || t.text == s.at(word.from) || !nearly(t.text, s.at(word.from)) {
			continue
		}
		d.Act, d.Replaces, d.Quote = memory.Correct, d.Record.Object, s.quote(span{0, len(s.tokens)})
		d.Record.Object, d.Record.Text = strings.Replace(d.Record.Object, old, now, 1), replaceFold(d.Record.Text, old, now)
		x.drafts = slices.DeleteFunc(x.drafts, func(o Draft) bool { return o.Turn == x.index && o.Record.Object == d.Replaces })
		x.propose(d, kind)
		return true
	}
	return false
}

// nearly reports whether two words are one but for a letter or two, or two of them
// exchanged.
func nearly(a, b string) bool {
	if a == "" || b == "" || a[0] != b[0] || len(a)-len(b) > 2 || len(b)-len(a) > 2 {
		return false
	}
	head := 0
	for head < min(len(a), len(b)) && a[head] == b[head] {
		head++
	}
	tail := 0
	for tail < min(len(a), len(b))-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	return max(len(a), len(b))-head-tail <= 2
}
