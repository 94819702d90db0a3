package sqlite

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"mneme/memory"
)

// LoadPartition returns a stored index partition; see memory.Partitions.
func (s *Store) LoadPartition(ctx context.Context, owner memory.Owner, embedder string) (blob []byte, revision int64, err error) {
	sc, err := s.scope(ctx, owner, false)
	if err != nil {
		return nil, 0, err
	}
	if sc.realm == nil {
		return nil, 0, memory.ErrNotFound
	}
	defer sc.close()
	var sealed []byte
	err = sc.realm.view(ctx, func(c *conn) error {
		ok, err := c.row(`SELECT p.revision, p.body FROM partitions p JOIN owners o ON o.id = p.owner
			WHERE o.hash = ? AND p.embedder = ? AND p.revision <= o.revision`, []any{sc.hash[:], sc.mark("embedder", embedder)}, &revision, &sealed)
		if err == nil && !ok {
			return memory.ErrNotFound
		}
		return err
	})
	if err != nil {
		return nil, 0, fmt.Errorf("load partition: %w", err)
	}
	blob, err = sc.open("partition "+embedder, sealed)
	if err != nil {
		return nil, 0, fmt.Errorf("load partition: %w", err)
	}
	return blob, revision, nil
}

// SavePartition stores an index partition; see memory.Partitions. One that is
// older than the stored one is not kept.
func (s *Store) SavePartition(ctx context.Context, owner memory.Owner, embedder string, revision int64, blob []byte) error {
	sc, err := s.scope(ctx, owner, false)
	if err != nil {
		return err
	}
	if sc.realm == nil {
		return memory.ErrStale
	}
	defer sc.close()
	sealed, err := sc.seal("partition "+embedder, blob)
	if err != nil {
		return fmt.Errorf("save partition: %w", err)
	}
	err = sc.realm.update(ctx, func(c *conn) error {
		if at, _ := s.keys.ErasedFor(sc.hash); !at.Equal(sc.erased) {
			return memory.ErrErased
		}
		r, ok, err := sc.find(c)
		if err != nil {
			return err
		}
		if !ok || revision < r.cut || revision < r.floor || revision > r.revision {
			return memory.ErrStale
		}
		_, err = c.exec(`INSERT INTO partitions (owner, embedder, revision, at, body) VALUES (?, ?, ?, ?, ?)
			ON CONFLICT (owner, embedder) DO UPDATE SET revision = excluded.revision, at = excluded.at, body = excluded.body
			WHERE excluded.revision >= partitions.revision`, r.id, sc.mark("embedder", embedder), revision, millis(s.now()), sealed)
		return err
	})
	if err != nil {
		return fmt.Errorf("save partition: %w", err)
	}
	return nil
}

// DropPartitions removes an owner's partitions of all embedders but one; "" drops
// them all.
func (s *Store) DropPartitions(ctx context.Context, owner memory.Owner, keep string) error {
	sc, err := s.scope(ctx, owner, false)
	if err != nil || sc.realm == nil {
		return err
	}
	defer sc.close()
	return sc.realm.update(ctx, func(c *conn) error {
		_, err := c.exec("DELETE FROM partitions WHERE owner = (SELECT id FROM owners WHERE hash = ?) AND embedder <> ?", sc.hash[:], sc.mark("embedder", keep))
		return err
	})
}

// MarkUnlearnt keeps the hash of a message that must not be learnt.
func (s *Store) MarkUnlearnt(ctx context.Context, owner memory.Owner, hash [32]byte) error {
	sc, err := s.scope(ctx, owner, false)
	if err != nil {
		return err
	}
	if sc.realm == nil { // who only ever opted out has a hash here, and no name
		if sc.realm, err = s.realms.acquire(s.locate(owner), true); err != nil {
			return err
		}
	}
	defer sc.close()
	return sc.realm.update(ctx, func(c *conn) error { return sc.bury(c, optOut, hash[:], nil, s.now()) })
}

// Unlearnt reports whether a message's hash was kept by MarkUnlearnt.
func (s *Store) Unlearnt(ctx context.Context, owner memory.Owner, hash [32]byte) (found bool, err error) {
	sc, err := s.scope(ctx, owner, false)
	if err != nil || sc.realm == nil {
		return false, err
	}
	defer sc.close()
	err = sc.realm.view(ctx, func(c *conn) error {
		var one int
		found, err = c.row("SELECT 1 FROM tombstones WHERE owner = ? AND kind = 9 AND hash = ?", []any{sc.hash[:], hash[:]}, &one)
		return err
	})
	return found, err
}

// Opted reports whether an owner has any tombstone, or mark of words that are not to be learnt.
func (s *Store) Opted(ctx context.Context, owner memory.Owner) (found bool, err error) {
	sc, err := s.scope(ctx, owner, false)
	if err != nil || sc.realm == nil {
		return false, err
	}
	defer sc.close()
	err = sc.realm.view(ctx, func(c *conn) error {
		var one int
		found, err = c.row("SELECT 1 FROM tombstones WHERE owner = ? LIMIT 1", []any{sc.hash[:]}, &one)
		return err
	})
	return found, err
}

// Buried reports of each text whether it was forgotten from a session: all of it, or a sentence.
func (s *Store) Buried(ctx context.Context, owner memory.Owner, session string, texts []string) ([]bool, error) {
	out := make([]bool, len(texts))
	sc, err := s.scope(ctx, owner, false)
	if err != nil || sc.realm == nil {
		return out, err
	}
	defer sc.close()
	here := sc.session(session)
	return out, sc.realm.view(ctx, func(c *conn) error {
		if any, err := sc.graves(c); err != nil || !any {
			return err
		}
		for i, text := range texts {
			for _, part := range append(sentencesOf(text), text) {
				var one int
				found, err := c.row("SELECT 1 FROM tombstones WHERE owner = ? AND kind = ? AND hash = ? AND session = ?", []any{sc.hash[:], graveWords, sc.words(part), here}, &one)
				if err != nil {
					return err
				}
				out[i] = out[i] || found
			}
		}
		return nil
	})
}

// sentencesMost bounds the sentences of a text that are looked for one by one.
const sentencesMost = 8

// sentencesOf returns the sentences of a text, each with the mark that ends it and without.
func sentencesOf(text string) (out []string) {
	const marks = ".!?\n。！？"
	for rest := text; rest != "" && len(out) < 2*sentencesMost; {
		end := strings.IndexAny(rest, marks)
		if end < 0 {
			return append(out, rest)
		}
		_, size := utf8.DecodeRuneInString(rest[end:])
		out = append(out, rest[:end], rest[:end+size])
		rest = rest[end+size:]
	}
	return out
}
