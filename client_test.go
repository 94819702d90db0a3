package main

import (
	"flag"
	"io"
	"slices"
	"strings"
	"testing"
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
