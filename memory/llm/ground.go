package llm

import (
	"strings"
	"unicode"

	"mneme/memory"
)

// find returns the part of text that a quote stands for, verbatim. Models change
// typographic signs, width and blanks when they copy; a quote with other words
// is none.
func find(text, quote string) (string, bool) {
	quote = strings.Trim(strings.TrimSpace(quote), "\"“”「」…")
	if quote == "" {
		return "", false
	}
	if strings.Contains(text, quote) {
		return quote, true
	}
	hay, at := squeezed(text)
	needle, _ := squeezed(quote)
	if len(needle) == 0 {
		return "", false
	}
	for i := 0; i+len(needle) <= len(hay); i++ {
		same := true
		for j := range needle {
			if hay[i+j] != needle[j] {
				same = false
				break
			}
		}
		if same {
			end := len(text)
			if i+len(needle) < len(at) {
				end = at[i+len(needle)]
			}
			return strings.TrimSpace(text[at[i]:end]), true
		}
	}
	return "", false
}

// squeezed folds a text rune by rune, with one blank for many, and says where in
// the text each rune began.
func squeezed(text string) (runes []rune, at []int) {
	blank := true
	for i, r := range text {
		r = memory.FoldRune(r)
		if unicode.IsSpace(r) {
			if blank {
				continue
			}
			r = ' '
		}
		blank = r == ' '
		runes = append(runes, r)
		at = append(at, i)
	}
	if n := len(runes); n > 0 && runes[n-1] == ' ' {
		runes, at = runes[:n-1], at[:n-1]
	}
	return runes, at
}

// ground is what facts of one call may rest on: the words of its turns and of
// what is known.
type ground struct {
	turns []string // folded
	known string
}

func newGround(r Reading, p part) *ground {
	g := &ground{turns: make([]string, len(r.Turns))}
	for i := p.from; i < p.to; i++ {
		g.turns[i] = memory.Fold(r.Turns[i].Text + " " + r.Turns[i].Name)
	}
	var b strings.Builder
	for i := range r.Known {
		b.WriteString(r.Known[i].Text)
		b.WriteByte(' ')
		b.WriteString(r.Known[i].Object)
		b.WriteByte(' ')
	}
	g.known = memory.Fold(b.String())
	return g
}

// supports reports whether an item's object is in the words it rests on: its
// turn, the turns just before it, or what is known. A number must stand there as
// it is, unless it is part of a date, which may have been worked out. Of words
// one is enough, since an object is often put in another form.
func (g *ground) supports(it item, turn int) bool {
	words := pieces(it.Object)
	if len(words) == 0 {
		return true // nothing specific is claimed
	}
	words = append(words, numbers(it.Text)...)
	around := strings.Join(g.turns[max(turn-contextTurns, 0):turn+1], "\n")
	shared := false
	for _, w := range words {
		there := strings.Contains(around, w) || strings.Contains(g.known, w)
		if isNumber(w) {
			if !there && !dated(w, it) {
				return false
			}
			shared = shared || there || dated(w, it)
			continue
		}
		if !there && len(w) > 5 && w[0] < 0x80 {
			stem := w[:len(w)-2] // "running" rests on "run"
			there = strings.Contains(around, stem)
		}
		shared = shared || there
	}
	return shared
}

// dated reports whether a number may be part of a date that was worked out.
func dated(w string, it item) bool {
	if it.ValidFrom == "" && it.ValidUntil == "" && it.Event.Time == "" {
		return false
	}
	dates := it.ValidFrom + " " + it.ValidUntil + " " + it.Event.Time
	return strings.Contains(dates, w) || len(w) == 1 && strings.Contains(dates, "0"+w)
}

// pieces are the words of an object that it can be told by: runs of letters and
// digits, and pairs of Chinese characters.
func pieces(s string) []string {
	var out []string
	var run []rune
	var before rune
	flush := func() {
		if len(run) > 2 || len(run) > 0 && unicode.IsDigit(run[0]) {
			out = append(out, string(run))
		}
		run = run[:0]
	}
	han := 0
	for _, r := range memory.Fold(s) {
		switch {
		case unicode.Is(unicode.Han, r):
			flush()
			han++
			if before != 0 {
				out = append(out, string([]rune{before, r}))
			}
			before = r
			continue
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			if len(run) > 0 && unicode.IsDigit(run[len(run)-1]) != unicode.IsDigit(r) {
				flush()
			}
			run = append(run, r)
		default:
			flush()
		}
		before = 0
	}
	flush()
	if han == 1 && len(out) == 0 {
		return []string{memory.Fold(strings.TrimSpace(s))}
	}
	return out
}

// numbers are the runs of digits of a text.
func numbers(s string) []string {
	var out []string
	for _, w := range pieces(s) {
		if isNumber(w) {
			out = append(out, w)
		}
	}
	return out
}

func isNumber(w string) bool {
	for _, r := range w {
		if !unicode.IsDigit(r) {
			return false
		}
	}
	return w != ""
}

// script guesses the language of turns: zh where Chinese characters are many.
func script(turns []memory.Turn) string {
	han, other := 0, 0
	for i := range turns {
		for _, r := range turns[i].Text {
			switch {
			case unicode.Is(unicode.Han, r):
				han++
			case unicode.IsLetter(r):
				other++
			}
		}
	}
	if han > 0 && han*4 >= han+other/4 {
		return "zh"
	}
	return "en"
}
