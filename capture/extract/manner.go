package extract

import (
	"strings"

	"mneme/memory"
)

// How somebody wants to be answered is often said in passing, as a request for once: "can you keep the
// examples short, I read on my phone", 你说细点. The manner tells that it is meant for all answers, or
// a word at the end: "next time", 以后都这样.

// manners reads how answers are to be given, and by which way. What else the sentence tells is left to
// the other readers.
func (x *extraction) manners(s *reading) {
	if x.turn.Role != memory.RoleUser || x.text || len(s.tokens) > 40 || holdsAny(x.turn.Text, "```") {
		return
	}
	if s.talk.chinese {
		x.mannersChinese(s)
		return
	}
	x.mannersEnglish(s)
}

// mannered proposes one such order, in the words of a stretch.
func (x *extraction) mannered(s *reading, predicate, text string, p span) {
	d := x.draft(s, frame{who: who{id: "user"}, order: true, lasting: true, from: p.from, chinese: s.talk.chinese}, predicate, text, memory.Assert, p)
	switch {
	case predicate != "preferred_channel":
		d.Record.Text = text
	case s.talk.chinese:
		d.Record.Text = "喜欢用" + text + "联系"
	default:
		d.Record.Text = "prefers " + text
	}
	x.propose(d, "act")
}

func (x *extraction) mannersEnglish(s *reading) {
	n := len(s.tokens)
	for n > 0 && s.marks(n-1) {
		n--
	}
	for i := 0; i < n; i++ {
		if !s.begins(i) {
			continue
		}
		j, _ := s.lead(i)
		for s.at(j) == "please" || s.at(j) == "pls" || s.at(j) == "just" || (s.at(j) == "can" || s.at(j) == "could" || s.at(j) == "would") && s.at(j+1) == "you" || s.at(j) == "you" && j > 0 {
			j++
		}
		end := j
		for end < n && !s.marks(end) {
			end++
		}
		p := span{j, end}
		if p.to-p.from < 2 {
			continue
		}
		switch s.at(j) {
		case "keep", "make":
			for k := j + 2; k < min(j+6, end); k++ {
				if manner(s.at(k)) && !s.points(p) && !s.holds(p, "it", "them") {
					x.mannered(s, "answer_style", s.words(span{j, k + 1}), span{j, k + 1})
					return
				}
			}
		case "email", "e-mail", "text", "message", "mail", "phone":
			if s.at(j+1) == "me" && (s.at(j+2) == "rather" || s.at(j+2) == "instead" || s.at(j+2) == "not" || s.at(j+2) == ",") && s.holds(span{j + 2, n}, "call", "calling", "phone", "ring", "email", "text", "letters") {
				x.mannered(s, "preferred_channel", s.words(span{j, j + 1}), span{j, min(j+5, end)})
				return
			}
		case "explain", "tell", "walk", "describe", "speak", "talk", "write", "answer":
			if s.phrase(p, "step by step") || s.phrase(p, "one step at a time") || s.phrase(p, "in plain english") || s.phrase(p, "like i am five") || s.phrase(p, "in simple words") || s.phrase(p, "in simple terms") {
				x.mannered(s, "answer_style", s.words(p), p)
				return
			}
		}
		if (s.instructs(j) || s.at(j) == "correct" || s.at(j) == "stop") && !s.points(p) && (s.phrase(p, "every time") || s.phrase(p, "each time") || s.phrase(p, "next time") || s.at(end-1) == "always") && end-j >= 4 {
			x.mannered(s, "answer_style", s.words(p), p)
			return
		}
	}
}

// manner reports whether a word tells how answers are, rather than how a thing is to be made.
func manner(w string) bool {
	switch w {
	case "short", "shorter", "brief", "small", "simple", "concise", "formal", "casual", "informal", "plain", "minimal", "tiny", "clear", "long", "detailed", "terse", "light", "friendly", "factual":
		return true
	}
	return false
}

func (x *extraction) mannersChinese(s *reading) {
	list := s.clauses()
	for n, c := range list {
		text := strings.TrimLeft(s.plain(c), "你请就麻烦那嗯")
		switch {
		case n > 0 && fromNowOn(text):
			p := span{list[0].from, list[n-1].to}
			if p.to-p.from >= 3 && p.to-p.from <= maxChunkChinese && !s.points(p) && !s.asksChinese(p, false) {
				x.mannered(s, "answer_style", s.words(p), p)
			}
			return
		case mannerChinese(text):
			x.mannered(s, "answer_style", s.words(c), c)
		}
		if way := wayChinese(text); way != "" {
			x.mannered(s, "preferred_channel", way, c)
		}
	}
}

// fromNowOn reports whether a clause says that what stands before it is meant for good: 以后都这样.
func fromNowOn(text string) bool {
	for _, when := range []string{"以后", "今后", "往后", "每次", "下次", "之后"} {
		if rest, ok := strings.CutPrefix(text, when); ok {
			switch strings.TrimLeft(rest, "也都就") {
			case "这样", "这样吧", "这样来", "这么来", "这么办", "这样就行", "照这样", "照此", "按这个来", "照这个来", "一样":
				return true
			}
		}
	}
	return false
}

// mannerChinese reports whether a clause tells how to talk: 说细点, 讲得慢一点, 说人话, 一步一步说.
func mannerChinese(text string) bool {
	switch text {
	case "说人话", "讲人话", "说大白话", "一步一步来", "一步一步说", "一步一步讲", "一步步来", "长话短说", "有话直说", "先说结论":
		return true
	}
	for _, verb := range []string{"回答", "解释", "说", "讲", "回"} {
		rest, ok := strings.CutPrefix(text, verb)
		if !ok {
			continue
		}
		rest = strings.TrimLeft(rest, "得的更再稍微")
		for _, how := range []string{"细", "详细", "短", "简短", "慢", "简单", "通俗", "口语", "正式", "具体", "清楚", "直白", "直接", "明白", "随意"} {
			if after, ok := strings.CutPrefix(rest, how); ok && (after == "点" || after == "点儿" || after == "一点" || after == "些" || after == "一些" || after == "点吧") {
				return true
			}
		}
	}
	return false
}

// wayChinese returns by which way somebody wants to be reached, or "": 邮箱发我就行, 发微信就行.
func wayChinese(text string) string {
	if !endsAny(text, "就行", "就好", "即可", "就可以", "就成") {
		return ""
	}
	for _, way := range [...]string{"邮箱", "邮件", "微信", "短信", "电话"} {
		if rest, ok := strings.CutPrefix(strings.TrimPrefix(text, "发"), way); ok && startsAny(rest, "发我", "联系", "找我", "给我", "就", "即") {
			return way
		}
	}
	return ""
}
