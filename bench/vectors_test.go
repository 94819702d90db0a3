package main

import (
	"slices"
	"strings"
	"testing"
)

func TestTheFlatStorePacksTheNearestIntoTheBudget(t *testing.T) {
	v, err := newVectorStore()
	if err != nil {
		t.Fatal(err)
	}
	v.add(&dataSession{Time: "2026-05-03T09:00:00Z", Turns: []dataTurn{
		{ID: "a", Role: "user", Text: "The ferry to the island leaves at nine."},
		{ID: "b", Role: "user", Speaker: "Ida", Text: "I am allergic to peanuts."},
		{ID: "c", Role: "user", Text: "我对花生过敏。"},
	}})
	p, _ := v.search("q", "Which nuts can she not eat?", nil, 1024)
	if len(p.Turns) != 3 || p.Turns[2] != "a" || !strings.Contains(p.Block, "2026-05-03 Ida: I am allergic to peanuts.\n") {
		t.Errorf("found %v:\n%s", p.Turns, p.Block)
	}
	one := v.items[1].tokens
	if p, _ := v.search("q", "allergic to peanuts", nil, one); !slices.Equal(p.Turns, []string{"b"}) {
		t.Errorf("in %d tokens: %v", one, p.Turns)
	}
	if p, _ := v.search("q", "它呢？", []dataTurn{{Text: "When does the ferry leave?"}}, 1024); p.Turns[0] != "a" {
		t.Errorf("with the running conversation: %v", p.Turns)
	}
}
