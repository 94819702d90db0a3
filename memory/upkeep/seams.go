package upkeep

import (
	"context"
	"log/slog"
	"time"

	"mneme/budget"
	"mneme/memory"
	"mneme/memory/llm"
	"mneme/policy"
)

// Truth is what upkeep needs of the ledger.
type Truth interface {
	memory.Ledger
	// LastUsed returns when records were last used, those that never were left out.
	LastUsed(ctx context.Context, owner memory.Owner, ids []string) (map[string]time.Time, error)
	// ArrivedBefore lists an owner's records of a layer that arrived before a
	// time, in the order of their ids after one.
	ArrivedBefore(ctx context.Context, owner memory.Owner, layer memory.Layer, before time.Time, after string, limit int) ([]string, error)
}

// Sweeper drops what is kept for a while only.
type Sweeper interface {
	DropLearnt(ctx context.Context, before time.Time) (int, error)
	DropTraces(ctx context.Context, before time.Time) (int, error)
	DropRemovals(ctx context.Context, before time.Time) (int, error)
	DropOps(ctx context.Context, receipts, audit time.Time) (int, error)
}

// Chooser keeps what users chose. memory.Control is one.
type Chooser interface {
	Settings(ctx context.Context, tenant, user string) (memory.Settings, bool, error)
	ChangeSettings(ctx context.Context, tenant, user string, change func(*memory.Settings) error) (memory.Settings, error)
}

// Thinker is the model that concludes, where one is set. *llm.Client is one.
type Thinker interface {
	Reflect(ctx context.Context, owner memory.Owner, records []memory.Record, language string) ([]llm.Reflection, error)
	Summarise(ctx context.Context, owner memory.Owner, texts []string, words int, language string) (string, error)
}

// Counter counts what a text costs in a prompt.
type Counter interface {
	CostOf(text string) budget.Cost
}

// Hasher makes keyed hashes: a promoted copy is named by one.
type Hasher interface {
	Hash(owner memory.Owner, domain string, text []byte) [32]byte
}

// Parts are what a Keeper works with. Truth and Roster are required; what else is
// nil is not done.
type Parts struct {
	Truth   Truth
	Roster  memory.Roster
	Sweeper Sweeper
	Chooser Chooser
	Thinker Thinker
	Counter Counter
	Hasher  Hasher
	// Census counts records by layer and status, of a whole tenant and realm when
	// the owner has no id.
	Census  func(ctx context.Context, owner memory.Owner) (map[memory.Layer]map[memory.Status]int, error)
	Tenant  func(tenant string) *policy.Tenant
	Traffic func() int64                                                  // requests that came in so far: while it grows, upkeep takes less of the machine
	Changed func(ctx context.Context, owner memory.Owner, revision int64) // the index and the learner follow
	Audit   func(memory.Audit)
	Pens    *memory.Pens // what all writers of the process take
	Clock   func() time.Time
	Log     *slog.Logger
	Worker  string // names this process among those of a fleet
}
