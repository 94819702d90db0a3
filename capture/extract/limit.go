package extract

import (
	"strings"

	"mneme/memory"
)

// A habit, a taste or a ban may hold at times only, or under a condition: "I don't drink coffee
// after 2pm", 我周五不吃肉. Told without it, it would be another fact.

// limits gives such a fact the condition that its clause tells.
func (x *extraction) limits(s *reading, f frame, d *Draft, clause span) {
	switch d.Record.Predicate {
	case "avoids", "likes", "dislikes", "rejects":
	default:
		return
	}
	object := &reading{sentence: sentence{tokens: tokenize(d.Record.Object)}}
	if object.holds(span{0, len(object.tokens)}, "in", "on", "at", "after", "before", "when", "during") {
		return // it has its own: "tea in the morning and coffee after lunch"
	}
	if d.Record.Constraint.Context != "" || d.Act != memory.Assert || f.longer || f.begun || f.past {
		return
	}
	var p span
	if s.talk.chinese {
		p = s.limitChinese(f, clause)
	} else {
		p = s.limitEnglish(clause.to)
	}
	if p.to <= p.from {
		return
	}
	words := s.words(p)
	if strings.Contains(memory.Fold(d.Record.Text), memory.Fold(words)) {
		return
	}
	d.Record.Constraint.Context = words
	if s.talk.chinese {
		d.Record.Text = words + d.Record.Text
	} else {
		d.Record.Text += " " + words
		if p.to > clause.to {
			d.Quote = s.quote(span{clause.from, p.to})
		}
	}
}

// limitEnglish returns the condition that begins at i: "after 2pm", "when my stomach acts up", "on
// Fridays", "in the evening".
func (s *reading) limitEnglish(i int) span {
	from := i
	switch s.at(i) {
	case "after", "before", "past", "when", "whenever", "if", "unless", "until", "during", "while":
		if s.at(i+1) == "all" || s.at(i+1) == "you" || s.at(i+1) == "possible" || s.at(i+1) == "that" {
			return span{}
		}
	case "on":
		if day, each := weekday(s.at(i + 1)); !(day && each) && s.at(i+1) != "weekdays" && s.at(i+1) != "weekends" && s.at(i+1) != "weeknights" && s.at(i+1) != "school" && !s.stands(i+1, []string{"an", "empty"}) {
			return span{}
		}
	case "at":
		switch s.at(i + 1) {
		case "night", "work", "breakfast", "lunch", "dinner", "weekends", "bedtime", "school":
			return span{from, i + 2}
		}
		return span{}
	case "in":
		k := i + 1
		if s.at(k) == "the" {
			k++
		}
		switch s.at(k) {
		case "morning", "mornings", "evening", "evenings", "afternoon", "afternoons", "winter", "summer", "spring", "autumn", "fall", "ramadan", "lent":
			return span{from, k + 1}
		}
		return span{}
	default:
		return span{}
	}
	to := i + 1
	for to < len(s.tokens) && !s.marks(to) && s.at(to) != "but" && s.at(to) != "so" && s.at(to) != "because" && s.at(to) != "or" && to-from < 10 {
		to++
	}
	if to == i+1 || s.holds(span{from, to}, "was", "were", "had", "did", "you", "your") {
		return span{}
	}
	return span{from, to}
}

// limitChinese returns the condition that stands between a clause's subject and what is said:
// 周五, 下午两点以后, 胃不舒服的时候.
func (s *reading) limitChinese(f frame, clause span) span {
	p := span{f.from, clause.to}
	for i := p.from; i < p.to; i++ {
		if s.at(i) != "不" && s.at(i) != "很" && s.at(i) != "喜" && s.at(i) != "爱" && s.at(i) != "讨" {
			continue
		}
		p.to = i
		break
	}
	if p.to == clause.to {
		return span{}
	}
	for p.from < p.to && strings.Contains("我们在从都一般通常", s.at(p.from)) {
		p.from++
	}
	for p.to > p.from && strings.Contains("都也就从绝是我一般", s.at(p.to-1)) {
		p.to--
	}
	text := s.plain(p)
	if p.to-p.from < 2 || p.to-p.from > 12 || holdsAny(text, "今天", "明天", "昨天", "后天", "下周", "这周", "上周", "今年", "去年", "以前", "之前", "小时候", "最近", "现在", "从来", "一直", "已经", "今晚", "今早") {
		return span{}
	}
	for _, sign := range []string{"周一", "周二", "周三", "周四", "周五", "周六", "周日", "周末", "星期", "礼拜", "工作日", "早上", "上午", "中午", "下午", "晚上", "夜里", "夜间", "睡前", "早餐", "午餐", "晚餐", "空腹", "点以后", "点之后", "点后", "点以前", "点前", "的时候", "时候", "期间", "春天", "夏天", "秋天", "冬天", "初一", "十五", "每天", "每周", "每月"} {
		if strings.Contains(text, sign) {
			return p
		}
	}
	return span{}
}

// everyDay reports whether a Chinese stretch tells what is done or not at an hour of each day.
func everyDay(text string) bool {
	return holdsAny(text, "点以后不", "点之后不", "点后不", "点以前不", "点之前不", "点前不", "点以后就不", "点以后都不", "点以后从不")
}
