package upkeep

import (
	"slices"
	"time"

	"mneme/memory"
)

// TagAway marks records that were archived because their user was away; they come
// back when he does.
const TagAway = "away"

const (
	staleAfter = 60 * day // without use
	staleWorth = 0.25     // below it a record leaves the index
	factWorth  = 0.2
)

// Fades reports whether a record is stale and worth so little that it leaves the
// index until history is asked for. last is when it was used last.
func Fades(r *memory.Record, last, now time.Time) bool {
	if r.Status != memory.Current || now.Sub(last) < staleAfter || memory.HasTag(*r, memory.TagReflection) || memory.Open(r) {
		return false
	}
	switch r.Layer {
	case memory.Episodic:
		return now.UnixNano()-whenOf(r) >= int64(staleAfter) && Worth(r, last, now) < staleWorth
	case memory.Semantic:
		return !lasting(r) && Worth(r, last, now) < factWorth
	}
	return false
}

// lasting reports whether a fact is about who somebody is, or keeps him from harm.
func lasting(r *memory.Record) bool {
	switch r.Kind {
	case memory.KindIdentity, memory.KindRelation, memory.KindProhibition, memory.KindAlias:
		return true
	}
	return false
}

// restore brings back from the archive what was asked for since it went there.
func (p *pass) restore() ([]byte, error) {
	for _, id := range p.ids() {
		r := *p.get(id)
		if r.Status != memory.Archived || r.ReplacedBy != "" || r.Review || memory.HasTag(r, TagAway) || !p.used[id].After(r.Updated) {
			continue
		}
		r.Status, r.LastUsed, r.Updated = memory.Current, p.used[id], p.now
		p.alter(r, "restore", "asked-for")
	}
	return nil, nil
}

// archive takes what is stale out of the index, and everything of a user who is
// away.
func (p *pass) archive() ([]byte, error) {
	away := p.away()
	for _, id := range p.ids() {
		r := *p.get(id)
		last := p.lastUse(&r)
		switch {
		case away && r.Status == memory.Current && r.Layer != memory.Procedural:
			r.Status, r.Tags = memory.Archived, withTag(r.Tags, TagAway)
			p.alter(r, "archive", "away")
		case Fades(&r, last, p.now):
			r.Status, r.Updated = memory.Archived, p.now
			p.alter(r, "archive", "stale")
		}
	}
	if away {
		return []byte(TagAway), nil
	}
	return nil, nil
}

// away reports whether a user was not seen for long.
func (p *pass) away() bool {
	if p.owner.Level != memory.LevelUser || p.seen.IsZero() {
		return false
	}
	last := p.seen
	for i := range p.records {
		last = later(last, p.used[p.records[i].ID])
	}
	last = later(last, p.chores[greeting].Done)
	return p.now.Sub(last) >= p.k.opts.Away
}

// gone reports that a user went away since his memory was looked through.
func (p *pass) gone() bool {
	return p.away() && slices.ContainsFunc(p.records, func(r memory.Record) bool {
		return r.Status == memory.Current && r.Layer != memory.Procedural
	})
}
