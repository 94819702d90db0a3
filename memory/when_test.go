package memory

import (
	"strings"
	"testing"
	"time"
)

func TestWhen(t *testing.T) {
	zone := time.FixedZone("UTC+8", 8*3600)
	// A Wednesday, already Thursday in UTC+8: the zone of the speaker counts.
	now := time.Date(2026, 3, 4, 18, 30, 0, 0, time.UTC)
	f := func(text, words, from, to string) {
		t.Helper()
		spans := When(text, now, zone)
		if words == "" {
			if len(spans) > 0 {
				t.Errorf("%q names %q", text, text[spans[0].At:spans[0].At+spans[0].Len])
			}
			return
		}
		if len(spans) == 0 {
			t.Errorf("%q names no time", text)
			return
		}
		s := spans[0]
		const layout = "2006-01-02T15:04"
		full := func(s string) string {
			if len(s) == len("2006-01-02") {
				return s + "T00:00"
			}
			return s
		}
		if got := text[s.At : s.At+s.Len]; got != words {
			t.Errorf("%q: words %q, want %q", text, got, words)
		}
		if got := s.Start.Format(layout); got != full(from) {
			t.Errorf("%q: start %s, want %s", text, got, from)
		}
		if got := s.End.Format(layout); got != full(to) {
			t.Errorf("%q: end %s, want %s", text, got, to)
		}
	}
	f("see you tomorrow", "tomorrow", "2026-03-06", "2026-03-07")
	f("the day after tomorrow at 3pm", "the day after tomorrow at 3pm", "2026-03-07T15:00", "2026-03-07T16:00")
	f("the dentist is next Tuesday", "next Tuesday", "2026-03-10", "2026-03-11")
	f("next Tuesday at 15:30 in Rome", "next Tuesday at 15:30", "2026-03-10T15:30", "2026-03-10T16:30")
	f("in two weeks", "in two weeks", "2026-03-19", "2026-03-20")
	f("we met three days ago", "three days ago", "2026-03-02", "2026-03-03")
	f("last spring I moved", "last spring", "2025-03-01", "2025-06-01")
	f("next month", "next month", "2026-04-01", "2026-05-01")
	f("this weekend", "this weekend", "2026-03-07", "2026-03-09")
	f("on Friday I fly", "on Friday", "2026-03-06", "2026-03-07")
	f("I bought it on Friday", "on Friday", "2026-02-27", "2026-02-28")
	f("last Friday", "last Friday", "2026-02-27", "2026-02-28")
	f("on March 14th", "on March 14th", "2026-03-14", "2026-03-15")
	f("born 14 June 1990", "14 June 1990", "1990-06-14", "1990-06-15")
	f("June 14, 1990", "June 14, 1990", "1990-06-14", "1990-06-15")
	f("in May", "in May", "2026-05-01", "2026-06-01")
	f("I moved here in May", "in May", "2025-05-01", "2025-06-01")
	f("due 2026-04-01", "2026-04-01", "2026-04-01", "2026-04-02")
	f("on the 14th", "on the 14th", "2026-03-14", "2026-03-15")
	f("the 3rd time", "", "", "")
	f("since 2019", "since 2019", "2019-01-01", "2020-01-01")
	f("at 7pm tomorrow", "at 7pm tomorrow", "2026-03-06T19:00", "2026-03-06T20:00")
	f("tonight", "tonight", "2026-03-05T20:00", "2026-03-05T21:00")
	f("at the end of the month", "the end of the month", "2026-03-27", "2026-04-01")
	f("I may march on", "", "", "")
	f("I swim every Tuesday", "", "", "")
	f("每周三开会", "", "", "")
	f("version 3.14 has 12 parts", "", "", "")
	f("sunny days in a row", "", "", "")

	f("明天见", "明天", "2026-03-06", "2026-03-07")
	f("后天下午三点开会", "后天下午三点", "2026-03-07T15:00", "2026-03-07T16:00")
	f("下周三交稿", "下周三", "2026-03-11", "2026-03-12")
	f("上周五买的", "上周五", "2026-02-27", "2026-02-28")
	f("去年春天搬来的", "去年春天", "2025-03-01", "2025-06-01")
	f("今晚八点半", "今晚八点半", "2026-03-05T20:30", "2026-03-05T21:30")
	f("下个月15号出差", "下个月15号", "2026-04-15", "2026-04-16")
	f("三天后到", "三天后", "2026-03-08", "2026-03-09")
	f("两周前", "两周前", "2026-02-19", "2026-02-20")
	f("我生日是5月20日", "5月20日", "2026-05-20", "2026-05-21")
	f("1990年5月20日出生", "1990年5月20日", "1990-05-20", "1990-05-21")
	f("周六早上9点", "周六早上9点", "2026-03-07T09:00", "2026-03-07T10:00")
	f("这个周末", "这个周末", "2026-03-07", "2026-03-09")
	f("明年五月", "明年五月", "2027-05-01", "2027-06-01")
	f("月底之前", "月底", "2026-03-27", "2026-04-01")
	f("年底结婚", "年底", "2026-12-01", "2027-01-01")
	f("下禮拜二", "下禮拜二", "2026-03-10", "2026-03-11")
	f("十月三号", "十月三号", "2026-10-03", "2026-10-04")
	f("三点建议", "", "", "")
	f("我有两个孩子", "", "", "")
}

func TestWhenIsCheap(t *testing.T) {
	if spans := When("", time.Now(), nil); spans != nil {
		t.Errorf("the empty text names %v", spans)
	}
}

func FuzzWhenStaysWithinTheText(f *testing.F) {
	for _, s := range []string{"next Tuesday at 3pm", "后天下午三点", "in", "2026-13-40", "ＡＢＣ１２月", "\xff明天"} {
		f.Add(s)
	}
	now := time.Date(2026, 3, 4, 18, 30, 0, 0, time.UTC)
	f.Fuzz(func(t *testing.T, s string) {
		end := 0
		for _, span := range When(s, now, nil) {
			if span.At < end || span.Len <= 0 || span.At+span.Len > len(s) || !span.End.After(span.Start) {
				t.Fatalf("%q: span %+v", s, span)
			}
			end = span.At + span.Len
		}
	})
}

func BenchmarkWhen(b *testing.B) {
	text := "I have been thinking about the trip and would like to move the meeting to next Tuesday at 3pm because my mother arrives on March 14th."
	now := time.Now()
	for b.Loop() {
		When(text, now, nil)
	}
}

// What When passes over at a look begins no time.
func TestTimesInChineseBeginWithAFewCharacters(t *testing.T) {
	now := time.Date(2026, 5, 20, 12, 0, 0, 0, time.UTC)
	var begin []rune
	for r := rune(0x2E80); r < 0xA000; r++ {
		if !isCJK(r) {
			continue
		}
		if newScanner(string(r), now).beginsTime() {
			if FoldRune(r) == r {
				begin = append(begin, r)
			}
			continue
		}
		for _, rest := range []string{"", "天", "后天", "周三", "个月前", "年三月五号", "月底", "点半", "晚上八点", "3月14日", "两天后"} {
			s := newScanner(string(r)+rest, now)
			if span, ok := s.moment(); ok {
				t.Fatalf("%q names %v", string(r)+rest, span)
			}
		}
	}
	for _, r := range begin {
		named := false
		for _, rest := range []string{"", "天", "日", "晚", "后天", "周三", "一", "末", "个周", "期三", "拜三", "月", "底", "年前", "年三月", "天后", "诞节", "旦", "庆节", "动节", "人节", "晨三点", "上三点", "午三点", "里三点", "夜三点", "晚三点", "点半", "两天"} {
			s := newScanner(string(r)+rest, now)
			_, ok := s.moment()
			named = named || ok
		}
		if !named {
			t.Errorf("nothing tried that begins with %c names a time", r)
		}
	}
}

// A day without a year is the coming one, unless its own sentence is told in the past; and
// what a thing is for, or was moved to, comes whatever the tense.
func TestWhenByTense(t *testing.T) {
	now := time.Date(2026, 11, 25, 10, 0, 0, 0, time.UTC)
	f := func(text, want string) {
		t.Helper()
		spans := When(text, now, nil)
		if len(spans) == 0 {
			t.Errorf("%q names no time", text)
			return
		}
		if got := spans[len(spans)-1].Start.Format("2006-01-02"); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
	f("12月20号我去上海", "2026-12-20")
	f("忙死了。12月20号我妈妈来北京。", "2026-12-20")
	f("昨天搬完家了。12月20号我妈妈来北京看我们。", "2026-12-20")
	f("我的护照12月20号就到期了", "2026-12-20")
	f("我订了12月20号去东京的机票", "2026-12-20")
	f("我买了12月20号的演唱会门票", "2026-12-20")
	f("会议改到12月20号了", "2026-12-20")
	f("我12月20号去了东京", "2025-12-20")
	f("我是12月20号来的北京", "2025-12-20")
	f("他们已经在12月20号搬走", "2025-12-20")
	f("December 20 I fly to Rome", "2026-12-20")
	f("I was swamped. My mother arrives on December 20.", "2026-12-20")
	f("My passport expires December 20, I got a reminder", "2026-12-20")
	f("I bought a ticket to Tokyo for December 20", "2026-12-20")
	f("they moved it to December 20", "2026-12-20")
	f("I went to Tokyo on December 20", "2025-12-20")
	f("Got it! On December 20.", "2025-12-20")
	f("I bought it on Monday", "2026-11-23")
	f("the review was moved to Monday", "2026-11-30")
}

func TestTimesInEnglishBeginWithAFewWords(t *testing.T) {
	now := time.Date(2026, 5, 20, 12, 0, 0, 0, time.UTC)
	f := func(rest string) {
		t.Helper()
		for _, word := range strings.Fields("I you he she it we they me my your his her our their who what when where which why how is are was were be been do does did have has had can could will would shall should might must not no yes and or but if so than then that these those there here from to for with about into over after before under above between through up down out off again further once more most some such only own same too very just also any each every all both few other another great good best big small long old young high low right wrong meet met go went gone come came see saw look take took make made give gave get got know knew think thought say said tell told ask asked work worked call called try need feel become leave put mean keep let begin seem help talk turn start show hear play run move like live believe hold bring happen write provide sit stand lose pay include continue set learn change lead understand watch follow stop create speak read allow add spend grow open walk win offer remember love consider appear buy wait serve die send expect build stay fall cut reach kill remain thirteen twenty hundred dozen half first second third fourth fifth ninth now later ago soon always never often spring summer autumn winter week weekend month year hour minute decade century easter thanksgiving valentin christ noone mayor marching sundae fridays mondays anew attic input online byte onto") {
			s := newScanner(word+rest, now)
			if span, ok := s.moment(); ok && !s.beginsTimeAt(0) {
				t.Fatalf("%q names %v", word+rest, span)
			}
		}
	}
	for _, rest := range []string{"", " ", " 3 days ago", " march 14th", " monday", " 14th of may", " the 3rd of june 2025", " week", " 5pm", ":30 pm", " two weeks", " of 2024", " morning", " year", " next friday", "'s day", " eve"} {
		f(rest)
	}
}

func (s *scanner) beginsTimeAt(at int) bool {
	s.pos = at
	return s.beginsTime()
}
