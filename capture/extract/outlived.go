package extract

import (
	"maps"
	"slices"
	"strings"

	"mneme/memory"
)

// Some ends take more with them than the fact they name: with a job goes what was told of the
// workplace, with the dead what was told of them.

// outlives ends what a sentence leaves behind: the job that is given up, the one who died.
func (x *extraction) outlives(s *reading) {
	if x.turn.Role != memory.RoleUser || s.end == "?" || s.end == "？" || s.supposes(0) || s.talk.chinese && s.supposesChinese(span{0, len(s.tokens)}) {
		return
	}
	if s.leavesJob() {
		x.endKnown(s, ofWorkplace)
	}
	if name := x.deceased(s); name != "" {
		x.endKnown(s, func(r *memory.Record) bool { return named(r, name) })
		x.event(s, frame{who: who{id: "user"}}, memory.EventChange, span{0, len(s.tokens)})
	}
}

// leavesJob reports whether a sentence says that its speaker's job is over.
func (s *reading) leavesJob() bool {
	if s.talk.chinese {
		for _, clause := range s.clauses() {
			text := strings.TrimLeft(s.plain(clause), "我已经刚正式今天终于")
			switch text {
			case "辞了", "辞职了", "离职了", "不干了", "被裁了", "失业了", "裸辞了", "退休了", "把工作辞了", "工作辞了":
				return true
			}
		}
		return false
	}
	p := span{0, len(s.tokens)}
	return s.phrase(p, "quit my job") || s.phrase(p, "left my job") || s.phrase(p, "lost my job") || s.phrase(p, "handed in my notice") || s.phrase(p, "laid off") && s.holds(p, "i") || s.phrase(p, "got fired") && s.holds(p, "i") ||
		len(s.tokens) <= 6 && s.quitsAll()
}

// quitsAll reports whether a short sentence says that its speaker quit, and not what: "i quit" is
// of the job, "i quit smoking" is not.
func (s *reading) quitsAll() bool {
	for i := range s.tokens {
		if s.at(i) != "i" || s.at(i+1) != "quit" && s.at(i+1) != "resigned" && s.at(i+1) != "retired" {
			continue
		}
		if _, dated := s.inDate(i + 2); i+2 >= len(s.tokens) || dated || s.marks(i+2) || s.is(i+2, tail|adverb) {
			return true
		}
	}
	return false
}

// ofWorkplace reports whether a plain statement tells where or as what its speaker works.
func ofWorkplace(r *memory.Record) bool {
	if r.Predicate != memory.PredicateStatement || r.Subject != "user" {
		return false
	}
	text := memory.Fold(r.Text)
	if place, ok := strings.CutPrefix(text, "我在"); ok {
		for _, sort := range []string{"店", "超市", "公司", "厂", "餐厅", "酒店", "医院", "学校", "银行", "单位", "机构", "工地", "律所", "书店", "商场", "仓库"} {
			if at := strings.Index(place, sort); at >= 0 && at <= len("一家连锁奶茶") {
				return true
			}
		}
		return strings.HasSuffix(place, "上班") || strings.HasSuffix(place, "打工")
	}
	return anySign(text, "i work at", "i work in", "i work as", "i work for", "my shift", "my shifts", "my manager", "my boss")
}

// deceased returns the name of the one a sentence says is dead, where it names one that is known.
func (x *extraction) deceased(s *reading) string {
	name := ""
	if s.talk.chinese {
		text := s.plain(span{0, len(s.tokens)})
		for _, sign := range []string{"去世", "过世", "走了", "离世", "不在了", "死了", "病死", "没了"} {
			before, _, found := strings.Cut(text, sign)
			if !found {
				continue
			}
			for _, known := range slices.Sorted(maps.Keys(x.names)) { // of several the same each time
				if len(known) >= len("豆豆") && strings.Contains(before, known) {
					name = known
				}
			}
		}
		return name
	}
	for i := 1; i+1 < len(s.tokens); i++ {
		if !(s.at(i) == "passed" && s.at(i+1) == "away" || s.at(i) == "died" || s.stands(i, []string{"was", "put", "down"}) || s.stands(i, []string{"was", "put", "to", "sleep"})) || s.tokens[i-1].kind != aWord || s.talk.kin[s.at(i-1)] != "" {
			continue
		}
		return s.at(i - 1)
	}
	return ""
}

// named reports whether a plain statement tells of somebody by his name.
func named(r *memory.Record, name string) bool {
	if r.Predicate != memory.PredicateStatement || len(name) < 3 {
		return false
	}
	if memory.Han(name) {
		return strings.Contains(memory.Fold(r.Text), name)
	}
	for _, t := range tokenize(r.Text) {
		if t.text == name && t.capital {
			return true
		}
	}
	return false
}
