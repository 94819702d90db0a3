package main

import (
	"strings"
	"testing"
)

// A thing is told of by its make and asked for by its class: who asks for one of his own is given
// what he came by, and nobody else is.
func TestAThingIsFoundByItsClass(t *testing.T) {
	r := startRig(t, nil)
	r.tells("kit", "I bought a Kia Niro last month.", "I got a Pixel 9 from work.", "My kid loves dinosaurs.", "I had a dentist appointment yesterday.", "I play a Fender Stratocaster on weekends.",
		"My wife drives a Dacia.", "I ordered a Herman Miller Aeron for the office.")
	r.tells("凯", "上个月我提了辆比亚迪。", "公司给我发了台华为Mate 70。", "我儿子喜欢恐龙。", "周末我弹雅马哈。", "昨天我去看了牙医。", "我老婆开的是丰田。")
	for _, c := range []struct {
		user, question, want string
		not                  []string
	}{
		{"kit", "what car do I have?", "Kia", []string{"Dacia", "dentist", "dinosaurs"}},
		{"kit", "what's my car?", "Kia", []string{"Dacia", "dentist", "dinosaurs"}},
		{"kit", "which phone do I use?", "Pixel", []string{"dentist", "dinosaurs"}},
		{"kit", "what instrument do I play?", "Fender", []string{"Kia", "Pixel"}},
		{"kit", "what chair do I have?", "Aeron", []string{"dentist", "dinosaurs"}},
		{"kit", "what car does my wife drive?", "Dacia", []string{"Kia"}},
		{"kit", "how do cars work?", "", []string{"Kia", "Pixel", "Dacia"}},
		{"kit", "what does my kid like?", "dinosaurs", []string{"Kia", "Pixel", "Aeron"}},
		{"凯", "我开什么车？", "比亚迪", []string{"丰田", "牙医", "恐龙"}},
		{"凯", "我的车是什么牌子？", "比亚迪", []string{"丰田", "牙医", "恐龙"}},
		{"凯", "我用什么手机？", "华为", []string{"比亚迪", "牙医", "恐龙"}},
		{"凯", "我弹什么乐器？", "雅马哈", []string{"华为", "比亚迪"}},
		{"凯", "我老婆开什么车？", "丰田", nil},
		{"凯", "汽车是怎么发明的？", "", []string{"比亚迪", "华为", "丰田"}},
		{"凯", "我儿子喜欢什么？", "恐龙", []string{"华为", "比亚迪"}},
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
