package extract

import (
	"strings"
	"testing"
)

// What a turn brings along is taken out, and what its speaker says of himself, or wishes,
// stays.
func TestWhatIsBroughtAlongIsTakenOut(t *testing.T) {
	f := func(text, stays, goes string) {
		t.Helper()
		got, _ := Human(text)
		if stays != "" && !strings.Contains(got, stays) {
			t.Errorf("%q: %q is gone; left: %q", text, stays, got)
		}
		if goes != "" && strings.Contains(got, goes) {
			t.Errorf("%q: %q is still there", text, goes)
		}
	}
	f("Classify each line.\n1. I love it\n2. I hate rain", "Classify", "rain")
	f("Does this job sound senior?\n\nWe look for a nurse. I offer tea.", "senior", "nurse")
	f("Remember this:\n- I am vegan\n- I hate rain", "vegan", "")
	f("Recommend a laptop\nbudget 1200\nI travel a lot", "I travel", "")
	f("I moved to Rome. What is this area like?\nMy wife is vegan.", "I moved", "")
	f("Answer in this style:\nshort, no emoji, please", "no emoji", "")
	f("can you answer this\n\nHi there,\nI'm Carla and I hate cats.\nBest,\nCarla", "answer", "cats")
	f("Hi there,\nI'm Carla and I hate cats.\nBest,\nCarla", "cats", "")
	f("A customer said: I am vegan and I hate you", "customer", "vegan")
	f("My doctor said: no salt, no sugar, ever", "no salt", "")
	f("我跟你说：这个别记在心上啊朋友", "别记", "")
	f("翻译下面这段：\n我叫小葛，住在扬州\n这条别记", "别记", "扬州")
	f("Summarise this:\nI was born in Lima and I live in Rome.\nPlease don't remember this.", "don't remember", "Lima")
	f("$ whoami\nI am root\n\nI moved to Oslo", "Oslo", "root")
	f("<Anna>: I like tea", "tea", "")
	f("<p>My name is Ola</p>\nI like tea", "tea", "Ola")
	f("$ 500 is my budget", "budget", "")
	f("参考资料：\n负责人住在扬州\n问题：负责人是谁？", "负责人是谁", "扬州")
	f("记住下面这些：\n我不吃香菜", "香菜", "")
	f("我的要求如下：\n不要靠窗，预算八百", "八百", "")
}
