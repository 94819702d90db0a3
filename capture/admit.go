package capture

import (
	"errors"
	"maps"
	"math"
	"slices"
	"strings"
	"time"
	"unicode"

	"mneme/memory"
	"mneme/policy"
)

// Reason returns an error's short code, "error" when it has none.
func Reason(err error) string {
	var r Reasoner
	if errors.As(err, &r) {
		return r.Reason()
	}
	return "error"
}

// normalise maps entities to the tenant's own names for them: by name, then by
// what looks like a slip of the pen.
func (l *Learner) normalise(w *work) {
	began := l.parts.Clock()
	count := 0
	if len(w.tenant.Dictionary) > 0 {
		terms := newTerms(w.tenant.Dictionary)
		for i := range w.drafts {
			r := &w.drafts[i].Record
			for _, field := range []*string{&r.Subject, &r.Object} {
				if name, ok := terms.find(*field); ok && name != *field {
					*field = name
					count++
				}
			}
			for j, e := range r.Event.Entities {
				if name, ok := terms.find(e); ok && name != e {
					r.Event.Entities[j] = name
					count++
				}
			}
		}
	}
	w.note("normalise", "mapped", count, began, l.parts.Clock())
}

// terms is a tenant's dictionary, folded.
type terms struct {
	names map[string]string // folded name to the canonical one
}

func newTerms(dictionary []policy.Term) terms {
	t := terms{names: map[string]string{}}
	for _, term := range dictionary {
		canonical := term.ID
		if len(term.Names) > 0 {
			canonical = term.Names[0]
		}
		t.names[memory.Fold(term.ID)] = canonical
		for _, name := range term.Names {
			t.names[memory.Fold(name)] = canonical
		}
	}
	return t
}

// find returns the canonical name of an entity. A name that is no one's may be a
// misspelling of exactly one: one letter off from five on, two from ten on.
func (t terms) find(name string) (string, bool) {
	folded := memory.Fold(name)
	if canonical, ok := t.names[folded]; ok {
		return canonical, true
	}
	letters := []rune(folded)
	if len(letters) < 5 || strings.ContainsFunc(folded, unicode.IsDigit) {
		return "", false
	}
	allowed, found := 1, ""
	if len(letters) >= 10 {
		allowed = 2
	}
	for known, canonical := range t.names {
		if off(letters, []rune(known), allowed) {
			if found != "" && found != canonical {
				return "", false // it could be either
			}
			found = canonical
		}
	}
	return found, found != ""
}

// off reports whether two words are at most max edits apart.
func off(a, b []rune, max int) bool {
	if len(a)-len(b) > max || len(b)-len(a) > max {
		return false
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i, x := range a {
		before := row[0]
		row[0] = i + 1
		best := row[0]
		for j, y := range b {
			cost := before
			if x != y {
				cost = 1 + min(before, row[j], row[j+1])
			}
			before, row[j+1] = row[j+1], cost
			best = min(best, cost)
		}
		if best > max {
			return false
		}
	}
	return row[len(b)] <= max
}

// intent labels the entry's last user turn.
func (l *Learner) intent(w *work) {
	began := l.parts.Clock()
	label := "none"
	for i := range w.heard {
		if w.heard[i].turn.Role == memory.RoleUser && !w.heard[i].noise {
			label = l.parts.Intent(w.heard[i].turn.Text)
		}
	}
	w.note("intent", label, 0, began, l.parts.Clock())
}

// resolve counts what the extractor tied to what is known.
func (l *Learner) resolve(w *work) {
	began := l.parts.Clock()
	count := 0
	for i := range w.drafts {
		if w.drafts[i].Target != "" || w.drafts[i].Replaces != "" {
			count++
		}
	}
	w.note("resolve", "tied", count, began, l.parts.Clock())
}

// admit drops drafts that rest on nothing. Why each fell is in the trace.
func (l *Learner) admit(w *work) {
	began := l.parts.Clock()
	kept := w.drafts[:0]
	fell := map[string]int{}
	for _, d := range w.drafts {
		if why := l.refuse(w, &d); why != "" {
			fell[why]++
			continue
		}
		kept = append(kept, d)
	}
	w.drafts = kept
	now := l.parts.Clock()
	w.note("admit", "kept", len(kept), began, now)
	for _, why := range slices.Sorted(maps.Keys(fell)) {
		w.note("admit", why, fell[why], now, now)
	}
}

// refuse says why a draft is not admitted; empty: it is.
func (l *Learner) refuse(w *work, d *memory.Draft) string {
	turn := &w.heard[d.Turn].turn
	r := &d.Record
	if l.parts.Steers(d.Quote) || l.parts.Steers(r.Text) {
		d.Steers = true
	}
	switch {
	case r.Layer != memory.Semantic && r.Layer != memory.Episodic:
		return "layer"
	case strings.TrimSpace(d.Quote) == "" || !strings.Contains(squeeze(turn.Text), squeeze(d.Quote)):
		return "quote"
	case r.Layer == memory.Semantic && turn.Role == memory.RoleAssistant && r.Source != memory.AIInference:
		return "assistant" // what the assistant says is no evidence about the user
	case d.Steers:
		return ""
	case strings.TrimSpace(r.Text) == "" && (d.Act == memory.Assert || d.Act == memory.Correct || d.Act == ""):
		return "empty"
	case r.Layer == memory.Semantic && !short(r.Text):
		return "long"
	case turn.Role == memory.RoleAssistant && echoes(w.recalls, d.Quote):
		return "echo"
	}
	return ""
}

// Bounds of a fact's text.
const (
	factRunes = 60
	factWords = 30
)

// short reports whether a fact's text is one: at most 60 Chinese characters and
// 30 words.
func short(text string) bool {
	han, words, inside := 0, 0, false
	for _, r := range text {
		switch {
		case unicode.Is(unicode.Han, r):
			han++
			inside = false
		case unicode.IsSpace(r):
			inside = false
		case !inside && (unicode.IsLetter(r) || unicode.IsDigit(r)):
			words++
			inside = true
		}
	}
	return han <= factRunes && words <= factWords
}

// echoes reports whether words are those of a record that was in the prompt: an
// assistant that repeats what it was told is no new evidence.
func echoes(recalls []string, text string) bool {
	folded := memory.Fold(text)
	grams := bigrams(folded)
	if len(grams) < 4 {
		return false
	}
	for _, recalled := range recalls {
		known := bigrams(recalled)
		shared := 0
		for g := range grams {
			if known[g] {
				shared++
			}
		}
		if float64(shared) >= 0.8*float64(len(grams)) {
			return true
		}
	}
	return false
}

// bigrams are the pairs of letters of a text, blanks and signs left out.
func bigrams(s string) map[[2]rune]bool {
	out := map[[2]rune]bool{}
	var before rune
	for _, r := range s {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			continue
		}
		if before != 0 {
			out[[2]rune{before, r}] = true
		}
		before = r
	}
	return out
}

// factsPerEntry bounds what one exchange may teach; the best are kept.
const factsPerEntry = 24

// score orders drafts by base relevance, how often they were heard and how fresh
// they are, prohibitions first, and keeps the best.
func (l *Learner) score(w *work) {
	began := l.parts.Clock()
	cut := 0
	if len(w.drafts) > factsPerEntry {
		worth := make(map[int]float64, len(w.drafts))
		order := make([]int, len(w.drafts))
		for i := range w.drafts {
			order[i] = i
			worth[i] = score(&w.drafts[i], w.heard[w.drafts[i].Turn].turn.At, w.entry.At)
		}
		slices.SortStableFunc(order, func(a, b int) int {
			switch {
			case worth[a] > worth[b]:
				return -1
			case worth[a] < worth[b]:
				return 1
			}
			return 0
		})
		cut = len(order) - factsPerEntry
		order = order[:factsPerEntry]
		slices.Sort(order) // drafts meet what is believed in the order they were said
		best := make([]memory.Draft, 0, factsPerEntry)
		for _, i := range order {
			best = append(best, w.drafts[i])
		}
		w.drafts = best
	}
	w.note("score", "cut", cut, began, l.parts.Clock())
}

// score is base relevance x frequency x recency. A prohibition ranks above all.
func score(d *memory.Draft, said, arrived time.Time) float64 {
	base := 0.5
	switch d.Record.Kind {
	case memory.KindProhibition:
		base = 10
	case memory.KindIdentity, memory.KindRelation:
		base = 0.9
	case memory.KindPreference, memory.KindState, memory.KindNeed:
		base = 0.8
	case memory.KindPlan, memory.KindTask:
		base = 0.7
	case memory.KindTemporary:
		base = 0.6
	}
	if d.Explicit || d.Act == memory.Correct || d.Act == memory.Retract {
		base += 0.5
	}
	frequency := 1 + math.Log2(float64(max(d.Record.Count, 1)))
	days := max(arrived.Sub(said).Hours()/24, 0)
	return base * max(d.Record.Confidence, 0.1) * frequency * math.Exp(-days/365)
}
