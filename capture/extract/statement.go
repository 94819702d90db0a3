package extract

import (
	"strings"
	"time"

	"mneme/memory"
)

// saidAtLarge is the confidence of a statement that no row named, 0..1: it is
// believed, below what was understood.
const saidAtLarge = 0.7

// What odds decide; see capture/worth.
const (
	believing  = 0.5  // a statement that rules read is believed where its record is rather good than not
	waiting    = 0.3  // and waits to be heard again down to here
	unread     = 0.2  // so much more is asked of what no rule read
	eventful   = 0.15 // what happened is an event where its words are as likely worth keeping
	passingFor = 0.5  // what is more likely so for some days only is kept as long
)

// perTurnStated bounds the statements of one turn: who tells more is pasting.
const perTurnStated = 10

// chunk is a stretch of a sentence that states something, in its speaker's words.
type chunk struct {
	span
	person  bool // of somebody who was spoken of
	need    bool // asks for something to be had
	rule    bool // tells what is to be done, or never
	hedged  bool // perhaps
	loose   bool // speaks of nobody: it must go on about something known
	fading  bool // true for now only
	apart   bool // begins a thought of its own
	covered bool // facts read of the sentence say it already
	about   who  // the person, where a pronoun begins it
	cue     span // with what stands before it: where a change may be told
}

// states keeps what a person says of himself and of his world where no row named
// it: a plain statement in his own words, so that what the tables lack is still
// known. Questions, requests, suppositions and moods are none.
func (x *extraction) states(s *reading, mark int) {
	if x.turn.Role != memory.RoleUser || x.stated >= perTurnStated || x.whole || x.labelsText() {
		return
	}
	taught := false // a fact was read of the sentence: it is of the speaker
	for i := mark; i < len(x.told); i++ {
		taught = taught || x.told[i].draft.Record.Layer == memory.Semantic && x.told[i].draft.Act != memory.Retract
	}
	var list []chunk
	if s.talk.chinese {
		list = x.chunksChinese(s, taught)
	} else {
		list = x.chunks(s, taught)
	}
	for _, c := range x.joined(s, list, mark) {
		if x.stated >= perTurnStated {
			return
		}
		said := x.salient(s, c.span)
		olds := x.renewed(s, c, said)
		if c.covered {
			x.retires(s, c, olds)
			continue
		}
		if len(olds) == 0 && (x.work && !c.rule && !x.heading && !s.lasts(c.span) || x.text && (s.happened(c) || s.talk.chinese && strings.Contains(s.plain(c.span), "了"))) {
			continue
		}
		if (x.course || x.index > 0 && x.in.Turns[x.index-1].Role == memory.RoleAssistant) && len(olds) == 0 && c.rule && s.talk.chinese && !x.explicit && s.passingBan() {
			continue // a wish of this task
		}
		if len(olds) == 0 && !c.rule && !c.need && s.fails(c.span) {
			continue // an event
		}
		if x.course && len(olds) == 0 && !c.rule && !c.need && !x.heading && !(s.differs(c.cue) && x.known(said)) && !x.outlasts(s, c) {
			continue // of the task
		}
		if len(olds) == 0 && !c.rule && !c.need && !x.heading && !x.explicit && x.figured(s, c) {
			continue // of what is done, and over with it
		}
		if x.text && len(olds) == 0 && !c.need && (!s.ofSpeaker(c.span) || c.fading) {
			continue // of what is in the text
		}
		if c.loose && (len(olds) == 0 && !x.known(said) || len(said) < 2) {
			continue
		}
		if len(olds) == 0 && !c.rule && !c.need && !x.explicit && s.talk.chinese && s.oneOff(c.span, s.plain(c.span)) {
			if s.happened(c) {
				x.event(s, frame{who: who{id: "user"}, from: c.from}, memory.EventExperience, c.span)
			}
			continue // done and over
		}
		d := x.statement(s, c, olds)
		odds := x.weigh(s, c.span, &d, true)
		if len(olds) > 0 || x.heading || x.explicit {
			odds = 1 // it was asked to be kept, or takes an older one's place
		}
		if odds < waiting && x.odds(s.words(c.span)).Worth < eventful {
			continue
		}
		if len(olds) > 1 {
			x.retires(s, c, olds[1:])
		}
		if s.happened(c) {
			x.event(s, frame{who: who{id: "user"}, from: c.from}, memory.EventExperience, c.span)
			if len(olds) == 0 && !c.loose && (!valued(said) || x.dayPast(s, c)) {
				continue
			}
		}
		if odds >= waiting {
			x.declare(d, c, odds)
		}
	}
}

// ofSpeaker reports whether a stretch speaks of its speaker, and not of those he writes for.
func (s *reading) ofSpeaker(p span) bool {
	for i := p.from; i < p.to; i++ {
		switch s.at(i) {
		case "i", "my", "me", "mine", "myself":
			return true
		case "我":
			if s.at(i+1) != "们" {
				return true
			}
		}
	}
	return false
}

// joined leaves out the parts that say nothing, or nothing new, and makes one
// statement of short parts that follow each other.
func (x *extraction) joined(s *reading, list []chunk, mark int) []chunk {
	most := maxChunk - 6
	if s.talk.chinese {
		most = maxChunkChinese
	}
	var out []chunk
	for _, c := range list {
		said := x.salient(s, c.span)
		if len(said) == 0 || slight(said, c, s) && !x.heading && !s.styled() {
			continue
		}
		c.covered = !x.adds(said, mark) || c.rule && x.ruled(s, c, mark)
		if !c.covered && c.rule {
			if _, ok := x.spelledOut(s, s.words(c.span)); !ok {
				continue // of what, nobody can tell
			}
		}
		if n := len(out); n > 0 && !c.covered && !out[n-1].covered && c.from-out[n-1].to <= 3 && c.to-out[n-1].from <= most && !out[n-1].rule && !c.rule && !c.apart {
			out[n-1].to, out[n-1].cue.to = c.to, c.cue.to
			out[n-1].loose = out[n-1].loose && c.loose
			out[n-1].hedged = out[n-1].hedged || c.hedged
			out[n-1].fading = out[n-1].fading && c.fading
			continue
		}
		out = append(out, c)
	}
	return out
}

// ruled reports whether a row read a rule of this chunk already.
func (x *extraction) ruled(s *reading, c chunk, mark int) bool {
	for i := min(mark, len(x.told)); i < len(x.told); i++ {
		d := &x.told[i].draft
		switch d.Record.Predicate {
		case "never", "rejects":
			if d.Act == memory.Assert && strings.Contains(s.words(c.span), d.Quote) {
				return true
			}
		}
	}
	return false
}

// slight reports whether a statement says too little to be worth keeping: it names
// nothing, and has but a word or two.
func slight(said []topical, c chunk, s *reading) bool {
	least := 3
	if s.talk.chinese {
		least = 2
	}
	if c.person {
		least = 1
	}
	if !c.loose && (s.differs(c.cue) || s.ended(c.cue)) {
		least--
	}
	return !c.rule && !valued(said) && len(said) < least
}

// topical is a word that tells what a sentence is about.
type topical struct {
	text  string
	value bool // a number or a name
}

func valued(said []topical) bool {
	for _, w := range said {
		if w.value {
			return true
		}
	}
	return false
}

// bearing tells whether a turn speaks of its speaker, and whether it only tells.
func (x *extraction) bearing(list []sentence, text string) (own, tells bool) {
	tells = len(list) <= 4
	for _, one := range list {
		for _, t := range one.tokens {
			switch t.text {
			case "i", "my", "we", "our", "我", "咱", "俺":
				own = true
			}
		}
		if one.end == "?" || one.end == "？" {
			tells = false
		}
		s := &reading{sentence: one, source: text, talk: x.rules.english}
		if chineseSentence(one) {
			s.talk = x.rules.chinese
			for n, p := range s.clauses() {
				tells = tells && !s.asksChinese(p, n == len(one.tokens)) && !startsAny(s.plain(p), asksFor()...)
			}
		} else {
			j, _ := s.lead(0)
			tells = tells && !s.is(j, asked) && !s.asks(j)
		}
	}
	return own, tells
}

// declare proposes a statement whose record is as likely good as the odds say.
func (x *extraction) declare(d Draft, c chunk, odds float64) {
	d.Record.Confidence = saidVaguely
	if !c.hedged && odds >= believing {
		d.Record.Confidence = saidAtLarge
	}
	x.stated++
	x.propose(d, "statement")
}

// statement drafts what a chunk states, in the place of an older one where it renews it.
func (x *extraction) statement(s *reading, c chunk, olds []told) Draft {
	predicate := memory.PredicateStatement
	switch {
	case c.need:
		predicate = "need"
	case c.rule && s.forbids(c.span):
		predicate = "never"
	}
	f := frame{who: who{id: "user"}, from: c.from, hedged: c.hedged, chinese: s.talk.chinese}
	text := x.tidy(s, c.span, true, c.rule || s.frequent(c.span) || !x.relative(s, c.span))
	if c.rule {
		text, _ = x.spelledOut(s, text)
	}
	d := x.draft(s, f, predicate, text, memory.Assert, c.span)
	d.Record.Text = text
	if c.about.label != "" {
		d.Record.Text = s.naming(c, text)
		d.Record.Object = d.Record.Text
		if !s.possessive(c.from) {
			d.Record.Subject = c.about.id
		}
	}
	date, dated := s.dated(c.span)
	soon := dated && date.End.After(x.turn.At) && date.End.Before(x.turn.At.Add(memory.TemporaryLife))
	if s.talk.chinese && everyDay(s.plain(c.span)) && !x.relative(s, c.span) {
		soon, dated = false, false // 我下午两点以后不喝咖啡: of each day
	}
	switch {
	case c.rule, c.need:
	case c.fading || soon || s.passes(c.span) || x.odds(s.words(c.span)).Passing >= passingFor:
		d.Temporary, d.Record.Kind = true, memory.KindTemporary
		if soon {
			x.when(&d, date)
		}
	case s.talk.chinese && habitual(s.plain(c.span)):
	case dated && date.Start.After(x.turn.At) && c.to-c.from <= 16:
		d.Record.Predicate, d.Record.Kind = "plan", memory.KindPlan
		d.Record.Constraint.ValidFrom = d.Record.Constraint.ValidUntil
		d.Record.Constraint = memory.Constraint{}
		x.when(&d, date)
	}
	if len(olds) > 0 {
		old := &olds[0]
		d.Act, d.Target, d.Replaces = memory.Correct, old.draft.Target, old.draft.Record.Object
		d.Record.Subject = old.draft.Record.Subject
	}
	return d
}

// relative reports whether the day that a stretch names is told from the day it is
// said on: tomorrow, last Friday, 下周三. Others read the same on any day.
func (x *extraction) relative(s *reading, p span) bool {
	date, ok := s.dated(p)
	if !ok {
		return false
	}
	said := memory.Fold(s.source[date.At : date.At+date.Len])
	switch {
	case oneDay(said):
		return true // "6:40pm tomorrow"
	case s.talk.chinese && holdsAny(said, "今天", "今晚", "明天", "明早", "明晚", "后天", "昨天", "昨晚", "前天"):
		return true
	case hasDigits(said):
		return false
	}
	if s.talk.chinese {
		return holdsAny(said, "今天", "今晚", "明", "后天", "昨", "前天", "下周", "下个", "下礼拜", "上周", "上个", "上礼拜", "这周", "本周", "下月", "上月", "去年")
	}
	return !strings.HasSuffix(said, "s") && date.End.Sub(date.Start) < 40*24*time.Hour
}

// adds reports whether words say enough that the facts read of the same sentence
// do not.
func (x *extraction) adds(said []topical, mark int) bool {
	var b, quotes strings.Builder
	for i := range x.told[min(mark, len(x.told)):] {
		d := &x.told[mark+i].draft
		if d.Record.Layer != memory.Semantic || d.Act == memory.Retract && !x.holds(d.Record.Object) {
			continue // what was never believed is not taken back either
		}
		quotes.WriteString(memory.Fold(d.Quote))
		quotes.WriteByte(' ')
		for _, words := range []string{d.Record.Text, d.Record.Object, d.Record.Constraint.Context, d.Replaces} {
			b.WriteString(memory.Fold(words))
			b.WriteByte(' ')
		}
	}
	if b.Len() == 0 {
		return true
	}
	covered, quoted, missing, all := b.String(), quotes.String(), 0, 0
	for _, w := range said {
		n := 1
		if w.value {
			n = 3
		}
		all += n
		if !strings.Contains(covered, w.text) && (w.value || !strings.Contains(quoted, w.text)) {
			missing += n
		}
	}
	return missing == all || missing >= 2 && missing*3 >= all
}

// salient are the words of a stretch that tell what it is about, folded: of
// Chinese, pairs of characters.
func (x *extraction) salient(s *reading, p span) []topical {
	var out []topical
	for i := p.from; i < p.to; i++ {
		t := s.tokens[i]
		_, dated := s.inDate(i)
		switch {
		case dated && !hasDigits(t.text):
		case t.kind == aNumber:
			out = append(out, topical{t.text, !dated})
		case t.kind == aCharacter:
			if i+1 < p.to && s.tokens[i+1].kind == aCharacter && !particle(t.text) && !particle(s.at(i+1)) {
				out = append(out, topical{t.text + s.at(i+1), s.numeralChinese(i) && t.text != "一" && t.text != "半"})
			}
		case t.kind == aWord:
			if len(t.text) > 1 && !s.is(i, verbal) && x.rules.english.words[t.text]&(hollow|breaks|verbal|article|adverb) == 0 {
				out = append(out, topical{stem(t.text), t.capital && (i > p.from || i > 0 && s.tokens[i-1].kind == aWord) || hasDigits(t.text) || s.talk.chinese})
			}
		}
	}
	return out
}

// stem takes the endings off a word that tell nothing of what it is about: what
// is left begins the word in any of its shapes.
func stem(w string) string {
	for _, end := range []string{"ing", "ies", "ed", "es", "s", "e", "y"} {
		if rest, ok := strings.CutSuffix(w, end); ok && len(rest) > 3 && !strings.HasSuffix(w, "ss") {
			return rest
		}
	}
	return w
}

// particle reports whether a character only binds others.
func particle(c string) bool {
	return strings.Contains("的了我你他她它们是在有不就也都很这那和跟与把被让给对从到去来要会能可还又才着过吗吧呢啊呀嘛哦一个个只太最没别得为因所以但而如果么什怎哪谁几多少年月号日点天", c)
}
