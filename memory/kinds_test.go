package memory

import (
	"slices"
	"testing"
)

func TestAClassThatIsAskedForBringsItsMembers(t *testing.T) {
	k := newKinds()
	f := func(question string, want, not string) {
		t.Helper()
		q := ReadQuestion(question, noon, nil)
		members := k.appendMembers(nil, &q, question, AppendTerms(nil, question))
		for _, term := range AppendTerms(nil, want) {
			if term.Kind() != CharTerm && !slices.Contains(members, term) {
				t.Errorf("%q does not bring %q", question, want)
			}
		}
		for _, term := range AppendTerms(nil, not) {
			if term.Kind() != CharTerm && slices.Contains(members, term) {
				t.Errorf("%q brings %q", question, not)
			}
		}
	}
	f("What pets does Nora have?", "cat", "piano")
	f("她养了什么宠物？", "小猫", "钢琴")
	f("Which instruments do I play besides the piano?", "violin", "piano")
	f("我会哪些乐器？", "吉他", "小猫")
	f("Where did we go on holiday?", "Italy", "cat")
	f("我们去年去了哪里？", "日本", "小猫")
	f("When did I buy the pet door?", "", "cat")
	f("I love all pets.", "", "cat")
	f("Which vet treats my cat?", "", "dog")
	for i, members := range k.lists {
		if len(members) < 10 {
			t.Errorf("class %d has %d members only", i, len(members))
		}
	}
}
