package inject

import (
	"flag"
	"io"
	"strings"
	"testing"
	"time"
)

func TestFlagsSetTheirOptions(t *testing.T) {
	o := DefaultOptions()
	if err := o.Validate(); err != nil {
		t.Fatalf("the defaults are refused: %v", err)
	}
	set := flag.NewFlagSet("", flag.ContinueOnError)
	set.SetOutput(io.Discard)
	o.Flags(set)
	if err := set.Parse([]string{"-recall-deadline=50ms", "-sticky-bytes=2000000", "-session-bytes=3000000", "-working-bytes=4000000", "-working-expiry=1h", "-user-recalls=7"}); err != nil {
		t.Fatal(err)
	}
	if o.Deadline != 50*time.Millisecond || o.StickyBytes != 2_000_000 || o.SessionBytes != 3_000_000 || o.WorkingBytes != 4_000_000 || o.WorkingExpiry != time.Hour || o.UserRecalls != 7 {
		t.Errorf("options are %+v", o)
	}
}

func TestValidateReportsEveryFault(t *testing.T) {
	err := Options{UserRecalls: -1}.Validate()
	if err == nil {
		t.Fatal("zero options pass")
	}
	for _, name := range []string{"-recall-deadline", "-sticky-bytes", "-session-bytes", "-working-bytes", "-working-expiry", "-user-recalls"} {
		if !strings.Contains(err.Error(), name) {
			t.Errorf("%s is not reported in %v", name, err)
		}
	}
}
