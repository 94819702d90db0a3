package seal

import (
	"bufio"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"
)

// A line of the erasure log is
//
//	magic 4 | generation 4 | time in ns 8 | owner's hash 32 | MAC 16
//
// The MAC makes a line that was not written with this master key worth nothing,
// so that a log from elsewhere cannot erase anybody.
const (
	lineBytes = 64
	lineMagic = "mnE1"
)

type logFile struct {
	file *os.File
	key  []byte
	size int64
}

// openLog reads the whole log. A torn last line was never acknowledged and is cut
// off; any other damage is an error, for it may hide an erasure.
func openLog(dir string, key []byte, note func([32]byte, erasure)) (_ *logFile, err error) {
	file, err := os.OpenFile(filepath.Join(dir, "erasures.log"), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open erasures: %w", err)
	}
	defer func() {
		if err != nil {
			file.Close()
		}
	}()
	l := &logFile{file: file, key: key}
	info, err := file.Stat()
	if err != nil {
		return nil, fmt.Errorf("open erasures: %w", err)
	}
	if info.Size() == 0 {
		return l, syncNew(file, dir)
	}
	r := bufio.NewReaderSize(file, 1024*lineBytes)
	line := make([]byte, lineBytes)
	for {
		_, err := io.ReadFull(r, line)
		if err == io.EOF || errors.Is(err, io.ErrUnexpectedEOF) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("read erasures: %w", err)
		}
		owner, e, ok := l.parse(line)
		if !ok {
			if l.size+2*lineBytes <= info.Size() {
				return nil, fmt.Errorf("%w: erasures.log at byte %d", ErrCorrupt, l.size)
			}
			break
		}
		note(owner, e)
		l.size += lineBytes
	}
	if l.size == info.Size() {
		return l, nil
	}
	if err := file.Truncate(l.size); err != nil {
		return nil, fmt.Errorf("cut torn erasure: %w", err)
	}
	return l, file.Sync()
}

func (l *logFile) mac(line []byte) []byte {
	m := hmac.New(sha256.New, l.key)
	m.Write(line[:48])
	return m.Sum(nil)[:16]
}

func (l *logFile) line(owner [32]byte, e erasure) []byte {
	line := make([]byte, 16, lineBytes)
	copy(line, lineMagic)
	binary.BigEndian.PutUint32(line[4:], e.generation)
	binary.BigEndian.PutUint64(line[8:], uint64(e.at.UnixNano()))
	line = append(line, owner[:]...)
	return append(line, l.mac(line)...)
}

func (l *logFile) parse(line []byte) (owner [32]byte, e erasure, ok bool) {
	if string(line[:4]) != lineMagic || !hmac.Equal(line[48:], l.mac(line)) {
		return owner, e, false
	}
	e.generation = binary.BigEndian.Uint32(line[4:])
	e.at = time.Unix(0, int64(binary.BigEndian.Uint64(line[8:]))).UTC()
	return [32]byte(line[16:48]), e, true
}

// append writes one line and returns when it is on disk.
func (l *logFile) append(owner [32]byte, e erasure) error {
	if _, err := l.file.WriteAt(l.line(owner, e), l.size); err != nil {
		return err
	}
	if err := l.file.Sync(); err != nil {
		return err
	}
	l.size += lineBytes
	return nil
}

// ExportErasures writes the log: keyed hashes and times, nothing else. Ship it
// often and keep it apart from the backups of the data.
func (k *Keyring) ExportErasures(w io.Writer) error {
	k.disk.Lock()
	size := k.log.size
	k.disk.Unlock()
	_, err := io.Copy(w, io.NewSectionReader(k.log.file, 0, size))
	return err
}

// ExportKeys writes owners.keys as it stands: every key wrapped with the master
// key. Whoever keeps it keeps the newest one only, since an older one still holds
// what was destroyed since.
func (k *Keyring) ExportKeys(w io.Writer) error {
	k.disk.Lock()
	defer k.disk.Unlock()
	_, err := io.Copy(w, io.NewSectionReader(k.slots.file, 0, offset(k.slots.count)))
	return err
}

// ImportErasures merges an exported log and destroys what it says is destroyed.
// It returns how many lines were new. A line of another master key, or a damaged
// one, is an error, and then nothing of the log is taken.
func (k *Keyring) ImportErasures(r io.Reader) (int, error) {
	raw, err := io.ReadAll(r)
	if err != nil {
		return 0, fmt.Errorf("read erasures: %w", err)
	}
	if len(raw)%lineBytes != 0 {
		return 0, fmt.Errorf("%w: the imported log is cut", ErrCorrupt)
	}
	k.disk.Lock()
	defer k.disk.Unlock()
	type named struct {
		owner [32]byte
		e     erasure
	}
	lines := make([]named, 0, len(raw)/lineBytes)
	for at := 0; at < len(raw); at += lineBytes {
		owner, e, ok := k.log.parse(raw[at : at+lineBytes])
		if !ok {
			return 0, fmt.Errorf("%w: the imported log at byte %d", ErrCorrupt, at)
		}
		lines = append(lines, named{owner, e})
	}
	taken := 0
	for _, l := range lines {
		if known, _ := k.gone(l.owner); l.e.generation <= known.generation {
			continue
		}
		if err := k.log.append(l.owner, l.e); err != nil {
			return taken, fmt.Errorf("log erasure: %w", err)
		}
		k.note(l.owner, l.e)
		if err := k.slots.wipe(l.owner, l.e.generation); err != nil {
			return taken, fmt.Errorf("overwrite key: %w", err)
		}
		taken++
	}
	return taken, nil
}
