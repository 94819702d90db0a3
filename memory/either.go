package memory

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// EitherOr reports whether folded Chinese text asks by setting a thing against its denial,
// which needs no question mark and no word of question: 去不去, 喜不喜欢, 换了没有, 吃过没.
func EitherOr(text string) bool {
	if !hasRune(text, "不没") {
		return false
	}
	ending := strings.TrimRight(text, "?？!！。. 啊呀呢哦")
	for _, undone := range []string{"了没有", "了没", "过没有", "过没", "完没有", "完没", "好没有", "好没"} {
		if strings.HasSuffix(ending, undone) {
			return true
		}
	}
	for at, r := range text {
		if r != '不' && r != '没' {
			continue
		}
		before, n := utf8.DecodeLastRuneInString(text[:at])
		rest := text[at+utf8.RuneLen(r):]
		after, m := utf8.DecodeRuneInString(rest)
		if n == 0 || before != after || !unicode.Is(unicode.Han, before) {
			continue
		}
		switch before {
		case '不', '没', '动', '时', '人', '鬼', '男', '女': // 不不不, 动不动就, 时不时, 人不人鬼不鬼
			continue
		}
		if next := rest[m:]; !strings.HasPrefix(next, "得") && !hasAny(next, "都行", "都可以", "都好", "都成", "都一样", "都没关系", "都无所谓", "也行", "也可以", "也没关系", "也无所谓") {
			return true // 去不去都行 says that it does not matter
		}
	}
	return false
}
