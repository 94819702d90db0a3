package main

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// told is what two people said over some weeks, a session each line or two: the memories
// that the questions below are asked of.
var told = map[string][]string{
	"ana": {
		"I live in Oslo and work as a nurse at the children's hospital.",
		"I am allergic to peanuts, please never suggest anything with them.",
		"My favorite editor is Vim and I write most of my scripts in Python.",
		"My sister Clara is getting married in Lisbon in September.",
		"I adopted a grey cat named Pixel last weekend.",
		"What should I cook for dinner?",
		"Where am I going in April?",
		"I booked a flight to Kyoto for the second week of April.",
		"I'm training for my first half marathon, my knee hurts a little after long runs.",
		"We painted the kitchen yellow yesterday and it looks great.",
		"I prefer short answers with bullet points.",
		"My car is an old Volvo and it failed its inspection because of the brakes.",
		"I started learning the cello in January, my teacher is Mr. Haugen.",
		"How do I reset my router?",
		"I can't stand horror movies, I like documentaries about the ocean.",
		"My landlord raised the rent to 14000 kroner.",
		"I usually drink oat milk because I'm lactose intolerant.",
		"Write me an email to my landlord about the broken heating.",
		"My boss Ingrid approved my vacation for the first half of July.",
		"The order number for my new bike is ORD-48213.",
	},
	"小林": {
		"我住在杭州，在一家设计公司做产品经理。",
		"我对海鲜过敏，吃了会起疹子。",
		"我女儿叫朵朵，今年上小学二年级。",
		"今天天气怎么样？",
		"我下个月要去成都出差，住在春熙路附近。",
		"我最喜欢的水果是芒果，但是不爱吃榴莲。",
		"帮我写一个周报模板。",
		"我养了一只橘猫，名字叫年糕。",
		"我最近在学吉他，每周三晚上上课。",
		"我老公是中学数学老师，平时很忙。",
		"我的血压有点高，医生让我少吃盐。",
		"晚饭吃什么好呢？",
		"我们打算明年换一辆电动车。",
		"我每天早上六点起床跑步五公里。",
		"我妈妈下周六过六十岁生日，想给她买条丝巾。",
		"我的快递单号是SF20394857。",
		"1+1等于几？",
		"我喜欢看悬疑小说，最近在读东野圭吾。",
		"我在备考PMP，八月考试。",
		"我家的路由器密码改成了花园的名字。",
	},
}

// TestOnlyWhatIsRelevantIsRecalled asks small memories what they know and what they cannot:
// the first must be answered with the right memory, the second with none at all.
func TestOnlyWhatIsRelevantIsRecalled(t *testing.T) {
	r := startRig(t, nil)
	for user, lines := range told {
		for i, line := range lines {
			r.chat(as(user, fmt.Sprint("s", i)), line)
		}
	}
	r.flush()
	for _, q := range relevance {
		var found struct{ Block, Reason string }
		if err := r.admin.call(t.Context(), "POST", "/search", nil, map[string]any{"user_id": q.user, "query": q.question}, &found); err != nil {
			t.Fatal(err)
		}
		switch {
		case q.want == "" && beside(found.Block, standingWish):
			t.Errorf("%q has nothing to do with this memory and was given:\n%s", q.question, found.Block)
		case !strings.Contains(found.Block, q.want):
			t.Errorf("%q was not given %q (%s):\n%s", q.question, q.want, found.Reason, found.Block)
		case strings.Contains(found.Block, " "+q.question+"\n"):
			t.Errorf("%q was given itself:\n%s", q.question, found.Block)
		}
	}
}

// standingWish is what ana said of all answers: it goes with every question, and nothing else does.
const standingWish = "short answers with bullet points"

// beside reports whether a block has a line without the words.
func beside(block, words string) bool {
	for line := range strings.Lines(block) {
		day, _, _ := strings.Cut(line, " ")
		if _, err := time.Parse(time.DateOnly, day); err == nil && !strings.Contains(line, words) {
			return true
		}
	}
	return false
}

// relevance lists questions to those memories; an empty want: nothing may come.
var relevance = []struct{ user, question, want string }{
	{"ana", "Where do I live?", "Oslo"},
	{"ana", "What do I do for work?", "nurse"},
	{"ana", "Can you suggest a snack for tonight?", "peanut"},
	{"ana", "Which editor do I use?", "Vim"},
	{"ana", "When is my sister's wedding?", "September"},
	{"ana", "What is my cat called?", "Pixel"},
	{"ana", "What pet do I have?", "Pixel"},
	{"ana", "Where am I going in April?", "Kyoto"},
	{"ana", "How is my running going?", "marathon"},
	{"ana", "What colour is my kitchen?", "yellow"},
	{"ana", "What was wrong with my car?", "brakes"},
	{"ana", "Which instrument do I play?", "cello"},
	{"ana", "Who is my music teacher?", "Haugen"},
	{"ana", "Recommend a movie for tonight", "documentaries"},
	{"ana", "How much is my rent?", "14000"},
	{"ana", "What milk should I buy?", "oat"},
	{"ana", "When is my vacation?", "July"},
	{"ana", "Who is my boss?", "Ingrid"},
	{"ana", "What is the status of ORD-48213?", "ORD-48213"},
	{"ana", "What should I cook for dinner?", "peanut"},
	{"ana", "Explain how tides work", standingWish},
	{"ana", "What shall I wear to the office?", "nurse"},
	{"ana", "Plan a dinner for Saturday", "peanut"},
	{"ana", "What is 17 * 23?", ""},
	{"ana", "How does a binary search work?", ""},
	{"ana", "Write a haiku about the sea", ""},
	{"ana", "what is the capital of France?", ""},
	{"ana", "asdf", ""},
	{"ana", "Explain quantum entanglement in simple terms", ""},
	{"ana", "Who won the world cup in 1998?", ""},
	{"ana", "Translate 'good morning' to Spanish", ""},
	{"ana", "What is the boiling point of water?", ""},
	{"ana", "How do I reverse a linked list?", ""},
	{"ana", "Tell me a joke", ""},
	{"ana", "What's the difference between TCP and UDP?", ""},
	{"ana", "Convert 10 miles to kilometers", ""},
	{"ana", "Who wrote Hamlet?", ""},
	{"ana", "Summarize the French revolution", ""},
	{"ana", "Is the earth flat?", ""},
	{"小林", "我住在哪里？", "杭州"},
	{"小林", "我女儿叫什么名字？", "朵朵"},
	{"小林", "我对什么过敏？", "海鲜"},
	{"小林", "我下个月去哪里出差？", "成都"},
	{"小林", "我喜欢吃什么水果？", "芒果"},
	{"小林", "我的猫叫什么？", "年糕"},
	{"小林", "我在学什么乐器？", "吉他"},
	{"小林", "我老公做什么工作？", "数学老师"},
	{"小林", "推荐一道晚餐", "海鲜"},
	{"小林", "我妈妈什么时候过生日？", "六十岁"},
	{"小林", "SF20394857到哪了？", "SF20394857"},
	{"小林", "推荐一本小说", "悬疑"},
	{"小林", "我每天几点起床？", "六点"},
	{"小林", "我打算买什么车？", "电动车"},
	{"小林", "晚上吃什么好？", "海鲜"},
	{"小林", "我是做什么的？", "产品经理"},
	{"小林", "帮我写个自我介绍", "产品经理"},
	{"小林", "1+1等于几?", ""},
	{"小林", "二分查找是怎么实现的？", ""},
	{"小林", "写一首关于大海的诗", ""},
	{"小林", "法国的首都是哪里？", ""},
	{"小林", "今天天气怎么样？", ""},
	{"小林", "解释一下量子纠缠", ""},
	{"小林", "光速是多少？", ""},
	{"小林", "把“早上好”翻译成英文", ""},
	{"小林", "水的沸点是多少度？", ""},
	{"小林", "讲个笑话", ""},
	{"小林", "《哈姆雷特》是谁写的？", ""},
	{"小林", "TCP和UDP有什么区别？", ""},
	{"小林", "地球是平的吗？", ""},
	{"小林", "一公里等于多少米？", ""},
	{"小林", "谁是世界上最高的人？", ""},
}

// TestAnOldSentenceIsNotShownAsIfItHeld tells of two moves: the sentence about the first home
// goes with the fact that was taken from it, unless the past is asked for.
func TestAnOldSentenceIsNotShownAsIfItHeld(t *testing.T) {
	r := startRig(t, nil)
	for i, line := range []string{"I live in Bergen.", "I live in Trondheim now."} {
		r.chat(as("ida", fmt.Sprint("en", i)), line)
		r.flush()
	}
	for i, line := range []string{"我住在杭州。", "我现在住在成都了。"} {
		r.chat(as("小陈", fmt.Sprint("zh", i)), line)
		r.flush()
	}
	ask := func(user, question string) string {
		var found struct{ Block string }
		if err := r.admin.call(t.Context(), "POST", "/search", nil, map[string]any{"user_id": user, "query": question}, &found); err != nil {
			t.Fatal(err)
		}
		return found.Block
	}
	for _, q := range []struct{ user, now, before, is, was string }{
		{"ida", "Where do I live?", "Where did I live before?", "Trondheim", "Bergen"},
		{"小陈", "我住在哪里？", "我以前住在哪里？", "成都", "杭州"},
	} {
		if block := ask(q.user, q.now); !strings.Contains(block, q.is) || strings.Contains(block, q.was) {
			t.Errorf("%s:\n%s", q.now, block)
		}
		if block := ask(q.user, q.before); !strings.Contains(block, q.was) {
			t.Errorf("%s:\n%s", q.before, block)
		}
	}
}
