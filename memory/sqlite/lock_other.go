//go:build !unix

package sqlite

import (
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// lockFolder only says who uses the folder: this system has no lock that ends
// with its process, and a stale one would be worse than none.
func lockFolder(dir string, now time.Time) (*os.File, error) {
	file, err := os.OpenFile(filepath.Join(dir, "lock"), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open lock: %w: %w", ErrDisk, err)
	}
	return file, sign(file, now)
}

// Held cannot tell on this system.
func Held(string) (by string, held bool) { return "", false }
