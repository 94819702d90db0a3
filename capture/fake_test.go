package capture

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"fmt"
	"sort"
	"sync"
	"time"

	"mneme/memory"
)

// truth is a ledger, a journal and what goes with them, in memory, with the
// semantics their interfaces promise and faults that a test can ask for.
type truth struct {
	mu       sync.Mutex
	clock    Clock
	entries  []*journaled
	keys     map[string]bool
	records  map[string]map[string]memory.Record // by owner key
	removed  map[string]map[string]int64
	history  []memory.Change
	revision map[string]int64
	unlearnt map[[32]byte]bool
	marks    map[[32]byte]string
	receipts map[string]memory.Receipt
	outcomes map[string]memory.Outcome
	tombs    map[string]bool // texts that are blocked at commit

	appends   int
	commits   int
	stale     int // how many of the next commits find that truth moved on
	commitErr error
	appendErr error
	hold      chan struct{} // when set, Append waits for it
	onCommit  func(memory.Commit)
}

type journaled struct {
	memory.Claim
	done  bool
	dead  bool
	after time.Time
}

func newTruth(clock Clock) *truth {
	return &truth{
		clock: clock, keys: map[string]bool{}, records: map[string]map[string]memory.Record{},
		removed: map[string]map[string]int64{}, revision: map[string]int64{},
		unlearnt: map[[32]byte]bool{}, marks: map[[32]byte]string{},
		receipts: map[string]memory.Receipt{}, outcomes: map[string]memory.Outcome{}, tombs: map[string]bool{},
	}
}

func (f *truth) Append(ctx context.Context, entries []memory.Entry) ([]int, error) {
	f.mu.Lock()
	hold := f.hold
	f.mu.Unlock()
	if hold != nil {
		select {
		case <-hold:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.appends++
	if f.appendErr != nil {
		return nil, f.appendErr
	}
	taken := make([]int, len(entries))
	for i, e := range entries {
		var turns []memory.Turn
		var keys []memory.TurnKey
		k := 0
		for _, t := range e.Turns {
			if t.Seen {
				turns = append(turns, t)
				continue
			}
			key := e.Owner.Key() + string(e.Keys[k][:])
			if !f.keys[key] {
				f.keys[key] = true
				turns = append(turns, t)
				keys = append(keys, e.Keys[k])
				taken[i]++
			}
			k++
		}
		if taken[i] > 0 {
			e.Turns, e.Keys = turns, keys
			f.entries = append(f.entries, &journaled{Claim: memory.Claim{Entry: e, Seq: int64(len(f.entries) + 1)}})
		}
	}
	return taken, nil
}

func (f *truth) Claim(_ context.Context, worker string, n int, lease time.Duration) ([]memory.Claim, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	now := f.clock()
	leased := map[string]bool{}
	for _, e := range f.entries {
		if !e.done && !e.dead && e.Until.After(now) {
			leased[e.Entry.Owner.Key()] = true
		}
	}
	var out []memory.Claim
	for _, e := range f.entries {
		key := e.Entry.Owner.Key()
		if e.done || e.dead || leased[key] || e.after.After(now) || len(out) == n {
			continue
		}
		if len(out) > 0 && out[0].Entry.Owner != e.Entry.Owner {
			continue
		}
		e.Lease, e.Until = worker+fmt.Sprint(e.Seq), now.Add(lease)
		out = append(out, e.Claim)
	}
	return out, nil
}

func (f *truth) Release(_ context.Context, c memory.Claim, after time.Duration, _ string, dead bool) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, e := range f.entries {
		if e.Seq == c.Seq {
			e.Lease, e.Until, e.dead = "", time.Time{}, dead
			e.after = f.clock().Add(after)
			e.Entry.Attempts++
		}
	}
	return nil
}

func (f *truth) Waiting(_ context.Context, owner *memory.Owner, upTo int64) (n int, newest int64, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, e := range f.entries {
		newest = max(newest, e.Seq)
		if !e.done && !e.dead && (upTo == 0 || e.Seq <= upTo) && (owner == nil || *owner == e.Entry.Owner) {
			n++
		}
	}
	return n, newest, nil
}

func (f *truth) MarkUnlearnt(_ context.Context, _ memory.Owner, hash [32]byte) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.unlearnt[hash] = true
	return nil
}

func (f *truth) Opted(context.Context, memory.Owner) (bool, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.unlearnt) > 0, nil
}

func (f *truth) Unlearnt(_ context.Context, _ memory.Owner, hash [32]byte) (bool, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.unlearnt[hash], nil
}

func (f *truth) Mark(_ context.Context, _ string, hash [32]byte, value string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.marks[hash] = value
	return nil
}

func (f *truth) Marked(_ context.Context, _ string, hash [32]byte) (string, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.marks[hash], nil
}

func (f *truth) Commit(_ context.Context, c memory.Commit) (memory.Committed, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.onCommit != nil {
		f.onCommit(c)
	}
	key := c.Owner.Key()
	switch {
	case f.commitErr != nil:
		return memory.Committed{}, f.commitErr
	case f.stale > 0:
		f.stale--
		f.revision[key]++
		return memory.Committed{}, memory.ErrStale
	case c.Base >= 0 && c.Base != f.revision[key]:
		return memory.Committed{}, memory.ErrStale
	}
	for _, o := range c.Outcomes {
		for _, e := range f.entries {
			if e.Entry.ID == o.EntryID && (e.Lease != o.Lease || e.done) {
				return memory.Committed{}, memory.ErrLeaseLost
			}
		}
	}
	f.commits++
	f.revision[key]++
	done := memory.Committed{Revision: f.revision[key]}
	if f.records[key] == nil {
		f.records[key] = map[string]memory.Record{}
	}
	for _, r := range c.Put {
		if f.tombs[r.Text] {
			done.Blocked = append(done.Blocked, r.ID)
			continue
		}
		r.Revision = done.Revision
		f.records[key][r.ID] = r
	}
	f.history = append(f.history, c.History...)
	for _, o := range c.Outcomes {
		f.outcomes[o.EntryID] = o
		for _, e := range f.entries {
			if e.Entry.ID == o.EntryID {
				e.done = true
			}
		}
	}
	return done, nil
}

// remove forgets records behind the learner's back.
func (f *truth) remove(owner memory.Owner, ids ...string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	key := owner.Key()
	f.revision[key]++
	if f.removed[key] == nil {
		f.removed[key] = map[string]int64{}
	}
	for _, id := range ids {
		delete(f.records[key], id)
		f.removed[key][id] = f.revision[key]
	}
}

func (f *truth) Forget(context.Context, memory.Selection) (memory.Forgotten, error) {
	return memory.Forgotten{}, nil
}

func (f *truth) Get(_ context.Context, owner memory.Owner, ids []string) ([]memory.Record, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	var out []memory.Record
	for _, id := range ids {
		if r, ok := f.records[owner.Key()][id]; ok {
			out = append(out, r)
		}
	}
	return out, nil
}

func (f *truth) List(_ context.Context, q memory.Filter) (memory.Page, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	var out []memory.Record
	for _, r := range f.records[q.Owner.Key()] {
		if has(q.Layers, r.Layer) && has(q.Statuses, r.Status) && (q.SessionID == "" || q.SessionID == r.SessionID) && (q.Kind == "" || q.Kind == r.Kind) {
			out = append(out, r)
		}
	}
	sort.Slice(out, func(i, j int) bool { return out[i].ID > out[j].ID })
	if q.Limit > 0 && len(out) > q.Limit {
		out = out[:q.Limit]
	}
	return memory.Page{Records: out}, nil
}

func has[T comparable](list []T, x T) bool {
	for _, y := range list {
		if x == y {
			return true
		}
	}
	return len(list) == 0
}

func (f *truth) History(context.Context, memory.Owner, string) ([]memory.Change, error) {
	return nil, nil
}

func (f *truth) Since(_ context.Context, owner memory.Owner, revision int64) (memory.Delta, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	key := owner.Key()
	d := memory.Delta{Revision: f.revision[key]}
	for _, r := range f.records[key] {
		if r.Revision > revision {
			d.Changed = append(d.Changed, r)
		}
	}
	for id, at := range f.removed[key] {
		if at > revision {
			d.Removed = append(d.Removed, id)
		}
	}
	return d, nil
}

func (f *truth) Revision(_ context.Context, owner memory.Owner) (int64, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.revision[owner.Key()], nil
}

func (f *truth) WriteReceipt(r memory.Receipt) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.receipts[r.ID] = r
}

func (f *truth) AmendReceipt(_ memory.Owner, id string, change func(*memory.Receipt)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	r := f.receipts[id]
	r.ID = id
	change(&r)
	f.receipts[id] = r
}

func (f *truth) WriteAudit(memory.Audit) {}

func (f *truth) Receipt(_ context.Context, id string) (memory.Receipt, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	r, ok := f.receipts[id]
	if !ok {
		return r, memory.ErrNotFound
	}
	return r, nil
}

// all returns the owner's records of a layer, oldest first.
func (f *truth) all(owner memory.Owner, layer memory.Layer) []memory.Record {
	page, _ := f.List(context.Background(), memory.Filter{Owner: owner, Layers: []memory.Layer{layer}})
	sort.Slice(page.Records, func(i, j int) bool {
		a, b := page.Records[i], page.Records[j]
		if !a.Created.Equal(b.Created) {
			return a.Created.Before(b.Created)
		}
		return a.Seq < b.Seq
	})
	return page.Records
}

// sealer hashes with a key, and seals by leaving as it is.
type sealer struct{}

func (sealer) Seal(_ memory.Owner, _ string, text []byte) ([]byte, error) { return text, nil }
func (sealer) Open(_ memory.Owner, _ string, text []byte) ([]byte, error) { return text, nil }
func (sealer) OwnerHash(o memory.Owner) [32]byte                          { return sha256.Sum256([]byte(o.Key())) }
func (sealer) Hash(o memory.Owner, domain string, text []byte) (out [32]byte) {
	h := hmac.New(sha256.New, []byte("test"))
	fmt.Fprintf(h, "%d:%s%d:%s", len(o.Key()), o.Key(), len(domain), domain)
	h.Write(text)
	h.Sum(out[:0])
	return out
}
