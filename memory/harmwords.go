package memory

import "strings"

// harmsIn returns the harms that the words of a folded text touch.
func harmsIn(text string) Harms {
	var h Harms
	last := ""
	eachWord(text, func(w string) bool {
		h |= harmWord(w)
		if last != "" {
			h |= harmWords(last, w)
		}
		last = w
		return true
	})
	if isASCII(text) {
		return h
	}
	return h | harmsInHan(text)
}

// harmOfThemes returns the harms of themes whose words all name what could do some.
func harmOfThemes(t Themes) Harms {
	var h Harms
	if t&ThemeFood != 0 {
		h |= HarmFood
	}
	return h
}

// harmWord returns the harms of an English word, lower-cased: dishes, drinks, medicines, cosmetics,
// clothes, plants, animals and sports as anybody calls them.
func harmWord(w string) Harms {
	h := harmOfThemes(themeWord(w))
	switch w {
	case "allergy", "allergies", "allergic", "intolerant", "intolerance":
		return 0 // to what, another word says
	case "quiche", "quiches", "omelette", "omelettes", "omelet", "frittata", "scramble", "benedict", "mayonnaise", "mayo", "meringue", "custard", "tiramisu", "souffle", "soufflé", "pancake", "pancakes", "waffle", "waffles", "crepe", "crepes",
		"paella", "risotto", "carbonara", "bolognese", "lasagna", "lasagne", "gnocchi", "ravioli", "spaghetti", "pesto", "focaccia", "bruschetta", "minestrone", "tapas", "gazpacho", "tortilla", "tortillas", "burrito", "burritos", "taco", "tacos",
		"quesadilla", "nachos", "enchiladas", "guacamole", "salsa", "ceviche", "chowder", "bisque", "bouillabaisse", "gumbo", "jambalaya", "lobster", "crab", "prawn", "oyster", "oysters", "mussels", "clams", "scallops", "squid", "calamari",
		"octopus", "caviar", "salmon", "tuna", "cod", "trout", "anchovies", "sardines", "sashimi", "maki", "tempura", "ramen", "udon", "soba", "miso", "teriyaki", "tonkatsu", "bento", "kimchi", "bibimbap", "bulgogi", "pho", "banh", "satay",
		"laksa", "rendang", "biryani", "korma", "vindaloo", "masala", "tikka", "naan", "samosa", "samosas", "dal", "dhal", "paneer", "pakora", "raita", "lassi", "falafel", "hummus", "houmous", "tahini", "baklava", "kebab", "kebabs", "shawarma",
		"gyros", "moussaka", "tzatziki", "halloumi", "feta", "mozzarella", "parmesan", "brie", "camembert", "cheddar", "gouda", "ricotta", "fondue", "raclette", "schnitzel", "bratwurst", "sausage", "sausages", "bacon", "ham", "salami", "chorizo",
		"steak", "steaks", "burger", "burgers", "hamburger", "hotdog", "sandwich", "sandwiches", "toast", "baguette", "croissant", "croissants", "bagel", "bagels", "muffin", "muffins", "scone", "scones", "brownie", "brownies", "cake", "cakes",
		"cupcake", "cupcakes", "cheesecake", "pie", "pies", "pastry", "pastries", "cookie", "cookies", "biscuit", "biscuits", "donut", "donuts", "doughnut", "doughnuts", "gelato", "sorbet", "pudding", "mousse", "fudge", "caramel", "nougat",
		"marzipan", "praline", "macaron", "macarons", "truffles", "candy", "sweets", "granola", "muesli", "cereal", "porridge", "oatmeal", "oats", "yogurt", "yoghurt", "butter", "cream", "kefir", "dumpling", "dumplings", "wonton", "wontons",
		"potstickers", "congee", "stew", "stews", "casserole", "goulash", "stirfry", "roast", "gravy", "broth", "sauce", "dressing", "marinade", "spice", "spices", "chili", "chilli", "wasabi", "mustard", "ketchup", "soy", "tempeh",
		"almond", "almonds", "walnut", "walnuts", "cashew", "cashews", "pistachio", "pistachios", "hazelnut", "hazelnuts", "pecan", "pecans", "nutella", "sesame", "lentils", "chickpeas", "beans", "spinach", "kale", "tomato", "tomatoes", "potato",
		"potatoes", "garlic", "onion", "onions", "avocado", "banana", "bananas", "strawberry", "strawberries", "mango", "mangoes", "kiwi", "grapefruit", "apples", "smoothie", "smoothies", "milkshake", "latte",
		"cappuccino", "espresso", "matcha", "cola", "soda", "lemonade", "champagne", "prosecco", "whisky", "whiskey", "vodka", "gin", "rum", "tequila", "sangria", "mojito", "margarita", "cider", "sake", "syrup", "honey", "jam", "wheat", "flour",
		"bakery", "buffet", "party", "parties", "appetizer", "appetizers", "canapes", "entree", "potluck", "cookout", "nibbles", "leftovers", "takeout", "deli", "sugary", "salty", "sauerkraut", "tartare", "couscous", "quinoa":
		return h | HarmFood
	case "medicine", "medicines", "medication", "medications", "pill", "pills", "painkiller", "painkillers", "ibuprofen", "aspirin", "paracetamol", "acetaminophen", "tylenol", "advil", "naproxen", "antibiotic", "antibiotics", "penicillin",
		"amoxicillin", "antihistamine", "antihistamines", "decongestant", "laxative", "antacid", "vaccine", "vaccines", "vaccination", "jab", "anaesthetic", "anesthetic", "anaesthesia", "anesthesia", "steroid", "steroids", "cortisone",
		"headache", "headaches", "migraine", "fever", "cough", "flu", "nausea", "toothache", "heartburn", "remedy", "remedies", "pharmacy", "prescription", "contraception", "contraceptive", "contraceptives", "condom", "condoms", "plaster",
		"plasters", "bandage", "bandages", "ointment":
		return h | HarmDrug
	case "supplement", "supplements", "vitamin", "vitamins", "probiotics", "protein", "creatine", "melatonin", "herbal", "ginseng", "omega":
		return h | HarmDrug | HarmFood
	case "shampoo", "conditioner", "soap", "soaps", "lotion", "lotions", "moisturizer", "moisturiser", "moisturizers", "cleanser", "toner", "serum", "serums", "sunscreen", "sunblock", "cosmetic", "cosmetics", "makeup", "lipstick", "mascara",
		"concealer", "eyeliner", "perfume", "cologne", "deodorant", "toothpaste", "mouthwash", "aftershave", "balm", "skincare", "retinol", "facial", "manicure", "dye", "henna", "tattoo", "tattoos", "detergent", "softener":
		return h | HarmCare
	case "glove", "gloves", "sweater", "sweaters", "jumper", "jumpers", "cardigan", "scarf", "scarves", "hat", "hats", "beanie", "sock", "socks", "tights", "leggings", "underwear", "bra", "bras", "shirt", "shirts", "tshirt",
		"dress", "dresses", "skirt", "coat", "coats", "jacket", "jackets", "jeans", "trousers", "pants", "shoe", "shoes", "boots", "sneakers", "sandals", "slippers", "clothes", "clothing", "outfit", "outfits", "wetsuit", "swimsuit", "earring",
		"earrings", "necklace", "bracelet", "bracelets", "jewellery", "jewelry", "piercing", "piercings", "blanket", "blankets", "pillow", "pillows", "duvet", "mattress", "bedding", "fabric", "wool",
		"balloon", "balloons", "wear":
		return h | HarmWear
	case "plant", "plants", "houseplant", "houseplants", "flower", "flowers", "bouquet", "bouquets", "lily", "lilies", "rose", "roses", "garden", "gardening", "lawn", "candle", "candles", "incense", "diffuser", "humidifier", "spray", "sprays",
		"bleach", "cleaner", "paint", "varnish", "carpet", "carpets", "rug", "rugs", "pet", "pets", "dog", "dogs", "cat", "cats", "puppy", "kitten", "rabbit", "hamster", "parrot", "horse", "smoking", "vape", "shisha":
		return h | HarmAir
	case "workout", "workouts", "exercise", "exercises", "jog", "jogging", "marathon", "sprint", "sprints", "hiit", "crossfit", "gym", "squat", "squats", "deadlift", "deadlifts", "lunges", "burpees",
		"yoga", "pilates", "swim", "swimming", "dive", "diving", "scuba", "snorkelling", "snorkeling", "surf", "surfing", "ski", "skiing", "snowboarding", "climbing", "bouldering", "cycling", "boxing", "football", "basketball",
		"tennis", "squash", "badminton", "rollercoaster", "sauna", "altitude", "fasting", "massage":
		return h | HarmBody
	case "hike", "hikes", "hiking", "trek", "trekking", "camping", "picnic", "picnics", "beach":
		return h | HarmBody | HarmAir
	case "barbecue", "bbq":
		return h | HarmAir
	}
	if strings.HasPrefix(w, "cosmetic") {
		return h | HarmCare
	}
	return h
}

// harmWords returns the harms of two English words beside each other, of which neither says it alone.
func harmWords(a, b string) Harms {
	switch a + " " + b {
	case "ice cream", "hot dog", "hot pot", "pad thai", "peanut butter", "fish sauce", "dim sum", "spring rolls", "bubble tea", "dark chocolate", "trail mix", "energy drink", "baked goods", "stir fry":
		return HarmFood
	case "hand cream", "face cream", "eye cream", "face mask", "body wash", "shower gel", "nail polish", "hair colour", "hair color", "essential oil", "essential oils":
		return HarmCare
	case "eye drops", "nose spray", "flu shot", "cough syrup", "pain relief", "sleeping pill", "sleeping pills":
		return HarmDrug
	case "air freshener", "cleaning product", "cleaning products", "air purifier":
		return HarmAir
	}
	if b == "place" || b == "places" || b == "joint" || b == "spot" { // where one eats
		return harmWord(a)&HarmFood | cuisine(a)
	}
	return 0
}

// cuisine returns HarmFood for whose cooking a word names.
func cuisine(w string) Harms {
	switch w {
	case "italian", "french", "spanish", "greek", "turkish", "lebanese", "moroccan", "ethiopian", "indian", "thai", "vietnamese", "chinese", "cantonese", "sichuan", "japanese", "korean", "mexican", "peruvian", "brazilian", "german", "polish", "persian", "mediterranean":
		return HarmFood
	}
	return 0
}

// harmsInHan returns the harms that the Chinese words of a folded text touch.
func harmsInHan(text string) Harms {
	var h Harms
	last := -1
	for i, r := range text {
		if !isCJK(r) {
			last = -1
			continue
		}
		end := i + len(string(r))
		h |= harmChar(text[i:end])
		if last >= 0 {
			h |= harmPair(text[last:end])
		}
		last = i
	}
	return h
}

// harmChar returns the harms of a Chinese character that is a word, or ends the names of many things.
func harmChar(c string) Harms {
	switch c {
	case "吃", "喝", "餐", "饭", "菜", "粥", "饼", "饺", "粽", "糕", "酱", "酒", "虾", "蟹", "鱼", "肉", "汤", "辣":
		return HarmFood
	case "药":
		return HarmDrug
	case "穿", "戴", "鞋", "袜", "裤", "裙":
		return HarmWear
	case "猫", "狗":
		return HarmAir
	}
	return 0
}

// harmPair returns the harms of two Chinese characters beside each other, folded.
func harmPair(p string) Harms {
	h := harmOfThemes(themePair(p))
	switch p {
	case "过敏":
		return 0 // 对什么, another word says
	case "汤圆", "元宵", "馒头", "包子", "烧麦", "馄饨", "抄手", "云吞", "春卷", "麻花", "油条", "豆浆", "豆花", "豆腐", "腐竹", "凉皮", "凉粉", "米线", "米粉", "河粉", "粉丝", "螺蛳", "拉面", "面条", "炒面", "凉面", "泡面", "意面", "面包", "吐司", "汉堡",
		"薯条", "炸鸡", "披萨", "比萨", "牛排", "烤鸭", "烤串", "烤全", "撸串", "串串", "冒菜", "麻辣", "火锅", "底料", "蘸料", "香锅", "干锅", "关东", "卤味", "鸭脖", "凤爪", "泡菜", "腌制", "小吃", "甜食", "糖果", "巧克", "曲奇", "饼干", "蛋挞", "泡芙",
		"蛋糕", "慕斯", "布丁", "冰淇", "雪糕", "冰棍", "酸奶", "奶酪", "芝士", "奶油", "黄油", "奶粉", "奶盖", "拿铁", "美式", "抹茶", "可乐", "汽水", "雪碧", "果汁", "果茶", "冰沙", "豆奶", "椰奶", "蜂蜜", "果酱", "花生", "瓜子", "坚果", "核桃", "杏仁",
		"腰果", "芝麻", "麦片", "燕麦", "荞麦", "藜麦", "沙拉", "沙司", "蛋黄", "鸡蛋", "皮蛋", "蛋羹", "蛋炒", "炒蛋", "蛋花", "海参", "鲍鱼", "生蚝", "扇贝", "花甲", "蛤蜊", "鱿鱼", "章鱼", "海带", "紫菜", "寿司", "刺身", "天妇", "咖喱", "冬阴",
		"芒果", "菠萝", "榴莲", "荔枝", "草莓", "香蕉", "柚子", "西瓜", "葡萄", "苹果", "橙子", "桃子", "猕猴", "菠菜", "韭菜", "西兰", "土豆", "红薯", "番茄", "茄子", "蘑菇", "木耳", "香菇", "大蒜", "生姜", "花椒", "胡椒", "芥末", "味精", "调料", "酱油",
		"佛跳", "宫保", "麻婆", "糖醋", "红烧", "清蒸", "水煮", "凉拌", "油炸", "烘焙", "便当", "盒饭", "早茶", "午饭", "晚饭", "早饭", "年夜", "喜宴", "酒席", "派对", "聚会", "自助", "食堂", "食物", "食品", "月饼", "青团", "粽子", "腊八", "腊肉", "香肠", "火腿", "培根":
		return h | HarmFood
	case "用药", "药物", "吃药", "药品", "止痛", "止疼", "退烧", "消炎", "感冒", "发烧", "咳嗽", "头疼", "头痛", "偏头", "牙疼", "牙痛", "腹泻", "布洛", "阿司", "泰诺", "头孢", "青霉", "阿莫", "抗生", "疫苗", "打针", "麻醉", "输液", "中药", "膏药", "安眠", "避孕", "激素",
		"创可", "绷带":
		return h | HarmDrug
	case "保健", "维生", "维他", "蛋白", "鱼油", "钙片", "益生", "补品", "阿胶", "燕窝", "人参", "枸杞":
		return h | HarmDrug | HarmFood
	case "洗发", "护发", "沐浴", "香皂", "肥皂", "洗面", "洁面", "面霜", "乳液", "精华", "面膜", "爽肤", "护肤", "防晒", "化妆", "彩妆", "口红", "粉底", "眼影", "睫毛", "腮红", "香水", "牙膏", "漱口", "护手", "染发", "烫发", "美甲", "纹身", "纹眉", "洗衣", "柔顺", "止汗", "精油":
		return h | HarmCare
	case "手套", "口罩", "毛衣", "羊毛", "围巾", "帽子", "袜子", "内衣", "内裤", "衬衫", "外套", "大衣", "羽绒", "裤子", "裙子", "鞋子", "靴子", "拖鞋", "衣服", "穿搭", "泳衣", "耳环", "耳钉", "项链", "手链", "戒指", "首饰", "手表", "表带", "皮带", "毯子", "毛毯", "枕头", "被子", "床垫", "床品", "床单", "气球", "面料":
		return h | HarmWear
	case "植物", "盆栽", "绿植", "鲜花", "花束", "百合", "玫瑰", "种花", "养花", "园艺", "香薰", "蜡烛", "熏香", "加湿", "喷雾", "清洁", "消毒", "漂白", "油漆", "地毯", "装修", "宠物", "养猫", "养狗", "兔子", "仓鼠", "鹦鹉", "抽烟":
		return h | HarmAir
	case "运动", "锻炼", "健身", "跑步", "慢跑", "夜跑", "马拉", "深蹲", "硬拉", "举铁", "撸铁", "瑜伽", "普拉", "游泳", "潜水", "浮潜", "冲浪", "滑雪", "攀岩", "骑行", "骑车", "动感", "拳击", "篮球", "足球", "网球", "羽毛", "跳绳", "跳伞", "蹦极", "过山", "桑拿", "温泉", "高原", "断食", "轻断", "按摩", "推拿", "拔罐", "减肥", "减脂":
		return h | HarmBody
	case "爬山", "登山", "徒步", "露营", "野餐", "踏青", "郊游", "赏花", "海边", "沙滩":
		return h | HarmBody | HarmAir
	case "烧烤":
		return h | HarmFood | HarmAir
	}
	return h
}
