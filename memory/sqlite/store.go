package sqlite

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"mneme/memory"
)

// Store is an open data folder. It is safe for concurrent use.
type Store struct {
	options Options
	keys    Keys
	now     func() time.Time
	system  [32]byte // seals what belongs to no owner: names of realms, keys' rights
	lock    *os.File
	control *database
	ops     *database
	log     *opsLog
	realms  *realms
	turn    atomic.Int64  // whose realm is asked first by the next claim
	order   atomic.Int64  // of the last entry: microseconds, strictly rising over all realms
	arrived chan struct{} // holds one token when entries came in
	quit    chan struct{}
	working sync.WaitGroup
	close   sync.Once

	choosing memory.Pens // of those who change settings
}

// The seams this store fills.
var (
	_ memory.Journal    = (*Store)(nil)
	_ memory.Ledger     = (*Store)(nil)
	_ memory.Control    = (*Store)(nil)
	_ memory.Ops        = (*Store)(nil)
	_ memory.Optouts    = (*Store)(nil)
	_ memory.Partitions = (*Store)(nil)
	_ memory.Roster     = (*Store)(nil)
)

// Open opens a data folder, making it on first use, brings control and ops up to
// date and finishes erasures that a crash interrupted. Realm databases are opened
// when they are first asked for. The caller closes the store.
func Open(o Options) (_ *Store, err error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Join(o.Dir, "realms"), 0o700); err != nil {
		return nil, fmt.Errorf("make data folder: %w: %w", ErrDisk, err)
	}
	s := &Store{options: o, keys: o.Keys, now: o.Now, arrived: make(chan struct{}, 1), quit: make(chan struct{})}
	s.system = o.Keys.OwnerHash(memory.TenantOwner("\x00system", "\x00"))
	if s.lock, err = lockFolder(o.Dir, o.Now()); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			s.shut()
		}
	}()
	if s.control, err = openDatabase(filepath.Join(o.Dir, "control.db"), o, controlSteps); err != nil {
		return nil, fmt.Errorf("control.db: %w", err)
	}
	if s.ops, err = openDatabase(filepath.Join(o.Dir, "ops.db"), o, opsSteps); err != nil {
		return nil, fmt.Errorf("ops.db: %w", err)
	}
	s.log = newOpsLog(s)
	s.realms = newRealms(s)
	if err := s.finishErasures(context.Background()); err != nil {
		return nil, fmt.Errorf("finish erasure: %w", err)
	}
	s.working.Go(s.log.run)
	s.working.Go(s.tidy)
	return s, nil
}

// Close writes what is queued and releases the folder.
func (s *Store) Close() error {
	var err error
	s.close.Do(func() {
		close(s.quit)
		s.working.Wait()
		err = s.shut()
	})
	return err
}

func (s *Store) shut() error {
	var faults []error
	if s.realms != nil {
		faults = append(faults, s.realms.close())
	}
	for _, d := range []*database{s.ops, s.control} {
		if d != nil {
			faults = append(faults, d.close())
		}
	}
	return errors.Join(append(faults, s.lock.Close())...)
}

// Arrived holds a token when entries came in since it was last read: a learner
// waits for it instead of polling.
func (s *Store) Arrived() <-chan struct{} { return s.arrived }

func (s *Store) wake() {
	select {
	case s.arrived <- struct{}{}:
	default:
	}
}

// next returns the order of a new entry: the time in microseconds, or one more
// than the last order. Orders of all realms are comparable.
func (s *Store) next() int64 {
	for {
		last := s.order.Load()
		n := max(last+1, s.now().UnixMicro())
		if s.order.CompareAndSwap(last, n) {
			return n
		}
	}
}

// after makes sure that coming orders are above one that is on disk.
func (s *Store) after(order int64) {
	for {
		last := s.order.Load()
		if last >= order || s.order.CompareAndSwap(last, order) {
			return
		}
	}
}
