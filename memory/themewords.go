package memory

// themeWord returns the themes of an English word, lower-cased.
func themeWord(w string) Themes {
	switch w {
	case "cook", "cooks", "cooking", "cooked", "eat", "eats", "eating", "ate", "food", "foods", "meal", "meals", "dinner", "dinners", "lunch", "lunches", "breakfast", "brunch", "supper",
		"snack", "snacks", "recipe", "recipes", "menu", "menus", "dish", "dishes", "dessert", "desserts", "bake", "baking", "baked", "groceries", "grocery", "takeaway", "takeout", "cuisine",
		"drink", "drinks", "drinking", "coffee", "tea", "wine", "beer", "cocktail", "cocktails", "juice", "spicy", "vegan", "vegetarian", "diet", "hungry", "picnic", "bbq", "barbecue", "catering",
		"ingredient", "ingredients", "fish", "meat", "pork", "beef", "lamb", "chicken", "seafood", "shellfish", "prawns", "shrimp", "nuts", "peanut", "peanuts", "dairy", "milk", "egg", "eggs", "cheese", "gluten",
		"sushi", "pizza", "noodles", "pasta", "rice", "bread", "soup", "salad", "chocolate", "sugar", "alcohol", "coriander", "cilantro", "mushroom", "mushrooms", "tofu", "fruit", "vegetables", "curry":
		return ThemeFood
	case "restaurant", "restaurants", "cafe", "cafes", "bar", "bars":
		return ThemeFood | ThemeHome
	case "health", "healthy", "doctor", "doctors", "hospital", "clinic", "symptom", "symptoms", "pain", "headache", "headaches", "medicine", "medicines", "medication", "medications", "pill", "pills", "dose",
		"sick", "illness", "disease", "exercise", "exercises", "workout", "workouts", "gym", "fitness", "yoga", "sleep", "insomnia", "injury", "injured", "therapy", "therapist", "dentist", "vaccine", "pregnant",
		"pregnancy", "surgery", "painkiller", "painkillers", "ibuprofen", "aspirin", "antibiotic", "antibiotics", "supplement", "supplements", "vitamin", "vitamins":
		return ThemeHealth
	case "allergy", "allergies", "allergic", "intolerant", "intolerance":
		return ThemeHealth | ThemeFood
	case "job", "jobs", "work", "works", "working", "career", "profession", "occupation", "employer", "employers", "company", "boss", "office", "colleague", "colleagues", "coworker", "coworkers", "resume", "cv", "linkedin",
		"bio", "interview", "interviews", "promotion", "industry":
		return ThemeJob
	case "salary", "wage", "wages", "earn", "income", "paycheck", "bonus":
		return ThemePay
	case "school", "university", "college", "study", "studying", "exam", "exams", "course", "courses", "homework", "degree", "thesis", "classes", "lecture", "lectures":
		return ThemeStudy
	case "live", "living", "home", "apartment", "flat", "address", "city", "town", "neighbourhood", "neighborhood", "near", "nearby", "local", "weather", "commute":
		return ThemeHome
	case "travel", "travelling", "traveling", "trip", "trips", "flight", "flights", "fly", "flying", "hotel", "hotels", "itinerary", "itineraries", "vacation", "vacations", "holiday", "holidays", "visa", "passport",
		"airport", "airline", "airlines", "train", "trains", "luggage", "packing", "pack", "tour", "beach", "abroad", "sightseeing":
		return ThemeTravel
	case "hike", "hikes", "hiking", "ski", "skiing", "swim", "swimming", "cycling", "marathon", "climbing":
		return ThemeTravel | ThemeHealth | ThemeLeisure
	case "family", "wife", "husband", "spouse", "partner", "son", "sons", "daughter", "daughters", "kid", "kids", "child", "children", "siblings", "parents", "married":
		return ThemeFamily
	case "pet", "pets", "dog", "dogs", "cat", "cats", "puppy", "kitten", "vet":
		return ThemePets
	case "budget", "budgets", "afford", "spend", "spending", "buy", "purchase", "shopping":
		return ThemeMoney
	case "wear", "wearing", "clothes", "clothing", "outfit", "outfits", "shirt", "shirts", "dress", "shoe", "shoes", "jacket", "coat", "jeans", "trousers", "size", "sizes", "height", "tall", "weigh":
		return ThemeBody
	case "hobby", "hobbies", "weekend", "weekends", "movie", "movies", "film", "films", "music", "song", "songs", "playlist", "playlists", "band", "concert", "concerts", "book", "books", "reading", "novel", "novels",
		"game", "games", "gaming", "sport", "sports", "football", "basketball", "tennis", "guitar", "piano", "painting", "photography", "dancing", "series", "podcast", "podcasts", "gardening", "knitting", "fun",
		"jazz", "museum", "museums", "theatre", "theater", "anime":
		return ThemeLeisure
	case "gift", "gifts", "present", "presents":
		return ThemeGift
	case "birthday", "birthdays":
		return ThemeGift | ThemeAge
	case "schedule", "schedules", "scheduled", "scheduling", "timeline", "timelines", "calendar", "appointment", "appointments", "meeting", "meetings", "deadline", "deadlines", "agenda", "routine", "busy":
		return ThemeSchedule
	case "laptop", "phone", "computer", "car", "device", "devices", "editor", "stack", "framework", "frameworks", "code", "coding", "programming", "database", "software", "app", "apps", "setup", "repo":
		return ThemeTools
	case "language", "languages", "speak", "fluent":
		return ThemeTongue
	case "emoji", "emojis", "markdown", "bullet", "bullets", "jargon", "answers", "answer", "replies", "reply", "responses", "metric", "imperial", "celsius", "fahrenheit", "concise", "verbose",
		"emoticons", "exclamation", "headings", "slang", "abbreviations", "hashtags", "ramble", "sugarcoat", "patronise", "patronize":
		return ThemeAnswers
	}
	return 0
}

// themeChar returns the themes of a Chinese character that is a word.
func themeChar(c string) Themes {
	switch c {
	case "吃", "喝", "餐", "饭", "菜", "辣":
		return ThemeFood
	case "药", "病", "疼":
		return ThemeHealth
	case "住":
		return ThemeHome
	case "猫", "狗":
		return ThemePets
	case "买":
		return ThemeMoney
	case "穿", "鞋":
		return ThemeBody
	case "送":
		return ThemeGift
	}
	return 0
}

// themePair returns the themes of two Chinese characters beside each other, folded.
func themePair(p string) Themes {
	switch p {
	case "做饭", "做菜", "下厨", "烹饪", "饮食", "美食", "食材", "菜谱", "食谱", "菜单", "外卖", "零食", "夜宵", "宵夜", "点心", "甜品", "甜点", "蛋糕", "奶茶", "咖啡", "饮料", "红酒", "啤酒", "白酒", "火锅", "烧烤", "聚餐",
		"海鲜", "牛奶", "鸡蛋", "花生", "坚果", "牛肉", "猪肉", "羊肉", "鸡肉", "香菜", "辣椒", "忌口", "口味", "清淡", "素食", "清真", "水果", "蔬菜", "面条", "寿司", "豆腐":
		return ThemeFood
	case "餐厅", "饭店", "饭馆", "馆子", "酒吧":
		return ThemeFood | ThemeHome
	case "健康", "医生", "医院", "看病", "挂号", "体检", "症状", "头疼", "头痛", "药物", "用药", "生病", "感冒", "发烧", "血压", "血糖", "锻炼", "健身", "瑜伽", "睡眠", "失眠", "受伤", "膝盖", "手术", "怀孕", "疫苗", "牙医", "养生":
		return ThemeHealth
	case "过敏":
		return ThemeHealth | ThemeFood
	case "运动", "爬山", "徒步", "跑步", "游泳", "滑雪", "骑车":
		return ThemeHealth | ThemeTravel | ThemeLeisure
	case "工作", "职业", "上班", "公司", "同事", "老板", "简历", "求职", "面试", "跳槽", "升职", "职位", "岗位", "行业":
		return ThemeJob
	case "工资", "薪水", "收入", "薪资", "年薪", "月薪", "奖金":
		return ThemePay
	case "学校", "大学", "学习", "考试", "课程", "上课", "作业", "学位", "专业", "论文", "备考", "复习", "考研":
		return ThemeStudy
	case "房子", "租房", "小区", "地址", "城市", "附近", "本地", "当地", "天气", "通勤", "老家", "家乡":
		return ThemeHome
	case "旅行", "旅游", "出差", "行程", "机票", "航班", "飞机", "火车", "高铁", "车票", "酒店", "民宿", "签证", "护照", "机场", "行李", "度假", "自驾", "景点", "出国", "出游":
		return ThemeTravel
	case "家人", "老婆", "老公", "妻子", "丈夫", "爱人", "对象", "儿子", "女儿", "孩子", "小孩", "父母", "爸妈", "家里", "结婚":
		return ThemeFamily
	case "宠物":
		return ThemePets
	case "预算", "花钱", "购物":
		return ThemeMoney
	case "衣服", "裙子", "裤子", "外套", "尺码", "穿搭", "身高", "体重", "多高", "多重":
		return ThemeBody
	case "爱好", "兴趣", "周末", "电影", "音乐", "歌单", "唱歌", "看书", "小说", "游戏", "打球", "篮球", "足球", "网球", "吉他", "钢琴", "画画", "摄影", "跳舞", "追剧", "播客", "园艺", "展览", "演出", "动漫":
		return ThemeLeisure
	case "礼物", "送礼", "礼品":
		return ThemeGift
	case "生日":
		return ThemeGift | ThemeAge
	case "日程", "排期", "会议", "开会", "预约", "截止", "日历", "作息":
		return ThemeSchedule
	case "电脑", "手机", "设备", "技术", "框架", "代码", "编程", "软件", "仓库", "汽车":
		return ThemeTools
	case "语言", "外语":
		return ThemeTongue
	case "表情", "回答", "回复", "答复", "术语", "缩写", "公制", "英制", "摄氏", "华氏", "简短", "简洁", "啰嗦", "列表", "敬语", "卖萌", "说教", "客套", "感叹":
		return ThemeAnswers
	}
	return 0
}
