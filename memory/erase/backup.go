package erase

import (
	"archive/tar"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"filippo.io/age"
)

// A backup is two folders that belong in two places.
//
// The data folder holds copies of the databases: sealed text and no key. They are
// cut into pieces of 4 MiB, each named by the hash of what it holds and encrypted
// to the recipient, so that a backup writes what changed since the last one:
//
//	20261129T020000Z.json   what a copy consists of
//	pieces/<sha256>.age
//
// The keys folder holds one file, the newest: owners' keys, the erasure log, what
// was forgotten as keyed hashes, and the control database. It is replaced, never
// added to, since an older one still opens what was erased since:
//
//	keys.age
const (
	pieceBytes = 4 << 20
	stampForm  = "20060102T150405.000Z"
	KeysFile   = "keys.age" // in the folder of keys: them, and what was forgotten
)

// Copier copies the databases while they are in use.
type Copier interface {
	Snapshot(ctx context.Context, dir string) error
	SnapshotControl(ctx context.Context, path string) error
	ExportGraves(ctx context.Context, w io.Writer) error
}

// KeyCopier copies keys and the log of erasures.
type KeyCopier interface {
	ExportKeys(w io.Writer) error
	ExportErasures(w io.Writer) error
}

// Backup says what goes where.
type Backup struct {
	To         string   // folder of the data copies; empty: keys only
	KeysTo     string   // folder of the keys; empty: data only
	Recipients []string // age recipients (age1...)
	Master     string   // file of the master key; empty: it is kept elsewhere
	Scratch    string   // folder for the unencrypted copy while it is read; empty: the system's
	Keep       int      // data copies that are kept; 0: all
	Now        time.Time
}

// Backed tells what a backup wrote.
type Backed struct {
	Stamp   string `json:"stamp,omitempty"`
	Files   int    `json:"files"`
	Pieces  int    `json:"pieces"`  // of this copy
	Written int    `json:"written"` // that were not there yet
	Bytes   int64  `json:"bytes"`   // of the databases
	Keys    bool   `json:"keys"`    // keys and forgets were shipped
}

// manifest is what a copy consists of. It tells sizes and hashes of sealed text.
type manifest struct {
	Version int        `json:"version"`
	At      time.Time  `json:"at"`
	Files   []fileLine `json:"files"`
}

type fileLine struct {
	Path   string   `json:"path"`
	Bytes  int64    `json:"bytes"`
	Pieces []string `json:"pieces"`
}

// Validate reports every fault at once.
func (b Backup) Validate() error {
	var faults []error
	wrong := func(bad bool, format string, args ...any) {
		if bad {
			faults = append(faults, fmt.Errorf(format, args...))
		}
	}
	wrong(b.To == "" && b.KeysTo == "", "to and keys_to are both empty: say where to")
	wrong(b.To != "" && !filepath.IsAbs(b.To), "to must be an absolute path")
	wrong(b.KeysTo != "" && !filepath.IsAbs(b.KeysTo), "keys_to must be an absolute path")
	wrong(b.To != "" && b.KeysTo != "" && (within(b.To, b.KeysTo) || within(b.KeysTo, b.To)),
		"keys_to must lie apart from to: whoever has both reads everything")
	wrong(b.Keep < 0, "keep must not be negative")
	if _, err := recipients(b.Recipients); err != nil {
		faults = append(faults, err)
	}
	return errors.Join(faults...)
}

func within(dir, other string) bool {
	rel, err := filepath.Rel(dir, other)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}

func recipients(list []string) ([]age.Recipient, error) {
	if len(list) == 0 {
		return nil, errors.New("recipients are missing: a backup is encrypted (age1...)")
	}
	out := make([]age.Recipient, len(list))
	for i, text := range list {
		r, err := age.ParseX25519Recipient(strings.TrimSpace(text))
		if err != nil {
			return nil, fmt.Errorf("recipient %d is not an age1... key", i+1)
		}
		out[i] = r
	}
	return out, nil
}

// Write makes a backup of databases in use. The copy of the data comes first, so
// that the keys shipped after it open all of it.
func (b Backup) Write(ctx context.Context, data Copier, keys KeyCopier) (Backed, error) {
	if err := b.Validate(); err != nil {
		return Backed{}, err
	}
	to, err := recipients(b.Recipients)
	if err != nil {
		return Backed{}, err
	}
	scratch, err := os.MkdirTemp(b.Scratch, ".backup-")
	if err != nil {
		return Backed{}, fmt.Errorf("make scratch folder: %w", err)
	}
	defer os.RemoveAll(scratch)
	var done Backed
	if b.To != "" {
		if err := b.writeData(ctx, data, to, filepath.Join(scratch, "data"), &done); err != nil {
			return done, fmt.Errorf("back up data: %w", err)
		}
	}
	if b.KeysTo != "" {
		if err := b.writeKeys(ctx, data, keys, to, scratch); err != nil {
			return done, fmt.Errorf("ship keys: %w", err)
		}
		done.Keys = true
	}
	return done, nil
}

func (b Backup) writeData(ctx context.Context, data Copier, to []age.Recipient, scratch string, done *Backed) error {
	if err := os.MkdirAll(filepath.Join(b.To, "pieces"), 0o700); err != nil {
		return err
	}
	if err := data.Snapshot(ctx, scratch); err != nil {
		return err
	}
	m := manifest{Version: 1, At: b.Now.UTC()}
	err := filepath.WalkDir(scratch, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(scratch, path)
		if err != nil {
			return err
		}
		line, err := b.writeFile(ctx, path, to, done)
		line.Path = filepath.ToSlash(rel)
		m.Files = append(m.Files, line)
		done.Files++
		done.Bytes += line.Bytes
		return err
	})
	if err != nil {
		return err
	}
	text, err := json.MarshalIndent(m, "", " ")
	if err != nil {
		return err
	}
	done.Stamp = m.At.Format(stampForm)
	if err := writeWhole(filepath.Join(b.To, done.Stamp+".json"), func(w io.Writer) error { _, err := w.Write(text); return err }); err != nil {
		return err
	}
	return b.prune()
}

// writeFile writes the pieces of a file that are not there yet.
func (b Backup) writeFile(ctx context.Context, path string, to []age.Recipient, done *Backed) (fileLine, error) {
	file, err := os.Open(path)
	if err != nil {
		return fileLine{}, err
	}
	defer file.Close()
	line := fileLine{}
	piece := make([]byte, pieceBytes)
	for {
		if err := ctx.Err(); err != nil {
			return line, err
		}
		n, err := io.ReadFull(file, piece)
		if err == io.EOF {
			return line, nil
		}
		if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
			return line, err
		}
		sum := sha256.Sum256(piece[:n])
		name := hex.EncodeToString(sum[:])
		line.Pieces = append(line.Pieces, name)
		line.Bytes += int64(n)
		done.Pieces++
		target := filepath.Join(b.To, "pieces", name+".age")
		if _, err := os.Stat(target); err == nil {
			continue
		}
		if err := encrypt(target, to, func(w io.Writer) error { _, err := w.Write(piece[:n]); return err }); err != nil {
			return line, err
		}
		done.Written++
	}
}

// writeKeys replaces the file of keys.
func (b Backup) writeKeys(ctx context.Context, data Copier, keys KeyCopier, to []age.Recipient, scratch string) error {
	if err := os.MkdirAll(b.KeysTo, 0o700); err != nil {
		return err
	}
	control := filepath.Join(scratch, "control.db")
	if err := data.SnapshotControl(ctx, control); err != nil {
		return err
	}
	return encrypt(filepath.Join(b.KeysTo, KeysFile), to, func(w io.Writer) error {
		out := tar.NewWriter(w)
		add := func(name string, fill func(io.Writer) error) error {
			var body bytes.Buffer
			if err := fill(&body); err != nil {
				return fmt.Errorf("copy %s: %w", name, err)
			}
			if err := out.WriteHeader(&tar.Header{Name: name, Mode: 0o600, Size: int64(body.Len()), ModTime: b.Now}); err != nil {
				return err
			}
			_, err := out.Write(body.Bytes())
			return err
		}
		// The log of erasures after the keys: what is destroyed in between is dead.
		err := errors.Join(
			add("keys/owners.keys", keys.ExportKeys),
			add("keys/erasures.log", keys.ExportErasures),
			add("graves", func(w io.Writer) error { return data.ExportGraves(ctx, w) }),
			add("control.db", fileTo(control)),
		)
		if err == nil && b.Master != "" {
			err = add("keys/master.key", fileTo(b.Master))
		}
		return errors.Join(err, out.Close())
	})
}

func fileTo(path string) func(io.Writer) error {
	return func(w io.Writer) error {
		file, err := os.Open(path)
		if err != nil {
			return err
		}
		defer file.Close()
		_, err = io.Copy(w, file)
		return err
	}
}

func encrypt(path string, to []age.Recipient, fill func(io.Writer) error) error {
	return writeWhole(path, func(w io.Writer) error {
		sealed, err := age.Encrypt(w, to...)
		if err != nil {
			return err
		}
		return errors.Join(fill(sealed), sealed.Close())
	})
}

// writeWhole makes a file whole or not at all.
func writeWhole(path string, fill func(io.Writer) error) (err error) {
	file, err := os.CreateTemp(filepath.Dir(path), ".part-") // mode 0600
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			os.Remove(file.Name())
		}
	}()
	if err = errors.Join(fill(file), file.Sync(), file.Close()); err != nil {
		return err
	}
	if err = os.Rename(file.Name(), path); err != nil {
		return err
	}
	dir, err := os.Open(filepath.Dir(path))
	if err != nil {
		return err
	}
	defer dir.Close()
	return dir.Sync()
}

// prune drops the oldest copies and the pieces that no copy needs any more.
func (b Backup) prune() error {
	stamps, err := stamps(b.To)
	if err != nil || b.Keep == 0 || len(stamps) <= b.Keep {
		return err
	}
	for _, stamp := range stamps[:len(stamps)-b.Keep] {
		if err := os.Remove(filepath.Join(b.To, stamp+".json")); err != nil {
			return err
		}
	}
	needed := map[string]bool{}
	for _, stamp := range stamps[len(stamps)-b.Keep:] {
		m, err := readManifest(b.To, stamp)
		if err != nil {
			return err
		}
		for _, line := range m.Files {
			for _, name := range line.Pieces {
				needed[name+".age"] = true
			}
		}
	}
	pieces, err := os.ReadDir(filepath.Join(b.To, "pieces"))
	if err != nil {
		return err
	}
	for _, piece := range pieces {
		if !needed[piece.Name()] {
			if err := os.Remove(filepath.Join(b.To, "pieces", piece.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}

// stamps lists the copies in a folder, the oldest first.
func stamps(dir string) ([]string, error) {
	found, err := filepath.Glob(filepath.Join(dir, "*Z.json"))
	if err != nil {
		return nil, err
	}
	for i, path := range found {
		found[i] = strings.TrimSuffix(filepath.Base(path), ".json")
	}
	slices.Sort(found)
	return found, nil
}

// LastBackup returns when the newest copy in a folder was made; zero: there is
// none.
func LastBackup(dir string) (time.Time, error) {
	all, err := stamps(dir)
	if err != nil || len(all) == 0 {
		return time.Time{}, err
	}
	return time.Parse(stampForm, all[len(all)-1])
}

func readManifest(dir, stamp string) (manifest, error) {
	var m manifest
	text, err := os.ReadFile(filepath.Join(dir, stamp+".json"))
	if err != nil {
		return m, err
	}
	if err := json.Unmarshal(text, &m); err != nil {
		return m, fmt.Errorf("read %s.json: %w", stamp, err)
	}
	if m.Version != 1 {
		return m, fmt.Errorf("read %s.json: version %d is not known", stamp, m.Version)
	}
	return m, nil
}
