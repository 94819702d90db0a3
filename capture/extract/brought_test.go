package extract

import "testing"

func TestTextsBroughtAlongAreNotTheSpeakers(t *testing.T) {
	f := func(text, want string) {
		t.Helper()
		if got := brought(text); got != want {
			t.Errorf("brought(%q) = %q, want %q", text, got, want)
		}
	}
	f("tweak my intro: Hi, I'm Petra and I live in Leeds", "tweak my intro")
	f("Hi, I'm Petra, I live in Leeds and I love hiking.\ntranslate this to French", "translate this to French")
	f("帮我改改自我介绍 我叫苏棠，住在武汉，对海鲜过敏", "帮我改改自我介绍")
	f("我叫苏棠，住在武汉，对海鲜过敏。\n这段怎么样", "这段怎么样")

	same := func(text string) { t.Helper(); f(text, text) }
	same("about me: I'm Petra, I live in Leeds")
	same("My bio says vegan, and I am: no fish please")
	same("记住我的偏好：我不吃香菜，早上不喝咖啡")
	same("背景：我在武汉做平面设计，用 Figma")
}

func TestForwardedMailIsSomebodyElses(t *testing.T) {
	f := func(text, want string) {
		t.Helper()
		if got := forwarded(text); got != want {
			t.Errorf("forwarded(%q) = %q, want %q", text, got, want)
		}
	}
	mail := "From: Dora <dora@example.org>\nSubject: visit\n\nI'm allergic to dust."
	f("see below\n"+mail, "see below\n")
	f(mail+"\n\nWhat should I bring?", "\nWhat should I bring?")
	f("From: Leeds\nto Hull by train", "From: Leeds\nto Hull by train")
}

func TestPartsThatInstructionsDealOut(t *testing.T) {
	f := func(instructions string, want bool) {
		t.Helper()
		if got := Casts(instructions); got != want {
			t.Errorf("Casts(%q) = %v, want %v", instructions, got, want)
		}
	}
	f("You host a murder mystery. The user plays Dr. Marsh.", true)
	f("你是剧本杀主持人，用户扮演医生陆鸣。", true)
	f("You are Luna, a warm companion. Never break character.", false)
	f("你扮演温柔的朋友小雨，不要出戏。", false)
}
