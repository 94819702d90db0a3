package memory

import "time"

func (s *scanner) chineseNear() (Span, bool) {
	switch i := s.which("大后天", "后天", "明天", "明儿", "明日", "今天", "今儿", "今日", "昨天", "昨儿", "昨日", "大前天", "前天", "当天"); {
	case i < 0:
	default:
		return s.days([...]int{3, 2, 1, 1, 1, 0, 0, 0, -1, -1, -1, -3, -2, 0}[i], 1), true
	}
	switch s.which("今晚", "明早", "明晚", "昨晚", "今早", "后天晚上") {
	case 0:
		return s.thenClock(0, 20), true
	case 1:
		return s.thenClock(1, 8), true
	case 2:
		return s.thenClock(1, 20), true
	case 3:
		return s.thenClock(-1, 20), true
	case 4:
		return s.thenClock(0, 8), true
	}
	return Span{}, false
}

// thenClock reads the hour after a day with its part, as in 今晚八点.
func (s *scanner) thenClock(days, hour int) Span {
	day := midnight(s.now).AddDate(0, 0, days)
	end := s.pos
	if h, m, ok := s.clockChinese(false); ok {
		if hour >= 12 && h < 12 {
			h += 12
		}
		if hour < 12 && h > 12 {
			h -= 12
		}
		return atClock(day, h, m)
	}
	s.pos = end
	return atClock(day, hour, 0)
}

// chineseWeek reads 下周三, 上个星期, 这周末, 周五.
func (s *scanner) chineseWeek() (Span, bool) {
	by, named := 0, true
	switch s.which("下下个", "下下", "下个", "下", "上上个", "上上", "上个", "上", "这个", "这", "本") {
	case 0, 1:
		by = 2
	case 2, 3:
		by = 1
	case 4, 5:
		by = -2
	case 6, 7:
		by = -1
	case 8, 9, 10:
	default:
		named = false
	}
	if named {
		if s.skip("月") {
			return s.chineseDay(s.month(s.now.Year(), s.now.Month()+time.Month(by)))
		}
		if s.skip("季度") {
			q := (int(s.now.Month())-1)/3 + by
			start := time.Date(s.now.Year(), time.Month(3*q+1), 1, 0, 0, 0, 0, s.now.Location())
			return Span{Start: start, End: start.AddDate(0, 3, 0)}, true
		}
	}
	if !s.skip("周", "星期", "礼拜") {
		return Span{}, false
	}
	if s.skip("末") {
		w := s.week(by)
		return Span{Start: w.Start.AddDate(0, 0, 5), End: w.End}, true
	}
	day := s.which("一", "二", "三", "四", "五", "六", "日", "天", "1", "2", "3", "4", "5", "6", "7")
	switch {
	case day >= 8:
		day -= 8
	case day == 7:
		day = 6
	}
	switch {
	case day < 0:
		return s.week(by), named
	case named:
		return s.days(7*by+day-s.weekday(), 1), true
	}
	ahead := (day - s.weekday() + 7) % 7
	if s.past() && ahead > 0 {
		ahead -= 7
	}
	return s.days(ahead, 1), true
}

// chineseYear reads 2024年3月, 去年春天, 明年五月一号, 年底.
func (s *scanner) chineseYear() (Span, bool) {
	if s.skip("年底", "年末") {
		return s.month(s.now.Year(), time.December), true
	}
	year := s.now.Year()
	switch s.which("大前年", "前年", "去年", "今年", "明年", "后年") {
	case 0:
		year -= 3
	case 1:
		year -= 2
	case 2:
		year--
	case 3:
	case 4:
		year++
	case 5:
		year += 2
	default:
		n, ok := s.digits()
		if !ok || !s.skip("年") || n > 99 && n < 1900 || n > 2200 {
			return Span{}, false
		}
		if n < 100 {
			if n > 40 {
				n -= 100
			}
			n += 2000
		}
		year = n
	}
	s.skip("的")
	if s.skip("年底", "底", "年末") {
		return s.month(year, time.December), true
	}
	if s.skip("年初", "初") {
		return s.month(year, time.January), true
	}
	if i := s.which("春天", "夏天", "秋天", "冬天", "春季", "夏季", "秋季", "冬季"); i >= 0 {
		return s.season(year, i%4), true
	}
	end := s.pos
	if n, ok := s.number(); ok && n >= 1 && n <= 12 && s.skip("月份", "月") {
		return s.chineseDay(s.month(year, time.Month(n)))
	}
	s.pos = end
	return s.year(year), true
}

// chineseMonth reads 3月14日, 五月, 15号, 月底, 春天.
func (s *scanner) chineseMonth() (Span, bool) {
	if s.skip("月底", "月末") {
		m := s.month(s.now.Year(), s.now.Month())
		return Span{Start: m.End.AddDate(0, 0, -5), End: m.End}, true
	}
	n, ok := s.number()
	if !ok {
		return Span{}, false
	}
	if n >= 1 && n <= 12 && s.skip("月份", "月") {
		end := s.pos
		if day, ok := s.number(); ok && s.skip("日", "号") {
			return s.date(s.nearYear(n, day), n, day)
		}
		s.pos = end
		if s.skip("初", "中", "底") {
			return s.month(s.nearYear(n, 0), time.Month(n)), true
		}
		return s.month(s.nearYear(n, 0), time.Month(n)), true
	}
	if n < 1 || n > 31 || !s.skip("号") || s.has("线") || s.has("楼") || s.has("院") || s.has("店") || s.has("房") || s.has("门") {
		return Span{}, false
	}
	span, ok := s.date(s.now.Year(), int(s.now.Month()), n)
	if ok && !s.past() && span.Start.Before(midnight(s.now)) {
		next := s.now.AddDate(0, 0, 1-s.now.Day()).AddDate(0, 1, 0)
		return s.date(next.Year(), int(next.Month()), n)
	}
	return span, ok
}

// chineseDay reads the day after a month, if there is one.
func (s *scanner) chineseDay(month Span) (Span, bool) {
	end := s.pos
	if s.skip("底", "末") {
		return Span{Start: month.End.AddDate(0, 0, -5), End: month.End}, true
	}
	if day, ok := s.number(); ok && s.skip("日", "号") {
		return s.date(month.Start.Year(), int(month.Start.Month()), day)
	}
	s.pos = end
	return month, true
}

// chineseAmount reads 三天后, 两周前, 半年前, 过两天.
func (s *scanner) chineseAmount() (Span, bool) {
	if s.skip("半年前") {
		return s.ago(-6, 'm'), true
	}
	if s.skip("半年后", "半年之后") {
		return s.ago(6, 'm'), true
	}
	ahead := s.skip("过")
	n, ok := s.number()
	if !ok || n > 1000 {
		return Span{}, false
	}
	unit := s.which("天", "日", "个星期", "个礼拜", "星期", "周", "个月", "年", "个小时", "小时")
	if unit < 0 {
		return Span{}, false
	}
	letter := "ddwwwwmyhh"[unit]
	switch s.which("之后", "以后", "后", "之前", "以前", "前") {
	case 0, 1, 2:
		return s.ago(n, letter), true
	case 3, 4, 5:
		return s.ago(-n, letter), true
	}
	return s.ago(n, letter), ahead
}
