package capture

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync/atomic"
	"time"

	"mneme/capture/extract"
	"mneme/memory"
	"mneme/policy"
)

// IntakeParts are what an Intake works with. Journal, Optouts, Sealer, Ops and
// Marks are required. Redactor, Listener and Human that are nil are the product's
// own; what else is nil is not done.
type IntakeParts struct {
	Journal  memory.Journal
	Optouts  memory.Optouts
	Sealer   memory.Sealer
	Ops      memory.Ops
	Marks    Marks
	Redactor Redactor
	Listener Listener
	Granter  Granter
	Tenant   func(tenant string) *policy.Tenant                                                            // policy of a tenant, for what comes without a ruling
	Writes   func(ctx context.Context, owner memory.Owner) (off string, err error)                         // why an owner's memory is not written; for what comes without a ruling
	Human    func(text string) (string, bool)                                                              // a person's own words, and whether there are any
	Room     func(owner memory.Owner) bool                                                                 // whether the journal has room for an entry of his; nil: only trying tells
	Knows    func(ctx context.Context, owner memory.Owner, name string) (bool, error)                      // whether his memory has a name, which is folded; nil: it has none
	Buried   func(ctx context.Context, owner memory.Owner, session string, texts []string) ([]bool, error) // of each text, whether it was forgotten from a session; nil: none was
	Before   func(ctx context.Context, owner memory.Owner, session string) (bool, error)                   // whether an exchange of a session was kept lately; nil: nobody knows
	Learner  *Learner                                                                                      // is woken when there is work
	Clock    Clock
	Log      *slog.Logger
}

// Intake is the front of capture: it decides what of an exchange is new and may
// be kept, and journals it. It is safe for use by many goroutines.
type Intake struct {
	opts  Options
	parts IntakeParts
	group group
	seeds seeds
	Stats IntakeStats

	forgotten forgotten
	asides    asides
	refused   atomic.Pointer[refusal]
}

// IntakeStats counts what an Intake decided since it was made.
type IntakeStats struct {
	Queued, Off, NotStored, Refused atomic.Int64 // exchanges
	Ingested                        atomic.Int64 // messages
}

func (s *IntakeStats) count(state State) {
	switch state {
	case Queued:
		s.Queued.Add(1)
	case NotStored:
		s.NotStored.Add(1)
	case Refused:
		s.Refused.Add(1)
	default:
		s.Off.Add(1)
	}
}

// NewIntake checks its parts.
func NewIntake(opts Options, parts IntakeParts) (*Intake, error) {
	if err := opts.Validate(); err != nil {
		return nil, fmt.Errorf("check options of intake: %w", err)
	}
	if parts.Journal == nil || parts.Optouts == nil || parts.Sealer == nil || parts.Ops == nil || parts.Marks == nil {
		return nil, errors.New("make intake: journal, optouts, sealer, ops and marks are required")
	}
	if parts.Clock == nil {
		parts.Clock = time.Now
	}
	if parts.Log == nil {
		parts.Log = slog.New(slog.DiscardHandler)
	}
	if parts.Redactor == nil {
		parts.Redactor = policy.Redactor{}
	}
	if parts.Listener == nil {
		parts.Listener = policy.NewPhrases()
	}
	if parts.Human == nil {
		parts.Human = own
	}
	return &Intake{
		opts:  opts,
		parts: parts,
		group: group{journal: parts.Journal, entries: opts.QueueEntries, bytes: opts.QueueBytes},
	}, nil
}

// Close waits until nothing is being written any more. Callers of Take and
// Ingest must have returned.
func (in *Intake) Close() { in.group.wait() }

// Take captures one exchange before its response ends, within the context's
// time. What it calls Queued is durable and will be learnt. The receipt of the
// exchange, when it was written before, learns what became of it.
func (in *Intake) Take(ctx context.Context, x Exchange) (State, string) {
	owner := x.Ruling.Owner()
	if x.At.IsZero() {
		x.At = in.parts.Clock()
	}
	if x.Session == "" {
		x.Session = x.Ruling.Session
	}
	state, reason, ids := in.take(ctx, owner, &x)
	in.Stats.count(state)
	if x.ReceiptID != "" && x.Ruling.User != "" {
		usage := memory.ReceiptUsage{Prompt: x.Reply.Usage.Prompt, Completion: x.Reply.Usage.Completion, Cached: x.Reply.Usage.Cached}
		in.parts.Ops.AmendReceipt(owner, x.ReceiptID, func(r *memory.Receipt) {
			r.Usage = usage
			noteTaken(r, state, reason, ids)
		})
	}
	return state, reason
}

// noteTaken writes the intake's word into a receipt, unless the learner was
// faster and has had the last one already.
func noteTaken(r *memory.Receipt, state State, reason string, ids []string) {
	switch r.Capture.State {
	case StateLearnt, StateNothing, StateDead:
	default:
		r.Capture.State, r.Capture.Reason = string(state), reason
	}
	if len(ids) > 0 {
		r.Capture.Messages = ids
	}
}

func (in *Intake) take(ctx context.Context, owner memory.Owner, x *Exchange) (State, string, []string) {
	if x.Heeded != nil && x.Heeded.Silent && x.Request != nil {
		if err := in.leave(ctx, owner, x); err != nil {
			in.parts.Log.Warn("could not mark words as off the record", "receipt", x.ReceiptID, "error", err)
		}
	}
	if state, reason, done := in.allowed(ctx, owner, x); done {
		return state, reason, nil
	}
	v := look(x.Request, in.clean, in.seed(owner, x.Session, x.At))
	if !v.human || Errand(x.Request) {
		return CaptureOff, "not-human", nil
	}
	if reason, err := in.wishes(ctx, owner, x, &v); err != nil {
		in.parts.Log.Warn("could not heed an opt-out", "receipt", x.ReceiptID, "error", err)
		return NotStored, "optout-failed", nil
	} else if reason != "" {
		return NotStored, reason, nil
	}
	if in.forgotten.covers(owner, x.Session, x.At, v.serves()) {
		if err := in.unlearn(ctx, owner, x.Session, v.serves()); err != nil {
			in.parts.Log.Warn("could not mark what was forgotten", "receipt", x.ReceiptID, "error", err)
		}
		return NotStored, "forgotten", nil
	}
	fresh, dropped, err := in.learnable(ctx, owner, x.Session, v.serves())
	if err != nil {
		// Whether this was said off the record cannot be known now: it is kept
		// by nobody.
		in.parts.Log.Warn("could not read marks", "receipt", x.ReceiptID, "error", err)
		return Refused, "marks", nil
	}
	secrets, err := in.secretsOf(ctx, owner, x)
	if err != nil {
		in.parts.Log.Warn("could not read marks", "receipt", x.ReceiptID, "error", err)
		return Refused, "marks", nil
	}
	fresh, again := secrets.follow(fresh)
	if err := in.unlearn(ctx, owner, x.Session, again); err != nil {
		in.parts.Log.Warn("could not mark words as off the record", "receipt", x.ReceiptID, "error", err)
		return NotStored, "no-store-unmarked", nil
	}
	dropped = append(dropped, again...)
	entry := in.entry(owner, x)
	entry.Played = played(x.Request)
	for i := range fresh {
		if v.known(&fresh[i]) {
			continue
		}
		in.add(&entry, &fresh[i], x.At, false)
	}
	if len(dropped) == 0 && !secrets.echoes(x.Reply.Text, fresh) { // an answer repeats what it answers
		in.addReply(&entry, x, &v)
	}
	if len(entry.Keys) == 0 {
		if len(dropped) > 0 {
			return NotStored, "no-store", nil
		}
		return CaptureOff, "nothing-new", nil
	}
	return in.journal(ctx, entry)
}

// journal writes the entry of an exchange.
func (in *Intake) journal(ctx context.Context, entry memory.Entry) (State, string, []string) {
	ids := make([]string, len(entry.Turns))
	for i := range entry.Turns {
		ids[i] = entry.Turns[i].ID
	}
	late := func(taken []int) {
		in.accepted()
		if taken[0] > 0 {
			in.parts.Ops.AmendReceipt(entry.Owner, entry.ReceiptID, func(r *memory.Receipt) {
				noteTaken(r, Queued, "late", ids)
			})
			in.wake()
		}
	}
	taken, err := in.group.append(ctx, []memory.Entry{entry}, late)
	switch {
	case errors.Is(err, memory.ErrErased):
		return Refused, "erased", nil
	case errors.Is(err, memory.ErrFull):
		in.refuse()
		return Refused, "full", nil
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		in.refuse()
		return Refused, "timeout", nil
	case err != nil:
		in.refuse()
		in.parts.Log.Error("journal refused an entry", "receipt", entry.ReceiptID, "error", err)
		return Refused, "journal", nil
	}
	in.accepted()
	if taken[0] == 0 {
		return CaptureOff, "nothing-new", nil
	}
	in.wake()
	return Queued, "", ids
}

// allowed decides what needs no look at the words. Words said under no-store
// leave a keyed hash, so that they stay unlearnt if they come again unflagged.
func (in *Intake) allowed(ctx context.Context, owner memory.Owner, x *Exchange) (State, string, bool) {
	if x.Request == nil {
		return CaptureOff, "unread", true
	}
	r := &x.Ruling
	flagged := r.NoStore || x.Request.Memory != nil && !*x.Request.Memory
	switch {
	case flagged && r.User == "":
		return NotStored, "no-store", true
	case flagged:
		v := look(x.Request, in.clean, in.seed(owner, x.Session, x.At))
		if err := in.unlearn(ctx, owner, x.Session, v.serves()); err != nil {
			in.parts.Log.Warn("could not mark words as off the record", "receipt", x.ReceiptID, "error", err)
			return NotStored, "no-store-unmarked", true
		}
		if err := in.takeBack(ctx, owner, x.Session, v.serves()); err != nil {
			in.parts.Log.Warn("could not take words back", "receipt", x.ReceiptID, "error", err)
			return NotStored, "no-store-unmarked", true
		}
		return NotStored, "no-store", true
	case !r.MayWrite():
		return CaptureOff, r.Reason, true
	}
	return "", "", false
}

// clean reduces a user's message to the user's own words.
func (in *Intake) clean(text string) (string, bool) {
	return in.parts.Human(memory.StripBlock(text))
}

// own returns a person's own words. Who pastes a file and says nothing to it is a
// person too; a program that asks for a title is none.
func own(text string) (string, bool) {
	words, human := extract.Human(text)
	return words, human || !extract.Machine(text)
}

// entry makes the empty entry of an exchange.
func (in *Intake) entry(owner memory.Owner, x *Exchange) memory.Entry {
	team := ""
	if len(x.Ruling.Teams) > 0 {
		team = x.Ruling.Teams[0]
	}
	zone := ""
	if x.Ruling.Zone != nil {
		zone = x.Ruling.Zone.String()
	}
	return memory.Entry{
		Zone:      zone,
		ID:        memory.NewID(x.At),
		Owner:     owner,
		SessionID: x.Session,
		AgentID:   x.Ruling.Agent,
		TeamID:    team,
		Project:   x.Ruling.Project,
		ReceiptID: x.ReceiptID,
		Origin:    memory.FromProxy,
		At:        x.At,
		Recalled:  x.Recalled,
		TTL:       x.Ruling.TTL,
	}
}

// add puts a turn into an entry: redacted, bounded, and named by its place.
func (in *Intake) add(e *memory.Entry, s *said, at time.Time, partial bool) {
	text, lost := in.fit(e.Owner.Tenant, s.asked, s.text)
	e.Turns = append(e.Turns, memory.Turn{
		ID:      in.placeID(e.Owner, e.SessionID, s),
		Role:    s.role,
		Name:    strings.Clone(in.called(e.Owner.Tenant, s.name)),
		Text:    strings.Clone(text), // an entry may outlive the exchange
		At:      at,
		Seq:     s.place.seq,
		Partial: partial || lost,
	})
	e.Keys = append(e.Keys, in.turnKey(e.Owner, e.SessionID, s))
	if s.role == memory.RoleUser && e.Language == "" {
		e.Language = language(s.text)
	}
}

// addReply adds what the assistant did and said. An answer that only calls tools
// is not there yet; the tools of a whole loop are noted with its last words.
func (in *Intake) addReply(e *memory.Entry, x *Exchange, v *view) {
	text := memory.StripBlock(x.Reply.Text)
	if x.Reply.Status >= 400 || strings.TrimSpace(text) == "" {
		return
	}
	if len(v.calls) > 0 {
		in.add(e, &said{role: memory.RoleTool, text: strings.Join(v.calls, ", "), place: v.next}, x.At, false)
	}
	partial := !x.Reply.Complete || x.Reply.Truncated
	if v.asked != nil && in.way(e.Owner.Tenant) != "keep" {
		said := v.asked.asked + "\n" + v.asked.text
		if policy.MaskEcho(text, said) != text {
			text = policy.MaskEcho(in.redact(e.Owner.Tenant, text), said)
		}
	}
	in.add(e, &said{role: memory.RoleAssistant, text: text, place: v.next}, x.At, partial)
	if e.Language == "" {
		e.Language = language(text)
	}
}

func (in *Intake) wake() {
	if in.parts.Learner != nil {
		in.parts.Learner.Wake()
	}
}

// Flush waits until all that was captured before the call is learnt, and returns
// how many entries are not when the context ends.
func (in *Intake) Flush(ctx context.Context) (int, error) {
	if in.parts.Learner == nil {
		n, _, err := in.parts.Journal.Waiting(ctx, nil, 0)
		return n, err
	}
	return in.parts.Learner.Flush(ctx)
}

// seam is how much of a text is read beyond its bound, so that a field that
// stands across the cut is masked as a whole.
const seam = 1 << 10

// answerBytes is what an answer to a question is at most that holds no more than what was asked for.
const answerBytes = 120

// fit makes a text ready to be kept: its fields masked, its length bounded. What was asked before
// it says what a bare number in it is: "what is your passport number?"
func (in *Intake) fit(tenant, asked, text string) (string, bool) {
	if asked != "" && len(text) <= answerBytes {
		clean := in.redact(tenant, asked+"\n"+text)
		if answer, ok := strings.CutPrefix(clean, in.redact(tenant, asked)+"\n"); ok {
			return cut(in.redact(tenant, answer), in.opts.TurnBytes)
		}
		if clean != asked+"\n"+text {
			return "", false // the sentence is dropped, and the question with it
		}
	}
	text, _ = cut(text, in.opts.TurnBytes+seam)
	return cut(in.redact(tenant, text), in.opts.TurnBytes)
}

// nameBytes bounds a speaker's name.
const nameBytes = 128

// called makes a speaker's name ready to be kept; it comes from the client like
// any text.
func (in *Intake) called(tenant, name string) string {
	if name == "" {
		return ""
	}
	name, _ = cut(squeeze(in.redact(tenant, name)), nameBytes)
	return name
}

// way is a tenant's way with sensitive fields.
func (in *Intake) way(tenant string) string {
	if in.parts.Tenant != nil {
		if t := in.parts.Tenant(tenant); t != nil && t.PII != "" {
			return t.PII
		}
	}
	return "mask"
}

func (in *Intake) redact(tenant, text string) string {
	clean, _ := in.parts.Redactor.Redact(text, in.way(tenant))
	return clean
}
