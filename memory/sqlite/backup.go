package sqlite

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Snapshot writes consistent copies of every database into an empty folder, in
// the layout of a data folder, while the store is in use. The copies hold sealed
// text and no key: without the key folder they tell nothing.
func (s *Store) Snapshot(ctx context.Context, dir string) error {
	if found, err := os.ReadDir(dir); err == nil && len(found) > 0 {
		return fmt.Errorf("take snapshot: %s is not empty", dir)
	} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("take snapshot: %w", err)
	}
	if err := os.MkdirAll(filepath.Join(dir, "realms"), 0o700); err != nil {
		return fmt.Errorf("take snapshot: %w", err)
	}
	if err := s.FlushOps(ctx); err != nil {
		return fmt.Errorf("take snapshot: %w", err)
	}
	for name, d := range map[string]*database{"control.db": s.control, "ops.db": s.ops} {
		if err := d.copy(ctx, filepath.Join(dir, name)); err != nil {
			return fmt.Errorf("take snapshot of %s: %w", name, err)
		}
	}
	err := s.realms.each(func(r *realm) error {
		return r.copy(ctx, filepath.Join(dir, "realms", r.file+".db"))
	})
	if err != nil {
		return fmt.Errorf("take snapshot of realms: %w", err)
	}
	return nil
}

// copy writes a compact copy of the database. It reads one state of it on a
// connection of its own, so that neither readers nor the writer wait.
func (d *database) copy(ctx context.Context, path string) error {
	c, err := dial(d.reading)
	if err != nil {
		return typed(err)
	}
	defer c.close()
	// A copy is a write, which the readers' connections refuse.
	if err := c.script("PRAGMA query_only(0)"); err != nil {
		return typed(err)
	}
	defer c.script("PRAGMA query_only(1)")
	_, err = c.raw.ExecContext(ctx, "VACUUM INTO '"+strings.ReplaceAll(path, "'", "''")+"'")
	if err != nil {
		return typed(err)
	}
	return os.Chmod(path, 0o600)
}
