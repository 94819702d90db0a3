package memory

import (
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Cutting is what a selection does to an owner's records. It is worked out here,
// without a store, so that every store forgets alike.
type Cutting struct {
	Delete  []Record     // these go
	Rewrite []Record     // new states, without the forgotten sources and their words
	Rebuilt []string     // ids among Rewrite that lost a source and should be derived again
	Places  []Provenance // the evidence that is forgotten
}

// Cut works out what forgetting a selection means for all of an owner's records.
//
// A record goes when it is named, or when all of its sources are selected. One
// that has other sources loses the selected ones, and its text keeps no word of
// theirs: it is put together again from what is left, or emptied and archived
// until it is derived again. Records that were told in the same message as a
// named one lose its words too. Conclusions that rested on a record that goes
// follow it, unless they stand on something else.
func Cut(s Selection, records []Record) Cutting {
	c := &cutter{selection: s, state: make(map[string]*Record, len(records)), gone: make(map[string]bool)}
	for i := range records {
		c.direct(&records[i])
	}
	if len(s.IDs) > 0 {
		for i := range records {
			c.sibling(&records[i])
		}
	}
	for c.conclusions(records) {
		// A conclusion that goes may take others with it.
	}
	var out Cutting
	for i := range records {
		r := &records[i]
		if c.gone[r.ID] {
			out.Delete = append(out.Delete, *r)
		} else if changed := c.state[r.ID]; changed != nil {
			out.Rewrite = append(out.Rewrite, *changed)
		}
	}
	out.Rebuilt, out.Places = c.rebuilt, c.places
	return out
}

type cutter struct {
	selection Selection
	gone      map[string]bool
	state     map[string]*Record // rewritten ones
	rebuilt   []string
	places    []Provenance
	named     []*Record // deleted because they were selected
}

// ByEvidence reports whether the selection speaks of what was said, not only of
// records.
func (s Selection) ByEvidence() bool {
	return s.SessionID != "" || s.MessageID != "" || !s.Since.IsZero() || !s.Until.IsZero()
}

// ByRecord reports whether the selection is narrowed to certain records.
func (s Selection) ByRecord() bool { return len(s.IDs) > 0 || s.Layer != "" || s.Source != "" }

// Said reports whether something said in a session and message at a time is
// selected. A selection that speaks of records only selects nothing said.
func (s Selection) Said(session, message string, at time.Time) bool {
	return (s.SessionID == "" || s.SessionID == session) && (s.MessageID == "" || s.MessageID == message) &&
		(s.Since.IsZero() || !at.Before(s.Since)) && (s.Until.IsZero() || at.Before(s.Until))
}

func (s Selection) picks(r *Record) bool {
	return (len(s.IDs) == 0 || slices.Contains(s.IDs, r.ID)) && (s.Layer == "" || s.Layer == r.Layer) &&
		(s.Source == "" || s.Source == r.Source)
}

func (c *cutter) direct(r *Record) {
	s := c.selection
	if !s.picks(r) {
		return
	}
	if !s.ByEvidence() {
		c.drop(r)
		c.named = append(c.named, r)
		c.places = append(c.places, r.Sources...)
		return
	}
	if len(r.Sources) == 0 {
		if s.Said(r.SessionID, "", r.Created) {
			c.drop(r)
			c.named = append(c.named, r)
		}
		return
	}
	var kept, cut []Provenance
	for _, p := range r.Sources {
		at := p.At
		if at.IsZero() {
			at = r.Created
		}
		if s.Said(p.SessionID, p.MessageID, at) {
			cut = append(cut, p)
		} else {
			kept = append(kept, p)
		}
	}
	c.places = append(c.places, cut...)
	switch {
	case len(cut) == 0:
	case len(kept) == 0:
		c.drop(r)
		c.named = append(c.named, r)
	default:
		c.lose(r, kept, cut)
	}
}

func (c *cutter) drop(r *Record) {
	c.gone[r.ID] = true
	delete(c.state, r.ID)
}

// lose takes sources away from a record that has others.
func (c *cutter) lose(r *Record, kept, cut []Provenance) {
	n := c.change(r)
	n.Sources = kept
	n.Count = max(1, r.Count-len(cut))
	n.Text = textWithout(r, kept, cut)
	if n.Text != r.Text {
		n.Cost = Cost{}
		c.clean(n)
	}
	c.rebuilt = append(c.rebuilt, r.ID)
}

func (c *cutter) change(r *Record) *Record {
	if n := c.state[r.ID]; n != nil {
		return n
	}
	n := *r
	c.state[r.ID] = &n
	return &n
}

// clean empties what may hold words that the new text no longer holds.
func (c *cutter) clean(n *Record) {
	folded := Fold(n.Text)
	absent := func(s string) bool { return !strings.Contains(folded, Fold(s)) }
	n.Event.Entities = slices.DeleteFunc(slices.Clone(n.Event.Entities), absent)
	n.Event.Participants = slices.DeleteFunc(slices.Clone(n.Event.Participants), absent)
	if absent(n.Event.Result) {
		n.Event.Result = ""
	}
	if n.Object != "" && absent(n.Object) {
		n.Object = ""
	}
	n.Called = nil    // what its entities were called may be words that are gone
	if n.Text == "" { // what was in the archive before is told again there
		n.Status, n.Review = Archived, n.Status != Archived
	}
}

// textWithout returns the record's text without the words of the cut sources.
// The text of a fact that others still tell is a sentence of ours and stays.
func textWithout(r *Record, kept, cut []Provenance) string {
	if r.Layer == Semantic && r.Predicate != "" && len(kept) > 0 {
		return r.Text
	}
	text, ok := r.Text, true
	for _, p := range cut {
		if text, ok = scrub(text, p.Quote); !ok {
			break
		}
	}
	if ok && substance(text) {
		return text
	}
	quotes := make([]string, 0, len(kept))
	for _, p := range kept {
		if p.Quote != "" && !slices.Contains(quotes, p.Quote) {
			quotes = append(quotes, p.Quote)
		}
	}
	return strings.Join(quotes, " ")
}

// scrub cuts a quote out of a text; ok is false when the text may hold the
// quote's words in another form.
func scrub(text, quote string) (string, bool) {
	quote = strings.TrimSpace(quote)
	if quote == "" || !strings.Contains(text, quote) {
		return "", false
	}
	text = strings.ReplaceAll(text, quote, "")
	return strings.TrimFunc(text, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsPunct(r) }), true
}

// substance reports whether a text still says anything.
func substance(text string) bool {
	letters := 0
	for _, r := range text {
		if unicode.Is(unicode.Han, r) {
			letters++
		}
		if unicode.IsLetter(r) || unicode.IsNumber(r) {
			letters++
		}
	}
	return letters >= 4
}

// sibling treats a record that was told in the same message as a named one.
func (c *cutter) sibling(r *Record) {
	if c.gone[r.ID] {
		return
	}
	var shared, others []Provenance
	for _, p := range r.Sources {
		if c.place(p) {
			shared = append(shared, p)
		} else {
			others = append(others, p)
		}
	}
	if len(shared) == 0 {
		return
	}
	if c.repeats(r) {
		if len(others) == 0 || r.Layer == Semantic {
			c.drop(r)
			return
		}
		c.lose(r, others, shared)
		return
	}
	n := c.change(r)
	n.Sources = slices.Clone(n.Sources)
	for i, p := range n.Sources {
		if c.place(p) {
			n.Sources[i].Quote = ""
		}
	}
}

func (c *cutter) place(p Provenance) bool {
	return p.MessageID != "" && slices.ContainsFunc(c.places, func(q Provenance) bool {
		return p.SessionID == q.SessionID && p.MessageID == q.MessageID
	})
}

// repeats reports whether a record's text says what a named one said.
func (c *cutter) repeats(r *Record) bool {
	text := Fold(r.Text)
	has := func(s string) bool {
		s = strings.TrimSpace(Fold(s))
		return utf8.RuneCountInString(s) >= 2 && strings.Contains(text, s)
	}
	for _, n := range c.named {
		if has(n.Object) || has(learnt(n).Object) || has(n.Text) || n.Layer == Episodic && r.Layer == Episodic {
			return true
		}
		for _, p := range n.Sources {
			if has(p.Quote) {
				return true
			}
		}
	}
	return false
}

// conclusions lets go what rested on records that are gone, and reports whether
// anything changed.
func (c *cutter) conclusions(records []Record) bool {
	again := false
	for i := range records {
		r := &records[i]
		if c.gone[r.ID] || !slices.ContainsFunc(r.DependsOn, func(id string) bool { return c.gone[id] }) {
			continue
		}
		if n := c.state[r.ID]; n != nil && !slices.ContainsFunc(n.DependsOn, func(id string) bool { return c.gone[id] }) {
			continue // done already
		}
		again = true
		left := slices.DeleteFunc(slices.Clone(r.DependsOn), func(id string) bool { return c.gone[id] })
		own := r.Sources
		if n := c.state[r.ID]; n != nil {
			own = n.Sources
		}
		switch {
		case len(left) == 0 && len(own) == 0, len(own) > 0 && r.Layer != Episodic && c.repeats(r):
			c.drop(r)
		case len(own) > 0 && r.Layer != Episodic:
			c.change(r).DependsOn = left
		default: // a conclusion from several: its words may be those of the one that goes
			n := c.change(r)
			n.DependsOn, n.Text, n.Object, n.Cost = left, "", "", Cost{}
			c.clean(n)
			c.rebuilt = append(c.rebuilt, r.ID)
		}
	}
	return again
}
