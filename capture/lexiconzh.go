package capture

import "slices"

// chineseGrammar returns the words the Chinese tables speak of. Words of several
// characters are looked for as they stand; classes are of whole words.
func chineseGrammar() *grammar {
	g := &grammar{chinese: true, words: map[string]class{}, kin: map[string]string{}, attrs: map[string]attribute{}, rows: map[string][]*row{}}
	g.set(living, "狗 狗狗 小狗 猫 猫咪 小猫 橘猫 布偶 布偶猫 英短 美短 金毛 柯基 泰迪 哈士奇 柴犬 拉布拉多 边牧 萨摩耶 法斗 仓鼠 兔子 小兔 鹦鹉 金鱼 乌龟 鸟 蜥蜴 龙猫 荷兰猪 刺猬 猫猫 鱼 马")
	g.set(illness, "糖尿病 高血压 低血压 低血糖 哮喘 胃病 胃炎 胃溃疡 鼻炎 鼻窦炎 偏头痛 失眠 失眠症 抑郁症 抑郁 焦虑症 焦虑 近视 痛风 关节炎 风湿 贫血 颈椎病 腰椎间盘突出 腰间盘突出 脂肪肝 甲亢 甲减 癫痫 心脏病 湿疹 荨麻疹 骨质疏松 肠胃炎 结石 肾结石 胆结石 散光 老花 色盲 乙肝 白内障 青光眼 多动症 自闭症 帕金森 高血脂 皮炎 咽炎 支气管炎 子宫肌瘤 结节 甲状腺结节 强迫症 恐高症 幽闭恐惧症 蚕豆病 地中海贫血 心律不齐")
	g.set(remedy, "二甲双胍 胰岛素 降压药 降糖药 阿司匹林 布洛芬 抗抑郁药 抗生素 中药 安眠药 褪黑素 维生素 华法林 他汀 优甲乐")
	g.set(owned, "车 汽车 电动车 摩托车 自行车 房子 房 公寓 别墅 钢琴 吉他 小提琴 电脑 笔记本 笔记本电脑 手机 平板 相机 单反 无人机 特斯拉 比亚迪 宝马 奔驰 奥迪 丰田 本田 大众 显示器 耳机 手表 游戏机 投影仪 咖啡机 帐篷 船 古筝 二胡 打印机 电钢琴 山地车 公路车")
	g.set(tongue, "中文 英文 英语 日语 日文 韩语 法语 德语 西班牙语 俄语 粤语 普通话 汉语 葡萄牙语 意大利语 阿拉伯语 泰语 越南语 繁体中文 简体中文 繁体 简体 闽南语 上海话 四川话")
	g.set(channel, "邮件 电子邮件 邮箱 微信 电话 短信 钉钉 飞书 企业微信 QQ email e-mail 语音 视频 私信 slack telegram whatsapp")
	g.set(occasion, "会议 开会 面试 体检 手术 考试 约会 聚会 聚餐 婚礼 演唱会 讲座 答辩 出差 看牙 看牙医 牙医 汇报 培训 复诊 复查 家长会 年会 比赛 航班 飞机 高铁 火车 例会 评审 吃饭 见面 碰面 碰头 周会 路演 发布会 拔牙 产检 打疫苗 搬家 上课 驾照考试 视频会议 电话会议 生日会 入职 签约")
	g.set(placing, "北京 上海 广州 深圳 天津 重庆 成都 杭州 南京 武汉 西安 苏州 长沙 郑州 青岛 大连 厦门 宁波 无锡 合肥 福州 济南 昆明 沈阳 哈尔滨 长春 石家庄 太原 南昌 南宁 贵阳 兰州 海口 三亚 银川 西宁 乌鲁木齐 呼和浩特 拉萨 香港 澳门 台北 台湾 高雄 珠海 东莞 佛山 温州 常州 徐州 烟台 泉州 嘉兴 绍兴 惠州 中山 洛阳 桂林 丽江 大理 扬州 镇江 南通 金华 台州 河北 山西 辽宁 吉林 黑龙江 江苏 浙江 安徽 福建 江西 山东 河南 湖北 湖南 广东 海南 四川 贵州 云南 陕西 甘肃 青海 内蒙古 广西 西藏 宁夏 新疆 东北 华北 江南 日本 东京 大阪 京都 韩国 首尔 美国 纽约 洛杉矶 旧金山 西雅图 波士顿 芝加哥 加拿大 多伦多 温哥华 英国 伦敦 法国 巴黎 德国 柏林 慕尼黑 意大利 罗马 西班牙 马德里 巴塞罗那 荷兰 阿姆斯特丹 瑞士 瑞典 挪威 丹麦 芬兰 澳大利亚 澳洲 悉尼 墨尔本 新西兰 奥克兰 新加坡 马来西亚 吉隆坡 泰国 曼谷 清迈 越南 印度 印尼 巴厘岛 迪拜 俄罗斯 莫斯科 土耳其 埃及 巴西 墨西哥 国外 海外 浦东 浦西 海淀 朝阳 徐汇 静安 余杭 西湖 南山 福田 天河 武侯 郊区 乡下 农村")
	for id, words := range map[string]string{
		"mother": "妈妈 妈 母亲 老妈 我妈 娘", "father": "爸爸 爸 父亲 老爸 爹", "parents": "爸妈 父母 爸爸妈妈",
		"wife": "老婆 妻子 媳妇 太太 爱人", "husband": "老公 丈夫 先生", "partner": "对象 另一半 未婚夫 未婚妻",
		"girlfriend": "女朋友 女友", "boyfriend": "男朋友 男友",
		"son": "儿子 大儿子 小儿子", "daughter": "女儿 闺女 大女儿 小女儿", "child": "孩子 小孩 宝宝 娃 小朋友",
		"older brother": "哥哥 哥 大哥", "younger brother": "弟弟 弟", "older sister": "姐姐 姐", "younger sister": "妹妹 妹",
		"grandmother": "奶奶 外婆 姥姥 外祖母 祖母", "grandfather": "爷爷 外公 姥爷 外祖父 祖父",
		"aunt": "阿姨 姑姑 姨妈 舅妈 婶婶", "uncle": "叔叔 舅舅 伯伯 姑父", "cousin": "表哥 表弟 表姐 表妹 堂哥 堂弟 堂姐 堂妹",
		"nephew": "侄子 外甥", "niece": "侄女 外甥女", "mother-in-law": "婆婆 岳母 丈母娘", "father-in-law": "公公 岳父 老丈人",
		"boss": "老板 领导 上司 经理", "colleague": "同事", "friend": "朋友 闺蜜 哥们 好朋友 好友 死党", "roommate": "室友 舍友", "neighbor": "邻居", "teacher": "老师 导师",
		"doctor": "医生 大夫 主治医生", "client": "客户", "ex": "前女友 前男友 前妻 前夫", "team": "团队 组 小组 部门", "company": "公司",
		"dog": "狗 狗狗 小狗 金毛 柯基 泰迪 哈士奇 柴犬 拉布拉多 边牧 萨摩耶 法斗", "cat": "猫 猫咪 小猫 橘猫 布偶 布偶猫 英短 美短 猫猫", "hamster": "仓鼠", "rabbit": "兔子", "parrot": "鹦鹉", "tortoise": "乌龟", "fish": "金鱼",
	} {
		for _, w := range literalFields(words) {
			g.kin[w] = id
		}
	}
	for words, a := range map[string]attribute{
		"名字|姓名|全名|真名|大名":   {"name", "name", "叫{}", ""},
		"小名|昵称|外号|英文名":     {"called", "name", "=叫{}", "="},
		"生日":               {"birthday", "date", "生日{}", ""},
		"结婚纪念日|纪念日":        {"birthday", "date", "纪念日{}", "anniversary"},
		"年龄":               {"age", "num", "{}岁", ""},
		"预算|总预算":           {"budget", "money", "预算{}", ""},
		"老家|家乡|籍贯":         {"hometown", "place", "老家在{}", ""},
		"职业|工作|岗位|职位|本职工作": {"role", "act", "职业是{}", ""},
		"母语":          {"native_language", "langs", "母语是{}", ""},
		"鞋码|鞋子尺码":     {"size", "num", "鞋码{}", "shoes"},
		"尺码|衣服尺码|码数":  {"size", "act", "尺码{}", "clothes"},
		"身高":          {"height", "num", "身高{}", ""},
		"体重":          {"weight", "num", "体重{}", ""},
		"血型":          {"blood_type", "act", "血型{}", ""},
		"月薪|年薪|工资|收入": {"income", "money", "={}", ""},
		"时区":          {"time_zone", "act", "时区{}", ""},
		"爱好|兴趣|兴趣爱好|业余爱好": {"likes", "list", "喜欢{}", ""},
		"专业":       {"major", "thing", "学{}专业", ""},
		"目标|梦想|愿望": {"goal", "act", "想{}", ""},
		"快递单号|运单号|取件码|订单号|快递号":                              {"tracking", "code", "={}", "="},
		"航班|会议|面试|考试|手术|婚礼|答辩|体检|高铁|火车|牙医预约|复诊|演讲|驾照考试|家长会": {"appointment", "when", "={}", "="},
		"截止日期|交稿日|截稿日|deadline|ddl":                         {"deadline", "when", "截止日期{}", ""},
		"手机|电脑|车|相机|平板|笔记本|手表|房子|耳机|显示器|自行车|电动车":            {"owns", "act", "=是{}", "="},
		"编辑器|操作系统|浏览器|数据库|技术栈|开发语言|主力语言":                    {"uses", "act", "=是{}", "="},
		"作息|上班时间|工作时间|休息日|通勤":                               {"schedule", "act", "=是{}", "="},
		"公司": {"employer", "org", "在{}工作", ""},
	} {
		for _, w := range splitBar(words) {
			g.attrs[w] = a
		}
	}
	g.leads = leads("对了|其实|另外|还有|嗯|哦|啊|那个|顺便说一下|顺便说|顺便|话说|而且|并且|但是|但|不过|所以|因为|由于|然后|后来|说实话|老实说|你知道|告诉你|跟你说|是这样的|首先|其次|总之|说起来|好的|好吧|好|谢谢|哈哈|补充一下|补充一点|提醒一下|说明一下|更新一下|说一下|背景是|情况是|事实上|实际上|不瞒你说|毕竟|主要是|主要|只是|就是|可是|可|而|再说|再有|还要说的是|你好|您好|嗨|早上好|晚上好|最后|当然|反正|也就是说|也|我跟你讲|跟你讲|跟您说|不好意思|抱歉|请问|唉|哎|咦|哇|天哪|听着|注意|此外|同时|尽管|虽然|既然|那么|那|于是|因此|结果|原来|幸好|可惜|遗憾的是|很高兴|终于|今儿个|要知道")
	g.modifiers = modifiers()
	slices.SortStableFunc(g.modifiers, func(a, b modifier) int { return len(b.word) - len(a.word) })
	for _, r := range chineseRows() {
		r := r
		r.compile()
		g.index(&r)
	}
	return g
}
