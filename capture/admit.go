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
)

// Reason returns an error's short code, "error" when it has none.
func Reason(err error) string {
	var r Reasoner
	if errors.As(err, &r) {
		return r.Reason()
	}
	return "error"
}

// normalise gives entities the names they go by: those of the tenant's dictionary, where the
// name or what looks like a slip of the pen is known there, and those they were merged into.
func (l *Learner) normalise(w *work) {
	began := l.parts.Clock()
	count := 0
	if !w.names.Empty() {
		for i := range w.drafts {
			d := &w.drafts[i]
			if w.names.Fresh(&d.Record, w.heard[d.Turn].turn.At) {
				count++
			}
			d.Replaces, _ = w.names.Canonical(d.Replaces)
		}
	}
	w.note("normalise", "mapped", count, began, l.parts.Clock())
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
	case turn.Role == memory.RoleAssistant && turn.Partial:
		return "half" // what was cut off is not what it would have said
	case r.Predicate == memory.PredicateStatement && reports(r.Text):
		return "frame"
	case strings.TrimSpace(r.Text) == "" && (d.Act == memory.Assert || d.Act == memory.Correct || d.Act == ""):
		return "empty"
	case r.Layer == memory.Semantic && !short(r.Text, w.tenant.Limits.Bounds.Or()):
		return "long"
	case turn.Role == memory.RoleAssistant && echoes(w.recalls, d.Quote):
		return "echo"
	}
	return ""
}

// reports reports whether a statement is only the frame of what somebody else said: 我朋友说,
// "my friend said".
func reports(text string) bool {
	text = strings.TrimRight(memory.Fold(text), " .,:，：。")
	for _, end := range [...]string{"说", "说过", "讲", "告诉我", "问我", " said", " says", " told me", " asked me", " asked"} {
		if strings.HasSuffix(text, end) && len(text) <= 40 {
			return true
		}
	}
	return false
}

// short reports whether a fact's text is one: so many Chinese characters and words
// and no more.
func short(text string, b memory.Bounds) bool {
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
	return han <= b.FactCharacters && words <= b.FactWords
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
