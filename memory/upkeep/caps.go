package upkeep

import (
	"sync"

	"cmp"
	"slices"
	"time"

	"mneme/memory"
)

// Caps bound what is at hand of one owner; 0: no bound.
type Caps struct {
	Facts    int
	Episodes int
}

// What is dropped first when a cap is reached.
const (
	capConfidence = 0.6
	capIdle       = 30 * day
)

// Overflow is what must go so that caps hold: what is unsure and unused is
// dropped, and where that is not enough what is worth the least is archived.
type Overflow struct {
	Drop    []string
	Archive []string
}

// OverCaps chooses what goes. last tells when a record was used last.
func OverCaps(records []memory.Record, caps Caps, last func(*memory.Record) time.Time, now time.Time) Overflow {
	var out Overflow
	for _, one := range []struct {
		layer memory.Layer
		most  int
	}{{memory.Semantic, caps.Facts}, {memory.Episodic, caps.Episodes}} {
		if one.most <= 0 {
			continue
		}
		var held []*memory.Record
		for i := range records {
			if r := &records[i]; r.Layer == one.layer && r.Status == memory.Current && !memory.HasTag(*r, memory.TagReflection) {
				held = append(held, r)
			}
		}
		over := len(held) - one.most
		if over <= 0 {
			continue
		}
		slices.SortStableFunc(held, func(a, b *memory.Record) int {
			return cmp.Compare(rankToKeep(a, last(a), now), rankToKeep(b, last(b), now))
		})
		for _, r := range held[:over] {
			if r.Confidence < capConfidence && now.Sub(last(r)) >= capIdle {
				out.Drop = append(out.Drop, r.ID)
			} else {
				out.Archive = append(out.Archive, r.ID)
			}
		}
	}
	return out
}

// rankToKeep orders records by what may go first: the unsure and unused, then by
// worth. Conclusions are few and take nobody's place.
func rankToKeep(r *memory.Record, last, now time.Time) float64 {
	w := Worth(r, last, now)
	switch {
	case r.Kind == memory.KindProhibition:
		return 3
	case r.Layer == memory.Semantic && lasting(r):
		return 2 + w
	case memory.HasTag(*r, TagSummary):
		return 1 + w
	case r.Confidence < capConfidence && now.Sub(last) >= capIdle:
		return w - 1
	}
	return w
}

// caps holds the owner to his share: first similar events are merged, then what
// is over goes.
func (p *pass) caps() ([]byte, error) {
	caps := Caps{Facts: p.tenant.Limits.FactsPerUser, Episodes: p.tenant.Limits.EpisodesPerUser}
	if most := p.tenant.Limits.RecordsPerTenant; most > 0 { // nobody may hold all of the tenant's
		caps.Facts, caps.Episodes = atMost(caps.Facts, most), atMost(caps.Episodes, most)
	}
	if share, over, err := p.share(); err != nil {
		return nil, err
	} else if over {
		facts, episodes := p.held()
		caps.Facts, caps.Episodes = atMost(caps.Facts, int(share*float64(facts))), atMost(caps.Episodes, int(share*float64(episodes)))
	}
	last := func(r *memory.Record) time.Time { return p.lastUse(r) }
	if _, episodes := p.held(); caps.Episodes > 0 && episodes > caps.Episodes {
		if _, err := p.merge(); err != nil {
			return nil, err
		}
	}
	over := OverCaps(p.records, caps, last, p.now)
	for _, id := range over.Archive {
		r := *p.get(id)
		r.Status, r.Updated = memory.Archived, p.now
		p.alter(r, "archive", "cap")
	}
	for part := range slices.Chunk(over.Drop, max(p.k.opts.Batch, 1)) {
		var u unit
		for _, id := range part {
			p.discard(&u, id, "cap")
		}
		p.units = append(p.units, u)
	}
	return nil, nil
}

// held counts what is at hand.
func (p *pass) held() (facts, episodes int) {
	for i := range p.records {
		if p.records[i].Status != memory.Current || memory.HasTag(p.records[i], memory.TagReflection) {
			continue
		}
		switch p.records[i].Layer {
		case memory.Semantic:
			facts++
		case memory.Episodic:
			episodes++
		}
	}
	return facts, episodes
}

// share is the part of what he holds that an owner may keep while his tenant is
// over its cap.
func (p *pass) share() (share float64, over bool, err error) {
	most := p.tenant.Limits.RecordsPerTenant
	if most <= 0 || p.k.parts.Census == nil {
		return 1, false, nil
	}
	all, err := p.k.census.of(memory.Owner{Tenant: p.owner.Tenant, Realm: p.owner.Realm}, func(whole memory.Owner) (int, error) {
		counts, err := p.k.parts.Census(p.ctx, whole)
		return counts[memory.Semantic][memory.Current] + counts[memory.Episodic][memory.Current], err
	})
	if err != nil || all <= most {
		return 1, false, err
	}
	return float64(most) / float64(all), true, nil
}

// census remembers, for a round, how many records a tenant has at hand in a realm:
// to count them takes a look at each, and whoever came first in a round must not
// leave more to the others.
type census struct {
	mu    sync.Mutex
	known map[memory.Owner]int
}

// renew forgets the counts.
func (c *census) renew() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.known = nil
}

// of returns the count of an owner without an id.
func (c *census) of(whole memory.Owner, count func(memory.Owner) (int, error)) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if n, known := c.known[whole]; known {
		return n, nil
	}
	n, err := count(whole)
	if err != nil {
		return 0, err
	}
	if c.known == nil {
		c.known = map[memory.Owner]int{}
	}
	c.known[whole] = n
	return n, nil
}

// atMost joins two bounds of which 0 is none.
func atMost(a, b int) int {
	if a <= 0 || b > 0 && b < a {
		return b
	}
	return a
}
