package memory

import (
	"slices"
	"testing"
)

func TestNamesThatATextGives(t *testing.T) {
	f := func(thing, text string, want ...string) {
		t.Helper()
		topic := NewTopic(thing)
		if got := namesGiven(text, topic.things()); !slices.Equal(got, want) {
			t.Errorf("%q gives %s %q, want %q", text, thing, got, want)
		}
	}
	f("my dog", "My dog is called Rex.", "Rex")
	f("my dog", "we got a dog, named \"Rex\", in May", "Rex")
	f("my dog", "Rex is my dog.", "Rex")
	f("my dog", "my dog Rex bit him", "Rex")
	f("my dog", "My dog, Rex, bit him.", "Rex")
	f("my dog", "My dogs are Max and Bella.", "Max", "Bella")
	f("my dog", "My dog bit a man called Bob.")
	f("my dog", "My neighbour's dog is called Max.")
	f("my dog", "my dog is called after a king")
	f("my parents", "My parents are Irish and Italian.")
	f("my wife", "Clara, my wife, is here.", "Clara")
	f("my kids", "I have two kids: one is called Tim, the other one is called Lena.", "Tim", "Lena")
	f("my boat", "My boat is named Aurora.", "Aurora")
	f("我的猫", "我的猫叫咪咪", "咪咪")
	f("我的猫", "我养了一只叫咪咪的猫", "咪咪")
	f("我的猫", "咪咪和豆豆都是我的猫", "咪咪", "豆豆")
	f("我的猫", "我的猫分别叫咪咪和豆豆。", "咪咪", "豆豆")
	f("我的猫", "邻居家的猫叫咪咪")
	f("我的猫", "我的猫是英短")
	f("我的项目", "我在做一个叫凤凰的项目", "凤凰")
	f("我的孩子", "两个孩子,老大叫天天,老二叫乐乐", "天天", "乐乐")
}
