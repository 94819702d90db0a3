package main

import (
	"context"
	"reflect"

	"mneme/memory/upkeep"
	"mneme/policy"
)

// obeyRules has what is remembered follow the rules that govern it: when a tenant's
// dictionary or predicates change, his records get their new names and kinds at once and not
// only on the day's round.
func (h *house) obeyRules(ctx context.Context) {
	old := h.governor.Book()
	for {
		select {
		case <-ctx.Done():
			return
		case <-h.governor.changed:
		}
		book := h.governor.Book()
		for _, tenant := range book.Tenants() {
			h.obey(ctx, tenant, old.Tenant(tenant), book.Tenant(tenant))
		}
		old = book
	}
}

// obey does the jobs for what changed between two policies of a tenant.
func (h *house) obey(ctx context.Context, tenant string, old, now *policy.Tenant) {
	for job, same := range map[string]bool{
		"rename":  reflect.DeepEqual(old.Dictionary, now.Dictionary),
		"relabel": reflect.DeepEqual(old.Predicates, now.Predicates),
	} {
		if same {
			continue
		}
		reports, err := h.keeper.Do(ctx, upkeep.Order{Job: job, Tenant: tenant, By: "policy"})
		if err != nil && ctx.Err() == nil {
			h.log.Warn("records could not follow a changed rule; the day's round tries again", "job", job, "err", err)
			continue
		}
		h.log.Info("records follow a changed rule", "job", job, "owners", len(reports))
	}
}
