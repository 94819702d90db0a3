package erase

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"time"

	"mneme/memory"
)

// Truth is what erasing needs of the ledger.
type Truth interface {
	memory.Reader
	Forget(ctx context.Context, s memory.Selection) (memory.Forgotten, error)
	// EraseOwner removes everything of an owner, his journal and history and
	// receipts included, and destroys his key.
	EraseOwner(ctx context.Context, owner memory.Owner, dryRun bool) (memory.Forgotten, error)
	// Left counts, place by place, what is still there of the given records;
	// with no ids, of the whole owner.
	Left(ctx context.Context, owner memory.Owner, ids []string) (map[string]int, error)
	// LastExchange returns the message ids of the newest exchange of a session
	// that was journaled; with no session, of the owner.
	LastExchange(ctx context.Context, owner memory.Owner, session string) ([]string, error)
	// Purge makes deletions physical: free pages, write-ahead log.
	Purge(ctx context.Context, owner memory.Owner) error
	// EachEntry calls f with the entries of the owner's journal, oldest first.
	EachEntry(ctx context.Context, owner memory.Owner, f func(memory.Entry) error) error
	Append(ctx context.Context, entries []memory.Entry) ([]int, error)
	Commit(ctx context.Context, c memory.Commit) (memory.Committed, error)
}

// Place is somewhere else a memory may be: the index, sticky blocks, working
// memory, caches.
type Place interface {
	Name() string
	// Forget removes what the place holds of the given records, or of the whole
	// owner when ids is nil, and says how much that was.
	Forget(ctx context.Context, owner memory.Owner, ids []string) (int, error)
	// Left counts what is still there, and lets go of it where it may come back.
	Left(ctx context.Context, owner memory.Owner, ids []string) (int, error)
}

// Hasher makes the keyed hashes of a receipt.
type Hasher interface {
	Hash(owner memory.Owner, domain string, text []byte) [32]byte
}

// Request names what to forget of one owner.
type Request struct {
	Owner     memory.Owner
	IDs       []string
	SessionID string
	Topic     string // matched by words and by meaning
	Source    memory.Source
	MessageID string
	Since     time.Time
	Until     time.Time
	Layer     memory.Layer
	All       bool
	Last      bool // the last exchange of SessionID and all it taught
	DryRun    bool
	By        string
}

// User names a user to erase or to hand out; no realms: every one of them.
type User struct {
	Tenant string
	User   string
	Realms []string
	DryRun bool
	By     string
	Own    bool // the user himself does it
}

// Receipt proves what a forget removed. It tells no content: a hash is keyed, so
// that nobody can guess short facts from it.
type Receipt struct {
	ID       string
	At       time.Time
	Counts   map[string]int // removed, by place
	Records  []string       // ids
	Hashes   []string       // hmac-sha256, hex, one per record
	KeyID    string         // names the key of the hashes
	Verified bool           // everything was read back and nothing was left
	Took     time.Duration
	DryRun   bool
}

// ErrLeft is returned when something was still there after a forget; the
// receipt says where. The forget may be repeated.
var ErrLeft = errors.New("erase: something is left")

// Eraser runs forgets.
type Eraser struct {
	truth   Truth
	control memory.Control
	places  []Place
	hasher  Hasher
	match   Matcher
	audit   func(memory.Audit)
	clean   func(*memory.Record)
	now     func() time.Time
	after   func(ctx context.Context, owner memory.Owner, ids []string) error
	begin   func(Request)
	settle  func(ctx context.Context, owner memory.Owner)
}

// Parts are what an Eraser works on.
type Parts struct {
	Truth   Truth
	Control memory.Control
	Places  []Place
	Hasher  Hasher
	Match   Matcher
	Audit   func(memory.Audit)
	Clean   func(*memory.Record) // makes an imported record ready to be kept: masks, counts; nil: it is kept as it comes
	Now     func() time.Time
	// Begin is told of a forget before it is done: what is under way is not to bring it back. nil:
	// nothing can be.
	Begin func(Request)
	// Settle waits until what was journaled of an owner is learnt, since a topic is looked for among
	// what is known; nil: nothing waits.
	Settle func(ctx context.Context, owner memory.Owner)
	// Rederive draws again what was concluded from records that are gone, and
	// takes their promoted copies away; nil: there are none.
	Rederive func(ctx context.Context, owner memory.Owner, ids []string) error
}

// New returns an eraser over the given parts.
func New(p Parts) *Eraser {
	if p.Now == nil {
		p.Now = time.Now
	}
	if p.Audit == nil {
		p.Audit = func(memory.Audit) {}
	}
	if p.Clean == nil {
		p.Clean = func(*memory.Record) {}
	}
	if p.Begin == nil {
		p.Begin = func(Request) {}
	}
	if p.Settle == nil {
		p.Settle = func(context.Context, memory.Owner) {}
	}
	return &Eraser{begin: p.Begin, settle: p.Settle, clean: p.Clean, truth: p.Truth, control: p.Control, places: p.Places, hasher: p.Hasher, match: p.Match, audit: p.Audit, now: p.Now, after: p.Rederive}
}

// Forget removes what a request names, everywhere. It returns
// memory.ErrEmptyFilter for a request that names nothing, and ErrLeft with the
// receipt when the read-back found something.
func (e *Eraser) Forget(ctx context.Context, in Request) (Receipt, error) {
	if err := in.Owner.Validate(); err != nil {
		return Receipt{}, err
	}
	started := e.now()
	if !in.DryRun {
		e.begin(in)
	}
	if in.Topic != "" || in.Last {
		e.settle(ctx, in.Owner)
	}
	selections, holds, err := e.selections(ctx, in)
	if err != nil {
		return Receipt{}, err
	}
	receipt := Receipt{ID: memory.NewID(started), At: started, DryRun: in.DryRun, Counts: map[string]int{}, KeyID: e.keyID(in.Owner), Verified: true}
	var rebuilt []string
	for _, s := range selections {
		gone, err := e.truth.Forget(ctx, s)
		if err != nil {
			return receipt, fmt.Errorf("forget in truth: %w", err)
		}
		receipt.add(gone)
		rebuilt = append(rebuilt, gone.Rebuilt...)
	}
	if in.DryRun {
		receipt.Took = e.now().Sub(started)
		return receipt, nil
	}
	if err := e.rederive(ctx, in.Owner, append(rebuilt, receipt.Records...)); err != nil {
		receipt.Verified = false
		return receipt, err
	}
	// Never nil: to every place nil means the whole owner.
	if err = e.unsilence(ctx, in); err == nil {
		err = e.sweep(ctx, in.Owner, append([]string{}, receipt.Records...), &receipt)
	}
	if err == nil {
		err = e.readTopicBack(ctx, in, holds, &receipt)
	}
	receipt.Took = e.now().Sub(started)
	e.audit(memory.Audit{At: started, Owner: in.Owner, By: in.By, Op: "forget", Records: receipt.Records, Code: codeOf(err), Ref: receipt.ID})
	return receipt, err
}

// unsilence takes what is forgotten out of the topics that a user dropped: their
// names are words about it.
func (e *Eraser) unsilence(ctx context.Context, in Request) error {
	if e.control == nil || in.Owner.Level != memory.LevelUser || in.Topic == "" && !in.All {
		return nil
	}
	settings, known, err := e.control.Settings(ctx, in.Owner.Tenant, in.Owner.ID)
	if err != nil {
		return fmt.Errorf("read settings: %w", err)
	}
	if !known {
		return nil
	}
	gone := func(topic string) bool {
		return in.All || memory.Covers(topic, in.Topic) || memory.Covers(memory.PlainTopic(topic), in.Topic)
	}
	if !slices.ContainsFunc(settings.Silenced, gone) {
		return nil
	}
	_, err = e.control.ChangeSettings(ctx, in.Owner.Tenant, in.Owner.ID, func(s *memory.Settings) error {
		s.Silenced = slices.DeleteFunc(slices.Clone(s.Silenced), gone)
		return nil
	})
	if err != nil {
		return fmt.Errorf("write settings: %w", err)
	}
	return nil
}

// selections turns a request into what truth can select. A topic and "the last
// exchange" are resolved here, since they need a look at the memory; holds is what
// the topic means by its words.
func (e *Eraser) selections(ctx context.Context, in Request) (selections []memory.Selection, holds func(*memory.Record) bool, err error) {
	base := memory.Selection{
		Owner: in.Owner, IDs: in.IDs, SessionID: in.SessionID, Source: in.Source, MessageID: in.MessageID,
		Since: in.Since, Until: in.Until, Layer: in.Layer, All: in.All, DryRun: in.DryRun, Reason: "forget",
	}
	switch {
	case in.Last:
		messages, err := e.truth.LastExchange(ctx, in.Owner, in.SessionID)
		if err != nil {
			return nil, nil, fmt.Errorf("find the last exchange: %w", err)
		}
		for _, id := range messages {
			s := base
			s.SessionID, s.MessageID = "", id
			selections = append(selections, s)
		}
		return selections, nil, nil
	case in.Topic != "":
		found, err := e.match.Match(ctx, in.Owner, in.Topic)
		if err != nil {
			return nil, nil, fmt.Errorf("match topic: %w", err)
		}
		ids := found.IDs
		if len(in.IDs) > 0 {
			ids = slices.DeleteFunc(ids, func(id string) bool { return !slices.Contains(in.IDs, id) })
		}
		if len(ids) == 0 {
			return nil, found.Holds, nil
		}
		base.IDs = ids
		return []memory.Selection{base}, found.Holds, nil
	case base.Empty():
		return nil, nil, memory.ErrEmptyFilter
	}
	return []memory.Selection{base}, nil, nil
}

// rederive lets conclusions follow what is gone.
func (e *Eraser) rederive(ctx context.Context, owner memory.Owner, ids []string) error {
	if e.after == nil || len(ids) == 0 {
		return nil
	}
	if err := e.after(ctx, owner, ids); err != nil {
		return fmt.Errorf("derive again: %w", err)
	}
	return nil
}

// sweep removes records (nil: everything of the owner) from every place but
// truth, makes the deletion physical, and reads back.
func (e *Eraser) sweep(ctx context.Context, owner memory.Owner, ids []string, receipt *Receipt) error {
	for _, place := range e.places {
		n, err := place.Forget(ctx, owner, ids)
		if err != nil {
			receipt.Verified = false
			return fmt.Errorf("forget in %s: %w", place.Name(), err)
		}
		receipt.Counts[place.Name()] += n
	}
	if err := e.truth.Purge(ctx, owner); err != nil {
		receipt.Verified = false
		return fmt.Errorf("purge truth: %w", err)
	}
	return e.readBack(ctx, owner, ids, receipt)
}

// leftTries is how often a place is read back. A request that was under way may have put
// something there after the forget; the place has let go of it by the time it is counted.
const leftTries = 4

func (e *Eraser) readBack(ctx context.Context, owner memory.Owner, ids []string, receipt *Receipt) error {
	left, err := e.truth.Left(ctx, owner, ids)
	if err != nil {
		receipt.Verified = false
		return fmt.Errorf("read truth back: %w", err)
	}
	for _, place := range e.places {
		n, err := place.Left(ctx, owner, ids)
		for again := 1; again < leftTries && n > 0 && err == nil; again++ {
			n, err = place.Left(ctx, owner, ids)
		}
		if err != nil {
			receipt.Verified = false
			return fmt.Errorf("read %s back: %w", place.Name(), err)
		}
		left[place.Name()] += n
	}
	for where, n := range left {
		if n > 0 {
			receipt.Verified = false
			return fmt.Errorf("%w: %d in %s", ErrLeft, n, where)
		}
	}
	return nil
}

func (r *Receipt) add(gone memory.Forgotten) {
	for place, n := range gone.Counts {
		r.Counts[place] += n
	}
	r.Records = append(r.Records, gone.Records...)
	r.Hashes = append(r.Hashes, gone.Hashes...)
}

func codeOf(err error) string {
	switch {
	case err == nil:
		return ""
	case errors.Is(err, ErrLeft):
		return "left"
	}
	return "failed"
}

// keyID names the key that a receipt's hashes were made with, without telling
// it.
func (e *Eraser) keyID(owner memory.Owner) string {
	tenant := memory.TenantOwner(owner.Tenant, owner.Realm)
	hash := e.hasher.Hash(tenant, "receipt key", nil)
	return hex.EncodeToString(hash[:4])
}
