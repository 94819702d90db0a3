package capture

import "mneme/memory"

// feeling is a taste that is told of something named before: "sushi I can't
// stand", "I'm not allergic to it, I just don't like it", 寿司我受不了.
type feeling struct {
	verb      string
	predicate string // of the plain statement
	template  string
	not       string // of its negation; empty: none
	denied    string
}

func feelings(chinese bool) []feeling {
	if chinese {
		return []feeling{
			{"喜欢吃", "likes", "喜欢吃{}", "dislikes", "不喜欢吃{}"}, {"喜欢喝", "likes", "喜欢喝{}", "dislikes", "不喜欢喝{}"}, {"喜欢", "likes", "喜欢{}", "dislikes", "不喜欢{}"},
			{"爱吃", "likes", "爱吃{}", "dislikes", "不爱吃{}"}, {"爱喝", "likes", "爱喝{}", "dislikes", "不爱喝{}"}, {"吃不惯", "avoids", "吃不惯{}", "", ""}, {"受不了", "dislikes", "受不了{}", "", ""}, {"讨厌", "dislikes", "讨厌{}", "", ""},
			{"吃", "", "", "avoids", "不吃{}"}, {"喝", "", "", "avoids", "不喝{}"}, {"用", "", "", "rejects", "不用{}"}, {"碰", "", "", "avoids", "不碰{}"},
		}
	}
	return []feeling{
		{"like", "likes", "likes {}", "dislikes", "doesn't like {}"}, {"love", "likes", "loves {}", "dislikes", "doesn't love {}"}, {"enjoy", "likes", "enjoys {}", "dislikes", "doesn't enjoy {}"},
		{"hate", "dislikes", "hates {}", "", ""}, {"dislike", "dislikes", "dislikes {}", "", ""}, {"detest", "dislikes", "detests {}", "", ""},
		{"stand", "", "", "dislikes", "can't stand {}"}, {"bear", "", "", "dislikes", "can't bear {}"}, {"eat", "", "", "avoids", "doesn't eat {}"}, {"drink", "", "", "avoids", "doesn't drink {}"}, {"touch", "", "", "avoids", "doesn't touch {}"},
	}
}

// feels proposes a taste of what was named before. The clause must end with its
// verb, or with "it".
func (x *extraction) feels(s *reading, f frame, limit int, object string) int {
	if object == "" || f.hedged || f.modal || f.would || f.future || f.be {
		return 0
	}
	for _, one := range feelings(s.talk.chinese) {
		end := f.pos
		if s.talk.chinese {
			if !s.standsText(end, one.verb) {
				continue
			}
			end += len([]rune(one.verb))
			for s.at(end) == "它" || s.at(end) == "了" || s.at(end) == "的" {
				end++
			}
		} else {
			if s.at(end) != one.verb && s.at(end) != third(one.verb) {
				continue
			}
			end++
			if s.at(end) == "it" || s.at(end) == "them" {
				end++
			}
		}
		if end < limit && !s.marks(end) && !s.is(end, breaks) {
			return 0
		}
		predicate, template := one.predicate, one.template
		if f.neg || f.longer {
			predicate, template = one.not, one.denied
		}
		if predicate == "" || f.can && one.predicate != "" {
			return 0
		}
		d := x.draft(s, f, predicate, object, memory.Assert, span{f.from, end})
		d.Record.Text = fillIn(template, []string{object}, f.label, s.talk.chinese)
		d.Negated = f.neg
		x.propose(d, "list")
		return end
	}
	return 0
}

// fronted reads a clause that names its object first: "sushi I can't stand".
func (x *extraction) fronted(s *reading, i, limit int) int {
	for k := i + 1; k < min(i+5, limit); k++ {
		if s.marks(k) || s.is(k, breaks) {
			return 0
		}
		if s.at(k) != "i" && s.at(k) != "we" {
			continue
		}
		p := s.settle("list", span{i, k})
		if p.to <= p.from {
			return 0
		}
		f := s.group(frame{who: who{id: "user"}, from: i}, k+1)
		return x.feels(s, f, limit, x.tidy(s, p, false, false))
	}
	return 0
}

// frontedChinese reads 香菜我不吃.
func (x *extraction) frontedChinese(s *reading, i, to int) bool {
	for k := i + 1; k < min(i+7, to); k++ {
		if s.at(k) != "我" {
			continue
		}
		p := s.settle("list", span{i, k})
		if p.to <= p.from {
			return false
		}
		f := s.groupChinese(frame{who: who{id: "user"}, from: i, chinese: true}, k+1, to)
		return x.feels(s, f, to, s.words(p)) > 0
	}
	return false
}

// turnsOut reads what was found in the place of what was feared: "it isn't asthma,
// it's just reflux".
func (x *extraction) turnsOut(s *reading, i, limit int) int {
	if s.at(i) != "it" || s.at(i+1) != "is" && s.at(i+1) != "was" || s.at(i+2) == "not" {
		return 0
	}
	text := spelled(memory.Fold(s.source))
	if !anySign(text, "doctor", "diagnosed", "diagnosis", "test results", "specialist", "scan") {
		return 0
	}
	j := i + 2
	just := false
	for s.at(j) == "just" || s.at(j) == "only" || s.at(j) == "actually" || s.at(j) == "really" {
		j, just = j+1, true
	}
	for s.is(j, article) {
		j++
	}
	p := s.settle("thing", span{j, min(s.extent("thing", j), limit)})
	if p.to <= p.from || p.to-p.from > 3 || !just && !s.is(p.to-1, illness) {
		return 0
	}
	denied := false
	for k := 0; k < i; k++ {
		denied = denied || s.at(k) == "not" && s.anyOf(span{k, i}, illness)
	}
	if !denied && !s.is(p.to-1, illness) {
		return 0
	}
	f := frame{who: who{id: "user"}, from: i}
	d := x.draft(s, f, "health", s.words(p), memory.Assert, span{i, p.to})
	d.Record.Text = "has " + d.Record.Object
	x.propose(d, "list")
	return p.to
}
