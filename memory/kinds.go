package memory

import "slices"

// kinds knows common members of the classes that questions ask for by name: "what pets has she?"
// shares no word with "my cat is ill", but a cat is a pet. The lists hold what anybody would name
// first. They need not be whole: likeness of meaning finds the rest.
type kinds struct {
	of    map[Term]int // class of a word that asks for it
	lists [][]Term     // members, by class
	towns []int        // classes that "where" asks for
	calls [][]Term     // what one and the same relative is called
}

// newKinds reads the lists.
func newKinds() *kinds {
	k := &kinds{of: map[Term]int{}}
	for i, c := range classes() {
		var members []Term
		for _, t := range AppendTerms(nil, c.members) {
			if t.Kind() != CharTerm && !hasTerm(members, t) {
				members = append(members, t)
			}
		}
		k.lists = append(k.lists, members)
		for _, t := range AppendTerms(nil, c.asks) {
			if t.Kind() != CharTerm {
				k.of[t] = i
			}
		}
		if c.place {
			k.towns = append(k.towns, i)
		}
	}
	for _, names := range kinCalls() {
		var call []Term
		for _, t := range AppendTerms(nil, names) {
			if t.Kind() != CharTerm {
				call = append(call, t)
			}
		}
		k.calls = append(k.calls, call)
	}
	return k
}

// kinCalls are the words for a relative, of which a speaker uses now one and now another.
func kinCalls() []string {
	return []string{
		"mother mum mom mummy mommy", "father dad daddy", "grandmother grandma granny nan", "grandfather grandpa grandad granddad", "husband hubby", "child kid", "children kids",
		"我妈 妈妈 母亲 老妈", "我爸 爸爸 父亲 老爸", "老婆 妻子 太太 媳妇", "老公 丈夫 先生", "奶奶 祖母", "爷爷 祖父", "外婆 姥姥", "外公 姥爷", "孩子 小孩 娃",
	}
}

// appendMembers appends what else the relatives of a question are called, and the members of the classes that a question of fact asks for, but what the
// question names itself. words are its terms.
func (k *kinds) appendMembers(dst []Term, q *Question, text string, words []Term) []Term {
	for _, call := range k.calls {
		if !slices.ContainsFunc(call, func(t Term) bool { return hasTerm(words, t) }) {
			continue
		}
		for _, t := range call {
			if !hasTerm(words, t) && !hasTerm(dst, t) {
				dst = append(dst, t)
			}
		}
	}
	switch q.Intent {
	case IntentFact, IntentPast, IntentHistory, IntentCount:
	default:
		return dst
	}
	from := len(dst)
	add := func(class int) {
		for _, t := range k.lists[class] {
			if !hasTerm(words, t) && !hasTerm(dst[from:], t) {
				dst = append(dst, t)
			}
		}
	}
	for i, t := range words {
		if class, known := k.of[t]; known && !hasTerm(words[:i], t) {
			add(class)
		}
	}
	if asksWhere(text) {
		for _, class := range k.towns {
			add(class)
		}
	}
	return dst
}

// asksWhere reports whether a question asks for a place without naming a class of places.
func asksWhere(text string) bool {
	if hasAny(text, "哪里", "哪儿", "什么地方") {
		return true
	}
	n, where := 0, false
	eachWord(text, func(w string) bool {
		where = w == "where"
		n++
		return !where && n < 3 // "and where ..."
	})
	return where
}

// class is a class of things: the words that ask for it, and common members.
type class struct {
	asks, members string
	place         bool
}

func classes() []class {
	return []class{
		{"pet pets animal animals 宠物 动物",
			"dog puppy pup cat kitten kitty rabbit bunny hamster parrot bird fish turtle tortoise horse pony snake lizard guinea-pig 小狗 狗狗 小猫 猫咪 兔子 仓鼠 鹦鹉 金鱼 乌龟 柯基 " +
				"金毛 橘猫", false},
		{"instrument instruments 乐器",
			"piano guitar violin viola cello flute drum drums clarinet saxophone trumpet harp ukulele bass keyboard harmonica 钢琴 吉他 提琴 长笛 架子鼓 单簧管 萨克斯 古筝 二胡 琵琶 口琴", false},
		{"sport sports exercise exercises workout workouts fitness 运动 锻炼 健身 体育",
			"running jogging swimming cycling biking hiking yoga pilates gym weights boxing kickboxing karate judo taekwondo basketball football soccer tennis " +
				"volleyball baseball badminton golf hockey skiing snowboarding skating surfing rowing climbing marathon dancing 跑步 慢跑 游泳 骑车 骑行 爬山 登山 瑜伽 拳击 篮球 足球 网球 排球 " +
				"羽毛球 乒乓 滑雪 滑冰 冲浪 太极 马拉松 跳舞 徒步", false},
		{"hobby hobbies activity activities pastime interests 爱好 活动 兴趣 消遣",
			"painting drawing pottery photography reading writing gardening cooking baking knitting sewing camping hiking fishing swimming running cycling yoga " +
				"dancing singing chess gaming kayaking skiing surfing volunteering museum concert picnic 画画 绘画 陶艺 摄影 看书 阅读 写作 园艺 种花 做饭 烘焙 编织 露营 徒步 爬山 钓鱼 游泳 跑步 骑车 瑜伽 跳舞 " +
				"唱歌 下棋 游戏 志愿 博物馆 音乐会 野餐", false},
		{"country countries 国家",
			"england britain uk scotland ireland france germany spain italy portugal greece switzerland austria netherlands belgium sweden norway denmark finland " +
				"poland russia turkey egypt morocco kenya japan china korea india thailand vietnam singapore indonesia australia canada mexico brazil argentina chile " +
				"peru america usa 英国 法国 德国 西班牙 意大利 葡萄牙 希腊 瑞士 荷兰 瑞典 挪威 俄罗斯 土耳其 埃及 日本 中国 韩国 印度 泰国 越南 新加坡 澳大利亚 新西兰 加拿大 墨西哥 巴西 美国", true},
		{"city cities town 城市",
			"london paris rome milan madrid barcelona berlin munich vienna amsterdam dublin edinburgh tokyo kyoto osaka seoul beijing shanghai singapore bangkok " +
				"sydney melbourne york boston chicago seattle angeles francisco miami toronto vancouver 伦敦 巴黎 罗马 柏林 东京 京都 大阪 首尔 北京 上海 广州 深圳 成都 杭州 南京 武汉 西安 重庆 苏州 香港 台北 " +
				"纽约", true},
		{"state states",
			"california florida texas oregon washington nevada arizona colorado utah alaska hawaii georgia virginia michigan illinois ohio pennsylvania " +
				"massachusetts connecticut vermont maine minnesota", true},
		{"place places location locations destination destinations 地方 地点 景点",
			"beach mountain mountains lake park forest desert island museum castle hotel cafe restaurant city country 海边 海滩 山上 湖边 公园 森林 沙漠 岛上 博物馆 古镇 酒店 餐厅", false},
		{"food foods dish dishes meal meals cuisine snack snacks 食物 美食 零食",
			"pizza pasta sushi noodles rice burger steak chicken fish salad soup sandwich curry tacos dumplings cake cookies chocolate 火锅 面条 饺子 米饭 寿司 披萨 牛排 烧烤 鸡肉 沙拉 " +
				"蛋糕 饼干 巧克力", false},
		{"drink drinks beverage 饮料",
			"coffee tea beer wine juice milk cocktail water lemonade smoothie 咖啡 奶茶 啤酒 红酒 果汁 牛奶 可乐", false},
		{"child children kid kids sibling siblings relative relatives 孩子 子女 兄弟姐妹 亲戚",
			"son daughter brother sister baby twins cousin nephew niece uncle aunt 儿子 女儿 哥哥 弟弟 姐姐 妹妹 宝宝 表哥 表妹 侄子 叔叔 阿姨", false},
		{"art arts artwork 艺术",
			"painting drawing sculpture pottery sketch watercolor mural photography 油画 水彩 雕塑 陶艺 素描 书法", false},
		{"vehicle vehicles 交通工具",
			"car bike bicycle motorcycle truck van bus scooter 汽车 轿车 自行车 摩托车 电动车 卡车", false},
		{"job jobs profession occupation career 职业 工作",
			"teacher nurse doctor engineer lawyer designer programmer developer manager accountant writer artist chef counselor scientist 老师 护士 医生 工程师 律师 设计师 程序员 经理 " +
				"会计 作家 厨师 科学家", false},
		{"color colour colors colours 颜色",
			"red blue green yellow black white purple pink orange brown grey gray 红色 蓝色 绿色 黄色 黑色 白色 紫色 粉色 橙色 棕色 灰色", false},
	}
}
