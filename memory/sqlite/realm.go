package sqlite

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"mneme/memory"
)

// retryOpen is how long a realm that would not open is not tried again, so that a
// damaged file costs one request in a while its time and the others nothing.
const retryOpen = 5 * time.Second

// realm is one realm's database while it is open.
type realm struct {
	*database
	file    string
	refs    int          // guarded by realms.mu
	used    time.Time    // guarded by realms.mu
	waiting atomic.Int64 // entries not learnt yet
	bytes   atomic.Int64 // of them

	owners    *bounded[struct{}]  // owners known to have a row
	healed    *bounded[time.Time] // erased owners known to have no old row, with the time of the erasure
	revisions *bounded[int64]     // as committed; this process is the only writer
	written   atomic.Int64        // counts changes of revisions
}

// realms opens realm databases lazily and closes idle ones over the limit.
type realms struct {
	store  *Store
	mu     sync.Mutex
	open   map[string]*realm
	down   map[string]failure
	idle   map[string]struct{} // closed realms in which no entry waits
	ours   map[string]struct{} // realms whose leases are all of this process
	closed bool
}

type failure struct {
	err   error
	until time.Time
}

func newRealms(s *Store) *realms {
	return &realms{store: s, open: make(map[string]*realm), down: make(map[string]failure), idle: make(map[string]struct{}), ours: make(map[string]struct{})}
}

// locate names the database of an owner. Owners of one realm share one today; a
// store that shards by tenant changes this function and nothing else.
func (s *Store) locate(owner memory.Owner) string {
	h := s.keys.OwnerHash(memory.TenantOwner("\x00realm", owner.Realm))
	return hex.EncodeToString(h[:16])
}

func (rs *realms) path(file string) string {
	return filepath.Join(rs.store.options.Dir, "realms", file+".db")
}

// acquire opens a realm's database and holds it open until release. Without
// create, a realm that has no file is memory.ErrNotFound.
func (rs *realms) acquire(file string, create bool) (*realm, error) {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	if rs.closed {
		return nil, ErrClosed
	}
	now := rs.store.now()
	if r := rs.open[file]; r != nil {
		r.refs++
		r.used = now
		return r, nil
	}
	if f, is := rs.down[file]; is && now.Before(f.until) {
		return nil, f.err
	}
	if !create {
		if _, err := os.Stat(rs.path(file)); errors.Is(err, fs.ErrNotExist) {
			return nil, memory.ErrNotFound
		}
	}
	r, err := rs.load(file)
	if err != nil {
		err = fmt.Errorf("realm %s: %w", file, err)
		rs.down[file] = failure{err: err, until: now.Add(retryOpen)}
		return nil, err
	}
	delete(rs.down, file)
	delete(rs.idle, file)
	r.refs, r.used = 1, now
	rs.open[file] = r
	rs.evict()
	return r, nil
}

func (rs *realms) load(file string) (*realm, error) {
	d, err := openDatabase(rs.path(file), rs.store.options, realmSteps)
	if err != nil {
		return nil, err
	}
	r := &realm{database: d, file: file, owners: newBounded[struct{}](), healed: newBounded[time.Time](), revisions: newBounded[int64]()}
	var last, waiting, bytes int64
	err = d.view(context.Background(), func(c *conn) error {
		if _, err := c.row("SELECT coalesce(max(seq), 0) FROM journal", nil, &last); err != nil {
			return err
		}
		_, err := c.row("SELECT count(*), coalesce(sum(bytes), 0) FROM journal INDEXED BY journal_waiting WHERE state = 0", nil, &waiting, &bytes)
		return err
	})
	if err != nil {
		d.close()
		return nil, err
	}
	if err := rs.endLeases(d, file); err != nil {
		d.close()
		return nil, fmt.Errorf("end leases: %w", err)
	}
	rs.store.after(last)
	r.waiting.Store(waiting)
	r.bytes.Store(bytes)
	return r, nil
}

// endLeases ends the leases that an earlier process left when it was killed.
// The folder is locked, so that nobody holds them any more: waiting for them to
// run out would only make what was said late.
func (rs *realms) endLeases(d *database, file string) error {
	if _, ours := rs.ours[file]; ours {
		return nil
	}
	err := d.update(context.Background(), func(c *conn) error {
		if _, err := c.exec("UPDATE journal SET lease = '' WHERE state = 0 AND lease <> ''"); err != nil {
			return err
		}
		_, err := c.exec("UPDATE queue SET lease = '', until = 0 WHERE lease <> ''")
		return err
	})
	if err == nil {
		rs.ours[file] = struct{}{}
	}
	return err
}

func (rs *realms) release(r *realm) {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	r.refs--
	rs.evict()
}

// evict closes the longest unused idle realms over the limit.
func (rs *realms) evict() {
	for len(rs.open) > rs.store.options.Realms {
		var oldest *realm
		for _, r := range rs.open {
			if r.aged.Load() != 0 { // it is wiped before it may close
				r.dirty.CompareAndSwap(clean, deleted)
			}
			if r.refs == 0 && r.dirty.Load() == clean && (oldest == nil || r.used.Before(oldest.used)) {
				oldest = r
			}
		}
		if oldest == nil {
			return
		}
		delete(rs.open, oldest.file)
		if oldest.waiting.Load() == 0 {
			rs.idle[oldest.file] = struct{}{}
		}
		oldest.close() // it is idle: nothing can be lost, and it opens again when asked for
	}
}

func (rs *realms) close() error {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	var faults []error
	for _, r := range rs.open {
		faults = append(faults, r.close())
	}
	clear(rs.open)
	rs.closed = true
	return errors.Join(faults...)
}

// files lists every realm there is, open or not.
func (rs *realms) files() ([]string, error) {
	found, err := filepath.Glob(rs.path("*"))
	if err != nil {
		return nil, err
	}
	for i, f := range found {
		base := filepath.Base(f)
		found[i] = base[:len(base)-len(".db")]
	}
	return found, nil
}

// busy lists the realms in which entries may wait: a closed realm that had none
// when it was closed has none now.
func (rs *realms) busy() ([]string, error) {
	files, err := rs.files()
	if err != nil {
		return nil, err
	}
	rs.mu.Lock()
	defer rs.mu.Unlock()
	return slices.DeleteFunc(files, func(file string) bool {
		_, is := rs.idle[file]
		return is
	}), nil
}

// each calls do for every realm, and goes on when one fails.
func (rs *realms) each(do func(*realm) error) error {
	files, err := rs.files()
	if err != nil {
		return err
	}
	return rs.among(files, do)
}

func (rs *realms) among(files []string, do func(*realm) error) error {
	var faults []error
	for _, file := range files {
		r, err := rs.acquire(file, false)
		if err == nil {
			err = do(r)
			rs.release(r)
		}
		faults = append(faults, err)
	}
	return errors.Join(faults...)
}
