package erase

import (
	"archive/tar"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"filippo.io/age"
)

// Restore says which copy comes back, and where.
type Restore struct {
	From     string     // folder of the data copies
	KeysFrom string     // folder of the keys
	Stamp    string     // which copy; empty: the newest
	Data     string     // an empty folder
	Identity []Identity // opens the copies
}

// Identity is a secret key that opens backups.
type Identity = age.Identity

// ErrBroken is returned when a piece of a backup is missing, does not open or is
// not what was written.
var ErrBroken = errors.New("erase: the backup is broken")

// Unpack lays a data folder out from a backup: databases, and keys as they are
// now. The control database is the one shipped with the keys, so that a revoked
// key and a switched-off user stay so. What was forgotten since the copy must be
// replayed on it before it is used: graves is the file to replay from; the caller
// removes it.
func (in Restore) Unpack(ctx context.Context) (stamp, graves string, err error) {
	if found, err := os.ReadDir(in.Data); err == nil && len(found) > 0 {
		return "", "", fmt.Errorf("restore: %s is not empty", in.Data)
	}
	stamp = in.Stamp
	if stamp == "" {
		all, err := stamps(in.From)
		if err != nil || len(all) == 0 {
			return "", "", errors.Join(fmt.Errorf("restore: there is no copy in %s", in.From), err)
		}
		stamp = all[len(all)-1]
	}
	m, err := readManifest(in.From, stamp)
	if err != nil {
		return "", "", fmt.Errorf("restore: %w", err)
	}
	for _, line := range m.Files {
		if !filepath.IsLocal(filepath.FromSlash(line.Path)) {
			return "", "", fmt.Errorf("%w: it names a file outside of its folder", ErrBroken)
		}
		if err := in.file(ctx, line); err != nil {
			return "", "", fmt.Errorf("restore %s: %w", line.Path, err)
		}
	}
	if err := in.keys(); err != nil {
		return "", "", fmt.Errorf("restore keys: %w", err)
	}
	return stamp, filepath.Join(in.Data, "graves"), nil
}

func (in Restore) file(ctx context.Context, line fileLine) (err error) {
	path := filepath.Join(in.Data, filepath.FromSlash(line.Path))
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	out, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Sync(), out.Close()) }()
	for _, name := range line.Pieces {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := in.piece(name, out); err != nil {
			return err
		}
	}
	return nil
}

func (in Restore) piece(name string, out io.Writer) error {
	if len(name) != 2*sha256.Size || strings.Trim(name, "0123456789abcdef") != "" {
		return fmt.Errorf("%w: a piece has no name", ErrBroken)
	}
	sealed, err := os.Open(filepath.Join(in.From, "pieces", name+".age"))
	if err != nil {
		return fmt.Errorf("%w: %w", ErrBroken, err)
	}
	defer sealed.Close()
	plain, err := age.Decrypt(sealed, in.Identity...)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrBroken, err)
	}
	sum := sha256.New()
	if _, err := io.Copy(io.MultiWriter(out, sum), io.LimitReader(plain, pieceBytes+1)); err != nil {
		return fmt.Errorf("%w: %w", ErrBroken, err)
	}
	if hex.EncodeToString(sum.Sum(nil)) != name {
		return fmt.Errorf("%w: a piece is not what was written", ErrBroken)
	}
	return nil
}

// keys unpacks the shipped file of keys over the copy.
func (in Restore) keys() error {
	sealed, err := os.Open(filepath.Join(in.KeysFrom, KeysFile))
	if err != nil {
		return err
	}
	defer sealed.Close()
	plain, err := age.Decrypt(sealed, in.Identity...)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrBroken, err)
	}
	if err := os.MkdirAll(filepath.Join(in.Data, "keys"), 0o700); err != nil {
		return err
	}
	files := tar.NewReader(plain)
	for {
		head, err := files.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return fmt.Errorf("%w: %w", ErrBroken, err)
		}
		switch head.Name {
		case "keys/owners.keys", "keys/erasures.log", "keys/master.key", "control.db", "graves":
		default:
			return fmt.Errorf("%w: the keys hold a file that is not known", ErrBroken)
		}
		if err := writeWhole(filepath.Join(in.Data, filepath.FromSlash(head.Name)), func(w io.Writer) error {
			_, err := io.Copy(w, files)
			return err
		}); err != nil {
			return err
		}
	}
}

// NewIdentity returns a new secret key for backups and its recipient.
func NewIdentity() (secret, recipient string, err error) {
	identity, err := age.GenerateX25519Identity()
	if err != nil {
		return "", "", err
	}
	return identity.String(), identity.Recipient().String(), nil
}

// LockIdentity encrypts a secret key with a passphrase.
func LockIdentity(w io.Writer, secret, passphrase string) error {
	lock, err := age.NewScryptRecipient(passphrase)
	if err != nil {
		return err
	}
	out, err := age.Encrypt(w, lock)
	if err != nil {
		return err
	}
	_, err = io.WriteString(out, secret+"\n")
	return errors.Join(err, out.Close())
}

// ReadIdentity reads the secret keys of a file: plain, or locked with a
// passphrase.
func ReadIdentity(r io.Reader, passphrase string) ([]Identity, error) {
	if passphrase != "" {
		key, err := age.NewScryptIdentity(passphrase)
		if err != nil {
			return nil, err
		}
		if r, err = age.Decrypt(r, key); err != nil {
			return nil, errors.New("the passphrase does not open the key of the backup")
		}
	}
	identities, err := age.ParseIdentities(r)
	if err != nil {
		return nil, errors.New("this is no file of age keys (AGE-SECRET-KEY-1...)")
	}
	return identities, nil
}

// RecipientOf returns the recipient of a secret key.
func RecipientOf(identity Identity) (string, bool) {
	key, ok := identity.(*age.X25519Identity)
	if !ok {
		return "", false
	}
	return key.Recipient().String(), true
}
