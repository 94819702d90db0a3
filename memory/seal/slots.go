package seal

import (
	"bytes"
	"crypto/cipher"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
)

// The file of slots begins with one slot-sized header: magic, then a check value
// of the master key. A slot is
//
//	owner's hash 32 | generation 4 | nonce 12 | wrapped key 32+16 | checksum 4 | zeros
//
// and lies within one sector. An empty slot is all zeros. A slot whose checksum
// is wrong was torn by a crash before its key was ever used, or is being
// overwritten by a destruction that the log repeats: it is free again.
const (
	slotBytes = 128
	slotUsed  = 32 + 4 + 12 + 48
	slotMagic = "mneme keys 1\n\x00\x00\x00"
)

// slotFile finds owners' slots by a small index: eight bytes of the hash and the
// number of the slot, so that a million owners cost some twenty megabytes.
type slotFile struct {
	file  *os.File
	index map[uint64]uint32
	extra map[[32]byte]uint32 // owners whose eight bytes are taken by another
	free  []uint32
	count uint32 // slots in the file, the header not counted
}

func openSlots(dir string, check []byte) (_ *slotFile, err error) {
	file, err := os.OpenFile(filepath.Join(dir, "owners.keys"), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open keys: %w", err)
	}
	defer func() {
		if err != nil {
			file.Close()
		}
	}()
	s := &slotFile{file: file, index: make(map[uint64]uint32), extra: make(map[[32]byte]uint32)}
	header := make([]byte, slotBytes)
	copy(header, slotMagic)
	copy(header[16:], check)
	sum(header)
	have := make([]byte, slotBytes)
	switch n, err := file.ReadAt(have, 0); {
	case err == io.EOF && n < slotBytes: // new, or torn before any key was stored
		if _, err := file.WriteAt(header, 0); err != nil {
			return nil, fmt.Errorf("write keys: %w", err)
		}
		if err := syncNew(file, dir); err != nil {
			return nil, err
		}
	case err != nil:
		return nil, fmt.Errorf("read keys: %w", err)
	case !bytes.Equal(have[:16], header[:16]):
		return nil, fmt.Errorf("%w: owners.keys has no header", ErrCorrupt)
	case !bytes.Equal(have, header):
		return nil, ErrMaster
	}
	return s, s.scan()
}

// scan builds the index in one pass over the file.
func (s *slotFile) scan() error {
	r := io.NewSectionReader(s.file, slotBytes, 1<<62)
	chunk := make([]byte, 1024*slotBytes)
	for {
		n, err := io.ReadFull(r, chunk)
		for at := 0; at+slotBytes <= n; at += slotBytes {
			slot := chunk[at : at+slotBytes]
			if summed(slot) {
				s.remember([32]byte(slot), s.count)
			} else {
				s.free = append(s.free, s.count)
			}
			s.count++
		}
		switch {
		case err == io.EOF || errors.Is(err, io.ErrUnexpectedEOF):
			return nil
		case err != nil:
			return fmt.Errorf("read keys: %w", err)
		}
	}
}

func sum(slot []byte) {
	binary.BigEndian.PutUint32(slot[slotUsed:], crc32.ChecksumIEEE(slot[:slotUsed]))
}

func summed(slot []byte) bool {
	return binary.BigEndian.Uint32(slot[slotUsed:]) == crc32.ChecksumIEEE(slot[:slotUsed]) && !isZero(slot[:slotUsed])
}

func isZero(b []byte) bool {
	for _, c := range b {
		if c != 0 {
			return false
		}
	}
	return true
}

func (s *slotFile) remember(owner [32]byte, slot uint32) {
	short := binary.BigEndian.Uint64(owner[:])
	if _, taken := s.index[short]; taken {
		s.extra[owner] = slot
		return
	}
	s.index[short] = slot
}

func offset(slot uint32) int64 { return int64(slot+1) * slotBytes }

// find reads the owner's slot into buf and returns its number.
func (s *slotFile) find(owner [32]byte, buf []byte) (slot uint32, ok bool, err error) {
	slot, ok = s.extra[owner]
	if !ok {
		slot, ok = s.index[binary.BigEndian.Uint64(owner[:])]
	}
	if !ok {
		return 0, false, nil
	}
	if _, err := s.file.ReadAt(buf[:slotBytes], offset(slot)); err != nil {
		return 0, false, fmt.Errorf("read keys: %w", err)
	}
	if [32]byte(buf) != owner {
		return 0, false, nil // his eight bytes are another's
	}
	if !summed(buf[:slotBytes]) {
		return 0, false, fmt.Errorf("%w: slot %d", ErrCorrupt, slot)
	}
	return slot, true, nil
}

// generation returns the number of the owner's live key.
func (s *slotFile) generation(owner [32]byte) (uint32, bool, error) {
	buf := make([]byte, slotBytes)
	_, ok, err := s.find(owner, buf)
	if err != nil || !ok {
		return 0, false, err
	}
	return binary.BigEndian.Uint32(buf[32:]), true, nil
}

// read unwraps the owner's key; nil when he has none.
func (s *slotFile) read(owner [32]byte, wrap cipher.AEAD) (key []byte, generation uint32, err error) {
	buf := make([]byte, slotBytes)
	_, ok, err := s.find(owner, buf)
	if err != nil || !ok {
		return nil, 0, err
	}
	key, err = wrap.Open(nil, buf[36:48], buf[48:slotUsed], buf[:36])
	if err != nil {
		return nil, 0, fmt.Errorf("%w: a key does not unwrap", ErrCorrupt)
	}
	return key, binary.BigEndian.Uint32(buf[32:]), nil
}

// newKey is a key that is to be stored.
type newKey struct {
	owner      [32]byte
	generation uint32
	key        []byte
}

// add stores new keys of different owners and returns when they are on disk: a text
// must not outlive the only copy of its key.
func (s *slotFile) add(keys []newKey, wrap cipher.AEAD) error {
	free, count := s.free, s.count
	slots := make([]uint32, len(keys))
	for i, k := range keys {
		buf := make([]byte, slotBytes)
		copy(buf, k.owner[:])
		binary.BigEndian.PutUint32(buf[32:], k.generation)
		rand.Read(buf[36:48])
		wrap.Seal(buf[:48], buf[36:48], k.key, buf[:36])
		sum(buf)
		if n := len(free); n > 0 {
			slots[i], free = free[n-1], free[:n-1]
		} else {
			slots[i] = count
			count++
		}
		if _, err := s.file.WriteAt(buf, offset(slots[i])); err != nil {
			return err
		}
	}
	if err := s.file.Sync(); err != nil {
		return err
	}
	s.free, s.count = free, count
	for i, k := range keys {
		s.remember(k.owner, slots[i])
	}
	return nil
}

// wipe overwrites the owner's key if it is of the generation or older, first
// with noise and then with zeros, each of them synced.
func (s *slotFile) wipe(owner [32]byte, generation uint32) error {
	buf := make([]byte, slotBytes)
	slot, ok, err := s.find(owner, buf)
	if err != nil || !ok || binary.BigEndian.Uint32(buf[32:]) > generation {
		return err
	}
	rand.Read(buf[36:])
	for range 2 {
		if _, err := s.file.WriteAt(buf, offset(slot)); err != nil {
			return err
		}
		if err := s.file.Sync(); err != nil {
			return err
		}
		clear(buf)
	}
	if _, ok := s.extra[owner]; ok {
		delete(s.extra, owner)
	} else {
		short := binary.BigEndian.Uint64(owner[:])
		delete(s.index, short)
		for other, slot := range s.extra { // who stood behind him moves up
			if binary.BigEndian.Uint64(other[:]) == short {
				s.index[short] = slot
				delete(s.extra, other)
				break
			}
		}
	}
	s.free = append(s.free, slot)
	return nil
}
