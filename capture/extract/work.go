package extract

import (
	"strings"
	"unicode"

	"mneme/memory"
)

// atWork reports whether a turn is work on code, data or a text: what is said in it
// is mostly of the work, and not of the person.
func (x *extraction) atWork(list []sentence, text string) bool {
	signs := 0
	for _, one := range list {
		for _, t := range one.tokens {
			if t.kind == aWord && (x.rules.english.words[t.text]&technical != 0 || identifier(text[t.start:t.end])) {
				signs++
			}
		}
	}
	if signs >= 2 {
		return true
	}
	folded := memory.Fold(text)
	for _, sign := range technicalChinese() {
		if strings.Contains(folded, sign) {
			if signs++; signs >= 2 {
				return true
			}
		}
	}
	return signs >= 1 && strings.Contains(text, "()")
}

// identifier reports whether a word is one of a program: userCount, user_count,
// alloc.c.
func identifier(w string) bool {
	lower := false
	for i, r := range w {
		switch {
		case r == '_' && i > 0 && i < len(w)-1:
			return true
		case unicode.IsUpper(r) && lower:
			return true
		}
		lower = unicode.IsLower(r)
	}
	for _, end := range []string{".go", ".py", ".js", ".ts", ".c", ".rs", ".java", ".rb", ".sql", ".json", ".yaml", ".yml", ".md", ".css", ".html", ".sh", ".txt", ".csv"} {
		if strings.HasSuffix(w, end) && len(w) > len(end) {
			return true
		}
	}
	return false
}

// writing reports whether a turn asks for a text to be written: what it tells is
// for the text.
func (x *extraction) writing(list []sentence) bool {
	if len(list) == 0 {
		return false
	}
	s := &reading{sentence: list[0], talk: x.rules.english}
	if chineseSentence(list[0]) {
		s.talk = x.rules.chinese
		return startsAny(s.plain(span{0, len(s.tokens)}), "帮我写", "写一", "写封", "写个", "写首", "帮我给", "起草", "拟一", "给我写")
	}
	j, _ := s.lead(0)
	switch s.at(j) {
	case "write", "draft", "compose", "reply", "rewrite":
		return true
	}
	return false
}

// lasts reports whether what is said at work holds for longer than the work: what
// is used, how things are named and where they run.
func (s *reading) lasts(p span) bool {
	if s.talk.chinese {
		text := s.plain(p)
		if strings.HasSuffix(text, "了") || holdsAny(text, "报错", "失败", "不行", "挂了", "没用到", "应该返回", "还是返回", "我想", "我要") {
			return false
		}
		if s.ownChinese(p) {
			return holdsAny(text, "用", "是", "跑的是", "叫", "部署", "约定", "规范", "统一", "负责", "习惯", "仓库", "团队")
		}
		return holdsAny(text, "环境", "端口", "分支", "版本", "命名空间", "仓库", "域名", "生产", "主分支", "缩进", "格式", "测试用", "框架") && holdsAny(text, "是", "在", "叫", "用", "从")
	}
	j := p.from
	switch s.at(j) {
	case "we", "i":
		f := s.group(frame{who: who{id: "user"}, from: j}, j+1)
		if f.past || f.perfect || f.modal || f.would {
			return false
		}
		switch s.at(f.pos) {
		case "use", "deploy", "ship", "cut", "prefer", "host", "target", "follow", "write", "release", "on", "using", "running", "building", "maintain", "own", "keep":
			return true
		}
		return false
	case "our", "my":
		return s.holds(p, "is", "are", "'s", "runs", "lives", "uses") && !s.holds(p, "failing", "fails", "broken", "crashes", "crashing", "exits", "slow", "wrong", "getting", "throws", "returns", "bad")
	}
	return s.holds(p, "port", "branch", "staging", "prod", "production", "namespace", "repo", "region", "cluster", "monorepo", "stack", "backend", "frontend") && (s.holds(p, "is", "are", "runs", "lives", "called") || s.holds(p, "w/", "via", "with"))
}

// technicalChinese are the words of work on code and data.
func technicalChinese() []string {
	return []string{"报错", "测试", "构建", "编译", "函数", "变量", "正则", "日志", "查询", "索引", "容器", "退出码", "接口", "请求头", "指针", "样式", "侧边栏", "重构", "注释", "参数", "代码", "数据库", "缓存", "开关", "段错误", "循环", "绑定", "匹配", "这行", "这个类", "依赖", "插件", "线程", "部署"}
}
