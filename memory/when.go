package memory

import (
	"cmp"
	"slices"
	"strings"
	"time"
	"unicode"
)

// Span is a stretch of time that a text names. Start is within it, End is not.
// At and Len say where in the text, in bytes.
type Span struct {
	Start, End time.Time
	At, Len    int
}

// When finds the dates and times that a text names, in English and Chinese, in
// the order of the text: "next Tuesday at 3pm", "in two weeks", "last spring",
// 下周三, 后天下午三点, 去年春天. They are resolved against now, the time of the
// message, in the zone of its speaker (nil: UTC).
//
// Weeks begin on Monday: "next Tuesday" is the Tuesday of next week. A bare
// weekday or month is the coming one, unless the text around speaks of the past.
// Every span is as wide as what was said: an hour for a clock time, a day, a
// week, a month, a season, a year.
func When(text string, now time.Time, zone *time.Location) []Span {
	if zone == nil {
		zone = time.UTC
	}
	s := newScanner(text, now.In(zone))
	var out []Span
	for s.pos < len(s.runes) {
		if !s.beginsTime() || !s.fresh() {
			s.pos++
			continue
		}
		start := s.pos
		s.begin = start
		span, ok := s.moment()
		if !ok || s.pos == start {
			s.pos = start + 1
			continue
		}
		span.At = s.offset[start]
		span.Len = s.offset[s.pos] - span.At
		if s.recurs(start) {
			continue // "every Tuesday" is no day
		}
		out = append(out, span)
	}
	slices.SortFunc(out, func(a, b Span) int { return cmp.Compare(a.At, b.At) })
	return out
}

// beginsTime reports whether what stands here is a character that a time in Chinese begins with,
// a digit, or a word that a time in English begins with: most of a text is passed over at a look.
func (s *scanner) beginsTime() bool {
	switch s.runes[s.pos] {
	case '大', '后', '明', '今', '昨', '前', '当', '下', '上', '这', '本', '周', '星', '礼', '年', '去', '月', '零', '〇', '一', '二', '两', '三', '四', '五', '六', '七', '八', '九', '十', '半', '过', '圣', '元', '国', '劳', '情', '凌', '早', '中', '傍', '晚', '夜',
		'0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		return true
	}
	var word [len("wednesday")]byte
	n := 0
	for _, r := range s.runes[s.pos:] {
		if r < 'a' || r > 'z' {
			break
		}
		if n == len(word) {
			return false
		}
		word[n] = byte(r)
		n++
	}
	switch string(word[:n]) {
	case "today", "tonight", "tomorrow", "yesterday", "the", "day", "this", "last", "next", "coming", "previous", "past", "end",
		"on", "by", "at", "in", "since", "early", "late", "mid", "until", "of", "within", "during",
		"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "mon", "tue", "wed", "thu", "fri",
		"january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december",
		"jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec",
		"a", "an", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
		"morning", "afternoon", "evening", "night", "noon", "midnight",
		"christmas", "new", "halloween", "valentine":
		return true
	}
	return false
}

// scanner walks over folded text.
type scanner struct {
	runes  []rune
	offset []int // of each rune in the text, and the end
	pos    int
	begin  int // of the moment that is read
	now    time.Time
	tense  tense // of the sentence that was looked at last
}

func newScanner(text string, now time.Time) *scanner {
	s := &scanner{now: now}
	s.runes = make([]rune, 0, len(text))
	s.offset = make([]int, 0, len(text)+1)
	for i, r := range text {
		s.runes = append(s.runes, FoldRune(r))
		s.offset = append(s.offset, i)
	}
	s.offset = append(s.offset, len(text))
	return s
}

// fresh reports whether a word may begin here.
func (s *scanner) fresh() bool {
	r := s.runes[s.pos]
	if unicode.IsSpace(r) || unicode.IsPunct(r) {
		return false
	}
	return s.pos == 0 || isCJK(r) || isCJK(s.runes[s.pos-1]) || !wordRune(s.runes[s.pos-1]) && s.runes[s.pos-1] != '.' && s.runes[s.pos-1] != '/'
}

// recurs reports whether what stands at i is said of every such time.
func (s *scanner) recurs(i int) bool {
	before := string(s.runes[max(0, i-8):i])
	return strings.HasSuffix(before, "every ") || strings.HasSuffix(before, "each ") || strings.HasSuffix(before, "every on ") || strings.HasSuffix(before, "每") || strings.HasSuffix(before, "每个") || strings.HasSuffix(before, "every other ")
}

func wordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' }

// moment reads a day or longer stretch with an optional clock time, or a clock
// time alone.
func (s *scanner) moment() (Span, bool) {
	span, ok := s.stretch()
	if !ok {
		start := s.pos
		s.skip("at ", "by ")
		hour, minute, ok := s.clock(false)
		if !ok {
			s.pos = start
			return Span{}, false
		}
		day := midnight(s.now)
		end := s.pos
		s.blank()
		s.skip("on ")
		// "at 3pm tomorrow", "3pm on Friday"
		if later, ok := s.stretch(); ok && oneDay(later) {
			day = later.Start
		} else {
			s.pos = end
		}
		return atClock(day, hour, minute), true
	}
	if !oneDay(span) {
		return span, true
	}
	end := s.pos
	s.blank()
	s.skip(",", "at ", "around ", "的", "在")
	s.blank()
	s.skip("at ")
	if hour, minute, ok := s.clock(true); ok {
		return atClock(span.Start, hour, minute), true
	}
	s.pos = end
	return span, true
}

func oneDay(s Span) bool { return !s.End.After(s.Start.AddDate(0, 0, 1)) }

func atClock(day time.Time, hour, minute int) Span {
	start := time.Date(day.Year(), day.Month(), day.Day(), hour, minute, 0, 0, day.Location())
	return Span{Start: start, End: start.Add(time.Hour)}
}

func midnight(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, t.Location())
}

// days returns the span of n days that begins some days from today.
func (s *scanner) days(from, n int) Span {
	start := midnight(s.now).AddDate(0, 0, from)
	return Span{Start: start, End: start.AddDate(0, 0, n)}
}

// week returns the week some weeks from this one.
func (s *scanner) week(from int) Span { return s.days(7*from-s.weekday(), 7) }

// weekday counts from Monday, 0.
func (s *scanner) weekday() int { return (int(s.now.Weekday()) + 6) % 7 }

func (s *scanner) month(year int, month time.Month) Span {
	start := time.Date(year, month, 1, 0, 0, 0, 0, s.now.Location())
	return Span{Start: start, End: start.AddDate(0, 1, 0)}
}

func (s *scanner) year(year int) Span {
	start := time.Date(year, 1, 1, 0, 0, 0, 0, s.now.Location())
	return Span{Start: start, End: start.AddDate(1, 0, 0)}
}

// season returns spring, summer, autumn or winter (0 to 3) of a year; winter
// begins in its December.
func (s *scanner) season(year, which int) Span {
	start := time.Date(year, time.Month(3+3*which), 1, 0, 0, 0, 0, s.now.Location())
	return Span{Start: start, End: start.AddDate(0, 3, 0)}
}

// date returns a day, and false when there is no such day.
func (s *scanner) date(year int, month, day int) (Span, bool) {
	if month < 1 || month > 12 || day < 1 || day > 31 || year < 1900 || year > 2200 {
		return Span{}, false
	}
	start := time.Date(year, time.Month(month), day, 0, 0, 0, 0, s.now.Location())
	if start.Day() != day {
		return Span{}, false
	}
	return Span{Start: start, End: start.AddDate(0, 0, 1)}, true
}

// nearYear picks the year of a month and day said without one: the coming one,
// or the last one where the text speaks of the past.
func (s *scanner) nearYear(month, day int) int {
	year := s.now.Year()
	that := time.Date(year, time.Month(month), max(day, 1), 0, 0, 0, 0, s.now.Location())
	if day == 0 { // the month as a whole: this one counts as coming and as past
		that = that.AddDate(0, 1, -1)
	}
	today := midnight(s.now)
	switch {
	case s.past() && time.Date(year, time.Month(month), max(day, 1), 0, 0, 0, 0, s.now.Location()).After(today):
		return year - 1
	case !s.past() && that.Before(today):
		return year + 1
	}
	return year
}

// ago moves back or forward from now by n units: d, w, m, y, h.
func (s *scanner) ago(n int, unit byte) Span {
	switch unit {
	case 'h':
		start := s.now.Add(time.Duration(n) * time.Hour).Truncate(time.Minute)
		return Span{Start: start, End: start.Add(time.Hour)}
	case 'w':
		return s.days(7*n, 1)
	case 'm':
		return s.from(midnight(s.now).AddDate(0, n, 0), 1)
	case 'y':
		return s.year(s.now.Year() + n)
	}
	return s.days(n, 1)
}

func (s *scanner) from(start time.Time, n int) Span {
	return Span{Start: start, End: start.AddDate(0, 0, n)}
}
