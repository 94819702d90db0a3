package memory

// classed are the fields of life whose records seldom name them: nobody says "my vehicle is a
// Tesla". They are known by common members of the class, in both languages. A member counts where
// a word of having it stands before, or in a fact of a predicate that may be of the field. The
// lists hold what anybody would name first; what is learnt under a predicate needs none.
func classed() []spokenLine {
	ill := "illness disease 病 " + namesIn(illnesses())
	eaten := ofFood + " " + namesIn(foods())
	const (
		hadIllness = "have has had having suffer suffers got with for from i'm_a my 有 得了 得过 患 确诊 是 查出 我的"
		hadPeople  = "have has had got 有 我的 my"
		relatives  = "mother father mom mum dad sister brother wife husband son daughter parents grandmother grandfather grandma grandpa aunt uncle cousin " +
			"妈 母亲 爸 父亲 妹 姐 哥 弟 老婆 老公 儿子 女儿 妻子 丈夫 爱人 父母 奶奶 爷爷 外婆 外公 姥姥 姥爷 叔叔 阿姨 舅舅 姑姑 表哥 表弟 表姐 表妹"
		kinship = "mother father parents sister older_sister younger_sister brother older_brother younger_brother wife husband son daughter child children kids " +
			"grandmother grandfather aunt uncle cousin niece nephew grandson granddaughter mother-in-law father-in-law sister-in-law brother-in-law"
		offspring = "kid child children baby son daughter twins 孩子 小孩 宝宝 儿子 女儿 双胞胎"
		animals   = "dog puppy cat kitten rabbit bunny hamster guinea_pig parrot bird budgie goldfish turtle tortoise horse pony snake lizard ferret " +
			"狗 犬 猫 兔 仓鼠 豚鼠 荷兰猪 鹦鹉 鸟 金鱼 乌龟 马 蛇 蜥蜴 雪貂"
		faiths = "christian catholic protestant orthodox muslim jewish jew hindu buddhist sikh mormon atheist agnostic christianity islam judaism hinduism buddhism " +
			"佛 基督 天主 东正教 锡克教 摩门 伊斯兰 穆斯林 道教 印度教 犹太教 无神论"
		parties = "democrat republican liberal conservative socialist communist libertarian greens labour tory leftist left-wing right-wing " +
			"民主党 共和党 工党 绿党 保守党 国民党 共产党 民进党 自由派 保守派 左派 右派"
		pastimes = "hiking painting drawing pottery photography reading gardening cooking baking knitting sewing camping fishing swimming running jogging cycling yoga climbing " +
			"dancing singing chess gaming kayaking skiing surfing guitar piano violin drums football soccer basketball tennis golf badminton volleyball " +
			"画画 绘画 陶艺 摄影 拍照 看书 阅读 园艺 种花 烘焙 编织 露营 徒步 爬山 登山 钓鱼 游泳 跑步 骑车 骑行 瑜伽 跳舞 唱歌 下棋 游戏 滑雪 冲浪 吉他 钢琴 提琴 足球 篮球 网球 羽毛球 乒乓"
		loves = "girlfriend boyfriend wife husband fiance fiancee partner spouse"
		told  = "女朋友 男朋友 女友 男友 老婆 老公 妻子 丈夫 爱人 伴侣"
	)
	return []spokenLine{
		{words: []string{"car", "vehicle", "automobile", "what i drive", "what car i drive", "车", "汽车", "车子", "轿车", "座驾", "开什么车", "开的车", "开的什么车"},
			told: []string{"i drive a", "i drive an", "drives a", "drives an", "my car", "my vehicle", "bought a car", "have a car", "own a car",
				"我的车", "我家的车", "我家车", "我车", "我开的是", "我的汽车", "买了车", "买车", "买了辆车", "买了一辆车", "有一辆车", "有辆车"},
			subjects: ownThings, some: "owns uses habit",
			things: "car suv sedan minivan hatchback pickup tesla toyota honda ford bmw audi mercedes volkswagen vw skoda volvo porsche kia hyundai nissan mazda subaru lexus jeep " +
				"chevrolet chevy renault peugeot fiat suzuki mitsubishi opel seat dacia byd nio xpeng geely buick cadillac wuling " +
				"汽车 轿车 特斯拉 丰田 本田 宝马 奥迪 奔驰 大众 斯柯达 沃尔沃 保时捷 起亚 日产 马自达 雷克萨斯 吉普 福特 雪佛兰 比亚迪 蔚来 小鹏 吉利 别克 凯迪拉克 五菱 标致 雷诺 菲亚特 铃木 三菱 欧宝 达契亚 西雅特",
			had: "drive drives drove driving bought buy own owned leased got my 开 开着 买了 提了 换了 我的"},
		{words: []string{"medication", "medicine", "med", "drug", "pill", "prescription", "what i take", "what medication i take", "药", "药物", "用药", "吃的药", "吃药", "服药", "吃什么药", "在吃的药"},
			predicates: []string{"takes"},
			told:       []string{"medication", "medicine", "prescribed", "prescription", "my pills", "my meds", "吃药", "服药", "用药"},
			things:     "pills tablets " + namesIn(medicines()),
			had:        "take takes taking took on use uses my 吃 服 服用 打 用 注射"},
		{words: []string{"health", "medical history", "medical record", "健康", "健康状况", "健康情况", "病史", "身体状况", "身体情况", "身体"},
			predicates: []string{"health", "takes", "allergy", "blood_type"},
			told:       []string{"diagnosed", "i suffer from", "allergic", "确诊", "患有", "得了", "过敏"},
			some:       "situation status", things: ill, had: hadIllness},
		{words: []string{"illness", "illnesse", "condition", "medical condition", "health condition", "health problem", "health issue", "diagnosis", "diagnose", "disease", "disorder", "sickness",
			"mental health", "mental illness", "病", "病情", "疾病", "诊断", "得的病", "生的病", "得了什么病", "有什么病", "心理健康", "心理问题", "精神状况"},
			predicates: []string{"health"},
			told:       []string{"diagnosed", "i suffer from", "my illness", "my condition", "my disease", "my diagnosis", "my disorder", "确诊", "患有", "我病了", "我生病", "我的病"},
			some:       "takes situation status", things: ill, had: hadIllness, strict: true},
		{words: []string{"pregnancy", "pregnancie", "怀孕"}, told: []string{"pregnant", "expecting a baby", "怀孕", "预产期"}, some: "health situation status", things: "pregnant 怀孕"},
		{words: []string{"sexual orientation", "sexuality", "orientation", "sexual preference", "being gay", "coming out", "性取向", "性向", "性倾向", "取向"},
			told: []string{"i'm gay", "i am gay", "i'm lesbian", "i'm bi", "i'm straight", "i'm queer", "came out as", "attracted to men", "attracted to women",
				"我是同志", "我是直男", "我是直女", "我是拉拉", "出柜", "我喜欢男生", "我喜欢女生", "我喜欢男人", "我喜欢女人"},
			some: "status health role situation likes", things: "gay lesbian bisexual homosexual heterosexual asexual pansexual queer 同性恋 双性恋 异性恋 无性恋",
			had: "i'm i_am is as 我是"},
		{words: []string{"gender", "gender identity", "pronoun", "性别"}, predicates: []string{"pronouns"},
			told: []string{"i'm a woman", "i'm a man", "i'm trans", "i'm transgender", "i'm nonbinary", "i'm non-binary", "我是女生", "我是男生", "我是女的", "我是男的", "跨性别"}},
		{words: []string{"smoking", "smoking habit", "smoke", "cigarette", "tobacco", "vaping", "抽烟", "吸烟", "抽烟习惯", "抽烟的习惯", "吸烟习惯", "吸烟的习惯", "烟瘾"},
			told: []string{"i smoke", "i smoked", "smoking", "smoker", "cigarette", "i vape", "抽烟", "吸烟", "烟瘾", "戒烟", "烟民", "电子烟"},
			some: "habit uses goal plan likes dislikes avoids rejects health experience status", things: "smoke smoker smoking cigarette tobacco vape vaping 抽烟 吸烟 烟瘾 戒烟 电子烟",
			strict: true},
		{words: []string{"drinking", "drinking habit", "drinking problem", "alcohol", "alcoholism", "喝酒", "饮酒", "喝酒习惯", "喝酒的习惯", "饮酒习惯", "酒瘾", "酗酒"},
			told: []string{"alcohol", "i'm an alcoholic", "i'm sober", "quit drinking", "stop drinking", "stopped drinking", "i'm drinking too much", "喝酒", "饮酒", "酗酒", "酒瘾", "戒酒"},
			some: "habit goal plan health avoids experience status", things: "alcohol alcoholic sober beer wine whisky whiskey vodka gin rum cocktail booze 喝酒 饮酒 酒瘾 戒酒 酗酒 啤酒 红酒 白酒 葡萄酒 威士忌 伏特加 黄酒",
			had: "drink drinks drank drinking 喝", strict: true},
		{words: []string{"pet", "animal", "宠物", "动物", "小动物", "毛孩子"}, predicates: []string{"pet"},
			told:     []string{"my dog", "my cat", "my pet", "a dog called", "a cat called", "我的狗", "我家狗", "我的猫", "我家猫", "宠物"},
			subjects: "pet dog puppy cat kitten rabbit bunny hamster guinea_pig parrot bird budgie goldfish fish turtle tortoise horse pony snake lizard ferret",
			some:     "owns count", things: animals, had: "have has had got adopted own keep my 养 我家 我的 领养"},
		{words: []string{"diet", "food preference", "eating habit", "food habit", "dietary habit", "dietary restriction", "eating", "what i eat", "what i don't eat", "饮食", "饮食习惯", "饮食偏好", "饮食禁忌", "吃饭习惯", "忌口", "口味", "不吃什么", "吃什么"},
			predicates: []string{"diet", "allergy"}, but: "pollen hay_fever dust mite mold mould cat dog fur pet latex penicillin antibiotic aspirin ibuprofen bee wasp nickel perfume sun 花粉 尘螨 灰尘 霉菌 猫 狗 毛 乳胶 青霉素 抗生素 阿司匹林 布洛芬 蜂 紫外线 香水 镍",
			told: []string{"vegetarian", "vegan", "my diet", "on a diet", "i don't eat", "i only eat", "i eat", "吃素", "素食", "忌口", "不吃", "饮食"},
			some: "dislikes avoids habit never prefers rejects", things: "breakfast lunch dinner meal meals 餐 饭 " + eaten},
		{words: []string{"family", "familie", "relative", "sibling", "家人", "家庭", "家庭情况", "亲戚", "亲人", "兄弟姐妹"},
			predicates: []string{"family", "marital"},
			told: []string{"my mother", "my father", "my mom", "my dad", "my sister", "my brother", "my wife", "my husband", "my son", "my daughter", "my kids", "my parents",
				"我妈", "我爸", "我妹", "我姐", "我哥", "我弟", "我老婆", "我老公", "我儿子", "我女儿", "我妻子", "我丈夫", "我爱人", "我父母"},
			subjects: kinship, things: relatives, had: hadPeople},
		{words: []string{"kid", "child", "children", "孩子", "子女", "小孩", "儿女"},
			told:     []string{"my kid", "my son", "my daughter", "my child", "my children", "my baby", "我儿子", "我女儿", "我孩子", "我的孩子", "我家孩子"},
			subjects: "son daughter child children kids baby", some: "family count", things: offspring, had: hadPeople},
		{words: []string{"partner", "spouse", "relationship", "relationship status", "marriage", "marital status", "love life", "伴侣", "对象", "另一半", "婚姻", "婚姻状况", "感情", "感情状况", "感情生活", "恋情"},
			predicates: []string{"marital"},
			told: []string{"my girlfriend", "my boyfriend", "my wife", "my husband", "my partner", "my fiance", "my fiancee", "my spouse", "i'm single", "i'm married", "i'm divorced", "我单身", "我结婚", "我离婚",
				"我女朋友", "我男朋友", "我老婆", "我老公", "我的女朋友", "我的男朋友", "我妻子", "我丈夫", "我对象", "我爱人"},
			subjects: loves, some: "family status", things: loves + " " + told, had: hadPeople},
		{words: []string{"ex", "ex-wife", "ex-husband", "ex-girlfriend", "ex-boyfriend", "ex-partner", "前任", "前妻", "前夫", "前女友", "前男友"},
			told:     []string{"my ex", "my ex-wife", "my ex-husband", "my ex-girlfriend", "my ex-boyfriend", "my ex-partner", "前任", "前妻", "前夫", "前女友", "前男友"},
			subjects: "ex ex-wife ex-husband ex-girlfriend ex-boyfriend"},
		{words: []string{"religion", "faith", "religious belief", "religious view", "宗教", "信仰", "宗教信仰", "信什么教"},
			told: []string{"believe in god", "go to church", "go to the mosque", "go to mosque", "go to temple", "我信教", "信主", "去教堂", "做礼拜", "皈依"},
			some: "status habit role", things: faiths, had: "i'm i_am a an as to became 信 信奉 是"},
		{words: []string{"politics", "political view", "political opinion", "political belief", "political leaning", "who i vote for", "how i vote", "政治", "政治观点", "政治立场", "政治倾向", "政见"},
			told: []string{"i vote", "i voted", "vote for", "voted for", "my politics", "left-wing", "right-wing", "党员", "投票给", "投给"},
			some: "status role habit likes", things: parties, had: "i'm i_am a the support vote 支持 是"},
		{words: []string{"debt", "loan", "mortgage", "债", "债务", "欠债", "欠款", "贷款", "房贷"},
			told: []string{"i owe", "in debt", "my debt", "my loan", "a loan", "my mortgage", "a mortgage", "我欠", "欠债", "欠款", "贷款", "房贷", "车贷", "负债"},
			some: "owns status situation need", things: "debt loan mortgage owe 欠 贷款 房贷 车贷 债"},
		{words: []string{"finance", "financial situation", "money", "bank account", "saving", "财务", "财务状况", "经济状况", "经济情况", "存款", "积蓄"},
			predicates: []string{"income", "budget"},
			told:       []string{"i owe", "in debt", "my debt", "my loan", "a loan", "my mortgage", "a mortgage", "my savings", "in savings", "bank account", "i earn", "my salary", "我欠", "欠债", "贷款", "房贷", "负债", "存款", "积蓄", "工资", "月薪", "年薪"},
			some:       "owns status situation need", things: "debt loan mortgage savings owe 欠 贷款 房贷 存款"},
		{words: []string{"hobby", "hobbie", "pastime", "interest", "what i do for fun", "爱好", "兴趣", "兴趣爱好", "业余爱好"},
			predicates: []string{"collects"},
			told:       []string{"my hobby", "my hobbies", "in my free time", "in my spare time", "我的爱好", "业余", "爱好是"},
			some:       "likes habit favorite learning skill", things: pastimes, had: "like love enjoy play do into practice 喜欢 爱 玩 弹 打 练"},
		{words: []string{"school", "major", "university", "college", "education", "degree", "studie", "学校", "专业", "大学", "学历", "学业", "教育背景"},
			predicates: []string{"school", "major", "graduated"},
			told:       []string{"i study", "i'm studying", "i studied", "i go to school", "my school", "my university", "my college", "i graduated", "my degree", "就读", "我读", "毕业于", "我学的是", "我的学校"}},
		{words: []string{"nationality", "citizenship", "国籍"}, predicates: []string{"nationality"},
			told: []string{"my nationality", "a citizen of", "my passport is", "国籍"}},
	}
}
