package capture

import (
	"strings"
	"unicode/utf8"

	"mneme/memory"
	"mneme/policy"
)

// Dictionary maps the names of a tenant's entities to one id and one spelling
// each. It is safe for concurrent use.
type Dictionary struct {
	exact map[string]int
	terms []policy.Term
}

// NewDictionary folds the names of the terms; a name of two terms means the first.
func NewDictionary(terms []policy.Term) *Dictionary {
	d := &Dictionary{exact: make(map[string]int), terms: terms}
	for i, t := range terms {
		for _, name := range t.Names {
			if f := memory.Fold(strings.TrimSpace(name)); f != "" {
				if _, taken := d.exact[f]; !taken {
					d.exact[f] = i
				}
			}
		}
	}
	return d
}

// Resolve finds the term a name stands for: exactly, or with one slip of the pen
// in a name of at least five characters.
func (d *Dictionary) Resolve(name string) (policy.Term, bool) {
	f := memory.Fold(strings.TrimSpace(name))
	if i, ok := d.exact[f]; ok {
		return d.terms[i], true
	}
	n := utf8.RuneCountInString(f)
	if n < 5 || strings.ContainsAny(f, "0123456789") {
		return policy.Term{}, false // codes that differ in a digit are two things
	}
	best := -1
	for name, i := range d.exact {
		m := utf8.RuneCountInString(name)
		if m >= 5 && m-n <= 1 && n-m <= 1 && oneSlip(f, name) && (best < 0 || i < best) {
			best = i
		}
	}
	if best < 0 {
		return policy.Term{}, false
	}
	return d.terms[best], true
}

// Canonical returns a text in which the name of a term, where it is the whole
// text, is spelt as the dictionary spells it, and the ids of the terms in it.
func (d *Dictionary) Canonical(text string) (string, []string) {
	if len(d.terms) == 0 {
		return text, nil
	}
	if t, ok := d.Resolve(text); ok && len(t.Names) > 0 {
		return t.Names[0], []string{t.ID}
	}
	folded := memory.Fold(text)
	var ids []string
	for i, t := range d.terms {
		for _, name := range t.Names {
			if f := memory.Fold(name); len(f) > 2 && strings.Contains(folded, f) {
				ids = append(ids, d.terms[i].ID)
				break
			}
		}
	}
	return text, ids
}

// oneSlip reports whether two names differ by one character left out, put in,
// exchanged, or by two neighbours swapped.
func oneSlip(a, b string) bool {
	x, y := []rune(a), []rune(b)
	for len(x) > 0 && len(y) > 0 && x[0] == y[0] {
		x, y = x[1:], y[1:]
	}
	for len(x) > 0 && len(y) > 0 && x[len(x)-1] == y[len(y)-1] {
		x, y = x[:len(x)-1], y[:len(y)-1]
	}
	switch {
	case len(x) <= 1 && len(y) <= 1:
		return true
	case len(x) == 2 && len(y) == 2:
		return x[0] == y[1] && x[1] == y[0]
	}
	return false
}
