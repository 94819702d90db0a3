package memorytest

import (
	"context"
	"crypto/sha256"
	"fmt"
	"sync"
	"testing"
	"time"

	"mneme/memory"
)

// Store is what a store of truth fills.
type Store interface {
	memory.Journal
	memory.Ledger
	memory.Control
	memory.Ops
	memory.Optouts
	memory.Partitions
	Renew(ctx context.Context, claims []memory.Claim, lease time.Duration) error
	Replay(ctx context.Context, tenant, realm string) (int, error)
	EraseOwner(ctx context.Context, owner memory.Owner, dryRun bool) (memory.Forgotten, error)
	Left(ctx context.Context, owner memory.Owner, ids []string) (map[string]int, error)
	LastExchange(ctx context.Context, owner memory.Owner, session string) ([]string, error)
	EachEntry(ctx context.Context, owner memory.Owner, do func(memory.Entry) error) error
	Users(ctx context.Context, tenant, realm string, limit int) ([]string, error)
	Counts(ctx context.Context, owner memory.Owner) (map[memory.Layer]map[memory.Status]int, error)
	Receipts(ctx context.Context, owner memory.Owner, limit int, cursor string) ([]memory.Receipt, string, error)
	Audits(ctx context.Context, f memory.AuditFilter) ([]memory.Audit, string, error)
}

// Harness is a fresh store under test.
type Harness struct {
	Store  Store
	Clock  *Clock
	Reopen func() Store // closes the store and opens it again
}

// Clock is a clock that only tests move.
type Clock struct {
	mu  sync.Mutex
	now time.Time
}

// NewClock returns a clock that stands at a fixed moment.
func NewClock() *Clock { return &Clock{now: time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)} }

// Now returns where the clock stands.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// Advance moves the clock and returns where it stands then.
func (c *Clock) Advance(d time.Duration) time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
	return c.now
}

// Truth runs the whole suite; open returns a fresh store for every test.
func Truth(t *testing.T, open func(t *testing.T) Harness) {
	t.Run("journal", func(t *testing.T) { Journal(t, open) })
	t.Run("ledger", func(t *testing.T) { Ledger(t, open) })
	t.Run("forget", func(t *testing.T) { Forget(t, open) })
	t.Run("erase", func(t *testing.T) { Erase(t, open) })
	t.Run("control", func(t *testing.T) { Control(t, open) })
	t.Run("ops", func(t *testing.T) { Ops(t, open) })
}

// bench is a harness with what tests say all the time.
type bench struct {
	Harness
	*testing.T
	ctx   context.Context
	owner memory.Owner
	made  int
}

func start(t *testing.T, open func(t *testing.T) Harness) *bench {
	t.Helper()
	return &bench{Harness: open(t), T: t, ctx: t.Context(), owner: memory.UserOwner("acme", "work", "ann")}
}

func (b *bench) must(err error) {
	b.Helper()
	if err != nil {
		b.Fatal(err)
	}
}

func (b *bench) id(prefix string) string {
	b.made++
	return fmt.Sprintf("%s%04d", prefix, b.made)
}

// turn returns a user's turn; its id and text make its key.
func (b *bench) turn(id, text string) memory.Turn {
	return memory.Turn{ID: id, Role: memory.RoleUser, Text: text, At: b.Clock.Now()}
}

// entry returns an entry of the bench's owner.
func (b *bench) entry(session string, turns ...memory.Turn) memory.Entry {
	n := memory.Entry{ID: b.id("e"), Owner: b.owner, SessionID: session, Origin: memory.FromProxy, At: b.Clock.Now(), ReceiptID: b.id("r"), Turns: turns}
	for _, t := range turns {
		if !t.Seen {
			n.Keys = append(n.Keys, Key(session, t))
		}
	}
	return n
}

// Key is a stand-in for the keyed identity of a turn.
func Key(session string, t memory.Turn) (k memory.TurnKey) {
	h := sha256.Sum256([]byte(session + "\x00" + t.ID + "\x00" + t.Text))
	copy(k[:], h[:])
	return k
}

func (b *bench) append(entries ...memory.Entry) []int {
	b.Helper()
	taken, err := b.Store.Append(b.ctx, entries)
	b.must(err)
	return taken
}

func (b *bench) claim(n int) []memory.Claim {
	b.Helper()
	claims, err := b.Store.Claim(b.ctx, "worker", n, time.Minute)
	b.must(err)
	return claims
}

// record returns a fact that rests on one message.
func (b *bench) record(session, message, text string) memory.Record {
	now := b.Clock.Now()
	return memory.Record{
		ID: b.id("m"), Owner: b.owner, Layer: memory.Semantic, Kind: "preference", Text: text,
		Subject: "user", Predicate: "likes", Object: text, Confidence: 0.9, Source: memory.UserDirect, Status: memory.Current,
		Count: 1, SessionID: session, Created: now, Updated: now,
		Sources: []memory.Provenance{{SessionID: session, MessageID: message, Quote: text, At: now}},
	}
}

func (b *bench) commit(put ...memory.Record) memory.Committed {
	b.Helper()
	c := memory.Commit{Owner: b.owner, Base: -1, Put: put}
	for _, r := range put {
		c.History = append(c.History, memory.Change{RecordID: r.ID, At: b.Clock.Now(), Op: "add", By: "capture", After: r.Text})
	}
	done, err := b.Store.Commit(b.ctx, c)
	b.must(err)
	return done
}

func (b *bench) texts() map[string]bool {
	b.Helper()
	out := make(map[string]bool)
	for cursor := ""; ; {
		page, err := b.Store.List(b.ctx, memory.Filter{Owner: b.owner, Cursor: cursor, Limit: 100})
		b.must(err)
		for _, r := range page.Records {
			out[r.Text] = true
		}
		if cursor = page.Next; cursor == "" {
			return out
		}
	}
}

func (b *bench) wantTexts(want ...string) {
	b.Helper()
	got := b.texts()
	for _, w := range want {
		if !got[w] {
			b.Errorf("%q is missing; there is %v", w, got)
		}
		delete(got, w)
	}
	for extra := range got {
		b.Errorf("%q should not be there", extra)
	}
}

func (b *bench) forget(s memory.Selection) memory.Forgotten {
	b.Helper()
	s.Owner = b.owner
	f, err := b.Store.Forget(b.ctx, s)
	b.must(err)
	return f
}

func (b *bench) revision() int64 {
	b.Helper()
	n, err := b.Store.Revision(b.ctx, b.owner)
	b.must(err)
	return n
}

func (b *bench) waiting() int {
	b.Helper()
	n, _, err := b.Store.Waiting(b.ctx, nil, 0)
	b.must(err)
	return n
}
