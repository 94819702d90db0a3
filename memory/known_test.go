package memory

import "testing"

func TestARecordKnowsSomebodyByName(t *testing.T) {
	f := func(r Record, name string, want bool) {
		t.Helper()
		if got := r.Knows(name); got != want {
			t.Errorf("%+v knows %q: %v", r, name, got)
		}
	}
	f(Record{Text: "my brother greg works at a bank"}, "greg", true)
	f(Record{Text: "my boss is bob"}, "bob", true)
	f(Record{Text: "my friend, sally, likes tea"}, "sally", true)
	f(Record{Text: "I met Joe at the gym"}, "joe", true)
	f(Record{Text: "i met joe at the gym"}, "joe", true)
	f(Record{Text: "lives in Leeds"}, "leeds", true)
	f(Record{Text: "has a dog named rex", Predicate: "named", Object: "rex"}, "rex", true)
	f(Record{Subject: "Greg Miller", Text: "works at a bank"}, "greg", true)
	f(Record{Event: Event{Entities: []string{"Nora"}}}, "nora", true)
	f(Record{Text: "went out", Sources: []Provenance{{Quote: "with my cousin Will, to the pier"}}}, "will", true)

	f(Record{Text: "我朋友小王在杭州上班"}, "小王", true)
	f(Record{Text: "我的狗叫旺财"}, "旺财", true)
	f(Record{Text: "朋友叫小王", Predicate: "named", Object: "小王"}, "小王", true)
	f(Record{Text: "出门带雨伞"}, "雨伞", false)
	f(Record{Text: "喜欢土豆", Object: "土豆"}, "土豆", false)

	f(Record{Text: "likes pasta", Object: "pasta"}, "pasta", false)
	f(Record{Text: "Pasta is what I like."}, "pasta", false)
	f(Record{Text: "will go to York"}, "will", false)
	f(Record{Text: "the sauce is called off"}, "sauce", false)
	f(Record{Text: "my brother gregory"}, "greg", false)
	f(Record{Text: "I LOVE PASTA"}, "pasta", false)
	f(Record{Text: "朋友叫小王"}, "greg", false)
	f(Record{Text: "my brother greg"}, "", false)
}
