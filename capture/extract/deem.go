package extract

import (
	"cmp"
	"slices"
	"strings"

	"mneme/capture/worth"
	"mneme/memory"
)

// deemed is what may be kept of a sentence that no rule read, with how likely its record is good.
type deemed struct {
	chunk
	draft Draft
	odds  float64 // less what is asked beyond what rules read
}

// deems keeps what a person says of himself where neither a row nor the reading of statements
// made anything of it: the ways to say such things are more than any table holds. Each part of a
// sentence, and a short sentence as a whole, is weighed; of those that overlap the best is kept.
func (x *extraction) deems(s *reading, before int) {
	if x.turn.Role != memory.RoleUser || x.whole || x.text || x.stated >= perTurnStated || x.labelsText() {
		return
	}
	if !x.own && !x.heading || x.work && !s.lasts(span{0, len(s.tokens)}) {
		return // nobody speaks of himself, or of his work of this hour
	}
	var told []string // what rules read of the sentence
	for i := before; i < len(x.told); i++ {
		if d := &x.told[i].draft; d.Record.Layer == memory.Semantic {
			told = append(told, d.Quote)
		}
	}
	if len(told) > 0 && s.laughsAt(span{0, len(s.tokens)}) {
		return // what stands beside a joke is one too
	}
	parts := s.clausesOrParts()
	list := x.deem(s, parts, told)
	if len(told) == 0 && len(parts) > 1 && len(s.tokens) <= maxWhole &&
		!slices.ContainsFunc(parts, func(p span) bool { return s.onlySupposed(p) || x.unfounded(s, p, p.to == len(s.tokens)) }) {
		list = append(list, x.deem(s, []span{{0, len(s.tokens)}}, nil)...)
	}
	slices.SortStableFunc(list, func(a, b deemed) int { return cmp.Compare(b.odds, a.odds) })
	var kept []span
	for _, one := range list {
		if one.odds < waiting || x.stated >= perTurnStated {
			return
		}
		if slices.ContainsFunc(kept, func(k span) bool { return k.from < one.to && one.from < k.to }) {
			continue
		}
		kept = append(kept, one.span)
		x.declare(one.draft, one.chunk, one.odds)
	}
}

// Bounds of what is weighed, in words or characters.
const (
	maxWhole = 26 // of a sentence that is kept whole though it has parts
	maxPart  = 40
)

// hopeless is how unlikely worth keeping a part's own words are where nothing more is asked of it.
const hopeless = 0.25

// deem weighs the parts of a sentence that hold none of the quotes told.
func (x *extraction) deem(s *reading, parts []span, told []string) []deemed {
	var out []deemed
	supposed := false
	for _, p := range parts {
		if supposed = supposed || s.onlySupposed(p); supposed {
			break // and what follows with it
		}
		for p.to > p.from && s.marks(p.to-1) {
			p.to--
		}
		for p.from < p.to && s.marks(p.from) {
			p.from++
		}
		if p.to-p.from < 2 || p.to-p.from > maxPart || s.masked(p) {
			continue
		}
		words := s.quote(p)
		if slices.ContainsFunc(told, func(t string) bool { return strings.Contains(words, t) || strings.Contains(t, words) }) {
			continue
		}
		if x.unfounded(s, p, p.to == len(s.tokens)) || x.odds(s.words(p)).Worth < hopeless {
			continue
		}
		c := chunk{span: span{s.subjectAt(p.from), p.to}, cue: p, fading: s.fades(p)}
		if c.from >= c.to {
			continue
		}
		var more []string
		switch w := s.at(c.from); w {
		case "he", "she", "they", "his", "her", "他", "她":
			who, ok := x.last(w)
			if !ok {
				continue // of whom, nobody will know
			}
			c.about = who
			more = append(more, "of somebody known")
		case "it", "this", "that", "these", "those", "它", "这", "那":
			more = append(more, "points at something")
		}
		if len(x.salient(s, c.span)) == 0 || s.turnsOnly(c.span) {
			continue // it says nothing
		}
		d := x.statement(s, c, nil)
		if tooLong(d.Record) {
			continue
		}
		out = append(out, deemed{c, d, x.weigh(s, p, &d, false, more...) - unread})
	}
	return out
}

// turnsOnly reports whether a stretch says that its speaker thinks otherwise now, and not what: "I've
// changed my mind", 我改主意了.
func (s *reading) turnsOnly(p span) bool {
	if s.talk.chinese {
		return p.to-p.from <= 7 && holdsAny(s.plain(p), "改主意", "变主意", "改了主意", "变卦")
	}
	return p.to-p.from <= 6 && (s.phrase(p, "changed my mind") || s.phrase(p, "changed our minds"))
}

// laughsAt reports whether a stretch laughs.
func (s *reading) laughsAt(p span) bool {
	return s.holds(p, "lol", "lmao", "rofl", "haha", "hahaha", "hehe", "jk") || holdsAny(s.plain(p), "哈哈", "嘿嘿", "笑死")
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

// odds returns how likely words are worth keeping.
func (x *extraction) odds(words string) worth.Odds {
	return x.rules.worth.Of(memory.Fold(words))
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
