package memory

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestExcerptShowsWhatTheQuestionAsksFor(t *testing.T) {
	f := func(question, text, want string) {
		t.Helper()
		var x Excerpter
		x.Read(question)
		if got := x.Of(text); got != want {
			t.Errorf("%q\n got %q\nwant %q", question, got, want)
		}
	}
	walk := "We spent the whole afternoon in the hills behind the village and saw nobody. The old mill by the river sells honey from its own bees. It began to rain on the way back, so we took the bus. Can you tell me more about buses?"
	f("Where can I buy honey?", walk, "We spent the whole afternoon in the hills behind the village and saw nobody. The old mill by the river sells honey from its own bees.…")
	f("Which way did we come back in the rain?", walk, "We spent the whole afternoon in the hills behind the village and saw nobody.… It began to rain on the way back, so we took the bus.…")
	f("Where can I buy honey?", "The old mill sells honey. It began to rain.", "The old mill sells honey. It began to rain.")
	day := "上午我们一家人去了城东的植物园，孩子们在温室里待了很久，拍了许多照片。中午在附近的面馆吃了牛肉面，味道比想象中好。下午下起了大雨，于是打车回家，路上堵了一个多小时。晚上大家都累了，很早就睡下，谁也没有看电视。第二天早上天气又变好了，我们决定把没看完的部分看完。"
	f("牛肉面是在哪里吃的？", day, "上午我们一家人去了城东的植物园，孩子们在温室里待了很久，拍了许多照片。中午在附近的面馆吃了牛肉面，味道比想象中好。下午下起了大雨，于是打车回家，路上堵了一个多小时。…")
}

func TestExcerptKeepsSentencesWhole(t *testing.T) {
	var x Excerpter
	x.Read("How did the negotiation about the lease of the workshop end?")
	long := "The negotiation about the lease of the workshop, which went on for most of the spring and which nobody had expected to take so long, ended with a rent that is a little higher and a term that is twice as long as before."
	if got, want := x.Of("We met again on Monday. "+long+" Then we had lunch at the market hall with everybody, and it was late before we came home."), "…"+long+"…"; got != want {
		t.Errorf("got %q", got)
	}
}

func TestExcerptOfAnything(t *testing.T) {
	for _, text := range []string{
		"", " ", strings.Repeat("word ", 200), strings.Repeat("没有任何标点的一大段文字", 60), strings.Repeat("x", 900),
		strings.Repeat("One. Two! Three? ", 60), strings.Repeat("What is this?\n", 40), "a\xff\xfe. " + strings.Repeat("\xff. ", 200),
	} {
		for _, question := range []string{"", "two?", "文字", strings.Repeat("many different words 1 2 3 ", 60)} {
			var x Excerpter
			x.Read(question)
			got := x.Of(text)
			if len(got) > len(text) || strings.TrimSpace(text) != "" && strings.TrimSpace(got) == "" || utf8.ValidString(text) && !utf8.ValidString(got) {
				t.Errorf("of %.40q for %.20q: %q", text, question, got)
			}
		}
	}
}

func TestExcerptReadsTheNextQuestionAnew(t *testing.T) {
	text := "The gate of the garden is painted green every spring by the neighbours. " + strings.Repeat("Nothing much happened here for a long while after that. ", 3) + "The roof was repaired in autumn by two carpenters from the valley."
	var x Excerpter
	for question, want := range map[string]string{"Who repaired the roof?": "carpenters", "What colour is the gate painted?": "green"} {
		x.Read(question)
		if got := x.Of(text); !strings.Contains(got, want) || len(got) >= len(text) {
			t.Errorf("%s: %q", question, got)
		}
	}
}
