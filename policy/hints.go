package policy

import (
	"strings"
	"unicode/utf8"
)

// hints are the words without one of which a text holds no wish. Nearly all texts
// hold none, and so the first three bytes of each word of a text are all that is
// looked at: three letters, or a Chinese character.
type hints struct {
	begins [64]uint64          // a bit for each hash of three bytes that a hint begins with
	words  map[uint32][]string // the hints by these bytes
}

func newHints() hints {
	h := hints{words: make(map[uint32][]string)}
	for _, word := range append(englishHints(), chineseHints()...) {
		three := firstThree(word)
		h.words[three] = append(h.words[three], word)
		at := hashThree(three)
		h.begins[at>>6] |= 1 << (at & 63)
	}
	return h
}

// in reports whether a text holds a hint, an English one at the head of a word.
// Full-width letters could be any.
func (h *hints) in(text string) bool {
	for i := 0; i < len(text); {
		c := text[i]
		if c < utf8.RuneSelf && !isLetter(c) {
			i++
			continue
		}
		if len(text)-i < 3 {
			return false
		}
		three := firstThree(text[i:])
		if at := hashThree(three); h.begins[at>>6]&(1<<(at&63)) != 0 {
			for _, word := range h.words[three] {
				if rest := text[i:]; len(rest) >= len(word) && strings.EqualFold(rest[:len(word)], word) {
					return true
				}
			}
		}
		if c == 0xEF && isWideLetter(text[i:]) {
			return true
		}
		i++
		if c >= utf8.RuneSelf {
			for i < len(text) && text[i]&0xC0 == 0x80 {
				i++
			}
			continue
		}
		for i < len(text) && isLetter(text[i]) {
			i++
		}
	}
	return false
}

// firstThree returns the first three bytes of a word, small letters and capitals
// alike; what else it takes for alike is told apart by the word itself.
func firstThree(s string) uint32 {
	return (uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16) | 0x202020
}

// hashThree hashes three bytes to twelve bits (multiplicative hashing: Knuth, The
// Art of Computer Programming, volume 3, 6.4).
func hashThree(three uint32) uint32 { return three * 0x9E3779B1 >> 20 }

// isWideLetter reports whether s begins with a full-width Latin letter.
func isWideLetter(s string) bool {
	return len(s) > 2 && s[0] == 0xEF && (s[1] == 0xBC && s[2] >= 0xA1 && s[2] <= 0xBA || s[1] == 0xBD && s[2] >= 0x81 && s[2] <= 0x9A)
}

// englishHints are at least three letters long.
func englishHints() []string {
	return []string{"again", "after all", "relevant", "reopen", "re-open", "revisit", "repeat", "rememb", "record", "retain", "remove", "reset", "resume",
		"reactivate", "re-enable", "reenable", "secret", "share", "save", "saving", "store", "storing", "stop", "scrub", "scratch", "strike", "switch",
		"suspend", "forget", "forgot", "memor", "mention", "matters", "log", "learn", "let go", "note", "noting", "never mind", "nevermind", "keep",
		"off the", "off record", "undo", "ignore", "disregard", "scrap", "retract", "withdraw", "destroy", "discard", "not for", "on the record", "drop", "delete", "disable", "deactivate", "erase", "empty", "enable", "confidential", "classified", "top secret", "sensitive info", "personal info", "for your", "clear", "commit", "cease",
		"pick", "private", "pass on", "purge", "put", "pause", "unlearn", "unremember", "unpause", "wipe", "write", "writing", "worry",
		"breathe a", "back on", "between", "bring", "bear in", "bother", "tell any", "tell a soul", "take", "taking", "talk",
		"turn off", "turn on", "turn your", "turn the", "turn my", "think about", "hear", "hold", "reme", "remb", "remm", "reem", "rmem", "reb", "renem", "recr", "recod", "recoo", "recird", "reccor", "reoc", "forgt", "forge", "foge", "fogr", "froge", "frg", "foreg", "memo", "svae", "stroe", "delte", "hang", "incognito", "jot", "quit"}
}

func chineseHints() []string {
	return []string{"记", "記", "忘", "存", "删", "刪", "清", "管", "提", "痕", "没说", "沒說", "没有说", "沒有說", "学", "學", "抹", "算了",
		"听听", "聽聽", "俩", "倆", "撤", "跟进", "跟進", "操心", "关注", "又重要", "又相关", "又要", "又得", "惦", "纠结", "糾結", "翻篇", "外传", "外傳", "保密", "保守", "机密", "機密", "绝密", "絕密", "秘密", "私密", "隐私", "隱私", "公开", "计", "計", "纪录", "紀錄", "别几", "別幾", "不要几", "说出去", "說出去", "传出去", "傳出去", "告诉", "告訴", "别人说", "別人說", "对外说", "往外说", "到处说", "透露", "私下", "私底下", "焚", "销毁", "銷毀", "不算"}
}
