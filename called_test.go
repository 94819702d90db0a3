package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestAForgetTakesWhatIsSpokenOfByName: who has told how a thing is called speaks of it by that
// name ever after, and a forget of it takes those records; others of the same name are left.
func TestAForgetTakesWhatIsSpokenOfByName(t *testing.T) {
	r := startRig(t, nil)
	n := 0
	f := func(wish string, goes, stays []string) {
		t.Helper()
		n++
		user := fmt.Sprint("u", n)
		for i := range max(len(goes), len(stays)) {
			if i < len(goes) {
				r.chat(as(user, fmt.Sprint("goes", i)), goes[i])
			}
			if i < len(stays) {
				r.chat(as(user, fmt.Sprint("stays", i)), stays[i])
			}
		}
		r.flush()
		for _, said := range slices.Concat(goes, stays) {
			want(t, "knows before: "+said, r.knows(user, said), true)
		}
		r.chat(as(user, "wish"), wish)
		r.flush()
		for _, said := range goes {
			want(t, wish+" leaves "+said, r.knows(user, said), false)
		}
		for _, said := range stays {
			want(t, wish+" leaves "+said, r.knows(user, said), true)
		}
	}
	f("forget my cats", []string{"I have two cats named Olive and Basil.", "Olive threw up on the carpet yesterday.", "Basil broke the vase on Monday."},
		[]string{"I put basil on every pizza I bake.", "My uncle Basil lives in Leeds."})
	f("忘掉我的猫", []string{"我养了两只猫，叫布丁和米粒。", "米粒昨天打碎了花瓶。", "周末带布丁去看了兽医。"},
		[]string{"我喜欢吃布丁。", "我周末去爬山了。"})
	f("forget my dog Bruno", []string{"My dog Bruno hates thunder.", "Bruno bit the mailman last week."}, []string{"My colleague Bruno likes tea.", "My cat Tom is lazy."})
	f("忘掉我的狗豆包", []string{"我的狗叫豆包。", "豆包昨天咬了邮递员。"}, []string{"我早上吃了豆包和稀饭。", "我的猫叫小白。"})
	f("forget my wife", []string{"My wife's name is Marina.", "We went to Rome with Marina last summer."}, []string{"I keep my sailboat in the Marina Bay harbour.", "I drive a Volvo."})
	f("忘掉我老婆", []string{"我老婆叫晓岚。", "周末和晓岚去爬山了。"}, []string{"我同事晓岚喜欢喝茶。", "我住在杭州。"})
	f("forget Marina", []string{"My wife is called Marina.", "Marina loves hiking.", "My wife works at a bakery."}, []string{"I moved to Santa Marina in May."})
	f("忘掉晓岚", []string{"我老婆叫晓岚。", "晓岚喜欢爬山。", "我老婆在银行上班。"}, []string{"我住在杭州。"})
	f("forget my project", []string{"I'm working on a project called Austin.", "The Austin deadline is in March."}, []string{"I moved to Austin last year."})
	f("忘掉我的项目", []string{"我在做一个叫青鸟的项目。", "青鸟上线推迟到三月了。"}, []string{"我在学钢琴。"})
	f("forget my car", []string{"I bought a Honda Civic last year.", "The Civic needs new brakes."}, []string{"My brother drives a Honda too.", "I live in Oslo."})
	f("忘掉我的车", []string{"我开一辆特斯拉Model Y。", "Model Y昨天充电充了两小时。", "特斯拉的保险到期了。"}, []string{"我哥的特斯拉是红色的。"})
	f("忘掉我的车", []string{"我开一辆比亚迪海豹。", "海豹昨天保养花了800。"}, []string{"我哥哥开一辆丰田。", "我住在杭州。"})
	f("forget my kids", []string{"I have two kids, Tim and Lena.", "Tim started school in September."}, []string{"I live in Oslo."})
	f("忘掉我的孩子", []string{"我有两个孩子，大的叫天天，小的叫乐乐。", "乐乐在学钢琴。"}, []string{"我天天跑步。"})
	f("forget the Atlas project", []string{"I work on project Atlas.", "Atlas needs more budget."}, []string{"I live in Oslo."})
	f("忘掉星火项目", []string{"我们在做星火项目。", "星火的预算不够。"}, []string{"我住在杭州。"})
	f("forget my doctor", []string{"My doctor is Dr. Patel.", "Dr. Patel changed my prescription."}, []string{"I live in Oslo."})
	f("forget my dog", []string{"My dog is called Rex.", "Rex is young."}, []string{"My mom has a dog named Buddy.", "Buddy is old."})
	f("忘掉我的狗", []string{"我的狗叫旺财。", "旺财三岁了。"}, []string{"我妈妈的狗叫来福。", "来福很凶。"})
}

// TestWhoseNameItIsIsWhoWasSpokenOfLast, within a conversation in which two have the same name.
func TestWhoseNameItIsIsWhoWasSpokenOfLast(t *testing.T) {
	r := startRig(t, nil)
	var told []string
	for _, text := range []string{"My colleague Bruno likes tea.", "My dog Bruno hates thunder.", "Bruno bit the mailman.", "My colleague Bruno is on leave.", "Bruno sails around Spain.", "Forget my dog."} {
		told = append(told, text)
		r.chat(as("nora", "s"), told...)
		told = append(told, demoAnswer(text))
		r.flush()
	}
	for text, stays := range map[string]bool{"colleague Bruno likes tea": true, "hates thunder": false, "bit the mailman": false, "on leave": true, "around Spain": true} {
		want(t, "knows "+text, r.knows("nora", text), stays)
	}
}

// TestADroppedTopicIsDroppedByName: who does not want to hear of the dog does not want to hear of
// Rex, until he takes it up again; and a forget leaves no word of it among what was dropped.
func TestADroppedTopicIsDroppedByName(t *testing.T) {
	r := startRig(t, nil)
	f := func(user, named, told, question, drop, takeUp, forget string) {
		t.Helper()
		r.chat(as(user, "a"), named)
		r.chat(as(user, "b"), told)
		r.flush()
		asked := 0
		injected := func() bool {
			asked++
			r.chat(as(user, fmt.Sprint("q", asked)), question)
			return strings.Contains(r.forwarded(), told)
		}
		want(t, "injected "+told, injected(), true)
		r.chat(as(user, "c"), drop)
		want(t, drop+": injected "+told, injected(), false)
		r.chat(as(user, "d"), takeUp)
		want(t, takeUp+": injected "+told, injected(), true)
		r.chat(as(user, "e"), drop)
		r.chat(as(user, "f"), forget)
		settings, err := r.house.governor.settings("default", user)
		if err != nil || len(settings.Silenced) > 0 {
			t.Errorf("%s: silenced %q, %v", forget, settings.Silenced, err)
		}
	}
	f("nora", "My dog is called Rex.", "Rex bit the mailman last week.", "Who bit the mailman?", "Stop talking about my dog.", "You can talk about my dog again.", "Forget my dog.")
	f("lin", "我的狗叫旺财。", "旺财昨天咬了邮递员。", "谁咬了邮递员？", "别再提我的狗了", "可以再提我的狗了", "忘掉我的狗")
}
