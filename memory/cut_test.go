package memory

import (
	"slices"
	"testing"
	"time"
)

func toldIn(session, message, quote string) Provenance {
	return Provenance{SessionID: session, MessageID: message, Quote: quote, At: time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)}
}

func cutFact(id, object string, sources ...Provenance) Record {
	return Record{ID: id, Layer: Semantic, Subject: "user", Predicate: "likes", Object: object, Text: "likes " + object, Status: Current, Count: len(sources), Sources: sources}
}

func cutEpisode(id, text string, sources ...Provenance) Record {
	return Record{ID: id, Layer: Episodic, Text: text, Status: Current, Count: len(sources), Sources: sources}
}

// TestCut gives for each selection the ids that go, and the texts of those that
// stay in another state.
func TestCut(t *testing.T) {
	f := func(name string, s Selection, records []Record, gone []string, left map[string]string) {
		t.Helper()
		c := Cut(s, records)
		var ids []string
		for _, r := range c.Delete {
			ids = append(ids, r.ID)
		}
		if !slices.Equal(ids, gone) {
			t.Errorf("%s: %v go, want %v", name, ids, gone)
		}
		for _, r := range c.Rewrite {
			want, ok := left[r.ID]
			if !ok || r.Text != want {
				t.Errorf("%s: %s becomes %q, want %q (%v)", name, r.ID, r.Text, want, ok)
			}
		}
		if len(c.Rewrite) != len(left) {
			t.Errorf("%s: %d are rewritten, want %d", name, len(c.Rewrite), len(left))
		}
	}
	s1, s2 := toldIn("s1", "m1", "我喜欢绿茶"), toldIn("s2", "m2", "最近常喝绿茶")
	f("all", Selection{All: true}, []Record{cutFact("a", "茶", s1), cutEpisode("b", "x", s2)}, []string{"a", "b"}, nil)
	f("by id", Selection{IDs: []string{"a"}}, []Record{cutFact("a", "茶", s1), cutFact("b", "咖啡", s2)}, []string{"a"}, nil)
	f("an id that is not there", Selection{IDs: []string{"z"}}, []Record{cutFact("a", "茶", s1)}, nil, nil)
	f("a fact that others tell", Selection{SessionID: "s1"}, []Record{cutFact("a", "绿茶", s1, s2)}, nil, map[string]string{"a": "likes 绿茶"})
	f("a merged episode loses the words", Selection{SessionID: "s1"},
		[]Record{cutEpisode("a", "我喜欢绿茶。最近常喝绿茶", s1, s2)}, nil, map[string]string{"a": "最近常喝绿茶"})
	f("words that cannot be found in the text take it with them", Selection{SessionID: "s1"},
		[]Record{cutEpisode("a", "told about tea twice", s1, s2)}, nil, map[string]string{"a": "最近常喝绿茶"})
	f("nothing left to say: emptied until it is derived again", Selection{SessionID: "s1"},
		[]Record{cutEpisode("a", "told about tea twice", s1, Provenance{SessionID: "s2", MessageID: "m2"})}, nil, map[string]string{"a": ""})
	f("one message of a session", Selection{SessionID: "s1", MessageID: "m1"},
		[]Record{cutFact("a", "茶", s1), cutFact("b", "水", toldIn("s1", "m9", "水"))}, []string{"a"}, nil)
	f("a layer", Selection{Layer: Episodic}, []Record{cutFact("a", "茶", s1), cutEpisode("b", "我喜欢绿茶", s1)}, []string{"b"}, nil)
	f("a fact named by id takes the episode that repeats it", Selection{IDs: []string{"a"}},
		[]Record{cutFact("a", "绿茶", s1), cutEpisode("b", "我喜欢绿茶", s1)}, []string{"a", "b"}, nil)
	f("and leaves what else was told, without the quote", Selection{IDs: []string{"a"}},
		[]Record{cutFact("a", "绿茶", toldIn("s1", "m1", "我喜欢绿茶，住在上海")), cutFact("b", "上海", toldIn("s1", "m1", "我喜欢绿茶，住在上海"))},
		[]string{"a"}, map[string]string{"b": "likes 上海"})
	f("a record without sources counts from its own time", Selection{Until: s1.At.Add(time.Hour)},
		[]Record{{ID: "a", Layer: Semantic, Created: s1.At}, {ID: "b", Layer: Semantic, Created: s1.At.Add(2 * time.Hour)}}, []string{"a"}, nil)
	f("before the time is outside, at the end too", Selection{Since: s1.At.Add(time.Second), Until: s1.At.Add(time.Minute)},
		[]Record{cutFact("a", "茶", s1)}, nil, nil)

	conclusion := func(id string, on ...string) Record {
		return Record{ID: id, Layer: Semantic, Text: "so " + id, DependsOn: on}
	}
	f("conclusions follow, also of conclusions", Selection{IDs: []string{"a"}},
		[]Record{conclusion("d", "c"), conclusion("c", "a"), cutFact("a", "茶", s1)}, []string{"d", "c", "a"}, nil)
	f("a conclusion from several is emptied", Selection{IDs: []string{"a"}},
		[]Record{cutFact("a", "茶", s1), cutFact("b", "水", s2), conclusion("c", "a", "b")}, []string{"a"}, map[string]string{"c": ""})
	both := cutFact("c", "水", s2)
	both.DependsOn = []string{"a"}
	f("a fact that stands on its own stays", Selection{IDs: []string{"a"}},
		[]Record{cutFact("a", "可乐", s1), both}, []string{"a"}, map[string]string{"c": "likes 水"})
}

func TestCutNeitherChangesNorSharesItsInput(t *testing.T) {
	s1, s2 := toldIn("s1", "m1", "secret words"), toldIn("s2", "m2", "other words")
	in := []Record{cutEpisode("a", "secret words. other words", s1, s2), cutFact("b", "x", s1)}
	in[0].Event.Entities = []string{"secret", "other"}
	c := Cut(Selection{SessionID: "s1"}, in)
	if in[0].Text != "secret words. other words" || len(in[0].Sources) != 2 || !slices.Equal(in[0].Event.Entities, []string{"secret", "other"}) {
		t.Fatalf("the input was changed: %+v", in[0])
	}
	if got := c.Rewrite[0]; !slices.Equal(got.Event.Entities, []string{"other"}) || got.Count != 1 || len(got.Sources) != 1 {
		t.Fatalf("rewritten to %+v", got)
	}
	if !slices.Equal(c.Rebuilt, []string{"a"}) || len(c.Places) != 2 {
		t.Fatalf("rebuilt %v, places %v", c.Rebuilt, c.Places)
	}
}
