package extract

import (
	"strings"
	"time"

	"mneme/memory"
)

// replans reports whether a sentence says that a plan became another: what it tells
// takes the place of the plan of the same sort.
func (s *reading) replans() bool {
	if s.talk.chinese {
		text := s.plain(span{0, len(s.tokens)})
		return holdsAny(text, "计划变了", "计划改了", "行程变了", "行程改了", "改计划", "改行程", "改主意", "计划有变", "行程有变", "改去", "改成", "改为", "换成")
	}
	p := span{0, len(s.tokens)}
	return s.holds(p, "instead") || s.phrase(p, "change of plans") || s.phrase(p, "change of plan") || s.phrase(p, "plans changed") || s.phrase(p, "plan changed") || s.phrase(p, "changed my mind") || s.phrase(p, "changed our minds")
}

// replaced finds the plan whose place a new one takes: the newest that begins with the
// same words, as both are of going somewhere.
func (x *extraction) replaced(d *Draft) {
	if d.Act != memory.Assert || d.Replaces != "" || d.Target != "" || !x.replan || !going(&d.Record) {
		return
	}
	fits := func(r *memory.Record) bool {
		return going(r) && r.Subject == d.Record.Subject && !memory.SameObject(r.Object, d.Record.Object)
	}
	for i := x.mark - 1; i >= 0; i-- {
		if h := &x.told[i]; h.draft.Act != memory.Retract && fits(&h.draft.Record) && x.index-h.turn <= 2*reach {
			d.Act, d.Replaces = memory.Correct, h.draft.Record.Object
			return
		}
	}
	var only *memory.Record
	for i := range x.in.Known {
		if k := &x.in.Known[i]; k.Status == memory.Current && fits(k) {
			if only != nil {
				return // which of them, nobody can tell
			}
			only = k
		}
	}
	if only != nil {
		d.Act, d.Target, d.Replaces = memory.Correct, only.ID, only.Object
	}
}

// going reports whether a record tells of going somewhere at a coming time.
func going(r *memory.Record) bool {
	if r.Layer != memory.Semantic || r.Predicate != "plan" && r.Predicate != "appointment" {
		return false
	}
	text := memory.Fold(r.Text)
	for _, word := range [...]string{"going to ", "flies to ", "flying to ", "moving to ", "in ", "去", "飞"} {
		if strings.HasPrefix(text, word) || strings.HasPrefix(text, "plans to go to") || strings.HasPrefix(text, "will go to") {
			return true
		}
	}
	return false
}

// ofThatDay finds the plan for the day that words name: 周四的会, "Thursday's
// appointment". Words that say what it is must be its own.
func (x *extraction) ofThatDay(s *reading, before span) *told {
	day, dated := s.dated(before)
	if !dated {
		return nil
	}
	day = x.coming(s, day, before) // 了 is of the moving
	var names []string
	for i := before.from; i < before.to; i++ {
		if _, in := s.inDate(i); !in && s.tokens[i].kind == aWord && len(s.at(i)) > 3 && !s.is(i, verbal|article|adverb) && !passing(s.at(i)) {
			names = append(names, s.at(i))
		}
	}
	fits := func(r *memory.Record) bool {
		if r.Kind != memory.KindPlan && r.Kind != memory.KindTemporary || r.Event.Time.IsZero() || r.Event.Time.Before(day.Start) || !r.Event.Time.Before(day.End) {
			return false
		}
		text := memory.Fold(r.Text)
		if s.talk.chinese {
			rest := strings.TrimRight(s.plain(span{s.after(before, day), before.to}), "被给都")
			return strings.TrimLeft(rest, "的那个场") == "" || strings.Contains(text, strings.TrimLeft(rest, "的那个场"))
		}
		for _, name := range names {
			if name != "appointment" && name != "thing" && !strings.Contains(text, name) {
				return false
			}
		}
		return true
	}
	return x.newest(len(x.told), fits)
}

// after returns where a date within a stretch ends.
func (s *reading) after(p span, date memory.Span) int {
	for i := p.from; i < p.to; i++ {
		if s.tokens[i].start >= date.At+date.Len {
			return i
		}
	}
	return p.to
}

// comes moves a bare weekday that is today's name a week on: what is moved to Monday on
// a Monday is moved to the next one.
func (x *extraction) comes(s *reading, date memory.Span) memory.Span {
	said := memory.Fold(s.source[date.At : date.At+date.Len])
	today := x.turn.At.In(x.zone)
	start := date.Start.In(x.zone)
	if start.Year() != today.Year() || start.YearDay() != today.YearDay() || date.End.Sub(date.Start) > 25*time.Hour {
		return date
	}
	if holdsAny(said, "今", "这", "本", "today", "this", "tonight") || !holdsAny(said, "周", "星期", "礼拜", "day") {
		return date
	}
	date.Start, date.End = date.Start.AddDate(0, 0, 7), date.End.AddDate(0, 0, 7)
	return date
}

// elsewhere returns where something was moved to besides its new day: "to Munich, next
// Friday", "to December 12 at Blue Bottle".
func (s *reading) elsewhere(value span) string {
	end := value.from
	for end < value.to && (s.tokens[end].kind != aMark || s.at(end) == ",") && !s.is(end, breaks) {
		end++
	}
	for i := value.from; i < end; i++ {
		if _, in := s.inDate(i); in || !s.capital(i) {
			continue
		}
		if i > value.from && s.at(i-1) != "at" && s.at(i-1) != "in" && s.at(i-1) != "to" && s.at(i-1) != "the" {
			continue
		}
		to := i
		for to < end && s.capital(to) {
			if _, in := s.inDate(to); in {
				break
			}
			to++
		}
		return s.words(span{i, to})
	}
	return ""
}

// relocate exchanges the place in a text: the last name behind "at", "in" or "to".
func relocate(text, place string) string {
	tokens := tokenize(text)
	for i := len(tokens) - 1; i >= 0; i-- {
		if !tokens[i].capital {
			continue
		}
		first := i
		for first > 0 && tokens[first-1].capital {
			first--
		}
		at := first
		if at > 0 && tokens[at-1].text == "the" {
			at--
		}
		if at > 0 && (tokens[at-1].text == "at" || tokens[at-1].text == "in" || tokens[at-1].text == "to") || at == 0 {
			return text[:tokens[at].start] + place + text[tokens[i].end:]
		}
		i = first
	}
	return text
}
