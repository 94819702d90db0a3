package memory

import "strings"

// twin is one thing by its names in both languages. "Forget my depression" is about 抑郁症 as well,
// and 忘掉我的抑郁症 about a depression.
type twin struct{ english, chinese string } // parted by spaces, "_" standing for the space within one

// twinsOf returns the single things that a topic names, as fields: an illness, a food, what
// happened in a family or at work; and whether it says that they are one's own.
func twinsOf(folded string) (lines []spokenLine, own bool) {
	for _, list := range [...][]twin{illnesses(), medicines(), foods(), familyMatters(), workMatters()} {
		for _, t := range list {
			is, mine := t.isNamed(folded)
			if !is {
				continue
			}
			line := spokenLine{some: anyPredicate}
			for name := range strings.FieldsSeq(t.english + " " + t.chinese) {
				line.told = append(line.told, strings.ReplaceAll(name, "_", " "))
			}
			lines, own = append(lines, line), own || mine
		}
	}
	return lines, own
}

func (t *twin) isNamed(folded string) (is, own bool) {
	for _, names := range [...]string{t.english, t.chinese} {
		for name := range strings.FieldsSeq(names) {
			if is, own = mentions(folded, strings.ReplaceAll(name, "_", " ")); is {
				return is, own
			}
		}
	}
	return false, false
}

// namesIn are all names of a list, as lines of fields hold them.
func namesIn(list []twin) string {
	var b strings.Builder
	for _, t := range list {
		b.WriteString(t.english + " " + t.chinese + " ")
	}
	return b.String()
}

func illnesses() []twin {
	return []twin{
		{"depression", "抑郁症 抑郁 忧郁症"}, {"anxiety anxiety_disorder", "焦虑症 焦虑"}, {"bipolar bipolar_disorder", "双相情感障碍 双相障碍 双相 躁郁症 躁郁"},
		{"schizophrenia", "精神分裂症 精神分裂"}, {"adhd attention_deficit", "多动症 多动 注意力缺陷"}, {"autism autistic asperger's", "自闭症 自闭 孤独症 阿斯伯格"},
		{"ptsd", "创伤后应激障碍 创伤后应激"}, {"ocd", "强迫症"}, {"panic_attack panic_disorder", "惊恐发作 惊恐障碍 恐慌症"}, {"burnout", "职业倦怠"},
		{"anorexia eating_disorder", "厌食症 厌食 进食障碍"}, {"bulimia", "暴食症 暴食"}, {"insomnia", "失眠症 失眠"}, {"addiction", "成瘾"},
		{"diabetes diabetic", "糖尿病"}, {"cancer", "癌症 癌"}, {"breast_cancer", "乳腺癌"}, {"lung_cancer", "肺癌"}, {"tumor tumour", "肿瘤"}, {"leukemia leukaemia", "白血病"}, {"lymphoma", "淋巴瘤"},
		{"asthma", "哮喘"}, {"epilepsy", "癫痫"}, {"hiv aids", "艾滋病 艾滋"}, {"hepatitis", "肝炎 乙肝 丙肝"}, {"cirrhosis", "肝硬化"}, {"hypertension high_blood_pressure", "高血压"}, {"high_cholesterol", "高血脂 高胆固醇"},
		{"arthritis", "关节炎"}, {"gout", "痛风"}, {"migraine", "偏头痛"}, {"lupus", "红斑狼疮 狼疮"}, {"dementia", "痴呆症 痴呆 失智"}, {"alzheimer's alzheimer alzheimers", "阿尔茨海默 老年痴呆"}, {"parkinson's parkinson parkinsons", "帕金森"},
		{"multiple_sclerosis", "多发性硬化"}, {"stroke", "中风 脑卒中 脑梗"}, {"heart_disease heart_condition", "心脏病"}, {"heart_attack", "心肌梗死 心梗"}, {"arrhythmia", "心律不齐 心律失常"},
		{"eczema", "湿疹"}, {"psoriasis", "银屑病 牛皮癣"}, {"acne", "痤疮"}, {"herpes", "疱疹"}, {"std sti", "性病"}, {"hpv", "尖锐湿疣"},
		{"endometriosis", "子宫内膜异位症 子宫内膜异位"}, {"pcos", "多囊卵巢 多囊"}, {"fibroids", "子宫肌瘤"}, {"infertility", "不孕症 不孕 不育"}, {"menopause", "更年期"},
		{"crohn's crohn's_disease", "克罗恩"}, {"colitis", "结肠炎"}, {"ibs irritable_bowel", "肠易激"}, {"gastritis", "胃炎"}, {"ulcer", "溃疡"}, {"acid_reflux gerd", "反流"}, {"celiac coeliac celiac_disease coeliac_disease", "乳糜泻"},
		{"lactose_intolerance lactose_intolerant", "乳糖不耐受 乳糖不耐"}, {"hemorrhoids haemorrhoids piles", "痔疮"}, {"hernia", "疝气"}, {"gallstones", "胆结石"}, {"kidney_stones", "肾结石"}, {"kidney_disease", "肾病 肾炎"},
		{"anemia anaemia", "贫血"}, {"hemophilia haemophilia", "血友病"}, {"thyroid", "甲状腺"}, {"hyperthyroidism", "甲亢"}, {"hypothyroidism", "甲减"}, {"osteoporosis", "骨质疏松"}, {"scoliosis", "脊柱侧弯"}, {"slipped_disc herniated_disc", "椎间盘突出"},
		{"pneumonia", "肺炎"}, {"tuberculosis", "结核"}, {"covid", "新冠"}, {"flu influenza", "流感"}, {"glaucoma", "青光眼"}, {"cataract", "白内障"}, {"tinnitus", "耳鸣"}, {"hearing_loss", "听力下降 失聪"}, {"sleep_apnea sleep_apnoea", "睡眠呼吸暂停"},
		{"obesity", "肥胖症 肥胖"}, {"disability", "残疾"}, {"concussion", "脑震荡"}, {"fracture", "骨折"},
	}
}

func medicines() []twin {
	return []twin{
		{"lithium", "碳酸锂 锂盐"}, {"metformin", "二甲双胍"}, {"insulin", "胰岛素"}, {"ibuprofen", "布洛芬"}, {"aspirin", "阿司匹林"}, {"paracetamol acetaminophen tylenol", "对乙酰氨基酚 扑热息痛 泰诺"},
		{"antidepressant", "抗抑郁药"}, {"antibiotic", "抗生素"}, {"statin atorvastatin", "他汀"}, {"prozac fluoxetine", "百忧解 氟西汀"}, {"zoloft sertraline", "舍曲林 左洛复"}, {"xanax alprazolam", "阿普唑仑"}, {"valium diazepam", "地西泮 安定"},
		{"ritalin methylphenidate", "利他林 哌甲酯"}, {"adderall", "阿德拉"}, {"warfarin", "华法林"}, {"lisinopril", "赖诺普利"}, {"levothyroxine", "优甲乐 左甲状腺素"}, {"prednisone", "泼尼松"}, {"methadone", "美沙酮"}, {"ozempic semaglutide", "司美格鲁肽"}, {"viagra", "伟哥 西地那非"},
		{"painkiller", "止痛药"}, {"sleeping_pill", "安眠药"}, {"contraceptive birth_control birth_control_pill", "避孕药"}, {"blood_pressure_pill blood_pressure_medication", "降压药"}, {"inhaler", "吸入器"}, {"chemotherapy chemo", "化疗"},
	}
}

func foods() []twin {
	return []twin{
		{"peanut", "花生"}, {"nut", "坚果"}, {"almond", "杏仁"}, {"walnut", "核桃"}, {"cashew", "腰果"}, {"hazelnut", "榛子"}, {"pistachio", "开心果"}, {"sesame", "芝麻"}, {"soy soya soybean", "大豆 黄豆"}, {"tofu", "豆腐"}, {"bean", "豆子 豆角"},
		{"milk", "牛奶"}, {"dairy", "乳制品 奶制品"}, {"cheese", "奶酪 芝士"}, {"yogurt yoghurt", "酸奶"}, {"butter", "黄油"}, {"cream", "奶油"}, {"egg", "鸡蛋"}, {"gluten", "麸质"}, {"wheat", "小麦"}, {"bread", "面包"}, {"rice", "米饭 大米"}, {"noodle", "面条"}, {"pasta spaghetti", "意面 意大利面"}, {"pizza", "披萨 比萨"}, {"dumpling", "饺子"}, {"porridge oatmeal", "粥 燕麦"},
		{"meat", "肉类 肉食 吃肉 荤"}, {"beef steak", "牛肉 牛排"}, {"pork bacon ham", "猪肉 培根 火腿"}, {"lamb mutton", "羊肉"}, {"chicken", "鸡肉"}, {"duck", "鸭肉"}, {"sausage", "香肠"}, {"liver offal organ_meat", "内脏 动物内脏 肝"}, {"seafood", "海鲜"}, {"fish", "鱼"}, {"salmon", "三文鱼"}, {"tuna", "金枪鱼"}, {"shellfish", "贝类"}, {"shrimp prawn", "虾"}, {"crab", "螃蟹"}, {"lobster", "龙虾"}, {"oyster", "生蚝 牡蛎"}, {"clam mussel", "蛤蜊 贻贝"}, {"squid octopus", "鱿鱼 章鱼"}, {"sushi", "寿司"}, {"raw_fish sashimi", "生鱼片 刺身"},
		{"vegetable", "蔬菜"}, {"cilantro coriander", "香菜"}, {"onion", "洋葱"}, {"scallion spring_onion", "葱"}, {"garlic", "大蒜 蒜"}, {"ginger", "姜 生姜"}, {"celery", "芹菜"}, {"carrot", "胡萝卜"}, {"radish", "萝卜"}, {"tomato tomatoes", "番茄 西红柿"}, {"potato potatoes", "土豆 马铃薯"}, {"eggplant aubergine", "茄子"}, {"mushroom", "蘑菇 香菇"}, {"broccoli", "西兰花"}, {"spinach", "菠菜"}, {"cabbage", "白菜 卷心菜 包菜"}, {"lettuce", "生菜"}, {"pumpkin", "南瓜"}, {"cucumber", "黄瓜"}, {"bitter_melon", "苦瓜"}, {"corn", "玉米"}, {"pepper chili chilli chilies", "辣椒 青椒"}, {"olive", "橄榄"}, {"avocado", "牛油果"}, {"asparagus", "芦笋"}, {"kale", "羽衣甘蓝"}, {"brussels_sprout", "孢子甘蓝"}, {"beet beetroot", "甜菜"}, {"fish_mint", "折耳根 鱼腥草"}, {"pickle", "泡菜 咸菜 酸菜"},
		{"fruit", "水果"}, {"apple", "苹果"}, {"banana", "香蕉"}, {"orange", "橙子 橘子"}, {"lemon", "柠檬"}, {"grape", "葡萄"}, {"strawberry strawberries", "草莓"}, {"mango", "芒果"}, {"pineapple", "菠萝"}, {"durian", "榴莲"}, {"kiwi", "猕猴桃"}, {"peach peaches", "桃子"}, {"pear", "梨"}, {"cherry cherries", "樱桃"}, {"watermelon", "西瓜"}, {"papaya", "木瓜"}, {"coconut", "椰子"}, {"lychee", "荔枝"},
		{"sugar", "糖"}, {"sweets candy", "甜食 糖果"}, {"chocolate", "巧克力"}, {"honey", "蜂蜜"}, {"cake", "蛋糕"}, {"ice_cream", "冰淇淋 雪糕"}, {"dessert", "甜点"}, {"salt", "盐"}, {"msg", "味精"}, {"vinegar", "醋"}, {"soy_sauce", "酱油"}, {"mayonnaise mayo", "蛋黄酱"}, {"ketchup", "番茄酱"}, {"mustard", "芥末"}, {"curry", "咖喱"}, {"coffee", "咖啡"}, {"tea", "茶"}, {"caffeine", "咖啡因"}, {"soda cola", "汽水 可乐"}, {"juice", "果汁"}, {"soup", "汤"}, {"salad", "沙拉"}, {"hotpot hot_pot", "火锅"}, {"fast_food junk_food", "快餐 垃圾食品"}, {"fried_food", "油炸食品 油炸 炸鸡"}, {"spicy_food", "辣的 吃辣 辣椒"}, {"barbecue bbq", "烧烤"}, {"burger hamburger", "汉堡"}, {"snack", "零食"},
	}
}

// ofFood are words that tell of food, besides the foods.
const ofFood = "food foods dish cuisine eat eats eating ate drink drinking taste spicy sweet sour bitter salty greasy raw fried vegetarian vegan kosher halal lactose carb carbs protein fat " +
	"吃 喝 食 菜 辣 甜 酸 苦 咸 油腻 生冷 忌口 口味 肉 海鲜 素 荤 斋"

func familyMatters() []twin {
	return []twin{
		{"divorce", "离婚"}, {"wedding", "婚礼"}, {"engagement", "订婚"}, {"breakup break-up", "分手"}, {"affair", "外遇 出轨 婚外情"}, {"separation", "分居"}, {"miscarriage", "流产"}, {"abortion", "堕胎 人流"}, {"ivf", "试管婴儿 试管"}, {"adoption", "领养"}, {"custody", "抚养权"},
		{"funeral", "葬礼"}, {"inheritance", "遗产"}, {"testament my_will", "遗嘱"}, {"domestic_violence domestic_abuse", "家暴"},
	}
}

func workMatters() []twin {
	return []twin{
		{"promotion", "升职 晋升"}, {"layoff laid_off", "裁员 被裁"}, {"resignation resigning", "辞职 离职"}, {"job_interview interview", "面试"}, {"internship", "实习"}, {"bonus", "奖金 年终奖"}, {"overtime", "加班"}, {"startup", "创业"}, {"job_search job_hunt", "找工作 求职"}, {"unemployment being_unemployed", "失业"}, {"raise pay_rise", "加薪 涨薪"}, {"side_job side_hustle", "副业 兼职"}, {"retirement", "退休"}, {"performance_review", "绩效"},
	}
}
