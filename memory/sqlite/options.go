package sqlite

import (
	"errors"
	"fmt"
	"time"

	"mneme/memory"
)

// Keys is what a store needs of the keyring: sealing by an owner's hash, since
// who an owner is stands in the sealed text itself.
type Keys interface {
	memory.Sealer
	SealFor(owner [32]byte, context string, text []byte) ([]byte, error)
	SealInto(buffer []byte, owner [32]byte, context string, text []byte) ([]byte, error)
	OpenFor(owner [32]byte, context string, sealed []byte) ([]byte, error)
	HashFor(owner [32]byte, domain string, text []byte) [32]byte
	MakeFor(owners ...[32]byte) error
	DestroyFor(owner [32]byte) error
	ErasedFor(owner [32]byte) (time.Time, bool)
	KeyID() string
}

// Options say how a store is opened.
type Options struct {
	Dir  string // data folder; made on first use
	Keys Keys
	Now  func() time.Time

	Durable        bool  // sync every commit: what was acknowledged survives a power loss too
	Readers        int   // reading connections per database; at least 1
	CacheBytes     int   // page cache of one connection
	Realms         int   // realm databases open at once; at least 1
	WaitingEntries int   // journal bound: more waiting entries are refused
	WaitingBytes   int64 // journal bound in bytes
	OpsQueue       int   // receipts and audit lines that may wait for their batch; more are dropped and counted

	CheckpointEvery time.Duration // how often the write-ahead log is cut after a forget, until it is
	BusyTimeout     time.Duration // wait for another program's lock
}

// DefaultOptions returns the options that serve most; folder and keys are the
// caller's.
func DefaultOptions() Options {
	return Options{
		Now:             time.Now,
		Readers:         4,
		CacheBytes:      2 << 20,
		Realms:          64,
		WaitingEntries:  200_000,
		WaitingBytes:    2 << 30,
		OpsQueue:        8192,
		CheckpointEvery: 3 * time.Second,
		BusyTimeout:     5 * time.Second,
	}
}

// Validate reports every fault at once.
func (o Options) Validate() error {
	var faults []error
	wrong := func(bad bool, format string, args ...any) {
		if bad {
			faults = append(faults, fmt.Errorf("sqlite: "+format, args...))
		}
	}
	wrong(o.Dir == "", "data folder is empty")
	wrong(o.Keys == nil, "keys are missing")
	wrong(o.Now == nil, "clock is missing")
	wrong(o.Readers < 1, "%d readers are none", o.Readers)
	wrong(o.CacheBytes < 64<<10, "page cache of %d bytes is below 64 KiB", o.CacheBytes)
	wrong(o.Realms < 1, "%d open realms are none", o.Realms)
	wrong(o.WaitingEntries < 1 || o.WaitingBytes < 1, "journal has no room")
	wrong(o.OpsQueue < 1, "receipts have no room")
	wrong(o.CheckpointEvery <= 0, "checkpoint interval is not positive")
	wrong(o.BusyTimeout < 0, "busy timeout is negative")
	return errors.Join(faults...)
}
