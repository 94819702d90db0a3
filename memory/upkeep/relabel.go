package upkeep

import (
	"time"

	"mneme/memory"
)

// relabel lets the kinds of facts follow the rules of their predicates.
func (p *pass) relabel() ([]byte, error) {
	catalogue := p.catalogue()
	for _, id := range p.ids() {
		r := *p.get(id)
		if memory.HasTag(r, memory.TagReflection) || r.Kind == memory.KindTemporary || r.Kind == memory.KindRule {
			continue // what was said for a few days only, or steers, is so by its words
		}
		if next, changed := catalogue.Relabel(p.unended(r)); changed {
			p.alter(next, "relabel", "rule")
		}
	}
	return nil, nil
}

// unended takes an end away that came from the record's kind and not from its user.
func (p *pass) unended(r memory.Record) memory.Record {
	open := r
	open.Constraint.ValidUntil = time.Time{}
	for _, heard := range []time.Time{r.Created, r.LastUsed, r.Updated} {
		if p.bounds().ValidUntil(open, heard).Equal(r.Constraint.ValidUntil) {
			return open
		}
	}
	return r
}

// rename gives entities the names they go by: by the tenant's dictionary, the merges of the
// tenant's operator, and the owner's own.
func (p *pass) rename() ([]byte, error) {
	names := p.tenant.Names()
	if tenant := memory.TenantOwner(p.owner.Tenant, p.owner.Realm); p.owner != tenant {
		if err := names.Read(p.ctx, p.k.parts.Truth, tenant); err != nil {
			return nil, err
		}
	}
	names.Learn(p.records, time.Time{})
	for _, next := range memory.Rename(p.records, &names, p.catalogue(), p.now) {
		p.alter(next, "rename", "dictionary")
	}
	return nil, nil
}
