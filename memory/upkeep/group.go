package upkeep

import (
	"cmp"
	"slices"
	"time"

	"mneme/memory"
)

// Likeness of two events of one type by which they are about one thing.
const (
	likeEvent    = 0.34 // complaints, decisions, tasks: said in few words, never twice the same
	likeRelated  = 0.2  // when they share an entity
	likeQuestion = 0.5
	likeMessage  = 0.5 // turns kept as they were said
)

// groupSpan is how long a group may last: a longer one becomes several, so that a
// summary still says when.
const groupSpan = 92 * day

// member is an event with what grouping needs of it: a record, or what a summary
// took over of one that is gone.
type member struct {
	record *memory.Record
	within *memory.Record // the summary that tells it; nil: none yet
	at     int64          // when it began
	text   string
	says   saying
	rare   []memory.Term // of it, by which the member is looked up
	zh     bool
}

// stem is the record that speaks for a member: the summary that tells it, or
// itself.
func (m *member) stem() *memory.Record {
	if m.within != nil {
		return m.within
	}
	return m.record
}

// Groups puts records that tell of similar events together: of one type, one
// project and one side, about one thing, within three months. Groups of fewer
// than least records are left out, unless one of them is a summary already, which
// others join. The order is that of time.
func Groups(records []*memory.Record, least int) [][]*memory.Record {
	return groups(records, least, nil, func() {})
}

// groups puts records together, summaries by what they were made from: the events
// that living says are still there (nil: none are asked for), and the words they
// took over of others. What is told together stays together, and all is compared
// as if nothing had been told yet: what is grouped in several goes, because one was
// cut short or new events came, is grouped as in one. A summary's own line would
// not do, since its dates and counts are like those of any other. breathe is called
// between events.
func groups(records []*memory.Record, least int, living func(*memory.Record) []*memory.Record, breathe func()) [][]*memory.Record {
	members := membersOf(records, living, breathe)
	found := gather(members, breathe)
	var out [][]*memory.Record
	for _, g := range found {
		told := false
		var group []*memory.Record
		for _, at := range g {
			told = told || members[at].within != nil
			if r := members[at].stem(); !slices.Contains(group, r) {
				group = append(group, r)
			}
		}
		if !told && len(group) >= least || told && len(group) >= 2 {
			out = append(out, group)
		}
	}
	return out
}

// memberOf reads an event once for many comparisons.
func memberOf(r, within *memory.Record, text string, at int64) member {
	names := append(slices.Clone(r.Event.Entities), r.AsLearnt().Object)
	return member{record: r, within: within, at: at, text: text, says: sayingOf(text, time.Unix(0, at), names...), zh: memory.Han(text)}
}

// membersOf lists what is to be grouped, in the order of time.
func membersOf(records []*memory.Record, living func(*memory.Record) []*memory.Record, breathe func()) []member {
	members := make([]member, 0, len(records))
	add := func(r, within *memory.Record, text string, at int64) {
		breathe()
		members = append(members, memberOf(r, within, text, at))
	}
	for _, r := range records {
		if !memory.HasTag(*r, TagSummary) {
			add(r, nil, r.Text, whenOf(r))
			continue
		}
		before := len(members)
		if living != nil {
			for _, m := range living(r) {
				add(m, r, m.Text, whenOf(m))
			}
		}
		for _, s := range r.Sources {
			if s.Quote != "" {
				add(r, r, s.Quote, s.At.UnixNano())
			}
		}
		if len(members) == before {
			add(r, r, r.Text, startOf(r))
		}
	}
	slices.SortStableFunc(members, func(a, b member) int {
		return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.record.ID, b.record.ID))
	})
	held := map[memory.Term]int{}
	for i := range members {
		for _, t := range members[i].says.all {
			held[t]++
		}
	}
	for i := range members {
		members[i].rare = rarest(members[i].says.all, held, 8)
	}
	return members
}

// gather puts each member, by its place in the list, to those before it that it
// resembles most. What a summary tells goes where its first event went.
func gather(members []member, breathe func()) [][]int {
	var found [][]int
	by := map[memory.Term][]int{}  // groups by a rare term of a member
	of := map[*memory.Record]int{} // groups by a summary in them
	for i := range members {
		breathe()
		m := &members[i]
		into, known := of[m.within]
		if m.within == nil || !known {
			into = nearestGroup(m, members, found, by)
		}
		if into < 0 {
			into = len(found)
			found = append(found, nil)
		}
		found[into] = append(found[into], i)
		if m.within != nil {
			of[m.within] = into
		}
		for _, t := range m.rare {
			if !slices.Contains(by[t], into) {
				by[t] = append(by[t], into)
			}
		}
	}
	return found
}

// nearestGroup is the group whose last members resemble a record most; -1 when it
// belongs to none.
func nearestGroup(m *member, members []member, found [][]int, by map[memory.Term][]int) int {
	best, like := -1, 0.0
	tried := map[int]bool{}
	for _, t := range m.rare {
		for _, g := range newest(by[t]) {
			if tried[g] {
				continue
			}
			tried[g] = true
			if time.Duration(whenOf(m.stem())-members[found[g][0]].at) > groupSpan {
				continue
			}
			if l := nearest(m, members, found[g]); l > like {
				best, like = g, l
			}
		}
	}
	return best
}

// groupsTried is how many groups that share a word with a record it is compared
// with, the newest ones: a word that hundreds share says little of what they are
// about.
const groupsTried = 32

// newest returns the last groups of a list.
func newest(groups []int) []int { return groups[max(0, len(groups)-groupsTried):] }

// startOf is when what a summary tells began.
func startOf(summary *memory.Record) int64 {
	if from := summary.Constraint.ValidFrom; !from.IsZero() {
		return from.UnixNano()
	}
	return whenOf(summary)
}

// rarest returns the n terms that the fewest records hold.
func rarest(terms []memory.Term, held map[memory.Term]int, n int) []memory.Term {
	out := slices.Clone(terms)
	slices.SortStableFunc(out, func(a, b memory.Term) int { return held[a] - held[b] })
	return out[:min(n, len(out))]
}

// nearest is how much a record resembles the most similar of a group's members; 0
// when it does not belong to them. It must be of one thing with the first of them and
// with the last few: else a group would wander from one thing to another by way of
// what tells of both.
func nearest(m *member, members []member, group []int) float64 {
	best := likeness(m, &members[group[0]])
	for _, at := range group[max(1, len(group)-4):] {
		if best == 0 {
			break
		}
		l := likeness(m, &members[at])
		if l == 0 {
			return 0
		}
		best = max(best, l)
	}
	return best
}

// likeness of two records, 0 when they are not about one thing.
func likeness(a, b *member) float64 {
	x, y := a.record, b.record
	if x.Event.Type != y.Event.Type || x.Project != y.Project || side(x) != side(y) || a.zh != b.zh {
		return 0
	}
	if ended, other := resultOf(x), resultOf(y); ended != "" && other != "" && ended != other {
		return 0 // what helped and what did not are two conclusions
	}
	if exchanged(x.Event.Participants, y.Event.Participants) || x.Object != "" && y.Object != "" && !memory.Covers(x.Object, y.Object) {
		return 0
	}
	if a.text == b.text {
		return 1
	}
	least := likeEvent
	switch {
	case x.Event.Type == memory.EventQuestion:
		least = likeQuestion
	case x.Event.Type == memory.EventMessage || x.Event.Type == "":
		least = likeMessage
	case related(x, y):
		least = likeRelated
	}
	if overlap(a.says.all, b.says.all) < likeRelated { // as of most pairs, and the cheaper look
		return 0
	}
	if like := a.says.alike(&b.says); like >= least {
		return like
	}
	return 0
}

// exchanged reports whether each of two lists names somebody whom the other does not.
func exchanged(a, b []string) bool {
	lacks := func(in, of []string) bool {
		return slices.ContainsFunc(of, func(name string) bool {
			return !slices.ContainsFunc(in, func(o string) bool { return memory.SameObject(o, name) })
		})
	}
	return lacks(a, b) && lacks(b, a)
}

// resultOf is how an event ended, empty while that is not known.
func resultOf(r *memory.Record) string {
	if r.Event.Result == memory.ResultOpen {
		return ""
	}
	return r.Event.Result
}

// related reports whether two events are about the same object or entity.
func related(a, b *memory.Record) bool {
	if a.Object != "" && memory.SameObject(a.Object, b.Object) {
		return true
	}
	for _, e := range a.Event.Entities {
		for _, f := range b.Event.Entities {
			if memory.SameObject(e, f) {
				return true
			}
		}
	}
	return false
}

// side says who told it: the assistant, or by name a person.
func side(r *memory.Record) string {
	if r.Source == memory.AIInference {
		return string(memory.RoleAssistant)
	}
	if len(r.Event.Participants) > 0 {
		return r.Event.Participants[0]
	}
	return string(memory.RoleUser)
}
