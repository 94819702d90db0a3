package memory

import "strings"

// object names the entity that an object is, or those that it speaks of among other words:
// "two k8s clusters" is of Kubernetes.
func (d *Dictionary) object(s string) string {
	if to, known := d.Canonical(s); known || s == "" {
		return to
	}
	for range mostWithin {
		name, at := d.within(s)
		if name == "" {
			break
		}
		s = s[:at] + d.name(d.terms[name]) + s[at+len(name):]
	}
	return s
}

// mostWithin bounds the entities that are named within one object.
const mostWithin = 4

// within finds the longest other name of an entity that a text holds as a word, and where. A text
// that calls the entity by its own name already is left alone.
func (d *Dictionary) within(s string) (name string, at int) {
	folded := Fold(s)
	if len(folded) != len(s) {
		return "", 0 // places would not be the same
	}
	for known, id := range d.terms {
		if len(known) < 3 || len(known) >= len(s) || len(known) < len(name) || len(known) == len(name) && known > name || strings.Contains(folded, Fold(id)) {
			continue
		}
		if i := strings.Index(folded, known); i >= 0 && apart(folded, i, len(known)) {
			name, at = known, i
		}
	}
	return name, at
}
