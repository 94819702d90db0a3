package flat

import (
	"slices"
	"testing"
	"time"

	"mneme/memory"
)

// What was said stays until something that speaks of the same took its place, or it was taken
// back: sharing one word with a later sentence is not enough.
func TestASentenceIsOverWhenAnotherSaysItAnew(t *testing.T) {
	said := func(id, message, text string) memory.Record {
		r := episode(id, "s-"+id, 1, text)
		r.Sources = []memory.Provenance{{SessionID: r.SessionID, MessageID: message, Quote: text}}
		return r
	}
	of := func(e memory.Record, predicate, by string) memory.Record {
		e.ID, e.Layer, e.Predicate, e.SessionID = e.ID+"-fact", memory.Semantic, predicate, ""
		if by != "" {
			e.Status, e.ReplacedBy, e.Ended = memory.Superseded, by+"-fact", time.Unix(1_700_000_000, 0)
		}
		return e
	}
	f := func(name, old, renewed, predicate string, want bool) {
		t.Helper()
		before, after := said("before", "1", old), said("after", "2", renewed)
		l := newLedger()
		l.put(before, after, of(before, predicate, "after"), of(after, predicate, ""))
		x := open(t, l, nil, nil)
		mix, question := memory.DefaultMix(), memory.Question{}
		p := memory.Probe{Owner: owner, Text: old, Mix: &mix, Limit: 10, Question: &question, Sieve: memory.Sieve{Now: time.Unix(1_700_000_000, 0)}}
		for _, asOf := range []time.Time{{}, time.Unix(1_700_000_001, 0)} {
			p.Sieve.AsOf = asOf
			var found memory.Found
			if err := x.Probe(t.Context(), &p, &found); err != nil {
				t.Fatal(err)
			}
			seen := false
			for _, c := range found.Candidates {
				if c.Record.ID == "before" {
					seen = true
					if c.Stale != want {
						t.Errorf("%s, as of %v: over %v, want %v", name, asOf, c.Stale, want)
					}
				}
			}
			if !seen {
				t.Errorf("%s: the sentence was not found", name)
			}
		}
	}
	f("another thing", "We rowed across the lake at dawn and were happy.", "The museum tour made us happy.", memory.PredicateStatement, false)
	f("another thing, in Chinese", "我们清晨划船过湖，感到很开心。", "参观博物馆让大家感到很开心。", memory.PredicateStatement, false)
	f("the same thing", "The choir rehearses on Mondays at seven.", "The choir rehearses on Thursdays at seven.", memory.PredicateStatement, true)
	f("the same thing, in Chinese", "合唱团每周一晚上七点排练。", "合唱团每周四晚上七点排练。", memory.PredicateStatement, true)
	f("a value", "She lives in Bergen.", "She lives in Tromsø.", "home", true)
}

func TestWhatWasTakenFromAMessageStandsBesideTheOthers(t *testing.T) {
	s := &snapshot{}
	for _, r := range []struct {
		seq  int
		kind string
	}{{1, memory.EventMessage}, {2, memory.EventExperience}, {2, memory.EventMessage}, {2, memory.EventExperience}, {3, memory.EventQuestion}} {
		s.records = append(s.records, &memory.Record{Seq: r.seq, Event: memory.Event{Type: r.kind}})
		s.session, s.seq, s.prev, s.next = append(s.session, 0), append(s.seq, r.seq), append(s.prev, -1), append(s.next, -1)
	}
	s.link(map[int32]bool{0: true})
	if prev, next := []int32{-1, 0, 0, 0, 2}, []int32{2, 4, 4, 4, -1}; !slices.Equal(s.prev, prev) || !slices.Equal(s.next, next) {
		t.Errorf("before %v and after %v, want %v and %v", s.prev, s.next, prev, next)
	}
}

// What was true for a few days takes its sentence with it when they are over; a question about
// the past, and one as of a time before, still hears it.
func TestASentenceIsOverWithTheDaysItWasTrueFor(t *testing.T) {
	end := time.Unix(1_700_000_000, 0)
	said := episode("said", "s", 1, "The plumber comes on Tuesday.")
	said.Sources = []memory.Provenance{{SessionID: "s", MessageID: "1", Quote: said.Text}}
	said.Created = end.Add(-72 * time.Hour)
	fact := said
	fact.ID, fact.Layer, fact.Kind, fact.Predicate = "fact", memory.Semantic, memory.KindTemporary, "appointment"
	fact.Text, fact.Constraint.ValidUntil = "plumber on 2023-11-14", end
	f := func(name string, status memory.Status, sieve memory.Sieve, want bool) {
		t.Helper()
		fact.Status = status
		l := newLedger()
		l.put(said, fact)
		mix, question := memory.DefaultMix(), memory.Question{}
		p := memory.Probe{Owner: owner, Text: said.Text, Mix: &mix, Limit: 10, Question: &question, Sieve: sieve}
		var found memory.Found
		if err := open(t, l, nil, nil).Probe(t.Context(), &p, &found); err != nil {
			t.Fatal(err)
		}
		at := slices.IndexFunc(found.Candidates, func(c memory.Candidate) bool { return c.Record.ID == "said" })
		if at < 0 || found.Candidates[at].Stale != want {
			t.Errorf("%s: found at %d of %+v, over should be %v", name, at, found.Candidates, want)
		}
	}
	before, after := end.Add(-time.Hour), end.Add(time.Hour)
	f("before its end", memory.Current, memory.Sieve{Now: before}, false)
	f("after it", memory.Current, memory.Sieve{Now: after}, true)
	f("when it was marked", memory.Expired, memory.Sieve{Now: after}, true)
	f("asked of the past", memory.Expired, memory.Sieve{Now: after, Past: true}, false)
	f("as of a time before", memory.Expired, memory.Sieve{Now: after, AsOf: before}, false)
	f("as of a time after", memory.Expired, memory.Sieve{Now: after.Add(time.Hour), AsOf: after}, true)
}
