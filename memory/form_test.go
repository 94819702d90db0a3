package memory

import (
	"errors"
	"reflect"
	"testing"
	"time"
)

func TestFormShowsAndReadsEveryField(t *testing.T) {
	at := time.Date(2026, 5, 3, 10, 0, 0, 0, time.UTC)
	r := Record{
		ID: "r1", Owner: UserOwner("acme", "work", "u1"), Layer: Semantic, Kind: "preference",
		Text: "喜欢邮件", Subject: "user", Predicate: "preferred_channel", Object: "e-mail",
		Constraint: Constraint{ValidFrom: at, ValidUntil: at.Add(time.Hour), Context: "work", Project: "p"},
		Confidence: 0.9, Source: UserDirect, Status: Current, Count: 2, Weight: 0.5, Review: true,
		Event: Event{Type: "decision", Time: at, Participants: []string{"a"}, Result: "ok", Entities: []string{"e"}, Sentiment: "positive"},
		Tags:  []string{"t"}, SessionID: "s1", AgentID: "a1", Project: "p",
		Created: at, Updated: at, LastUsed: at, Ended: at, ReplacedBy: "r2",
		Sources: []Provenance{{SessionID: "s1", MessageID: "m1", Quote: "q", TraceID: "t1"}},
	}
	back, err := FormOf(&r).Record()
	if err != nil {
		t.Fatal(err)
	}
	back.Owner = r.Owner
	if !reflect.DeepEqual(back, r) {
		t.Errorf("got  %+v\nwant %+v", back, r)
	}
}

func TestFormRefuses(t *testing.T) {
	f := func(form Form, field string) {
		t.Helper()
		_, err := form.Record()
		var fault *FieldError
		if !errors.As(err, &fault) || fault.Field != field {
			t.Errorf("got %v, want a fault of %s", err, field)
		}
	}
	f(Form{}, "layer")
	f(Form{Layer: Working}, "layer")
	f(Form{Layer: Semantic, Status: "gone"}, "status")
	f(Form{Layer: Semantic, Source: "rumour"}, "source")
	f(Form{Layer: Semantic, Confidence: 1.1}, "confidence")
}
