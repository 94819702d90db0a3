package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"mneme/memory"
)

func TestFlagsStandWhereverPeoplePutThem(t *testing.T) {
	f := func(line, user string, rest ...string) {
		t.Helper()
		set := flag.NewFlagSet("test", flag.ContinueOnError)
		set.SetOutput(io.Discard)
		got := set.String("user", "", "")
		dry := set.Bool("dry-run", false, "")
		args, err := parseFlags(set, strings.Fields(line), io.Discard)
		if err != nil {
			t.Errorf("%q: %v", line, err)
		}
		if *got != user || !slices.Equal(args, rest) || *dry != strings.Contains(line, "-dry-run") {
			t.Errorf("%q: user %q, arguments %q", line, *got, args)
		}
	}
	f("what -user nora", "nora", "what")
	f("-user nora what", "nora", "what")
	f("what does -user nora she -dry-run eat", "nora", "what", "does", "she", "eat")
	f("-user nora -- -what", "nora", "-what")
	f("-dry-run", "")
	f("", "")
}

func TestHelpIsNoError(t *testing.T) {
	for _, line := range []string{"serve -h", "search -h", "key -h", "tenant -h", "help"} {
		var out, errs strings.Builder
		if code := run(t.Context(), stdio{strings.NewReader(""), &out, &errs}, strings.Fields(line)); code != 0 {
			t.Errorf("%s ends with %d: %s", line, code, errs.String())
		}
		if out.Len()+errs.Len() == 0 {
			t.Errorf("%s says nothing", line)
		}
	}
}

func TestAWrongFlagIsOneLine(t *testing.T) {
	var out, errs strings.Builder
	if code := run(t.Context(), stdio{strings.NewReader(""), &out, &errs}, []string{"serve", "-upsteam", "x"}); code != 1 {
		t.Errorf("ends with %d", code)
	}
	if strings.Count(errs.String(), "\n") != 1 || !strings.Contains(errs.String(), "upsteam") {
		t.Errorf("says %q", errs.String())
	}
}

// TestJSONIsOneDocument: however many pages an answer has.
func TestJSONIsOneDocument(t *testing.T) {
	r := startRig(t, nil)
	const many = 540 // more than a page holds
	messages := []map[string]any{}
	for i := range many {
		messages = append(messages, map[string]any{"role": "user", "content": fmt.Sprintf("Place number %d that I visited is the town of Ibex%d.", i, i)})
	}
	var taken struct{ Accepted int }
	if err := r.admin.call(t.Context(), "POST", "/ingest", nil, map[string]any{"user_id": "nora", "session_id": "s", "messages": messages}, &taken); err != nil || taken.Accepted != many {
		t.Fatalf("ingest: %d, %v", taken.Accepted, err)
	}
	r.flush()
	ask := func(args ...string) []byte {
		t.Helper()
		out, err := r.mneme(append(args, "-admin", r.house.adminURL(), "-user", "nora", "-json")...)
		if err != nil {
			t.Fatal(err)
		}
		return []byte(out)
	}
	var all struct{ Data []memory.Form }
	if err := json.Unmarshal(ask("list"), &all); err != nil || len(all.Data) < many {
		t.Fatalf("list: %d records, %v", len(all.Data), err)
	}
	var one struct {
		Record  memory.Form
		History struct{ Data []memory.Change }
	}
	if err := json.Unmarshal(ask("show", all.Data[0].ID), &one); err != nil || one.Record.ID != all.Data[0].ID || len(one.History.Data) == 0 {
		t.Errorf("show: %+v, %v", one, err)
	}
}

func TestADryRunShowsWhatWouldGo(t *testing.T) {
	r := startRig(t, nil)
	f := func(user, topic string, goes, stays string) {
		t.Helper()
		r.chat(as(user, "a"), goes)
		r.chat(as(user, "b"), stays)
		r.flush()
		out, err := r.mneme("forget", "-admin", r.house.adminURL(), "-user", user, "-topic", topic, "-dry-run")
		if err != nil {
			t.Fatal(err)
		}
		want(t, "shows "+goes, strings.Contains(out, goes), true)
		want(t, "shows "+stays, strings.Contains(out, stays), false)
		want(t, "knows "+goes, r.knows(user, goes), true)
	}
	f("nora", "my dog", "My dog is called Rex.", "I live in Oslo.")
	f("lin", "我的狗", "我的狗叫旺财。", "我住在杭州。")
}

func TestATenantThatNothingNamesIsNotSwitched(t *testing.T) {
	r := startRig(t, nil)
	f := func(says string, args ...string) {
		t.Helper()
		out, err := r.mneme(append([]string{"tenant"}, append(args, "-admin", r.house.adminURL())...)...)
		if err != nil {
			out += err.Error()
		}
		if !strings.Contains(out, says) || (err == nil) != strings.HasPrefix(says, "memory of") {
			t.Errorf("%q says %q, %v; want %q", args, out, err, says)
		}
	}
	f("memory of tenant default is off", "off", "default")
	f("memory of tenant default is on", "on", "default")
	f("names a tenant \"acmee\"", "off", "acmee")
	f("names a tenant \"acmee\"", "on", "acmee")
	f("memory of tenant acme is off", "off", "acme", "-new")
	f("memory of tenant acme is on", "on", "acme")
}
