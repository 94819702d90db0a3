//go:build !unix

package seal

import (
	"fmt"
	"os"
	"path/filepath"
)

// lockFolder only opens the lock file: this system has no lock that ends with
// its process, and a stale one would be worse than none.
func lockFolder(dir string) (*os.File, error) {
	file, err := os.OpenFile(filepath.Join(dir, "lock"), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open lock: %w", err)
	}
	return file, nil
}
