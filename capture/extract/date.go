package extract

import (
	"strconv"
	"strings"
	"time"

	"mneme/memory"
)

// tidy returns the words of a slot: without articles and fillers, and with
// relative dates made absolute where the date is part of the fact.
func (x *extraction) tidy(s *reading, p span, keepDate, asSaid bool) string {
	if date, ok := s.dated(p); ok && !keepDate && s.tokens[p.from].start < date.At {
		p = s.before(p, date)
	}
	words := s.words(p)
	if date, ok := s.dated(p); ok && (!asSaid || x.relative(s, p) && (s.talk.chinese || oneDay(s.source[date.At:date.At+date.Len]))) {
		words = x.absolute(s, p, date)
	}
	return strings.Trim(words, " ,.;:!?\"'“”「」，。；：！？、-—()（）*_`")
}

// oneDay reports whether a date is told from the day it is said on, so that it means
// another on any other day.
func oneDay(said string) bool {
	return anySign(memory.Fold(said), "yesterday", "today", "tomorrow", "tonight")
}

// absolute writes a stretch with its date as a date.
func (x *extraction) absolute(s *reading, p span, date memory.Span) string {
	from, to := s.tokens[p.from].start, s.tokens[p.to-1].end
	before, after := s.source[from:max(from, date.At)], ""
	if end := date.At + date.Len; end < to {
		after = s.source[end:to]
	}
	words := strings.Fields(before)
	said := s.source[date.At : date.At+date.Len]
	day := dateText(date)
	switch {
	case fixed(said):
		day = said
	case dayOfYear(said) && s.talk.chinese:
		day = strconv.Itoa(date.Start.Year()) + "年" + said
	case dayOfYear(said):
		return strings.TrimSpace(strings.Join(append(words, said+", "+strconv.Itoa(date.Start.Year())+after), " "))
	}
	if !s.talk.chinese && len(words) > 0 && !fixed(said) {
		switch words[len(words)-1] {
		case "on", "in", "by", "at", "since", "until", "before", "from", "for", "to", "of", "the":
		default:
			words = append(words, preposition(date))
		}
	}
	if s.talk.chinese {
		return strings.Join(words, " ") + day + after
	}
	return strings.Join(append(append(words, day), strings.Fields(after)...), " ")
}

// fixed reports whether a date reads the same on any day: it has a year.
func fixed(said string) bool {
	run := 0
	for _, r := range said {
		if r >= '0' && r <= '9' {
			if run++; run == 4 {
				return true
			}
			continue
		}
		run = 0
	}
	return false
}

// dayOfYear reports whether a date names its month, and lacks only the year.
func dayOfYear(said string) bool {
	if strings.Contains(said, "月") {
		return !strings.ContainsAny(said, "上下这本明去今后前个底") && !strings.Contains(said, "点")
	}
	folded := memory.Fold(said)
	if strings.ContainsAny(folded, ":") || strings.Contains(folded, "next") || strings.Contains(folded, "last") || strings.Contains(folded, "this") {
		return false
	}
	for _, month := range []string{"january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december"} {
		if strings.Contains(folded, month) {
			return true
		}
	}
	return false
}

// saidAsIs reports whether the dates in a predicate's objects come again, and so
// are kept as they were said: a birthday, a habit.
func saidAsIs(predicate string) bool {
	switch predicate {
	case "birthday", "habit", "schedule", "age", "answer_style", "never", "home", "tracking", "status":
		return true
	}
	return false
}

func preposition(date memory.Span) string {
	if length := date.End.Sub(date.Start); length <= 24*time.Hour {
		return "on"
	}
	return "in"
}

// dateText writes a span as its first moment, as exactly as it was said.
func dateText(date memory.Span) string {
	switch length := date.End.Sub(date.Start); {
	case length <= time.Hour:
		return date.Start.Format("2006-01-02 15:04")
	case length <= 25*time.Hour:
		return date.Start.Format("2006-01-02")
	case length <= 8*24*time.Hour:
		return date.Start.Format("2006-01-02") + "/" + date.End.AddDate(0, 0, -1).Format("01-02")
	case length <= 32*24*time.Hour:
		return date.Start.Format("2006-01")
	case length <= 100*24*time.Hour:
		return date.Start.Format("2006-01") + "/" + date.End.AddDate(0, 0, -1).Format("01")
	}
	return date.Start.Format("2006")
}

// keepsDate reports whether the date is part of what a predicate tells.
func (x *extraction) keepsDate(predicate string) bool {
	p, _ := x.catalogue.Find(predicate)
	switch p.Kind {
	case memory.KindPlan, memory.KindTemporary, memory.KindTask:
		return true
	}
	switch predicate {
	case "goal", "birthday", "schedule", "habit", "rejects", "note", "never", "answer_style", "age", "status", "graduated":
		return true
	}
	return false
}

// before cuts a date off the end of a stretch, with the preposition before it.
func (s *reading) before(p span, date memory.Span) span {
	q := p
	for i := p.from; i < p.to; i++ {
		if s.tokens[i].end > date.At {
			q.to = i
			break
		}
	}
	for q.to > q.from && s.is(q.to-1, tail) {
		q.to--
	}
	if q.to == q.from {
		return p
	}
	return q
}

// date adds the date of a plan to its text, when the words alone do not tell it.
func (x *extraction) date(s *reading, d *Draft) {
	r := &d.Record
	if r.Event.Time.IsZero() || r.Kind != memory.KindPlan && r.Kind != memory.KindTemporary || d.Act == memory.Retract {
		return
	}
	day := r.Event.Time.In(x.zone)
	if strings.Contains(r.Text, day.Format("2006")) || hasDigits(r.Text) && strings.Contains(r.Text, day.Format("2")) {
		return
	}
	said := day.Format("2006-01-02")
	if day.Hour() != 0 || day.Minute() != 0 {
		said = day.Format("2006-01-02 15:04")
	}
	if end := r.Constraint.ValidUntil.In(x.zone); end.Sub(day) > 25*time.Hour {
		said = dateText(memory.Span{Start: day, End: end}) // next month is no day
	}
	if s.talk.chinese {
		r.Text += "（" + said + "）"
		return
	}
	if end := r.Constraint.ValidUntil; end.Sub(r.Event.Time) > 25*time.Hour {
		r.Text += " in " + said
		return
	}
	r.Text += " on " + said
}
