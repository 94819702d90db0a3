package extract

import (
	"strings"

	"mneme/memory"
)

// keepAsSaid keeps the words themselves when the user asked to have something
// remembered that no row understood.
func (x *extraction) keepAsSaid(s *reading, limit int) {
	if x.keep {
		return // it follows
	}
	for i := x.from; i < len(x.drafts); i++ {
		if x.drafts[i].Explicit {
			return
		}
	}
	i, explicit := s.leadAny()
	if !explicit {
		i = 0
	}
	if strings.ContainsAny(s.quote(span{i, limit}), "[]{}<>|") || s.end == "\n" && limit < len(s.tokens) {
		return
	}
	if limit-i < 2 || !s.talk.chinese && (s.holds(span{i, limit}, "you", "your") || !s.holds(span{i - 3, limit}, "my", "our", "i", "we", ":", "me", "that")) {
		return
	}
	p := span{i, limit}
	text := x.tidy(s, p, true, false)
	d := x.draft(s, frame{who: who{id: "user"}, from: i}, "note", text, memory.Assert, p)
	d.Record.Text = text
	d.Explicit = true
	x.propose(d, "")
}

// leadAny finds "remember that" anywhere at the beginning of a clause.
func (s *reading) leadAny() (int, bool) {
	for i := range s.tokens {
		if !s.begins(i) {
			continue
		}
		if s.talk.chinese {
			if n := s.rememberChinese(i); n > 0 {
				return i + n, true
			}
			continue
		}
		if j, ok := s.lead(i); ok {
			return j, true
		}
	}
	return 0, false
}
