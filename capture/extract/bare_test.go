package extract

import "testing"

func TestBare(t *testing.T) {
	for text, want := range map[string]bool{
		"What should I cook for dinner?":                      true,
		"Translate to Chinese: the train is late":             true,
		"Recommend some snacks":                               true,
		"asdf":                                                true,
		"帮我推荐点零食":                                             true,
		"晚饭吃什么好？":                                             true,
		"阿哲是做什么的":                                             true,
		"我的雅思目标是多少":                                           true,
		"什么都行，就是不吃辣":                                          false,
		"翻译成英文：火车晚点了":                                         true,
		"I have guests tonight, what should I cook?":          false,
		"I'm allergic to nuts. What can I eat?":               false,
		"Recommend a restaurant, my wife is vegan":            false,
		"我对坚果过敏，能吃什么？":                                        false,
		"帮我推荐个餐厅，我老婆吃素":                                       false,
		"I moved to Lyon":                                     false,
		"Remind me to water the plants":                       false,
		"我搬到里昂了":                                              false,
		"Write to me in French from now on, I am learning it": false,
		"strength": false,
	} {
		if got := Bare(text); got != want {
			t.Errorf("Bare(%q) is %v, want %v", text, got, want)
		}
	}
}

func TestNoiseOfManners(t *testing.T) {
	for text, want := range map[string]bool{
		"Nice to meet you!":          true,
		"All right.":                 true,
		"Good luck!":                 true,
		"No problem, no problem!":    true,
		"I'm so sorry to hear that.": true,
		"Great! Let me know if you need anything else.":   true,
		"Glad to hear it. Have a great day!":              true,
		"Happy to help, Dana will call you.":              false,
		"I'm vegan, no worries.":                          false,
		"I'm sorry to hear that the flight was cancelled": false,
		"Take care of my plants while I'm away":           false,
		"Have fun in Lisbon!":                             false,
		"真抱歉。":                                            true,
		"很高兴能帮到你！还有什么可以帮你的吗？":                             true,
		"加油，祝你好运！":                                        true,
		"恭喜你升职":                                           false,
		"别担心，周五能到":                                        false,
		"希望对你有帮助，药一天两次":                                   false,
		"Congrats!":                   true,
		"好的，小明。":                      true,
		"明白了，王先生！":                    true,
		"Nice to meet you, I'm Petra": false,
		"好的，我住在里昂":                    false,
		"好的，小明过敏":                     false,
	} {
		if got := Noise(text); got != want {
			t.Errorf("Noise(%q) is %v, want %v", text, got, want)
		}
	}
}
