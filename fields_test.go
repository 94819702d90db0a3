package main

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
)

// TestAFieldOfLifeIsForgottenByItsName tells two things, forgets the field of the one, and wants
// that one gone and the other kept, with the words they were told in.
func TestAFieldOfLifeIsForgottenByItsName(t *testing.T) {
	r := startRig(t, nil)
	users := 0
	f := func(told, kept, topic, gone, stays string) {
		t.Helper()
		users++
		user := fmt.Sprintf("field-%d", users)
		r.chat(as(user, "one"), told)
		r.chat(as(user, "two"), kept)
		r.flush()
		if !r.knows(user, gone) || !r.knows(user, stays) {
			t.Fatalf("%q and %q were not learnt", told, kept)
		}
		r.chat(and(as(user, "three"), "X-Memory-Forget", "topic:"+url.PathEscape(topic)), "Thanks.")
		for _, record := range r.records(user) {
			if strings.Contains(record.Text, gone) || strings.Contains(record.Object, gone) {
				t.Errorf("%q leaves %q", topic, record.Text)
			}
		}
		if !r.knows(user, stays) {
			t.Errorf("%q takes %q", topic, stays)
		}
	}
	f("I drive a Tesla.", "I live in Oslo.", "my car", "Tesla", "Oslo")
	f("I bought a Skoda last year.", "My brother Tom loves cars.", "my car", "Skoda", "Tom")
	f("我开一辆特斯拉。", "我住在杭州。", "我的车", "特斯拉", "杭州")
	f("I take lithium for bipolar.", "I'm allergic to peanuts.", "my medication", "lithium", "peanuts")
	f("I'm gay.", "I work as a nurse.", "my sexual orientation", "gay", "nurse")
	f("我是同性恋。", "我是护士。", "我的性取向", "同性恋", "护士")
	f("我有抑郁症。", "我对花生过敏。", "我的病", "抑郁", "花生")
	f("My sister Ann has diabetes.", "I have asthma.", "my sister's illness", "diabetes", "asthma")
	f("我妹妹有糖尿病。", "我有哮喘。", "我妹妹的病", "糖尿病", "哮喘")
	f("I smoke a pack a day.", "I play the guitar.", "my smoking habit", "smoke", "guitar")
	f("我每天抽烟。", "我每天跑步。", "抽烟的习惯", "抽烟", "跑步")
	f("I have a dog called Rex.", "My sister is called Ann.", "my pets", "Rex", "Ann")
	f("我养了一只狗叫旺财。", "我姐姐叫小美。", "我的宠物", "旺财", "小美")
	f("我吃素。", "我喜欢爬山。", "我的饮食习惯", "吃素", "爬山")
	f("我信佛教。", "我住在杭州。", "我的信仰", "佛教", "杭州")
	f("I owe the bank 20000 euros.", "I live in Oslo.", "my debts", "20000", "Oslo")
	f("I have depression.", "I'm allergic to peanuts.", "我的抑郁症", "depression", "peanuts")
	f("我有抑郁症。", "我对花生过敏。", "my depression", "抑郁", "花生")
	f("I don't like cilantro.", "I don't like my colleague Bob's music.", "my diet", "cilantro", "Bob")
	f("我不喜欢香菜。", "我不喜欢加班。", "我的饮食", "香菜", "加班")
	f("I'm allergic to shrimp.", "I'm allergic to pollen.", "我的忌口", "shrimp", "pollen")
	f("我对虾过敏。", "我对花粉过敏。", "my diet", "虾", "花粉")
	f("I'm getting a divorce from Zyx.", "I live in Oslo.", "我的离婚", "Zyx", "Oslo")
}
