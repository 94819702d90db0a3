package llm

import (
	"sort"
	"sync"
	"time"

	"mneme/memory"
)

// Cost is what memory's own models were used for one user in one day. It is
// counted by what the provider said, and by an estimate where it said nothing.
type Cost struct {
	Day        string // 2026-05-03, UTC
	Tenant     string
	User       string
	Calls      int
	Prompt     int // tokens
	Completion int // tokens
	Embedded   int // tokens
	Refused    int // calls that the budget did not allow

	reserved int // of calls under way
}

// Ledger counts what memory's own models cost, by user, tenant and day, and says
// whether there is budget left. It keeps two days, and is safe for concurrent
// use. What was spent before a restart is the caller's to add.
type Ledger struct {
	user, tenant int // tokens a day; 0: no limit
	now          func() time.Time

	mu      sync.Mutex
	day     string
	users   map[[2]string]*Cost // by tenant and user
	tenants map[string]int      // tokens of the day
	before  []Cost              // of the day before
}

// NewLedger returns an empty ledger with limits in tokens a day; 0 is no limit.
func NewLedger(userPerDay, tenantPerDay int, now func() time.Time) *Ledger {
	return &Ledger{
		user: userPerDay, tenant: tenantPerDay, now: now,
		users: map[[2]string]*Cost{}, tenants: map[string]int{},
	}
}

// line returns the day's line of an owner; the lock is held.
func (l *Ledger) line(owner memory.Owner) *Cost {
	if today := l.now().UTC().Format(time.DateOnly); today != l.day {
		l.before = l.lines()
		l.day, l.users, l.tenants = today, map[[2]string]*Cost{}, map[string]int{}
	}
	key := [2]string{owner.Tenant, owner.ID}
	c := l.users[key]
	if c == nil {
		c = &Cost{Day: l.day, Tenant: owner.Tenant, User: owner.ID}
		l.users[key] = c
	}
	return c
}

// Budget is what a tenant allows on a day, in tokens; 0: the options' own limit.
type Budget struct{ User, Tenant int }

// take reserves tokens for a call, or reports that there is no budget.
func (l *Ledger) take(owner memory.Owner, tokens int, most Budget) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	c := l.line(owner)
	user, tenant := most.User, most.Tenant
	if user == 0 {
		user = l.user
	}
	if tenant == 0 {
		tenant = l.tenant
	}
	used := c.Prompt + c.Completion + c.Embedded + c.reserved
	if user > 0 && used+tokens > user || tenant > 0 && l.tenants[owner.Tenant]+tokens > tenant {
		c.Refused++
		return false
	}
	c.reserved += tokens
	l.tenants[owner.Tenant] += tokens
	return true
}

// spent replaces a reservation by what was really used.
func (l *Ledger) spent(owner memory.Owner, reserved, prompt, completion, embedded int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	c := l.line(owner)
	c.Calls++
	c.reserved = max(c.reserved-reserved, 0)
	c.Prompt += prompt
	c.Completion += completion
	c.Embedded += embedded
	l.tenants[owner.Tenant] = max(l.tenants[owner.Tenant]-reserved, 0) + prompt + completion + embedded
}

// again counts a call that was made once more for the same reservation.
func (l *Ledger) again(owner memory.Owner) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.line(owner).Calls++
}

// Costs returns the lines of today and of the day before, by day, tenant and
// user.
func (l *Ledger) Costs() []Cost {
	l.mu.Lock()
	defer l.mu.Unlock()
	out := append([]Cost(nil), l.before...)
	out = append(out, l.lines()...)
	sort.Slice(out, func(i, j int) bool {
		a, b := out[i], out[j]
		switch {
		case a.Day != b.Day:
			return a.Day < b.Day
		case a.Tenant != b.Tenant:
			return a.Tenant < b.Tenant
		}
		return a.User < b.User
	})
	return out
}

func (l *Ledger) lines() []Cost {
	out := make([]Cost, 0, len(l.users))
	for _, c := range l.users {
		out = append(out, *c)
	}
	return out
}

// Forget drops the lines of an erased owner.
func (l *Ledger) Forget(owner memory.Owner) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.users, [2]string{owner.Tenant, owner.ID})
	kept := l.before[:0]
	for _, c := range l.before {
		if c.Tenant != owner.Tenant || c.User != owner.ID {
			kept = append(kept, c)
		}
	}
	l.before = kept
}
