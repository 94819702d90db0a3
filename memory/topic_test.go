package memory

import "testing"

func TestTopicMeans(t *testing.T) {
	f := func(topic, text string, want bool) {
		t.Helper()
		meant := NewTopic(topic)
		if got := meant.Means(&Record{ID: "r1", Text: text}); got != want {
			t.Errorf("%q means %q: %v", topic, text, got)
		}
	}
	f("refund issue", "my refund issue is with the bank", true)
	f("the refund issue", "the refund is late", true)
	f("problem with the printer", "the printer is broken", true)
	f("last billing problem", "a billing problem with the gas company", true)
	f("退款的问题", "我的退款在银行那里", true)
	f("登录的问题", "我的网站登录有问题", true)
	f("昨天那件事", "昨天买了菜", false)
	f("ex", "an expensive hotel, next to the station", false)
	f("ex", "my ex is called Sam", true)
	f("my address", "I live in a small house on the hill", true)
	f("my address", "我住在河边", true)
	f("我的地址", "I live in a small house on the hill", true)
	f("personal information", "my name is Sam", true)
	f("个人信息", "我叫小林", true)
	f("allergy", "对花生过敏", true)
	f("allergy", "喜欢花生", false)
	f("", "anything", false)
	f("的", "我的家", false)
	f(RecordTopic("r1"), "anything", true)
	f(RecordTopic("r2"), "r2", false)
	f("r1", "anything", false)
}

func TestATopicNamesPredicates(t *testing.T) {
	f := func(topic, predicate string, want bool) {
		t.Helper()
		meant := NewTopic(topic)
		if got := meant.Means(&Record{Text: "x", Predicate: predicate}); got != want {
			t.Errorf("%q means a %s: %v", topic, predicate, got)
		}
	}
	f("my address", "home", true)
	f("all my addresss", "home", true)
	f("the address of the shop", "home", false)
	f("我的生日", "birthday", true)
	f("妈妈的生日", "birthday", false)
	f("contact details", "home", true)
}

func TestTopicsAskedForInAQuestionsWords(t *testing.T) {
	f := func(topic, predicate string) {
		t.Helper()
		meant := NewTopic(topic)
		if !meant.Names(&Record{Layer: Semantic, Predicate: predicate}) {
			t.Errorf("%q does not mean a %s", topic, predicate)
		}
	}
	f("how old i am", "age")
	f("我多大", "age")
	f("我的年纪", "age")
	f("where i live", "home")
	f("我住在哪里", "home")
	f("what i do for a living", "role")
	f("我是干什么的"[len("我是"):], "role")
	f("how much i earn", "income")
	f("我赚多少钱", "income")
	f("how tall i am", "height")
}

func TestRestates(t *testing.T) {
	f := func(text, object string, want bool) {
		t.Helper()
		if got := Restates(text, &Record{Object: object}); got != want {
			t.Errorf("%q restates %q: %v", text, object, got)
		}
	}
	f("Welcome to Seattle!", "12 Elm Street, Seattle", true)
	f("Welcome to Seattle!", "Seattle", true)
	f("The Seattleites like coffee.", "Seattle", false)
	f("At 41 that is quite usual.", "41", true)
	f("There were 410 of them.", "41", false)
	f("厦门是个好地方！", "厦门", true)
	f("厦大是个好地方！", "厦门", false)
	f("Sure.", "", false)
}

// A topic is meant where its word is spelt with a letter too few or too many, or two exchanged; a
// word of its own means itself.
func TestATopicIsMeantAsItIsSpelt(t *testing.T) {
	f := func(topic string, r Record, want bool) {
		t.Helper()
		meant := NewTopic(topic)
		if meant.Means(&r) != want {
			t.Errorf("%q means %q: %v", topic, r.Text, !want)
		}
	}
	allergy := Record{Layer: Semantic, Subject: "user", Predicate: "allergy", Object: "peanuts", Text: "The user is allergic to peanuts."}
	sister := Record{Layer: Semantic, Subject: "sister", Predicate: "home", Object: "Leeds", Text: "The user's sister lives in Leeds."}
	f("alergy", allergy, true)
	f("my allery", allergy, false)
	f("my allegry", allergy, true)
	f("adress", Record{Layer: Semantic, Subject: "user", Predicate: "home", Object: "Leeds", Text: "The user lives in Leeds."}, true)
	f("sitter", sister, false)
	f("my sisster", sister, true)
}
