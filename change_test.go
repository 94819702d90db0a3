package main

import (
	"strings"
	"testing"
)

// After a parting, the end of a job or a death, who asks about the partner, the job or the pet is
// told of the change first, and not how it was before.
func TestWhatEndedIsToldBeforeHowItWas(t *testing.T) {
	r := startRig(t, nil)
	r.tells("zoe", "My husband Max loves tulips and hiking.", "Our anniversary is June 12th.", "I work at Siemens as an electrician.", "I have a cat named Miso.", "My sister loves opera.")
	r.tells("zoe", "We got divorced in May.", "I got laid off last week.", "Miso died yesterday.")
	r.tells("舟", "我老公小马喜欢郁金香。", "我们的结婚纪念日是6月12号。", "我在西门子做电工。", "我养了只猫叫咪咪。", "我妹妹喜欢京剧。")
	r.tells("舟", "我们五月离婚了。", "上周我被裁了。", "咪咪昨天去世了。")
	r.tells("uma", "I am a florist at Bloom.", "I go there by tram.", "Our old terrier Crumb has a limp.")
	r.tells("uma", "I resigned on Friday.", "Crumb passed away this morning.")
	r.tells("禾", "家里的老狗豆豆有关节炎。")
	r.tells("禾", "豆豆今天早上走了。")
	for _, c := range []struct {
		user, question, first string
		not                   []string
	}{
		{"zoe", "what should I get my husband for our anniversary?", "divorced", []string{"2026-11-30 husband", "tulips\n", "Siemens"}},
		{"zoe", "help me plan a date night with my husband", "divorced", []string{"hiking\n", "Siemens"}},
		{"zoe", "how do I deal with my boss at work?", "laid off", []string{"Siemens"}},
		{"zoe", "where do I work?", "laid off", []string{"Siemens"}},
		{"zoe", "what food should I buy for Miso?", "died", []string{"I have a cat"}},
		{"zoe", "what should I get my sister?", "sister likes opera", nil},
		{"uma", "where do I work?", "resigned", []string{"florist"}},
		{"uma", "what toys would my dog like?", "passed away", nil},
		{"禾", "给我家狗买什么玩具好？", "走了", nil},
		{"舟", "结婚纪念日送老公什么好？", "离婚", []string{"老公小马喜欢", "西门子"}},
		{"舟", "帮我给老公挑个礼物", "离婚", []string{"老公小马喜欢", "西门子"}},
		{"舟", "我在哪上班？", "被裁", []string{"西门子"}},
		{"舟", "给咪咪买什么猫粮好？", "去世", nil},
		{"舟", "我妹妹喜欢什么？", "京剧", []string{"离婚"}},
	} {
		block := r.block(t, c.user, c.question)
		lines := strings.SplitN(block, "\n", 4)
		first := ""
		if len(lines) > 2 {
			first = lines[2]
		}
		if !strings.Contains(first, c.first) {
			t.Errorf("%q was not told %q first:\n%s", c.question, c.first, block)
		}
		block, _, _ = strings.Cut(strings.NewReplacer("近期对话", "Recent conversation").Replace(block), "Recent conversation")
		for _, not := range c.not {
			if strings.Contains(block, not) {
				t.Errorf("%q was given %q:\n%s", c.question, not, block)
			}
		}
	}
}

// An episode may tell more than what was taken back of it: it is shown behind what holds now, and says
// that it does not hold in part.
func TestAnEpisodeOverInPartSaysSo(t *testing.T) {
	r := startRig(t, nil)
	r.tells("ivo", "I work at Siemens as an electrician, the canteen there does great dumplings and my commute is an hour by train.")
	r.tells("ivo", "I started a new job at Bosch.")
	r.tells("一舟", "我住在苏州，家后面有一条很漂亮的河边步道。")
	r.tells("一舟", "我搬到无锡了。")
	for _, c := range []struct{ user, question, now, then, mark string }{
		{"ivo", "where do I work?", "works at Bosch", "canteen", " (partly outdated)\n"},
		{"一舟", "我住哪？", "住在无锡", "步道", "（部分已过时）\n"},
	} {
		block := r.block(t, c.user, c.question)
		now, then := strings.Index(block, c.now), strings.Index(block, c.then)
		if now < 0 || then < now || !strings.Contains(block[then:], c.mark) {
			t.Errorf("%q was given\n%s", c.question, block)
		}
	}
}
