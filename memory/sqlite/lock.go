package sqlite

import (
	"fmt"
	"os"
	"time"
)

// sign writes who holds the lock, for the error of the next one. It is no part of
// the lock, so a full disk is no reason to fail.
func sign(file *os.File, now time.Time) error {
	host, _ := os.Hostname()
	if err := file.Truncate(0); err != nil {
		return nil
	}
	fmt.Fprintf(file, "process %d on %s since %s", os.Getpid(), host, now.UTC().Format(time.RFC3339))
	return nil
}
