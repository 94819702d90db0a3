package sqlite

import (
	"context"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"strings"

	"mneme/memory"
)

// Bounds of a page of records.
const (
	pageDefault = 50
	pageMax     = 500
)

// sealedRecord is a record's row before it is opened, which is done outside of
// the transaction.
type sealedRecord struct {
	id       string
	revision int64
	created  int64
	body     []byte
}

func (sc *scope) openRecord(sealed sealedRecord) (memory.Record, error) {
	body, err := sc.open("record "+sealed.id, sealed.body)
	if err != nil {
		return memory.Record{}, fmt.Errorf("open record %s: %w", sealed.id, err)
	}
	r, err := decodeRecord(body)
	if err != nil {
		return r, fmt.Errorf("open record %s: %w", sealed.id, err)
	}
	r.ID, r.Owner, r.Revision = sealed.id, sc.owner, sealed.revision
	return r, nil
}

func (sc *scope) openRecords(rows []sealedRecord) ([]memory.Record, error) {
	out := make([]memory.Record, 0, len(rows))
	for _, row := range rows {
		r, err := sc.openRecord(row)
		if err != nil {
			return nil, err
		}
		out = append(out, r)
	}
	return out, nil
}

const recordColumns = "SELECT id, revision, created, body FROM records "

func collect(into *[]sealedRecord) func(scan func(...any) error) error {
	return func(scan func(...any) error) error {
		var r sealedRecord
		if err := scan(&r.id, &r.revision, &r.created, &r.body); err != nil {
			return err
		}
		*into = append(*into, r)
		return nil
	}
}

// getBatch is how many ids one statement looks up; shorter lists repeat an id.
const getBatch = 16

// Get returns the owner's records among ids; see memory.Reader.
func (s *Store) Get(ctx context.Context, owner memory.Owner, ids []string) ([]memory.Record, error) {
	sc, err := s.scope(ctx, owner, false)
	if err != nil || sc.realm == nil {
		return nil, err
	}
	defer sc.close()
	rows := make([]sealedRecord, 0, len(ids))
	err = sc.realm.view(ctx, func(c *conn) error {
		for start := 0; start < len(ids); start += getBatch {
			args := make([]any, 1, 1+getBatch)
			args[0] = sc.hash[:]
			for i := range getBatch {
				args = append(args, ids[min(start+i, len(ids)-1)])
			}
			err := c.rows(recordColumns+"WHERE owner = (SELECT id FROM owners WHERE hash = ?) AND id IN (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
				args, collect(&rows))
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("get records: %w", err)
	}
	return sc.openInOrder(ids, rows)
}

// openInOrder opens rows in the order of ids; an id that is asked for twice is
// answered twice.
func (sc *scope) openInOrder(ids []string, rows []sealedRecord) ([]memory.Record, error) {
	found := make(map[string]int, len(rows))
	for i, r := range rows {
		found[r.id] = i
	}
	out := make([]memory.Record, 0, len(ids))
	for _, id := range ids {
		i, ok := found[id]
		if !ok {
			continue
		}
		r, err := sc.openRecord(rows[i])
		if err != nil {
			return nil, err
		}
		out = append(out, r)
	}
	return out, nil
}

// List returns a page of the owner's records, newest first; see memory.Reader.
func (s *Store) List(ctx context.Context, f memory.Filter) (memory.Page, error) {
	var page memory.Page
	switch {
	case f.Limit == 0:
		f.Limit = pageDefault
	case f.Limit < 0 || f.Limit > pageMax:
		return page, fmt.Errorf("list records: limit %d is not in 1..%d", f.Limit, pageMax)
	}
	sc, err := s.scope(ctx, f.Owner, false)
	if err != nil {
		return page, err
	}
	defer sc.close()
	where, args, err := sc.filter(f)
	if err != nil {
		return page, fmt.Errorf("list records: %w", err)
	}
	before, id, err := parseCursor(f.Cursor)
	if err != nil || sc.realm == nil {
		return page, err
	}
	query := strings.TrimSpace(memory.Fold(f.Query))
	batch := f.Limit + 1 // one more tells whether there is another page
	if query != "" || f.Waiting {
		batch = pageMax // most will not be among them
	}
	text := recordColumns + `WHERE owner = (SELECT id FROM owners WHERE hash = ?) AND (created < ? OR created = ? AND id < ?)` + where +
		" ORDER BY created DESC, id DESC LIMIT ?"
	for {
		var rows []sealedRecord
		err := sc.realm.view(ctx, func(c *conn) error {
			list := append([]any{sc.hash[:], before, before, id}, args...)
			return c.rows(text, append(list, batch), collect(&rows))
		})
		if err != nil {
			return page, fmt.Errorf("list records: %w", err)
		}
		for _, row := range rows {
			r, err := sc.openRecord(row)
			if err != nil {
				return page, err
			}
			if query != "" && !strings.Contains(memory.Fold(r.Text), query) || f.Waiting && !r.Waits() {
				continue
			}
			if len(page.Records) == f.Limit {
				page.Next = cursor(before, id)
				return page, nil
			}
			page.Records = append(page.Records, r)
			before, id = row.created, row.id
		}
		if len(rows) < batch {
			return page, nil
		}
		last := rows[len(rows)-1]
		if len(page.Records) < f.Limit {
			before, id = last.created, last.id
		}
	}
}

// filter turns a filter into SQL; what it cannot express is an error.
func (sc *scope) filter(f memory.Filter) (where string, args []any, err error) {
	var b strings.Builder
	add := func(condition string, values ...any) {
		b.WriteString(" AND ")
		b.WriteString(condition)
		args = append(args, values...)
	}
	if len(f.Layers) > 0 {
		numbers, err := codes(layers(), f.Layers)
		if err != nil {
			return "", nil, err
		}
		add("layer IN (" + numbers + ")")
	}
	if len(f.Statuses) > 0 {
		numbers, err := codes(statuses(), f.Statuses)
		if err != nil {
			return "", nil, err
		}
		add("status IN (" + numbers + ")")
	}
	if f.Waiting { // whether a state is past its time is sealed with it
		numbers, err := codes(statuses(), []memory.Status{memory.Pending, memory.Current, memory.Observed})
		if err != nil {
			return "", nil, err
		}
		add("status IN (" + numbers + ")")
	}
	if f.Source != "" {
		n, err := code(sources(), f.Source)
		if err != nil {
			return "", nil, err
		}
		add("source = ?", n)
	}
	if f.Kind != "" {
		add("kind = ?", sc.mark("kind", f.Kind))
	}
	if f.SessionID != "" {
		add("session = ?", sc.session(f.SessionID))
	}
	if !f.Since.IsZero() {
		add("created >= ?", millis(f.Since))
	}
	if !f.Until.IsZero() {
		add("created < ?", millis(f.Until))
	}
	return b.String(), args, nil
}

// codes renders words as a list of their numbers, so that a statement of a shape
// is prepared once.
func codes[T ~string](list, words []T) (string, error) {
	var b strings.Builder
	for i, w := range words {
		n, err := code(list, w)
		if err != nil {
			return "", err
		}
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprint(&b, n)
	}
	return b.String(), nil
}

// A cursor is the creation time and id of the last record of a page.
func cursor(created int64, id string) string {
	return base64.RawURLEncoding.EncodeToString(append(binary.BigEndian.AppendUint64(nil, uint64(created)), id...))
}

func parseCursor(text string) (created int64, id string, err error) {
	if text == "" {
		return 1<<63 - 1, "", nil
	}
	raw, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil || len(raw) < 9 {
		return 0, "", memory.ErrCursor
	}
	return int64(binary.BigEndian.Uint64(raw)), string(raw[8:]), nil
}

// History returns a record's changes, oldest first; see memory.Reader.
func (s *Store) History(ctx context.Context, owner memory.Owner, id string) ([]memory.Change, error) {
	sc, err := s.scope(ctx, owner, false)
	if err != nil {
		return nil, err
	}
	if sc.realm == nil {
		return nil, memory.ErrNotFound
	}
	defer sc.close()
	var bodies [][]byte
	found := false
	err = sc.realm.snapshot(ctx, func(c *conn) error {
		r, ok, err := sc.find(c)
		if err != nil || !ok {
			return err
		}
		var one int
		if found, err = c.row("SELECT 1 FROM records WHERE owner = ? AND id = ?", []any{r.id, id}, &one); err != nil || !found {
			return err
		}
		return c.rows("SELECT body FROM history WHERE owner = ? AND record = ? ORDER BY seq", []any{r.id, id}, func(scan func(...any) error) error {
			var body []byte
			err := scan(&body)
			bodies = append(bodies, body)
			return err
		})
	})
	if err != nil {
		return nil, fmt.Errorf("read history: %w", err)
	}
	if !found {
		return nil, memory.ErrNotFound
	}
	out := make([]memory.Change, 0, len(bodies))
	for _, sealed := range bodies {
		c, err := sc.openChange(id, sealed)
		if err != nil {
			return nil, err
		}
		out = append(out, c)
	}
	return out, nil
}

func (sc *scope) openChange(record string, sealed []byte) (memory.Change, error) {
	body, err := sc.open("change "+record, sealed)
	if err != nil {
		return memory.Change{}, fmt.Errorf("open change: %w", err)
	}
	c, err := decodeChange(body)
	c.RecordID = record
	return c, err
}

// Since returns what changed after a revision; see memory.Reader.
func (s *Store) Since(ctx context.Context, owner memory.Owner, revision int64) (memory.Delta, error) {
	var d memory.Delta
	sc, err := s.scope(ctx, owner, false)
	if err != nil {
		return d, err
	}
	if sc.realm == nil {
		d.Reset = revision != 0
		return d, nil
	}
	defer sc.close()
	var rows []sealedRecord
	err = sc.realm.snapshot(ctx, func(c *conn) error {
		r, ok, err := sc.find(c)
		if err != nil {
			return err
		}
		if !ok {
			d.Reset = revision != 0
			return nil
		}
		d.Revision = r.revision
		if revision == r.revision {
			return nil
		}
		if revision < r.floor || revision > r.revision || revision == 0 {
			d.Reset = revision != 0
			return c.rows(recordColumns+"WHERE owner = ?", []any{r.id}, collect(&rows))
		}
		if err := c.rows(recordColumns+"WHERE owner = ? AND revision > ?", []any{r.id, revision}, collect(&rows)); err != nil {
			return err
		}
		return c.rows("SELECT record FROM removed WHERE owner = ? AND revision > ?", []any{r.id, revision}, func(scan func(...any) error) error {
			var id string
			err := scan(&id)
			d.Removed = append(d.Removed, id)
			return err
		})
	})
	if err != nil {
		return memory.Delta{}, fmt.Errorf("read changes: %w", err)
	}
	d.Changed, err = sc.openRecords(rows)
	return d, err
}

// Revision returns the owner's revision; see memory.Reader.
func (s *Store) Revision(ctx context.Context, owner memory.Owner) (int64, error) {
	sc, err := s.scope(ctx, owner, false)
	if err != nil || sc.realm == nil {
		return 0, err
	}
	defer sc.close()
	if known, ok := sc.realm.revisions.get(sc.hash); ok {
		return known, nil
	}
	var r row
	before := sc.realm.written.Load()
	err = sc.realm.view(ctx, func(c *conn) error {
		var err error
		r, _, err = sc.find(c)
		return err
	})
	if err == nil && before == sc.realm.written.Load() { // else what was read may be old already
		sc.realm.revisions.put(sc.hash, r.revision)
	}
	return r.revision, err
}
