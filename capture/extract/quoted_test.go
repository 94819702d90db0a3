package extract

import (
	"strings"
	"testing"
)

func TestWordsOfOthersAreBlankedOut(t *testing.T) {
	f := func(text, gone, kept string) {
		t.Helper()
		got := unquote(text)
		if len(got) != len(text) || gone != "" && strings.Contains(got, gone) || !strings.Contains(got, kept) {
			t.Errorf("%q became %q", text, got)
		}
	}
	f(`He said "I hate cheese".`, "cheese", "He said")
	f("She told me: “I’m moving.”", "moving", "She told me")
	f("他说“我讨厌奶酪”。", "奶酪", "他说")
	f("把“我对花生过敏”翻译成英文", "花生", "翻译")
	f(`The sign says "no dogs in the garden".`, "dogs", "sign")
	f(`My boat is called "Sea Breeze".`, "", "Sea Breeze")
	f(`I am reading "I, Robot" now.`, "", "reading")
	f("我的猫叫“我们”。", "", "我们")
	f("我喜欢的歌是“稻香”。", "", "稻香")
}
