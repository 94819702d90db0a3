package upkeep

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"

	"mneme/memory"
)

// promotedPrefix begins the id of a promoted copy.
const promotedPrefix = "p"

// Promote copies a user's verified record into a team's memory and returns the
// copy. A record that nobody verified is ErrUnverified. The copy does not tell
// whose it was; it goes when the record is forgotten. Promoting again renews it.
func (k *Keeper) Promote(ctx context.Context, owner memory.Owner, id, team, by string) (memory.Record, error) {
	if k.parts.Hasher == nil {
		return memory.Record{}, errors.New("upkeep: nothing names promoted copies here")
	}
	to := memory.TeamOwner(owner.Tenant, owner.Realm, team)
	if err := to.Validate(); err != nil {
		return memory.Record{}, err
	}
	found, err := k.parts.Truth.Get(ctx, owner, []string{id})
	if err != nil {
		return memory.Record{}, fmt.Errorf("promote record: %w", err)
	}
	if len(found) == 0 {
		return memory.Record{}, memory.ErrNotFound
	}
	r := found[0]
	if r.Source != memory.Verified && r.Source != memory.OfficialDocument || r.Status != memory.Current {
		return memory.Record{}, ErrUnverified
	}
	now := k.parts.Clock()
	copied := memory.Record{
		ID: k.copyID(owner, id), Owner: to, Layer: r.Layer, Kind: r.Kind, Text: r.Text, Subject: r.Subject, Predicate: r.Predicate, Object: r.Object,
		Constraint: r.Constraint, Confidence: r.Confidence, Source: r.Source, Status: memory.Current, Count: max(r.Count, 1),
		Event: memory.Event{Type: r.Event.Type, Time: r.Event.Time, Result: r.Event.Result, Entities: r.Event.Entities, Sentiment: r.Event.Sentiment},
		Tags:  []string{"promoted"}, Project: r.Project, Cost: r.Cost, Created: now, Updated: now, LastUsed: now,
	}
	change := memory.Change{RecordID: copied.ID, At: now, Op: "promote", By: by, After: copied.Text, Reason: "verified"}
	done, err := k.parts.Truth.Commit(ctx, memory.Commit{Owner: to, Base: -1, Put: []memory.Record{copied}, History: []memory.Change{change}})
	if err == nil && len(done.Blocked) > 0 {
		err = memory.ErrNotFound // the team forgot it, and what was forgotten stays so
	}
	audit := memory.Audit{At: now, Owner: owner, By: by, Op: "promote", Records: []string{id, copied.ID}}
	if err != nil {
		audit.Code = "failed"
		k.parts.Audit(audit)
		return memory.Record{}, fmt.Errorf("promote record: %w", err)
	}
	k.parts.Audit(audit)
	if k.parts.Changed != nil {
		k.parts.Changed(ctx, to, done.Revision)
	}
	copied.Revision = done.Revision
	return copied, nil
}

// Demote removes the copies of records from every team of the owner's realm.
func (k *Keeper) Demote(ctx context.Context, owner memory.Owner, ids []string) error {
	if k.parts.Hasher == nil || len(ids) == 0 || owner.Level != memory.LevelUser {
		return nil
	}
	copies := make([]string, len(ids))
	for i, id := range ids {
		copies[i] = k.copyID(owner, id)
	}
	return k.each(ctx, Order{Tenant: owner.Tenant, Realm: owner.Realm}, func(one memory.Tenancy) error {
		if one.Owner.Level != memory.LevelTeam {
			return nil
		}
		held, err := k.parts.Truth.Get(ctx, one.Owner, copies)
		if err != nil || len(held) == 0 {
			return err
		}
		s := memory.Selection{Owner: one.Owner, Reason: "demoted"}
		for i := range held {
			s.IDs = append(s.IDs, held[i].ID)
		}
		gone, err := k.parts.Truth.Forget(ctx, s)
		if err != nil {
			return fmt.Errorf("forget promoted copies: %w", err)
		}
		k.parts.Audit(memory.Audit{At: k.parts.Clock(), Owner: one.Owner, By: "upkeep", Op: "erase", Records: s.IDs, Code: ""})
		if k.parts.Changed != nil {
			k.parts.Changed(ctx, one.Owner, gone.Revision)
		}
		return nil
	})
}

// copyID names a record's copy without telling whose it is. It is made with a key
// that outlives the owner, so that an erased owner's copies are found too.
func (k *Keeper) copyID(owner memory.Owner, id string) string {
	h := k.parts.Hasher.Hash(owner, "promoted copy", []byte(id))
	return promotedPrefix + hex.EncodeToString(h[:12])
}
