package sqlite

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"mneme/memory"
)

// Batches of the ops log. A batch is written a few rows at a time, with pauses that
// together last opsSpread: in one stretch it would hold a core for many milliseconds,
// which requests would wait for. It is one transaction all the same, since each costs
// as much as dozens of rows.
const (
	opsBatch  = 2048
	opsDelay  = 250 * time.Millisecond
	opsSpread = opsDelay / 2
)

// opsLog collects receipts, audit and last use, and writes them in batches. It
// is bounded: what finds no room is dropped and counted, and nobody waits. What
// comes in lies on a heap until its batch is due: the writer is not woken for each.
type opsLog struct {
	store   *Store
	dropped atomic.Int64
	failed  atomic.Int64

	body receiptEncoder // of the receipt that is being written
	rows []receiptRow   // sealed, to be written together
	used int            // of rows

	mu      sync.Mutex
	waiting []opsItem
	spare   []opsItem     // the batch written last, to be filled again
	begun   chan struct{} // holds a token when the first item of a batch came
	hurry   chan struct{} // holds a token when a batch is full, or somebody waits for it
}

// opsItem is one of its fields.
type opsItem struct {
	receipt *memory.Receipt
	amend   *amendment
	audit   *memory.Audit
	used    *usage
	flushed chan struct{} // closed when all before it is on disk, or failed
}

type amendment struct {
	owner  memory.Owner
	id     string
	change func(*memory.Receipt)
}

type usage struct {
	owner [32]byte
	ids   []string
	at    time.Time
}

func newOpsLog(s *Store) *opsLog {
	return &opsLog{store: s, begun: make(chan struct{}, 1), hurry: make(chan struct{}, 1)}
}

func (l *opsLog) put(i opsItem) {
	l.mu.Lock()
	defer l.mu.Unlock()
	n := len(l.waiting)
	if n >= l.store.options.OpsQueue && i.flushed == nil {
		l.dropped.Add(1)
		return
	}
	l.waiting = append(l.waiting, i)
	if n == 0 {
		signal(l.begun)
	}
	if n+1 >= opsBatch || i.flushed != nil {
		signal(l.hurry)
	}
}

func signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// take returns what has come in, to be given back by done.
func (l *opsLog) take() []opsItem {
	l.mu.Lock()
	defer l.mu.Unlock()
	batch := l.waiting
	l.waiting, l.spare = l.spare[:0], nil
	return batch
}

// done gives a batch's memory back.
func (l *opsLog) done(batch []opsItem) {
	clear(batch)
	l.mu.Lock()
	defer l.mu.Unlock()
	if cap(batch) <= 2*opsBatch {
		l.spare = batch[:0]
	}
}

// WriteReceipt keeps a receipt; see memory.Ops.
func (s *Store) WriteReceipt(r memory.Receipt) { s.log.put(opsItem{receipt: &r}) }

// AmendReceipt changes a receipt written before; see memory.Ops.
func (s *Store) AmendReceipt(owner memory.Owner, id string, change func(*memory.Receipt)) {
	s.log.put(opsItem{amend: &amendment{owner, id, change}})
}

// WriteAudit keeps a line of audit; see memory.Ops.
func (s *Store) WriteAudit(a memory.Audit) { s.log.put(opsItem{audit: &a}) }

// OpsLost returns how many receipts, audit lines and uses found no room, and how
// many could not be written.
func (s *Store) OpsLost() (dropped, failed int64) { return s.log.dropped.Load(), s.log.failed.Load() }

// FlushOps returns when everything handed in before is written.
func (s *Store) FlushOps(ctx context.Context) error {
	select {
	case <-s.quit:
		return ErrClosed
	default:
	}
	done := make(chan struct{})
	s.log.put(opsItem{flushed: done})
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-s.quit:
		return ErrClosed
	}
}

// run writes batches until the store closes, then what is left.
func (l *opsLog) run() {
	for {
		select {
		case <-l.begun:
		case <-l.store.quit:
			for batch := l.take(); len(batch) > 0; batch = l.take() {
				l.write(batch, 0)
			}
			return
		}
		hurried := l.rest(opsDelay)
		batch := l.take()
		pause := opsSpread * receiptsTogether / time.Duration(max(receiptsTogether, len(batch)))
		if hurried {
			pause = 0
		}
		l.write(batch, pause)
		l.done(batch)
	}
}

// rest waits, and reports whether it was called back to work before the time was over.
func (l *opsLog) rest(long time.Duration) (hurried bool) {
	timer := time.NewTimer(long)
	defer timer.Stop()
	select {
	case <-timer.C:
		return false
	case <-l.hurry:
	case <-l.store.quit:
	}
	return true
}

// write commits a batch, with pauses between its rows until somebody is in a hurry. An
// item that cannot be written is counted and does not hold up the others.
func (l *opsLog) write(batch []opsItem, pause time.Duration) {
	if len(batch) == 0 {
		return
	}
	fold(batch)
	err := l.store.ops.update(context.Background(), func(c *conn) error {
		l.used = 0
		for n, i := range batch {
			var err error
			if i.amend != nil || l.used == receiptsTogether {
				l.insert(c) // an amendment reads what was written before it
			}
			if pause > 0 && n > 0 && n%receiptsTogether == 0 && l.rest(pause) {
				pause = 0
				signal(l.hurry) // it was meant for what has come in since, too
			}
			switch {
			case i.receipt != nil:
				err = l.seal(i.receipt)
			case i.amend != nil:
				err = l.amend(c, i.amend)
			case i.audit != nil:
				err = l.audit(c, i.audit)
			case i.used != nil:
				err = l.use(c, i.used)
			}
			if err != nil {
				l.failed.Add(1)
			}
			runtime.Gosched() // a batch takes milliseconds, for which no request should wait
		}
		l.insert(c)
		return nil
	})
	if err != nil {
		l.failed.Add(int64(len(batch)))
	}
	for _, i := range batch {
		if i.flushed != nil {
			close(i.flushed)
		}
	}
}

// fold makes amendments of receipts that wait in the same batch there and then:
// most receipts learn what became of their exchange before they are written, and
// need not be written twice.
func fold(batch []opsItem) {
	waiting := make(map[string]*memory.Receipt)
	for i, item := range batch {
		switch {
		case item.receipt != nil:
			waiting[item.receipt.ID] = item.receipt
		case item.amend != nil:
			if r := waiting[item.amend.id]; r != nil && r.Owner == item.amend.owner {
				item.amend.change(r)
				batch[i].amend = nil
			}
		}
	}
}

// sealer returns whose key a receipt or audit line is sealed with: the owner's,
// or the system's when nobody is named. ok is false for what is older than the
// owner's erasure.
func (l *opsLog) sealer(owner memory.Owner, at time.Time) (hash [32]byte, ok bool) {
	if owner.Validate() != nil {
		return l.store.system, true
	}
	hash = l.store.keys.OwnerHash(owner)
	gone, erased := l.store.keys.ErasedFor(hash)
	return hash, !erased || at.After(gone)
}

// receiptsTogether is how many receipts are written by one statement.
const receiptsTogether = 16

// receiptRow is a receipt as it is written.
type receiptRow struct {
	id     string
	owner  [32]byte
	at     int64
	sealed []byte // used again: the database copies what it is given
}

// The statements that write one receipt and receiptsTogether of them.
const (
	insertReceipt  = "INSERT OR REPLACE INTO receipts (id, owner, at, body) VALUES (?, ?, ?, ?)"
	insertReceipts = insertReceipt + fourRows + ", (?, ?, ?, ?), (?, ?, ?, ?), (?, ?, ?, ?)" + fourRows + fourRows
	fourRows       = ", (?, ?, ?, ?), (?, ?, ?, ?), (?, ?, ?, ?), (?, ?, ?, ?)"
)

// seal makes the row of a receipt, to be written by insert.
func (l *opsLog) seal(r *memory.Receipt) error {
	hash, ok := l.sealer(r.Owner, r.At)
	if !ok {
		return nil
	}
	kept := *r
	kept.Capture.Trace = nil
	for _, n := range r.Capture.Trace { // what may quote is kept with the entry's trace, in the realm
		n.Detail = ""
		kept.Capture.Trace = append(kept.Capture.Trace, n)
	}
	if l.used == len(l.rows) {
		l.rows = append(l.rows, receiptRow{})
	}
	row := &l.rows[l.used]
	sealed, err := l.store.keys.SealInto(row.sealed, hash, "receipt "+r.ID, l.body.write(&kept))
	if err != nil {
		return err
	}
	*row = receiptRow{r.ID, hash, millis(r.At), sealed}
	l.used++
	return nil
}

// insert writes the rows that seal made: all together where they are many enough, one by one
// where they are not or one of them cannot be written.
func (l *opsLog) insert(c *conn) {
	rows := l.rows[:l.used]
	l.used = 0
	if len(rows) == receiptsTogether {
		args := make([]any, 0, 4*receiptsTogether)
		for i := range rows {
			args = append(args, rows[i].id, rows[i].owner[:], rows[i].at, rows[i].sealed)
		}
		if _, err := c.exec(insertReceipts, args...); err == nil {
			return
		}
	}
	for i := range rows {
		if _, err := c.exec(insertReceipt, rows[i].id, rows[i].owner[:], rows[i].at, rows[i].sealed); err != nil {
			l.failed.Add(1)
		}
	}
}

func (l *opsLog) amend(c *conn, a *amendment) error {
	hash := l.store.system
	if a.owner.Validate() == nil {
		hash = l.store.keys.OwnerHash(a.owner)
	}
	var sealed []byte
	ok, err := c.row("SELECT body FROM receipts WHERE id = ? AND owner = ?", []any{a.id, hash[:]}, &sealed)
	if err != nil || !ok {
		return err
	}
	r, err := l.store.openReceipt(hash, a.id, sealed)
	if err != nil {
		return err
	}
	a.change(&r)
	if err := l.seal(&r); err != nil {
		return err
	}
	l.insert(c)
	return nil
}

func (l *opsLog) audit(c *conn, a *memory.Audit) error {
	hash, ok := l.sealer(a.Owner, a.At)
	if !ok {
		return nil
	}
	scope := l.store.keys.OwnerHash(memory.TenantOwner(a.Owner.Tenant, a.Owner.Realm))
	text, err := json.Marshal(a)
	if err != nil {
		return err
	}
	sealed, err := l.store.keys.SealFor(hash, "audit", text)
	if err != nil {
		return err
	}
	_, err = c.exec("INSERT INTO audit (owner, scope, at, op, code, body) VALUES (?, ?, ?, ?, ?, ?)", hash[:], scope[:], millis(a.At), a.Op, a.Code, sealed)
	return err
}

// Receipt returns a receipt by id, with what may be quoted of its capture; see
// memory.Ops.
func (s *Store) Receipt(ctx context.Context, id string) (memory.Receipt, error) {
	var r memory.Receipt
	if err := s.FlushOps(ctx); err != nil {
		return r, fmt.Errorf("read receipt: %w", err)
	}
	var owner, sealed []byte
	err := s.ops.view(ctx, func(c *conn) error {
		ok, err := c.row("SELECT owner, body FROM receipts WHERE id = ?", []any{id}, &owner, &sealed)
		if err == nil && !ok {
			return memory.ErrNotFound
		}
		return err
	})
	if err != nil {
		return r, fmt.Errorf("read receipt: %w", err)
	}
	r, err = s.openReceipt([32]byte(owner), id, sealed)
	if errors.Is(err, memory.ErrErased) {
		return memory.Receipt{}, fmt.Errorf("read receipt: %w", memory.ErrNotFound)
	}
	if err != nil {
		return r, fmt.Errorf("read receipt: %w", err)
	}
	if r.Owner.Validate() == nil {
		trace, err := s.trace(ctx, r.Owner, id)
		if err != nil {
			return r, fmt.Errorf("read trace: %w", err)
		}
		if len(trace) > 0 {
			r.Capture.Trace = trace
		}
	}
	return r, nil
}

// trace returns the stages' decisions about what a request said.
func (s *Store) trace(ctx context.Context, owner memory.Owner, receipt string) ([]memory.StageNote, error) {
	sc, err := s.scope(ctx, owner, false)
	if err != nil || sc.realm == nil {
		return nil, err
	}
	defer sc.close()
	type row struct {
		entry string
		body  []byte
	}
	var rows []row
	err = sc.realm.view(ctx, func(c *conn) error {
		return c.rows("SELECT entry, body FROM traces WHERE owner = (SELECT id FROM owners WHERE hash = ?) AND receipt = ?", []any{sc.hash[:], receipt},
			func(scan func(...any) error) error {
				var r row
				err := scan(&r.entry, &r.body)
				rows = append(rows, r)
				return err
			})
	})
	if err != nil {
		return nil, err
	}
	var out []memory.StageNote
	for _, r := range rows {
		body, err := sc.open("trace "+r.entry, r.body)
		if err != nil {
			return nil, err
		}
		notes, err := decodeTrace(body)
		if err != nil {
			return nil, err
		}
		out = append(out, notes...)
	}
	return out, nil
}
