package capture

import (
	"testing"
	"time"

	"mneme/memory"
)

// mined returns the procedures of the rig's owner by status.
func (r *rig) mined(status memory.Status) []memory.Record {
	var out []memory.Record
	for _, one := range r.truth.all(r.owner, memory.Procedural) {
		if one.Status == status {
			out = append(out, one)
		}
	}
	return out
}

// run plays a tool loop: the answer that only calls tools, and the last one.
func (r *rig) run(answer, asked, calls string) {
	r.t.Helper()
	r.take(r.exchange("", "user: "+asked), Queued)
	r.take(r.exchange(answer, "user: "+asked, "call: "+calls, "tool: x"), Queued)
	r.learn()
}

func TestARunOfToolsThatEndedWellWaitsForReview(t *testing.T) {
	f := func(answer, asked, calls string, want int) *rig {
		t.Helper()
		r := newRig(t)
		r.run(answer, asked, calls)
		if got := r.mined(memory.Pending); len(got) != want {
			t.Errorf("%s, %s: %d candidates, want %d", calls, answer, len(got), want)
		}
		return r
	}
	r := f("Fixed, all tests pass now.", "The build is red, please make it green again", "read_file, edit_file, run_tests", 1)
	one := r.mined(memory.Pending)[0]
	if one.Object != "read_file → edit_file → run_tests" || len(one.Sources) != 2 || one.Sources[0].Quote == "" || one.Confidence > 0.6 {
		t.Errorf("the candidate is %+v", one)
	}
	if facts := r.facts(); len(facts) != 0 {
		t.Errorf("it taught facts: %q", facts)
	}
	// The same steps again are the same procedure.
	r.run("Done once more.", "And this one as well, please", "read_file, edit_file, run_tests")
	if got := r.mined(memory.Pending); len(got) != 1 {
		t.Errorf("%d candidates after the same steps, want 1", len(got))
	}
	f("已修复，测试全部通过。", "构建挂了，帮我弄好", "read_file, edit_file, run_tests", 1)
	f("Sorry, it still fails with an error.", "The build is red, please make it green again", "read_file, edit_file, run_tests", 0)
	f("Done.", "Read this file for me, please", "read_file, read_file, read_file", 0)
	f("Done.", "Read this file for me, please", "read_file, edit_file", 0)
	f("The sky is blue.", "Why is the sky blue, and who found out?", "search, open, read", 0)
}

func TestAMinedProcedureIsAcceptedOrRejected(t *testing.T) {
	for _, accept := range []bool{true, false} {
		r := newRig(t)
		r.run("Deployed, all done.", "Please ship the new landing page today", "build, upload, purge_cache")
		desk, err := NewDesk(DeskParts{Ledger: r.truth, Clock: func() time.Time { return r.now }})
		if err != nil {
			t.Fatal(err)
		}
		one := r.mined(memory.Pending)[0]
		if !one.Waits() {
			t.Error("a candidate is not among what waits for an answer")
		}
		if _, err := desk.Confirm(t.Context(), r.owner, one.ID, accept, "ops"); err != nil {
			t.Fatal(err)
		}
		want := memory.Expired
		if accept {
			want = memory.Current
		}
		if got := r.mined(want); len(got) != 1 || got[0].ID != one.ID {
			t.Errorf("accept %v: it is %+v", accept, r.truth.all(r.owner, memory.Procedural))
		}
		r.run("Done again.", "Please ship the other page too", "build, upload, purge_cache")
		if got := r.mined(memory.Pending); len(got) != 0 {
			t.Errorf("accept %v: it was proposed once more", accept)
		}
	}
}
