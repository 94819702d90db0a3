package extract

import "testing"

func TestWhatASentenceSetsAside(t *testing.T) {
	f := func(text, quote, want string) {
		t.Helper()
		if got := SetAside(text, quote); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
	f("Actually I prefer coffee now, not tea.", "I prefer coffee", "tea")
	f("Actually I prefer coffee now, not tea.", "I prefer coffee now, not tea.", "tea")
	f("I use Vim instead of an IDE these days. And I walk.", "I use Vim", "IDE")
	f("I take the bus rather than the train", "I take the bus", "train")
	f("我喜欢咖啡而不是茶。", "我喜欢咖啡", "茶")
	f("我现在喜欢咖啡，不再喜欢茶了。", "我现在喜欢咖啡", "茶")
	f("I like tea, not because it's cheap.", "I like tea", "")
	f("I like tea, not only green tea.", "I like tea", "")
	f("I like tea. Not coffee, please.", "I like tea", "")
	f("我喜欢茶。不是吗？", "我喜欢茶", "")
}

func TestTheWeatherIsNoMemory(t *testing.T) {
	for text, want := range map[string]bool{
		"It's hot today. haha": true, "What a nice day!": true, "ugh, raining again": true, "so cold out there": true,
		"今天好热啊，哈哈。": true, "天气真不错": true, "外面又下雨了": true, "今天天气怎么这么闷": true,
		"It's hot in my flat, the heating is broken": false, "hot chocolate is nice": false, "nice": false, "I'm cold": false, "Rainy days make me sad": false,
		"我怕冷": false, "今天下雨我没去上班": false, "热干面": false, "今天好": false, "": false,
	} {
		if got := Idle(text); got != want {
			t.Errorf("%q: got %v", text, got)
		}
	}
}
