package memory

import "testing"

func TestATurnStandsAlone(t *testing.T) {
	f := func(text string, want bool) {
		t.Helper()
		if got := standsAlone(Fold(text)); got != want {
			t.Errorf("%q stands alone: %v", text, got)
		}
	}
	for _, text := range []string{
		"What is the boiling point of water?", "Who wrote Hamlet and Macbeth?", "Hi, can you translate 'good day' to Dutch?", "Tell me a joke", "How do I peel a mango?",
		"Which bank holds my savings?", "Who is the tallest man alive?", "水的沸点是多少？", "你好，请问巴西的首都是哪里？", "讲个笑话", "我养了几只小狗？",
	} {
		f(text, true)
	}
	for _, text := range []string{
		"What is the price?", "And in Rome?", "Is it far?", "What about Rome?", "Why not?", "How much?", "Tell me more", "Give an example", "Which is tastier?", "What should I pack?",
		"Who told him about my loan?", "I fell off the ladder.", "When does she fly to Rome?", "Could you shorten that?",
		"多少钱？", "那罗马呢？", "它远吗？", "为什么不行？", "再讲一个", "什么时候出发？", "需要带什么？", "我应该带什么？", "她几点的飞机去罗马？", "我从梯子上摔下来了。", "换一个短一点的",
	} {
		f(text, false)
	}
}

func TestATurnGoesOnWithWork(t *testing.T) {
	f := func(said, text string, want bool) {
		t.Helper()
		before := []Turn{{Role: RoleUser, Text: said}, {Role: RoleAssistant, Text: "My answer."}}
		if got := goesOnWithWork(Fold(text), before); got != want {
			t.Errorf("%q after %q goes on with work: %v", text, said, got)
		}
	}
	f("I feel dull. Tell me a riddle.", "Another one", true)
	f("Translate 'good day' into Dutch.", "And in French?", true)
	f("What does a lathe do?", "What about a mill?", true)
	f("I sailed home. It was windy.", "Really windy!", false)
	f("We may sell the boat.", "Because of the price?", false)
	f("Should I sell my boat?", "And the trailer?", false)
	f("Tell me a riddle.", "She never answers letters.", false)
	f("Tell me a riddle.", "My boat leaks.", false)
	f("今天没劲，讲个谜语吧。", "再来一个", true)
	f("把你好翻译成荷兰语", "法语呢？", true)
	f("我开船回家了，风很大。", "真的很大！", false)
	f("我该卖掉船吗？", "拖车呢？", false)
	f("讲个谜语吧。", "我的船漏水了。", false)
	f("讲个谜语吧。", "她从来不回信。", false)
}
