package memory

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// blank skips blanks.
func (s *scanner) blank() {
	for s.pos < len(s.runes) && s.runes[s.pos] == ' ' {
		s.pos++
	}
}

// skip passes over the first of the words that stands here.
func (s *scanner) skip(words ...string) bool {
	return s.which(words...) >= 0
}

// has reports whether w stands here, as a word of its own where it is one.
func (s *scanner) has(w string) bool {
	i := s.pos
	if c := w[0]; c < utf8.RuneSelf && (i >= len(s.runes) || s.runes[i] != rune(c)) {
		return false // as nearly always
	}
	var last rune
	for _, r := range w {
		if i >= len(s.runes) || s.runes[i] != r {
			return false
		}
		last = r
		i++
	}
	return isCJK(last) || !wordRune(last) || i >= len(s.runes) || !wordRune(s.runes[i]) || isCJK(s.runes[i])
}

// which passes over the first of the words that stands here and returns its
// index, or -1.
func (s *scanner) which(words ...string) int {
	for i, w := range words {
		if s.has(w) {
			s.pos += utf8.RuneCountInString(w)
			return i
		}
	}
	return -1
}

// number reads digits, an English number word or a Chinese numeral.
func (s *scanner) number() (int, bool) {
	start, n := s.pos, 0
	for s.pos < len(s.runes) && s.runes[s.pos] >= '0' && s.runes[s.pos] <= '9' && n < 100_000 {
		n = 10*n + int(s.runes[s.pos]-'0')
		s.pos++
	}
	if s.pos > start {
		return n, true
	}
	if n, ok := s.numeral(); ok {
		return n, true
	}
	s.pos = start
	switch i := s.which("a couple of", "a few", "an", "a", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"); {
	case i < 0:
		return 0, false
	case i == 0:
		return 2, true
	case i == 1:
		return 3, true
	case i < 4:
		return 1, true
	default:
		return i - 3, true
	}
}

// numeral reads a Chinese numeral below a thousand.
func (s *scanner) numeral() (int, bool) {
	total, digit, seen := 0, -1, false
	for s.pos < len(s.runes) {
		r := s.runes[s.pos]
		if i := strings.IndexRune("零一二三四五六七八九", r); i >= 0 {
			digit = i / len("零")
		} else if r == '两' {
			digit = 2
		} else if r == '〇' {
			digit = 0
		} else if r == '十' {
			total += max(digit, 1) * 10
			if digit == 0 {
				return 0, false
			}
			digit = -1
		} else if r == '百' && digit > 0 {
			total += digit * 100
			digit = -1
		} else {
			break
		}
		seen = true
		s.pos++
	}
	return total + max(digit, 0), seen
}

// bareHour reads "at 7" behind a part of the day, where nothing but the end of the clause follows.
func (s *scanner) bareHour() (int, bool) {
	s.blank()
	if !s.skip("at ") || s.pos >= len(s.runes) || !unicode.IsDigit(s.runes[s.pos]) {
		return 0, false
	}
	hour, _ := s.number()
	if s.pos < len(s.runes) && !strings.ContainsRune(".,;!?)\n", s.runes[s.pos]) {
		return 0, false
	}
	if next := s.pos + 1; next < len(s.runes) && unicode.IsDigit(s.runes[next]) {
		return 0, false
	}
	return hour, hour > 0 && hour <= 12
}

// clock reads a time of day. After a day a bare part of the day ("tomorrow
// evening", 明天晚上) counts too.
func (s *scanner) clock(afterDay bool) (hour, minute int, ok bool) {
	start := s.pos
	if hour, minute, ok = s.clockChinese(afterDay); ok {
		return hour, minute, true
	}
	s.pos = start
	s.skip("in the ")
	switch s.which("morning", "afternoon", "evening", "night", "noon", "midnight") {
	case 0:
		hour, ok = 9, afterDay
	case 1:
		hour, ok = 15, afterDay
	case 2:
		hour, ok = 19, afterDay
	case 3:
		hour, ok = 21, afterDay
	case 4:
		hour, ok = 12, true
	case 5:
		hour, ok = 0, true
	}
	if ok {
		end := s.pos
		s.blank()
		s.skip("at ")
		if h, m, precise := s.clock(false); precise {
			if hour >= 12 && h < 12 {
				h += 12
			}
			return h, m, true
		}
		s.pos = end
		if h, found := s.bareHour(); found {
			if hour >= 12 && h < 12 {
				h += 12
			}
			return h, 0, true // "tomorrow morning at 7"
		}
		s.pos = end
		return hour, 0, true
	}
	s.pos = start
	if s.pos >= len(s.runes) || !unicode.IsDigit(s.runes[s.pos]) {
		return 0, 0, false
	}
	hour, _ = s.number()
	precise := false
	if s.pos+2 < len(s.runes) && s.runes[s.pos] == ':' && unicode.IsDigit(s.runes[s.pos+1]) && unicode.IsDigit(s.runes[s.pos+2]) {
		s.pos++
		minute, _ = s.number()
		precise = true
	}
	end := s.pos
	s.blank()
	switch s.which("am", "a.m.", "pm", "p.m.", "o'clock") {
	case 0, 1:
		if hour == 12 {
			hour = 0
		}
		precise = true
	case 2, 3:
		if hour < 12 {
			hour += 12
		}
		precise = true
	case 4:
		if hour < 7 {
			hour += 12
		}
		precise = true
	default:
		s.pos = end
	}
	if !precise || hour > 23 || minute > 59 {
		s.pos = start
		return 0, 0, false
	}
	return hour, minute, true
}

func (s *scanner) clockChinese(afterDay bool) (hour, minute int, ok bool) {
	part := s.which("凌晨", "早上", "早晨", "上午", "中午", "下午", "傍晚", "晚上", "夜里", "半夜", "早", "晚")
	end := s.pos
	s.blank()
	hour, number := s.number()
	if !number || !s.skip("点", "时", ":") {
		s.pos = end
		if part < 0 || !afterDay && part >= 10 {
			return 0, 0, false
		}
		return [...]int{3, 8, 8, 9, 12, 15, 18, 20, 22, 0, 8, 20}[part], 0, afterDay
	}
	sure := part >= 0 || afterDay || s.skip("钟") // "三点建议" are three points
	s.skip("钟")
	if s.skip("半") {
		sure = true
		minute = 30
	} else if s.skip("一刻") {
		minute = 15
	} else {
		end = s.pos
		if n, ok := s.number(); ok && n < 60 {
			minute, sure = n, true
			s.skip("分")
		} else {
			s.pos = end
		}
	}
	if part < 0 && s.which("am", "a.m.", "pm", "p.m.") >= 0 {
		return 0, 0, false // "6:40pm" is read as English
	}
	if part >= 4 && part != 9 && part != 10 && hour < 12 && !(part == 4 && hour > 10) {
		hour += 12
	}
	if part < 0 && hour > 0 && hour < 7 {
		hour += 12 // nobody meets at three in the morning
	}
	return hour % 24, minute, hour <= 24 && sure
}

// containsWord reports whether a sign stands in folded text, as a word of its own
// where it is one.
func containsWord(text, sign string) bool {
	for from := 0; ; {
		i := strings.Index(text[from:], sign)
		if i < 0 {
			return false
		}
		i += from
		end := i + len(sign)
		if sign[0] >= 0x80 || (i == 0 || !asciiWord(text[i-1])) && (end == len(text) || !asciiWord(text[end])) {
			return true
		}
		from = i + 1
	}
}

func asciiWord(b byte) bool {
	return b >= 'a' && b <= 'z' || b >= '0' && b <= '9' || b >= 0x80
}
