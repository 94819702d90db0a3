package inject

import (
	"crypto/sha256"
	"encoding/base32"
	"hash/maphash"
	"math/bits"
	"strings"
	"sync/atomic"
	"time"

	"mneme/memory"
	"mneme/policy"
	"mneme/proxy/wire"
)

// restart is how long a first message may be sent again and still be the same
// conversation: a retry or a regenerated answer, not somebody who says "hi" anew.
const restart = 10 * time.Minute

// thread is what a request's messages say about their conversation.
type thread struct {
	marks [recentTurns]uint64 // at each of the last user turns: a hash of everything said up to it and with it
	turns int                 // user turns
	first int                 // index of the first user turn among the messages
	last  int                 // of the last one; -1: there is none
	loop  bool                // tools were called or answered since: a step of a tool loop
}

// recentTurns is how many user turns of a history may have been taken back and said anew
// for it to be the same conversation still.
const recentTurns = 64

// mark returns the hash at the last user turn.
func (t *thread) mark() uint64 { return t.markAt(t.turns - 1) }

// markAt returns the hash at user turn n, one of the last.
func (t *thread) markAt(n int) uint64 { return t.marks[n%recentTurns] }

// sessions recognises conversations. A client that names none sends its whole history
// with each request; what was said up to a user turn is found again in the next one.
//
//	request n:    u1 a1 u2        its mark at u2 is kept
//	request n+1:  u1 a1 u2 a2 u3  its mark at u2 is known: the same session
//	              u1              nothing was said since: a history starts again
//	              a1 u2 a2 u3     its beginning was cut off: an exchange of it is known
//
// What is lost by a restart of the program is derived again from the first user turn,
// to the same id.
type sessions struct {
	seed            maphash.Seed
	user, assistant uint64                // hashes of the two roles
	marks           *shelf[*conversation] // by what was said up to a user turn, and by exchanges
	answers         *shelf[string]        // sessions by the ids of answers
}

// conversation is one derived session.
type conversation struct {
	id    string
	turns atomic.Int32 // the most user turns a request of it has had
	used  atomic.Int64 // unix nanoseconds
}

func newSessions(opts Options) *sessions {
	seed := maphash.MakeSeed()
	return &sessions{
		seed:      seed,
		user:      maphash.String(seed, "user"),
		assistant: maphash.String(seed, "assistant"),
		marks:     newShelf[*conversation](opts.SessionBytes*3/4, opts.SessionIdle),
		answers:   newShelf[string](opts.SessionBytes/4, opts.SessionIdle),
	}
}

// thread reads a request's messages. System and developer messages are left out, since
// many agents write the time into them. Texts are compared as they were sent: a client
// that sends its history again writes it as it did before.
func (s *sessions) thread(r *policy.Ruling, req *wire.Request) thread {
	var h maphash.Hash
	h.SetSeed(s.seed)
	field(&h, r.Tenant)
	field(&h, r.Realm)
	field(&h, r.User)
	field(&h, r.Agent)
	field(&h, req.PromptCacheKey)
	said := h.Sum64()
	t := thread{last: req.LastUser()}
	for i := range req.Messages {
		m := &req.Messages[i]
		if m.Role == "system" || m.Role == "developer" {
			continue
		}
		said = after(after(said, s.role(m.Role)), maphash.String(s.seed, m.Said()))
		for _, name := range m.ToolCalls {
			said = after(said, maphash.String(s.seed, name))
		}
		if !m.UserTurn {
			t.loop = t.loop || t.turns > 0 && isStep(m)
			continue
		}
		if t.turns == 0 {
			t.first = i
		}
		t.loop = false
		t.marks[t.turns%recentTurns] = said
		t.turns++
	}
	return t
}

// after returns the hash of what was said with a text after it, of which the hash is given. It is
// one to one in both, so that nothing is lost on a long way but what the text's own hash loses.
func after(said, text uint64) uint64 {
	const odd = 0x9E3779B97F4A7C15
	return (bits.RotateLeft64(said, 5) ^ text) * odd
}

// role returns the hash of a role. Nearly all of the thousands in a long history are one of two.
func (s *sessions) role(role string) uint64 {
	switch role {
	case "user":
		return s.user
	case "assistant":
		return s.assistant
	}
	return maphash.String(s.seed, role)
}

// isStep reports whether a message is part of a tool loop. An assistant's own text is
// none: it may be the beginning of the answer that the client wants to have.
func isStep(m *wire.Message) bool {
	return m.Role == "tool" || m.ToolCallID != "" || len(m.ToolCalls) > 0 || m.Role == "user"
}

// field writes a text with its length, so that no two lists of texts hash alike.
func field(h *maphash.Hash, s string) {
	n := uint32(len(s))
	h.WriteByte(byte(n))
	h.WriteByte(byte(n >> 8))
	h.WriteByte(byte(n >> 16))
	h.WriteByte(byte(n >> 24))
	h.WriteString(s)
}

// of returns the session of a request: the one it names, the one of the answer it
// continues, or the one its messages are known from, which it returns too.
func (s *sessions) of(r *policy.Ruling, req *wire.Request, t *thread, now time.Time) (string, *conversation) {
	switch {
	case r.Session != "":
		return r.Session, nil
	case req.MetadataSessionID != "":
		return req.MetadataSessionID, nil
	}
	owner := r.Owner()
	if id := req.PreviousResponseID; id != "" {
		if session, ok := s.answers.get(s.answerKey(id), owner, now); ok {
			return session, nil
		}
		return deriveID(r, id, 0), nil
	}
	if id := req.Conversation; id != "" {
		return deriveID(r, "conversation\x00"+id, 0), nil
	}
	if t.turns == 0 {
		return deriveID(r, req.PromptCacheKey, 0), nil
	}
	c := s.derive(r, owner, req, t, now)
	return c.id, c
}

func (s *sessions) derive(r *policy.Ruling, owner memory.Owner, req *wire.Request, t *thread, now time.Time) *conversation {
	var found *conversation
	at := t.turns - 1
	for ; at >= max(0, t.turns-recentTurns); at-- {
		if c, ok := s.marks.get(t.markAt(at), owner, now); ok {
			found = c
			break
		}
	}
	alone := t.turns == 1 && !t.loop
	if found != nil && alone && (found.turns.Load() > 1 || now.UnixNano()-found.used.Load() > int64(restart)) {
		found = s.begin(r, req, t, now.UnixNano())
	}
	if found == nil {
		found = s.cut(r, owner, req, now)
	}
	if found == nil {
		found = s.begin(r, req, t, 0)
	}
	found.used.Store(now.UnixNano())
	if n := int32(t.turns); n > found.turns.Load() {
		found.turns.Store(n)
	}
	if at != t.turns-1 || alone {
		s.marks.put(t.mark(), owner, found, len(found.id)+64, now)
	}
	if at < 0 && t.turns > 1 { // a conversation of before a restart: it is known by the earliest turn whose mark is kept
		s.marks.put(t.markAt(max(0, t.turns-recentTurns)), owner, found, len(found.id)+64, now)
	}
	return found
}

// longAnswer is the length in bytes from which an answer tells a conversation by itself. A shorter
// one may be given to many, and does so with what it answers.
const longAnswer = 120

// exchange returns the mark of what was asked and answered; 0: it is none.
func (s *sessions) exchange(r *policy.Ruling, asked, answer string) uint64 {
	if answer = strings.TrimSpace(answer); len(answer) >= longAnswer {
		asked = ""
	} else if asked = strings.TrimSpace(asked); asked == "" || answer == "" {
		return 0
	}
	var h maphash.Hash
	h.SetSeed(s.seed)
	for _, part := range [...]string{"exchange", r.Tenant, r.Realm, r.User, r.Agent, asked, answer} {
		field(&h, part)
	}
	return h.Sum64()
}

// cut returns the conversation of a history whose beginning was cut off, by the latest exchange
// of it that is known; nil: none is.
func (s *sessions) cut(r *policy.Ruling, owner memory.Owner, req *wire.Request, now time.Time) *conversation {
	answer := ""
	for i, looked := len(req.Messages)-1, 0; i >= 0 && looked < recentTurns; i-- {
		m := &req.Messages[i]
		asked := ""
		switch {
		case m.Role == "assistant" && m.Says():
			if text := m.Text(); len(text) >= longAnswer || answer == "" {
				answer = text
			}
			if len(answer) < longAnswer {
				continue
			}
		case m.UserTurn:
			asked = m.Said() // as it was sent, which is how it comes again
		default:
			continue
		}
		if mark := s.exchange(r, asked, answer); mark != 0 {
			looked++
			if c, ok := s.marks.get(mark, owner, now); ok {
				return c
			}
		}
		if asked != "" {
			answer = ""
		}
	}
	return nil
}

// answered remembers which conversation an exchange belongs to.
func (s *sessions) answered(r *policy.Ruling, c *conversation, req *wire.Request, answer string, now time.Time) {
	last := req.LastUser()
	if last < 0 {
		return
	}
	if mark := s.exchange(r, req.Messages[last].Said(), answer); mark != 0 {
		s.marks.put(mark, r.Owner(), c, len(c.id)+64, now)
	}
}

func (s *sessions) begin(r *policy.Ruling, req *wire.Request, t *thread, salt int64) *conversation {
	return &conversation{id: deriveID(r, req.PromptCacheKey+"\x00"+req.Messages[t.first].Text(), salt)}
}

// derivedPrefix begins the names of sessions that were derived; derivedLength is how long they are.
const (
	derivedPrefix = "d"
	derivedLength = 25
)

// Derived reports whether a session's name looks like one that no client gave.
func Derived(session string) bool {
	return len(session) == derivedLength && strings.HasPrefix(session, derivedPrefix)
}

// deriveID names a session from how it begins. Equal beginnings of one user get equal
// ids; the salt tells a history that starts again from its first run.
func deriveID(r *policy.Ruling, beginning string, salt int64) string {
	h := sha256.New()
	h.Write([]byte(r.Owner().Key()))
	h.Write([]byte(r.Agent))
	h.Write([]byte{0})
	h.Write([]byte(beginning))
	if salt != 0 {
		h.Write([]byte(time.Unix(0, salt).UTC().Format(time.RFC3339Nano)))
	}
	var sum [sha256.Size]byte
	const alphabet = "0123456789abcdefghjkmnpqrstvwxyz"
	return derivedPrefix + base32.NewEncoding(alphabet).WithPadding(base32.NoPadding).EncodeToString(h.Sum(sum[:0])[:15])
}

// note remembers which session an answer belongs to, for requests that continue it by
// its id alone.
func (s *sessions) note(owner memory.Owner, answer, session string, now time.Time) {
	if answer != "" && session != "" {
		s.answers.put(s.answerKey(answer), owner, session, len(session), now)
	}
}

func (s *sessions) answerKey(id string) uint64 { return maphash.String(s.seed, id) }

// forget drops what conversations of an owner are recognised by.
func (s *sessions) forget(owner memory.Owner) int {
	n := s.marks.drop(func(o memory.Owner, _ *conversation) bool { return o == owner })
	return n + s.answers.drop(func(o memory.Owner, _ string) bool { return o == owner })
}
