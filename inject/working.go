package inject

import (
	"hash/maphash"
	"slices"
	"strings"
	"sync"
	"time"

	"mneme/budget"
	"mneme/memory"
	"mneme/policy"
)

// Limits of what one session's working memory holds.
const (
	verbatimTurns  = 5     // exchanges kept word for word
	verbatimTokens = 1_500 //
	digestTokens   = 1_000 // of everything older, one sentence a turn
	mostHints      = 5     // constraints, and tool digests, each
	hintRunes      = 160   // of one constraint, intent, pending action or tool digest
)

// Working is the state of running sessions: the last exchanges word for word, a digest
// of what came before them, what the user is after, what is still to be done and under
// which conditions. It lives in memory only and is never searched.
//
//	absent ──Note──▶ live ──Note──▶ live
//	                  │  └─ another project ──▶ live, afresh
//	                  ├─ Expire, unused for the expiry ──▶ ended: handed over as an episode
//	                  └─ Forget ──▶ absent, nothing handed over
//
// A new session of the same user, agent and project begins with the digest, the pending
// action and the conditions of the one before, as long as that one is live.
type Working struct {
	expiry time.Duration
	room   int
	seed   maphash.Seed

	mu     sync.Mutex
	live   map[spot]*state
	latest map[line]spot // the session that a new one of the same line inherits from
	bytes  int
}

// spot is where a session's state belongs.
type spot struct {
	owner   memory.Owner
	session string
}

// line is who a session may inherit from.
type line struct {
	owner          memory.Owner
	agent, project string
}

// state is the working memory of one session.
type state struct {
	line        line
	begun, used time.Time
	first       uint64 // hash of the session's first user turn
	noted       int    // exchanges so far
	exchanges   []exchange
	older       []digest
	inherited   []digest // from the session before; shown until this one has history of its own
	intent      string   // label of the last user turn
	pending     string
	constraints []string
	tools       []string
	bytes       int
}

// exchange is a user turn and what was answered.
type exchange struct {
	key    uint64 // hash of the user turn
	turns  []memory.Turn
	tokens int
	over   bool // what it said is over or was corrected since
}

// digest is one line of a digest.
type digest struct {
	text   string
	tokens int
	over   bool // as in exchange
}

// Ended is a session whose working memory has expired: what an episode is made from.
type Ended struct {
	Owner    memory.Owner
	Session  string
	Agent    string
	Project  string
	Intent   string // of its last user turn, from the closed catalogue
	Text     string // the digest and the last exchanges, one sentence a line
	From, To time.Time
}

// NewWorking returns an empty working memory.
func NewWorking(opts Options) *Working {
	return &Working{
		expiry: opts.WorkingExpiry,
		room:   opts.WorkingBytes,
		seed:   maphash.MakeSeed(),
		live:   make(map[spot]*state),
		latest: make(map[line]spot),
	}
}

// Note takes in a finished exchange: its turns as they may be kept, after opt-out and
// redaction. Nothing is noted where the ruling does not allow writing. Sending the same
// user turn again, as retries and tool loops do, replaces what was noted for it.
func (w *Working) Note(r policy.Ruling, session string, turns []memory.Turn, now time.Time) {
	if !r.MayWrite() || session == "" || len(turns) == 0 || r.TTL > 0 && r.TTL < w.expiry {
		return // what is to be kept for a shorter time than a session is, is not noted at all
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	at := spot{r.Owner(), session}
	of := line{r.Owner(), r.Agent, r.Project}
	s := w.live[at]
	if s != nil && (s.line.project != r.Project || now.Sub(s.used) > w.expiry) {
		w.remove(at, s)
		s = nil
	}
	if s == nil {
		s = &state{line: of, begun: now}
		w.inherit(s, at, now)
		w.live[at] = s
	}
	s.used = now
	s.take(w.seed, &r, turns, now)
	w.bytes -= s.bytes
	s.bytes = s.size()
	w.bytes += s.bytes
	w.latest[of] = at
	w.shrink(at)
}

// inherit hands a new session what the one before left.
func (w *Working) inherit(s *state, at spot, now time.Time) {
	before := w.before(s.line, at, now)
	if before == nil {
		return
	}
	s.inherited = before.fresh()
	s.pending = before.pending
	s.constraints = append([]string(nil), before.constraints...)
}

// before returns the live session that a new one of this line follows.
func (w *Working) before(of line, at spot, now time.Time) *state {
	from, ok := w.latest[of]
	if !ok || from == at {
		return nil
	}
	s := w.live[from]
	if s == nil || s.line != of || now.Sub(s.used) > w.expiry {
		return nil
	}
	return s
}

// take adds an exchange and lets the oldest one go into the digest.
func (s *state) take(seed maphash.Seed, r *policy.Ruling, turns []memory.Turn, now time.Time) {
	e := exchange{}
	for _, t := range turns {
		text := noteText(t.Text)
		if text == "" || t.Seen {
			continue
		}
		t.Text = text
		switch t.Role {
		case memory.RoleUser:
			e.key = maphash.String(seed, text)
			s.intent = memory.ReadQuestion(text, now, r.Zone).Intent
			s.constraints = mergeHints(s.constraints, conditionsIn(text))
			if s.first == 0 {
				s.first = e.key
			}
			s.pending = ""
		case memory.RoleAssistant:
			if s.pending = ""; !t.Partial { // half an answer promises nothing
				s.pending = promiseIn(text)
			}
		case memory.RoleTool:
			s.tools = mergeHints(s.tools, []string{clip(memory.PlainLine(t.Text), hintRunes)})
			continue
		default:
			continue
		}
		e.turns = append(e.turns, t)
		e.tokens += budget.Estimate(text) + plainLine
	}
	if len(e.turns) == 0 {
		return
	}
	if n := len(s.exchanges); n > 0 && (e.key == 0 || s.exchanges[n-1].key == e.key) {
		if e.key == 0 { // a later step of the exchange before: only its answer is new
			s.exchanges[n-1].turns = append(s.exchanges[n-1].turns, e.turns...)
			s.exchanges[n-1].tokens += e.tokens
		} else {
			s.exchanges[n-1] = e
		}
	} else {
		s.exchanges = append(s.exchanges, e)
		s.noted++
	}
	for len(s.exchanges) > 1 && (len(s.exchanges) > verbatimTurns || s.verbatim() > verbatimTokens) {
		s.older = append(s.older, digestOf(s.exchanges[0])...)
		s.exchanges = append(s.exchanges[:0], s.exchanges[1:]...)
	}
	s.older = newest(s.older, digestTokens)
}

func (s *state) verbatim() int {
	n := 0
	for i := range s.exchanges {
		n += s.exchanges[i].tokens
	}
	return n
}

// all returns the digest of the whole session, the last exchanges included.
func (s *state) all() []digest {
	out := append([]digest(nil), s.inherited...)
	out = append(out, s.older...)
	for _, e := range s.exchanges {
		out = append(out, digestOf(e)...)
	}
	return newest(out, digestTokens)
}

func (s *state) size() int {
	n := 512
	for _, e := range s.exchanges {
		for _, t := range e.turns {
			n += len(t.Text) + 160
		}
	}
	for _, list := range [][]digest{s.older, s.inherited} {
		for _, d := range list {
			n += len(d.text) + 32
		}
	}
	for _, list := range [][]string{s.constraints, s.tools} {
		for _, h := range list {
			n += len(h) + 16
		}
	}
	return n
}

// remove drops a session's state.
func (w *Working) remove(at spot, s *state) {
	delete(w.live, at)
	w.bytes -= s.bytes
	if w.latest[s.line] == at {
		delete(w.latest, s.line)
	}
}

// shrink drops the longest unused sessions while there is too much, but not this one.
func (w *Working) shrink(but spot) {
	for w.bytes > w.room && len(w.live) > 1 {
		var oldest spot
		var of *state
		for at, s := range w.live {
			if at != but && (of == nil || s.used.Before(of.used)) {
				oldest, of = at, s
			}
		}
		w.remove(oldest, of)
	}
}

// Expire removes the sessions that nobody used for the expiry and returns them, so that
// their summaries can become episodes. It is called about once a minute.
func (w *Working) Expire(now time.Time) []Ended {
	w.mu.Lock()
	defer w.mu.Unlock()
	var ended []Ended
	for at, s := range w.live {
		if now.Sub(s.used) <= w.expiry {
			continue
		}
		w.remove(at, s)
		ended = append(ended, endedOf(at, s))
	}
	return ended
}

// endedOf leaves out what was inherited: it is told by the session it came from.
func endedOf(at spot, s *state) Ended {
	s.inherited = nil
	var text strings.Builder
	for _, d := range s.all() {
		text.WriteString(d.text)
		text.WriteByte('\n')
	}
	return Ended{
		Owner: at.owner, Session: at.session, Agent: s.line.agent, Project: s.line.project,
		Intent: s.intent, Text: strings.TrimSuffix(text.String(), "\n"), From: s.begun, To: s.used,
	}
}

// TakeBack drops everything noted for an owner where words of his stand in it that he took back.
func (w *Working) TakeBack(owner memory.Owner, said func(text string) bool) {
	if w.holds(owner, said) {
		w.Forget(owner)
	}
}

func (w *Working) holds(owner memory.Owner, said func(text string) bool) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	line := func(d digest) bool {
		_, text, _ := strings.Cut(d.text, ": ")
		return said(strings.TrimSuffix(text, "…"))
	}
	for at, s := range w.live {
		if at.owner != owner {
			continue
		}
		if slices.ContainsFunc(s.older, line) || slices.ContainsFunc(s.inherited, line) {
			return true
		}
		for _, e := range s.exchanges {
			if slices.ContainsFunc(e.turns, func(t memory.Turn) bool { return t.Role == memory.RoleUser && said(t.Text) }) {
				return true
			}
		}
	}
	return false
}

// Forget drops everything noted for an owner and returns how many sessions it was. What
// is forgotten in one session may have been inherited by another, so none is spared.
func (w *Working) Forget(owner memory.Owner) int {
	w.mu.Lock()
	defer w.mu.Unlock()
	n := 0
	for at, s := range w.live {
		if at.owner == owner {
			w.remove(at, s)
			n++
		}
	}
	return n
}
