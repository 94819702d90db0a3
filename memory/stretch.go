package memory

import "time"

// stretch reads a day or a longer stretch of time.
func (s *scanner) stretch() (Span, bool) {
	if s.pos >= len(s.runes) {
		return Span{}, false
	}
	switch r := s.runes[s.pos]; {
	case isCJK(r):
		return s.first(s.chineseNear, s.chineseWeek, s.chineseYear, s.chineseMonth, s.chineseAmount, s.festival)
	case r >= '0' && r <= '9':
		return s.first(s.isoDate, s.chineseYear, s.chineseMonth, s.chineseAmount, s.monthDay, s.amount)
	}
	return s.first(s.near, s.relative, s.weekdayAlone, s.monthDay, s.amount, s.yearAlone, s.festival)
}

// first returns what the first reader finds that finds anything.
func (s *scanner) first(readers ...func() (Span, bool)) (Span, bool) {
	start := s.pos
	for _, read := range readers {
		if span, ok := read(); ok {
			return span, true
		}
		s.pos = start
	}
	return Span{}, false
}

// isoDate reads 2026-03-02, 2026/3/2 and 3/14/2026.
func (s *scanner) isoDate() (Span, bool) {
	first, ok := s.digits()
	if !ok || !s.skipAny('-', '/', '.') {
		return Span{}, false
	}
	second, ok := s.digits()
	if !ok {
		return Span{}, false
	}
	if s.skipAny('-', '/', '.') {
		if third, ok := s.digits(); ok && third > 0 {
			if first > 1000 {
				return s.date(first, second, third)
			}
			return s.date(third, first, second)
		}
		return Span{}, false
	}
	return Span{}, false
}

func (s *scanner) digits() (int, bool) {
	start, n := s.pos, 0
	for s.pos < len(s.runes) && s.runes[s.pos] >= '0' && s.runes[s.pos] <= '9' && s.pos-start < 5 {
		n = 10*n + int(s.runes[s.pos]-'0')
		s.pos++
	}
	return n, s.pos > start
}

func (s *scanner) skipAny(marks ...rune) bool {
	for _, m := range marks {
		if s.pos < len(s.runes) && s.runes[s.pos] == m {
			s.pos++
			return true
		}
	}
	return false
}

func (s *scanner) near() (Span, bool) {
	s.skip("the ")
	switch s.which("today", "tonight", "tomorrow", "yesterday", "day after tomorrow", "day before yesterday", "this morning", "this afternoon", "this evening", "last night") {
	case 0:
		return s.days(0, 1), true
	case 1:
		return atClock(midnight(s.now), 20, 0), true
	case 2:
		return s.days(1, 1), true
	case 3:
		return s.days(-1, 1), true
	case 4:
		return s.days(2, 1), true
	case 5:
		return s.days(-2, 1), true
	case 6:
		return atClock(midnight(s.now), 9, 0), true
	case 7:
		return atClock(midnight(s.now), 15, 0), true
	case 8:
		return atClock(midnight(s.now), 19, 0), true
	case 9:
		return atClock(midnight(s.now).AddDate(0, 0, -1), 21, 0), true
	}
	return Span{}, false
}

// relative reads "next week", "last Friday", "this spring", "end of the month".
func (s *scanner) relative() (Span, bool) {
	if s.skip("the ") && s.skip("end of ", "beginning of ", "start of ") || s.skip("end of ") {
		if s.skip("the month", "this month") {
			m := s.month(s.now.Year(), s.now.Month())
			return Span{Start: m.End.AddDate(0, 0, -5), End: m.End}, true
		}
		if s.skip("the year", "this year") {
			return s.month(s.now.Year(), time.December), true
		}
		if s.skip("the week", "this week") {
			return s.days(4-s.weekday(), 3), true
		}
	}
	step := s.which("last ", "this ", "next ", "this coming ", "this past ", "coming ", "previous ", "past ")
	if step < 0 {
		return Span{}, false
	}
	by := [...]int{-1, 0, 1, 0, -1, 0, -1, -1}[step]
	if day := s.dayName(); day >= 0 {
		switch step {
		case 3, 5:
			return s.days((day-s.weekday()+7)%7, 1), true
		case 0, 4, 6, 7: // the last one there was
			back := (s.weekday() - day + 7) % 7
			if back == 0 {
				back = 7
			}
			return s.days(-back, 1), true
		}
		return s.days(7*by+day-s.weekday(), 1), true
	}
	if month := s.monthName(); month > 0 {
		year := s.now.Year()
		switch {
		case by < 0 && month >= int(s.now.Month()):
			year--
		case by > 0 && month <= int(s.now.Month()):
			year++
		}
		return s.month(year, time.Month(month)), true
	}
	switch unit := s.which("week", "weekend", "month", "year", "spring", "summer", "autumn", "fall", "winter", "quarter"); unit {
	case 0:
		return s.week(by), true
	case 1:
		w := s.week(by)
		return Span{Start: w.Start.AddDate(0, 0, 5), End: w.End}, true
	case 2:
		return s.month(s.now.Year(), s.now.Month()+time.Month(by)), true
	case 3:
		return s.year(s.now.Year() + by), true
	case 4, 5, 6, 7, 8:
		return s.nearSeason([...]int{0, 1, 2, 2, 3}[unit-4], by), true
	case 9:
		q := (int(s.now.Month())-1)/3 + by
		start := time.Date(s.now.Year(), time.Month(3*q+1), 1, 0, 0, 0, 0, s.now.Location())
		return Span{Start: start, End: start.AddDate(0, 3, 0)}, true
	}
	return Span{}, false
}

// nearSeason is the last season over or running (-1), this year's (0), or the
// next one that has not begun (1).
func (s *scanner) nearSeason(which, by int) Span {
	span := s.season(s.now.Year(), which)
	switch {
	case by < 0 && span.End.After(s.now):
		return s.season(s.now.Year()-1, which)
	case by > 0 && !span.Start.After(s.now):
		return s.season(s.now.Year()+1, which)
	}
	return span
}

func (s *scanner) weekdayAlone() (Span, bool) {
	s.skip("on ", "by ")
	day := s.dayName()
	if day < 0 {
		return Span{}, false
	}
	ahead := (day - s.weekday() + 7) % 7
	if s.past() && ahead > 0 {
		ahead -= 7
	}
	return s.days(ahead, 1), true
}

func (s *scanner) dayName() int {
	i := s.which("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "mon", "tue", "wed", "thu", "fri")
	if i >= 7 {
		i -= 7
	}
	return i
}

func (s *scanner) monthName() int {
	i := s.which("january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december",
		"jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec", "sept")
	switch {
	case i < 0:
		return 0
	case i == 24:
		return 9
	}
	return i%12 + 1
}

// monthDay reads "March 14th, 2026", "14 March", "in March", "May 2025". A bare
// "may" or "march" is mostly a verb.
func (s *scanner) monthDay() (Span, bool) {
	in := s.skip("in ", "since ", "early ", "late ", "mid ", "until ", "of ")
	on := s.skip("on ", "by ")
	s.skip("the ")
	the := s.pos > 3 && string(s.runes[s.pos-4:s.pos]) == "the "
	if day, ok := s.digits(); ok && day <= 31 {
		nth := s.which("st", "nd", "rd", "th") >= 0
		end := s.pos
		s.blank()
		s.skip("of ")
		if month := s.monthName(); month > 0 {
			return s.date(s.yearAfter(month, day), month, day)
		}
		s.pos = end
		if nth && the && on { // "on the 14th"
			return s.nextDay(day)
		}
		return Span{}, false
	}
	start := s.pos
	month := s.monthName()
	if month == 0 {
		return Span{}, false
	}
	verb := (month == 5 || month == 3) && s.pos-start > 3 || month == 5
	if s.skipAny('.') && s.pos-start > 5 {
		s.pos--
	}
	end := s.pos
	s.blank()
	s.skip("the ")
	if day, ok := s.digits(); ok {
		if day > 1900 && day < 2200 {
			return s.month(day, time.Month(month)), true
		}
		if day >= 1 && day <= 31 && !(s.pos < len(s.runes) && (s.runes[s.pos] == ':' || s.runes[s.pos] == '%')) {
			s.which("st", "nd", "rd", "th")
			return s.date(s.yearAfter(month, day), month, day)
		}
	}
	s.pos = end
	s.skip(",")
	s.blank()
	if year, ok := s.digits(); ok && year > 1900 && year < 2200 {
		return s.month(year, time.Month(month)), true
	}
	s.pos = end
	if verb && !in && !on {
		return Span{}, false
	}
	return s.month(s.nearYear(month, 0), time.Month(month)), true
}

// nextDay returns the next day of that number, this month's or a later one's.
func (s *scanner) nextDay(day int) (Span, bool) {
	for i := range 3 {
		first := time.Date(s.now.Year(), s.now.Month()+time.Month(i), 1, 0, 0, 0, 0, s.now.Location())
		span, ok := s.date(first.Year(), int(first.Month()), day)
		if ok && !span.Start.Before(midnight(s.now)) {
			return span, true
		}
	}
	return Span{}, false
}

// yearAfter reads the year after a date, or picks the near one.
func (s *scanner) yearAfter(month, day int) int {
	end := s.pos
	s.skip(",")
	s.blank()
	if year, ok := s.digits(); ok && year > 1900 && year < 2200 {
		return year
	}
	s.pos = end
	return s.nearYear(month, day)
}

// amount reads "in two weeks", "3 days ago", "five years from now".
func (s *scanner) amount() (Span, bool) {
	in := s.skip("in ", "within ")
	n, ok := s.number()
	if !ok || n > 1000 {
		return Span{}, false
	}
	s.blank()
	unit := s.which("days", "day", "weeks", "week", "months", "month", "years", "year", "hours", "hour")
	if unit < 0 {
		return Span{}, false
	}
	end := s.pos
	s.blank()
	letter := "dwmyh"[unit/2]
	switch s.which("ago", "from now", "later", "earlier", "before") {
	case 0, 3, 4:
		return s.ago(-n, letter), true
	case 1, 2:
		return s.ago(n, letter), true
	}
	s.pos = end
	return s.ago(n, letter), in
}

func (s *scanner) yearAlone() (Span, bool) {
	if !s.skip("in ", "since ", "of ", "until ", "during ", "early ", "late ") {
		return Span{}, false
	}
	year, ok := s.digits()
	if !ok || year < 1900 || year > 2100 || s.pos < len(s.runes) && wordRune(s.runes[s.pos]) {
		return Span{}, false
	}
	return s.year(year), true
}

func (s *scanner) festival() (Span, bool) {
	switch s.which("christmas eve", "christmas", "new year's eve", "new year's day", "halloween", "valentine's day", "圣诞节", "元旦", "国庆节", "国庆", "劳动节", "情人节") {
	case 0:
		return s.date(s.nearYear(12, 24), 12, 24)
	case 1, 6:
		return s.date(s.nearYear(12, 25), 12, 25)
	case 2:
		return s.date(s.nearYear(12, 31), 12, 31)
	case 3, 7:
		return s.date(s.nearYear(1, 1), 1, 1)
	case 4:
		return s.date(s.nearYear(10, 31), 10, 31)
	case 5, 11:
		return s.date(s.nearYear(2, 14), 2, 14)
	case 8, 9:
		return s.date(s.nearYear(10, 1), 10, 1)
	case 10:
		return s.date(s.nearYear(5, 1), 5, 1)
	}
	return Span{}, false
}
