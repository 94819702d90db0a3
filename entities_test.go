package main

import (
	"context"
	"net/url"
	"strings"
	"testing"
	"time"

	"mneme/memory"
)

// merge is a merge as the admin API tells it.
type merge struct {
	ID, From, Into, Status string
	Records, Yielded       int
}

func (r *rig) must(method, path string, q url.Values, body, out any) {
	r.t.Helper()
	if err := r.admin.call(context.Background(), method, path, q, body, out); err != nil {
		r.t.Fatalf("%s %s: %v", method, path, err)
	}
}

// add writes a fact by hand and returns it.
func (r *rig) add(user string, fields map[string]any) memory.Form {
	r.t.Helper()
	fields["user_id"] = user
	var out memory.Form
	r.must("POST", "/memories", nil, fields, &out)
	return out
}

func (r *rig) record(user, id string) memory.Form {
	r.t.Helper()
	var out memory.Form
	r.must("GET", "/memories/"+id, url.Values{"user_id": {user}}, nil, &out)
	return out
}

// hits are the ids that a question finds, with the subject each has.
func (r *rig) hits(user, question, asOf string) map[string]string {
	r.t.Helper()
	body := map[string]any{"user_id": user, "query": question, "top_k": 20}
	if asOf != "" {
		body["as_of"] = asOf
	}
	var out struct {
		Hits []struct{ Record memory.Form }
	}
	r.must("POST", "/search", nil, body, &out)
	found := map[string]string{}
	for _, h := range out.Hits {
		found[h.Record.ID] = h.Record.Subject
	}
	return found
}

// TestEntitiesAreMergedAndSplit makes two entities one and parts them again, in both languages:
// records follow, what is learnt later too, as-of readings stay what they were.
func TestEntitiesAreMergedAndSplit(t *testing.T) {
	r := startRig(t, nil)
	for _, one := range []struct{ from, into, predicate, text, later, question string }{
		{"Bluecrane", "Ardea", "skill", "Bluecrane repairs clocks", "Bluecrane collects stamps", "What can Ardea repair?"},
		{"青鹭厂", "苍鹭公司", "skill", "青鹭厂会修钟表", "青鹭厂收集邮票", "苍鹭公司会修什么？"},
	} {
		fact := func(subject, predicate, object, text string) memory.Form {
			return r.add("nora", map[string]any{"layer": "semantic", "subject": subject, "predicate": predicate, "object": object, "text": text})
		}
		a := fact(one.from, one.predicate, "clocks", one.text)
		b := fact(one.into, "home", "north", one.into+" north")
		old := fact(one.from, "home", "south", one.from+" south")
		if got := r.record("nora", a.ID); got.Subject != one.from {
			t.Fatalf("before: of %q", got.Subject)
		}
		before := time.Now().UTC()
		time.Sleep(5 * time.Millisecond)

		var m merge
		r.must("POST", "/entities/merges", nil, map[string]any{"user_id": "nora", "from": one.from, "into": one.into}, &m)
		if m.Status != "merged" || m.Records != 3 || m.Yielded != 1 {
			t.Fatalf("merged: %+v", m)
		}
		if got := r.record("nora", a.ID); got.Subject != one.into || got.Text != one.text || len(got.Called) != 1 || got.Called[0].Subject != one.from {
			t.Errorf("after: %+v", got)
		}
		// Heard of last wins: there is one home of one entity.
		if x, y := r.record("nora", b.ID), r.record("nora", old.ID); x.Status != memory.Superseded || y.Status != memory.Current || x.ReplacedBy != y.ID {
			t.Errorf("homes: %s, %s", x.Status, y.Status)
		}
		during := time.Now().UTC()
		time.Sleep(5 * time.Millisecond)
		if got := r.hits("nora", one.question, ""); got[a.ID] != one.into {
			t.Errorf("%s: %v", one.question, got)
		}
		if got := r.hits("nora", one.question, before.Format(time.RFC3339Nano)); got[a.ID] == one.into {
			t.Errorf("%s, before they were one: %v", one.question, got)
		}
		// What is learnt later under the old name is of the entity too, and goes back with it.
		later := r.add("nora", map[string]any{"subject": one.from, "predicate": "collects", "object": "stamps", "text": one.later})
		want(t, "learnt while merged", later.Subject, one.into)

		var list struct{ Data []merge }
		r.must("GET", "/entities/merges", url.Values{"user_id": {"nora"}}, nil, &list)
		if len(list.Data) == 0 || list.Data[0].ID != m.ID || list.Data[0].From != one.from {
			t.Errorf("merges: %+v", list.Data)
		}
		var entities struct {
			Data []struct {
				Name    string
				Names   []string
				Records int
			}
		}
		r.must("GET", "/entities", url.Values{"user_id": {"nora"}, "q": {one.from}}, nil, &entities)
		if len(entities.Data) != 1 || entities.Data[0].Name != one.into || strings.Join(entities.Data[0].Names, " ") != one.from {
			t.Errorf("entities: %+v", entities.Data)
		}

		r.must("DELETE", "/entities/merges/"+m.ID, url.Values{"user_id": {"nora"}}, nil, &m)
		if m.Status != "split" || m.Records != 4 {
			t.Errorf("split: %+v", m)
		}
		for _, f := range []memory.Form{a, old, later} {
			want(t, "after the split", r.record("nora", f.ID).Subject, one.from)
		}
		want(t, "the other home is believed again", r.record("nora", b.ID).Status, memory.Current)
		if got := r.hits("nora", one.question, during.Format(time.RFC3339Nano)); got[a.ID] != one.into {
			t.Errorf("%s, while they were one: %v", one.question, got)
		}
		var history struct{ Data []memory.Change }
		r.must("GET", "/memories/"+a.ID+"/history", url.Values{"user_id": {"nora"}}, nil, &history)
		ops := ""
		for _, c := range history.Data {
			ops += c.Op + " "
		}
		want(t, "history", ops, "add merge split ")
		refused := func(method, path string, body map[string]any, code string) {
			t.Helper()
			q := url.Values{}
			if body == nil {
				q.Set("user_id", "nora")
			}
			err := r.admin.call(t.Context(), method, path, q, body, nil)
			if err == nil || !strings.Contains(err.Error(), code) {
				t.Errorf("%s %s %v: %v, want %s", method, path, body, err, code)
			}
		}
		refused("DELETE", "/entities/merges/"+m.ID, nil, "conflict")
		refused("DELETE", "/entities/merges/"+a.ID, nil, "not_found")
		refused("POST", "/entities/merges", map[string]any{"user_id": "nora", "from": one.from}, "into")
		refused("POST", "/entities/merges", map[string]any{"user_id": "nora", "from": "user", "into": one.into}, "from")
		refused("POST", "/entities/merges", map[string]any{"user_id": "nora", "from": one.from, "into": one.from}, "into")
	}
	var audits struct{ Data []struct{ Op string } }
	waitFor(t, func() bool {
		r.must("GET", "/audit", url.Values{"user_id": {"nora"}, "limit": {"500"}}, nil, &audits)
		ops := ""
		for _, a := range audits.Data {
			ops += a.Op + " "
		}
		return strings.Contains(ops, "merge ") && strings.Contains(ops, "split ")
	})
	// Erasing the user takes the merges and what anything was called with it.
	r.must("DELETE", "/users/nora", nil, nil, nil)
	var list struct{ Data []merge }
	r.must("GET", "/entities/merges", url.Values{"user_id": {"nora"}}, nil, &list)
	want(t, "merges of an erased user", len(list.Data), 0)
}

// TestADictionaryReachesWhatIsKnownAndWhatIsAsked sets, changes and takes back a tenant's
// dictionary, and merges two of its entries.
func TestADictionaryReachesWhatIsKnownAndWhatIsAsked(t *testing.T) {
	r := startRig(t, nil)
	r.chat(as("nora", "one"), "I use Vellumstore for my backups.")
	r.chat(as("yan", "one"), "我平时用羊皮云。")
	r.flush()
	object := func(user string) string {
		for _, f := range r.records(user) {
			if f.Predicate == "uses" && f.Status == memory.Current {
				return f.Object
			}
		}
		return ""
	}
	was, wasChinese := object("nora"), object("yan")
	if was != "Vellumstore" || !strings.Contains(wasChinese, "羊皮云") {
		t.Fatalf("learnt: %q, %q", was, wasChinese)
	}
	dictionary := func(terms ...any) {
		t.Helper()
		r.must("PUT", "/tenants/default/policy", nil, map[string]any{"dictionary": terms}, nil)
	}
	term := func(id string, names ...string) map[string]any { return map[string]any{"id": id, "names": names} }
	becomes := func(user, object_ string) {
		t.Helper()
		waitFor(t, func() bool { return object(user) == object_ })
	}
	dictionary(term("vellum", "Vellumstore", "VS"), term("parchment", wasChinese, "羊皮纸云"))
	becomes("nora", "vellum")
	becomes("yan", "parchment")

	// Later it is learnt by its id, and found by any of its names.
	r.chat(as("mira", "one"), "I use Velumstore for my photos.") // misspelt
	r.flush()
	want(t, "a misspelling", object("mira"), "vellum")
	if got := r.hits("nora", "Where do I use VS?", ""); len(got) == 0 {
		t.Error("a synonym finds nothing")
	}
	if got := r.hits("yan", "羊皮纸云用来做什么？", ""); len(got) == 0 {
		t.Error("a Chinese synonym finds nothing")
	}

	// Two entries of the tenant's are one, for everybody, until they part.
	var m merge
	r.must("POST", "/entities/merges", nil, map[string]any{"level": "tenant", "from": "parchment", "into": "vellum"}, &m)
	want(t, "merged for all", object("yan"), "vellum")
	r.must("DELETE", "/entities/merges/"+m.ID, url.Values{"level": {"tenant"}}, nil, &m)
	want(t, "parted for all", object("yan"), "parchment")

	dictionary()
	becomes("nora", was)
	becomes("yan", wasChinese)
}
