package memory

import (
	"strings"
	"unicode/utf8"
)

// asksBack reports whether a question is about how something went, in ways that no
// single word gives away: "what became of it", "have we tried that before",
// 后来好了吗, 四月的时候我试过什么. The text is in lower case and asks something.
func asksBack(text string) bool {
	return asksBackEnglish(text) || asksBackChinese(text)
}

func asksBackEnglish(text string) bool {
	n, perfect, second := 0, false, ""
	found, last := false, ""
	eachWord(text, func(w string) bool {
		switch {
		case w == "happened", w == "became":
			found = true
		case last == "turn" && w == "out", last == "turned" && w == "out", last == "coming" && w == "along", last == "any" && (w == "news" || w == "update" || w == "updates" || w == "progress"):
			found = true
		case n == 0:
			perfect = w == "have" || w == "has" || w == "haven" || w == "hasn"
		case n == 1:
			second = w
		case w == "ever", w == "already", w == "tried":
			found = found || perfect && second != "a"
		}
		n++
		last = w
		return !found
	})
	return found || perfect && last == "before" && second != "a"
}

func asksBackChinese(text string) bool {
	if at := strings.Index(text, "后来"); at >= 0 && !hasAny(text[at:], "后来居上", "后来者", "后来人") {
		return true
	}
	for _, became := range [...]string{"怎么样了", "怎样了", "咋样了", "如何了", "什么情况了", "到哪一步了", "有下文", "有进展", "有消息了", "有眉目了"} {
		if at := strings.Index(text, became); at >= 0 && !hasAny(text[:at], "你", "您", "天气") {
			return true // what became of it since
		}
	}
	if hasAny(text, "上回", "那次", "那阵子", "那会儿", "那时", "那段时间", "当年") && !hasAny(text, "到那时", "等那时") {
		return true
	}
	if at := strings.Index(text, "最后"); at >= 0 && hasAny(text[at:], "了吗", "了没", "了吧", "怎么样了", "的吗", "的？", "的?", "没有？", "没有?", "是不是") {
		return true
	}
	return underwent(text)
}

// underwent reports whether a Chinese text holds a verb with 过, by which one tells
// what one has been through: 试过, 去过, 吃过. In 超过, 不过 and 吃过饭再去 it is
// another thing.
func underwent(text string) bool {
	for from := 0; ; {
		at := strings.Index(text[from:], "过")
		if at < 0 {
			return false
		}
		at += from
		from = at + len("过")
		before, _ := utf8.DecodeLastRuneInString(text[:at])
		if !strings.ContainsRune("试吃喝用去来看做买说见听学住问写玩读换修找查养得有当坐聊提谈订定点打发收寄考加荐诉应历尝涂敷服办交借租种拍唱论理装搬教犯骑戴穿练画讲改选投签", before) {
			continue
		}
		after, _ := utf8.DecodeRuneInString(text[from:])
		if strings.ContainsRune("去来程年期分于头度关节", after) {
			continue
		}
		rest := text[from:]
		if end := strings.IndexAny(rest, ",，。;；?？!！"); end >= 0 {
			rest = rest[:end]
		}
		if hasAny(rest, "再", "之后", "以后", "后能", "后可", "后要", "后多") {
			continue // first the one thing, then another: nothing is asked of the past
		}
		return true
	}
}

// lastOf reports whether the word behind "last" makes it the end of a row, or a
// name, rather than the one before this: "last name", "the last page".
func lastOf(w string) bool {
	switch w {
	case "name", "names", "day", "page", "pages", "chance", "minute", "step", "line", "call", "date", "bus", "train", "long", "longer", "until", "forever", "for":
		return true
	}
	return false
}
