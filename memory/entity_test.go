package memory

import (
	"slices"
	"testing"
	"time"
)

func TestNamesOfADictionary(t *testing.T) {
	var d Dictionary
	d.Term("kubernetes", []string{"K8S", "kube", "库伯"})
	d.Term("xinhua", []string{"新华", "新华书店"})
	d.Term("postgres", []string{"PostgreSQL"})
	f := func(name, want string, known bool) {
		t.Helper()
		if got, ok := d.Canonical(name); got != want || ok != known {
			t.Errorf("%q is %q, %v; want %q, %v", name, got, ok, want, known)
		}
	}
	f("k8s", "kubernetes", true)
	f("Ｋ８Ｓ", "kubernetes", true) // full width
	f("庫伯", "kubernetes", true)  // traditional
	f("新華", "xinhua", true)
	f("Kuberentes", "kubernetes", true) // two neighbours exchanged
	f("kubernets", "kubernetes", true)  // a letter less
	f("postgrex", "postgres", true)
	f("tostgres", "tostgres", false) // never the first letter
	f("kub", "kub", false)
	f("user", "user", false)
	f("tea", "tea", false)
	ask := func(text string, want ...string) {
		t.Helper()
		if got := d.Mentioned(text); !slices.Equal(got, want) {
			t.Errorf("%q names %q, want %q", text, got, want)
		}
	}
	ask("how many K8S tickets are open?", "kubernetes")
	ask("我们在新华书店买过几本书？", "xinhua")
	ask("is kubernetes (k8s) down?") // it is named as it goes by
	ask("what about my tea?")
	if got := d.Replace("k8s tickets", "kubernetes"); got != "kubernetes tickets" {
		t.Errorf("replaced: %q", got)
	}
}

// TestEntitiesAreMadeOneAndPartedAgain merges two people of whom different things are known,
// and parts them: at every time what was believed then can be told.
func TestEntitiesAreMadeOneAndPartedAgain(t *testing.T) {
	owner := UserOwner("t", "r", "u")
	day0 := time.Date(2026, 5, 1, 9, 0, 0, 0, time.UTC)
	at := func(days int) time.Time { return day0.AddDate(0, 0, days) }
	fact := func(id, subject, predicate, object string, days int) Record {
		return Record{ID: id, Owner: owner, Layer: Semantic, Kind: KindState, Subject: subject, Predicate: predicate, Object: object,
			Text: subject + " " + predicate + " " + object, Confidence: 0.9, Status: Current, Created: at(days), LastUsed: at(days), Updated: at(days)}
	}
	records := []Record{
		fact("a-home", "Big Blue", "home", "Armonk", 0),
		fact("a-owns", "Big Blue", "owns", "a lab", 0),
		fact("b-home", "IBM", "home", "New York", 1),
		fact("c", "Oracle", "home", "Austin", 1),
		{ID: "e", Owner: owner, Layer: Episodic, Status: Current, Subject: "user", Created: at(1),
			Event: Event{Entities: []string{"Big Blue", "IBM", "Oracle"}, Participants: []string{"user"}}},
	}
	catalogue := NewCatalogue(nil)
	apply := func(changed []Record) map[string]Record {
		all := map[string]Record{}
		for i, r := range records {
			for _, c := range changed {
				if c.ID == r.ID {
					records[i] = c
				}
			}
			all[r.ID] = records[i]
		}
		return all
	}
	merge := NewMerge(owner, "Big Blue", "IBM", at(2))
	var d Dictionary
	d.LearnOne(&merge, time.Time{})
	got := apply(Rename(records, &d, catalogue, at(2)))
	if got["a-owns"].Subject != "IBM" || got["a-owns"].Text != "Big Blue owns a lab" || got["c"].Called != nil {
		t.Errorf("merged: %+v", got["a-owns"])
	}
	if !slices.Equal(got["e"].Event.Entities, []string{"IBM", "Oracle"}) {
		t.Errorf("entities: %v", got["e"].Event.Entities)
	}
	if got["a-home"].Status != Superseded || got["a-home"].ReplacedBy != "b-home" || got["b-home"].Status != Current {
		t.Errorf("one home: %v, %v", got["a-home"].Status, got["b-home"].Status)
	}
	if again := Rename(records, &d, catalogue, at(3)); len(again) != 0 {
		t.Errorf("twice is not once: %d", len(again))
	}

	merge.Status, merge.Ended = Superseded, at(4)
	var parted Dictionary
	parted.LearnOne(&merge, time.Time{})
	got = apply(Rename(records, &parted, catalogue, at(4)))
	if r := got["a-home"]; r.Status != Current || r.Subject != "Big Blue" || !r.Ended.IsZero() || r.ReplacedBy != "" {
		t.Errorf("parted: %+v", r)
	}
	if got["a-owns"].Subject != "Big Blue" || !slices.Equal(got["e"].Event.Entities, []string{"Big Blue", "IBM", "Oracle"}) {
		t.Errorf("parted: %q, %v", got["a-owns"].Subject, got["e"].Event.Entities)
	}
	if again := Rename(records, &parted, catalogue, at(5)); len(again) != 0 {
		t.Errorf("twice is not once: %d", len(again))
	}

	then := func(id string, days int, subject string, known bool) {
		t.Helper()
		r := got[id]
		if n := r.NamedAt(at(days)); n.Subject != subject || r.KnownAt(at(days)) != known {
			t.Errorf("%s on day %d: of %q, known %v", id, days, n.Subject, r.KnownAt(at(days)))
		}
	}
	then("a-home", 1, "Big Blue", true)
	then("a-home", 3, "IBM", false)
	then("a-home", 5, "Big Blue", true)
	then("a-owns", 3, "IBM", true)
	then("b-home", 3, "IBM", true)
}

// TestAFactOfTheOtherEntityStandsBackToo merges where what is known of the entity that keeps
// its name is the older: it stands back, and comes back when they part.
func TestAFactOfTheOtherEntityStandsBackToo(t *testing.T) {
	at := time.Date(2026, 5, 1, 9, 0, 0, 0, time.UTC)
	older := Record{ID: "1", Layer: Semantic, Subject: "小王", Predicate: "employer", Object: "一厂", Status: Current, Created: at}
	newer := Record{ID: "2", Layer: Semantic, Subject: "王工", Predicate: "employer", Object: "二厂", Status: Current, Created: at.Add(time.Hour)}
	merge := NewMerge(UserOwner("t", "r", "u"), "王工", "小王", at)
	if merge.Text != "王工就是小王。" {
		t.Error(merge.Text)
	}
	var d, none Dictionary
	d.LearnOne(&merge, time.Time{})
	changed := Rename([]Record{older, newer}, &d, NewCatalogue(nil), at.Add(2*time.Hour))
	if len(changed) != 2 || changed[0].Status != Superseded || changed[0].ReplacedBy != "2" || changed[1].Subject != "小王" {
		t.Fatalf("merged: %+v", changed)
	}
	back := Rename(changed, &none, NewCatalogue(nil), at.Add(3*time.Hour))
	if len(back) != 2 || back[0].Status != Current || back[1].Subject != "王工" {
		t.Errorf("parted: %+v", back)
	}
}

func TestANameInsideALongerObjectIsCanonicalToo(t *testing.T) {
	var d Dictionary
	d.Term("Kubernetes", []string{"k8s", "kube"})
	d.Term("Acme Corporation", []string{"Acme"})
	d.Term("人民医院", []string{"人医"})
	f := func(object, want string) {
		t.Helper()
		r := Record{Subject: "user", Object: object, Text: object}
		d.Fresh(&r, time.Now())
		if r.Object != want || r.Text != object {
			t.Errorf("%q: object %q, text %q, want %q", object, r.Object, r.Text, want)
		}
		if got := r.AsLearnt(); got.Object != object {
			t.Errorf("%q: learnt as %q", object, got.Object)
		}
	}
	f("two k8s clusters", "two Kubernetes clusters")
	f("K8S", "Kubernetes")
	f("the Acme Corporation office", "the Acme Corporation office")
	f("the Acme office", "the Acme Corporation office")
	f("kubelets", "kubelets")
	f("在人医上班", "在人民医院上班")
	f("tea", "tea")
}
