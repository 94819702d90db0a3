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
		for i, t := range one.tokens {
			if t.text == "/" && i > 0 && i+1 < len(one.tokens) && t.end == one.tokens[i+1].start && t.start > one.tokens[i-1].end {
				signs++ // a path
			}
			if t.kind == aWord && (x.rules.english.words[t.text]&technical != 0 || identifier(text[t.start:t.end])) {
				signs++
			}
		}
	}
	enough := 2
	if x.index <= x.works {
		enough = 1 // it goes on
	}
	if signs >= enough {
		x.works = x.index + workTurns
		return true
	}
	folded := memory.Fold(text)
	for _, sign := range technicalChinese() {
		if strings.Contains(folded, sign) {
			if signs++; signs >= enough {
				x.works = x.index + workTurns
				return true
			}
		}
	}
	return signs >= 1 && strings.Contains(text, "()")
}

// workTurns is for how many turns after work on code one more word of it tells that it goes
// on.
const workTurns = 4

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
		text := s.plain(span{0, len(s.tokens)})
		firstClause, _, _ := strings.Cut(strings.ReplaceAll(text, "，", ","), ",")
		return startsAny(text, "帮我写", "写一", "写封", "写个", "写首", "写段", "写篇", "写份", "写条", "帮我给", "起草", "拟一", "给我写", "生成一", "设计一") ||
			s.at(0) == "写" && !strings.Contains("了的得完过在作代", s.at(1)) ||
			startsAny(text, "给", "为", "替") && holdsAny(firstClause, "写", "拟", "起草", "设计") && !strings.Contains(firstClause, "了")
	}
	j, _ := s.lead(0)
	switch s.at(j) {
	case "write", "draft", "compose", "reply", "rewrite":
		return true
	case "create", "generate", "design", "invent", "prepare", "make":
		return s.anyOf(span{j + 1, min(j+8, len(s.tokens))}, artifact)
	}
	return false
}

// textTurns is for how many turns after a text was asked for changes to it are taken to
// be asked for.
const textTurns = 4

// forText reports whether a turn is of a text: it asks for one, or says what is to be
// changed in the one that was asked for before, and nothing of its speaker.
func (x *extraction) forText(list []sentence, tokens []token) bool {
	folded := memory.Fold(x.turn.Text)
	fiction := anySign(folded, "heroine", "protagonist", "antagonist", "main character", "villain", "backstory") || holdsAny(folded, "女主", "男主", "女配", "反派") || strings.Contains(folded, "主角") && !strings.Contains(folded, "我在写")
	if fiction {
		x.staged = x.index + textTurns
	} else if x.index <= x.staged && len(tokens) <= 30 && !(&reading{sentence: sentence{tokens: tokens}}).ofSpeaker(span{0, len(tokens)}) {
		fiction = true // it goes on
	}
	x.stage = fiction || x.writing(list) && staged(folded)
	if fiction || x.writing(list) {
		x.texts = x.index + textTurns
		return true
	}
	return x.index <= x.texts && len(tokens) <= 30 && !(&reading{sentence: sentence{tokens: tokens}}).ofSpeaker(span{0, len(tokens)})
}

// staged reports whether a turn asks for a text in which somebody speaks who need not be its
// speaker: a review, a caption, a monologue, lines for a stream. What it tells is for that text.
func staged(text string) bool {
	return anySign(text, "star review", "product review", "caption", "first person", "monologue", "persona", "testimonial", "ad copy", "tagline", "lyrics", "in the voice of", "from the perspective of", "sales pitch", "voiceover", "script for") ||
		holdsAny(text, "好评", "差评", "文案", "第一人称", "独白", "口播", "直播", "开场白", "台词", "种草", "软文", "话术", "歌词", "剧本", "的口吻", "的语气写", "的角度写", "视角写")
}

// ofText reports whether a draft tells how the text is to be, and not how things are to be
// from now on.
func (x *extraction) ofText(d *Draft) bool {
	if x.stage && !x.explicit && d.Record.Layer == memory.Semantic {
		return true
	}
	switch d.Record.Predicate {
	case "never", "rejects", "answer_language", "answer_style":
	default:
		return false
	}
	said := memory.Fold(x.sentence)
	if d.Record.Constraint.Context != "" && (anySign(said, "for me", "my") || holdsAny(said, "给我", "帮我", "替我")) {
		return false // for all work of that sort: 帮我写代码的时候注释用英文
	}
	return !x.explicit && !anySign(said, "from now on", "going forward", "in future", "in the future", "every time", "whenever") && !holdsAny(said, "以后", "今后", "从现在起", "从今", "每次", "一直")
}

// lasts reports whether what is said at work holds for longer than the work: what
// is used, how things are named and where they run.
func (s *reading) lasts(p span) bool {
	if s.styled() {
		return true
	}
	if s.talk.chinese {
		text := s.plain(p)
		if strings.HasSuffix(text, "了") || holdsAny(text, "报错", "失败", "不行", "挂了", "没用到", "应该返回", "还是返回", "我想", "我要") {
			return false
		}
		if s.ownChinese(p) {
			return holdsAny(text, "用", "是", "跑的是", "叫", "部署", "约定", "规范", "统一", "负责", "习惯", "仓库", "团队")
		}
		return holdsAny(text, "环境", "提交信息", "提交说明", "注释", "变量名", "文件名", "命名", "目录", "端口", "分支", "版本", "命名空间", "仓库", "域名", "生产", "主分支", "缩进", "格式", "测试用", "框架") && holdsAny(text, "是", "在", "叫", "用", "从")
	}
	j := p.from
	switch s.at(j) {
	case "in", "on", "for", "at", "here": // "in this repo we use pnpm"
		for k := j + 1; k < min(j+6, p.to); k++ {
			if w := s.at(k); w == "we" || w == "our" || w == "i" {
				j = k
				break
			}
		}
	}
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
	if s.holds(p, "messages", "commits", "names", "docs", "comments", "tests", "migrations", "tickets") && s.holds(span{p.from, min(p.from+4, p.to)}, "are", "go", "live", "start", "end", "follow") && !s.holds(p, "failing", "broken", "wrong", "slow", "missing", "red", "green") {
		return true
	}
	return s.holds(p, "port", "branch", "staging", "prod", "production", "namespace", "repo", "region", "cluster", "monorepo", "stack", "backend", "frontend") && (s.holds(p, "is", "are", "runs", "lives", "called") || s.holds(p, "w/", "via", "with"))
}

// technicalChinese are the words of work on code and data.
func technicalChinese() []string {
	return []string{"报错", "测试", "构建", "编译", "函数", "变量", "正则", "日志", "查询", "索引", "容器", "退出码", "接口", "请求头", "指针", "样式", "侧边栏", "重构", "注释", "参数", "代码", "数据库", "缓存", "开关", "段错误", "循环", "绑定", "匹配", "这行", "这个类", "依赖", "插件", "线程", "部署", "用例", "夹具", "断言", "期望", "断点", "回滚", "分支", "合并冲突", "超时", "回填", "停机", "分页", "字段", "弹窗", "日志级别", "配置", "编码", "进程"}
}
