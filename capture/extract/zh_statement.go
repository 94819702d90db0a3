package extract

import (
	"strings"

	"mneme/memory"
)

// maxChunkChinese is how many characters a statement holds at most.
const maxChunkChinese = 36

// chunksChinese cuts a sentence into what it states, clause by clause; short
// clauses that follow each other are one.
func (x *extraction) chunksChinese(s *reading, own bool) []chunk {
	list := s.clauses()
	if s.styled() && len(s.tokens) <= maxChunkChinese {
		whole := span{0, len(s.tokens)}
		return []chunk{{span: whole, cue: whole}}
	}
	own = own || x.heading || x.mending || x.asked()
	for _, c := range list {
		own = own || s.ownChinese(c) || s.rulingChinese(c, s.plain(c))
	}
	var out []chunk
	off, others, moment := false, false, false
	for n, p := range list {
		last := n == len(list)-1
		i, _ := s.leadChinese(p.from)
		if i >= p.to {
			continue
		}
		if s.asksChinese(span{i, p.to}, last) && !holdsAny(s.plain(p), "能不能别", "能别", "可以别") {
			continue
		}
		if s.supposesChinese(span{i, p.to}) {
			off = true
			continue
		}
		if off && !s.standsText(p.from, "但") && !s.standsText(p.from, "不过") && !s.standsText(p.from, "其实") {
			continue
		}
		off = false
		if s.slips(p) && len(out) > 0 {
			out = out[:len(out)-1] // what was said wrongly
		}
		c, ok := x.chunkChinese(s, span{i, p.to}, own, n == 0)
		if s.ofOthers(span{i, p.to}) || s.quotesChinese(s.plain(span{i, p.to})) {
			others = true
		} else if s.ownChinese(p) {
			others = false
		}
		moment = (moment || s.onTheWay(s.plain(span{i, p.to})) || !ok && s.points(span{i, p.to}) && !s.hasDigit(p)) && (!s.ownChinese(p) || !ok)
		if !ok || others || moment {
			continue
		}
		if n := len(out); n > 0 && out[n-1].rule && !c.rule && out[n-1].to >= p.from-1 && s.slightReason(c.span, s.plain(c.span)) {
			continue // why it is laid down: 控制在三行以内，看手机费眼
		}
		c.cue = p
		c.apart = s.at(c.from) == "我"
		out = append(out, c)
	}
	return out
}

// ownChinese reports whether a clause speaks of its speaker or his people.
func (s *reading) ownChinese(p span) bool {
	for i := p.from; i < p.to; i++ {
		switch s.at(i) {
		case "我", "咱", "俺":
			return true
		}
	}
	_, _, kin := s.kinChinese(p.from, p.to)
	return kin
}

// chunkChinese judges one clause.
func (x *extraction) chunkChinese(s *reading, p span, own, first bool) (chunk, bool) {
	c := chunk{span: p}
	text := s.plain(p)
	n := p.to - p.from
	if startsAny(text, "帮我订", "帮我找", "帮我选", "帮我挑", "帮我推荐", "给我订", "给我找", "想订", "帮忙订") && s.valued(p) && n <= 30 && !strings.HasSuffix(text, "的") && !holdsAny(text, "代码", "函数", "bug", "错", "便宜", "最低") {
		c.need = true
		c.from += 2
		return c, true
	}
	if n < 3 || n > 40 || strings.Contains(text, "假装") {
		return c, false
	}
	if s.instead(text) {
		return c, false
	}
	if vagueBid(text) {
		return c, false
	}
	if s.rulingChinese(p, text) {
		c.rule = true
		return c, n >= 4
	}
	if holdsAny(text, "你", "您") || s.reportedChinese(text) || startsAny(text, asksFor()...) || !x.heading && holdsAny(text, passingChinese()...) {
		return c, false
	}
	if s.requestsChinese(p, text) {
		return c, false
	}
	if strings.HasSuffix(text, "的") && holdsAny(text, "只要", "只想要", "只看", "想要", "只用") && !s.valued(p) {
		return c, false // of what is on the table: 我只想要专业版的
	}
	if s.points(p) && holdsAny(text, "那台", "这台", "那个月", "那一行", "那一列", "那块", "这块") && !s.ownChinese(p) && !s.hasDigit(p) {
		return c, false // nobody will know which
	}
	if n <= 20 && !strings.HasPrefix(text, "第") && !strings.Contains(strings.ReplaceAll(text, "帮我", ""), "我") && textual(text) {
		return c, false // names a text
	}
	if n <= 5 && s.at(p.to) == ":" && !s.ownChinese(p) {
		return c, false // a label
	}
	if startsAny(text, "下面是", "以下是", "如下") || s.onBehalf(text) || s.momentaryChinese(p, text) || x.baseless(s, p) {
		return c, false
	}
	if startsAny(text, "一列", "某", "小明", "甲", "有个人") || !s.valued(p) && startsAny(text, "这是", "那是", "这就", "这个", "那个", "太", "真") {
		return c, false
	}
	if s.masked(p) || holdsAny(text, "还是不行", "还不行", "还是没用", "没反应") || strings.Contains(text, "给我") && !holdsAny(text, "每", "都", "总", "老", "以后", "一直", "别", "不要", "就行", "就好") || startsAny(text, "要", "得") && !s.namesDay(p) && !own {
		return c, false
	}
	if startsAny(text, "别", "千万别", "不要", "千万不要") && strings.Contains(text, "忘") {
		return c, false
	}
	switch s.at(p.from) {
	case "他", "她", "它":
		if w, ok := x.last(s.at(p.from)); ok && s.at(p.from+1) != "们" {
			c.about = w
		}
	}
	c.loose = !own && !(x.own || first) || !own && !x.omits(s, p, text) && !x.telling(s, p, text)
	c.hedged = holdsAny(text, "可能", "也许", "说不定", "大概会", "好像", "没准")
	if s.onTheWay(text) && !s.valued(p) {
		return c, false
	}
	c.fading = holdsAny(text, "今天", "今晚", "这两天", "这会儿", "刚刚", "今早", "本周", "这周", "这几天") && !holdsAny(text, "今天起", "今天开始")
	return c, true
}

// instead reports whether a clause tells what is not done where the turn tells what is done
// instead, which is what counts: 不做骨科，专攻心血管.
func (s *reading) instead(text string) bool {
	return startsAny(strings.TrimLeft(text, "我们科组公司部门"), "不做", "不接", "不看") && holdsAny(memory.Fold(s.source), "专攻", "只做", "只接", "主攻", "专做", "只看", "专注")
}

// requestsChinese reports whether a clause asks for a piece of work without saying whom:
// 把日志级别改成可配置的, 给这个写单测, 用三句话概括, 第二个改成绿色.
func (s *reading) requestsChinese(p span, text string) bool {
	if s.ownChinese(p) || strings.HasSuffix(text, "了") {
		return false
	}
	switch {
	case startsAny(text, "把", "将"):
		return !strings.Contains(text, "了")
	case startsAny(text, "给"):
		return holdsAny(text, "写", "做", "加", "起", "画", "配", "补", "生成", "标", "打分", "取", "出") && !strings.Contains(text, "了")
	case startsAny(text, "用", "使用", "按", "以"):
		return holdsAny(text, "句话", "个字", "一遍", "一下", "一段", "一首", "一篇", "一个", "步骤", "表格", "列表", "要点") && holdsAny(text, "写", "画", "做", "实现", "概括", "总结", "解释", "回答", "造", "翻译", "返回", "讲", "列", "生成", "整理", "输出")
	case endsAny(text, "用这个", "用那个", "按这个", "选这个", "就这个"):
		return true // points at what nobody will know
	case holdsAny(text, "写新的", "填新的", "写成", "填成", "写上", "填上"):
		return true
	case startsAny(text, "第"):
		return holdsAny(text, "改", "换", "删", "加", "写", "缩", "扩", "太", "错", "不对", "不错", "再", "用")
	}
	return false
}

// onTheWay reports whether a clause tells where its speaker is, or what he is at, at
// this moment: 我现在在地铁上, 我正在开会.
func (s *reading) onTheWay(text string) bool {
	rest := strings.TrimLeft(text, "我们咱")
	for _, now := range []string{"现在正在", "正在", "现在在", "这会儿在", "刚到", "还在", "在"} {
		if where, ok := strings.CutPrefix(rest, now); ok {
			return endsAny(where, "上", "里", "路上", "门口", "楼下", "外面", "排队", "开会", "上课", "吃饭", "加班", "等车", "堵着", "忙")
		}
	}
	return false
}

// reportedChinese reports whether a clause tells what somebody else says or thinks;
// a doctor's word counts.
func (s *reading) reportedChinese(text string) bool {
	if at := strings.Index(text, "说"); at >= len("客服") && at <= len("客服主管") && !startsAny(text, "先", "直接", "可以", "尽量", "最好", "以后", "简单", "具体", "不用", "不要", "我", "咱", "俺", "听", "医", "大夫", "据", "话", "再", "按理", "一般", "小") && !startsAny(text[at:], "说明", "说法", "说话", "说服", "说实", "说真", "说到", "说起") {
		return true // 评审说时钟要注入
	}
	if said, _, found := strings.Cut(strings.TrimLeft(text, "我们家的"), "说"); found && s.talk.kin[said] != "" && s.talk.kin[said] != "doctor" {
		return true // 我老公说龚彪像他
	}
	return holdsAny(text, "说我", "说他", "说她", "说过", "说是", "认为", "觉得", "老说", "总说") && !holdsAny(text, "医生", "大夫") || strings.Contains(text, "说“")
}

// momentaryChinese reports whether a clause tells of what is only of this moment: of a lock-out,
// a slip, a thing that is worked on, a choice among what lies on the table.
func (s *reading) momentaryChinese(p span, text string) bool {
	switch {
	case holdsAny(text, "记不住密码", "密码忘", "忘了密码", "忘记密码", "收不到", "打不开", "登不上", "登录不", "连不上", "进不去", "没权限", "乱码", "不小心", "手滑", "选错", "点错", "删错", "改错", "失效", "有冲突", "没生效", "不生效", "起不来", "崩了", "打不过", "改动没了", "数据没了", "文件没了", "代码没了"):
		return true
	case holdsAny(text, "法师", "战士", "刺客", "射手", "牧师", "术士", "骑士", "奶妈", "打野") && (strings.Contains(text, "级") || s.hasDigit(p)):
		return true // a figure in a game
	case startsAny(text, "我想", "我要", "我需要") && !s.namesDay(p) && startsAny(strings.TrimLeft(text, "我想需要"), "带部", "带上", "保留", "看看", "按", "把", "加", "改", "显示", "导出", "让", "搜", "验", "问他", "问她"):
		return true // of the task
	case startsAny(text, "我写了", "我改了", "我加了", "我删了", "我放了", "我配了", "我点了", "我选了", "我试了", "我拉了", "我跑了", "我贴了", "我传了", "我设了", "我调了", "我查了", "我看了") && !s.namesDay(p):
		return true
	case endsAny(text, "吧") && startsAny(text, "还是", "先", "要不", "不如") && !s.valued(p):
		return true
	case startsAny(text, "第") && holdsAny(text[:min(len(text), len("第十二步"))], "步", "款", "条", "段", "张", "页", "行", "版", "句", "题", "项", "列"):
		return true
	case startsAny(text, "想") && holdsAny(text, "撤销", "改", "删", "加", "试试", "弄", "做个", "查", "实现", "跑") && !s.valued(p):
		return true
	case startsAny(text, "要一个", "要个", "想要一个", "来一个", "来个") && holdsAny(text, "正则", "函数", "脚本", "公式", "语句", "模板", "表格", "图表"):
		return true
	case strings.HasPrefix(text, "让我"), p.to-p.from <= 4 && endsAny(text, "方便", "便宜", "好用", "麻烦", "简单", "划算", "省事"):
		return true // who lets him, or what, is not said
	case s.lettered(p), strings.HasPrefix(text, "的"), strings.ContainsAny(s.quote(p), "~={}"):
		return true // code
	case holdsAny(text, "行数据", "条数据", "个样本", "条记录") && !holdsAny(text, "每"):
		return true
	case endsAny(text, "也没有", "也不行", "也没用", "也一样") || holdsAny(text, "的总是", "的老是"):
		return true
	case strings.Contains(text, "已经") && strings.HasSuffix(text, "了") && s.foreign(p) && !changeChinese(text) && !holdsAny(text, "用", "换", "升", "到", "学"):
		return true // 我已经 reset 了
	case startsAny(strings.TrimPrefix(text, "我"), "上传", "粘贴", "复制了", "截了", "导入了"):
		return true
	}
	if rest, ok := strings.CutPrefix(text, "我有"); ok {
		rest = strings.TrimPrefix(rest, "一")
		return startsAny(rest, "张", "个", "段", "份", "篇", "列", "组", "堆", "批") && holdsAny(rest, "表", "文件", "脚本", "代码", "函数", "接口", "需求", "问题", "想法", "疑问", "作业", "列", "数据", "数组", "字段", "日志", "文档", "图片")
	}
	return startsAny(text, "想", "找", "数", "查", "筛", "统计") && endsAny(text, "的人", "的用户", "的数据", "的订单", "的行", "的记录", "的客户", "的员工")
}

// foreign reports whether a stretch holds a word in other letters.
func (s *reading) foreign(p span) bool {
	for i := p.from; i < p.to; i++ {
		if s.tokens[i].kind == aWord && len(s.at(i)) > 1 {
			return true
		}
	}
	return false
}

// onBehalf reports whether a clause tells what somebody else wants done: 我朋友让我改她的简介.
func (s *reading) onBehalf(text string) bool {
	if endsAny(text, "发的", "写的", "说的", "发来的", "回的", "刚发", "转的") && holdsAny(text, "朋友", "同事", "领导", "老板", "客户", "同学", "室友", "邻居", "老师", "甲方", "房东", "对方", "他", "她") {
		return true // 客户刚发的: what follows is theirs
	}
	for _, verb := range []string{"让我", "叫我", "托我", "要我", "找我", "求我", "请我"} {
		before, after, found := strings.Cut(text, verb)
		if found && holdsAny(before, "朋友", "同事", "领导", "老板", "客户", "同学", "室友", "邻居", "老师", "甲方", "闺蜜", "经理", "主管") && holdsAny(after, "改", "写", "做", "帮", "整理", "翻", "看", "查", "弄", "画", "填", "发", "交", "准备") {
			return true
		}
	}
	return false
}

// quotesChinese reports whether a clause begins what people say who are not the speaker's own:
// 玩家说第7关太难. What goes on after it is theirs.
func (s *reading) quotesChinese(text string) bool {
	before, _, found := strings.Cut(text, "说")
	return found && len(before) > 0 && len(before) <= len("有几个玩家") && holdsAny(before, "玩家", "用户", "客户", "顾客", "读者", "网友", "评审", "客服", "销售", "中介", "卖家", "买家", "学生", "家长", "对方", "同事", "领导", "老板")
}

// slips reports whether a clause takes back the one before: 哦不对, 说错了.
func (s *reading) slips(p span) bool {
	return startsAny(s.plain(p), "不对", "哦不", "噢不", "啊不", "说错", "打错", "写错", "口误", "更正")
}

// ofOthers reports whether a clause is of people who are not the speaker's own.
func (s *reading) ofOthers(p span) bool {
	own := s.plain(span{s.afterOwn(p.from), p.to})
	for _, who := range []string{"闺蜜", "朋友", "同学", "室友", "哥们", "同事", "邻居"} {
		if rest, ok := strings.CutPrefix(own, who); ok && startsAny(strings.TrimPrefix(rest, "的"), "男朋友", "女朋友", "男友", "女友", "老公", "老婆", "对象", "妈", "爸", "儿子", "女儿", "孩子", "前任", "婆婆") {
			return true // a friend's own people
		}
	}
	if w, _, ok := s.kinChinese(s.afterOwn(p.from), p.to); ok && (w.id == "colleague" || w.id == "neighbor") {
		return true
	}
	text := s.plain(p)
	return startsAny(text, "大家", "有人", "别人", "人家", "隔壁", "邻居家", "很多人", "我们办公室的人", "我们公司的人") || holdsAny(text, "有个朋友", "有个同事", "有个亲戚", "有个同学", "有个哥们", "有个邻居") && !strings.Contains(text, "叫") || holdsAny(text, "的人都", "朋友都", "同事都", "邻居都", "亲戚都", "客人都", "一个朋友", "发小", "同学", "我方", "群里", "网友")
}

// omits reports whether a clause leaves out its speaker: it begins with a verb, and
// has a number or a name in it.
func (x *extraction) omits(s *reading, p span, text string) bool {
	if strings.ContainsAny(text, "他她它") || strings.HasPrefix(text, "这") || strings.HasPrefix(text, "那") {
		return false
	}
	return s.valued(p) && startsAny(text, "在", "住", "每", "都", "用", "装", "买", "订", "退款", "戒", "学", "背", "跑", "写", "搬", "换", "昨", "上周", "已经", "不续", "宝宝", "预算", "目标")
}

// telling reports whether a clause tells a value in a turn that only tells: 端口是
// 6380, 碩論寫到第三章了.
func (x *extraction) telling(s *reading, p span, text string) bool {
	return x.tells && s.valued(p) && !strings.ContainsAny(text, "他她它") && !startsAny(text, "这", "那", "错", "对", "第一", "答案", "选") && (holdsAny(text, "是", "在", "用", "叫", "考", "订", "定", "写", "发", "到", "改", "了", "想", "要") || x.own)
}

// valued reports whether a stretch holds a number or a name in other letters.
func (s *reading) valued(p span) bool {
	for i := p.from; i < p.to; i++ {
		if s.tokens[i].kind == aNumber || s.tokens[i].kind == aWord && len(s.at(i)) > 1 || s.numeralChinese(i) && s.at(i) != "一" && s.at(i) != "半" {
			return true
		}
	}
	return false
}

// afterOwn passes over 我 and 我的 before a word for a person.
func (s *reading) afterOwn(i int) int {
	for s.at(i) == "我" || s.at(i) == "们" || s.at(i) == "的" || s.at(i) == "家" {
		i++
	}
	return i
}

// asksFor are the beginnings of what is asked of the assistant.
func asksFor() []string {
	return []string{"替我", "代我", "造几", "造一", "抽张", "抽一", "抽个", "识别", "优化", "降重", "润色", "校对", "改写", "扩写", "缩写", "整理", "归类", "打开", "点开", "点击", "搜索", "搜一", "下载", "下单", "加购", "跳过", "剔除", "排除", "考考", "出题", "陪我", "教我", "起个", "评价", "评估", "检查", "核对", "拆分", "合并", "导出", "改得", "改短", "写短", "让他先", "让她先", "加一", "加个", "补一", "补个", "阅读", "朗读", "背诵", "点评", "概括", "考我", "仿", "照着", "解析", "续写", "统计", "分类", "标注", "对比", "打分", "还要加", "要加上", "加上", "删掉", "去掉", "换成", "帮", "提前", "备注写", "请", "给我", "麻烦", "推荐", "翻译", "写", "总结", "解释", "看看", "看下", "查", "跑一下", "改成", "改一下", "继续", "再", "生成", "列", "算", "告诉", "说说", "讲", "来", "画", "还是叫", "做个", "做一", "转人工", "提醒", "记得提醒", "别忘了提醒", "到时候提醒", "接着", "求", "想问", "我想问", "我想知道", "想知道", "我要退", "能", "可以", "有没有", "你"}
}

// passingChinese are the words of what is only of the moment, or of the talk itself.
func passingChinese() []string {
	return []string{"不想上班", "好热", "好冷", "好累", "好困", "好烦", "好饿", "无聊", "哈哈", "呵呵", "我不知道", "我不懂", "没看懂", "看不懂", "我明白", "我知道了", "我懂", "我觉得", "我在想", "我想想", "谢谢", "辛苦", "不好意思", "抱歉", "天气", "下雨", "堵车", "随便问", "随便说", "开玩笑", "气死", "烦死", "无语", "真服", "笑死", "报错", "编译", "打扰", "我再试", "我试试", "试一下", "改主意", "不知道", "大家好", "个问题", "感觉", "旧地址", "好消息", "开头是", "主角", "记错", "想修", "正则", "方案", "不同意", "注意", "bug", "函数", "代码", "那个方", "返回值", "这一段", "这行", "在看一", "忘掉", "忘了吧", "啥", "帮我写", "帮我看", "帮我查", "帮我改一", "帮我做", "帮我给", "说错话", "太气人", "比起", "就好了", "就行了", "不挂了", "挂了", "崩了", "跑通", "绿了", "道题", "计数", "透视表", "公式"}
}

// rulingChinese reports whether a clause tells how things are to be done, from now
// on or never.
func (s *reading) rulingChinese(p span, text string) bool {
	if holdsAny(text, "先别", "先不要", "暂时别", "但别", "暂时不要") && !holdsAny(text, "以后", "每次") {
		return false // for now
	}
	if holdsAny(text, "什么", "吗", "怎么", "别的", "别人", "特别", "分别", "级别", "识别", "性别", "个别", "要不要", "能不能", "别急", "别担心", "告别", "别记", "别让我再", "忘", "别搞错", "别客气", "差别", "区别") {
		return false
	}
	if holdsAny(text, "能不能别", "能别", "可以别", "可不可以别", "别老", "别再") {
		return true
	}
	if strings.Contains(text, "以后") && endsAny(strings.SplitN(text, "以后", 2)[0], "午", "上", "点", "号", "月", "年", "周", "天", "班", "饭", "岁", "分", "半", "学", "之", "完") && !holdsAny(text, "一律", "千万", "务必", "必须") {
		return false // 中午以后的: a time
	}
	if holdsAny(text, "以后", "一律", "千万别", "千万不", "千万要", "千万记", "务必", "必须", "统一", "不许", "禁止", "不准", "别再", "都给我", "永远") && !holdsAny(text, "我觉得", "可能", "也许", "说不定", "我以后", "以后再", "以后我", "以后就知道", "我从来") {
		return true
	}
	if strings.HasPrefix(text, "不要") || strings.HasPrefix(text, "别") || strings.HasPrefix(text, "不用") && p.to-p.from > 4 {
		return p.to-p.from >= 4
	}
	for i := p.from + 1; i < min(p.from+8, p.to-1); i++ {
		if s.at(i) == "别" || s.standsText(i, "不要") && !s.standsText(i, "不要了") {
			before := s.plain(span{p.from, i})
			return !strings.ContainsAny(before, "我他她它是") || before == "你回我" || before == "回我" || before == "你回复我" || before == "你跟我说话" || before == "跟我说话" || before == "和我说话"
		}
	}
	return false
}
