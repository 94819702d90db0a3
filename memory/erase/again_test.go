package erase

import (
	"context"
	"testing"

	"mneme/memory"
)

// blind finds nothing, as a look does before what it looks for is learnt.
type blind struct{}

func (blind) Match(context.Context, memory.Owner, string) (Meaning, error) { return Meaning{}, nil }

func TestATopicIsReadBackByWhatItMeans(t *testing.T) {
	r := open(t)
	r.put(nora, [3]string{"drives a Tesla", "owns", "Tesla"}, [3]string{"lives in Lisbon", "home", "Lisbon"})
	eraser := New(Parts{Truth: r.store, Control: r.store, Places: []Place{r.shelf}, Hasher: r.Eraser.hasher, Match: blind{}})
	receipt, err := eraser.Forget(t.Context(), Request{Owner: nora, Topic: "my car"})
	if err != nil || !receipt.Verified || receipt.Counts["records"] != 1 {
		t.Errorf("got %+v, %v", receipt, err)
	}
	page, err := r.store.List(t.Context(), memory.Filter{Owner: nora, Limit: 10})
	if err != nil || len(page.Records) != 1 || page.Records[0].Object != "Lisbon" {
		t.Errorf("left %+v, %v", page.Records, err)
	}
}

func TestWhatAFactWasLearntFromGoesWithIt(t *testing.T) {
	from := func(message, quote string) []memory.Provenance {
		return []memory.Provenance{{SessionID: "s1", MessageID: message, Quote: quote}}
	}
	fact := memory.Record{Layer: memory.Semantic, Text: "has a dog named Rex", Object: "Rex", Sources: from("m1", "Rex is my old friend")}
	f := func(text, message string, want bool) {
		t.Helper()
		episode := memory.Record{ID: "e", Layer: memory.Episodic, Source: memory.UserDirect, Text: text, Sources: from(message, text)}
		if got := len(restating([]memory.Record{fact}, []memory.Record{episode})) > 0; got != want {
			t.Errorf("%q of %s: %v", text, message, got)
		}
	}
	f("Rex is my old friend.", "m1", true)
	f("Rex is my old friend.", "m2", false)
	f("It rains a lot here.", "m1", false)
}
