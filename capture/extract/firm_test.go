package extract

import (
	"os"
	"testing"

	"mneme/policy"
)

// TestFirmDialogues holds every line of some dialogues, where TestDialogues asks for most.
func TestFirmDialogues(t *testing.T) {
	house := ears{rules: New(), phrases: policy.NewPhrases(), steering: policy.NewSteering()}
	for _, name := range []string{"firm_en.txt", "firm_zh.txt"} {
		source, err := os.ReadFile("testdata/dialogues/" + name)
		if err != nil {
			t.Fatal(err)
		}
		c := &tally{}
		for _, d := range parseDialogues(t, name, string(source)) {
			d.run(t, house, c)
		}
		for _, f := range append(c.failures, c.unspokenSample...) {
			t.Error(f)
		}
	}
}
