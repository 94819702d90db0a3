package extract

import (
	"strings"
	"time"

	"mneme/memory"
)

// revises reads a new day or a new amount for something known: "they moved the
// demo to Friday", "my dose went up to 100 mg", 沙发改到17号, 药加到两片. The rest of
// the fact stays as it was.
func (x *extraction) revises(s *reading) bool {
	if s.end == "?" || s.end == "？" || s.supposes(0) || s.talk.chinese && s.asksChinese(span{0, len(s.tokens)}, true) {
		return false
	}
	before, value := s.revision()
	if value.to <= value.from {
		return false
	}
	if x.reschedules(s, before, value) {
		return true
	}
	date, dated := s.dated(value)
	if dated {
		date = x.comes(s, x.coming(s, date, value))
		if s.talk.chinese && s.goesOn(value, date) {
			return false // 改成12月8号去杭州 is a plan of its own
		}
	}
	if !dated && s.tokens[value.from].kind != aNumber && !s.numeral(value.from) {
		return false
	}
	words := s.words(before)
	old := x.about(words, func(r *memory.Record) bool {
		if dated {
			return r.Kind == memory.KindPlan || r.Kind == memory.KindTemporary || r.Predicate == memory.PredicateStatement && len(memory.When(r.Text, x.turn.At, x.zone)) > 0
		}
		return hasDigits(r.Object) && r.Kind != memory.KindPlan && r.Kind != memory.KindTemporary
	})
	if old == nil && dated {
		old = x.ofThatDay(s, before)
	}
	if old == nil && dated && s.elsewhere(value) != "" && s.holds(before, "trip", "flight", "travel", "journey", "visit", "holiday", "vacation") {
		old = x.latest(true)
	}
	if old == nil && (strings.Contains(" it its ", " "+memory.Fold(words)+" ") || words == "") {
		old = x.latest(dated)
	}
	if old == nil {
		return false
	}
	d := old.draft
	r := &d.Record
	was := r.Object
	if dated {
		date = x.sameDay(s, date, r)
		if place := s.elsewhere(value); place != "" && !s.talk.chinese {
			r.Object, r.Text = relocate(r.Object, place), relocate(r.Text, place)
		}
		r.Object, r.Text = x.redate(r.Object, date, s.talk.chinese), x.redate(r.Text, date, s.talk.chinese)
	} else {
		amount := s.words(s.amountAt(value.from))
		r.Object, r.Text = recount(r.Object, amount), recount(r.Text, amount)
		if plan := r.Kind == memory.KindPlan || r.Kind == memory.KindTemporary; plan || r.Object == was {
			r.Object, r.Text = x.recounted(was, amount), x.recounted(old.draft.Record.Text, amount)
		}
	}
	if r.Object == was {
		return false
	}
	d.Act, d.Target, d.Replaces, d.Explicit = memory.Correct, old.draft.Target, was, x.explicit
	d.Quote = s.quote(span{0, len(s.tokens)})
	r.Confidence = saidPlainly
	r.Constraint.ValidFrom, r.Constraint.ValidUntil = x.turn.At.UTC(), old.draft.Record.Constraint.ValidUntil
	if dated {
		r.Constraint = memory.Constraint{Context: r.Constraint.Context, Project: r.Constraint.Project}
		x.when(&d, date)
	}
	x.propose(d, old.kind)
	return true
}

// goesOn reports whether a new day has what is done on it behind it.
func (s *reading) goesOn(value span, date memory.Span) bool {
	i := s.after(value, date)
	switch s.at(i) {
	case "去", "到", "飞", "在", "坐", "回":
		return !s.marks(i + 1)
	}
	return false
}

// coming resolves the new day by its own words: the past tense of "they moved it to
// Friday" is not the day's.
func (x *extraction) coming(s *reading, date memory.Span, value span) memory.Span {
	from := s.tokens[value.from].start
	alone := memory.When(s.source[from:max(from, date.At+date.Len)], x.turn.At, x.zone)
	if len(alone) == 0 {
		return date
	}
	alone[0].At += from
	return alone[0]
}

// revision finds a verb of change and the value after it: what stands before the
// value says what is changed.
func (s *reading) revision() (before, value span) {
	n := len(s.tokens)
	if s.talk.chinese {
		for i := range s.tokens {
			for _, w := range []string{"改到", "改成", "改为", "推迟到", "提前到", "延到", "延期到", "延后到", "延迟到", "挪到", "调到", "推到", "顺延到", "加到", "加量到", "增加到", "涨到", "提高到", "升到", "降到", "减到", "减量到", "调整到", "调整为", "改约到", "改约"} {
				if s.standsText(i, w) {
					m := i + len([]rune(w))
					return span{0, i}, span{m, min(n, m+12)}
				}
			}
		}
		return span{}, span{}
	}
	for _, lead := range [][]string{{"make", "it"}, {"make", "that"}, {"let", "us", "say"}, {"let", "us", "make", "it"}, {"raise", "it", "to"}, {"lower", "it", "to"}} {
		for i := 0; i < min(4, n); i++ {
			if s.stands(i, lead) && n-i-len(lead) <= 4 {
				return span{0, 0}, span{i + len(lead), n}
			}
		}
	}
	for i := range s.tokens {
		switch s.at(i) {
		case "raised", "increased", "upped", "lowered", "reduced", "decreased", "cut", "changed", "bumped", "moved", "pushed", "rescheduled", "postponed", "shifted", "delayed", "brought", "went", "dropped", "adjusted":
		case "now":
			if s.at(i-1) != "is" && s.at(i-1) != "'s" {
				continue
			}
			m := i + 1
			for s.at(m) == "on" || s.at(m) == "at" {
				m++
			}
			return span{0, i}, span{m, min(n, m+8)}
		default:
			continue
		}
		for j := i + 1; j < min(i+9, n); j++ {
			if s.at(j) == "to" || s.at(j) == "until" {
				return span{0, j}, span{j + 1, min(n, j+8)}
			}
			if s.marks(j) {
				break
			}
		}
	}
	return span{}, span{}
}

// numeral reports whether a number in words stands at i.
func (s *reading) numeral(i int) bool {
	return s.is(i, numeral) || s.talk.chinese && s.numeralChinese(i)
}

// amountAt is the number at i with its unit.
func (s *reading) amountAt(i int) span {
	end := i + 1
	for end < len(s.tokens) && s.talk.chinese && (s.numeralChinese(end) || strings.Contains("片毫克升块元万千百天次", s.at(end)) && s.at(end) != "") {
		end++
	}
	if !s.talk.chinese && end < len(s.tokens) && (s.is(end, currency) || unit(s.at(end))) {
		end++
	}
	return span{i, end}
}

// unit reports whether a word is a unit of measure.
func unit(w string) bool {
	switch w {
	case "mg", "mcg", "g", "kg", "ml", "l", "km", "m", "cm", "miles", "hours", "minutes", "people", "units", "percent", "pills", "tablets":
		return true
	}
	return false
}

// recount exchanges an amount in a text: the first that is counted in the same, else the first.
func recount(text, amount string) string {
	tokens := tokenize(text)
	now := tokenize(amount)
	for i := 0; len(now) > 1 && i+1 < len(tokens); i++ {
		if tokens[i].kind == aNumber && tokens[i+1].text == now[1].text {
			return text[:tokens[i].start] + amount + text[tokens[i+1].end:]
		}
	}
	for i, t := range tokens {
		if t.kind != aNumber {
			continue
		}
		end := t.end
		if i+1 < len(tokens) && unit(tokens[i+1].text) && len(now) > 1 {
			end = tokens[i+1].end
		}
		return text[:t.start] + amount + text[end:]
	}
	return text
}

// redate exchanges the date in a text, or adds it.
func (x *extraction) redate(text string, date memory.Span, chinese bool) string {
	day := dateText(date)
	spans := memory.When(text, x.turn.At, x.zone)
	if len(spans) > 0 {
		at, end := spans[0].At, spans[0].At+spans[0].Len
		return text[:at] + day + text[end:]
	}
	if chinese {
		return day + text
	}
	return text + " on " + day
}

// sameDay gives a new clock time the day of what it is of: "moved to 4pm".
func (x *extraction) sameDay(s *reading, date memory.Span, r *memory.Record) memory.Span {
	said := memory.Fold(s.source[date.At : date.At+date.Len])
	if r.Event.Time.IsZero() || date.End.Sub(date.Start) > 2*time.Hour || holdsAny(said, "day", "morrow", "tonight", "morning", "evening", "周", "号", "日", "天", "明", "后", "晚") || len(said) > 12 {
		return date
	}
	day, clock := r.Event.Time.In(x.zone), date.Start.In(x.zone)
	date.Start = time.Date(day.Year(), day.Month(), day.Day(), clock.Hour(), clock.Minute(), 0, 0, x.zone)
	date.End = date.Start.Add(time.Hour)
	return date
}

// counted reports whether a text names a number that is no part of a date.
func (x *extraction) counted(text string) bool { return x.recounted(text, "0") != text }

// recounted exchanges the first number of a text that is no part of a date, in
// figures or in words.
func (x *extraction) recounted(text, amount string) string {
	dates := memory.When(text, x.turn.At, x.zone)
	for _, t := range tokenize(text) {
		if t.kind != aNumber && x.rules.english.words[t.text]&numeral == 0 {
			continue
		}
		inside := false
		for _, d := range dates {
			inside = inside || t.start < d.At+d.Len && t.end > d.At
		}
		if !inside {
			return text[:t.start] + amount + text[t.end:]
		}
	}
	return text
}

// latest finds the newest fact of this conversation's last turns that has a day,
// or an amount.
func (x *extraction) latest(dated bool) *told {
	for i := len(x.told) - 1; i >= 0; i-- {
		h := x.told[i]
		r := &h.draft.Record
		if x.index-h.turn > 2*reach || r.Layer != memory.Semantic || h.draft.Act == memory.Retract {
			continue
		}
		if plan := r.Kind == memory.KindPlan || r.Kind == memory.KindTemporary; dated && plan || !dated && !plan && hasDigits(r.Object) || !dated && plan && x.counted(r.Object) {
			h.draft.Target = ""
			return &h
		}
	}
	return nil
}

// about finds the fact that words speak of: the one that shares most with them,
// the newest of those that share as much.
func (x *extraction) about(words string, fits func(*memory.Record) bool) *told {
	var best *told
	most := 0
	said := tokenize(words)
	for i := range x.in.Known {
		k := &x.in.Known[i]
		if k.Layer != memory.Semantic || k.Status != memory.Current && k.Status != "" {
			continue
		}
		if n := sharing(said, x.foldedKnown(i)); n >= most && n > 0 && fits(k) {
			most = n
			r := memory.Record{
				Layer: k.Layer, Kind: k.Kind, Text: k.Text, Subject: k.Subject, Predicate: k.Predicate, Object: k.Object, Tags: k.Tags,
				Constraint: memory.Constraint{Context: k.Constraint.Context, Project: k.Constraint.Project}, Event: k.Event, Source: memory.UserDirect,
			}
			best = &told{draft: Draft{Record: r, Target: k.ID}, turn: -1}
		}
	}
	for i := range x.told {
		h := &x.told[i]
		r := &h.draft.Record
		if h.draft.Act == memory.Retract || r.Layer != memory.Semantic {
			continue
		}
		if n := sharing(said, memory.Fold(r.Text+" "+r.Object+" "+r.Predicate+" "+r.Constraint.Context)); n > 0 && n >= most && fits(r) {
			most = n
			best = &told{draft: h.draft, kind: h.kind, turn: h.turn}
			best.draft.Target = ""
		}
	}
	return best
}

// newest finds the last of the first n facts told that fits, or else one that is known, however
// few words it shares with what is said; nil when none does.
func (x *extraction) newest(n int, fits func(*memory.Record) bool) *told {
	for i := n - 1; i >= 0; i-- {
		if h := x.told[i]; h.draft.Act != memory.Retract && fits(&h.draft.Record) {
			h.draft.Target = ""
			return &h
		}
	}
	for i := range x.in.Known {
		if k := &x.in.Known[i]; k.Status == memory.Current && fits(k) {
			return &told{draft: Draft{Record: *k, Target: k.ID}, turn: -1}
		}
	}
	return nil
}

// sharing counts the words of substance that a record has in common with what is
// said: of Chinese, pairs of characters.
func sharing(tokens []token, text string) int {
	n := 0
	for i, t := range tokens {
		switch {
		case t.kind == aCharacter && i+1 < len(tokens) && tokens[i+1].kind == aCharacter:
			if strings.Contains(text, t.text+tokens[i+1].text) {
				n++
			}
		case t.kind == aWord && len(t.text) > 3 && !passing(t.text):
			if wordIndex(text, strings.TrimSuffix(t.text, "s")) >= 0 {
				n++
			}
		case t.kind == aNumber && len(t.text) > 2 && strings.Contains(text, t.text):
			n++
		}
	}
	return n
}

// passing are words that tell nothing of what a sentence is about.
func passing(w string) bool {
	switch w {
	case "with", "from", "have", "just", "they", "that", "this", "will", "been", "about", "then", "than", "there", "their", "want", "wants", "need", "needs", "does", "really", "likes", "prefers", "today", "also", "some", "more":
		return true
	}
	return false
}
