package sqlite

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"mneme/memory"
)

// errDry rolls back a forget that was only to be counted.
var errDry = errors.New("dry run")

// Forget removes what the selection names; see memory.Ledger. A dry run does all
// of it and rolls it back, so that its counts are those of the forget.
func (s *Store) Forget(ctx context.Context, sel memory.Selection) (memory.Forgotten, error) {
	if sel.Empty() {
		return memory.Forgotten{}, memory.ErrEmptyFilter
	}
	sc, err := s.scope(ctx, sel.Owner, false)
	if err != nil {
		return memory.Forgotten{}, fmt.Errorf("forget: %w", err)
	}
	if sc.realm == nil {
		return memory.Forgotten{Counts: map[string]int{}}, nil
	}
	defer sc.close()
	for try := 1; ; try++ {
		f, err := sc.forget(ctx, sel, try > patience)
		if errors.Is(err, memory.ErrStale) {
			continue // the owner's memory changed while the cut was worked out
		}
		if err != nil {
			return memory.Forgotten{}, fmt.Errorf("forget: %w", err)
		}
		return f, nil
	}
}

// patience is how often a cut is worked out beside the writer, which goes on
// with others' work meanwhile, before it is worked out with the writer waiting.
const patience = 3

func (sc *scope) forget(ctx context.Context, sel memory.Selection, inside bool) (memory.Forgotten, error) {
	cut := &removal{scope: sc, selection: sel, at: sc.store.now()}
	if !inside {
		if err := sc.realm.snapshot(ctx, cut.read); err != nil {
			return memory.Forgotten{}, err
		}
		if err := cut.prepare(); err != nil {
			return memory.Forgotten{}, err
		}
	}
	err := sc.realm.update(ctx, func(c *conn) error {
		if inside {
			if err := cut.read(c); err != nil {
				return err
			}
			if err := cut.prepare(); err != nil {
				return err
			}
		}
		now, ok, err := sc.find(c)
		if err != nil {
			return err
		}
		if now.revision != cut.owner.revision || now.id != cut.owner.id {
			return memory.ErrStale
		}
		cut.start()
		if ok {
			if err := cut.run(c, now); err != nil {
				return err
			}
		}
		if sel.DryRun {
			return errDry
		}
		return nil
	})
	if errors.Is(err, errDry) {
		return cut.out, nil
	}
	if err != nil {
		return memory.Forgotten{}, err
	}
	sc.realm.waiting.Add(-cut.entries)
	sc.realm.bytes.Add(-cut.bytes)
	if err := sc.store.dropUsed(ctx, sc.hash, cut.out.Records); err != nil {
		return memory.Forgotten{}, err
	}
	sc.realm.dirty.Store(deleted)
	sc.store.purge(ctx, sc.realm.database) // what a reader holds back is repeated until it is gone
	return cut.out, nil
}

// removal carries out one forget inside the writer.
type removal struct {
	scope     *scope
	selection memory.Selection
	at        time.Time
	owner     row
	rows      []sealedRecord
	plan      memory.Cutting
	rewrites  []sealedPut

	out     memory.Forgotten
	entries int64 // waiting entries that went
	bytes   int64
}

// read reads all of the owner's records.
func (m *removal) read(c *conn) (err error) {
	if m.owner, _, err = m.scope.find(c); err != nil {
		return err
	}
	m.rows = m.rows[:0]
	return c.rows(recordColumns+"WHERE owner = ?", []any{m.owner.id}, collect(&m.rows))
}

// prepare works out the cut and seals what is to be rewritten.
func (m *removal) prepare() error {
	records, err := m.scope.openRecords(m.rows)
	if err != nil {
		return err
	}
	m.plan, m.rewrites = memory.Cut(m.selection, records), nil
	for _, r := range m.plan.Rewrite {
		p, err := m.scope.sealPut(r)
		if err != nil {
			return err
		}
		m.rewrites = append(m.rewrites, p)
	}
	return nil
}

func (m *removal) start() {
	m.entries, m.bytes = 0, 0
	m.out = memory.Forgotten{Rebuilt: m.plan.Rebuilt, Counts: make(map[string]int)}
	for _, r := range m.plan.Delete {
		m.out.Records = append(m.out.Records, r.ID)
		h := m.scope.store.keys.HashFor(m.scope.hash, "forgotten", []byte(r.Text))
		m.out.Hashes = append(m.out.Hashes, hex.EncodeToString(h[:]))
	}
}

// count runs a deletion and counts it.
func (m *removal) count(c *conn, place, query string, args ...any) error {
	n, err := c.exec(query, args...)
	m.out.Counts[place] += int(n)
	return err
}

func (m *removal) run(c *conn, owner row) error {
	if err := m.journal(c, owner); err != nil {
		return err
	}
	if err := m.tombstones(c, owner); err != nil {
		return err
	}
	revision, err := m.scope.advance(c, owner.id)
	if err != nil {
		return err
	}
	m.out.Revision = revision
	if err := m.records(c, owner, revision); err != nil {
		return err
	}
	if err := m.traces(c, owner); err != nil {
		return err
	}
	if err := m.count(c, "index", "DELETE FROM partitions WHERE owner = ?", owner.id); err != nil {
		return err
	}
	_, err = c.exec("UPDATE owners SET cut = ? WHERE id = ?", revision, owner.id)
	return err
}

func (m *removal) records(c *conn, owner row, revision int64) error {
	for _, r := range m.plan.Delete {
		if err := m.count(c, "records", "DELETE FROM records WHERE owner = ? AND id = ?", owner.id, r.ID); err != nil {
			return err
		}
		if err := m.count(c, "history", "DELETE FROM history WHERE owner = ? AND record = ?", owner.id, r.ID); err != nil {
			return err
		}
		if _, err := c.exec("INSERT OR REPLACE INTO removed (owner, revision, record, at) VALUES (?, ?, ?, ?)", owner.id, revision, r.ID, millis(m.at)); err != nil {
			return err
		}
	}
	for _, p := range m.rewrites {
		if _, err := m.scope.put(c, owner.id, revision, p, false); err != nil {
			return err
		}
		m.out.Counts["rewritten"]++
		// What changed in it before may tell what is forgotten now.
		if err := m.count(c, "history", "DELETE FROM history WHERE owner = ? AND record = ?", owner.id, p.record.ID); err != nil {
			return err
		}
	}
	return nil
}

// selects reports whether a turn is to be forgotten: because the selection names
// it, or because a record rested on it.
func (m *removal) selects(session string, t *memory.Turn) bool {
	if !m.selection.ByRecord() {
		return m.selection.Said(session, t.ID, t.At)
	}
	folded := memory.Fold(t.Text)
	for _, p := range m.plan.Places {
		if p.MessageID != "" && p.MessageID == t.ID && p.SessionID == session {
			return true
		}
		if quote := strings.TrimSpace(memory.Fold(p.Quote)); utf8.RuneCountInString(quote) >= 4 && strings.Contains(folded, quote) {
			return true
		}
	}
	return false
}

// journal takes the selected turns out of every entry, waiting, claimed, learnt
// or dead. A claim of a cut entry is lost, so that what its worker holds in hand
// cannot be committed.
func (m *removal) journal(c *conn, owner row) error {
	type entry struct {
		leased
		state int
		bytes int64
	}
	query, args := "SELECT seq, id, state, bytes, body FROM journal WHERE owner = ?", []any{owner.id}
	if m.selection.SessionID != "" && !m.selection.ByRecord() {
		query, args = query+" AND session = ?", append(args, m.scope.session(m.selection.SessionID))
	}
	var entries []entry
	err := c.rows(query, args, func(scan func(...any) error) error {
		var e entry
		err := scan(&e.seq, &e.id, &e.state, &e.bytes, &e.body)
		entries = append(entries, e)
		return err
	})
	if err != nil {
		return err
	}
	cut := false
	for _, e := range entries {
		n, err := m.scope.store.openEntry(m.scope.hash, e.id, e.body)
		if err != nil {
			return fmt.Errorf("open entry %s: %w", e.id, err)
		}
		drop := make([]bool, len(n.Turns))
		hit, fresh := false, 0
		for i := range n.Turns {
			if drop[i] = m.selects(n.SessionID, &n.Turns[i]); drop[i] {
				hit = true
			} else if !n.Turns[i].Seen {
				fresh++
			}
		}
		if !hit {
			continue
		}
		cut = true
		place := "journal"
		if e.state == dead {
			place = "dead_letters"
		}
		m.out.Counts[place]++
		if _, err := c.exec("DELETE FROM traces WHERE owner = ? AND entry = ?", owner.id, e.id); err != nil {
			return err
		}
		if fresh == 0 {
			if _, err := c.exec("DELETE FROM journal WHERE seq = ?", e.seq); err != nil {
				return err
			}
			if e.state == waiting {
				m.entries, m.bytes = m.entries+1, m.bytes+e.bytes
			}
			continue
		}
		n = keepTurns(n, drop)
		body, err := m.scope.seal("entry "+e.id, encodeEntry(&n))
		if err != nil {
			return err
		}
		if _, err := c.exec("UPDATE journal SET body = ?, bytes = ?, lease = '' WHERE seq = ?", body, len(body), e.seq); err != nil {
			return err
		}
		if e.state == waiting {
			m.bytes += e.bytes - int64(len(body))
		}
	}
	if !cut {
		return nil
	}
	return requeue(c, owner.id, 0)
}

func (m *removal) traces(c *conn, owner row) error {
	s := m.selection
	for _, p := range m.plan.Places {
		if p.TraceID != "" {
			if err := m.count(c, "traces", "DELETE FROM traces WHERE owner = ?1 AND (entry = ?2 OR receipt = ?2)", owner.id, p.TraceID); err != nil {
				return err
			}
		}
	}
	switch {
	case s.ByRecord():
		return nil
	case s.MessageID != "":
		// Which traces speak of the message is not known; those of its session go.
		return m.count(c, "traces", "DELETE FROM traces WHERE owner = ? AND session IN (SELECT session FROM turns WHERE owner = ? AND message = ?)",
			owner.id, owner.id, m.scope.message(s.MessageID))
	case s.SessionID != "":
		return m.count(c, "traces", "DELETE FROM traces WHERE owner = ? AND session = ?", owner.id, m.scope.session(s.SessionID))
	case s.ByEvidence():
		from, to := unspan(span(s.Since, s.Until))
		return m.count(c, "traces", "DELETE FROM traces WHERE owner = ? AND said >= ? AND said < ?", owner.id, from, to)
	}
	return m.count(c, "traces", "DELETE FROM traces WHERE owner = ?", owner.id)
}

// tombstones writes what keeps the forgotten from being learnt again.
func (m *removal) tombstones(c *conn, owner row) error {
	sc := m.scope
	for _, r := range m.plan.Delete {
		places := r.Sources
		if len(places) == 0 {
			places = []memory.Provenance{{SessionID: r.SessionID}}
		}
		for _, p := range places {
			session := sc.session(p.SessionID)
			if err := sc.bury(c, graveFact, sc.fact(r.Text), session, m.at); err != nil {
				return err
			}
			if r.Predicate == "" {
				continue
			}
			if err := sc.bury(c, graveTriple, sc.triple(&r), session, m.at); err != nil {
				return err
			}
		}
	}
	for _, p := range m.plan.Places {
		session := sc.session(p.SessionID)
		if p.Quote != "" {
			if err := sc.bury(c, graveWords, sc.words(p.Quote), session, m.at); err != nil {
				return err
			}
		}
		if p.MessageID == "" {
			continue
		}
		if err := m.buryTurns(c, "owner = ? AND session = ? AND message = ?", owner.id, session, sc.message(p.MessageID)); err != nil {
			return err
		}
	}
	s := m.selection
	if s.ByRecord() {
		return nil
	}
	switch {
	case s.MessageID != "":
		return m.buryMessage(c, owner)
	case s.SessionID != "" && s.Since.IsZero() && s.Until.IsZero():
		session := sc.session(s.SessionID)
		if err := sc.bury(c, graveSession, session, nil, m.at); err != nil {
			return err
		}
		return m.buryTurns(c, "owner = ? AND session = ?", owner.id, session)
	case s.SessionID != "":
		from, to := unspan(span(s.Since, s.Until))
		return m.buryTurns(c, "owner = ? AND session = ? AND at >= ? AND at < ?", owner.id, sc.session(s.SessionID), from, to)
	case s.ByEvidence():
		if err := sc.bury(c, graveRange, span(s.Since, s.Until), nil, m.at); err != nil {
			return err
		}
		from, to := unspan(span(s.Since, s.Until))
		return m.buryTurns(c, "owner = ? AND at >= ? AND at < ?", owner.id, from, to)
	}
	if err := sc.bury(c, graveAll, []byte{0}, nil, m.at); err != nil {
		return err
	}
	return m.buryTurns(c, "owner = ?", owner.id)
}

// buryMessage forgets a message by its id, in the named session or in every one
// that it came in with.
func (m *removal) buryMessage(c *conn, owner row) error {
	sc, s := m.scope, m.selection
	message := sc.message(s.MessageID)
	where, args := "owner = ? AND message = ?", []any{owner.id, message}
	if s.SessionID != "" {
		session := sc.session(s.SessionID)
		where, args = where+" AND session = ?", append(args, session)
		if err := sc.bury(c, graveMessage, message, session, m.at); err != nil {
			return err
		}
	}
	_, err := c.exec("INSERT OR REPLACE INTO tombstones (owner, kind, hash, session, at) SELECT ?, 4, message, session, ? FROM turns WHERE "+where,
		append([]any{sc.hash[:], millis(m.at)}, args...)...)
	if err != nil {
		return err
	}
	return m.buryTurns(c, where, args...)
}

// buryTurns buries the words of turns that came in, each in its session.
func (m *removal) buryTurns(c *conn, where string, args ...any) error {
	_, err := c.exec("INSERT OR REPLACE INTO tombstones (owner, kind, hash, session, at) SELECT ?, 3, words, session, ? FROM turns WHERE "+where,
		append([]any{m.scope.hash[:], millis(m.at)}, args...)...)
	return err
}
