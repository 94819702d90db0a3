package extract

import (
	"slices"
	"strings"

	"mneme/memory"
)

// Whoever plans a meal asks what its eater cannot have. The answer is a word or two: "yes, peanuts
// and latex", "keto", 有，花生和乳胶.

// asksCare reads a question for the speaker's own allergies or diet.
func asksCare(folded string) (question, bool) {
	if anySign(folded, "your dog", "your cat", "your guests", "your kids", "your son", "your daughter", "the guests", "anyone", "anybody") || holdsAny(folded, "客人", "孩子", "宝宝", "家人", "他们", "大家") {
		return question{}, false
	}
	q := question{about: who{id: "user"}}
	switch {
	case anySign(folded, "any allergies", "any food allergies", "any known allergies", "allergic to anything", "are you allergic", "what are you allergic") || holdsAny(folded, "对什么过敏", "对什么东西过敏", "对什么食物过敏", "有过敏", "有没有过敏", "有什么过敏", "过敏吗", "过敏史"):
		q.of = "allergy"
	case anySign(folded, "any diet", "a diet", "special diet", "particular diet", "what diet", "which diet", "dietary preferences", "dietary restrictions", "dietary needs") || holdsAny(folded, "饮食习惯", "饮食限制", "饮食要求", "特殊饮食", "什么饮食", "饮食偏好", "饮食方式"):
		q.of = "diet"
	default:
		return question{}, false
	}
	return q, true
}

// answersCare proposes what the answer to such a question names.
func (x *extraction) answersCare(s *reading, q question) {
	p := span{0, len(s.tokens)}
	for p.to > p.from && s.marks(p.to-1) {
		p.to--
	}
	for p.from < p.to && (s.marks(p.from) || slices.Contains([]string{"yes", "yeah", "yep", "yup", "to", "just", "only", "mostly", "有", "是", "的", "嗯", "对", "就"}, s.at(p.from))) {
		p.from++
	}
	if p.to <= p.from || p.to-p.from > 12 {
		return
	}
	items := s.items(p)
	if q.of == "diet" {
		items = []span{p}
	}
	if len(items) == 1 && items[0].to-items[0].from > 2 && !s.talk.chinese && q.of == "allergy" {
		return
	}
	for _, item := range items {
		if !s.thingly(item) || q.of == "diet" && !dietary(s.words(item)) {
			return // a sentence of its own, or nothing that is known
		}
	}
	for _, item := range items {
		value := memory.Fold(s.words(item))
		d := x.draft(s, frame{who: q.about, from: item.from, chinese: s.talk.chinese}, q.of, value, memory.Assert, item)
		switch {
		case q.of == "allergy" && s.talk.chinese:
			d.Record.Text = "对" + value + "过敏"
		case q.of == "allergy":
			d.Record.Text = "allergic to " + value
		case s.talk.chinese:
			if d.Record.Text = value; !strings.HasPrefix(value, "吃") && !strings.HasSuffix(value, "饮食") {
				d.Record.Text = value + "饮食"
			}
		default:
			d.Record.Text = "follows a " + value + " diet"
		}
		x.propose(d, "list")
	}
	x.after, x.spoken, x.whole = len(s.tokens), q.about, true
}

// thingly reports whether a stretch can be the name of a thing, and is no clause.
func (s *reading) thingly(p span) bool {
	if s.talk.chinese {
		text := s.plain(p)
		return p.to-p.from <= 6 && !strings.ContainsAny(text, "我你没不无了吗呢吧都是想要过") && !holdsAny(text, "谢谢", "随便", "什么")
	}
	if p.to-p.from > 3 || s.is(p.from, verbal|asked) {
		return false
	}
	for i := p.from; i < p.to; i++ {
		switch w := s.at(i); {
		case s.is(i, verbal), w == "no", w == "not", w == "none", w == "nothing", w == "nope", w == "nah", w == "that", w == "this", w == "thanks", w == "please", w == "i", w == "sure", w == "ok", w == "okay", w == "maybe", w == "know", w == "fine", w == "it":
			return false
		}
	}
	return true
}

// dietary reports whether words name a diet.
func dietary(words string) bool {
	switch strings.TrimSuffix(strings.TrimSuffix(memory.Fold(words), " diet"), "饮食") {
	case "keto", "ketogenic", "vegan", "vegetarian", "pescatarian", "paleo", "halal", "kosher", "gluten-free", "gluten free", "dairy-free", "dairy free", "low-carb", "low carb", "low-fat", "low fat", "low-sodium", "low sodium", "low-fodmap", "low fodmap", "mediterranean", "plant-based", "plant based", "carnivore", "whole30", "flexitarian",
		"生酮", "素食", "吃素", "全素", "纯素", "清真", "低碳", "低碳水", "地中海", "无麸质", "蛋奶素", "低盐", "低糖", "低脂", "弹性素食":
		return true
	}
	return false
}
