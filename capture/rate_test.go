package capture

import (
	"context"
	"testing"
	"time"

	"mneme/memory"
)

// book is a daybook that outlives the rates that write it.
type book map[string][]int

func (b book) Noted(_ context.Context, owner memory.Owner, name, day string) ([]int, error) {
	return b[owner.Key()+name+day], nil
}

func (b book) Note(_ context.Context, owner memory.Owner, name, day string, used ...int) error {
	b[owner.Key()+name+day] = used
	return nil
}

func TestARestartLiftsNoRate(t *testing.T) {
	kept := book{}
	day := time.Date(2026, 5, 3, 10, 0, 0, 0, time.UTC)
	ann := memory.UserOwner("acme", "default", "ann")
	first := rate{days: kept}
	if !first.take(t.Context(), ann, 2, 3, day) {
		t.Fatal("a new day has no room")
	}
	second := rate{days: kept}
	if second.take(t.Context(), ann, 2, 3, day) {
		t.Error("a restart lifted the limit")
	}
	if !second.take(t.Context(), ann, 1, 3, day) {
		t.Error("what is left may be used")
	}
	if third := (&rate{days: kept}); third.take(t.Context(), ann, 1, 3, day) || !third.take(t.Context(), ann, 3, 3, day.Add(24*time.Hour)) {
		t.Error("the limit is of a day, whoever counts")
	}
}
