package erase

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"mneme/memory"
)

// domains of keyed marks in the control database.
const markErasedOff = "erased with memory off"

// Erase removes everything of a user in the named realms, or in all of them:
// records, history, journal, receipts, working memory, sticky blocks, caches,
// settings and keys. Who had memory off stays off by a keyed mark.
func (e *Eraser) Erase(ctx context.Context, in User) (Receipt, error) {
	started := e.now()
	realms, err := e.realms(ctx, in)
	if err != nil {
		return Receipt{}, err
	}
	receipt := Receipt{ID: memory.NewID(started), At: started, DryRun: in.DryRun, Counts: map[string]int{}, KeyID: e.keyID(memory.TenantOwner(in.Tenant, memory.DefaultRealm)), Verified: true}
	if !in.DryRun {
		// First the mark: a crash after it leaves memory off, never on.
		if err := e.keepOff(ctx, in); err != nil {
			return receipt, err
		}
	}
	var records []string
	for _, realm := range realms {
		owner := memory.UserOwner(in.Tenant, realm, in.User)
		if !in.DryRun {
			e.begin(Request{Owner: owner, All: true})
		}
		ids, err := e.eraseRealm(ctx, owner, in.DryRun, &receipt)
		if err != nil {
			return receipt, err
		}
		records = append(records, ids...)
	}
	if !in.DryRun && len(in.Realms) == 0 {
		if err := e.dropControl(ctx, in, &receipt); err != nil {
			return receipt, err
		}
	}
	receipt.Took = e.now().Sub(started)
	if !in.DryRun {
		// The audit keeps that an erasure happened, not whose.
		e.audit(memory.Audit{At: started, Owner: memory.TenantOwner(in.Tenant, memory.DefaultRealm), By: in.By, Op: "erase", Records: records, Ref: receipt.ID})
	}
	return receipt, nil
}

// stragglers is how often an erasure is repeated for what came in after it: a
// line of the audit that was under way, the receipt of a last request.
const stragglers = 5

// eraseRealm erases a user in one realm until nothing is left there.
func (e *Eraser) eraseRealm(ctx context.Context, owner memory.Owner, dryRun bool, receipt *Receipt) (records []string, err error) {
	for range stragglers {
		var gone memory.Forgotten
		gone, err = e.truth.EraseOwner(ctx, owner, dryRun)
		if err != nil {
			return records, fmt.Errorf("erase in truth: %w", err)
		}
		receipt.add(gone)
		records = append(records, gone.Records...)
		if dryRun {
			return records, nil
		}
		receipt.Verified = true
		if err = e.sweep(ctx, owner, nil, receipt); !errors.Is(err, ErrLeft) {
			return records, err
		}
	}
	return records, err
}

func (e *Eraser) realms(ctx context.Context, in User) ([]string, error) {
	if len(in.Realms) > 0 {
		return in.Realms, nil
	}
	realms, err := e.control.Realms(ctx, in.Tenant, in.User)
	if err != nil {
		return nil, fmt.Errorf("list realms: %w", err)
	}
	if !slices.Contains(realms, memory.DefaultRealm) {
		realms = append(realms, memory.DefaultRealm)
	}
	return realms, nil
}

// keepOff marks a user who had memory off, so that he stays off when he comes
// again.
func (e *Eraser) keepOff(ctx context.Context, in User) error {
	settings, known, err := e.control.Settings(ctx, in.Tenant, in.User)
	if err != nil {
		return fmt.Errorf("read settings: %w", err)
	}
	if !known || settings.Mode != "off" {
		return nil
	}
	if err := e.control.Mark(ctx, in.Tenant, e.offHash(in.Tenant, in.User), "off"); err != nil {
		return fmt.Errorf("mark opt-out: %w", err)
	}
	return nil
}

// StaysOff reports whether an erased user had memory off.
func (e *Eraser) StaysOff(ctx context.Context, tenant, user string) (bool, error) {
	value, err := e.control.Marked(ctx, tenant, e.offHash(tenant, user))
	return value == "off", err
}

func (e *Eraser) offHash(tenant, user string) [32]byte {
	return e.hasher.Hash(memory.TenantOwner(tenant, memory.DefaultRealm), markErasedOff, []byte(user))
}

func (e *Eraser) dropControl(ctx context.Context, in User, receipt *Receipt) error {
	links, err := e.control.Links(ctx, in.Tenant)
	if err != nil {
		return fmt.Errorf("read links: %w", err)
	}
	for alias, user := range links {
		if user != in.User {
			continue
		}
		if err := e.control.DropLink(ctx, in.Tenant, alias); err != nil {
			return fmt.Errorf("drop link: %w", err)
		}
		receipt.Counts["links"]++
	}
	if err := e.control.DropSettings(ctx, in.Tenant, in.User); err != nil {
		return fmt.Errorf("drop settings: %w", err)
	}
	return nil
}
