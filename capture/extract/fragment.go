package extract

import "strings"

// A convention is often told in fragments, without a verb and without a word that it is
// the speaker's: "snake_case for files, no semicolons", 缩进四个空格，单引号. It is taken for
// one by its words, or by the heading it stands under.

// heads reports whether a sentence is a heading under which conventions follow: "our
// conventions:", 代码规范：.
func (s *reading) heads() bool {
	n := len(s.tokens)
	if n < 2 || n > 8 || s.at(n-1) != ":" || s.end != "\n" {
		return false
	}
	if s.talk.chinese {
		return holdsAny(s.plain(span{0, n}), "规范", "约定", "风格", "规矩", "命名", "习惯")
	}
	return s.holds(span{0, n}, "conventions", "convention", "style", "rules", "naming", "guidelines", "standards", "preferences")
}

// styled reports whether a fragment tells a convention of code by its words alone: one of
// them is of nothing else, and there is another.
func (s *reading) styled() bool {
	strong, all := 0, 0
	if s.talk.chinese {
		text := s.plain(span{0, len(s.tokens)})
		if holdsAny(text, "是不是", "吗", "怎么", "为什么", "报错", "改成", "这个", "这段", "这里", "帮", "了", "也") {
			return false
		}
		for _, w := range []string{"缩进", "单引号", "双引号", "分号", "驼峰", "下划线", "行宽", "尾逗号"} {
			if strings.Contains(text, w) {
				strong++
			}
		}
		for _, w := range []string{"空格", "命名", "类名", "变量", "文件名", "函数", "大括号", "换行", "注释"} {
			if strings.Contains(text, w) {
				all++
			}
		}
		return strong > 0 && strong+all >= 2
	}
	for i := range s.tokens {
		switch s.at(i) {
		case "indent", "indentation", "tabs", "quotes", "semicolon", "semicolons", "camelcase", "snake_case", "pascalcase", "kebab-case", "snake-case", "camel-case", "docstrings", "lowercase", "uppercase":
			strong++
		case "spaces", "space", "single", "double", "files", "classes", "variables", "functions", "constants", "components", "trailing", "commas", "braces", "imports", "lines", "tests", "style":
			all++
		case "this", "that", "it", "the", "why", "how", "what", "instead", "too", "also", "both":
			return false
		default:
			if s.is(i, verbal) && s.at(i) != "no" && s.at(i) != "not" {
				return false
			}
		}
	}
	return strong > 0 && strong+all >= 2
}
