package extract

import (
	"strings"

	"mneme/memory"
)

// paste takes out what follows a request to work on a text: "summarise this:",
// "翻译下面这段：". What the user says before it is his own.
func paste(text string) string {
	if !holdsAny(text, ":", "：", "\n\n") {
		return text // nothing is brought along without one of these
	}
	folded, ok := foldedInPlace(text)
	if !ok {
		return text
	}
	verbs := workings()
	for k, i := range firsts(folded, verbs) {
		if i < 0 {
			continue
		}
		if presents(folded, i, verbs[k]) {
			continue
		}
		rest := text[i:]
		near := rest[:min(len(rest), 200+len(verbs[k]))] // a colon further on is none of this request
		for _, colon := range []string{":\n", "：\n", ": \n", ":", "：", "\n\n"} {
			j := strings.Index(near, colon)
			if j < 0 || colon != "\n\n" && j > 160 || strings.ContainsAny(rest[:j], ".。!！?？") && colon != "\n\n" {
				continue
			}
			if colon == "\n\n" && (j > 200 || len(rest)-j < 200) {
				continue
			}
			if len(strings.TrimSpace(rest[j+len(colon):])) < leastMaterial {
				continue
			}
			return text[:i+j]
		}
	}
	return text
}

// foldedInPlace folds a text so that what is found in it stands at the same place in the text;
// false where folding moves it.
func foldedInPlace(text string) (string, bool) {
	folded := memory.Fold(text)
	if len(folded) != len(text) {
		folded = strings.ToLower(text)
	}
	return folded, len(folded) == len(text)
}

// presents reports whether a word that often stands before a text, at i, presents what the speaker
// wants himself: "here is what I need", 我的要求如下.
func presents(folded string, i int, verb string) bool {
	switch verb {
	case "如下", "以下是", "下面是":
		from := max(0, i-30)
		near := strings.ToValidUTF8(folded[from:min(len(folded), i+len(verb)+30)], "")
		return holdsAny(near, "要求", "条件", "需求", "偏好", "我的情况", "我的信息", "我的安排", "我的计划")
	case "这是":
		near := strings.ToValidUTF8(folded[i:min(len(folded), i+len(verb)+30)], "")
		return !holdsAny(near, "数据", "日志", "代码", "报错", "结果", "输出", "聊天记录", "原文", "全文", "文章", "邮件")
	case "here is what", "here's what", "the following", "here is the", "here's the":
		near := folded[i:min(len(folded), i+len(verb)+24)]
		return anySign(near, "matters", "i need", "i want", "i like", "we need", "my needs", "my preferences", "my requirements")
	}
	return false
}

// firsts returns where each word of at least three bytes first stands in a text, -1 where
// it does not. A long text is walked through once for all of them.
func firsts(text string, words []string) []int {
	at := make([]int, len(words))
	if len(text) < 4<<10 {
		for k, word := range words {
			at[k] = strings.Index(text, word)
		}
		return at
	}
	// A bit for each three bytes that a word begins with, by their hash.
	const bits = 14
	var begins [1 << bits / 64]uint64
	hash := func(s string) uint32 {
		return (uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16) * 0x9E3779B1 >> (32 - bits)
	}
	hashes := make([]uint32, len(words))
	for k, word := range words {
		h := hash(word)
		at[k], hashes[k] = -1, h
		begins[h/64] |= 1 << (h % 64)
	}
	for i := 0; i+3 <= len(text); i++ {
		h := hash(text[i : i+3])
		if begins[h/64]&(1<<(h%64)) == 0 {
			continue
		}
		for k, word := range words {
			if hashes[k] == h && at[k] < 0 && strings.HasPrefix(text[i:], word) {
				at[k] = i
			}
		}
	}
	return at
}
