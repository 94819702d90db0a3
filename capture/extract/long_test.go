package extract

import (
	"strings"
	"testing"
	"time"
)

// TestLongPastesAreReadInTime gives what people paste, a quarter of a megabyte of it. A request
// waits for this reading, so that it may cost what its bytes cost and no more: the limit is some
// twenty times of that.
func TestLongPastesAreReadInTime(t *testing.T) {
	const bytes, limit = 256 << 10, 3 * time.Second
	for _, unit := range []string{
		"\n", " ", "\t", ".", "<", "a", "的", "。", "> a\n", "===\n", "```\n", "~~~\n", "---\n", "# a\n", "- a\n", "1. a\n", "a: b\n", "a\n\n", "{\"a\":1}\n", "| a |\n", "$ ls\n", "@@ a\n",
		"<system-reminder>a</system-reminder>", "<system-reminder>", "</file>", "<files>", "<file>a", "user: a\nassistant: b\n", "From: a\nTo: b\n\n", "Dear a\n", "\"a\" ", "“a", "（a", "me: hi\nyou: ho\n",
	} {
		text := "Please look at this: " + strings.Repeat(unit, bytes/len(unit)) + " What does it say?"
		begin := time.Now()
		Human(text)
		if took := time.Since(begin); took > limit {
			t.Errorf("%d bytes of %q took %v", len(text), unit, took)
		}
	}
}

func TestWrappedPartsAreTakenOut(t *testing.T) {
	f := func(in, want string) {
		t.Helper()
		if got := untagged(in, "file"); got != want {
			t.Errorf("untagged(%q) = %q, want %q", in, got, want)
		}
	}
	f("", "")
	f("a < b", "a < b")
	f("a<file>x</file>b", "a\n\nb")
	f("a<file name=\"x\">x</file>b<file>y</file>c", "a\n\nb\n\nc")
	f("<files>a</files>", "<files>a</files>")
	f("<files><file>x</file>b<file name>y</file>", "<files>\n\nb<file name>y</file>")
	f("a<file>the rest", "a\n\n")
	f("a<file the rest", "a<file the rest")
	f("<file<file>x</file>y</file>z", "\n\nz")
	f("b<file<file>x</file> c", "b<file\n\n c")
	f("b<file<file>x</file> c>", "b\n\n")
}
