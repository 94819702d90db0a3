package capture

import (
	"testing"
	"time"

	"mneme/capture/extract"
	"mneme/memory"
)

func TestAFactWrittenByHandMeetsWhatIsKnown(t *testing.T) {
	for _, one := range []struct{ text, predicate, object string }{
		{"lives in Lisbon", "home", "Lisbon"},
		{"The user lives in Lisbon.", "home", "Lisbon"},
		{"User is allergic to peanuts", "allergy", "peanuts"},
		{"prefers window seats", "prefers", "window seats"},
		{"住在里斯本", "home", "里斯本"},
		{"用户对花生过敏", "allergy", "花生"},
		{"works at Acme as a designer", "", ""}, // two facts: it stays one text
		{"the shop on the corner closes at six", "", ""},
		{"我们下周再谈", "", ""},
	} {
		d, r := newDesk(t)
		d.parts.Rules = extract.New()
		got, err := d.Add(t.Context(), memory.Record{Owner: r.owner, Layer: memory.Semantic, Text: one.text}, "operator")
		if err != nil {
			t.Fatal(err)
		}
		if got.Predicate == memory.PredicateStatement {
			got.Predicate, got.Object = "", ""
		}
		if got.Predicate != one.predicate || got.Object != one.object || got.Text != one.text {
			t.Errorf("%s: %s = %q (%s)", one.text, got.Predicate, got.Object, got.Text)
		}
	}
}

func TestASecondHomeByHandTakesTheFirstOnesPlace(t *testing.T) {
	for _, homes := range [][2]string{{"lives in Lisbon", "The user lives in Porto"}, {"住在苏州", "用户住在杭州"}} {
		d, r := newDesk(t)
		d.parts.Rules = extract.New()
		for _, text := range homes {
			r.now = r.now.Add(time.Hour)
			if _, err := d.Add(t.Context(), memory.Record{Owner: r.owner, Layer: memory.Semantic, Text: text}, "operator"); err != nil {
				t.Fatal(err)
			}
		}
		r.want("homes", r.facts(), homes[1])
	}
}

func TestTheObjectFollowsACorrectedText(t *testing.T) {
	for _, one := range []struct{ text, edit, predicate, object string }{
		{"prefers window seats", "prefers aisle seats", "prefers", "aisle seats"},
		{"prefers window seats", "Prefers aisle seats", "prefers", "aisle seats"},
		{"prefers window seats", "really prefers window seats", "prefers", "window seats"},
		{"lives in Lisbon", "The user lives in Porto", "home", "Porto"},
		{"住在里斯本", "住在波尔图", "home", "波尔图"},
		{"用户对花生过敏", "用户对芒果过敏", "allergy", "芒果"},
		{"用户对花生过敏", "对芒果过敏", "allergy", "芒果"},
	} {
		d, r := newDesk(t)
		d.parts.Rules = extract.New()
		was, err := d.Add(t.Context(), memory.Record{Owner: r.owner, Layer: memory.Semantic, Text: one.text}, "operator")
		if err != nil {
			t.Fatal(err)
		}
		got, err := d.Edit(t.Context(), r.owner, was.ID, Edit{Text: &one.edit}, "operator")
		if err != nil {
			t.Fatal(err)
		}
		if got.Predicate != one.predicate || got.Object != one.object || got.Text != one.edit {
			t.Errorf("%q to %q: %s = %q (%s)", one.text, one.edit, got.Predicate, got.Object, got.Text)
		}
	}
}
