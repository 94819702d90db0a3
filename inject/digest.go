package inject

import (
	"strings"
	"unicode/utf8"

	"mneme/budget"
	"mneme/memory"
)

// digestOf returns an exchange as one sentence a turn.
func digestOf(e exchange) []digest {
	out := make([]digest, 0, len(e.turns))
	for _, t := range e.turns {
		line := priced(string(t.Role) + ": " + firstSentence(t.Text, hintRunes))
		line.over = e.over
		out = append(out, line)
	}
	return out
}

// priced returns a line with what it costs in a block.
func priced(text string) digest {
	return digest{text: text, tokens: budget.Estimate(text) + plainLine}
}

// newest drops lines from the front until the rest fits.
func newest(lines []digest, tokens int) []digest {
	sum := 0
	for i := len(lines) - 1; i >= 0; i-- {
		if sum += lines[i].tokens; sum > tokens {
			return append([]digest(nil), lines[i+1:]...)
		}
	}
	return lines
}

// sentences calls yield with each sentence of text, as one plain line, until it returns
// false.
func sentences(text string, yield func(string) bool) {
	from := 0
	for i, r := range text {
		end := i + utf8.RuneLen(r)
		switch r {
		case '\n', '。', '！', '？', '；':
		case '.', '!', '?':
			if end < len(text) && text[end] != ' ' && text[end] != '\n' {
				continue
			}
		default:
			continue
		}
		if s := memory.PlainLine(text[from:end]); s != "" && !yield(s) {
			return
		}
		from = end
	}
	if s := memory.PlainLine(text[from:]); s != "" {
		yield(s)
	}
}

// firstSentence returns the beginning of text that says what it is about.
func firstSentence(text string, runes int) string {
	first := ""
	sentences(text, func(s string) bool {
		first = s
		return false
	})
	return clip(first, runes)
}

// clip cuts s after so many characters and says so.
func clip(s string, runes int) string {
	if len(s) <= runes {
		return s
	}
	n := 0
	for i := range s {
		if n == runes {
			return s[:i] + "…"
		}
		n++
	}
	return s
}

// mergeHints adds hints at the end, a repeated one in its new place, the oldest leaving.
func mergeHints(hints, more []string) []string {
	for _, h := range more {
		for i, old := range hints {
			if old == h {
				hints = append(hints[:i:i], hints[i+1:]...)
				break
			}
		}
		hints = append(hints, h)
	}
	if len(hints) > mostHints {
		hints = append([]string(nil), hints[len(hints)-mostHints:]...)
	}
	return hints
}

// conditionsIn returns the sentences by which a user says under which conditions
// something is wanted.
func conditionsIn(text string) []string {
	var found []string
	sentences(text, func(s string) bool {
		if !isQuestion(s) && !memory.Once(s) && hasCue(s, []string{"must ", "mustn't", "must not", "at most", "at least", "no more than", "not more than", "budget", "deadline", "don't ", "do not ", "only ", "without ", "avoid ", "due ", "by tomorrow"},
			[]string{"必须", "不要", "不能", "最多", "最少", "至少", "不超过", "预算", "只要", "只能", "别用", "尽量", "号之前", "点之前", "周之前", "月之前", "之前要", "之前交", "之前完成"}) {
			found = append(found, clip(s, hintRunes))
		}
		return len(found) < mostHints
	})
	return found
}

// promiseIn returns the last sentence in which an assistant says what it will do or asks
// for leave to do it. Courtesies are none: "I'll be happy to help", "I'll remember that".
func promiseIn(text string) string {
	found := ""
	sentences(text, func(s string) bool {
		if hasCue(s, []string{"i'll ", "i will ", "shall i", "should i", "would you like me to", "do you want me to", "next, i", "once you confirm"},
			[]string{"我会", "我将", "我来", "要我", "需要我", "接下来", "稍后", "请确认", "确认后"}) &&
			!hasCue(s, []string{"happy to", "glad to", "be here", "remember", "keep in mind", "note that", "keep that", "help you with", "if you need", "anything else"},
				[]string{"很乐意", "随时", "记住", "记下", "牢记", "还有什么", "其他问题", "如果需要", "如需"}) {
			found = s
		}
		return true
	})
	return clip(found, hintRunes)
}

// goesOn reports whether a turn asks to take up what was begun before.
func goesOn(text string) bool {
	if utf8.RuneCountInString(text) > 60 {
		return false
	}
	return hasCue(text, []string{"continue", "go on", "go ahead", "carry on", "proceed", "resume", "where were we", "where did we", "as before", "as discussed", "last time", "pick up", "what's next", "what is next", "what's left", "do it"},
		[]string{"继续", "接着", "上次", "刚才", "之前说", "说到哪", "做到哪", "按之前", "开始吧", "下一步", "还剩", "就这么办", "照做"})
}

// agrees reports whether a turn says no more than yes.
func agrees(text string) bool {
	switch strings.Trim(memory.Fold(strings.TrimSpace(text)), ".!。！,， ") {
	case "yes", "yes please", "yes, please", "ok", "okay", "sure", "yep", "please do", "confirmed", "agreed",
		"好", "好的", "可以", "行", "是的", "对", "嗯", "确认", "同意", "没问题":
		return true
	}
	return false
}

func isQuestion(s string) bool {
	return strings.HasSuffix(s, "?") || strings.HasSuffix(s, "？") || strings.HasSuffix(s, "吗") || strings.HasSuffix(s, "呢") || memory.EitherOr(memory.Fold(s))
}

// hasCue reports whether a sentence holds one of the words. English words are found at
// the beginning of a word.
func hasCue(s string, english, chinese []string) bool {
	s = memory.Fold(s)
	for _, cue := range english {
		for from := 0; ; {
			at := strings.Index(s[from:], cue)
			if at < 0 {
				break
			}
			at += from
			if at == 0 || !isWordByte(s[at-1]) {
				return true
			}
			from = at + len(cue)
		}
	}
	for _, cue := range chinese {
		if strings.Contains(s, cue) {
			return true
		}
	}
	return false
}

func isWordByte(b byte) bool {
	return b|0x20 >= 'a' && b|0x20 <= 'z' || b >= '0' && b <= '9'
}
