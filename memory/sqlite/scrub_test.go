package sqlite

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"mneme/memory"
)

// TestNoCopyOfAForgottenRowStays forgets every third of many records of all sizes,
// written and rewritten in an order that makes the tree split its pages, and looks for every
// sealed body there ever was of them, in every file.
func TestNoCopyOfAForgottenRowStays(t *testing.T) {
	dir := t.TempDir()
	s, _ := openStore(t, dir)
	bob := memory.UserOwner("default", "default", "bob")
	const records = 400
	for i := range records {
		at := (i * 7919) % records
		for _, owner := range []memory.Owner{ann, bob} {
			r := record(owner, at, time.Now())
			r.Text += strings.Repeat(fmt.Sprint(" word", at), at%90)
			mustCommit(t, s, owner, r)
		}
	}
	var ids []string
	var bodies [][]byte
	for i := 0; i < records; i += 3 {
		id := record(ann, i, time.Now()).ID
		ids = append(ids, id)
		bodies = append(bodies, sealedBody(t, s, ann, id)[:48])
	}
	if _, err := s.Forget(t.Context(), memory.Selection{Owner: ann, IDs: ids}); err != nil {
		t.Fatal(err)
	}
	if err := s.Purge(t.Context(), ann); err != nil {
		t.Fatal(err)
	}
	left := 0
	for _, body := range bodies {
		if found := inFiles(t, dir, body); len(found) > 0 {
			left++
			t.Logf("%s", found)
		}
	}
	if left > 0 {
		t.Errorf("%d of %d forgotten bodies are still in a file", left, len(bodies))
	}
	r, err := s.realms.acquire(s.locate(ann), false)
	if err != nil {
		t.Fatal(err)
	}
	defer s.realms.release(r)
	var sound string
	if err := r.view(t.Context(), func(c *conn) error {
		_, err := c.row("PRAGMA integrity_check", nil, &sound)
		return err
	}); err != nil || sound != "ok" {
		t.Errorf("the file is %q, %v", sound, err)
	}
	for i := range records {
		if kept := i%3 != 0; kept && len(sealedBody(t, s, ann, record(ann, i, time.Now()).ID)) == 0 {
			t.Errorf("record %d is lost", i)
		}
	}
}

// TestPointerMapsAreWhereTheFormatSaysTheyAre compares the pages that are left
// alone with the format's own numbers for pages of 8 KB: 1638 pages each, and one
// behind the page on which locks are taken.
func TestPointerMapsAreWhereTheFormatSaysTheyAre(t *testing.T) {
	for number, wanted := range map[int]bool{1: false, 2: true, 3: false, 1640: false, 1641: true, 1642: false, 3280: true} {
		if isPointerMap(number, 8192) != wanted {
			t.Errorf("page %d: %v", number, !wanted)
		}
	}
}
