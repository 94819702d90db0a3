package extract

import (
	"context"
	"testing"
)

// What one calls a project or somebody else is not one's own name.
func TestWhatIsCalledIsNotTheSpeaker(t *testing.T) {
	f := func(text, want string) {
		t.Helper()
		drafts, err := New().Extract(context.Background(), turnOf(text))
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for i := range drafts {
			if r := &drafts[i].Record; r.Subject == "user" && r.Predicate == "name" {
				got = r.Object
			}
		}
		if got != want {
			t.Errorf("%q names the user %q, want %q", text, got, want)
		}
	}
	f("我叫星火。", "星火")
	f("我们的项目叫星火。", "")
	f("我的项目叫星火。", "")
	f("我们叫她小雨。", "")
	f("My name is Nora.", "Nora")
	f("Our project is called Atlas.", "")
	f("We call her Sofia.", "")
}
