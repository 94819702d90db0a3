package upkeep

import (
	"context"
	"errors"
	"fmt"
	"time"

	"mneme/memory"
)

// Rederive draws conclusions anew that lost a part of their evidence: ids are those
// that a forget says are to be derived again, and those it removed. Summaries are
// told from what is left or give their members back, reflections are drawn from
// what is there, and copies that were promoted to a team go with what they were
// copied from. It is called after every forget; calling it twice is harmless.
func (k *Keeper) Rederive(ctx context.Context, owner memory.Owner, ids []string) error {
	if err := k.Demote(ctx, owner, ids); err != nil {
		return err
	}
	p, err := k.look(ctx, memory.Tenancy{Owner: owner})
	if err != nil {
		return fmt.Errorf("derive again: %w", err)
	}
	wanted := map[string]bool{}
	for _, id := range ids {
		wanted[id] = true
	}
	p.ruled = true // who forgets does not wait for a model; that thinks at the next visit
	job := job{name: "rederive", plan: func(p *pass) ([]byte, error) {
		p.rederive(wanted)
		p.heal()
		return p.reflect()
	}}
	report, err := p.do(job, "forget")
	if errors.Is(err, memory.ErrErased) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("derive again: %w", err)
	}
	k.parts.Log.Info("derived again", "asked", len(ids), "changed", len(report.Deeds))
	return nil
}

// repair does what a forget asks for, where nobody did it then.
func (p *pass) repair() ([]byte, error) {
	p.rederive(nil)
	p.heal()
	return nil, nil
}

// inferAgain holds a habit to the days that are left of those it was inferred from:
// it is no surer than they make it, and over when they are too few.
func (p *pass) inferAgain(r memory.Record) {
	days := map[string]bool{}
	for _, s := range r.Sources {
		days[s.At.UTC().Format(time.DateOnly)] = true
	}
	if len(days) < inferDays {
		var u unit // not kept as what is known already: he may take it up again
		p.discard(&u, r.ID, "no-evidence")
		p.units = append(p.units, u)
		return
	}
	if sure := inferredFrom(len(days)); sure < r.Confidence {
		r.Confidence, r.Updated = sure, p.now
		p.alter(p.settle(r), "rederive", "evidence-lost")
	}
}

// rederive tells summaries again from what is left of them. Whoever depends on a
// record that is not there is told again too, named or not.
func (p *pass) rederive(wanted map[string]bool) {
	for _, id := range p.ids() {
		r := *p.get(id)
		if wanted[id] && memory.HasTag(r, TagInferred) && r.Source == memory.AIInference {
			p.inferAgain(r)
			continue
		}
		if !memory.HasTag(r, TagSummary) || !wanted[id] && r.Text != "" && len(p.living(&r)) == len(r.DependsOn) {
			continue
		}
		members := p.living(&r)
		next, ok := summarise(r, members, "", p.now)
		if !ok {
			next.Status, next.Ended, next.Review, next.Text = memory.Expired, p.now, false, ""
			p.alter(next, "expire", "no-evidence")
			continue
		}
		if r.Status == memory.Archived && !r.Review { // it went there before its evidence did
			next.Status = memory.Archived
		}
		p.alter(next, "rederive", "evidence-lost")
	}
}
