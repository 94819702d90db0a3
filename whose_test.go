package main

import (
	"strings"
	"testing"
	"time"
)

// What users say over some weeks, and what they ask then: whose it is, what holds now, in what order.
func TestWhatIsSaidOverWeeksIsFoundAsItIsNow(t *testing.T) {
	r := startRig(t, nil)
	r.tells("nora", "I live in Leeds with my husband Tom.", "Tom's brother Alan is staying with us. He is a chef.", "My mother Joan has a bad hip.",
		"Mum's surgery went well, she is staying with us for two weeks.", "My 5k time is 31 minutes.", "My 5k time is now 28 minutes.",
		"Please write code in Python when you give me code.", "Write code in Java for this: sum a list.", "From now on write code in Go.", "Keep answers under five sentences.",
		"My daughter Evie is allergic to hazelnuts.")
	r.tells("岚", "我住在苏州，老公叫大伟。", "大伟的弟弟阿亮住我们家，他是厨师。", "我妈髋关节不好。", "妈妈的手术很顺利，要在我们家住两周。",
		"以后写代码请用Python。", "以后写代码请用Go。", "回答不要超过五句话。", "女儿悠悠对榛子过敏。")
	for _, c := range []struct{ user, question, want, not string }{
		{"nora", "What does Tom do?", "Tom's brother Alan is a chef", "Tom is a chef"},
		{"nora", "How is my mother?", "Mum's surgery went well", "5k"},
		{"nora", "What's my 5k time?", "28 minutes", "28 minutes time"},
		{"nora", "Write a function to average marks", "write code in Go", "Python"},
		{"nora", "Write a function to average marks", "five sentences", "Java"},
		{"nora", "What can I cook for us tonight?", "hazelnuts", "hip"},
		{"nora", "Plan a birthday party for Evie", "hazelnuts", "hip"},
		{"岚", "大伟做什么工作？", "大伟的弟弟", "大伟是厨师"},
		{"岚", "我妈怎么样了？", "手术很顺利", "代码请用Python"},
		{"岚", "写一个求平均分的函数", "写代码用Go", "Python"},
		{"岚", "今晚给我们做什么菜好？", "榛子", "髋"},
		{"岚", "帮悠悠策划一个生日派对", "榛子", "髋"},
	} {
		block := r.block(t, c.user, c.question)
		if !strings.Contains(block, c.want) {
			t.Errorf("%q was not given %q:\n%s", c.question, c.want, block)
		}
		if strings.Contains(block, c.not) {
			t.Errorf("%q was given %q:\n%s", c.question, c.not, block)
		}
	}
}

// "I got a new job" tells of the past; from when it is, beside it, lies ahead.
func TestADayAheadBesideWhatIsOverLiesAhead(t *testing.T) {
	r := startRig(t, nil)
	month := time.Now().UTC().AddDate(0, 2, 0)
	r.chat(as("ida", "one"), "I got a new job, I'll be head of maths at Roundhay School from "+month.Month().String()+".")
	r.flush()
	if !r.knows("ida", month.Month().String()+", "+month.Format("2006")) {
		for _, m := range r.records("ida") {
			t.Log(m.Text)
		}
		t.Error("the month was taken for one that is over")
	}
}
