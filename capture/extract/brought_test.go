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

	f("short version?\n\n\"How I learnt to sail\", by Ana Bos. I was forty and afraid of water. My brother bought a dinghy, and that summer we capsized nine times.", "short version?")
	f("讲了什么\n\n《我的第一台车》：我二十岁那年攒钱买了一台旧面包车，开着它送了三年的货，后来它坏在了高速路上，我至今还留着钥匙。", "讲了什么")

	same := func(text string) { t.Helper(); f(text, text) }
	same("I loved this:\n\n\"Dune\" by Frank Herbert. I have read it four times, and my brother and I named our boat after a worm in it.")
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

func TestAPipeIsNobodysConversation(t *testing.T) {
	f := func(instructions string, want bool) {
		t.Helper()
		if got := Pipes(instructions); got != want {
			t.Errorf("Pipes(%q) = %v, want %v", instructions, got, want)
		}
	}
	f("Translate everything you are sent into Danish. Give the translation and nothing else.", true)
	f("You are a sentiment classifier. Answer with one word.", true)
	f("Extract company and amount from the invoice. Return JSON only.", true)
	f("You are a sub-agent. Do the task and report.", true)
	f("将用户输入的内容改写成书面语，只输出结果。", true)
	f("你是工单分类器，对用户消息归类，仅返回类别。", true)
	f("你是子代理，完成任务后汇报。", true)

	f("You are a friendly assistant. You can translate when asked. Be brief.", false)
	f("You are a writing coach who helps the user rewrite drafts. Only give hints.", false)
	f("You are a coding agent. Only touch files in /src.", false)
	f("你是旅行助手，可以帮用户总结行程，只回答旅行问题。", false)
	f("你是编程助手，只输出代码。", false)
}

func TestWhoStepsOutOfHisPartSpeaksForHimself(t *testing.T) {
	f := func(text, want string) {
		t.Helper()
		if got := OffStage(text); got != want {
			t.Errorf("OffStage(%q) = %q, want %q", text, got, want)
		}
	}
	f("I open the chest. ooc: I'm afraid of spiders, none please", "I'm afraid of spiders, none please")
	f("（场外）我怕黑，别写停电", "我怕黑，别写停电")
	f("((I have to leave at nine)) I draw my bow", "I have to leave at nine")
	f("I am Borin and I hate elves", "")
	f("我叫秦九，住在城南", "")
}
