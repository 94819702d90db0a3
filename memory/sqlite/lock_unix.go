//go:build unix

package sqlite

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// lockFolder takes the data folder for this process; the system gives it back
// when the process ends, however it ends. The file says who holds it.
func lockFolder(dir string, now time.Time) (*os.File, error) {
	file, err := os.OpenFile(filepath.Join(dir, "lock"), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open lock: %w: %w", ErrDisk, err)
	}
	if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		holder, _ := io.ReadAll(io.LimitReader(file, 200))
		file.Close()
		if errors.Is(err, syscall.EWOULDBLOCK) {
			return nil, fmt.Errorf("%w: %s is held by %s", ErrLocked, dir, holder)
		}
		return nil, fmt.Errorf("lock data folder: %w: %w", ErrDisk, err)
	}
	return file, sign(file, now)
}

// Held reports whether a process uses a data folder now, and what its lock says of who. It
// changes nothing, and whoever uses the folder notices nothing of it.
func Held(dir string) (by string, held bool) {
	file, err := os.Open(filepath.Join(dir, "lock"))
	if err != nil {
		return "", false
	}
	defer file.Close()
	if err := syscall.Flock(int(file.Fd()), syscall.LOCK_SH|syscall.LOCK_NB); !errors.Is(err, syscall.EWOULDBLOCK) {
		return "", false
	}
	holder, _ := io.ReadAll(io.LimitReader(file, 200))
	return string(holder), true
}
