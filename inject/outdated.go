package inject

import (
	"slices"
	"strings"

	"mneme/memory"
)

// A new session is told what the one before left as if it held still. So what was corrected or is
// over since, and the answer to it, is not handed on: what holds now is recalled, and the turn that
// said so is handed on itself. Within its own session a conversation stays as it was.

// Outdate marks the turns of an owner's sessions that hold one of some quotes: words on which
// rested what memory has just ended or corrected.
func (w *Working) Outdate(owner memory.Owner, quotes []string) {
	plain := make([]string, 0, len(quotes))
	for _, q := range quotes {
		if q = memory.PlainLine(q); q != "" {
			plain = append(plain, q)
		}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	for at, s := range w.live {
		if at.owner == owner {
			s.outdate(plain)
		}
	}
}

// outdate marks what holds one of some quotes, and the answers to it, and drops the conditions
// that were taken from it.
func (s *state) outdate(quotes []string) {
	quoted := func(line string) bool {
		return slices.ContainsFunc(quotes, func(q string) bool { return strings.Contains(line, q) })
	}
	for i := range s.exchanges {
		e := &s.exchanges[i]
		e.over = e.over || slices.ContainsFunc(e.turns, func(t memory.Turn) bool {
			return t.Role == memory.RoleUser && quoted(memory.PlainLine(t.Text))
		})
	}
	for _, list := range [][]digest{s.older, s.inherited} {
		over := false
		for i := range list {
			said, user := strings.CutPrefix(list[i].text, string(memory.RoleUser)+": ")
			if user {
				short := strings.TrimSuffix(said, "…")
				over = quoted(said) || short != said && slices.ContainsFunc(quotes, func(q string) bool { return strings.Contains(q, short) })
			}
			list[i].over = list[i].over || over
		}
	}
	s.constraints = slices.DeleteFunc(s.constraints, func(c string) bool {
		return slices.ContainsFunc(quotes, func(q string) bool { return strings.Contains(c, q) || strings.Contains(q, c) })
	})
}

// fresh returns the digest of a whole session without what is over.
func (s *state) fresh() []digest { return fresh(s.all()) }

func fresh(lines []digest) []digest {
	return slices.DeleteFunc(slices.Clone(lines), func(d digest) bool { return d.over })
}

// amends reports whether a folded line of the user's may change what he said in lines before it:
// it speaks of the same thing, or says that something is not as it was said.
func amends(line string, before []digest) bool {
	said := false
	for i := len(before) - 1; i >= 0; i-- {
		told, user := strings.CutPrefix(before[i].text, string(memory.RoleUser)+": ")
		if !user {
			continue
		}
		said = true
		shared := false
		terms(memory.Fold(told), func(term string) bool {
			shared = holdsWord(line, term)
			return !shared
		})
		if shared && !isQuestion(line) {
			return true
		}
	}
	return said && (memory.TellsTurn(line) || hasCue(line, []string{"i mean", "i meant", "correction", "actually", "scratch that", "typo", "misspoke", "no longer", "not anymore", "any more", "instead", "changed my mind", "broke up", "split up"},
		[]string{"其实", "说错", "打错", "写错", "更正", "纠正", "不是", "改成", "不再", "改主意", "分手", "分了", "而是"}))
}
