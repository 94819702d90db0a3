package llm

import (
	"context"
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
// use. With a daybook the day's tokens outlive a restart; a daybook that cannot be
// read or written costs no call.
type Ledger struct {
	user, tenant int // tokens a day; 0: no limit
	now          func() time.Time
	days         memory.Daybook // nil: counts end with the process

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

// Outlive has the counts of the day kept, and read again after a restart. It is called
// before the ledger is used.
func (l *Ledger) Outlive(d memory.Daybook) { l.days = d }

// Names of what is noted: of a user his calls and tokens, of a tenant the tokens of all.
const (
	dayUser   = "llm/user"
	dayTenant = "llm/tenant"
)

// person and house are whom the counts of an owner are noted for, whatever realm he uses.
func person(owner memory.Owner) memory.Owner {
	return memory.UserOwner(owner.Tenant, memory.DefaultRealm, owner.ID)
}

func house(owner memory.Owner) memory.Owner {
	return memory.TenantOwner(owner.Tenant, memory.DefaultRealm)
}

// remember takes up what was noted of an owner whose line is new; the lock is held.
func (l *Ledger) remember(ctx context.Context, owner memory.Owner, c *Cost) {
	if l.days == nil {
		return
	}
	if used, err := l.days.Noted(ctx, person(owner), dayUser, l.day); err == nil && len(used) == 4 {
		c.Calls, c.Prompt, c.Completion, c.Embedded = used[0], used[1], used[2], used[3]
	}
	if _, known := l.tenants[owner.Tenant]; !known {
		if used, err := l.days.Noted(ctx, house(owner), dayTenant, l.day); err == nil && len(used) == 1 {
			l.tenants[owner.Tenant] = used[0]
		}
	}
}

// note writes down an owner's line and what his tenant used; the lock is held.
func (l *Ledger) note(ctx context.Context, owner memory.Owner, c *Cost) {
	if l.days == nil {
		return
	}
	ctx = context.WithoutCancel(ctx) // it was spent, whoever still waits
	_ = l.days.Note(ctx, person(owner), dayUser, l.day, c.Calls, c.Prompt, c.Completion, c.Embedded)
	_ = l.days.Note(ctx, house(owner), dayTenant, l.day, l.tenants[owner.Tenant])
}

// line returns the day's line of an owner; the lock is held.
func (l *Ledger) line(ctx context.Context, owner memory.Owner) *Cost {
	if today := l.now().UTC().Format(time.DateOnly); today != l.day {
		l.before = l.lines()
		l.day, l.users, l.tenants = today, map[[2]string]*Cost{}, map[string]int{}
	}
	key := [2]string{owner.Tenant, owner.ID}
	c := l.users[key]
	if c == nil {
		c = &Cost{Day: l.day, Tenant: owner.Tenant, User: owner.ID}
		l.users[key] = c
		l.remember(ctx, owner, c)
	}
	return c
}

// Budget is what a tenant allows on a day, in tokens; 0: the options' own limit.
type Budget struct{ User, Tenant int }

// take reserves tokens for a call, or reports that there is no budget.
func (l *Ledger) take(ctx context.Context, owner memory.Owner, tokens int, most Budget) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	c := l.line(ctx, owner)
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
func (l *Ledger) spent(ctx context.Context, owner memory.Owner, reserved, prompt, completion, embedded int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	c := l.line(ctx, owner)
	c.Calls++
	c.reserved = max(c.reserved-reserved, 0)
	c.Prompt += prompt
	c.Completion += completion
	c.Embedded += embedded
	l.tenants[owner.Tenant] = max(l.tenants[owner.Tenant]-reserved, 0) + prompt + completion + embedded
	l.note(ctx, owner, c)
}

// again counts a call that was made once more for the same reservation.
func (l *Ledger) again(ctx context.Context, owner memory.Owner) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.line(ctx, owner).Calls++
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
func (l *Ledger) Forget(ctx context.Context, owner memory.Owner) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.days != nil {
		_ = l.days.Note(ctx, person(owner), dayUser, "")
	}
	delete(l.users, [2]string{owner.Tenant, owner.ID})
	kept := l.before[:0]
	for _, c := range l.before {
		if c.Tenant != owner.Tenant || c.User != owner.ID {
			kept = append(kept, c)
		}
	}
	l.before = kept
}
