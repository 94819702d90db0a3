package extract

import (
	"strings"

	"mneme/memory"
)

// What is said in the course of a task is mostly of the task: how it stands, what is
// wrong with it, what was tried. There a plain statement is kept only where it tells of
// the speaker himself and holds for longer than the task; in a turn that only tells, all
// that he says counts.

// underway reports whether a task is being worked on when a turn is said: it orders a piece
// of work, or what was said before it brings an answer. One that only takes note, or asks
// something itself, leaves the word to who tells.
func (x *extraction) underway(list []sentence, text string) bool {
	if x.ordersWork(list, text) {
		return true
	}
	if x.index == 0 {
		return false
	}
	before := &x.in.Turns[x.index-1]
	return before.Role == memory.RoleAssistant && delivers(before.Text)
}

// delivers reports whether an answer brings something that was asked for, or says that
// it is done.
func delivers(text string) bool {
	text = strings.TrimSpace(text)
	if endsAny(text, "?", "？") {
		return false
	}
	if len(text) > longNote || strings.ContainsAny(text, "`\n") {
		return true
	}
	first := memory.Fold(text)
	return startsAny(first, "done", "added", "fixed", "moved", "changed", "renamed", "removed", "updated", "split", "applied", "created", "sorted", "translated", "shortened", "here is", "here's", "here are", "here it is", "=", "|", "- ", "1.", "{", "[", "已", "图", "改好", "做好", "加好", "写好", "完成", "如下", "以下") ||
		strings.Contains(first, "已") || endsAny(text, "...", "…")
}

// longNote is how long an answer is, in bytes, that does no more than take note.
const longNote = 24

// figured reports whether a statement that follows an answer has a figure in what its speaker does: it is
// of the doing, as 我看中一个壶三百九 is, where nothing says that it lasts.
func (x *extraction) figured(s *reading, c chunk) bool {
	if x.index == 0 || x.in.Turns[x.index-1].Role != memory.RoleAssistant || x.asked() || x.outlasts(s, c) {
		return false
	}
	if s.talk.chinese {
		return s.ownChinese(c.span) && s.valued(c.span)
	}
	return s.own(c.span) && s.hasDigit(c.span)
}

// ordersWork reports whether a turn orders a piece of work on what it brings or names:
// "plot the revenue by month", 把收入画出来. Who asks for advice, or for something to be
// found or booked, tells of himself all the same.
func (x *extraction) ordersWork(list []sentence, text string) bool {
	for _, one := range list {
		s := &reading{sentence: one, source: text, talk: x.rules.english}
		if chineseSentence(one) {
			s.talk = x.rules.chinese
			for _, p := range s.clauses() {
				i, _ := s.leadChinese(p.from)
				if startsAny(s.plain(span{i, p.to}), "把", "改成", "改为", "画", "加上", "加个", "删掉", "去掉", "写个", "写一", "重写", "重构", "翻译", "润色", "转成", "导出", "整理成", "帮我写", "帮我改", "帮我把", "帮我画", "帮我翻", "帮我润", "帮我整理", "帮我回") {
					return true
				}
			}
			continue
		}
		for _, p := range s.parts(len(s.tokens)) {
			j, _ := s.lead(p.from)
			for s.at(j) == "please" || s.at(j) == "pls" || s.at(j) == "just" || s.at(j) == "can" && s.at(j+1) == "you" || s.at(j) == "could" && s.at(j+1) == "you" || s.at(j) == "you" {
				j++
			}
			switch s.at(j) {
			case "plot", "rewrite", "refactor", "implement", "fix", "split", "convert", "parse", "rename", "add", "delete", "remove", "write", "draft", "translate", "summarize", "summarise", "proofread", "polish", "debug", "migrate", "deploy", "merge", "rebase", "format", "shorten", "edit", "optimize", "optimise", "extract", "classify", "rephrase", "scaffold", "generate", "exclude":
				if s.at(j+1) != "that" && s.at(j+1) != "it" || p.to-j <= 6 {
					return true
				}
			}
		}
	}
	return false
}

// outlasts reports whether a statement made in the course of a task holds for longer than
// it: a state or a habit of the speaker or of his people, or what he changed for good.
func (x *extraction) outlasts(s *reading, c chunk) bool {
	head := c.span
	for i := head.from + 2; i < head.to && !s.talk.chinese; i++ {
		if w := s.at(i); w == "so" || w == "because" || w == "since" || w == "but" {
			head.to = i // what follows from it is not judged
			break
		}
	}
	if s.lasts(head) {
		return true
	}
	if s.troubled(head) || s.points(head) || s.talk.chinese && s.points(c.cue) {
		return false
	}
	c.span = head
	if s.talk.chinese {
		return s.outlastsChinese(c)
	}
	return x.outlastsEnglish(s, c)
}

// points reports whether a stretch points at something that only the task knows: "on that
// box", 那台机器.
func (s *reading) points(p span) bool {
	if s.talk.chinese {
		text := s.plain(p)
		for _, sign := range []string{"这", "那"} {
			for rest := text; ; {
				at := strings.Index(rest, sign)
				if at < 0 {
					break
				}
				rest = rest[at+len(sign):]
				if !startsAny(rest, "边", "里", "儿", "几年", "些年", "样", "么", "天", "周", "两天") {
					return true
				}
			}
		}
		return holdsAny(text, "上面", "下面", "第一", "第二", "第三", "最后一", "刚才")
	}
	for i := p.from; i < p.to; i++ {
		switch s.at(i) {
		case "this", "these", "those":
			if _, dated := s.inDate(i); !dated && !s.holds(span{i + 1, i + 2}, "repo", "project", "codebase", "team", "company", "house", "flat", "apartment", "city", "town", "country", "year", "term", "semester", "job", "school") {
				return true
			}
		case "that":
			switch s.at(i - 1) {
			case "on", "in", "at", "for", "of", "from", "with", "to", "like", "do", "did", "use", "see":
				return true
			}
		case "above", "below", "latter", "former":
			return true
		}
	}
	return false
}

// asked reports whether a turn answers a question about its speaker: what he aims at, likes, does,
// how he lives. Of "which printer is it?" the answer tells nothing of him.
func (x *extraction) asked() bool {
	if x.index == 0 || x.in.Turns[x.index-1].Role != memory.RoleAssistant {
		return false
	}
	text := memory.Fold(strings.TrimSpace(x.in.Turns[x.index-1].Text))
	if !endsAny(text, "?", "？") {
		return false
	}
	text = text[strings.LastIndexAny(strings.TrimRight(text, "?？"), ".!。！?？\n")+1:]
	return anySign(text, "you", "your") && anySign(text, "goal", "goals", "training for", "like", "prefer", "usually", "work", "job", "live", "diet", "allergies", "allergic", "hobbies", "hobby", "do for a living", "family", "kids", "pets") ||
		holdsAny(text, "你", "您") && holdsAny(text, "目标", "喜欢", "偏好", "习惯", "平时", "经常", "做什么工作", "经历", "介绍一下自己", "职业", "住在哪", "过敏", "忌口", "爱好", "几口人", "养了")
}

// passingBan reports whether a Chinese ban says nothing by which it would hold beyond the task:
// 脚本名字别动.
func (s *reading) passingBan() bool {
	return !holdsAny(s.plain(span{0, len(s.tokens)}), "以后", "永远", "千万", "一律", "禁止", "不许", "不准", "统一", "必须", "每次", "任何", "绝", "从不", "都", "别再", "不要再", "叫我", "称呼", "回复", "回答", "表情", "推荐", "给我", "规定", "约定", "规范")
}

// onTable reports whether the words just before speak of a thing: it is what the task is of.
func (x *extraction) onTable(words string) bool {
	folded := memory.Fold(words)
	for i := max(0, x.index-3); i < x.index; i++ {
		if strings.Contains(memory.Fold(x.in.Turns[i].Text), folded) {
			return true
		}
	}
	return false
}

// troubled reports whether a stretch tells of something that goes wrong.
func (s *reading) troubled(p span) bool {
	if s.talk.chinese {
		return holdsAny(s.plain(p), "收不到", "打不开", "登不上", "登录不", "连不上", "找不到", "记不住", "想不起", "进不去", "看不到", "用不了", "不出来", "没法", "报错", "出错", "错误", "失败", "不行", "不对", "没反应", "卡住", "卡死", "卡在", "崩", "死机", "闪退", "乱码", "异响", "漏水", "不工作", "坏了", "没了", "丢了", "空白", "没权限", "拒绝", "超时", "老是", "总是", "一直没")
	}
	return s.holds(p, "keep", "keeps", "kept", "error", "errors", "fail", "fails", "failed", "failing", "broken", "broke", "crash", "crashes", "crashed", "wrong", "denied", "empty", "missing", "slow", "weird", "blank", "stuck", "problem", "problems", "issue", "issues", "refuses", "stopped", "loses", "lost", "cut", "bug", "bugs", "flickers", "hangs", "404", "500", "502", "401", "403") ||
		s.phrase(p, "does not work") || s.phrase(p, "will not") || s.phrase(p, "do not see") || s.phrase(p, "can not") || s.phrase(p, "does not") && !s.holds(p, "eat", "drink", "like", "speak", "smoke", "own", "drive")
}

// lettered reports whether a stretch lists what is to be chosen from under letters: "A 12,000, B
// 11,500", A 12000 含税 B 11500.
func (s *reading) lettered(p span) bool {
	a, b := false, false
	for i := p.from; i < p.to; i++ {
		a = a || s.at(i) == "a" && s.capital(i) && s.tokens[min(i+1, len(s.tokens)-1)].kind == aNumber
		b = b || s.at(i) == "b" && s.capital(i) && s.tokens[min(i+1, len(s.tokens)-1)].kind == aNumber
	}
	return a && b
}

// fails reports whether a stretch tells of something that does not do what it should: what comes of
// it is an event, and no fact that holds.
func (s *reading) fails(p span) bool {
	if s.talk.chinese {
		return holdsAny(s.plain(p), "返回空", "拿不到", "取不到", "获取不到", "找不到", "报错", "超时", "闪退", "死机", "洒了", "漏了", "冻结了", "有声音", "睡不着", "一直失败", "没到账", "退钱", "没反应")
	}
	return s.holds(p, "leaked", "rattles", "frozen", "crashes", "crashed", "blocks", "refuses", "overcharged") || s.phrase(p, "gets an empty") || s.phrase(p, "money back") || s.phrase(p, "keeps failing") || s.phrase(p, "is not working") || s.phrase(p, "does not load") || s.phrase(p, "will not load") || s.phrase(p, "will not open") || s.phrase(p, "will not start") || s.phrase(p, "can not sleep") || s.phrase(p, "can not log") || s.phrase(p, "can not find") || s.phrase(p, "can not get") || s.phrase(p, "can not open") || s.phrase(p, "can not see") || s.phrase(p, "never arrived") || s.phrase(p, "did not arrive")
}

// outlastsEnglish judges a statement by its subject and its verb.
func (x *extraction) outlastsEnglish(s *reading, c chunk) bool {
	p := c.span
	j := p.from
	for j < p.to-1 {
		if _, dated := s.inDate(j); !dated && !s.marks(j) && s.at(j) != "on" && s.at(j) != "for" && s.at(j) != "at" && s.at(j) != "in" && s.at(j) != "weekdays" && s.at(j) != "weekends" && s.at(j) != "work" && s.at(j) != "home" {
			break
		}
		j++ // "on weekdays I", "at home we"
	}
	switch s.at(j) {
	case "i", "we":
		return s.staysSo(s.group(frame{who: who{id: "user"}, from: j}, j+1), p)
	case "my", "our":
		return !s.anyOf(span{j, min(j+4, p.to)}, artifact|technical) && s.stateOf(p)
	case "he", "she", "they":
		return c.person && s.stateOf(p)
	}
	if s.holds(p, "born") && s.valuedIn(p) {
		return true
	}
	if s.dropped(j) {
		return s.changedFor(j, p)
	}
	if w, k, ok := x.subject(s, j); ok && w.id != "user" && k < p.to {
		return s.stateOf(span{k, p.to})
	}
	if s.touches(j, p.to) {
		return true
	}
	return x.labelled(s) || s.attributed(j)
}

// staysSo reports whether what somebody says of himself is a state, a habit or a change for
// good.
func (s *reading) staysSo(f frame, p span) bool {
	i := f.pos
	if i >= p.to || f.would && !s.holds(span{i, i + 1}, "rather", "prefer") || f.modal {
		return false
	}
	w := s.at(i)
	switch {
	case f.future:
		return s.namesDay(p)
	case f.can:
		return s.holds(span{i, i + 1}, "have", "eat", "drink", "digest", "stand", "drive", "swim", "cook", "hear", "walk", "lift", "ride", "wear", "sleep", "afford", "give", "spend", "speak", "read")
	case f.perfect && strings.HasSuffix(w, "ing") && s.holds(p, "since", "years", "months", "decades"):
		return !s.anyOf(span{i + 1, p.to}, artifact|technical)
	case f.be && strings.HasSuffix(w, "ing"):
		switch w {
		case "living", "working", "building", "learning", "studying", "training", "saving", "staying", "planning", "expecting", "running", "using", "renting", "raising", "teaching", "moving", "flying", "swimming":
			return !s.anyOf(span{i + 1, p.to}, artifact|technical)
		case "doing":
			return s.holds(span{i + 1, p.to}, "masters", "master's", "phd", "degree", "bachelor's", "bachelors", "mba", "apprenticeship", "residency", "internship", "traineeship", "a-levels", "doctorate")
		}
		return false
	case f.be && f.past:
		return false
	case f.be:
		return !s.is(i, mood) && !s.anyOf(span{i, p.to}, artifact) && !(s.at(i) == "at" || s.at(i) == "in" && s.at(i+1) == "the")
	case f.perfect && s.at(i-1) == "got":
		return !s.anyOf(span{i, min(i+6, p.to)}, artifact|technical|mood)
	case f.past, f.perfect, pastTense(w), len(w) > 4 && strings.HasSuffix(w, "ed") && !s.is(i, common), w == "had", w == "went", w == "was", w == "left", w == "bought":
		return s.changedFor(i, p)
	case s.frequent(p) || f.frequent || f.never:
		return true
	}
	switch w {
	case "use", "wear", "pay", "live", "work", "ride", "own", "teach", "speak", "sleep", "drive", "commute", "study", "train", "play", "smoke", "drink", "eat", "cook", "weigh", "sell", "manage", "lead", "rent", "share", "grow", "breed", "coach", "volunteer", "maintain", "host", "deploy", "practice", "practise", "hike", "start", "block", "earn", "belong", "collect", "keep", "send":
		return !s.anyOf(span{i + 1, p.to}, artifact) || f.chinese
	case "have", "take":
		return !s.anyOf(span{i + 1, min(i+6, p.to)}, artifact|technical|mood) && !s.holds(span{i + 1, min(i+4, p.to)}, "look", "change", "changes", "row", "rows", "column", "columns", "photo", "screenshot", "draft", "pdf", "image", "word", "words", "customer", "client", "user", "users", "candidate", "minute", "minutes", "too")
	}
	return s.doesSo(i, p)
}

// touches reports whether what stands from j on tells what a thing does to its speaker, or is to
// him: "aspirin gives me hives", "risotto is my signature dish", "Carol's my partner".
func (s *reading) touches(j, to int) bool {
	for i := j + 1; i+1 < to; i++ {
		switch s.at(i) {
		case "gives", "give", "makes", "make", "upsets", "bothers", "triggers":
			return s.at(i+1) == "me" || s.at(i+1) == "my"
		case "is", "'s", "are":
			return (s.at(i+1) == "my" || s.at(i+1) == "our") && i+2 < to && !s.holds(span{i + 2, to}, "problem", "question", "issue", "code", "draft", "guess", "point", "mistake", "bad", "fault", "turn", "idea")
		}
	}
	return false
}

// doesSo reports whether a verb at i tells what somebody does time and again: in English the plain
// present does, but of what one wants, perceives or is at just now, and of the steps of a task.
func (s *reading) doesSo(i int, p span) bool {
	for k := i; k < p.to; k++ {
		if s.marks(k) {
			p.to = k // what follows is of something else
		}
	}
	w := s.at(i)
	if w == "come" && s.at(i+1) == "from" {
		return true
	}
	if s.tokens[i].kind != aWord || s.is(i, fleeting|mood|adverb|article|asked) || s.auxiliary(i) || strings.HasSuffix(w, "ing") || p.to-i < 2 || s.anyOf(span{i, p.to}, artifact|technical) {
		return false
	}
	switch w {
	case "need", "want", "get", "like", "love", "see", "look", "find", "feel", "mean", "click", "press", "open", "run", "type", "enter", "log", "tap", "select", "choose", "pick", "go", "come", "do", "make", "put", "add", "set", "call", "got", "give", "show", "not", "upload", "paste", "copy", "scroll", "save", "submit", "hit", "switch", "move", "turn", "lose", "forget", "leave", "arrive", "draw", "tell", "say", "have", "attach", "attached", "quote":
		return false
	}
	return !s.points(p) && !s.holds(p, "it", "nothing", "and")
}

// stateOf reports whether what is said of a thing or a person is a state it is in for long.
func (s *reading) stateOf(p span) bool {
	if s.holds(p, "was", "were", "said", "says", "asked", "wants", "told", "sent", "thinks", "looks", "feels", "seems", "did", "needs", "should", "will", "would") {
		return s.holds(p, "born", "diagnosed", "died")
	}
	return s.holds(p, "is", "are", "'s", "am", "has", "have", "lives", "works", "uses", "runs", "weighs", "loves", "hates", "likes", "prefers", "speaks", "plays", "studies", "teaches", "eats", "drinks", "drives", "goes", "can", "cannot", "can't", "doesn't", "turns", "allergic", "costs", "starts", "closes", "opens", "does", "never", "always")
}

// changedFor reports whether a verb at i tells of a change that is still so.
func (s *reading) changedFor(i int, p span) bool {
	for s.is(i, adverb) {
		i++
	}
	switch s.at(i) {
	case "moved", "bought", "joined", "switched", "adopted", "quit", "sold", "retired", "married", "graduated", "enrolled", "started", "got", "gave", "upgraded", "migrated", "became", "booked", "stopped", "divorced", "diagnosed", "promoted", "hired", "inherited", "planted", "born", "lived", "worked", "grew", "studied", "staying", "living", "working", "moving", "building", "learning", "training", "flying", "making", "saving":
		return !s.anyOf(span{i + 1, p.to}, artifact|technical) && s.valuedIn(span{i + 1, p.to})
	}
	return s.holds(p, "since") && s.holds(span{max(i-2, 0), i + 1}, "had", "been", "have")
}

// valuedIn reports whether a stretch names something: a number, a name, or a thing of some
// words.
func (s *reading) valuedIn(p span) bool {
	n := 0
	for i := p.from; i < p.to; i++ {
		if s.capital(i) || s.tokens[i].kind == aNumber {
			return true
		}
		if s.tokens[i].kind == aWord && !s.is(i, verbal|article|adverb|breaks|hollow) {
			n++
		}
	}
	return n >= 1
}

// outlastsChinese judges a Chinese clause by its words.
func (s *reading) outlastsChinese(c chunk) bool {
	text := s.plain(c.span)
	if madeChinese(text) {
		return false
	}
	if lastedChinese(text) || startsAny(text, "每个月", "每天", "每周", "每晚", "每年") && s.valued(c.span) || startsAny(text, "做", "教", "卖", "搞", "干", "开") && strings.HasSuffix(text, "的") && len(text) > len("做的人") {
		return true
	}
	if !s.ownChinese(span{0, len(s.tokens)}) && c.about.label == "" {
		return false
	}
	if aged(text) || startsAny(text, "我不", "我从不", "我们不", "我家不") && !startsAny(text, "我不是", "我不知", "我不懂", "我不会", "我不要", "我不想", "我不行", "我不太", "我不用", "我不确定", "我不明", "我不敢") || holdsAny(text, "每天", "每周", "每月", "每年", "每晚", "每次", "平时", "一般", "通常", "从来", "经常", "一直", "从小", "习惯", "以后", "天天") {
		return true
	}
	rest := strings.TrimLeft(text, "我们咱俺")
	if startsAny(rest, "想", "要", "得", "需要", "打算", "准备", "希望", "觉得", "猜", "以为", "看", "试", "刚", "已经", "不小心", "把", "拿", "去", "来", "让", "给", "查", "发", "上传", "提交", "改主意", "选", "问", "说", "再", "先", "就", "还是") {
		return (startsAny(rest, "想", "要", "打算", "准备") && s.namesDay(c.span)) || changeChinese(text)
	}
	if strings.Contains(text, "了") {
		return changeChinese(text)
	}
	if !s.ownChinese(c.span) && c.about.label == "" {
		return startsAny(text, "是", "叫", "小名", "姓", "属", "住", "不用我", "不能", "不吃", "不喝", "从", "每", "周", "生日") && !holdsAny(text, "加", "改")
	}
	if holdsAny(text, "最恨", "最烦", "最讨厌", "最爱", "最怕", "不欢", "受不了", "反感", "想让他", "想让她") {
		return true
	}
	return holdsAny(text, "是", "叫", "住", "在", "有", "用", "做", "负责", "养", "学", "教", "读", "穿", "戴", "喜欢", "爱", "怕", "会", "不吃", "不喝", "不能", "属", "信", "姓", "岁", "过敏", "班", "退休", "血压", "血糖", "孕", "开的", "开车", "租")
}

// lastedChinese reports whether a clause tells for how long something has gone on: 刚来大阪半年, 交了七年.
func lastedChinese(text string) bool {
	for _, unit := range []string{"年", "个月"} {
		before, after, found := strings.Cut(text, unit)
		if !found || before == "" || after != "" && after != "了" && after != "多" && after != "多了" {
			continue
		}
		last := []rune(before)
		if strings.ContainsRune("一二两三四五六七八九十几半0123456789", last[len(last)-1]) && len(last) > 2 && !strings.ContainsAny(before, "第每上下前后") {
			return true
		}
	}
	return false
}

// aged reports whether a clause tells an age and no more than that of a number: 我32, 我七十三了眼睛花.
func aged(text string) bool {
	rest, own := strings.CutPrefix(text, "我")
	if !own || rest == "" {
		return false
	}
	after := strings.TrimLeft(rest, "0123456789零一二三四五六七八九十")
	said := rest[:len(rest)-len(after)]
	return said != "" && len([]rune(said)) >= 2 && len([]rune(said)) <= 3 && (after == "" || startsAny(after, "了", "岁"))
}

// changeChinese reports whether a clause tells of a change that is still so.
func changeChinese(text string) bool {
	return holdsAny(text, "换", "改用", "搬", "转行", "入职", "离职", "辞职", "跳槽", "考上", "考过", "毕业", "结婚", "离婚", "订婚", "怀孕", "生了", "出生", "买了", "养了", "戒", "退休", "升职", "升到", "学会", "报了", "报名", "订了", "租了", "加入", "迁到", "迁移", "分手", "去世", "确诊", "领养", "岁了", "年了", "个月了", "上小学", "上大学", "年级", "装了")
}

// madeChinese reports whether a clause is of something that is worked on: a table, a file,
// a draft.
func madeChinese(text string) bool {
	return holdsAny(text, "张表", "文件", "脚本", "代码", "函数", "接口", "报告", "作业", "论文", "文档", "表格", "公式", "图片", "截图", "邮件", "文章", "方案", "需求", "问题", "想法", "疑问", "题", "列", "段话", "稿", "功能", "页面", "按钮", "订单", "快递", "垃圾箱")
}
