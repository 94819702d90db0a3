package memory

import (
	"math/bits"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// newerReach bounds the hits that are compared: what stands further down does not lead.
const newerReach = 24

// mostRenewals bounds the sentences that go before one older one: the better fit goes first, and
// a page of them would push out what answers. What gives a value in the same measure may always.
const mostRenewals = 2

// newerFirst puts, of two sentences of one speaker that state a value of what is asked, the one
// that was said later before the other: "the meeting is at 3" gives way to "the meeting was
// moved to 4.30", though the first holds more of the question's words. Both stay, with their
// dates. Only a question about what is true now is touched; what happened does not change.
func newerFirst(hits []rankedHit, q *Question, words []Term) {
	switch q.Intent {
	case IntentFact, IntentCount, IntentAdvice, IntentOther:
	case IntentWhen: // "when is", not "when did"
	default:
		return
	}
	if q.Past || q.Compares {
		return
	}
	asked := topicWords(words)
	if len(asked) == 0 {
		return
	}
	reach := min(len(hits), newerReach)
	var told [newerReach]statement
	var renewed [newerReach]uint8 // how often
	for i := range hits[:reach] {
		if r := hits[i].Record; r.Layer == Episodic {
			told[i] = stated(r.Text, asked)
		}
	}
	for i := 1; i < reach; i++ {
		if told[i].held == 0 {
			continue
		}
		for to := range i {
			if told[to].held == 0 || renewed[to] >= mostRenewals && !sameMeasure(told[i].text, told[to].text) || !saidLater(hits[i].Record, hits[to].Record) || hits[i].Score < 0.5*hits[to].Score || !told[i].renews(&told[to]) {
				continue
			}
			h, t := hits[i], told[i]
			h.Score = hits[to].Score
			copy(hits[to+1:i+1], hits[to:i])
			copy(told[to+1:i+1], told[to:i])
			copy(renewed[to+1:i+1], renewed[to:i])
			hits[to], told[to], renewed[to] = h, t, 0
			renewed[to+1]++
			break
		}
	}
}

// topicWords are the words of a question that name what it is about, each once.
func topicWords(words []Term) []Term {
	var out []Term
	for _, t := range words {
		if (t.Kind() == WordTerm || t.Kind() == PairTerm) && !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	return out
}

// statement is the sentence of a text that says most about what is asked.
type statement struct {
	text   string   // that sentence
	held   uint64   // which of the question's words it holds, a bit each
	values []string // numbers, times and days in it
	change bool     // it says itself that something changed
}

// stated finds that sentence.
func stated(text string, asked []Term) statement {
	const most = 2_000 // bytes that are looked at
	if len(text) > most {
		text = strings.ToValidUTF8(text[:most], "")
	}
	var best statement
	from := ""
	var buffer [96]Term
	eachSentence(text, func(sentence string, _ bool) {
		var held uint64
		for _, t := range AppendTerms(buffer[:0], sentence) {
			if i := slices.Index(asked, t); i >= 0 && i < 64 {
				held |= 1 << i
			}
		}
		if bits.OnesCount64(held) > bits.OnesCount64(best.held) {
			best.held, from = held, sentence
		}
	})
	if best.held != 0 {
		best.text, best.values, best.change = from, valuesIn(from), tellsChange(from)
	}
	return best
}

// renews reports whether a later statement takes the place of an earlier one: it speaks of the
// same thing and gives another value, or says that it changed.
func (s *statement) renews(old *statement) bool {
	both, before := bits.OnesCount64(s.held&old.held), bits.OnesCount64(old.held)
	if s.change {
		return 2*both >= before || both >= 2 && 3*both >= before
	}
	if 3*both < 2*before || both < 2 && before > 1 {
		return false
	}
	other := false
	for _, v := range s.values {
		other = other || !slices.Contains(old.values, v)
	}
	return other && len(old.values) > 0
}

// saidLater reports whether a was said later than b, by the same one.
func saidLater(a, b *Record) bool {
	if !sameSpeaker(a, b) {
		return false
	}
	at, before := timeOf(a), timeOf(b)
	return at.After(before) || at.Equal(before) && a.SessionID == b.SessionID && a.Seq > b.Seq
}

// eachSentence calls f with the sentences of a text, and whether they end as a question.
func eachSentence(text string, f func(sentence string, asks bool)) {
	start := 0
	for i, r := range text {
		end := i + utf8.RuneLen(r)
		switch r {
		case '\n', '。', '！', '？', '；', '!', '?':
		case '.':
			if end < len(text) && text[end] != ' ' && text[end] != '\n' {
				continue // 3.5, example.com
			}
		default:
			continue
		}
		if s := strings.TrimSpace(text[start:i]); s != "" {
			f(s, r == '?' || r == '？')
		}
		start = end
	}
	if s := strings.TrimSpace(text[start:]); s != "" {
		f(s, false)
	}
}

// valuesIn returns the numbers, times and days that a sentence names.
func valuesIn(sentence string) []string {
	var out []string
	run := []rune(nil)
	end := func() {
		if len(run) > 1 || len(run) == 1 && run[0] != '一' {
			out = append(out, string(run))
		}
		run = run[:0]
	}
	for _, r := range sentence {
		if r = FoldRune(r); r >= '0' && r <= '9' || strings.ContainsRune("零一二三四五六七八九十百千万亿半两", r) || len(run) > 0 && (r == '.' || r == ':' || r == ',') {
			run = append(run, r)
			continue
		}
		end()
	}
	end()
	eachWord(sentence, func(w string) bool {
		switch w {
		case "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "fifteen", "twenty", "thirty", "forty", "fifty", "hundred", "thousand", "dozen", "half",
			"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "january", "february", "march", "april", "june", "july", "august", "september", "october", "november", "december":
			out = append(out, w)
		}
		return true
	})
	for i, v := range out {
		out[i] = strings.TrimFunc(v, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	}
	return out
}

// sameMeasure reports whether two sentences give numbers of one measure: "6-9 months" and "5
// months", "$40" and "$50", 三个月 and 3个月 are, "5 months" and "March 5" are not.
func sameMeasure(a, b string) bool {
	measures := measuresIn(a)
	return slices.ContainsFunc(measuresIn(b), func(m string) bool { return slices.Contains(measures, m) })
}

// measuresIn returns what the numbers of a sentence are numbers of: the sign before or behind
// them, or the word that follows.
func measuresIn(sentence string) []string {
	var out []string
	sentence = Fold(sentence)
	before, number := rune(0), false
	for i, r := range sentence {
		digit := r >= '0' && r <= '9' || strings.ContainsRune("零一二三四五六七八九十百千万亿半两", r)
		switch {
		case digit && !number && strings.ContainsRune("$€£¥", before):
			out = append(out, string(before))
		case digit, number && strings.ContainsRune("-–,.~", r): // "5-7", "1,200"
		case number && (r == '%' || isCJK(r)):
			unit := sentence[i : i+utf8.RuneLen(r)]
			if r == '个' { // 三个月
				next, n := utf8.DecodeRuneInString(sentence[i+len(unit):])
				if isCJK(next) {
					unit = sentence[i : i+len(unit)+n]
				}
			}
			out = append(out, unit)
		case number && before != ' ' && r == ' ':
			word := sentence[i+1:]
			if end := strings.IndexFunc(word, func(r rune) bool { return !unicode.IsLetter(r) || isCJK(r) }); end >= 0 {
				word = word[:end]
			}
			if word != "" && !stopWord(word) && !lightWord(word) {
				out = append(out, singular(word))
			}
		}
		number = digit || number && strings.ContainsRune("-–,.~", r)
		before = r
	}
	return out
}

// tellsChange reports whether a sentence says itself that something is no longer as it was.
func tellsChange(sentence string) bool {
	found := false
	eachWord(sentence, func(w string) bool {
		switch w {
		case "now", "new", "newly", "updated", "changed", "moved", "rescheduled", "postponed", "delayed", "extended", "shortened", "increased", "raised", "reduced", "lowered", "decreased",
			"grown", "grew", "reached", "risen", "fell", "dropped", "switched", "replaced", "instead", "anymore", "longer", "recently", "corrected", "revised", "adjusted", "upgraded", "renewed", "cancelled", "canceled":
			found = true
		}
		return !found
	})
	return found || hasAny(sentence, "改到", "改成", "改为", "改在", "换成", "换到", "换了", "搬到", "搬去", "涨到", "升到", "提高到", "增加到", "加到", "降到", "减到", "减少到", "延到", "延期", "延长", "缩短", "推迟", "提前到",
		"现在", "如今", "目前", "不再", "更新", "变成", "变为", "调到", "调整", "取消", "最近", "新的", "已经到", "达到")
}
