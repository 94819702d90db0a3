package upkeep

import (
	"time"

	"mneme/memory"
	"mneme/policy"
)

// relabel lets the kinds of facts follow the rules of their predicates.
func (p *pass) relabel() ([]byte, error) {
	catalogue := memory.NewCatalogue(p.tenant.Predicates)
	for _, id := range p.ids() {
		r := *p.get(id)
		if memory.HasTag(r, memory.TagReflection) || r.Kind == memory.KindTemporary || r.Kind == memory.KindRule {
			continue // what was said for a few days only, or steers, is so by its words
		}
		if next, changed := catalogue.Relabel(unended(r)); changed {
			p.alter(next, "relabel", "rule")
		}
	}
	return nil, nil
}

// unended takes an end away that came from the record's kind and not from its user.
func unended(r memory.Record) memory.Record {
	open := r
	open.Constraint.ValidUntil = time.Time{}
	for _, heard := range []time.Time{r.Created, r.LastUsed, r.Updated} {
		if memory.ValidUntil(open, heard).Equal(r.Constraint.ValidUntil) {
			return open
		}
	}
	return r
}

// rename gives entities the names of the tenant's dictionary.
func (p *pass) rename() ([]byte, error) {
	names := Names(p.tenant.Dictionary)
	if len(names) == 0 {
		return nil, nil
	}
	for _, id := range p.ids() {
		if next, changed := Rename(*p.get(id), names); changed {
			p.alter(next, "rename", "dictionary")
		}
	}
	return nil, nil
}

// Names maps the folded names of a dictionary to the canonical ones: the first of
// each entity's names.
func Names(dictionary []policy.Term) map[string]string {
	names := map[string]string{}
	for _, term := range dictionary {
		canonical := term.ID
		if len(term.Names) > 0 {
			canonical = term.Names[0]
		}
		names[memory.Fold(term.ID)] = canonical
		for _, name := range term.Names {
			names[memory.Fold(name)] = canonical
		}
	}
	return names
}

// Rename gives a record's entities their canonical names. Its text stays as it
// was said.
func Rename(r memory.Record, names map[string]string) (memory.Record, bool) {
	changed := false
	set := func(field *string) {
		if to, known := names[memory.Fold(*field)]; known && *field != "" && to != *field {
			*field, changed = to, true
		}
	}
	set(&r.Subject)
	set(&r.Object)
	entities := append([]string(nil), r.Event.Entities...)
	for i := range entities {
		set(&entities[i])
	}
	r.Event.Entities = entities
	return r, changed
}
