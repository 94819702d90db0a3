package main

import (
	"strings"
	"testing"
	"time"
)

// running are turns of conversations that are under way: what was said before, oldest first and by
// turns, what is said now, and what must come to it; empty: next to nothing may.
var running = []struct {
	user string
	said []string
	turn string
	want string
}{
	// What has nothing to do with what went before, nor with anything remembered.
	{"ana", chatter, "What's the capital of Mongolia?", ""},
	{"ana", chatter, "Convert 5 miles to km", ""},
	{"ana", chatter, "How do I reverse a linked list in Go?", ""},
	{"ana", chatter, "Who painted the Mona Lisa?", ""},
	{"ana", chatter, "Can you explain how vaccines work?", ""},
	{"ana", chatter, "Write a limerick about a goose.", ""},
	{"ana", chatter, "Tell me a joke", ""},
	{"ana", chatter, "Thanks! By the way, how many moons does Jupiter have?", ""},
	{"ana", chatter, "Is Pluto a planet?", ""},
	{"ana", chatter, "Translate 'good evening' into Polish please", ""},
	{"ana", chatter, "Something scarier please", ""},
	{"ana", chatter, "Good morning! How are you?", ""},
	{"ana", chatter, "Another one", ""},
	{"ana", chatter, "Can you make it shorter?", ""},
	{"ana", chatter, "And in French?", ""},
	{"ana", chatter, "lol that's good", ""},
	{"ana", chatter, "What about the southern hemisphere?", ""},
	{"ana", bored, "Make it a sad one instead.", ""},
	{"ana", puzzled, "What does a mutex do?", ""},
	{"ana", puzzled, "Why is the sky blue?", ""},
	{"小林", tales, "蒙古的首都是哪里？", ""},
	{"小林", tales, "5英里等于多少公里？", ""},
	{"小林", tales, "怎么反转一个链表？", ""},
	{"小林", tales, "蒙娜丽莎是谁画的？", ""},
	{"小林", tales, "请解释一下疫苗的原理", ""},
	{"小林", tales, "写一首关于大鹅的打油诗", ""},
	{"小林", tales, "对了，木星有多少颗卫星？", ""},
	{"小林", tales, "把“晚上好”翻译成波兰语", ""},
	{"小林", tales, "再来一个更吓人的", ""},
	{"小林", tales, "早上好，今天怎么样？", ""},
	{"小林", tales, "短一点", ""},
	{"小林", tales, "法语怎么说？", ""},
	{"小林", tales, "哈哈真有意思", ""},
	{"小林", sums, "为什么天空是蓝色的？", ""},
	{"小林", sums, "冒泡排序是什么？", ""},
	// What leans on the conversation, or tells on.
	{"ana", []string{"I talked to my sister yesterday.", "How is she?"}, "Busy. When is she getting married again?", "September"},
	{"ana", []string{"My knee hurts today.", "I am sorry to hear that."}, "Should I skip the run?", "marathon"},
	{"ana", []string{"I was at the garage.", "What did they say?"}, "They looked at the brakes once more.", "Volvo"},
	{"ana", []string{"My landlord called.", "What did he want?"}, "He wants even more money!", "14000"},
	{"ana", []string{"I have my lesson tonight.", "Which one?"}, "The cello one. What is the name of my teacher?", "Haugen"},
	{"ana", []string{"The cat is hungry.", "Then feed it!"}, "Yes, Pixel is always hungry.", "grey cat"},
	{"ana", []string{"I am packing for the trip.", "Where are you going?"}, "Kyoto! What should I take?", "flight to Kyoto"},
	{"ana", chatter, "What can I cook tonight?", "peanut"},
	{"ana", chatter, "Which editor do I use?", "Vim"},
	{"ana", chatter, "What is the best time to visit Kyoto?", "flight to Kyoto"},
	{"ana", chatter, "Suggest a snack with nuts", "peanut"},
	{"小林", []string{"我今天去接女儿放学。", "她开心吗？"}, "开心。她上几年级了来着？", "二年级"},
	{"小林", []string{"我在准备妈妈的生日。", "打算送什么？"}, "还没想好，她快六十岁了。", "丝巾"},
	{"小林", []string{"我下个月要出差。", "去哪里？"}, "成都，住哪里比较好？", "春熙路"},
	{"小林", []string{"我又量了血压。", "多少？"}, "还是有点高，吃什么要注意？", "少吃盐"},
	{"小林", []string{"我家猫又胖了。", "它叫什么？"}, "年糕。它现在十斤了。", "橘猫"},
	{"小林", []string{"今晚要去上课。", "什么课？"}, "吉他课，我练得还不够。", "周三"},
	{"小林", tales, "推荐一道晚餐", "海鲜"},
	{"小林", tales, "我喜欢吃什么水果？", "芒果"},
}

// The conversations before them: of the user in passing, and of nothing of his.
var (
	chatter = []string{"I am so bored today, tell me a story.", "Once upon a time a hen found a golden key in the snow.", "Nice, I liked that one. A scary story now?", "In an old house a door opened by itself every night."}
	bored   = []string{"I am bored today, tell me a story.", "Once upon a time a hen found a golden key in the snow."}
	puzzled = []string{"Explain what a goroutine is.", "A goroutine is a function that runs beside others.", "And a channel?", "A channel hands values from one goroutine to another."}
	tales   = []string{"我今天好无聊，讲个故事吧。", "从前有只母鸡在雪里找到了一把金钥匙。", "这个我喜欢，来一个吓人的？", "老房子里有一扇门，每天夜里都会自己打开。"}
	sums    = []string{"什么是协程？", "协程是与其他函数并行的函数。", "那通道呢？", "通道把值从一个协程交给另一个。"}
)

// TestARunningConversationDrawsOnlyWhatFits: from its second turn on, a question of its own brings
// no more than it would bring alone; what leans on what was said brings what fits that.
func TestARunningConversationDrawsOnlyWhatFits(t *testing.T) {
	r := startRig(t, nil)
	for user, lines := range told {
		for i, line := range lines {
			r.chat(as(user, "s"+string(rune('a'+i))), line)
		}
	}
	r.flush()
	for _, q := range running {
		var messages []map[string]string
		for i, said := range q.said {
			messages = append(messages, map[string]string{"role": []string{"user", "assistant"}[i%2], "content": said})
		}
		alone, going := lines(r, q.user, q.turn, nil), lines(r, q.user, q.turn, messages)
		if q.want == "" && linesBeside(going, standingWish) > linesBeside(alone, standingWish) {
			t.Errorf("%q has nothing to do with what went before and was given:\n%s", q.turn, going)
		}
		if !strings.Contains(going, q.want) {
			t.Errorf("%q was not given %q:\n%s", q.turn, q.want, going)
		}
	}
}

// lines returns the block that is given to a turn with the messages before it.
func lines(r *rig, user, turn string, messages []map[string]string) string {
	r.t.Helper()
	var found struct{ Block string }
	ask := map[string]any{"user_id": user, "query": turn, "messages": messages}
	if err := r.admin.call(r.t.Context(), "POST", "/search", nil, ask, &found); err != nil {
		r.t.Fatal(err)
	}
	return found.Block
}

// linesBeside counts the lines of a block that begin with a day and do not hold the words.
func linesBeside(block, words string) int {
	n := 0
	for line := range strings.Lines(block) {
		day, _, _ := strings.Cut(line, " ")
		if _, err := time.Parse(time.DateOnly, day); err == nil && !strings.Contains(line, words) {
			n++
		}
	}
	return n
}
