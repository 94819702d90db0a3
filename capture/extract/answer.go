package extract

import (
	"strings"

	"mneme/memory"
)

// A question of the assistant's gives a short answer its meaning: after "how old is she?" eight is an
// age, after 叫什么 a word is a name. Whose it is the question tells, or what was spoken of before it.

// question is what the assistant asked last.
type question struct {
	of    string // "age", "named", "home"
	about who
}

// inquiry returns what the turn before asks, where it asks for one thing of one person or animal.
func (x *extraction) inquiry() (q question, ok bool) {
	if x.index == 0 || x.in.Turns[x.index-1].Role != memory.RoleAssistant {
		return q, false
	}
	text := memory.Fold(strings.TrimSpace(x.in.Turns[x.index-1].Text))
	if !strings.ContainsAny(text, "?？") {
		return q, false
	}
	switch {
	case holdsAny(text, "多大", "几岁") || anySign(text, "how old"):
		q.of = "age"
	case holdsAny(text, "叫什么", "什么名字") || anySign(text, "'s name", "is it called", "is she called", "is he called", "what is the name", "what's the name"):
		q.of = "named"
	case holdsAny(text, "哪个省", "哪个城市", "什么城市", "在哪里住", "哪里人", "哪个地区") || anySign(text, "where are you", "where do you live", "which city", "what city", "which country"):
		q.of = "home"
	default:
		return asksCare(text)
	}
	q.about = who{id: "user"}
	if q.of == "home" || holdsAny(text, "您", "你") || anySign(text, "you", "your") && !anySign(text, "your dog", "your cat", "your son", "your daughter", "your child") {
		return q, q.of != "named"
	}
	for _, t := range tokenize(text) {
		if id := x.rules.english.kin[t.text]; id != "" && q.of == "named" {
			q.about = who{id: id, label: t.text} // "what's the cat's name?"
			return q, true
		}
	}
	for i := len(x.mentions) - 1; i >= 0 && x.index-x.mentions[i].turn <= 2; i-- {
		q.about = x.mentions[i].who
		return q, true
	}
	return q, q.of == "age"
}

// answers reads the short answer that a turn begins with. What follows it goes on about the same.
func (x *extraction) answers(s *reading) {
	if x.nth > 0 || s.end == "?" || s.end == "？" || len(s.tokens) == 0 {
		return
	}
	q, ok := x.inquiry()
	if !ok {
		return
	}
	if q.of == "allergy" || q.of == "diet" {
		x.answersCare(s, q)
		return
	}
	end := 0
	for end < len(s.tokens) && !s.marks(end) {
		end++
	}
	p := span{0, end}
	switch q.of {
	case "age":
		if p = s.ageAlone(p); p.to <= p.from {
			return
		}
	case "named":
		if !(s.tokens[0].kind == aWord && s.tokens[0].capital && end == 1) && !(s.talk.chinese && end >= 1 && end <= 3 && s.nameChinese(p, s.plain(p)) && !chatter(s.plain(p))) {
			return
		}
	case "home":
		if s.talk.chinese && !s.placeChinese(p, s.plain(p)) || !s.talk.chinese && !(s.tokens[0].capital && end <= 3 && !s.is(0, verbal|adverb) && s.at(0) != "i") {
			return
		}
	}
	f := frame{who: q.about, from: p.from, chinese: s.talk.chinese}
	value, predicate := s.words(p), q.of
	if predicate == "named" {
		predicate = nameOf(q.about.id)
		x.names[memory.Fold(value)] = who{id: q.about.id, label: q.about.label}
		x.bears(q.about.id, value)
	}
	d := x.draft(s, f, predicate, value, memory.Assert, p)
	template := map[string][2]string{"age": {"{} years old", "{}"}, "named": {"is named {}", "叫{}"}, "home": {"lives in {}", "在{}"}}[q.of]
	text := template[0]
	if s.talk.chinese {
		text = template[1]
	}
	if q.of == "age" && (s.hasLetters(p) || q.about.id != "user" && !s.talk.chinese) {
		text = "is {}"
	}
	d.Record.Text = fillIn(text, []string{value}, q.about.label, s.talk.chinese)
	x.propose(d, q.of)
	x.mention(q.about)
	x.after, x.spoken = p.to, q.about
}

// ageAlone returns the age that a stretch is, or an empty one: 四岁半, "around 3", "14".
func (s *reading) ageAlone(p span) span {
	if s.talk.chinese {
		text := s.plain(p)
		at := strings.Index(text, "岁")
		if at <= 0 || at > len("二十八") || strings.Trim(text[:at], "0123456789零一二两三四五六七八九十") != "" || !(text[at:] == "岁" || startsAny(text[at:], "岁半", "岁了", "岁多")) {
			return span{}
		}
		return p
	}
	if p.to-p.from > 3 {
		return span{}
	}
	i := p.from
	for s.at(i) == "about" || s.at(i) == "around" || s.at(i) == "almost" || s.at(i) == "nearly" {
		i++
	}
	if i >= p.to || s.tokens[i].kind != aNumber || !s.plausibleAge(i) && len(s.at(i)) > 1 {
		return span{}
	}
	return span{i, p.to}
}

// measures reads how tall and how heavy a Chinese speaker is, told by the figures alone: 我172 61kg,
// 我身高172体重61公斤.
func (x *extraction) measures(s *reading) {
	if !s.talk.chinese || x.turn.Role != memory.RoleUser {
		return
	}
	for i := 0; i+2 < len(s.tokens); i++ {
		if s.at(i) != "我" {
			continue
		}
		k := i + 1
		if s.standsText(k, "身高") {
			k += 2
		}
		tall := strings.TrimSuffix(strings.TrimSuffix(s.at(k), "cm"), "公分")
		if len(tall) != 3 || tall < "130" || tall > "215" || strings.Trim(tall, "0123456789") != "" {
			continue
		}
		h := span{k, k + 1}
		for k++; s.at(k) == "," || s.at(k) == "厘" || s.at(k) == "米" || s.at(k) == "公" && s.at(k+1) == "分" || s.at(k) == "分" || s.at(k) == "cm"; k++ {
		}
		if s.standsText(k, "体重") {
			k += 2
		}
		heavy := s.at(k)
		weighed := span{k, k + 1}
		if heavy == "" || heavy[0] < '3' && !(heavy[0] == '1' || heavy[0] == '2') || heavy[0] > '9' {
			continue
		}
		switch {
		case strings.HasSuffix(heavy, "kg"), strings.HasSuffix(heavy, "斤"):
		case s.at(k+1) == "斤" || s.at(k+1) == "kg":
			weighed.to++
		case s.at(k+1) == "公" && s.at(k+2) == "斤":
			weighed.to += 2
		default:
			continue
		}
		f := frame{who: who{id: "user"}, from: i, chinese: true}
		for _, one := range []struct {
			predicate, label string
			p                span
		}{{"height", "身高", h}, {"weight", "体重", weighed}} {
			d := x.draft(s, f, one.predicate, s.words(one.p), memory.Assert, span{i, one.p.to})
			d.Record.Text = one.label + s.words(one.p)
			x.propose(d, "num")
		}
		return
	}
}

// hasLetters reports whether a stretch says more than a number: "3 years".
func (s *reading) hasLetters(p span) bool { return !s.talk.chinese && p.to-p.from > 1 }
