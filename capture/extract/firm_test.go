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

// TestNothingIsHeldOfWhatWasNeverSaid: not believed, and not waiting to be heard again either.
func TestNothingIsHeldOfWhatWasNeverSaid(t *testing.T) {
	house := ears{rules: New(), phrases: policy.NewPhrases(), steering: policy.NewSteering()}
	for _, said := range []string{"I never said I like jazz.", "I didn't say I live in Rome.", "我没说过我喜欢爵士。", "我从来没说过我住在罗马。"} {
		for _, d := range parseDialogues(t, "said", "== said\nuser: "+said+"\n") {
			if p := d.play(t, house, &tally{}); len(p.records) > 0 {
				t.Errorf("%q is held as%s", said, p.state())
			}
		}
	}
}
