package seal

import (
	"crypto/cipher"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"os"
	"slices"
	"sync"
	"time"

	"mneme/memory"
)

// Errors of a keyring.
var (
	// ErrMaster is returned by Open when the folder was made with another master
	// key.
	ErrMaster = errors.New("seal: this is not the master key of the folder")
	// ErrCorrupt is returned when a file of the folder is damaged in a way that a
	// crash cannot explain.
	ErrCorrupt = errors.New("seal: key folder is damaged")
	// ErrNoKey is returned by Open of a text whose owner has no key here and was
	// not erased here: the keys belong to other data.
	ErrNoKey = errors.New("seal: no key for this owner")
	// ErrOpen is returned when a sealed text is damaged or was sealed elsewhere.
	ErrOpen = errors.New("seal: text does not open")
	// ErrLocked is returned by Open when another process uses the folder.
	ErrLocked = errors.New("seal: key folder is in use")
)

// MasterBytes is the length of a master key.
const MasterBytes = 32

// Options say how a keyring is opened.
type Options struct {
	// Master is the master key, MasterBytes long, when it is kept outside of the
	// folder. Nil: it is read from master.key, which is made on first use.
	Master []byte
	// Cache is how many owners' keys are kept unwrapped in memory; at least 1.
	Cache int
	// Now is the clock of the erasure log.
	Now func() time.Time
}

// DefaultOptions returns the options that serve most.
func DefaultOptions() Options { return Options{Cache: 4096, Now: time.Now} }

// Keyring is an open key folder. It is safe for concurrent use.
type Keyring struct {
	now    func() time.Time
	hash   []byte      // keys of Hash and OwnerHash
	hashes sync.Pool   // of HMACs with that key: a new one would hash the key anew
	wrap   cipher.AEAD // wraps owners' keys
	lock   *os.File

	disk  sync.Mutex // guards the files; taken before mu, held over syncs
	slots *slotFile
	log   *logFile

	mu     sync.RWMutex              // guards the maps; never held over disk work
	names  map[memory.Owner][32]byte // hashes of owners, since each request asks for one several times
	erased map[[32]byte]erasure
	cache  map[[32]byte]*ownerKey
	limit  int
}

// ownerKey is an owner's key, unwrapped.
type ownerKey struct {
	generation uint32
	aead       cipher.AEAD
}

// erasure is what the log knows of an owner: every key up to the generation is
// destroyed.
type erasure struct {
	generation uint32
	at         time.Time
}

// Open opens a key folder, making it on first use. It finishes destructions that
// a crash interrupted. The caller closes the keyring.
func Open(dir string, o Options) (*Keyring, error) {
	if o.Cache < 1 {
		return nil, fmt.Errorf("seal: a cache of %d keys is none", o.Cache)
	}
	if o.Now == nil {
		return nil, errors.New("seal: options need a clock")
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("make key folder: %w", err)
	}
	lock, err := lockFolder(dir)
	if err != nil {
		return nil, err
	}
	k, err := open(dir, o)
	if err != nil {
		lock.Close()
		return nil, err
	}
	k.lock = lock
	return k, nil
}

func open(dir string, o Options) (_ *Keyring, err error) {
	master, err := masterKey(dir, o.Master)
	if err != nil {
		return nil, err
	}
	k := &Keyring{now: o.Now, limit: o.Cache, names: make(map[memory.Owner][32]byte), cache: make(map[[32]byte]*ownerKey), erased: make(map[[32]byte]erasure)}
	k.hash = derive(master, "mneme hash 1")
	k.hashes.New = func() any { return hmac.New(sha256.New, k.hash) }
	if k.wrap, err = newGCM(derive(master, "mneme wrap 1")); err != nil {
		return nil, err
	}
	check := derive(master, "mneme check 1")[:16]
	if k.log, err = openLog(dir, derive(master, "mneme erasures 1"), k.note); err != nil {
		return nil, err
	}
	if k.slots, err = openSlots(dir, check); err != nil {
		k.log.file.Close()
		return nil, err
	}
	for owner, gone := range k.erased {
		if err := k.slots.wipe(owner, gone.generation); err != nil {
			k.closeFiles()
			return nil, fmt.Errorf("finish destroying a key: %w", err)
		}
	}
	return k, nil
}

// note merges one line of the log into what is known to be erased.
func (k *Keyring) note(owner [32]byte, e erasure) {
	k.mu.Lock()
	defer k.mu.Unlock()
	delete(k.cache, owner)
	clear(k.names) // his name is in it
	old := k.erased[owner]
	e.generation = max(e.generation, old.generation)
	if old.at.After(e.at) {
		e.at = old.at
	}
	k.erased[owner] = e
}

// Close releases the folder. The keyring must not be used afterwards.
func (k *Keyring) Close() error {
	k.disk.Lock()
	defer k.disk.Unlock()
	k.mu.Lock()
	clear(k.cache)
	clear(k.names)
	k.mu.Unlock()
	return errors.Join(k.closeFiles(), k.lock.Close())
}

func (k *Keyring) closeFiles() error {
	return errors.Join(k.slots.file.Close(), k.log.file.Close())
}

// derive returns a key for one purpose. The master key is uniformly random, so
// one HMAC is all of HKDF that is needed.
func derive(master []byte, purpose string) []byte {
	m := hmac.New(sha256.New, master)
	m.Write([]byte(purpose))
	return m.Sum(nil)
}

// OwnerHash names an owner without telling who it is.
func (k *Keyring) OwnerHash(owner memory.Owner) [32]byte {
	k.mu.RLock()
	known, ok := k.names[owner]
	k.mu.RUnlock()
	if ok {
		return known
	}
	hash := k.sum("owner", owner.Key())
	k.mu.Lock()
	defer k.mu.Unlock()
	if len(k.names) >= k.limit {
		clear(k.names)
	}
	k.names[owner] = hash
	return hash
}

// Hash returns a keyed hash of text in a domain for this owner.
func (k *Keyring) Hash(owner memory.Owner, domain string, text []byte) [32]byte {
	return k.HashFor(k.OwnerHash(owner), domain, text)
}

// HashFor is Hash for an owner that is known by his hash only.
func (k *Keyring) HashFor(owner [32]byte, domain string, text []byte) [32]byte {
	return k.sum(domain, string(owner[:]), string(text))
}

// sum hashes parts with their lengths, so that no choice of parts imitates
// another.
func (k *Keyring) sum(parts ...string) (out [32]byte) {
	m := k.hashes.Get().(hash.Hash)
	defer k.hashes.Put(m)
	m.Reset()
	var size [8]byte
	for _, p := range parts {
		n := uint64(len(p))
		for i := range size {
			size[i] = byte(n >> (8 * i))
		}
		m.Write(size[:])
		m.Write([]byte(p))
	}
	m.Sum(out[:0])
	return out
}

// KeyID names the hash key, for receipts: hashes of one id are comparable.
func (k *Keyring) KeyID() string {
	id := k.sum("key id")
	return fmt.Sprintf("%x", id[:6])
}

// Destroy destroys the owner's key for ever, in the folder and in every copy of
// it that the erasure log reaches. It returns when that is on disk. An owner
// without a key is marked too, so that a key of his in an older copy stays dead.
func (k *Keyring) Destroy(owner memory.Owner) error { return k.DestroyFor(k.OwnerHash(owner)) }

// DestroyFor is Destroy for an owner that is known by his hash only.
func (k *Keyring) DestroyFor(owner [32]byte) error {
	k.disk.Lock()
	defer k.disk.Unlock()
	gone, was := k.gone(owner)
	live, alive, err := k.slots.generation(owner)
	if err != nil {
		return err
	}
	if was && !alive {
		return nil
	}
	e := erasure{generation: max(live, gone.generation, 1), at: k.now().UTC()}
	if !e.at.After(gone.at) {
		e.at = gone.at.Add(time.Nanosecond) // two erasures are never the same one
	}
	if err := k.log.append(owner, e); err != nil {
		return fmt.Errorf("log erasure: %w", err)
	}
	k.note(owner, e)
	if err := k.slots.wipe(owner, e.generation); err != nil {
		return fmt.Errorf("overwrite key: %w", err)
	}
	return nil
}

// Erased reports when the owner's last destroyed key was destroyed. He may have
// a newer key since.
func (k *Keyring) Erased(owner memory.Owner) (time.Time, bool) {
	return k.ErasedFor(k.OwnerHash(owner))
}

// ErasedFor is Erased for an owner that is known by his hash only.
func (k *Keyring) ErasedFor(owner [32]byte) (time.Time, bool) {
	e, ok := k.gone(owner)
	return e.at, ok
}

func (k *Keyring) gone(owner [32]byte) (erasure, bool) {
	k.mu.RLock()
	defer k.mu.RUnlock()
	e, ok := k.erased[owner]
	return e, ok
}

func (k *Keyring) cached(owner [32]byte) *ownerKey {
	k.mu.RLock()
	defer k.mu.RUnlock()
	return k.cache[owner]
}

// fresh makes up a key for an owner who has none.
func (k *Keyring) fresh(owner [32]byte) newKey {
	gone, _ := k.gone(owner)
	key := make([]byte, 32)
	rand.Read(key) // never fails: crypto/rand aborts the program instead
	return newKey{owner, gone.generation + 1, key}
}

// MakeFor makes the keys that some owners lack, and returns when all are on disk: one
// wait for the disk where each by itself would be one of its own.
func (k *Keyring) MakeFor(owners ...[32]byte) error {
	k.disk.Lock()
	defer k.disk.Unlock()
	var lacking []newKey
	for i, owner := range owners {
		if k.cached(owner) != nil || slices.Contains(owners[:i], owner) {
			continue
		}
		if _, alive, err := k.slots.generation(owner); err != nil {
			return err
		} else if !alive {
			lacking = append(lacking, k.fresh(owner))
		}
	}
	if len(lacking) == 0 {
		return nil
	}
	if err := k.slots.add(lacking, k.wrap); err != nil {
		return fmt.Errorf("store keys: %w", err)
	}
	for _, l := range lacking {
		clear(l.key)
	}
	return nil
}

// key returns the owner's key, making one when he has none and make is set.
func (k *Keyring) key(owner [32]byte, create bool) (*ownerKey, error) {
	if found := k.cached(owner); found != nil {
		return found, nil
	}
	k.disk.Lock()
	defer k.disk.Unlock()
	if found := k.cached(owner); found != nil {
		return found, nil
	}
	raw, generation, err := k.slots.read(owner, k.wrap)
	switch {
	case err != nil:
		return nil, err
	case raw == nil && !create:
		return nil, nil
	case raw == nil:
		fresh := k.fresh(owner)
		if err := k.slots.add([]newKey{fresh}, k.wrap); err != nil {
			return nil, fmt.Errorf("store key: %w", err)
		}
		raw, generation = fresh.key, fresh.generation
	}
	aead, err := newGCM(raw)
	clear(raw)
	if err != nil {
		return nil, err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	for other := range k.cache { // drop any one: a key costs two microseconds to unwrap again
		if len(k.cache) < k.limit {
			break
		}
		delete(k.cache, other)
	}
	found := &ownerKey{generation: generation, aead: aead}
	k.cache[owner] = found
	return found, nil
}
