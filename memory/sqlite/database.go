package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"sync"
	"sync/atomic"
	"time"

	_ "modernc.org/sqlite" // the driver
)

// conn is one connection with its prepared statements. Statements run without
// the caller's context: each is short, and a context with a deadline would cost a
// goroutine per statement.
type conn struct {
	raw        *sql.Conn
	statements map[string]*sql.Stmt
	committed  []func() // run by the writer when the transaction has committed
}

func (c *conn) prepare(query string) (*sql.Stmt, error) {
	if s, ok := c.statements[query]; ok {
		return s, nil
	}
	s, err := c.raw.PrepareContext(context.Background(), query)
	if err != nil {
		return nil, err
	}
	c.statements[query] = s
	return s, nil
}

// exec runs a statement and returns how many rows it changed.
func (c *conn) exec(query string, args ...any) (int64, error) {
	s, err := c.prepare(query)
	if err != nil {
		return 0, err
	}
	r, err := s.Exec(args...)
	if err != nil {
		return 0, err
	}
	return r.RowsAffected()
}

// row reads at most one row and reports whether there was one.
func (c *conn) row(query string, args []any, into ...any) (bool, error) {
	s, err := c.prepare(query)
	if err != nil {
		return false, err
	}
	err = s.QueryRow(args...).Scan(into...)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return err == nil, err
}

// rows calls each for every row; it must scan before it returns.
func (c *conn) rows(query string, args []any, each func(scan func(...any) error) error) error {
	s, err := c.prepare(query)
	if err != nil {
		return err
	}
	rows, err := s.Query(args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := each(rows.Scan); err != nil {
			return err
		}
	}
	return rows.Err()
}

// script runs statements that are not worth keeping.
func (c *conn) script(text string) error {
	_, err := c.raw.ExecContext(context.Background(), text)
	return err
}

func (c *conn) close() error {
	for _, s := range c.statements {
		s.Close()
	}
	return c.raw.Close()
}

// database is one file: a writer and a pool of readers.
type database struct {
	path    string
	writing *sql.DB
	reading *sql.DB
	work    chan *task
	stopped chan struct{} // closed when the writer is gone
	idle    chan *conn    // reading connections, nil where none is made yet
	dirty   atomic.Int32  // what is still in the file of deleted rows
	aged    atomic.Int64  // since when it may hold copies of rows whose time was over, in nanoseconds; 0: it does not
	purging sync.Mutex    // one purge at a time

	mu     sync.RWMutex // held for reading while sending to work
	closed bool
}

func source(path string, o Options, reader bool) string {
	q := url.Values{}
	q.Add("_pragma", fmt.Sprintf("busy_timeout(%d)", o.BusyTimeout.Milliseconds()))
	q.Add("_pragma", fmt.Sprintf("cache_size(-%d)", o.CacheBytes>>10))
	q.Add("_pragma", "temp_store(memory)") // no word ever lies in a temporary file
	if reader {
		q.Add("_pragma", "query_only(1)")
	} else {
		sync := "normal"
		if o.Durable {
			sync = "full"
		}
		q.Add("_pragma", "synchronous("+sync+")")
		q.Add("_pragma", "secure_delete(on)")
		q.Add("_pragma", "wal_autocheckpoint(1000)")
	}
	return "file:" + (&url.URL{Path: path}).EscapedPath() + "?" + q.Encode()
}

// openDatabase opens or makes a file and brings its schema up to date.
func openDatabase(path string, o Options, steps []string) (_ *database, err error) {
	d := &database{path: path, work: make(chan *task, 1024), stopped: make(chan struct{}), idle: make(chan *conn, o.Readers)}
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600) // with our mode, before SQLite makes it with its own
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDisk, err)
	}
	file.Close()
	if d.writing, err = sql.Open("sqlite", source(path, o, false)); err != nil {
		return nil, typed(err)
	}
	if d.reading, err = sql.Open("sqlite", source(path, o, true)); err != nil {
		return nil, typed(err)
	}
	d.writing.SetMaxOpenConns(1)
	defer func() {
		if err != nil {
			d.writing.Close()
			d.reading.Close()
		}
	}()
	w, err := dial(d.writing)
	if err != nil {
		return nil, fmt.Errorf("open database: %w", typed(err))
	}
	// Pages hold a record with its text; free ones can be given back. Both are
	// settled when the file is first written, which the journal mode does.
	if err := w.script("PRAGMA page_size = 8192; PRAGMA auto_vacuum = incremental; PRAGMA journal_mode = wal"); err != nil {
		return nil, fmt.Errorf("open database: %w", typed(err))
	}
	if err := migrate(w, steps); err != nil {
		return nil, fmt.Errorf("migrate database: %w", typed(err))
	}
	for range o.Readers {
		d.idle <- nil
	}
	go d.write(w)
	return d, nil
}

func dial(db *sql.DB) (*conn, error) {
	raw, err := db.Conn(context.Background())
	if err != nil {
		return nil, err
	}
	return &conn{raw: raw, statements: make(map[string]*sql.Stmt)}, nil
}

// view runs a short read on a pooled connection, inside one transaction when it
// has several statements.
func (d *database) view(ctx context.Context, read func(*conn) error) error {
	return typed(d.borrow(ctx, read))
}

// snapshot is view with all statements seeing one state.
func (d *database) snapshot(ctx context.Context, read func(*conn) error) error {
	return typed(d.borrow(ctx, func(c *conn) error {
		if _, err := c.exec("BEGIN"); err != nil {
			return err
		}
		err := read(c)
		if _, end := c.exec("COMMIT"); end != nil && err == nil {
			err = end
		}
		return err
	}))
}

func (d *database) borrow(ctx context.Context, read func(*conn) error) error {
	var c *conn
	select {
	case c = <-d.idle:
	case <-ctx.Done():
		return ctx.Err()
	case <-d.stopped:
		return ErrClosed
	}
	defer func() { d.idle <- c }()
	if err := ctx.Err(); err != nil {
		return err
	}
	if c == nil {
		made, err := dial(d.reading)
		if err != nil {
			return err
		}
		c = made
	}
	return read(c)
}

// close finishes what was handed in, and cuts the write-ahead log.
func (d *database) close() error {
	d.mu.Lock()
	if d.closed {
		d.mu.Unlock()
		return nil
	}
	d.closed = true
	close(d.work)
	d.mu.Unlock()
	<-d.stopped
	for range cap(d.idle) {
		if c := <-d.idle; c != nil {
			c.close()
		}
	}
	return errors.Join(d.reading.Close(), d.writing.Close())
}

func millis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

func fromMillis(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms).UTC()
}
