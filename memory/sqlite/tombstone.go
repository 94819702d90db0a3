package sqlite

import (
	"encoding/binary"
	"slices"
	"strings"
	"time"

	"mneme/memory"
)

// Kinds of tombstones. The hash of each is keyed and says nothing of what is
// gone; its time is that of the forget. Evidence older than that time is a
// replay, and so are the same words in the session they were forgotten from.
const (
	graveFact    = 1 // text of a record
	graveTriple  = 2 // subject, predicate, object and context of a record
	graveWords   = 3 // text of a message
	graveMessage = 4 // id of a message
	graveSession = 5 // a session: all of it up to the time
	graveAll     = 6 // everything up to the time
	graveRange   = 7 // everything said between two times; the hash holds them
	graveTurn    = 8 // key of a turn of an erased owner
	optOut       = 9 // hash of a message that must not be learnt; not a forget
)

func (sc *scope) words(text string) []byte {
	return sc.mark("words", strings.TrimSpace(memory.Fold(text)))
}
func (sc *scope) message(id string) []byte { return sc.mark("message", id) }
func (sc *scope) fact(text string) []byte {
	return sc.mark("fact", strings.TrimSpace(memory.Fold(text)))
}
func (sc *scope) triple(r *memory.Record) []byte {
	return sc.mark("triple", memory.Fold(strings.Join([]string{r.Subject, r.Predicate, r.Object, r.Constraint.Context}, "\x00")))
}

// bury writes a tombstone; the newer time counts.
func (sc *scope) bury(c *conn, kind int, hash, session []byte, at time.Time) error {
	if session == nil {
		session = []byte{0} // of no session
	}
	_, err := c.exec(`INSERT INTO tombstones (owner, kind, hash, session, at) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT DO UPDATE SET at = max(at, excluded.at)`, sc.hash[:], kind, hash, session, millis(at))
	return err
}

// graves reports whether the owner has any tombstone: most have none, and pay
// nothing more.
func (sc *scope) graves(c *conn) (bool, error) {
	var one int
	return c.row("SELECT 1 FROM tombstones WHERE owner = ? AND kind < 9 LIMIT 1", []any{sc.hash[:]}, &one)
}

// dug looks for a tombstone of a kind and hash that is of this session or not
// older than the evidence.
func (sc *scope) dug(c *conn, kind int, hash, session []byte, said int64) (bool, error) {
	var one int
	return c.row("SELECT 1 FROM tombstones WHERE owner = ? AND kind = ? AND hash = ? AND (session = ? OR at >= ?) LIMIT 1",
		[]any{sc.hash[:], kind, hash, session, said}, &one)
}

// place reports whether evidence of a session, message and time is forgotten.
func (sc *scope) place(c *conn, session []byte, message string, said time.Time) (bool, error) {
	at := millis(said)
	var one int
	ok, err := c.row(`SELECT 1 FROM tombstones WHERE owner = ?1 AND at >= ?2 AND
		(kind = 5 AND hash = ?3 OR kind = 6) LIMIT 1`, []any{sc.hash[:], at, session}, &one)
	if err != nil || ok {
		return ok, err
	}
	if message != "" {
		ok, err := c.row("SELECT 1 FROM tombstones WHERE owner = ? AND kind = 4 AND hash = ? AND session = ?",
			[]any{sc.hash[:], sc.message(message), session}, &one)
		if err != nil || ok {
			return ok, err
		}
	}
	err = c.rows("SELECT hash FROM tombstones WHERE owner = ? AND kind = 7 AND at >= ?", []any{sc.hash[:], at}, func(scan func(...any) error) error {
		var span []byte
		if err := scan(&span); err != nil {
			return err
		}
		if from, to := unspan(span); at >= from && at < to {
			ok = true
		}
		return nil
	})
	return ok, err
}

// buriedTurn reports whether a turn was forgotten.
func (sc *scope) buriedTurn(c *conn, session []byte, t *memory.Turn, words []byte) (bool, error) {
	if ok, err := sc.place(c, session, t.ID, t.At); err != nil || ok {
		return ok, err
	}
	return sc.dug(c, graveWords, words, session, millis(t.At))
}

// exhume looks at a record that is to be written and takes away the sources that
// are forgotten. What it holds already is judged by its place alone: where a forget
// left the same words, they were said elsewhere too. A record that rested on what is
// taken away alone is buried.
func (sc *scope) exhume(c *conn, r *memory.Record, held []memory.Provenance, isNew bool) (buried, changed bool, err error) {
	kept := make([]memory.Provenance, 0, len(r.Sources))
	for _, src := range r.Sources {
		stays := slices.ContainsFunc(held, func(h memory.Provenance) bool {
			return h.SessionID == src.SessionID && h.MessageID == src.MessageID && h.Quote == src.Quote
		})
		gone, err := sc.buriedSource(c, r, src, isNew, stays)
		if err != nil {
			return false, false, err
		}
		if !gone {
			kept = append(kept, src)
		}
	}
	if len(kept) == len(r.Sources) {
		return false, false, nil
	}
	if len(kept) == 0 && isNew {
		return true, true, nil
	}
	r.Sources = kept
	return false, true, nil
}

func (sc *scope) buriedSource(c *conn, r *memory.Record, src memory.Provenance, isNew, held bool) (bool, error) {
	session, said := sc.session(src.SessionID), evidence(r, src)
	if ok, err := sc.place(c, session, src.MessageID, said); err != nil || ok {
		return ok, err
	}
	if src.Quote != "" && !held {
		if ok, err := sc.dug(c, graveWords, sc.words(src.Quote), session, millis(said)); err != nil || ok {
			return ok, err
		}
	}
	if !isNew {
		return false, nil
	}
	if ok, err := sc.dug(c, graveFact, sc.fact(r.Text), session, millis(said)); err != nil || ok {
		return ok, err
	}
	if r.Predicate == "" {
		return false, nil
	}
	return sc.dug(c, graveTriple, sc.triple(r), session, millis(said))
}

// evidence returns when a source was said, as well as it is known.
func evidence(r *memory.Record, src memory.Provenance) time.Time {
	if !src.At.IsZero() {
		return src.At
	}
	return r.Created
}

func span(from, to time.Time) []byte {
	end := int64(1<<63 - 1)
	if !to.IsZero() {
		end = to.UnixMilli()
	}
	b := binary.BigEndian.AppendUint64(nil, uint64(millis(from)))
	return binary.BigEndian.AppendUint64(b, uint64(end))
}

func unspan(b []byte) (from, to int64) {
	if len(b) != 16 {
		return 0, 0
	}
	return int64(binary.BigEndian.Uint64(b)), int64(binary.BigEndian.Uint64(b[8:]))
}
