package extract

import (
	"slices"
	"strings"

	"mneme/memory"
)

// deems keeps what a person says of himself where neither a row nor the reading of statements
// made anything of what he said, and the words leave little doubt that it is worth keeping: the
// ways to say such things are more than any table holds. A sentence is kept whole where it is
// short enough, or else those of its parts that are worth it.
func (x *extraction) deems(s *reading, before int) {
	if x.turn.Role != memory.RoleUser || x.whole || x.text || x.stated >= perTurnStated || x.labelsText() {
		return
	}
	var told []string // what rules read of the sentence
	for i := before; i < len(x.told); i++ {
		if d := &x.told[i].draft; d.Record.Layer == memory.Semantic {
			told = append(told, d.Quote)
		}
	}
	limit, parts := len(s.tokens), []span(nil)
	if s.talk.chinese {
		parts = s.clauses()
		if s.end == "?" || s.end == "？" {
			return
		}
	} else {
		limit = s.assertive()
		parts = s.parts(limit)
	}
	whole := span{0, limit}
	if limit < 2 || !x.own && !x.heading || x.work && !s.lasts(whole) {
		return
	}
	for _, p := range parts {
		if s.onlySupposed(p) {
			return // and what follows with it
		}
	}
	if len(told) == 0 && limit <= deemed && x.deem(s, whole, parts) {
		return
	}
	if len(told) > 0 && (s.holds(span{0, len(s.tokens)}, "lol", "lmao", "rofl", "haha", "hahaha", "hehe", "jk") || holdsAny(s.plain(span{0, len(s.tokens)}), "哈哈", "嘿嘿", "笑死")) {
		return // what stands beside a joke is one too
	}
	for _, p := range parts {
		words := s.quote(p)
		if !slices.ContainsFunc(told, func(t string) bool { return strings.Contains(words, t) || strings.Contains(t, words) }) {
			x.deem(s, span{s.subjectAt(p.from), p.to}, []span{p})
		}
	}
}

// deemed is how many words or characters are kept as one: what a fact may say, and its marks.
const deemed = 34

// deem keeps one stretch, where it is worth keeping, and reports whether it did.
func (x *extraction) deem(s *reading, p span, parts []span) bool {
	for p.to > p.from && s.marks(p.to-1) {
		p.to--
	}
	for p.from < p.to && s.marks(p.from) {
		p.from++
	}
	if p.to-p.from < 3 || x.stated >= perTurnStated || s.masked(p) {
		return false
	}
	odds := x.odds(s.words(p))
	if odds.Lasting < lastingUnread {
		return false
	}
	for _, one := range parts {
		if x.unfounded(s, one, one.to == len(s.tokens)) {
			return false
		}
	}
	c := chunk{span: p, cue: p, fading: s.fades(p)}
	j := s.subjectAt(p.from)
	switch w := s.at(j); w {
	case "he", "she", "they", "他", "她":
		who, ok := x.last(w)
		if !ok {
			return false // of whom, nobody will know
		}
		c.from, c.about = j, who
	case "his", "her": // "her mum can't have nuts"
		who, ok := x.last(w)
		if !ok {
			return false
		}
		c.from, c.about = j, who
	case "it", "this", "that", "these", "those", "它", "这", "那":
		return false
	}
	x.stated++
	x.declare(s, c, nil, odds)
	return true
}

// subjectAt returns where a stretch that begins at i comes to its point: after "and so", "btw".
func (s *reading) subjectAt(i int) int {
	if s.talk.chinese {
		i, _ = s.leadChinese(i)
		return i
	}
	i, _ = s.lead(i)
	return i
}

// onlySupposed reports whether a part says what would be, not what is.
func (s *reading) onlySupposed(p span) bool {
	j := s.subjectAt(p.from)
	if s.talk.chinese {
		return s.supposesChinese(span{j, p.to})
	}
	return s.supposes(j) && s.at(j) != "in"
}

// unfounded reports whether a part rests on nothing of its speaker's, however it sounds: asked,
// somebody else's words or life, or of this very moment.
func (x *extraction) unfounded(s *reading, p span, last bool) bool {
	p.from = s.subjectAt(p.from)
	if p.from >= p.to {
		return false
	}
	if s.talk.chinese {
		text := s.plain(p)
		return s.asksChinese(p, last) || s.ofOthers(p) || s.reportedChinese(text) || s.quotesChinese(text) || s.onBehalf(text) || s.onTheWay(text) || s.instead(text) || s.momentaryChinese(p, text) || s.points(p) || x.baseless(s, p)
	}
	switch s.at(p.from) {
	case "i", "we":
		if s.passesBy(s.group(frame{who: who{id: "user"}, from: p.from}, p.from+1), p.to) {
			return true
		}
	}
	if s.phrase(p, "that one") || s.phrase(p, "this one") {
		return true // which, nobody will know
	}
	return s.reported(p) || s.ofOthersEnglish(p.from) || s.momentary(p.from, p) || s.anybody(p.from, p.to) || s.whereaboutsOf(p.from, p.to) || x.baseless(s, p)
}
