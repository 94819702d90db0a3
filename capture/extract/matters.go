package extract

import "mneme/memory"

// matters are the sorts of things that can end, by the words in which people tell of them.

func owning() matter {
	return matter{
		predicates: []string{"owns", "tracking"},
		english:    []string{"i have got", "we have got", "i have a", "we have a", "i own", "we own", "i drive", "we drive", "i ride", "we ride", "bought", "ordered", "got a", "got an", "got one of", "got myself", "my new", "our new", "picked up a", "treated myself"},
		chinese:    []string{"买了", "买的", "新买", "入手", "下单", "开一辆", "开着", "开的是", "有一台", "有一辆", "有辆", "有台", "骑一辆", "骑着", "订了一台", "换了台", "换了辆", "家里有", "用的是一"},
	}
}

func working() matter {
	return matter{
		predicates: []string{"role", "employer", "workplace", "works_on", "specialty", "income"},
		english:    []string{"i work at", "i work in", "i work as", "i work for", "i work the", "i work nights", "i am working at", "i am working as", "works at", "works as", "works for", "works in", "my shift", "my shifts", "nights at", "i do nights", "night shift", "night shifts", "early shift", "late shift", "my job", "my manager", "my boss", "my commute", "day job", "drives the", "drives a bus", "drives a lorry", "drives a taxi", "drives for", "i am in procurement", "i am in sales", "gets up at"},
		chinese:    []string{"上班", "打工", "夜班", "白班", "早班", "晚班", "值班", "倒班", "外包", "当保安", "当司机", "当老师", "当护士", "当会计", "开公交", "开出租", "开货车", "开网约车", "跑外卖", "送外卖", "送快递", "在公司", "老板", "领导", "工资", "月薪", "加班", "工位", "实习"},
	}
}

func planned() matter {
	return matter{
		predicates: []string{"plan", "deadline", "appointment", "situation"},
		kinds:      []string{memory.KindPlan},
		english:    []string{"booked", "planning", "accepted", "an offer", "the offer", "completion", "our flight", "my flight", "flights", "hotel", "tickets", "ticket", "reservation", "reserved", "signed up", "we are going", "i am going", "going to", "flying", "we are having", "i am having", "coming with", "is coming", "are coming", "are meeting", "i am meeting", "starts on", "i start", "interview", "appointment", "wedding", "party"},
		chinese:    []string{"订了", "订好", "订的", "定了", "预订", "预约", "约了", "约好", "报了", "报名", "offer", "入职", "酒店", "机票", "车票", "门票", "打算", "准备去", "计划", "要去", "说好", "婚礼", "租房", "面试"},
	}
}

func ailing() matter {
	return matter{
		predicates: []string{"health", "takes", "situation"},
		english:    []string{"sprained", "broke my", "broken", "fractured", "twisted", "crutches", "plaster", "in a cast", "a cast", "a sling", "a boot", "sick", "ill", "flu", "cold", "covid", "fever", "cough", "injured", "injury", "pain", "hurts", "ache", "aches", "sore", "surgery", "my back", "my knee", "can not do stairs", "can not walk", "can not lift", "can not run", "signed off", "infection", "rash", "insomnia", "do not sleep", "in hospital", "antibiotics", "painkillers", "diagnosed"},
		chinese:    []string{"骨折", "石膏", "拄拐", "拐杖", "扭伤", "扭了", "崴", "拉伤", "受伤", "伤了", "感冒", "发烧", "咳嗽", "流感", "阳了", "住院", "手术", "塑料袋", "疼", "痛", "肿", "发炎", "失眠", "睡不着", "请病假", "吃药", "抗生素", "闪了腰", "过敏", "病"},
	}
}

// diagnosed is what a doctor or a test says, and what is not eaten or done because of it.
func diagnosed() matter {
	return matter{
		predicates: []string{"health", "allergy", "takes", "avoids", "diet"},
		english:    []string{"intolerant", "allergic", "diagnosed", "condition", "deficient", "anaemic", "anemic", "diabetic", "so no"},
		chinese:    []string{"过敏", "不耐受", "确诊", "查出", "体检", "甲亢", "甲减", "不敢吃", "不能吃", "避开", "忌口", "指标"},
	}
}

// childish is what children, and some others, grow out of.
func childish() matter {
	return matter{
		predicates: []string{"allergy", "avoids", "dislikes", "takes", "health"},
		english:    []string{"scared", "afraid", "will not sleep", "does not sleep", "tantrums", "nightmares", "picky", "fussy", "colic", "teething", "nappies", "diapers", "allergic", "wakes", "cries", "wets", "shy", "clingy"},
		chinese:    []string{"怕", "过敏", "尿床", "哭闹", "挑食", "夜醒", "认生", "粘人", "黏人", "吃手", "氨基酸", "奶粉", "不肯睡", "湿疹"},
	}
}

func studying() matter {
	return matter{
		predicates: []string{"school", "major", "learning"},
		english:    []string{"student", "placement", "studying", "my degree", "my thesis", "my dissertation", "my phd", "my masters", "undergrad", "first year", "second year", "third year", "final year", "at uni", "at university", "in college", "my course", "apprentice", "apprenticeship", "trainee", "my viva", "revising", "finals"},
		chinese:    []string{"研一", "研二", "研三", "大一", "大二", "大三", "大四", "读博", "读研", "博一", "博二", "博三", "在读", "实验室", "考研", "备考", "毕业论文", "论文", "导师", "高三", "高二", "初三", "学生", "宿舍", "实习", "差一篇"},
	}
}

func following() matter {
	return matter{
		english: []string{"i am reading", "we are reading", "reading", "i am watching", "we are watching", "watching", "i am playing", "playing through", "chapter", "episode", "season", "halfway through", "page", "no spoilers", "do not spoil", "i am knitting", "i am halfway"},
		chinese: []string{"在追", "在看", "正看", "在读", "在听", "在玩", "在打", "在刷", "看到第", "读到第", "打到第", "玩到", "追到", "剧透", "第一集", "第一季", "一半"},
	}
}

func dwelling() matter {
	return matter{
		english: []string{"i am renting", "we are renting", "i rent", "we rent", "my landlord", "our landlord", "my landlady", "one-bed", "two-bed", "flatshare", "i live in a", "we live in a", "i share a flat", "i share a house", "my flatmate", "my flatmates", "my roommate", "my roommates", "my room", "boiler", "my rent", "our rent", "my lease", "lodger", "sublet"},
		chinese: []string{"租了", "租的", "租个", "租房", "租住", "次卧", "主卧", "单间", "合租", "房东", "室友", "隔断", "隔音", "住宿舍", "房租", "城中村", "公寓"},
	}
}

func missing() matter {
	return matter{
		predicates: []string{"situation"},
		english:    []string{"lost", "can not find", "missing", "misplaced", "mislaid", "was stolen", "locked out", "have left my", "disappeared"},
		chinese:    []string{"找不着", "找不到", "丢了", "不见了", "弄丢", "落在", "忘在", "没找到", "走丢", "跑丢"},
	}
}

func charge() matter {
	return matter{
		predicates: []string{"works_on"},
		english:    []string{"i run", "i lead", "i manage", "i organise", "i organize", "i am in charge", "i look after", "i chair", "i edit", "i coordinate", "i head", "i coach", "i captain", "i host", "i moderate", "i maintain", "i am responsible", "i am the treasurer", "i am treasurer", "i do the"},
		chinese:    []string{"我负责", "我管", "我带", "带初", "带高", "班主任", "年带", "我主持", "我组织", "我在管", "我是组长", "我当组长", "我当班长", "归我", "家长群", "团长", "群主", "我牵头"},
	}
}

func unfinished() matter {
	return matter{
		english: []string{"beta", "alpha", "in development", "not launched", "prototype", "pre-launch", "coming soon", "testers", "not live", "still building", "unreleased", "draft", "waiting for review"},
		chinese: []string{"内测", "公测", "还在开发", "没上线", "未上线", "测试阶段", "筹备", "还没发布", "试运行", "灰度", "在装修", "审核中", "还没开业"},
	}
}

func coming() matter {
	return matter{
		predicates: []string{"habit", "schedule", "learning"},
		english:    []string{"comes along", "every", "lessons", "class", "classes", "training", "mad about", "plays", "goes", "runs", "climbs", "swims", "joins"},
		chinese:    []string{"每天", "每周", "一起", "天天", "爱上", "迷上", "上课", "课", "练", "跟我"},
	}
}

func subscribed() matter {
	return matter{
		predicates: []string{"uses"},
		english:    []string{"i pay for", "we pay for", "i also pay", "subscription", "subscriptions", "subscribe", "subscribed", "membership", "a member", "free trial"},
		chinese:    []string{"订阅", "订了", "会员", "包月", "包年", "年卡", "月卡", "续费", "连续包"},
	}
}

func together() matter {
	return matter{
		predicates: []string{"marital"},
		english:    []string{"been together", "together", "my girlfriend", "my boyfriend", "my partner", "my fiance", "my fiancee", "anniversary", "dating", "seeing someone", "going out with", "engaged", "me and"},
		chinese:    []string{"男朋友", "女朋友", "男友", "女友", "对象", "谈了", "异地", "在一起", "纪念日", "订婚", "求婚", "未婚夫", "未婚妻"},
	}
}
