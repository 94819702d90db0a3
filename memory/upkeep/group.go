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
	likeMessage  = 0.6 // turns kept as they were said
)

// groupSpan is how long a group may last: a longer one becomes several, so that a
// summary still says when.
const groupSpan = 92 * day

// member is a record with what grouping needs of it.
type member struct {
	record *memory.Record
	terms  []memory.Term
	rare   []memory.Term // by which it is looked up
	said   memory.Wording
	side   string
	zh     bool
}

// Groups puts records that tell of similar events together: of one type, one
// project and one side, about one thing, within three months. Groups of fewer
// than least records are left out, unless one of them is a summary already, which
// others join. The order is that of time.
func Groups(records []*memory.Record, least int) [][]*memory.Record {
	return groups(records, least, func() {})
}

// groups calls breathe between records.
func groups(records []*memory.Record, least int, breathe func()) [][]*memory.Record {
	members := make([]member, len(records))
	held := map[memory.Term]int{}
	for i, r := range records {
		breathe()
		members[i] = member{record: r, terms: termsOf(r.Text), said: memory.WordingOf(r.Text), side: side(r), zh: memory.Han(r.Text)}
		for _, t := range members[i].terms {
			held[t]++
		}
	}
	slices.SortStableFunc(members, func(a, b member) int { return cmp.Compare(startOf(a.record), startOf(b.record)) })
	var found [][]int
	by := map[memory.Term][]int{} // groups by a rare term of a member
	for i := range members {
		breathe()
		m := &members[i]
		m.rare = rarest(m.terms, held, 8)
		best, like := -1, 0.0
		tried := map[int]bool{}
		for _, t := range m.rare {
			for _, g := range newest(by[t]) {
				if tried[g] {
					continue
				}
				tried[g] = true
				first := members[found[g][0]].record
				if time.Duration(whenOf(m.record)-startOf(first)) > groupSpan {
					continue
				}
				if l := nearest(m, members, found[g]); l > like {
					best, like = g, l
				}
			}
		}
		if best < 0 {
			best = len(found)
			found = append(found, nil)
		}
		found[best] = append(found[best], i)
		for _, t := range m.rare {
			if !slices.Contains(by[t], best) {
				by[t] = append(by[t], best)
			}
		}
	}
	var out [][]*memory.Record
	for _, g := range found {
		joined := false
		group := make([]*memory.Record, len(g))
		for i, at := range g {
			group[i] = members[at].record
			joined = joined || memory.HasTag(*group[i], TagSummary)
		}
		if len(g) >= least || joined && len(g) >= 2 {
			out = append(out, group)
		}
	}
	return out
}

// groupsTried is how many groups that share a word with a record it is compared
// with, the newest ones: a word that hundreds share says little of what they are
// about.
const groupsTried = 32

// newest returns the last groups of a list.
func newest(groups []int) []int { return groups[max(0, len(groups)-groupsTried):] }

// startOf is when something began to happen: for a summary, its first event.
func startOf(r *memory.Record) int64 {
	if memory.HasTag(*r, TagSummary) && !r.Constraint.ValidFrom.IsZero() {
		return r.Constraint.ValidFrom.UnixNano()
	}
	return whenOf(r)
}

// rarest returns the n terms that the fewest records hold.
func rarest(terms []memory.Term, held map[memory.Term]int, n int) []memory.Term {
	out := slices.Clone(terms)
	slices.SortStableFunc(out, func(a, b memory.Term) int { return held[a] - held[b] })
	return out[:min(n, len(out))]
}

// nearest is how much a record resembles the most similar of a group's last
// members; 0 when it does not belong to them.
func nearest(m *member, members []member, group []int) float64 {
	best := 0.0
	for _, at := range group[max(0, len(group)-4):] {
		if l := likeness(m, &members[at]); l > best {
			best = l
		}
	}
	return best
}

// likeness of two records, 0 when they are not about one thing.
func likeness(a, b *member) float64 {
	x, y := a.record, b.record
	if x.Event.Type != y.Event.Type || x.Project != y.Project || a.side != b.side || a.zh != b.zh {
		return 0
	}
	if ended, other := resultOf(x), resultOf(y); ended != "" && other != "" && ended != other {
		return 0 // what helped and what did not are two conclusions
	}
	like, least := overlap(a.terms, b.terms), likeEvent
	switch {
	case x.Event.Type == memory.EventQuestion:
		least = likeQuestion
	case x.Event.Type == memory.EventMessage || x.Event.Type == "":
		if like < likeMessage || a.said.Differs(b.said) {
			return 0
		}
	case related(x, y):
		least = likeRelated
	}
	if like < least {
		return 0
	}
	return like
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
