package extract

import (
	"strings"

	"mneme/memory"
)

// weekday reports whether a word names a day of the week, and whether it means each of
// them: "tuesdays".
func weekday(w string) (day, each bool) {
	bare := strings.TrimSuffix(w, "s")
	switch bare {
	case "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "weekend", "weekday":
		return true, bare != w
	}
	return false, false
}

// weekly is when a thing is done that a clause tells of, each week: "Tuesdays" before it, "and
// Fridays" behind it. It is empty where the clause says that itself.
func (s *reading) weekly(clause span) string {
	from, to := clause.from, clause.from
	for from > 0 {
		if _, each := weekday(s.at(from - 1)); !each && s.at(from-1) != "and" && s.at(from-1) != "," && s.at(from-1) != "on" {
			break
		}
		from--
	}
	for from < to && (s.at(from) == "," || s.at(from) == "and" || s.at(from) == "on") {
		from++
	}
	for to > from && s.at(to-1) == "," {
		to--
	}
	if from < to {
		return "on " + s.words(span{from, to})
	}
	k := clause.to
	for s.at(k) == "and" || s.at(k) == "," {
		k++
	}
	if _, each := weekday(s.at(k)); each && k > clause.to {
		return s.words(span{clause.to, k + 1})
	}
	return ""
}

// onDays adds to a habit the days that stand around its clause.
func (x *extraction) onDays(s *reading, d *Draft, clause span) {
	if s.talk.chinese || d.Record.Predicate != "habit" && d.Record.Predicate != "schedule" {
		return
	}
	days := s.weekly(clause)
	if days == "" || strings.Contains(memory.Fold(d.Record.Text), memory.Fold(days)) {
		return
	}
	d.Record.Text += " " + days
	d.Record.Object += " " + days
	if at := strings.Index(s.source, d.Quote); at >= 0 {
		from, to := clause.from, clause.to
		for from > 0 && strings.Contains(days, s.words(span{from - 1, from})) {
			from--
		}
		for to < len(s.tokens) && (s.at(to) == "and" || s.at(to) == "," || strings.Contains(memory.Fold(days), s.at(to))) {
			to++
		}
		d.Quote = s.quote(span{from, to})
	}
}

// weeklyChinese reads 我周二周四在家办公, 周一到周五七点起床: what is done on several days of
// the week, without a word that it is this week's or was once.
func (x *extraction) weeklyChinese(s *reading, c span) bool {
	i := c.from
	for s.at(i) == "我" || s.at(i) == "们" || s.at(i) == "都" || s.at(i) == "一" || s.at(i) == "般" {
		i++
	}
	text := s.plain(span{c.from, c.to})
	if holdsAny(text, "下周", "这周", "本周", "上周", "下个", "上个", "这个", "要", "想", "打算", "准备", "了", "过", "吗", "不是", "可能", "改", "取消") {
		return false
	}
	days, k := 0, i
	for k < c.to {
		if s.standsText(k, "周") || s.standsText(k, "星期") || s.standsText(k, "礼拜") {
			n := 1
			if s.at(k) != "周" {
				n = 2
			}
			if strings.Contains("一二三四五六日天末", s.at(k+n)) && s.at(k+n) != "" {
				days++
				k += n + 1
				continue
			}
		}
		if days > 0 && (s.at(k) == "、" || s.at(k) == "和" || s.at(k) == "到" || s.at(k) == "至" || s.at(k) == "跟") {
			k++
			continue
		}
		if days > 0 && strings.Contains("一二三四五六日", s.at(k)) && s.at(k) != "" { // 周二四
			days++
			k++
			continue
		}
		break
	}
	if days < 2 || c.to-k < 2 || c.to-c.from > 24 {
		return false
	}
	p := span{i, c.to}
	d := x.draft(s, frame{who: who{id: "user"}, from: c.from, chinese: true}, "habit", s.words(p), memory.Assert, c)
	d.Record.Constraint = memory.Constraint{}
	d.Record.Text = d.Record.Object
	x.propose(d, "act")
	return true
}
