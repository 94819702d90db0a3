package memory

import (
	"strings"
	"unicode"
)

// tense is what a sentence says of when it is told: of the past, or not.
type tense struct {
	from, to int // the sentence, in runes; to 0: none was looked at yet
	past     bool
}

// past reports whether the sentence at hand speaks of the past, and so means the day
// that was and not the one that comes. What a thing is for, until when, or to when it
// was moved lies ahead whatever the tense: "I bought a ticket for December 20",
// 我订了12月20号的机票.
func (s *scanner) past() bool {
	from, to := s.sentence()
	if s.tense.to != to || s.tense.from != from {
		s.tense = tense{from: from, to: to, past: s.told(from, to)}
	}
	return s.tense.past && !s.meantFor(from) && !s.still(from, to)
}

// told reports whether a sentence speaks of the past. A scrap without a verb goes on in
// the tense of the sentence before it: "Got it! On Friday."
func (s *scanner) told(from, to int) bool {
	if speaksOfPast(string(s.runes[from:to])) {
		return true
	}
	most := maxScrap
	if strings.IndexFunc(string(s.runes[from:to]), isCJK) >= 0 {
		most = maxScrap / 5
	}
	if from == 0 || to-from > most || toldNow(string(s.runes[from:to])) {
		return false
	}
	pos := s.pos
	s.pos = from - 1
	from, to = s.sentence()
	s.pos = pos
	return speaksOfPast(string(s.runes[from:to]))
}

// maxScrap is how many characters a scrap of a sentence has at most.
const maxScrap = 60

// sentence returns where the sentence at hand begins and ends.
func (s *scanner) sentence() (from, to int) {
	at := min(s.pos, len(s.runes))
	ends := func(i int) bool {
		switch s.runes[i] {
		case '\n', '!', '?', ';', '。':
			return true
		case '.':
			return i+1 >= len(s.runes) || unicode.IsSpace(s.runes[i+1])
		}
		return false
	}
	from = max(at-1, 0)
	for from > 0 && !ends(from-1) {
		from--
	}
	to = at
	for to < len(s.runes) && !ends(to) {
		to++
	}
	return from, to
}

// meantFor reports whether the words right before the date at hand say that it lies
// ahead.
func (s *scanner) meantFor(from int) bool {
	start := s.begin
	before := strings.TrimRight(string(s.runes[min(from, start):start]), " ")
	for _, word := range [...]string{" the", " on", " this"} {
		before = strings.TrimSuffix(before, word)
	}
	for _, sign := range [...]string{" for", " until", " till", " by", " due", "moved to", "pushed to", "postponed to", "rescheduled to", "changed to", "moved it to", "pushed it to", "pushed back to", "brought forward to", "put off to",
		"改到", "改成", "改为", "推迟到", "推到", "延到", "延期到", "挪到", "调到", "提前到", "宽限到", "订了", "约了", "买了", "定了", "报了", "预约了", "安排了", "排了", "抢了", "订在", "约在", "定在", "约好了", "订好了", "买好了", "截止到", "持续到", "有效期到"} {
		if strings.HasSuffix(before, sign) {
			return !strings.HasSuffix(sign, "买了") || s.ticket()
		}
	}
	return false
}

// ticket reports whether the date at hand tells of which day a thing is that was got:
// 12月20号去东京的机票.
func (s *scanner) ticket() bool {
	rest := string(s.runes[min(s.pos, len(s.runes)):min(s.pos+14, len(s.runes))])
	return strings.ContainsRune(rest, '的') && strings.ContainsAny(rest, "票场")
}

// still reports whether the part of the sentence that the date stands in is told in the
// present: "my passport expires December 20, I got a reminder".
func (s *scanner) still(from, to int) bool {
	at := min(s.begin, len(s.runes))
	for i := at; i > from; i-- {
		if r := s.runes[i-1]; r == ',' || r == '，' {
			from = i
			break
		}
	}
	for i := at; i < to; i++ {
		if r := s.runes[i]; (r == ',' || r == '，') && !unicode.IsDigit(s.runes[min(i+2, to-1)]) {
			to = i
			break
		}
	}
	part := string(s.runes[from:to])
	if speaksOfPast(part) {
		return false
	}
	return toldNow(part)
}

// toldNow reports whether folded words have a verb of the present.
func toldNow(part string) bool {
	for _, sign := range [...]string{"is", "are", "expires", "expire", "arrives", "arrive", "leaves", "leave", "starts", "start", "begins", "begin", "ends", "end", "runs", "run", "comes", "come", "lands", "land", "opens", "open", "closes", "visits", "visit", "flies", "fly", "departs", "takes", "turns", "has", "have", "will", "i'll", "we'll", "he'll", "she'll", "it'll", "they'll", "going to",
		"到期", "截止", "出发", "过期", "起去", "起当", "起在", "起到", "起要", "起开始"} {
		if containsWord(part, sign) {
			return true
		}
	}
	return false
}

// speaksOfPast reports whether folded words have signs of the past tense, and none of
// what is to come.
func speaksOfPast(text string) bool {
	for _, sign := range [...]string{"要", "打算", "准备", "计划", "将", "will", "i'll", "we'll", "he'll", "she'll", "they'll", "plan to", "going to", "别忘", "记得"} {
		if containsWord(text, sign) {
			return false
		}
	}
	for _, sign := range pastSigns() {
		if containsWord(text, sign) {
			return true
		}
	}
	return done(text)
}

func pastSigns() []string {
	return []string{
		"was", "were", "had", "did", "went", "got", "bought", "moved", "started", "since", "met", "saw", "came", "left", "began", "ago",
		"quit", "broke", "lost", "won", "took", "made", "said", "told", "visited", "finished", "joined", "graduated", "happened", "born", "became", "died", "passed away",
		"used to", "已经", "以来", "过去", "当时", "刚", "来的", "去的", "买的", "毕业的", "认识的",
	}
}

// done reports whether 了 tells that something was done. In 就到期了, 快生了, 太好了 and
// 累死了 it tells of what is near, or how it feels.
func done(text string) bool {
	for from := 0; ; {
		i := strings.Index(text[from:], "了")
		if i < 0 {
			return false
		}
		i += from
		from = i + len("了")
		clause := text[:i]
		if cut := strings.LastIndexAny(clause, ",，、"); cut >= 0 {
			clause = clause[cut:]
		}
		near := false
		for _, sign := range [...]string{"就", "快", "太", "死", "别", "不", "该", "极", "为", "除", "好久", "没"} {
			near = near || strings.Contains(clause, sign)
		}
		for _, sign := range [...]string{"解", "为", "除", "得", "不"} { // 了解, 为了, 除了, 得了, 不了
			near = near || strings.HasSuffix(clause, sign)
		}
		if !near && !strings.HasPrefix(text[from:], "解") {
			return true
		}
	}
}
