package flat

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"time"

	"mneme/memory"
)

// snapshot is one unchanging state of a partition: searches read it without a lock while the
// next one is made. Records are numbered over both segments, the large one's first.
type snapshot struct {
	revision int64
	records  []*memory.Record // nil: gone, waiting for the next merge
	live     int
	segments [2]*segment // large, small

	// Columns by record number, for what a search touches for every record.
	traits  []memory.Traits
	themes  []memory.Themes
	gates   []uint8  // layer and whether believed now, see gate
	kind    []uint32 // place in kinds
	seq     []int    // place within the session; what was made of one message shares it
	session []int32  // number of the session, -1: none
	prev    []int32  // neighbour said before in the same session, -1: none
	next    []int32  // neighbour said after
	speaker []uint16 // number of the first participant in speakers, 0: none
	when    []int64  // seconds since 1970 of what it tells of; 0: not known
	valid   []validity

	kinds    []kind
	merges   []*memory.Record // of entities, those that were undone included
	sessions int
	speakers []speaker
	fresh    bool // differs from what is stored
	size     int  // bytes in memory, estimated
}

// kind is all that a record is lifted by whatever its words. There are far fewer kinds than
// records, so that a search weighs kinds, and of records only their words.
type kind struct {
	traits  memory.Traits
	gates   uint8 // those that lift
	speaker uint16
}

// speaker is somebody whose words are remembered under his name.
type speaker struct {
	name string
	term memory.Term // the first word of the name
}

// The gates: one bit per layer, then what a search asks of every record.
const (
	gateEpisodic = 1 << iota
	gateSemantic
	gateProcedural
	gateBelieved
	gateInferred // a model said it, not a person
	gatePlain    // certain and bound to no project: if believed, what asks for now takes it unseen while it is valid
)

// validity is when a record is valid for sure, in seconds since 1970, from the first to before
// the second. It stands in a column of its own, since nearly every record has an end and a look
// at each would wait for its memory.
type validity struct{ from, until int64 }

func validityOf(r *memory.Record) validity {
	v := validity{math.MinInt64, math.MaxInt64}
	if t := r.Constraint.ValidFrom; !t.IsZero() {
		v.from = t.Unix() + 1
	}
	if t := r.Constraint.ValidUntil; !t.IsZero() {
		v.until = t.Unix()
	}
	return v
}

// plainConfidence is what a fact must have to be plain.
const plainConfidence = 0.6

func layerGate(l memory.Layer) uint8 {
	switch l {
	case memory.Episodic:
		return gateEpisodic
	case memory.Semantic:
		return gateSemantic
	case memory.Procedural:
		return gateProcedural
	}
	return 0
}

func gate(r *memory.Record) uint8 {
	g := layerGate(r.Layer)
	if r.Status == memory.Current {
		g |= gateBelieved
	}
	// Who speaks under his own name is a person, whatever his role on the wire.
	if r.Source == memory.AIInference && (len(r.Event.Participants) == 0 || isRoleName(r.Event.Participants[0])) {
		g |= gateInferred
	}
	switch r.Status {
	case memory.Current, memory.Superseded, memory.Expired, memory.Archived:
		if (r.Layer == memory.Episodic || r.Confidence >= plainConfidence) && r.Constraint.Project == "" {
			g |= gatePlain
		}
	}
	return g
}

// bounds returns the record numbers of a segment.
func (s *snapshot) bounds(which int) (from, to int) {
	if which == 0 {
		return 0, s.segments[0].n
	}
	return s.segments[0].n, s.segments[0].n + s.segments[1].n
}

// searchable reports whether a record belongs into the index at all. What is quarantined or
// was never believed can be in no block, whatever the question.
func searchable(r *memory.Record) bool {
	return r.Layer != memory.Working && r.Status != memory.Quarantined && r.Status != memory.Observed && r.Status != memory.Pending
}

// writer makes snapshots of one partition. It is used by one goroutine at a time.
type writer struct {
	numbers  map[string]int32 // record id to number
	sessions map[string]int32
	speakers map[string]uint16
	kinds    map[kind]uint32
}

func newWriter(s *snapshot) *writer {
	w := &writer{numbers: make(map[string]int32, len(s.records)), sessions: map[string]int32{}, speakers: map[string]uint16{}, kinds: map[kind]uint32{}}
	for i, r := range s.records {
		if r == nil {
			continue
		}
		w.numbers[r.ID] = int32(i)
		if s.session[i] >= 0 {
			w.sessions[r.SessionID] = s.session[i]
		}
	}
	for i, sp := range s.speakers {
		w.speakers[sp.name] = uint16(i)
	}
	for i, k := range s.kinds {
		w.kinds[k] = uint32(i)
	}
	return w
}

func emptySnapshot() *snapshot {
	return &snapshot{segments: [2]*segment{buildSegment(nil), buildSegment(nil)}, speakers: []speaker{{}}}
}

// apply returns the snapshot after a delta. Vectors of new records are asked for through
// embed, for every slot that is in use.
func (w *writer) apply(old *snapshot, delta memory.Delta, embed func(slot int, records []*memory.Record) (matrix, error)) (*snapshot, error) {
	if delta.Reset {
		old = emptySnapshot()
		*w = *newWriter(old)
	}
	s := old.clone(len(delta.Changed))
	s.revision, s.fresh = delta.Revision, true
	for _, id := range delta.Removed {
		w.drop(s, id)
	}
	tail := make([]*memory.Record, 0, s.segments[1].n+len(delta.Changed))
	from, to := s.bounds(1)
	tail = append(tail, s.records[from:to]...)
	moved := map[int32]bool{}
	inOrder(delta.Changed)
	for i := range delta.Changed {
		r := &delta.Changed[i]
		if at, known := w.numbers[r.ID]; known {
			have := s.records[at]
			if searchable(r) && sameWords(have, r) {
				s.records[at] = r // what it is found by did not change
				s.describe(w, int(at), r)
				if int(at) >= from {
					tail[int(at)-from] = r
				}
				moved[s.session[at]] = true
				continue
			}
			w.drop(s, r.ID)
		}
		if !searchable(r) {
			continue
		}
		w.numbers[r.ID] = int32(len(s.records))
		tail = append(tail, r)
		s.grow()
		s.records = append(s.records, r)
		s.live++
		s.describe(w, len(s.records)-1, r)
		moved[s.session[len(s.records)-1]] = true
	}
	if err := s.rebuildTail(tail, old.segments[1], embed); err != nil {
		return nil, err
	}
	s.link(moved)
	if s.shouldMerge() {
		s = w.compact(s)
	}
	s.weigh()
	return s, nil
}

// drop marks a record as gone.
func (w *writer) drop(s *snapshot, id string) {
	at, known := w.numbers[id]
	if !known {
		return
	}
	delete(w.numbers, id)
	if p, n := s.prev[at], s.next[at]; true {
		if p >= 0 {
			s.next[p] = n
		}
		if n >= 0 {
			s.prev[n] = p
		}
	}
	s.prev[at], s.next[at], s.session[at], s.gates[at] = -1, -1, -1, 0
	s.records[at] = nil
	s.live--
}

// sameWords reports whether two states of a record are found by the same words and entities.
func sameWords(a, b *memory.Record) bool {
	return a.Layer == b.Layer && a.Text == b.Text && len(a.Called) == len(b.Called) && (a.Kind != memory.KindAlias || a.Status == b.Status) && a.Object == b.Object && a.Subject == b.Subject &&
		a.Constraint.Context == b.Constraint.Context &&
		slices.Equal(a.Event.Participants, b.Event.Participants) && slices.Equal(a.Event.Entities, b.Event.Entities)
}

// inOrder puts records in the order in which they came to be, whatever order truth gave them in: of two
// that score the same, the later one goes first, and that is to be the same one every time.
func inOrder(records []memory.Record) {
	slices.SortStableFunc(records, func(a, b memory.Record) int {
		return cmp.Or(a.Created.Compare(b.Created), cmp.Compare(a.SessionID, b.SessionID), cmp.Compare(a.Seq, b.Seq),
			cmp.Compare(a.Layer, b.Layer), cmp.Compare(a.Text, b.Text), cmp.Compare(a.ID, b.ID))
	})
}

// clone copies the columns, so that the snapshot in use stays as it is.
func (s *snapshot) clone(room int) *snapshot {
	c := *s
	c.records = append(make([]*memory.Record, 0, len(s.records)+room), s.records...)
	c.traits = append(make([]memory.Traits, 0, len(s.traits)+room), s.traits...)
	c.themes = append(make([]memory.Themes, 0, len(s.themes)+room), s.themes...)
	c.gates = append(make([]uint8, 0, len(s.gates)+room), s.gates...)
	c.kind = append(make([]uint32, 0, len(s.kind)+room), s.kind...)
	c.seq = append(make([]int, 0, len(s.seq)+room), s.seq...)
	c.session = append(make([]int32, 0, len(s.session)+room), s.session...)
	c.prev = append(make([]int32, 0, len(s.prev)+room), s.prev...)
	c.next = append(make([]int32, 0, len(s.next)+room), s.next...)
	c.speaker = append(make([]uint16, 0, len(s.speaker)+room), s.speaker...)
	c.when = append(make([]int64, 0, len(s.when)+room), s.when...)
	c.valid = append(make([]validity, 0, len(s.valid)+room), s.valid...)
	c.speakers, c.kinds = slices.Clone(s.speakers), slices.Clone(s.kinds)
	return &c
}

// grow adds an empty row to every column but records.
func (s *snapshot) grow() {
	s.traits = append(s.traits, 0)
	s.themes = append(s.themes, 0)
	s.gates = append(s.gates, 0)
	s.kind = append(s.kind, 0)
	s.seq = append(s.seq, 0)
	s.session = append(s.session, -1)
	s.prev = append(s.prev, -1)
	s.next = append(s.next, -1)
	s.speaker = append(s.speaker, 0)
	s.when = append(s.when, 0)
	s.valid = append(s.valid, validity{})
}

// describe fills the columns of a record.
func (s *snapshot) describe(w *writer, at int, r *memory.Record) {
	var buf [128]memory.Term
	s.traits[at] = memory.TraitsOf(r, memory.AppendTerms(buf[:0], r.Text))
	s.themes[at] = memory.ThemesOf(r)
	s.gates[at] = gate(r)
	s.session[at] = -1
	if r.Layer == memory.Episodic && r.SessionID != "" {
		n, known := w.sessions[r.SessionID]
		if !known {
			n = int32(s.sessions)
			s.sessions++
			w.sessions[r.SessionID] = n
		}
		s.session[at] = n
	}
	s.speaker[at] = 0
	if len(r.Event.Participants) > 0 && !isRoleName(r.Event.Participants[0]) {
		s.speaker[at] = s.speakerNumber(w, r.Event.Participants[0])
	}
	if t := recordTime(r); !t.IsZero() {
		s.when[at] = t.Unix()
	}
	s.valid[at] = validityOf(r)
	s.seq[at] = r.Seq
	s.kind[at] = s.kindNumber(w, at)
}

// assort finds every record's kind anew.
func (s *snapshot) assort(w *writer) {
	s.kinds, w.kinds = nil, map[kind]uint32{}
	for at := range s.kind {
		s.kind[at] = s.kindNumber(w, at)
	}
}

// kindNumber returns the place of a record's kind, of which all else is described.
func (s *snapshot) kindNumber(w *writer, at int) uint32 {
	k := kind{s.traits[at], s.gates[at] & (gateInferred | gateSemantic), s.speaker[at]}
	n, known := w.kinds[k]
	if !known {
		n = uint32(len(s.kinds))
		s.kinds = append(s.kinds, k)
		w.kinds[k] = n
	}
	return n
}

func (s *snapshot) speakerNumber(w *writer, name string) uint16 {
	if n, known := w.speakers[name]; known {
		return n
	}
	terms := memory.AppendTerms(nil, name)
	if len(s.speakers) == 1<<16-1 || len(terms) == 0 {
		return 0
	}
	n := uint16(len(s.speakers))
	s.speakers = append(s.speakers, speaker{strings.Clone(name), firstWord(terms)})
	w.speakers[name] = n
	return n
}

// firstWord returns the first term of a name that is more than one character of it.
func firstWord(terms []memory.Term) memory.Term {
	for _, t := range terms {
		if t.Kind() != memory.CharTerm {
			return t
		}
	}
	return terms[0]
}

// recordTime returns the time a record tells of: of an event its own, else when it began to be
// true, else when it was learnt.
func recordTime(r *memory.Record) time.Time {
	switch {
	case !r.Event.Time.IsZero():
		return r.Event.Time
	case !r.Constraint.ValidFrom.IsZero():
		return r.Constraint.ValidFrom
	}
	return r.Created
}

// rebuildTail makes the small segment anew; vectors that are there already are kept.
func (s *snapshot) rebuildTail(tail []*memory.Record, old *segment, embed func(int, []*memory.Record) (matrix, error)) error {
	present := make([]*memory.Record, len(tail))
	for i, r := range tail {
		present[i] = r
		if r == nil {
			present[i] = &memory.Record{}
		}
	}
	seg := buildSegment(present)
	for slot := range seg.vectors {
		kept := &old.vectors[slot]
		added, err := embed(slot, present[old.n:])
		if err != nil {
			return err
		}
		if added.id == "" {
			continue
		}
		m := matrix{id: added.id, dims: added.dims, rows: make([]int8, 0, len(tail)*added.dims), scales: make([]float32, 0, len(tail))}
		if kept.id == added.id && kept.dims == added.dims {
			m.rows, m.scales = append(m.rows, kept.rows...), append(m.scales, kept.scales...)
		} else if old.n > 0 {
			before, err := embed(slot, present[:old.n])
			if err != nil {
				return err
			}
			m.rows, m.scales = append(m.rows, before.rows...), append(m.scales, before.scales...)
		}
		m.rows, m.scales = append(m.rows, added.rows...), append(m.scales, added.scales...)
		seg.vectors[slot] = m
	}
	s.segments[1] = seg
	return nil
}

// shouldMerge: the small segment is rebuilt with every change, so it stays small against the
// large one; records that are gone leave when they are a fifth of all.
func (s *snapshot) shouldMerge() bool {
	large, small := s.segments[0].n, s.segments[1].n
	return small > 32 && small*24 > large || small > 512 || (len(s.records)-s.live)*5 > len(s.records)
}

// compact joins both segments into one and drops what is gone.
func (w *writer) compact(s *snapshot) *snapshot {
	places := make([]int32, len(s.records))
	n := 0
	for i, r := range s.records {
		places[i] = -1
		if r != nil {
			places[i] = int32(n)
			n++
		}
	}
	large := s.segments[0].n
	c := *s
	c.segments = [2]*segment{mergeSegments(s.segments[0], s.segments[1], places[:large], places[large:], n), buildSegment(nil)}
	for slot, m := range c.segments[0].vectors {
		c.segments[1].vectors[slot] = matrix{id: m.id, dims: m.dims}
	}
	moved := func(at int32) int32 {
		if at < 0 {
			return -1
		}
		return places[at]
	}
	k := 0
	for i, r := range s.records {
		if r == nil {
			continue
		}
		s.records[k], s.traits[k], s.themes[k], s.gates[k], s.session[k] = r, s.traits[i], s.themes[i], s.gates[i], s.session[i]
		s.prev[k], s.next[k] = moved(s.prev[i]), moved(s.next[i])
		s.speaker[k], s.when[k], s.valid[k], s.seq[k] = s.speaker[i], s.when[i], s.valid[i], s.seq[i]
		w.numbers[r.ID] = int32(k)
		k++
	}
	c.renumber(w, s.speaker[:k])
	c.records, c.traits, c.themes, c.gates, c.session = s.records[:k], s.traits[:k], s.themes[:k], s.gates[:k], s.session[:k]
	c.prev, c.next, c.speaker, c.when, c.valid = s.prev[:k], s.next[:k], s.speaker[:k], s.when[:k], s.valid[:k]
	c.seq, c.kind = s.seq[:k], s.kind[:k]
	c.assort(w)
	return &c
}

// renumber keeps the names of those who still speak, and numbers them anew.
func (s *snapshot) renumber(w *writer, spoken []uint16) {
	old := s.speakers
	s.speakers = []speaker{{}}
	numbers := map[uint16]uint16{0: 0}
	w.speakers = map[string]uint16{"": 0}
	for i, n := range spoken {
		to, known := numbers[n]
		if !known {
			to = uint16(len(s.speakers))
			s.speakers = append(s.speakers, old[n])
			numbers[n], w.speakers[old[n].name] = to, to
		}
		spoken[i] = to
	}
}

// link ties each record of the named sessions to its neighbours in order of what was said.
func (s *snapshot) link(sessions map[int32]bool) {
	delete(sessions, -1)
	if len(sessions) == 0 {
		return
	}
	members := make(map[int32][]int32, len(sessions))
	for i, n := range s.session {
		if sessions[n] && s.records[i] != nil {
			members[n] = append(members[n], int32(i))
		}
	}
	for _, list := range members {
		slices.SortStableFunc(list, func(a, b int32) int { return cmp.Compare(s.seq[a], s.seq[b]) })
		// What was taken from a message stands beside what was said before and after it, not beside
		// the message itself, which would help it by its own words.
		for i, at := range list {
			s.prev[at], s.next[at] = -1, -1
			for k := i - 1; k >= 0 && s.prev[at] < 0; k-- {
				s.prev[at] = s.beside(at, list[k])
			}
			for k := i + 1; k < len(list) && s.next[at] < 0; k++ {
				s.next[at] = s.beside(at, list[k])
			}
		}
	}
}

// weigh estimates the bytes the snapshot holds.
func (s *snapshot) weigh() {
	const columns, record = 68, 640 // bytes of the columns, and of a record without its texts
	size := s.segments[0].bytes() + s.segments[1].bytes() + len(s.records)*columns
	s.merges = nil
	for _, r := range s.records {
		if r != nil {
			if memory.IsMerge(r) {
				s.merges = append(s.merges, r)
			}
			size += record + len(r.Text)
			for i := range r.Sources {
				size += 96 + len(r.Sources[i].MessageID) + len(r.Sources[i].TraceID)
			}
		}
	}
	s.size = size
}

// isSaid reports whether an episode is what somebody said, rather than what was taken from it.
func (s *snapshot) isSaid(at int32) bool {
	switch s.records[at].Event.Type {
	case memory.EventMessage, memory.EventQuestion, "":
		return true
	}
	return false
}

// beside returns the other where it may stand beside a record of its session, else -1.
func (s *snapshot) beside(at, other int32) int32 {
	if !s.isSaid(other) || !s.isSaid(at) && s.ofOneMessage(at, other) {
		return -1
	}
	return other
}
