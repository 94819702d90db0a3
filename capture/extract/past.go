package extract

import (
	"strings"
	"time"
)

// happened reports whether a chunk tells of something done, over with its doing.
func (s *reading) happened(c chunk) bool {
	if c.rule {
		return false
	}
	for c.from < c.to-2 { // "yesterday I ran"
		if _, dated := s.inDate(c.from); !dated && s.at(c.from) != "," {
			break
		}
		c.from++
	}
	if s.talk.chinese {
		t := s.plain(c.span)
		if strings.ContainsAny(t, "太都年岁是住每改换现") {
			return false
		}
		return endsAny(t, "了", "咗", "过", "喇") && !strings.ContainsAny(t, "好有不") || strings.Contains(t[:min(len(t), len("跟老李喝了"))], "了")
	}
	j := c.from
	if s.at(j) == "i" || s.at(j) == "we" {
		j++
	}
	for s.is(j, adverb) {
		j++
	}
	w := s.at(j)
	if w == "had" { // a meal, not a cat
		_, dated := s.dated(c.span)
		return dated
	}
	return len(w) > 4 && strings.HasSuffix(w, "ed") && !s.is(j, common) || pastTense(w)
}

// pastTense reports whether a word is the past of an irregular verb.
func pastTense(w string) bool {
	switch w {
	case "got", "took", "went", "came", "found", "gave", "sent", "told", "met", "saw", "ate", "did", "broke", "ran", "drank", "drove", "flew", "rode", "wrote", "slept", "spent", "paid", "swam", "fell", "caught", "brought", "taught", "sang", "threw", "wore", "woke", "won", "sat", "stood", "tore", "chose", "forgot", "heard", "hid", "spoke", "rang", "shook":
		return true
	}
	return false
}

// dayPast reports whether a chunk tells what was done on a day that is over, and that
// the doing left nothing that is still so: one bought or moved is, one eaten is not.
func (x *extraction) dayPast(s *reading, c chunk) bool {
	date, ok := s.dated(c.span)
	if !ok || date.Start.After(x.turn.At) || date.End.Sub(date.Start) > 8*24*time.Hour || x.turn.At.Sub(date.Start) > 14*24*time.Hour {
		return false
	}
	if s.talk.chinese {
		return !holdsAny(s.plain(c.span), "买", "搬", "换", "改", "入职", "升", "订", "定", "办", "装", "养", "生", "开始", "考", "签", "租", "卖", "交", "寄", "退", "报名", "申请", "提交", "下单", "预约", "上线", "发布", "到", "完", "收")
	}
	return !s.holds(c.span, "bought", "moved", "joined", "changed", "switched", "started", "adopted", "signed", "got", "booked", "ordered", "installed", "renewed", "applied", "submitted", "sent", "paid", "sold", "quit", "registered", "enrolled", "launched", "shipped", "returned", "received", "arrived", "diagnosed", "born", "named", "renamed", "lost", "broke", "won", "chose", "decided")
}
