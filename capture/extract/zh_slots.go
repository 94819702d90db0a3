package extract

import "strings"

// extentChinese ends a phrase at a mark, at a word that begins another thought,
// and at the end of the clause that is read.
func (s *reading) extentChinese(kind string, i int) int {
	limit := len(s.tokens)
	if s.limit > 0 && s.limit < limit && i < s.limit {
		limit = s.limit
	}
	j := i
	for j < limit && j-i < 24 {
		t := s.tokens[j]
		if t.kind == aSmile || t.kind == aMark && !strings.Contains("、“”\"《》·.-/~", t.text) {
			break
		}
		if t.text == "、" && kind != "list" && kind != "langs" && kind != "act" && kind != "vp" {
			break
		}
		if j > i && s.turns(j) {
			break
		}
		j++
	}
	return j
}

// turns reports whether another thought begins at i.
func (s *reading) turns(i int) bool {
	switch s.at(i) {
	case "因", "所", "但", "不", "而", "然", "如", "还", "后", "并", "结", "就", "是", "的", "所以":
	default:
		return false
	}
	for _, w := range []string{"因为", "所以", "但是", "不过", "而且", "然后", "如果", "还有我", "后来", "并且", "结果", "而不是", "的时候", "是因为", "但"} {
		if s.standsText(i, w) && !s.standsText(i, "不过敏") {
			return true
		}
	}
	return false
}

// settleChinese trims and judges a phrase.
func (s *reading) settleChinese(kind string, p span) span {
	p = s.trimChinese(kind, p)
	if p.to <= p.from {
		return span{}
	}
	if kind == "tool" && s.tokens[p.from].kind == aWord {
		// "Jira管理任务": the name ends where Chinese goes on.
		for i := p.from; i < p.to; i++ {
			if s.tokens[i].kind == aCharacter && !(strings.Contains("和跟与", s.at(i)) && i+1 < p.to && s.tokens[i+1].kind == aWord) {
				p.to = i
				break
			}
		}
	}
	if kind == "place" || kind == "town" {
		p.to = s.sinceWhen(p)
		for i := p.from + 2; i < p.to; i++ {
			if s.at(i) == "去" {
				p.to = i // 住在重庆去成都: where one goes from there
			}
		}
		if n := p.to - 2; n > p.from && (s.standsText(n, "这边") || s.standsText(n, "那边") || s.standsText(n, "这儿") || s.standsText(n, "那儿")) {
			p.to = n
		}
	}
	if kind == "place" && s.standsText(p.from, "老家") && p.to-p.from > 2 {
		p.from += 2
	}
	if (kind == "thing" || kind == "occasion") && s.at(p.from) == "的" {
		p.from++
	}
	text := s.plain(p)
	n := p.to - p.from
	ok := false
	switch kind {
	case "thing", "list":
		ok = n <= 18 && !endsAny(text, "不", "没", "没有") && !strings.ContainsAny(text, "你您他她它吗") && !startsAny(text, "是", "的", "了", "不", "没", "就", "也", "都", "还", "把", "被", "让", "我", "这", "那", "什么", "怎么", "到", "过", "得", "在", "着", "完", "出", "起来", "上了", "一下", "上面", "下面", "上来", "下去", "下来") && !holdsAny(text, "这个", "那个", "什么", "怎么", "哪", "谁", "为什么", "我觉得", "我们", "这样", "那样", "这种", "这里", "了我")
	case "act", "vp":
		ok = n <= 24 && (n >= 2 || s.tokens[p.from].kind != aCharacter) && !(kind == "vp" && strings.HasPrefix(text, "不")) && !strings.ContainsAny(text, "吗") && !startsAny(text, "的", "了", "是我", "什么", "这", "那", "过", "得") && !holdsAny(text, "什么", "怎么", "这个", "那个", "为什么") && (kind == "act" || !strings.ContainsAny(text, "你您"))
	case "place":
		ok = s.placeChinese(p, text)
	case "town":
		ok = s.placeChinese(p, text) || s.townChinese(p, text) || abode(text)
	case "org":
		ok = s.orgChinese(p, text)
	case "role":
		ok = roleChinese(text)
	case "name":
		ok = s.nameChinese(p, text)
	case "nick":
		ok = n >= 2 && n <= 3 && startsAny(text, "小", "老", "阿") && !roleChinese(text) && !startsAny(text, "小学", "小白", "小名", "小号", "小孩", "老人", "老大", "老二", "小时", "小说", "老家", "小区", "老婆", "老公", "小朋友", "老实", "小众", "阿姨", "老外", "老乡", "小伙", "老年", "小偷", "小气")
	case "num":
		ok = n <= 5 && (s.tokens[p.from].kind == aNumber || s.numeralChinese(p.from)) && (n == 1 || s.unitOnly(p))
	case "money":
		ok = s.moneyChinese(p)
	case "date":
		_, ok = s.dated(p)
		ok = ok && n <= 12
	case "count":
		ok = n <= 2 && (s.tokens[p.from].kind == aNumber || s.numeralChinese(p.from) || s.at(p.from) == "几")
	case "pet":
		ok = n <= 5 && s.wordEndsIn(p, living)
	case "owned":
		ok = n <= 9 && s.holdsWord(p, owned) && !s.holdsWord(p, occasion) && !strings.ContainsAny(text, "你您吗")
	case "illness":
		ok = n <= 8 && s.holdsWord(p, illness)
	case "remedy":
		ok = n <= 8 && (s.holdsWord(p, remedy) || strings.HasSuffix(text, "药") || strings.HasSuffix(text, "片") || strings.HasSuffix(text, "胶囊"))
	case "langs":
		ok = n <= 8 && s.holdsWord(p, tongue) && !holdsAny(text, "回", "答", "我", "说", "交流", "沟通")
	case "channel":
		ok = n <= 5 && s.holdsWord(p, channel)
	case "occasion":
		ok = n <= 16 && (s.holdsWord(p, occasion) || gathering(text)) && !holdsAny(text, "取消", "推迟", "不办", "泡汤") && !strings.ContainsAny(text, "吗你您")
	case "tool":
		ok = n <= 8 && s.toolChinese(p, text)
	case "plan":
		ok = n >= 2 && n <= 10 && !strings.ContainsAny(text, "你我吗") && endsAny(text, "版", "套餐", "会员")
	case "hotel":
		ok = n >= 3 && n <= 14 && !strings.ContainsAny(text, "你我吗") && endsAny(text, "酒店", "宾馆", "民宿", "旅馆", "客栈", "青旅", "度假村")
	case "ailment":
		ok = n <= 8 && startsAny(text, "膝盖", "腰", "胃", "眼睛", "耳朵", "心脏", "牙", "颈椎", "肩膀", "嗓子", "皮肤", "肠胃", "血压", "血糖", "血脂", "尿酸", "脚踝", "腿脚", "腿") && endsAny(text, "不好", "不太好", "有问题", "受过伤", "做过手术", "偏高", "偏低", "高", "低", "敏感", "不方便", "有旧伤", "不行")
	case "kin":
		_, ok = s.talk.kin[text]
	}
	if !ok {
		return span{}
	}
	return p
}

// gathering reports whether a phrase names a meeting by its last character: 项目会.
func gathering(text string) bool {
	n := len([]rune(text))
	return n >= 2 && n <= 6 && strings.HasSuffix(text, "会") && !endsAny(text, "社会", "机会", "协会", "学会", "体会", "误会", "不会", "才会", "就会", "都会", "也会", "理会", "领会", "工会", "一会")
}

// sinceWhen returns where a place ends and how long ago it was goes on: 大连都快俩月.
func (s *reading) sinceWhen(p span) int {
	for i := p.from + 1; i < p.to; i++ {
		for _, w := range [...]string{"都快", "都有", "都已", "已经", "快两", "快俩", "快三", "快半", "快一", "有两", "有三", "有好", "有些年", "好几", "大半年", "半年", "差不多", "两年", "三年", "一年", "几年"} {
			if s.standsText(i, w) {
				return i
			}
		}
	}
	return p.to
}

// trimChinese takes measure words off the front and particles off the end.
func (s *reading) trimChinese(kind string, p span) span {
	for again := true; again && p.from < p.to; {
		again = false
		for _, w := range []string{"一个", "一只", "一条", "一名", "一位", "一家", "一台", "一辆", "一部", "一款", "一份", "一种", "一些", "那家", "那种", "“", "”", "\"", "、", "《"} {
			if s.standsText(p.from, w) && p.to-p.from > len([]rune(w)) && kind != "act" && kind != "vp" && !s.standsText(p.from, "一个人") {
				p.from += len([]rune(w))
				again = true
				break
			}
		}
	}
	for p.to > p.from {
		w := s.at(p.to - 1)
		switch w {
		case "了", "吧", "啊", "呢", "哦", "呀", "嘛", "啦", "哈", "也", "哟", "噢", "~", "、", "”", "“", "\"", "-", ".", "》":
			if w == "》" && s.tokens[p.from].text == "《" {
				return p
			}
			p.to--
			continue
		case "的":
			if kind != "act" && kind != "vp" {
				p.to--
				continue
			}
		case "己":
			return p
		}
		cutOff := 0
		for _, tail := range []string{"而已", "之类的", "什么的", "为主", "这样", "来着", "就好", "就行", "就可以", "好了", "呗"} {
			n := len([]rune(tail))
			if p.to-n > p.from && s.standsText(p.to-n, tail) {
				cutOff = n
			}
		}
		if cutOff == 0 {
			break
		}
		p.to -= cutOff
	}
	return p
}

// holdsWord reports whether a word of a class stands in a stretch.
func (s *reading) holdsWord(p span, c class) bool {
	for i := p.from; i < p.to; i++ {
		if s.tokens[i].kind == aWord && s.talk.words[s.at(i)]&c != 0 {
			return true
		}
		word := ""
		for j := i; j < min(i+7, p.to); j++ {
			word += s.at(j)
			if s.talk.words[word]&c != 0 {
				return true
			}
		}
	}
	return false
}

func (s *reading) wordEndsIn(p span, c class) bool {
	word := ""
	for i := p.to - 1; i >= max(p.from, p.to-6); i-- {
		word = s.at(i) + word
		if s.talk.words[word]&c != 0 {
			return true
		}
	}
	return false
}

func (s *reading) placeChinese(p span, text string) bool {
	if p.to-p.from > 14 || holdsAny(text, "你", "我", "他", "她", "这", "那", "哪", "什么", "家里", "公司", "一起", "学校", "宿舍楼", "一线", "工作", "上班", "号", "到") || startsAny(text, "家", "了", "的", "不") && !startsAny(text, "家住") {
		return false
	}
	if s.holdsWord(p, placing) {
		return true
	}
	if s.tokens[p.from].kind == aWord && s.tokens[p.from].capital {
		return true
	}
	for _, suffix := range []string{"市", "省", "县", "区", "镇", "村", "路", "街", "国", "州", "岛", "城", "海边", "小区", "附近", "公寓", "郊区", "山区", "老城区", "开发区"} {
		if strings.HasSuffix(text, suffix) && p.to-p.from >= 2 {
			return true
		}
	}
	return false
}

// townChinese reports whether a phrase where only a place can stand may be one that
// no list names: 住在绵阳, 住在维也纳. Words for parts of a house or a street are no
// towns, nor is what goes on with the sentence.
func (s *reading) townChinese(p span, text string) bool {
	n := p.to - p.from
	if n < 2 || n > 7 || strings.ContainsAny(text, "我你您他她它这那哪谁的了么吗吧呢") ||
		strings.ContainsAny(text[len(text)-len("里"):], "家里上下边旁楼层店馆院屋房舍室校厂处内外近面司位间户单床惯久夜") ||
		startsAny(text, "公司", "单位", "学校", "朋友", "亲戚", "老家", "酒店", "隔壁", "对门", "新", "同一", "附近", "在", "到", "哥", "姐", "弟", "妹", "爸", "妈", "有", "是", "没", "很", "还", "跟", "过", "着", "得", "一起", "一个", "一样", "一块", "半") ||
		holdsAny(text, "也不", "也是", "也有", "也没", "都不", "都是", "都有", "都没", "不是", "不了", "不好", "不到", "就是", "就不", "就行", "还是", "没有", "和朋友", "和同", "两年", "几年", "个月", "一年", "半年") ||
		strings.ContainsAny(text, "一二两三四五六七八九十几半") && strings.ContainsAny(text, "个次天年月号栋间套楼层期环人") {
		return false
	}
	for i := p.from; i < p.to; i++ {
		if s.tokens[i].kind != aCharacter {
			return false
		}
		if _, end, kin := s.kinChinese(i, p.to); kin && (end > i+1 || end == p.to) {
			return false
		}
	}
	return true
}

// abode reports whether a phrase names a small place by its sort: a village, a boat.
func abode(text string) bool {
	return len([]rune(text)) <= 16 && !strings.ContainsAny(text, "我你您他她它哪谁吗呢") && endsAny(text, "村", "村里", "村子", "村子里", "镇", "镇上", "小镇", "县城", "郊外", "乡下", "岛上", "山里", "山上", "海边", "湖边", "河边", "江边", "农场", "牧场", "草原上", "船上", "房车里", "小区", "老城区", "老城区里", "城中村", "街道", "社区", "胡同里", "胡同", "弄堂里")
}

func (s *reading) orgChinese(p span, text string) bool {
	if startsAny(text, "做", "当", "写", "搞") {
		return false
	}
	n := p.to - p.from
	if n > 14 || holdsAny(text, "你", "我", "他", "她", "这", "那", "哪", "什么", "家里", "外面", "一起", "网上", "家", "路上", "楼下") && !holdsAny(text, "一家", "国家") || s.placeChinese(p, text) && !orgSuffix(text) {
		return false
	}
	if n == 1 && s.tokens[p.from].kind == aCharacter {
		return false
	}
	if generalOrg(text) {
		return false
	}
	if orgSuffix(text) {
		return true
	}
	if s.tokens[p.from].kind == aWord && s.tokens[p.from].capital {
		return true
	}
	return n >= 2 && n <= 4 && !strings.ContainsAny(text, "了的是不在有去来") && !startsAny(text, "里面", "外面", "上面", "下面", "前面", "后面", "路", "楼") && !startsAny(text, "考虑", "一份", "找", "忙", "拼命", "安心", "专心", "想", "无聊", "努力", "认真", "加班", "远程", "国内", "国外", "晚上", "白天", "周末", "早上", "全职", "兼职", "本地", "当地", "外地", "单位", "一线", "线上", "厨房", "现场", "办公", "户外")
}

// generalOrg reports whether a word is only a sort of organisation.
func generalOrg(text string) bool {
	switch text {
	case "公司", "单位", "学校", "医院", "店", "厂", "餐厅", "超市", "部门", "机构", "大学", "办公室":
		return true
	}
	return false
}

func orgSuffix(text string) bool {
	for _, suffix := range []string{"公司", "集团", "银行", "医院", "大学", "学院", "学校", "中学", "小学", "高中", "幼儿园", "事务所", "研究所", "研究院", "设计院", "局", "厂", "店", "工作室", "科技", "软件", "网络", "证券", "机构", "餐厅", "酒店", "单位", "政府", "法院", "检察院", "实验室", "杂志社", "报社", "出版社", "外企", "国企", "央企", "大厂", "创业公司", "咨询", "传媒", "律所", "诊所", "药店", "书店", "超市", "部门", "基金会", "培训班", "地产", "保险"} {
		if strings.HasSuffix(text, suffix) {
			return true
		}
	}
	return false
}

func roleChinese(text string) bool {
	n := len([]rune(text))
	if n > 12 || n < 2 && text != "" || holdsAny(text, "你", "他", "她", "什么", "这", "那") {
		return false
	}
	for _, suffix := range []string{"师", "工程师", "医生", "护士", "老师", "教师", "教授", "律师", "会计", "设计师", "程序员", "码农", "经理", "总监", "总裁", "主管", "主任", "秘书", "助理", "文员", "司机", "厨师", "厨子", "警察", "民警", "军人", "公务员", "教练", "演员", "导演", "编剧", "记者", "编辑", "作家", "画家", "科学家", "艺术家", "企业家", "音乐家", "翻译", "学生", "研究生", "本科生", "博士生", "博士", "硕士", "大学生", "高中生", "初中生", "实习生", "博主", "主播", "老板", "店长", "院长", "校长", "厂长", "组长", "队长", "保安", "保姆", "月嫂", "快递员", "外卖员", "服务员", "销售", "销售员", "售货员", "收银员", "管理员", "研究员", "分析员", "飞行员", "消防员", "运动员", "店员", "客服", "前台", "产品经理", "运营", "前端", "后端", "架构师", "测试", "运维", "财务", "出纳", "行政", "人事", "HR", "hr", "模特", "歌手", "舞者", "木匠", "电工", "水管工", "焊工", "农民", "工人", "创始人", "合伙人", "负责人", "主持人", "经纪人", "自由职业者", "自由职业", "志愿者", "投资人", "家庭主妇", "全职妈妈", "全职爸爸", "个体户", "法官", "检察官", "外交官", "技术员", "科研人员", "产品", "药剂师", "审计", "木工", "保洁", "护工", "策划", "采购", "开发", "开发者", "裁缝", "兽医", "牙医", "外科医生"} {
		if strings.HasSuffix(text, suffix) {
			return true
		}
	}
	return false
}

func (s *reading) nameChinese(p span, text string) bool {
	n := p.to - p.from
	if s.tokens[p.from].kind == aWord {
		return n <= 3 && !holdsAny(text, "什么", "我", "你")
	}
	if n > 6 || n < 1 {
		return false
	}
	return !strings.ContainsAny(text, "我你您他她它是的了不在有去来吃喝买要这那什么怎谁吗呢吧很也都就做为给") || n <= 4 && strings.Contains(text, "小") && !strings.ContainsAny(text, "我你的了不是")
}

func (s *reading) unitOnly(p span) bool {
	for i := p.from + 1; i < p.to; i++ {
		if s.numeralChinese(i) || s.tokens[i].kind == aNumber {
			continue
		}
		switch s.at(i) {
		case "厘", "米", "公", "斤", "千", "克", "点", "cm", "kg", "左", "右", "多", "岁":
		default:
			return false
		}
	}
	return true
}

func (s *reading) moneyChinese(p span) bool {
	if p.to-p.from > 14 {
		return false
	}
	number := false
	for i := p.from; i < p.to; i++ {
		switch {
		case s.tokens[i].kind == aNumber, s.numeralChinese(i):
			number = true
		case strings.Contains("块元万千百到至左右以内下上多美金人民币欧不超过最大概约每个月年一之间在钱-~港日控制", s.at(i)):
		default:
			return false
		}
	}
	return number
}

func (s *reading) toolChinese(p span, text string) bool {
	if startsAny(text, "来", "了", "完", "过", "到", "得", "不", "这", "那", "户", "心", "途", "力", "处", "什么", "我", "你") || holdsAny(text, "写", "做", "来", "了", "这个", "那个", "可以", "的时候", "代码") {
		return false
	}
	for i := p.from; i < p.to; i++ {
		if s.tokens[i].kind == aWord && len(s.at(i)) > 1 {
			return true
		}
	}
	for _, suffix := range []string{"版", "套餐", "云", "系统", "软件", "数据库", "框架", "浏览器", "编辑器"} {
		if strings.HasSuffix(text, suffix) && p.to-p.from > len([]rune(suffix)) {
			return true
		}
	}
	return s.holdsWord(p, owned) || holdsAny(text, "安卓", "苹果", "华为", "小米", "鸿蒙", "飞书", "钉钉", "微信", "支付宝", "语雀", "输入法", "五笔", "双拼", "手机")
}
