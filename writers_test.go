package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"mneme/memory"
)

// TestManyWritersOfOneMemoryAllGetThrough writes to one user's memory from many sides at
// once: by hand, by what he says, by corrections, deletions, merges, settings and jobs.
// Nobody named a state he rests on, so nobody is told that it has changed.
func TestManyWritersOfOneMemoryAllGetThrough(t *testing.T) {
	r := startRig(t, nil)
	const writers, others = 32, 8
	call := func(method, path, body string, status int) []byte {
		answer := r.ask(method, path, body)
		if answer.Status != status {
			t.Errorf("%s %s: %d %s\n%s", method, path, answer.Status, answer.Body, r.log.String())
		}
		return answer.Body
	}
	add := func(text string) string {
		var made memory.Form
		if err := json.Unmarshal(call("POST", "/memories", fmt.Sprintf(`{"user_id":"nora","text":%q}`, text), http.StatusCreated), &made); err != nil {
			t.Error(err)
		}
		return made.ID
	}
	var ids [others]string
	for i := range ids {
		ids[i] = add(fmt.Sprintf("keeps file %d in drawer %d", i, i))
	}
	var wg sync.WaitGroup
	for i := range writers {
		wg.Go(func() { add(fmt.Sprintf("owns tool number %d", 1000+i)) })
	}
	for i := range others {
		wg.Go(func() {
			r.chat(as("nora", fmt.Sprint("s", i)), fmt.Sprintf("Remember this: my badge %d is in locker %d.", 2000+i, 3000+i))
		})
		wg.Go(func() {
			if i%2 == 0 {
				call("PATCH", "/memories/"+ids[i], fmt.Sprintf(`{"user_id":"nora","text":"keeps file %d in the safe"}`, i), http.StatusOK)
			} else {
				call("DELETE", "/memories/"+ids[i]+"?user_id=nora", "", http.StatusOK)
			}
		})
	}
	for i := range 4 {
		wg.Go(func() {
			call("POST", "/entities/merges", fmt.Sprintf(`{"user_id":"nora","from":"depot%d","into":"warehouse%d"}`, i, i), http.StatusCreated)
		})
	}
	for _, body := range []string{`{"mode":"on"}`, `{"time_zone":"Asia/Shanghai"}`, `{"confirmations":"off"}`} {
		wg.Go(func() { call("PUT", "/users/nora/settings", body, http.StatusOK) })
	}
	wg.Go(func() { call("POST", "/jobs/weights", `{"user_id":"nora"}`, http.StatusOK) })
	wg.Wait()
	r.flush()

	held := r.exported("nora")
	for i := range writers {
		if !strings.Contains(held, fmt.Sprint("tool number ", 1000+i)) {
			t.Errorf("tool %d is not there", 1000+i)
		}
	}
	for i := range others {
		if !strings.Contains(held, fmt.Sprint("badge ", 2000+i)) {
			t.Errorf("what was said of badge %d is not there", 2000+i)
		}
		safe, drawer := r.knows("nora", fmt.Sprintf("file %d in the safe", i)), r.knows("nora", fmt.Sprintf("file %d in drawer", i))
		if safe != (i%2 == 0) || drawer {
			t.Errorf("file %d: in the safe %v, in the drawer %v", i, safe, drawer)
		}
	}
	var set struct {
		Mode          string
		TimeZone      string `json:"time_zone"`
		Confirmations string
	}
	if err := json.Unmarshal(call("GET", "/users/nora/settings", "", http.StatusOK), &set); err != nil {
		t.Fatal(err)
	}
	if set.Mode != "on" || set.TimeZone != "Asia/Shanghai" || set.Confirmations != "off" {
		t.Errorf("a setting was lost: %+v", set)
	}
}
