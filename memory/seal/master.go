package seal

import (
	"bytes"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// masterKey returns the given key, or the one in the folder, made when neither
// it nor any owner's key exists.
func masterKey(dir string, given []byte) ([]byte, error) {
	if given != nil {
		if len(given) != MasterBytes {
			return nil, fmt.Errorf("seal: master key has %d bytes, not %d", len(given), MasterBytes)
		}
		return given, nil
	}
	path := filepath.Join(dir, "master.key")
	text, err := os.ReadFile(path)
	if err == nil {
		key, err := hex.DecodeString(string(bytes.TrimSpace(text)))
		if err != nil || len(key) != MasterBytes {
			return nil, fmt.Errorf("%w: master.key is not %d bytes in hex", ErrCorrupt, MasterBytes)
		}
		return key, nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("read master key: %w", err)
	}
	if info, err := os.Stat(filepath.Join(dir, "owners.keys")); err == nil && info.Size() > 0 {
		return nil, fmt.Errorf("%w: master.key is missing", ErrMaster)
	}
	key := make([]byte, MasterBytes)
	rand.Read(key)
	if err := writeKey(dir, path, key); err != nil {
		return nil, fmt.Errorf("write master key: %w", err)
	}
	return key, nil
}

// Fits reports, without opening a key folder, whether it would open with a master key (nil:
// the one in the folder): ErrMaster when it was made with another. A folder that is not
// there yet fits any.
func Fits(dir string, master []byte) error {
	head := make([]byte, slotBytes)
	file, err := os.Open(filepath.Join(dir, "owners.keys"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("open keys: %w", err)
	}
	defer file.Close()
	if _, err := io.ReadFull(file, head); err != nil {
		return nil // no key was stored yet
	}
	if master == nil {
		if master, err = masterKey(dir, nil); err != nil {
			return err
		}
	}
	if !bytes.Equal(head[16:32], derive(master, "mneme check 1")[:16]) {
		return ErrMaster
	}
	return nil
}

// writeKey makes the file whole or not at all.
func writeKey(dir, path string, key []byte) error {
	file, err := os.CreateTemp(dir, ".master-*") // mode 0600
	if err != nil {
		return err
	}
	defer os.Remove(file.Name())
	if _, err := fmt.Fprintf(file, "%x\n", key); err != nil {
		file.Close()
		return err
	}
	if err := errors.Join(file.Sync(), file.Close()); err != nil {
		return err
	}
	if err := os.Rename(file.Name(), path); err != nil {
		return err
	}
	return syncDir(dir)
}

// syncNew makes a new file and its name durable.
func syncNew(file *os.File, dir string) error {
	if err := file.Sync(); err != nil {
		return fmt.Errorf("sync new file: %w", err)
	}
	return syncDir(dir)
}

func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return fmt.Errorf("sync folder: %w", err)
	}
	defer d.Close()
	if err := d.Sync(); err != nil {
		return fmt.Errorf("sync folder: %w", err)
	}
	return nil
}
