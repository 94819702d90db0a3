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

// What everybody has one of is asked of oneself, or of somebody: what others have is no answer, and
// what is one's own stands first.
func TestWhatOthersHaveAnswersNoQuestionForOnesOwn(t *testing.T) {
	r := startRig(t, nil)
	r.tells("rob", "My girlfriend Ines is Portuguese.", "My sister is called Ann.", "My name is Robert.", "Our dog's name is Rex.", "My mum's birthday is July 19th.", "My birthday is March 4th.",
		"My brother works as a pilot.", "I work as a nurse.", "My dad lives in Leeds.", "I live in Bristol.", "My wife's phone is a Nokia.")
	r.tells("磊", "我女朋友叫小雨，是四川人。", "我妹妹叫王静。", "我叫王磊。", "我家狗叫旺财。", "我妈生日是7月19号。", "我生日是3月4号。", "我哥是飞行员。", "我是护士。", "我爸住在绍兴。", "我住在杭州。")
	r.tells("ola", "I'm from Lagos originally.", "I work remotely for a Canadian firm, so I start at 2pm.", "My guide dog is called Waffle.", "I got promoted to team lead.")
	r.tells("gus", "I adopted a cat, Pickle, from the shelter.", "The vet's called Greenlane.", "I live in York.", "My coach is Ulrike.", "I'm aiming for under 3:45 at the marathon.", "I have coeliac disease.", "I cannot stand morning meetings.")
	r.tells("谷", "我住在无锡。", "我讨厌去健身房。", "医生说我血压高。", "我老板叫普丽娅。", "我讨厌早会。")
	r.tells("诺", "我的导盲犬叫华夫。", "我在图书馆上班。", "我老家在赣州。")
	for _, c := range []struct {
		user, question, want string
		not                  []string
	}{
		{"ola", "where am I from?", "Lagos", nil},
		{"ola", "when do I start work?", "2pm", nil},
		{"ola", "what's my dog called?", "Waffle", nil},
		{"ola", "what's my role now?", "team lead", nil},
		{"gus", "what's my cat's name?", "Pickle", nil},
		{"gus", "who's my coach?", "Ulrike", []string{"meetings", "York"}},
		{"gus", "find me a gym near home", "York", nil},
		{"gus", "what can I order at an Italian place?", "coeliac", nil},
		{"谷", "给我制定个锻炼计划", "血压", nil},
		{"谷", "我老板叫什么？", "普丽娅", []string{"健身房", "血压"}},
		{"诺", "我的狗叫什么？", "华夫", nil},
		{"诺", "我是哪里人？", "赣州", nil},
		{"rob", "what's my name?", "Robert", []string{"Ines", "Ann", "Rex"}},
		{"rob", "do you remember my name?", "Robert", []string{"Ines", "Ann", "Rex"}},
		{"rob", "what is my sister's name?", "Ann", []string{"Robert", "Rex", "named Ines"}},
		{"rob", "when is my birthday?", "March 4th", []string{"July"}},
		{"rob", "when is my mum's birthday?", "July 19th", []string{"March"}},
		{"rob", "what's my job?", "nurse", []string{"pilot"}},
		{"rob", "what does my brother do?", "pilot", []string{"nurse"}},
		{"rob", "where do I live?", "Bristol", []string{"Leeds"}},
		{"rob", "where does my dad live?", "Leeds", []string{"Bristol"}},
		{"磊", "我叫什么？", "王磊", []string{"小雨", "王静", "旺财"}},
		{"磊", "你还记得我的名字吗", "王磊", []string{"小雨", "王静", "旺财"}},
		{"磊", "我妹妹叫什么名字？", "王静", []string{"王磊", "旺财", "小雨"}},
		{"磊", "我生日是几号？", "3月4号", []string{"7月"}},
		{"磊", "我妈生日是哪天？", "7月19号", []string{"3月4"}},
		{"磊", "我的工作是什么？", "护士", []string{"飞行员"}},
		{"磊", "我哥是做什么的？", "飞行员", []string{"护士"}},
		{"磊", "我住哪儿？", "杭州", []string{"绍兴"}},
		{"磊", "我爸住在哪里？", "绍兴", []string{"杭州"}},
	} {
		block := r.block(t, c.user, c.question)
		if !strings.Contains(block, c.want) {
			t.Errorf("%q was not given %q:\n%s", c.question, c.want, block)
		}
		for _, not := range c.not {
			if strings.Contains(block, not) {
				t.Errorf("%q was given %q:\n%s", c.question, not, block)
			}
		}
	}
}
