package inject

import (
	"context"
	"errors"
	"hash/maphash"
	"slices"
	"strings"
	"time"

	"mneme/memory"
	"mneme/policy"
	"mneme/proxy/wire"
)

// What is read of a turn, in bytes: people type before a paste or behind it, and nobody types more
// than the lesser. Reading takes time that a deadline cannot take back.
const (
	turnBytes  = 64 << 10
	askedWords = 8 << 10
)

// question returns what a human asks in the last user turn, without the context that
// agents wrap around it; false when no human is speaking. It is a copy, since what is recalled
// may hold words of it, and caches outlast the request.
func (in *Injector) question(text string) (own string, human bool) {
	own, human = memory.StripBlock(ends(text, turnBytes)), true
	if in.parts.Human != nil {
		own, human = in.parts.Human(own)
	}
	return strings.Clone(ends(own, askedWords)), human
}

// ends returns a text, or how it begins and how it ends where it is longer than n bytes.
func ends(s string, n int) string {
	if len(s) <= n {
		return s
	}
	tail := s[len(s)-n/2:]
	for tail != "" && tail[0]&0xC0 == 0x80 {
		tail = tail[1:]
	}
	return cutBytes(s, n/2) + "\n\n" + tail
}

// query forms the question to memory: the last user turn, and what it may need from the
// turns before.
func (in *Injector) query(r *policy.Ruling, question string, turns []memory.Turn, session string, topK int, now time.Time) memory.Query {
	q := memory.Query{
		Owners:  r.Owners(),
		Text:    question,
		Turns:   turns,
		Session: session,
		Project: r.Project,
		Agent:   r.Agent,
		Now:     now,
		AsOf:    r.AsOf,
		Zone:    r.Zone,
		Limit:   wanted(topK),
		Floor:   -1,
		NoStore: r.NoStore,
	}
	if s := r.Settings; s != nil {
		q.Weights, q.Floor, q.Names = s.Weights, s.Limits.Floor, in.names.of(s)
	}
	return q
}

// wanted is how many hits packing has to choose from: some will be too dear.
func wanted(topK int) int { return max(topK*2, 12) }

// turnsBefore returns the last turns before the question, oldest first, each cut. Their texts
// are parts of the request.
func (in *Injector) turnsBefore(req *wire.Request, last int) []memory.Turn {
	from, n := last, 0
	for from > 0 && n < in.opts.HistoryTurns {
		from--
		if isTurn(&req.Messages[from]) {
			n++
		}
	}
	if n == 0 {
		return nil
	}
	turns := make([]memory.Turn, 0, n)
	for i := from; i < last; i++ {
		m := &req.Messages[i]
		if !isTurn(m) {
			continue
		}
		role := memory.RoleUser
		if m.Role == "assistant" {
			role = memory.RoleAssistant
		}
		text := m.Begins(in.opts.HistoryBytes + len(memory.BlockOpen))
		if strings.Contains(text, memory.BlockOpen) {
			text = m.Text() // more stands behind the block
		}
		text = cutBytes(memory.StripBlock(text), in.opts.HistoryBytes)
		turns = append(turns, memory.Turn{Role: role, Name: m.Name, Text: text, Seq: i})
	}
	return turns
}

func isTurn(m *wire.Message) bool {
	return m.UserTurn || m.Role == "assistant" && m.Said() != ""
}

// cutBytes returns at most n bytes of s, whole characters.
func cutBytes(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && s[n]&0xC0 == 0x80 {
		n--
	}
	return s[:n]
}

// answer is how a recall ended.
type answer struct {
	result memory.Result
	err    error
}

// errPanic stands for a panic of the recaller.
var errPanic = errors.New("inject: recall panicked")

// recall asks memory under the deadline, which began with the request: what was read of it took
// time too. It returns a short code instead of a result when there is none in time.
func (in *Injector) recall(ctx context.Context, r *policy.Ruling, q memory.Query, began, now time.Time) (memory.Result, string) {
	deadline, full := in.deadline(r)
	if read := time.Since(began); read > deadline/8 {
		deadline, full = deadline-read, false
	}
	if deadline <= 0 {
		return memory.Result{}, "deadline"
	}
	if !in.breaker.allow(now) {
		return memory.Result{}, "resting"
	}
	running := in.running.Add(1)
	if running > int64(in.opts.Full) {
		in.running.Add(-1)
		return memory.Result{}, "overload"
	}
	// What must not be remembered is not shown to a remote embedder either.
	q.Degraded = running > int64(in.opts.Busy) || in.opts.Remote && q.NoStore
	question := uint64(0)
	var habit *habit
	if in.opts.Remote && in.opts.UserRecalls > 0 {
		habit = in.habitOf(r.Owner(), now)
		question = in.questionKey(&q)
		switch how, last := habit.admit(question, in.opts.UserRecalls, in.opts.UserWindow, now); how {
		case askNone:
			in.running.Add(-1)
			return last, ""
		case askLocal:
			q.Degraded = true
		}
	}
	forgets := in.forgets.Load()
	a, fault := in.await(ctx, q, deadline)
	switch {
	case errors.Is(fault, context.DeadlineExceeded):
		if full { // a lower deadline of one request says nothing about memory, nor does a long text
			in.breaker.report(false, now)
		}
		return memory.Result{}, "deadline"
	case fault != nil:
		return memory.Result{}, "cancelled"
	}
	in.breaker.report(a.err == nil, now)
	switch {
	case a.err == nil:
		if habit != nil && !q.Degraded && !q.NoStore && in.forgets.Load() == forgets {
			habit.note(question, a.result)
		}
		return a.result, ""
	case errors.Is(a.err, errPanic):
		return memory.Result{}, "panic"
	case errors.Is(a.err, context.DeadlineExceeded):
		return memory.Result{}, "deadline"
	}
	return memory.Result{}, "recall"
}

// await asks memory and waits for the answer, or for the end of the context or the
// deadline, which is a fault. A recall that waits for nothing is made here: handing it to
// a goroutine, which could be left behind, costs more than the recall itself.
func (in *Injector) await(ctx context.Context, q memory.Query, deadline time.Duration) (a answer, fault error) {
	if in.warm != nil && !in.opts.Remote {
		p := patience{Context: ctx, until: time.Now().Add(deadline)}
		defer p.release()
		if in.warm.Warm(&p, &q) {
			return in.ask(&p, q), nil
		}
	}
	ctx, cancel := context.WithTimeout(ctx, deadline)
	defer cancel()
	q = kept(q)                  // this recall may outlast the request
	done := make(chan answer, 1) // a late recall must not wait for anybody
	go func() { done <- in.ask(ctx, q) }()
	select {
	case a := <-done:
		return a, nil
	case <-ctx.Done():
		return answer{}, ctx.Err()
	}
}

// kept returns a question whose turns are copies, and no longer parts of the request.
func kept(q memory.Query) memory.Query {
	q.Turns = slices.Clone(q.Turns)
	for i := range q.Turns {
		q.Turns[i].Name, q.Turns[i].Text = strings.Clone(q.Turns[i].Name), strings.Clone(q.Turns[i].Text)
	}
	return q
}

// ask asks memory. How many do at once is bounded by Options.Full.
func (in *Injector) ask(ctx context.Context, q memory.Query) (a answer) {
	defer in.running.Add(-1)
	defer func() {
		if recover() != nil {
			a = answer{err: errPanic}
		}
	}()
	result, err := in.parts.Recaller.Recall(ctx, q)
	return answer{result, err}
}

// unsilenced leaves out the hits on topics that the user does not want to hear of.
func unsilenced(hits []memory.Hit, topics []string) ([]memory.Hit, []memory.Drop) {
	if len(topics) == 0 || len(hits) == 0 {
		return hits, nil
	}
	meant := make([]memory.Topic, len(topics))
	for i, topic := range topics {
		meant[i] = memory.NewTopic(topic)
	}
	kept := make([]memory.Hit, 0, len(hits))
	var dropped []memory.Drop
	for _, hit := range hits {
		if memory.MeansAny(meant, hit.Record) {
			dropped = append(dropped, memory.Drop{ID: hit.Record.ID, Reason: "silenced", Score: hit.Score})
		} else {
			kept = append(kept, hit)
		}
	}
	return kept, dropped
}

// deadline returns how long recall may take, and whether that is all the time there is.
func (in *Injector) deadline(r *policy.Ruling) (time.Duration, bool) {
	most := in.opts.Deadline
	if s := r.Settings; s != nil && s.Limits.Deadline > 0 {
		most = s.Limits.Deadline
	}
	if r.Deadline > 0 && r.Deadline < most {
		return r.Deadline, false
	}
	return most, true
}

func (in *Injector) habitOf(owner memory.Owner, now time.Time) *habit {
	key := maphash.Comparable(in.sessions.seed, owner)
	if h, ok := in.habits.get(key, owner, now); ok {
		return h
	}
	h := new(habit)
	in.habits.put(key, owner, h, 8_000, now)
	return h
}

// questionKey names a question with everything that changes its answer but the time.
func (in *Injector) questionKey(q *memory.Query) uint64 {
	var h maphash.Hash
	h.SetSeed(in.sessions.seed)
	field(&h, q.Text)
	field(&h, q.Project)
	field(&h, q.Session)
	writeUint64(&h, uint64(q.AsOf.Unix()))
	writeUint64(&h, uint64(q.Limit))
	for i := range q.Turns {
		field(&h, q.Turns[i].Text)
	}
	for _, o := range q.Owners {
		writeUint64(&h, maphash.Comparable(in.sessions.seed, o))
	}
	return h.Sum64()
}
