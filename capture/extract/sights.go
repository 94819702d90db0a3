package extract

import (
	"slices"
	"strings"

	"mneme/capture/worth"
	"mneme/memory"
)

// Candidate is a statement that was weighed: what its record would say and what was seen of it.
// The weights of capture/worth are learnt from candidates that were judged.
type Candidate struct {
	Text      string // of the record
	Quote     string // what it was read from, as it was said
	Statement worth.Statement
}

// weigh returns how likely a record of a statement is good, 0..1. The part is where the chunk was
// found; kept tells that it passed what is asked of plain statements, where others must carry
// more.
func (x *extraction) weigh(s *reading, part span, d *Draft, kept bool, more ...string) float64 {
	w := worth.Statement{
		Text:     memory.Fold(d.Record.Text),
		Sights:   append(x.sights(s, part), more...),
		Own:      x.odds(s.words(part)),
		Sentence: x.odds(s.words(span{0, len(s.tokens)})),
	}
	w.Sights = append(w.Sights, d.Record.Predicate)
	if kept {
		w.Sights = append(w.Sights, "kept")
	}
	if x.in.Watch != nil && !x.turn.Seen {
		x.in.Watch(Candidate{Text: d.Record.Text, Quote: d.Quote, Statement: w})
	}
	return x.rules.worth.Record(w)
}

// sights are what grammar and the talk say of a part of a sentence, each by its name. None of them
// decides alone: what each counts for is learnt.
func (x *extraction) sights(s *reading, p span) []string {
	var names []string
	see := func(name string, so bool) {
		if so {
			names = append(names, name)
		}
	}
	point := span{s.subjectAt(p.from), p.to}
	c := chunk{span: point, cue: p}

	see("turn speaks of its speaker", x.own)
	see("turn only tells", x.tells)
	see("under a heading", x.heading)
	see("at work", x.work)
	see("task under way", x.course)
	see("for a text", x.text)
	see("on a stage", x.stage)
	see("asked to be kept", x.explicit)
	see("answers", x.asked())
	see("turn asks", slices.ContainsFunc(x.list, func(one sentence) bool { return one.end == "?" || one.end == "？" }))
	see("follows a question", x.index > 0 && x.in.Turns[x.index-1].Role == memory.RoleAssistant && endsAny(strings.TrimSpace(x.in.Turns[x.index-1].Text), "?", "？"))

	see("sentence asks", s.end == "?" || s.end == "？")
	see("masked", s.masked(p))
	see("number", s.hasDigit(p))
	see("lasts", s.lasts(point))
	see("fades", s.fades(p))
	see("passes", s.passes(p))
	see("fails", s.fails(p))
	see("points", s.points(p))
	see("baseless", x.baseless(s, p))
	see("happened", s.happened(c))
	see("figured", x.figured(s, c))
	see("outlasts", x.outlasts(s, c))
	_, dated := s.dated(p)
	see("dated", dated)
	see("supposed", slices.ContainsFunc(s.clausesOrParts(), func(one span) bool { return one.from < p.to && s.onlySupposed(one) }))
	if s.talk.chinese {
		x.sightsChinese(s, p, point, see)
	} else {
		x.sightsEnglish(s, p, point, see)
	}
	return names
}

func (x *extraction) sightsEnglish(s *reading, p, point span, see func(string, bool)) {
	j := point.from
	see("own", s.own(p))
	see("reported", s.reported(p))
	see("of others", s.ofOthersEnglish(j))
	see("momentary", s.momentary(j, p))
	see("of anybody", s.anybody(j, p.to))
	see("whereabouts", s.whereaboutsOf(j, p.to))
	see("of the assistant", s.holds(p, "you", "your", "u", "ur"))
	see("wishes", s.wishes(p))
	see("dropped subject", s.dropped(j))
	see("asks", s.is(j, asked))
	see("begins with my", s.at(j) == "my" || s.at(j) == "our")
	if s.at(j) == "i" || s.at(j) == "we" {
		f := s.group(frame{who: who{id: "user"}, from: j}, j+1)
		see("begins with i", true)
		see("passes by", s.passesBy(f, p.to))
		see("would", f.would)
		see("future", f.future)
		see("modal", f.modal)
	}
	_, states := x.chunk(s, point, x.own)
	see("states", states)
}

func (x *extraction) sightsChinese(s *reading, p, point span, see func(string, bool)) {
	text := s.plain(point)
	see("own", s.ownChinese(p))
	see("asks", s.asksChinese(point, true))
	see("of others", s.ofOthers(point))
	see("reported", s.reportedChinese(text))
	see("quotes", s.quotesChinese(text))
	see("on behalf", s.onBehalf(text))
	see("on the way", s.onTheWay(text))
	see("instead", s.instead(text))
	see("momentary", s.momentaryChinese(p, text))
	see("of the assistant", strings.ContainsAny(text, "你您"))
	see("asks for", startsAny(text, asksFor()...))
	see("passing", holdsAny(text, passingChinese()...))
	see("requests", s.requestsChinese(point, text))
	see("done", strings.Contains(text, "了"))
	_, states := x.chunkChinese(s, point, x.own, true)
	see("states", states)
}

// clausesOrParts cuts the sentence into what may be read alone.
func (s *reading) clausesOrParts() []span {
	if s.talk.chinese {
		return s.clauses()
	}
	return s.parts(len(s.tokens))
}
