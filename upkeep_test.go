package main

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"mneme/memory"
)

func TestUpkeepCommandSaysWhatWasDone(t *testing.T) {
	r := startRig(t, nil)
	past := time.Now().Add(-200 * 24 * time.Hour)
	owner := memory.UserOwner(memory.DefaultTenant, memory.DefaultRealm, memory.DefaultUser)
	parcel := memory.Record{
		ID: "parcel", Layer: memory.Semantic, Kind: memory.KindTemporary, Text: "waits for a parcel", Subject: "user", Predicate: "tracking", Object: "parcel",
		Confidence: 0.9, Source: memory.UserDirect, Status: memory.Current, Count: 1, Created: past, Updated: past,
		Constraint: memory.Constraint{ValidUntil: past.Add(72 * time.Hour)},
	}
	if _, err := r.house.store.Commit(t.Context(), memory.Commit{Owner: owner, Base: -1, Put: []memory.Record{parcel}}); err != nil {
		t.Fatal(err)
	}
	command := func(args ...string) string {
		t.Helper()
		var out, faults bytes.Buffer
		if code := run(context.Background(), stdio{nil, &out, &faults}, append([]string{"upkeep", "-admin", r.house.adminURL()}, args...)); code != 0 {
			t.Fatalf("upkeep %v: %d: %s", args, code, faults.String())
		}
		return out.String()
	}
	if said := command("-job", "expire", "-user", "default"); !strings.Contains(said, "1 over") || !strings.Contains(said, "parcel") {
		t.Errorf("it says %q", said)
	}
	if said := command("-job", "expire"); !strings.Contains(said, "nothing was to be done") {
		t.Errorf("the second time it says %q", said)
	}
	if said := command("-list"); !strings.Contains(said, "merge ") || !strings.Contains(said, "1 over") {
		t.Errorf("the list says %q", said)
	}
}
