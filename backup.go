package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"mneme/memory"
	"mneme/memory/erase"
	"mneme/memory/seal"
	"mneme/memory/sqlite"
)

// Backup copies what is running. Keys are as they are when the data is copied.
func (h *house) Backup(ctx context.Context, in erase.Backup) (erase.Backed, error) {
	in.Scratch = h.opts.data // the same disk, and the same guard
	if path := filepath.Join(h.opts.data, "keys", "master.key"); exists(path) {
		in.Master = path
	}
	return in.Write(ctx, h.store, h.keys)
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// backup is the scheduled backup that the options name.
func (o *options) backup(now time.Time) erase.Backup {
	in := erase.Backup{To: o.backupTo, KeysTo: o.backupKeysTo, Keep: o.backupKeep, Now: now}
	if o.backupRecipients != "" {
		in.Recipients = strings.Split(o.backupRecipients, ",")
	}
	return in
}

const (
	// shipEvery is how often keys and what was forgotten are shipped.
	shipEvery = time.Hour
	// shipAfter is how soon they are once something is forgotten: until then a lost
	// machine would bring it back. Forgets of one moment are shipped together.
	shipAfter = 2 * time.Second
)

// backups makes a copy of the data when one is due, and ships keys and forgets
// every hour and after every forget.
func (h *house) backups(ctx context.Context) {
	tick := time.NewTicker(shipEvery)
	defer tick.Stop()
	for {
		in := h.opts.backup(h.now())
		last, err := erase.LastBackup(in.To)
		if err == nil && h.now().Sub(last) < h.opts.backupEvery-time.Minute {
			in.To = ""
		}
		if in.To != "" || in.KeysTo != "" {
			done, err := h.Backup(ctx, in)
			if err != nil {
				h.log.Error("a backup failed", "err", err)
				h.tally.Add("mneme_backup_failed_total", "", "", 1)
			} else {
				h.log.Info("backed up", "stamp", done.Stamp, "bytes", done.Bytes, "pieces", done.Pieces, "written", done.Written, "keys", done.Keys)
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		case <-h.forgot:
			select {
			case <-ctx.Done():
				return
			case <-time.After(shipAfter):
			}
		}
	}
}

// shipSoon has what was just forgotten shipped, where that is done at all.
func (h *house) shipSoon() {
	select {
	case h.forgot <- struct{}{}:
	default: // it is to be already
	}
}

// identityFile is the secret key of backups under a passphrase; it lies with the
// data copies.
const identityFile = "identity.age"

// passphrase reads a backup's passphrase from its file or the environment.
func passphrase(file string) (string, error) {
	if file == "" {
		return os.Getenv("MNEME_BACKUP_PASSPHRASE"), nil
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return "", fmt.Errorf("-passphrase-file: %w", err)
	}
	return strings.TrimSpace(string(text)), nil
}

func backupCommand(ctx context.Context, std stdio, args []string) error {
	var to, keysTo, list, file string
	keep := 0
	c, rest, err := dial(std, "backup", args, func(set *flag.FlagSet) {
		set.StringVar(&to, "to", "", "`folder` of the data, on the machine where mneme runs")
		set.StringVar(&keysTo, "keys-to", "", "`folder` of the keys, apart from -to")
		set.StringVar(&list, "recipients", "", "age `keys` (age1...) to encrypt to, separated by commas")
		set.StringVar(&file, "passphrase-file", "", "`file` with a passphrase instead of recipients (or MNEME_BACKUP_PASSPHRASE)")
		set.IntVar(&keep, "keep", 0, "how many copies are kept; 0: all")
	})
	if err != nil {
		return err
	}
	if len(rest) > 0 {
		return fmt.Errorf("does not take %q", rest[0])
	}
	if to == "" && keysTo == "" {
		return errors.New("-to and -keys-to: say where to")
	}
	body := map[string]any{"keep": keep}
	for name, dir := range map[string]string{"to": to, "keys_to": keysTo} {
		if dir == "" {
			continue
		}
		if dir, err = filepath.Abs(dir); err != nil {
			return err
		}
		body[name] = dir
	}
	recipients := strings.FieldsFunc(list, func(r rune) bool { return r == ',' })
	if len(recipients) == 0 {
		recipient, err := lockedRecipient(to, file)
		if err != nil {
			return err
		}
		recipients = []string{recipient}
	}
	body["recipients"] = recipients
	var done erase.Backed
	if err := c.call(ctx, "POST", "/backup", nil, body, &done); err != nil {
		return err
	}
	if done.Stamp != "" {
		fmt.Fprintf(std.out, "backed up %s: %d files, %d bytes, %d of %d pieces were new\n", done.Stamp, done.Files, done.Bytes, done.Written, done.Pieces)
	}
	if done.Keys {
		fmt.Fprintln(std.out, "shipped the keys, and what was forgotten")
	}
	return nil
}

// lockedRecipient returns the recipient of a folder that a passphrase opens,
// making its key on first use.
func lockedRecipient(to, file string) (string, error) {
	words, err := passphrase(file)
	if err != nil {
		return "", err
	}
	if words == "" || to == "" {
		return "", errors.New("-recipients age1...: name whom to encrypt to, or give -to and a passphrase by -passphrase-file or MNEME_BACKUP_PASSPHRASE")
	}
	path := filepath.Join(to, identityFile)
	if !exists(path) {
		if err := os.MkdirAll(to, 0o700); err != nil {
			return "", err
		}
		secret, recipient, err := erase.NewIdentity()
		if err != nil {
			return "", err
		}
		out, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if err != nil {
			return "", err
		}
		return recipient, errors.Join(erase.LockIdentity(out, secret, words), out.Sync(), out.Close())
	}
	identity, err := readIdentity(path, words)
	if err != nil {
		return "", err
	}
	recipient, ok := erase.RecipientOf(identity[0])
	if !ok {
		return "", fmt.Errorf("%s is not a key that backups can be encrypted to", path)
	}
	return recipient, nil
}

func readIdentity(path, words string) ([]erase.Identity, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return erase.ReadIdentity(file, words)
}

func restoreCommand(ctx context.Context, std stdio, args []string) error {
	set := newFlags("restore")
	var in erase.Restore
	var identity, words, masterKey, erasures string
	drill := false
	set.StringVar(&in.From, "from", "", "`folder` of the data copies")
	set.StringVar(&in.KeysFrom, "keys-from", "", "`folder` of the keys")
	set.StringVar(&in.Data, "data", "", "empty `folder` to restore into")
	set.StringVar(&in.Stamp, "stamp", "", "which `copy`; empty: the newest")
	set.StringVar(&identity, "identity", "", "`file` of the age key that opens the copies; empty: a passphrase does")
	set.StringVar(&words, "passphrase-file", "", "`file` with the passphrase (or MNEME_BACKUP_PASSPHRASE)")
	set.StringVar(&masterKey, "master-key-file", "", "`file` with the master key, where it is kept outside (or MNEME_MASTER_KEY)")
	set.StringVar(&erasures, "erasures", "", "a newer erasures.log, if there is one: the `file` of the folder that is lost")
	set.BoolVar(&drill, "drill", false, "rehearse: restore into a folder of its own, look at everything, and remove it")
	rest, err := parseFlags(set, args, std.err)
	if err != nil {
		return err
	}
	if len(rest) > 0 {
		return fmt.Errorf("does not take %q", rest[0])
	}
	if in.From == "" || in.KeysFrom == "" || in.Data == "" && !drill {
		return errors.New("-from, -keys-from and -data (or -drill) are needed")
	}
	pass := ""
	if identity == "" {
		if identity = filepath.Join(in.From, identityFile); !exists(identity) {
			return errors.New("-identity: name the file of the age key that opens the copies")
		}
		if pass, err = passphrase(words); err != nil || pass == "" {
			return errors.Join(errors.New("the copies are locked with a passphrase: give it by -passphrase-file or MNEME_BACKUP_PASSPHRASE"), err)
		}
	}
	if in.Identity, err = readIdentity(identity, pass); err != nil {
		return err
	}
	s, err := (&options{masterKeyFile: masterKey}).readSecrets(os.LookupEnv)
	if err != nil {
		return err
	}
	if drill {
		if in.Data, err = os.MkdirTemp(in.Data, "mneme-drill-"); err != nil {
			return err
		}
		defer os.RemoveAll(in.Data)
	}
	started := time.Now()
	done, err := restore(ctx, in, s.masterKey, erasures)
	if err != nil {
		return err
	}
	fmt.Fprintf(std.out, "restored the copy of %s in %s: %d owners, %d records\n", done.stamp, time.Since(started).Round(time.Millisecond), done.owners, done.records)
	fmt.Fprintf(std.out, "forgotten again: %d records; owners whose keys are destroyed stay erased\n", done.forgotten)
	if !done.shipped.IsZero() {
		fmt.Fprintf(std.out, "keys and forgets are as they were shipped at %s: what was erased or forgotten later is back; ship them anew, or give a newer -erasures, before anybody reads it\n",
			done.shipped.UTC().Format(time.RFC3339))
	}
	if drill {
		fmt.Fprintln(std.out, "this was a drill: every text was opened, and the folder is removed again")
	}
	return nil
}

// restored is what a restore brought back.
type restored struct {
	stamp                      string
	shipped                    time.Time // when keys and forgets were
	owners, records, forgotten int
}

// restore lays a data folder out, forgets again what was forgotten since, and
// reads everything once.
func restore(ctx context.Context, in erase.Restore, masterKey, erasures string) (restored, error) {
	stamp, _, err := in.Unpack(ctx)
	done := restored{stamp: stamp}
	if err != nil {
		return done, err
	}
	if shipped, err := os.Stat(filepath.Join(in.KeysFrom, erase.KeysFile)); err == nil {
		done.shipped = shipped.ModTime()
	}
	ring := seal.DefaultOptions()
	if masterKey != "" {
		if ring.Master, err = decodeKey(masterKey); err != nil {
			return done, fmt.Errorf("-master-key-file: %w", err)
		}
	}
	keys, err := seal.Open(filepath.Join(in.Data, "keys"), ring)
	if err != nil {
		return done, err
	}
	defer keys.Close()
	if erasures != "" {
		log, err := os.Open(erasures)
		if err != nil {
			return done, fmt.Errorf("-erasures: %w", err)
		}
		_, err = keys.ImportErasures(log)
		log.Close()
		if err != nil {
			return done, fmt.Errorf("-erasures: %w", err)
		}
	}
	o := sqlite.DefaultOptions()
	o.Dir, o.Keys = in.Data, keys
	store, err := sqlite.Open(o)
	if err != nil {
		return done, err
	}
	defer store.Close()
	if done.forgotten, err = replayGraves(ctx, store, in.Data); err != nil {
		return done, err
	}
	err = store.EachOwner(ctx, func(owner memory.Owner) error {
		done.owners++
		for cursor := ""; ; {
			page, err := store.List(ctx, memory.Filter{Owner: owner, Limit: 500, Cursor: cursor})
			if err != nil {
				return err
			}
			done.records += len(page.Records)
			if cursor = page.Next; cursor == "" {
				return nil
			}
		}
	})
	return done, err
}

// replayGraves forgets again what was forgotten after a copy was made. It is done
// once, before a restored folder is used; a crash leaves the file, and the next
// start does it.
func replayGraves(ctx context.Context, store *sqlite.Store, data string) (int, error) {
	path := filepath.Join(data, "graves")
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	defer file.Close()
	n, err := store.ReplayGraves(ctx, file)
	if err != nil {
		return n, err
	}
	return n, os.Remove(path)
}
