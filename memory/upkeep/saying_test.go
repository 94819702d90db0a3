package upkeep

import (
	"fmt"
	"testing"
	"time"

	"mneme/memory"
)

// grouped is how many groups of at least three come of texts told in turn, day by
// day, rounds times.
func grouped(kind string, rounds int, texts ...string) int {
	at := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	var records []*memory.Record
	for i := range rounds * len(texts) {
		when := at.Add(time.Duration(i) * day)
		records = append(records, &memory.Record{
			ID: fmt.Sprint(i), Layer: memory.Episodic, Text: texts[i%len(texts)], Created: when,
			Event: memory.Event{Type: kind, Time: when, Participants: []string{"user"}},
		})
	}
	return len(Groups(records, 3))
}

// TestUnlikeThingsAreToldApart tells of two things in nearly the same words, three
// times each.
func TestUnlikeThingsAreToldApart(t *testing.T) {
	for _, pair := range [][2]string{
		{"I called the bank today", "I called my mother today"},
		{"I called the bank again this morning about it", "I called my mother again this morning about it"},
		{"I went to the dentist on Monday morning", "I went to the gym on Monday morning"},
		{"the printer in the office is broken again", "the coffee machine in the office is broken again"},
		{"the tap in the kitchen is leaking", "the tap in the cellar is leaking"},
		{"my order from the shop arrived late", "my order from the bakery arrived late"},
		{"my left knee hurts after running", "my right shoulder hurts after running"},
		{"my laptop crashed during the meeting", "my phone crashed during the meeting"},
		{"Anna forgot my birthday again", "Ben forgot my birthday again"},
		{"the train to Leeds was late", "the train to Hull was late"},
		{"I will pay the electricity bill on Friday", "I will pay the water bill on Friday"},
		{"I finished chapter 3 of the thesis", "I finished chapter 4 of the thesis"},
		{"order 1182 arrived late", "order 1183 arrived late"},
		{"I watched a film about whales", "I watched a film about chess"},
		{"so annoying, the printer died", "so annoying, the scanner died"},
		{"the heating works fine", "the heating does not work fine"},
		{"今天早上我给银行打了电话", "今天早上我给妈妈打了电话"},
		{"我周一去看了牙医", "我周一去了健身房"},
		{"办公室的打印机又坏了", "办公室的咖啡机又坏了"},
		{"厨房的水龙头在漏水", "地下室的水龙头在漏水"},
		{"烦死了，打印机又坏了", "烦死了，咖啡机又坏了"},
		{"腰疼，睡不着", "牙疼，睡不着"},
		{"左边膝盖跑步后疼", "右边肩膀跑步后疼"},
		{"开会的时候笔记本电脑死机了", "开会的时候手机死机了"},
		{"小李又忘了我的生日", "小王又忘了我的生日"},
		{"去杭州的火车晚点了", "去南京的火车晚点了"},
		{"我在杭州见了客户", "我在南京见了客户"},
		{"我会在周五之前把电费交了", "我会在周五之前把水费交了"},
		{"论文第三章写完了", "论文第四章写完了"},
		{"看了一部关于鲸鱼的电影", "看了一部关于国际象棋的电影"},
		{"在网上买了一个新的轮胎", "在网上买了一个新的键盘"},
		{"暖气修好了", "暖气没修好"},
		{"the printer jams on page two", "the printer jams on page nine"},
		{"the printer jams in room 204", "the printer jams in room 9"},
		{"打印机第二页又卡纸了", "打印机第九页又卡纸了"},
	} {
		for _, kind := range []string{memory.EventExperience, memory.EventComplaint, memory.EventCommitment, memory.EventQuestion, memory.EventMessage} {
			if got := grouped(kind, 3, pair[0], pair[1]); got != 2 {
				t.Errorf("%s: %q makes %d groups, want 2", kind, pair, got)
			}
		}
	}
}

// TestLikeThingsAreToldTogether tells of one thing in several ways.
func TestLikeThingsAreToldTogether(t *testing.T) {
	for _, said := range [][]string{
		{"the printer jams on page two", "the printer jammed again this morning", "that printer is jamming again, right before the meeting"},
		{"the router drops the connection in the blue room", "the router drops the connection in the green room", "the router dropped the connection twice last night"},
		{"the delivery was late again", "the delivery came an hour late", "late delivery, the soup was cold"},
		{"the train was late again", "train late by 20 minutes", "train late by 35 minutes, missed the meeting"},
		{"the heating in the hall rattles again, it is awful", "the heating in the hall rattles at night, I cannot sleep", "the heating in the hall rattles, third time this month"},
		{"走廊的暖气又响了，真难受", "走廊的暖气晚上又响，睡不着", "走廊的暖气这个月第三次响了"},
		{"打印机第二页又卡纸了", "打印机又卡纸了，烦", "打印机开会前又卡纸"},
		{"路由器在蓝色房间断线了", "路由器在绿色房间断线了", "路由器昨晚断线两次"},
		{"书房的灯又闪了，真烦人", "书房的灯今天又闪了，太烦了", "书房的灯开饭前又闪了，烦死了", "书房的灯又闪了，气死我了"},
		{"the lamp in the study flickers, so annoying", "the lamp in the study flickers again, terrible", "the lamp in the study flickered before dinner, I am upset"},
		{"外卖又送晚了", "外卖又晚了半小时", "外卖送晚了，汤都凉了"},
		{"火车又晚点了", "火车晚点20分钟", "火车晚点35分钟，没赶上"},
	} {
		for _, kind := range []string{memory.EventComplaint, memory.EventMessage} {
			if got := grouped(kind, 1, said...); got != 1 {
				t.Errorf("%s: %q makes %d groups, want 1", kind, said, got)
			}
		}
	}
}

// TestAGroupDoesNotWanderFromOneThingToAnother has what tells of two things at once
// between them.
func TestAGroupDoesNotWanderFromOneThingToAnother(t *testing.T) {
	for _, said := range [][]string{
		{"back pain all evening", "back pain all evening and the boiler broke down", "the boiler broke down"},
		{"腰疼了一晚上", "腰疼了一晚上，热水器也坏了", "热水器坏了"},
	} {
		at := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
		var records []*memory.Record
		for i, text := range said {
			when := at.Add(time.Duration(i) * day)
			records = append(records, &memory.Record{ID: fmt.Sprint(i), Layer: memory.Episodic, Text: text, Created: when, Event: memory.Event{Type: memory.EventComplaint, Time: when}})
		}
		for _, g := range Groups(records, 2) {
			if len(g) > 2 {
				t.Errorf("%q are told as one", said)
			}
		}
	}
}
