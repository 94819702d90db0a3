package upkeep

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"mneme/memory"
)

// surveyEvery is how often the figures of all tenants are put together anew: who
// reads the metrics never waits for it.
const surveyEvery = time.Hour

// TenantVitality is how alive the memory of a tenant's users is, over its realms.
type TenantVitality struct {
	Tenant string
	Vitality
}

// sums add up what users' memories measured.
type sums struct {
	Vitality
	stale, junk, auto float64
	known             int // users of whom something is known, who can be still
}

// addTo adds what an owner's last visit measured; who was not measured yet adds
// nothing.
func (k *Keeper) addTo(ctx context.Context, s *sums, owner memory.Owner) error {
	if owner.Level != memory.LevelUser {
		return nil
	}
	chores, err := k.parts.Roster.Chores(ctx, owner)
	if err != nil {
		return err
	}
	var m measured
	if state := chores["vitality"].State; len(state) == 0 || json.Unmarshal(state, &m) != nil {
		return nil
	}
	s.Users++
	if m.Facts > 0 {
		s.known++
	}
	s.Records += m.Records
	s.Facts += m.Facts
	s.Updates += m.Updates
	s.Conflicts += m.Conflicts
	s.stale += m.Stale * float64(m.Facts)
	s.junk += m.Junk * float64(m.Records)
	s.auto += m.AutoResolved * float64(m.Conflicts)
	if m.Wakes {
		s.Wake++
	}
	return nil
}

// vitality judges all of them as one memory.
func (s *sums) vitality() Vitality {
	v := s.Vitality
	v.AutoResolved, v.Warnings = 1, []string{}
	if v.Facts > 0 {
		v.Stale = s.stale / float64(v.Facts)
	}
	if v.Records > 0 {
		v.Junk = s.junk / float64(v.Records)
	}
	if v.Conflicts > 0 {
		v.AutoResolved = s.auto / float64(v.Conflicts)
	}
	if v.Stale > staleWarn {
		v.Warnings = append(v.Warnings, "stale")
	}
	if s.known > 0 && v.Updates < updatesLeast*s.known {
		v.Warnings = append(v.Warnings, "still")
	}
	if v.AutoResolved < autoLeast {
		v.Warnings = append(v.Warnings, "conflicts")
	}
	return v
}

// survey puts the figures of all tenants together.
func (k *Keeper) survey(ctx context.Context) error {
	began := k.parts.Clock()
	byTenant := map[string]*sums{}
	err := k.each(ctx, Order{}, func(one memory.Tenancy) error {
		s := byTenant[one.Owner.Tenant]
		if s == nil {
			s = &sums{}
			byTenant[one.Owner.Tenant] = s
		}
		return k.addTo(ctx, s, one.Owner)
	})
	if err != nil {
		return fmt.Errorf("survey: %w", err)
	}
	out := make([]TenantVitality, 0, len(byTenant))
	for tenant, s := range byTenant {
		if s.Users > 0 {
			out = append(out, TenantVitality{tenant, s.vitality()})
		}
	}
	slices.SortFunc(out, func(a, b TenantVitality) int { return cmp.Compare(a.Tenant, b.Tenant) })
	k.surveyed.Store(&surveyed{began, out})
	return nil
}

type surveyed struct {
	at      time.Time
	tenants []TenantVitality
}

// Survey returns how alive each tenant's memory was when all were looked through
// last, sorted by tenant; none before the first round.
func (k *Keeper) Survey() []TenantVitality {
	if s := k.surveyed.Load(); s != nil {
		return s.tenants
	}
	return nil
}
