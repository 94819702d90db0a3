package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"

	"mneme/memory"
)

// Errors of a store. They are also memory.ErrUnavailable: the caller may go on without memory.
var (
	// ErrLocked is returned by Open when another process uses the data folder,
	// and by any call when another program holds a database locked.
	ErrLocked = fmt.Errorf("%w: data is in use", memory.ErrUnavailable)
	// ErrDisk is returned when the disk is full, read only or fails.
	ErrDisk = fmt.Errorf("%w: disk is full or fails", memory.ErrUnavailable)
	// ErrCorrupt is returned when a database file is damaged.
	ErrCorrupt = fmt.Errorf("%w: database is damaged", memory.ErrUnavailable)
	// ErrClosed is returned when the store is closed already.
	ErrClosed = fmt.Errorf("%w: store is closed", memory.ErrUnavailable)
	// ErrNewer is returned when a database was written by a newer mneme.
	ErrNewer = fmt.Errorf("%w: data was written by a newer version", memory.ErrUnavailable)
)

// typed gives an error of the driver the type that callers decide by.
func typed(err error) error {
	if err == nil || errors.Is(err, memory.ErrUnavailable) {
		return err
	}
	if errors.Is(err, sql.ErrConnDone) {
		return fmt.Errorf("%w: %w", ErrClosed, err)
	}
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return err
	}
	switch e.Code() & 0xff {
	case lib.SQLITE_BUSY, lib.SQLITE_LOCKED:
		return fmt.Errorf("%w: %w", ErrLocked, err)
	case lib.SQLITE_FULL, lib.SQLITE_IOERR, lib.SQLITE_READONLY, lib.SQLITE_CANTOPEN, lib.SQLITE_PERM:
		return fmt.Errorf("%w: %w", ErrDisk, err)
	case lib.SQLITE_CORRUPT, lib.SQLITE_NOTADB:
		return fmt.Errorf("%w: %w", ErrCorrupt, err)
	case lib.SQLITE_INTERRUPT:
		return context.Canceled
	}
	return err
}
