package capture

import (
	"context"
	"fmt"
	"sort"
	"time"

	"mneme/memory"
)

// beliefs is what learning needs to know of one owner: the facts that are held,
// the last events, and where each running session stands. It is a copy of truth
// at a revision. One worker uses it at a time; a commit against it fails when
// truth has moved on, and then it catches up by the delta.
type beliefs struct {
	owner    memory.Owner
	revision int64
	records  []memory.Record      // facts that are held, open undertakings, the newest events
	at       map[string]int       // id to place in records
	recent   []string             // ids of the newest events, oldest first
	spoken   []memory.Record      // the newest episodes of what was said, oldest first
	vectors  map[string][]float32 // of texts that were compared
	sessions map[string]*session
	bytes    int // about what this takes
	used     time.Time
}

// session is where a running conversation stands.
type session struct {
	next   int                 // place of its next record
	recent []memory.Turn       // its last turns, as context
	places map[string][]string // message id to the episodes made of it
}

// Bounds of what is kept at hand of an owner.
const (
	beliefsEvents   = 64
	sessionTurns    = 6
	sessionPlaces   = 32
	beliefsSessions = 16
	beliefsPage     = 500
	beliefsOpen     = 200  // events among which open undertakings are looked for
	beliefsFacts    = 5000 // far above the cap of current facts; upkeep keeps below it
)

// loadBeliefs reads an owner's beliefs from truth.
func loadBeliefs(ctx context.Context, truth memory.Reader, owner memory.Owner) (*beliefs, error) {
	b := &beliefs{owner: owner}
	revision, err := truth.Revision(ctx, owner)
	if err != nil {
		return nil, fmt.Errorf("read revision: %w", err)
	}
	b.reset(revision)
	if revision == 0 {
		return b, nil
	}
	facts := memory.Filter{
		Owner:    owner,
		Layers:   []memory.Layer{memory.Semantic},
		Statuses: []memory.Status{memory.Current, memory.Observed, memory.Pending},
		Limit:    beliefsPage,
	}
	if err := b.read(ctx, truth, facts, beliefsFacts); err != nil {
		return nil, fmt.Errorf("list facts: %w", err)
	}
	for _, f := range []memory.Filter{
		{Kind: KindEvent, Limit: beliefsOpen},
		{Kind: KindEpisode, Limit: beliefsEvents},
	} {
		f.Owner, f.Layers, f.Statuses = owner, []memory.Layer{memory.Episodic}, []memory.Status{memory.Current}
		if err := b.read(ctx, truth, f, f.Limit); err != nil {
			return nil, fmt.Errorf("list events: %w", err)
		}
	}
	// What was committed while the pages were read is in the delta.
	return b, b.refresh(ctx, truth)
}

// read takes up to max records of a list, oldest first.
func (b *beliefs) read(ctx context.Context, truth memory.Reader, f memory.Filter, max int) error {
	var all []memory.Record
	for len(all) < max {
		page, err := truth.List(ctx, f)
		if err != nil {
			return err
		}
		all = append(all, page.Records...)
		if page.Next == "" {
			break
		}
		f.Cursor = page.Next
	}
	for i := len(all) - 1; i >= 0; i-- {
		b.learn(all[i])
	}
	return nil
}

// reset empties beliefs for a fresh start.
func (b *beliefs) reset(revision int64) {
	*b = beliefs{
		owner:    b.owner,
		revision: revision,
		at:       map[string]int{},
		vectors:  map[string][]float32{},
		sessions: map[string]*session{},
	}
}

// refresh follows truth to its present revision.
func (b *beliefs) refresh(ctx context.Context, truth memory.Reader) error {
	delta, err := truth.Since(ctx, b.owner, b.revision)
	if err != nil {
		return fmt.Errorf("read changes: %w", err)
	}
	if delta.Reset {
		b.reset(delta.Revision)
	}
	for i := range delta.Changed {
		b.learn(delta.Changed[i])
	}
	if len(delta.Removed) > 0 {
		b.drop(delta.Removed)
	}
	b.revision = delta.Revision
	return nil
}

// learn takes over a record's new state.
func (b *beliefs) learn(r memory.Record) {
	_, known := b.at[r.ID]
	switch {
	case r.Layer == memory.Episodic && r.Kind == KindEpisode:
		b.hear(r)
	case r.Layer == memory.Semantic && held(r.Status), r.Layer == memory.Episodic && memory.Open(&r):
		b.put(r)
	case r.Layer == memory.Episodic && r.Status == memory.Current:
		b.put(r)
		if !known {
			b.recent = append(b.recent, r.ID)
		}
		for len(b.recent) > beliefsEvents {
			b.leave(b.recent[0])
			b.recent = b.recent[1:]
		}
	case known:
		b.remove(r.ID)
	}
}

// hear takes over an episode of what was said.
func (b *beliefs) hear(r memory.Record) {
	b.unhear(r.ID)
	if r.Status != memory.Current {
		return
	}
	b.spoken = append(b.spoken, r)
	b.bytes += weigh(&r)
	if over := len(b.spoken) - beliefsEvents; over > 0 {
		for i := range over {
			b.bytes -= weigh(&b.spoken[i])
		}
		b.spoken = append([]memory.Record(nil), b.spoken[over:]...)
	}
}

func (b *beliefs) unhear(id string) {
	for i := range b.spoken {
		if b.spoken[i].ID == id {
			b.bytes -= weigh(&b.spoken[i])
			b.spoken = append(b.spoken[:i], b.spoken[i+1:]...)
			return
		}
	}
}

func (b *beliefs) put(r memory.Record) {
	if i, known := b.at[r.ID]; known {
		b.bytes += weigh(&r) - weigh(&b.records[i])
		b.records[i] = r
		return
	}
	b.at[r.ID] = len(b.records)
	b.records = append(b.records, r)
	b.bytes += weigh(&r)
}

// leave lets an old event go, unless it is still open.
func (b *beliefs) leave(id string) {
	if i, known := b.at[id]; known && !memory.Open(&b.records[i]) {
		b.remove(id)
	}
}

func (b *beliefs) remove(id string) {
	i, known := b.at[id]
	if !known {
		return
	}
	b.bytes -= weigh(&b.records[i])
	last := len(b.records) - 1
	b.records[i] = b.records[last]
	b.at[b.records[i].ID] = i
	b.records[last] = memory.Record{}
	b.records = b.records[:last]
	delete(b.at, id)
}

// drop forgets records. The words of running sessions go with them, since they
// may be where a forgotten record came from.
func (b *beliefs) drop(ids []string) {
	for _, id := range ids {
		b.remove(id)
		b.unhear(id)
	}
	b.vectors = map[string][]float32{}
	b.sessions = map[string]*session{}
}

// weigh says about how much memory a record takes.
func weigh(r *memory.Record) int {
	n := 800 + len(r.Text) + len(r.Object)
	for i := range r.Sources {
		n += 120 + len(r.Sources[i].Quote)
	}
	return n
}

// held reports whether a fact of this status can meet a new one.
func held(s memory.Status) bool {
	return s == memory.Current || s == memory.Observed || s == memory.Pending
}

// session returns where a session stands, from its last episodes when it is not
// at hand.
func (b *beliefs) session(ctx context.Context, truth memory.Reader, id string) (*session, error) {
	if s, ok := b.sessions[id]; ok {
		return s, nil
	}
	s := &session{places: map[string][]string{}}
	if b.revision > 0 && id != "" {
		page, err := truth.List(ctx, memory.Filter{
			Owner: b.owner, Layers: []memory.Layer{memory.Episodic}, SessionID: id, Limit: 4 * sessionTurns,
		})
		if err != nil {
			return nil, fmt.Errorf("list session: %w", err)
		}
		sort.SliceStable(page.Records, func(i, j int) bool { return page.Records[i].Seq < page.Records[j].Seq })
		for i := range page.Records {
			s.recall(&page.Records[i])
		}
	}
	if len(b.sessions) >= beliefsSessions {
		b.sessions = map[string]*session{} // rebuilt from truth when they go on
	}
	b.sessions[id] = s
	return s, nil
}

// recall takes up an episode of the session that was committed before.
func (s *session) recall(r *memory.Record) {
	s.next = max(s.next, r.Seq+1)
	if len(r.Sources) == 0 || r.Status != memory.Current {
		return
	}
	from := r.Sources[0]
	s.place(from.MessageID, r.ID)
	if n := len(s.recent); n > 0 && s.recent[n-1].ID == from.MessageID {
		s.recent[n-1].Text += "\n" + r.Text // a further slice of the same turn
		return
	}
	turn := memory.Turn{ID: from.MessageID, Role: roleOf(r), Text: r.Text, At: r.Event.Time, Seq: r.Seq, Seen: true}
	if len(r.Event.Participants) > 0 {
		turn.Name = r.Event.Participants[0]
	}
	s.hear(turn)
}

// hear adds a turn to the context of what follows.
func (s *session) hear(t memory.Turn) {
	t.Seen = true
	s.recent = append(s.recent, t)
	if over := len(s.recent) - sessionTurns; over > 0 {
		s.recent = append(s.recent[:0], s.recent[over:]...)
	}
}

// place notes which episodes were made of a message.
func (s *session) place(message, record string) {
	if message == "" {
		return
	}
	if len(s.places) >= sessionPlaces {
		s.places = map[string][]string{}
	}
	s.places[message] = append(s.places[message], record)
}
