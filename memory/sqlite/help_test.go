package sqlite

import (
	"fmt"
	"testing"
	"time"

	"mneme/memory"
	"mneme/memory/memorytest"
)

var ann = memory.UserOwner("acme", "work", "ann")

func turn(id, text string, at time.Time) memory.Turn {
	return memory.Turn{ID: id, Role: memory.RoleUser, Text: text, At: at}
}

func entry(owner memory.Owner, session string, turns ...memory.Turn) memory.Entry {
	n := memory.Entry{ID: memory.NewID(time.Now()), Owner: owner, SessionID: session, Turns: turns}
	for _, t := range turns {
		n.Keys = append(n.Keys, memorytest.Key(session, t))
	}
	return n
}

func record(owner memory.Owner, n int, at time.Time) memory.Record {
	return memory.Record{
		ID: fmt.Sprintf("m%06d", n), Owner: owner, Layer: memory.Semantic, Kind: "preference", Status: memory.Current, Source: memory.UserDirect,
		Text:    fmt.Sprintf("number %d likes green tea from the mountains in the morning", n),
		Subject: "user", Predicate: "likes", Object: "green tea", Confidence: 0.9, Count: 1, SessionID: "s1", Created: at, Updated: at,
		Sources: []memory.Provenance{{SessionID: "s1", MessageID: fmt.Sprint("m", n), Quote: "I like green tea from the mountains", At: at}},
	}
}

func mustAppend(t testing.TB, s *Store, entries ...memory.Entry) {
	t.Helper()
	if _, err := s.Append(t.Context(), entries); err != nil {
		t.Fatal(err)
	}
}

func mustCommit(t testing.TB, s *Store, owner memory.Owner, records ...memory.Record) memory.Committed {
	t.Helper()
	done, err := s.Commit(t.Context(), memory.Commit{Owner: owner, Base: -1, Put: records})
	if err != nil {
		t.Fatal(err)
	}
	return done
}
