package extract

import (
	"strings"

	"mneme/memory"
)

// spares reads for whose sake something is left out: "leave the nuts out, my son is
// allergic", 别放坚果，我儿子过敏. What is left out is named in the same sentence, or
// in one beside it.
func (x *extraction) spares(s *reading) {
	x.spared = ""
	if x.turn.Role != memory.RoleUser || s.supposes(0) {
		return
	}
	for _, one := range s.bearers(x) {
		object := x.leftOut(s)
		if object == "" {
			return
		}
		f := frame{who: one.who, from: one.from, chinese: s.talk.chinese}
		d := x.draft(s, f, one.predicate, object, memory.Assert, span{one.from, one.to})
		d.Record.Text = fillIn(one.template, []string{object}, f.label, s.talk.chinese)
		d.Negated = one.predicate == "avoids"
		x.mention(one.who)
		x.propose(d, "list")
		x.spared = object
	}
}

// bearer is one who cannot have what somebody else names.
type bearer struct {
	who                 who
	from, to            int
	predicate, template string
}

// bearers finds who is said to be allergic without a word of to what: "my wife's
// allergic", "she is allergic to it", 我儿子会过敏, 她对这个过敏.
func (s *reading) bearers(x *extraction) []bearer {
	if s.talk.chinese {
		return s.bearersChinese(x)
	}
	var out []bearer
	for k := 1; k < len(s.tokens); k++ {
		predicate, template, end := "allergy", "(is )allergic to {}", k+1
		switch w := s.at(k); {
		case w == "allergic" || w == "intolerant":
		case (w == "eat" || w == "have" || w == "digest") && s.at(k-1) == "not" && pointing(s.at(k+1)):
			predicate, template = "avoids", "can't eat {}"
		default:
			continue
		}
		if s.at(end) == "to" && pointing(s.at(end+1)) {
			end++
		}
		if pointing(s.at(end)) {
			end++
		}
		if !s.marks(end) && !s.is(end, breaks) && s.at(end) != "and" && s.at(end) != "so" && s.at(end) != "too" && s.at(end) != "btw" {
			continue
		}
		for j := max(0, k-8); j < k; j++ {
			if !s.begins(j) {
				continue
			}
			i, _ := s.lead(j)
			w, n, ok := x.subject(s, i)
			if !ok || w.attr != "" {
				continue
			}
			f := s.group(frame{who: w, from: i}, n)
			for s.is(f.pos, strong) || s.at(f.pos) == "severely" || s.at(f.pos) == "deathly" || s.at(f.pos) == "highly" {
				f.pos++
			}
			if f.pos != k || f.hedged || f.would || f.modal || f.neg && predicate == "allergy" || predicate == "avoids" && !f.can {
				continue
			}
			out = append(out, bearer{who: w, from: i, to: end, predicate: predicate, template: template})
			break
		}
	}
	return out
}

// pointing reports whether a word points at what was named.
func pointing(w string) bool {
	switch w {
	case "it", "them", "that", "those", "these", "this", "any":
		return true
	}
	return false
}

func (s *reading) bearersChinese(x *extraction) []bearer {
	var out []bearer
	for n, c := range s.clauses() {
		i, _ := s.leadChinese(c.from)
		w, k, ok := x.subjectChinese(s, i, c.to)
		if !ok || w.attr != "" || s.asksChinese(c, n == len(s.tokens)) || s.supposesChinese(c) {
			continue
		}
		rest := s.plain(span{k, c.to})
		for again := true; again; {
			again = false
			for _, word := range []string{"会", "都", "也", "是", "有点", "有些", "很", "非常", "特别", "容易", "严重", "一吃就", "吃了就", "吃了会", "吃了", "碰了就", "对它", "对这个", "对那个", "对这些", "对这", "就"} {
				if next, found := strings.CutPrefix(rest, word); found {
					rest, again = next, true
				}
			}
		}
		rest = strings.TrimRight(rest, "的了啊哦呢呀")
		switch rest {
		case "过敏", "会过敏", "过敏严重", "过敏体质":
			out = append(out, bearer{who: w, from: i, to: c.to, predicate: "allergy", template: "对{}过敏"})
		case "不能吃", "不能碰", "吃不了", "碰不得", "吃不得":
			out = append(out, bearer{who: w, from: i, to: c.to, predicate: "avoids", template: "不能吃{}"})
		}
	}
	return out
}

// leftOut returns what this sentence wants left out, or the one before it, or the one
// behind it.
func (x *extraction) leftOut(s *reading) string {
	if object := s.exclusion(); object != "" {
		return object
	}
	for _, n := range []int{x.nth - 1, x.nth + 1} {
		if n < 0 || n >= len(x.list) {
			continue
		}
		beside := &reading{sentence: x.list[n], source: s.source, dates: s.dates, lower: s.lower, talk: x.rules.english}
		if chineseSentence(x.list[n]) {
			beside.talk = x.rules.chinese
		}
		if object := beside.exclusion(); object != "" {
			return object
		}
	}
	return ""
}

// exclusion finds what is to be left out: "hold the peanuts", "without nuts",
// 坚果去掉, 不要放香菜.
func (s *reading) exclusion() string {
	if s.talk.chinese {
		return s.exclusionChinese()
	}
	for i := range s.tokens {
		k := i
		switch w := s.at(i); {
		case s.stands(i, []string{"leave", "out"}), s.stands(i, []string{"stay", "away", "from"}):
			k = i + 2
			if w == "stay" {
				k++
			}
		case w == "leave" || w == "skip" || w == "omit" || w == "hold" || w == "without" || w == "avoid" || w == "exclude" || w == "drop" || w == "no" || w == "keep" && s.phrase(span{i, min(i+7, len(s.tokens))}, "out"):
			k = i + 1
		case (w == "add" || w == "use" || w == "put" || w == "include" || w == "get" || w == "make" || w == "serve" || w == "cook" || w == "buy") && s.at(i-1) == "not":
			k = i + 1
		default:
			continue
		}
		for s.is(k, article) || s.at(k) == "any" || s.at(k) == "all" || s.at(k) == "with" || s.at(k) == "anything" {
			k++
		}
		end := k
		for end < len(s.tokens) && end < k+4 && !s.marks(end) && s.at(end) != "out" && s.at(end) != "in" && s.at(end) != "please" && s.at(end) != "pls" && s.at(end) != "on" && s.at(end) != "from" && s.at(end) != "off" && s.at(end) != "for" && s.at(end) != "of" && s.at(end) != "as" && !s.is(end, breaks) && !s.is(end, verbal) {
			end++
		}
		if p := s.settle("list", span{k, end}); p.to > p.from && worthy("allergy", s.words(p)) && s.at(p.from) != "wait" && s.at(p.from) != "problem" && s.at(p.from) != "worries" {
			return s.words(p)
		}
	}
	return ""
}

func (s *reading) exclusionChinese() string {
	for _, c := range s.clauses() {
		for i := c.from; i < c.to; i++ {
			for _, w := range []string{"不要放", "别放", "不要加", "别加", "不放", "不加", "去掉", "去除", "不要有", "别有", "别用", "不要用", "别做", "别买", "别点", "不点", "不要点", "避开", "不含", "别给", "不要"} {
				if !s.standsText(i, w) {
					continue
				}
				p := span{i + len([]rune(w)), c.to}
				for p.to > p.from && (s.at(p.to-1) == "的" || s.at(p.to-1) == "了" || s.at(p.to-1) == "吧" || s.at(p.to-1) == "啊") {
					p.to--
				}
				if p.from >= p.to && (w == "去掉" || w == "去除" || w == "别放" || w == "不要" || w == "不要放" || w == "别加") {
					p = span{c.from, i} // 坚果去掉
					for s.at(p.from) == "把" || s.at(p.from) == "将" {
						p.from++
					}
				}
				for p.to > p.from && (s.at(p.to-1) == "就" || s.at(p.to-1) == "都" || s.at(p.to-1) == "也") {
					p.to--
				}
				if p = s.settle("list", p); p.to > p.from && p.to-p.from <= 6 && worthy("allergy", s.words(p)) {
					return s.words(p)
				}
			}
		}
	}
	return ""
}

// gapped reads what somebody is allergic to where it is named first: "it's only dogs
// I'm allergic to".
func (x *extraction) gapped(s *reading) {
	if s.talk.chinese || x.turn.Role != memory.RoleUser || s.supposes(0) || s.end == "?" {
		return
	}
	for k := 3; k+1 < len(s.tokens); k++ {
		if s.at(k) != "allergic" || s.at(k+1) != "to" || !s.marks(k+2) && !s.is(k+2, breaks) && s.at(k+2) != "and" {
			continue
		}
		for j := max(1, k-5); j < k; j++ {
			w, n, ok := x.subject(s, j)
			if !ok || w.attr != "" {
				continue
			}
			f := s.group(frame{who: w, from: j}, n)
			if f.pos != k || f.neg || f.hedged || f.would {
				continue
			}
			to := j
			if s.at(to-1) == "that" || s.at(to-1) == "which" {
				to--
			}
			from := to
			for from > 0 && !s.marks(from-1) && !s.is(from-1, breaks|verbal) && s.at(from-1) != "is" && s.at(from-1) != "only" && s.at(from-1) != "just" && to-from < 4 {
				from--
			}
			p := s.settle("list", span{from, to})
			if p.to <= p.from || !worthy("allergy", s.words(p)) {
				break
			}
			for _, item := range s.items(p) {
				d := x.draft(s, frame{who: w, from: from}, "allergy", s.words(item), memory.Assert, span{from, k + 2})
				d.Record.Text = fillIn("(is )allergic to {}", []string{d.Record.Object}, w.label, false)
				x.propose(d, "list")
			}
			break
		}
	}
}

// notAtAll reads 我一点辣都不能吃, 我一口酒都不喝: what stands between is refused in
// whole.
func (x *extraction) notAtAll(s *reading, f frame, k, to int) bool {
	from := k
	for _, w := range []string{"连一口", "连一点", "一点点", "一点儿", "一丁点", "一点", "一口", "一滴", "半点", "丁点"} {
		if s.standsText(k, w) {
			from = k + len([]rune(w))
			break
		}
	}
	if from == k {
		return false
	}
	for s.at(from) == "的" {
		from++
	}
	for i := from + 1; i < min(from+8, to); i++ {
		if s.at(i) != "都" && s.at(i) != "也" {
			continue
		}
		rest := strings.TrimRight(s.plain(span{i + 1, to}), "了的啊呢")
		for _, not := range []string{"不能", "不可以", "不敢", "没法", "不会", "不"} {
			verb, found := strings.CutPrefix(rest, not)
			if !found || verb != "吃" && verb != "喝" && verb != "碰" && verb != "沾" && verb != "抽" {
				continue
			}
			object := s.words(span{from, i})
			x.refuses(s, f, object, not+verb+object, span{f.from, to})
			return true
		}
		if rest == "吃不了" || rest == "喝不了" || rest == "碰不得" || rest == "吃不得" {
			object := s.words(span{from, i})
			x.refuses(s, f, object, rest+object, span{f.from, to})
			return true
		}
	}
	return false
}

// refuses proposes what somebody does not take.
func (x *extraction) refuses(s *reading, f frame, object, text string, clause span) {
	d := x.draft(s, f, "avoids", object, memory.Assert, clause)
	d.Record.Text = f.label + text
	d.Negated = true
	x.propose(d, "list")
}
