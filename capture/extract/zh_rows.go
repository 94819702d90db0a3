package extract

// chineseRows are what Chinese sentences teach. Subject, adverbs and negation
// are read before a form; see row for the columns.
func chineseRows() []row {
	var rows []row
	for _, part := range [][]row{chinesePlans(), chineseBeing(), chineseTastes(), chineseThings(), chineseChanges(), chineseOrders()} {
		rows = append(rows, part...)
	}
	return rows
}

func chineseBeing() []row {
	return []row{
		{on: "verb", form: "对<list>(过敏|严重过敏|有点过敏|特别过敏|重度过敏)", teach: []string{"allergy: 对{}过敏"}, not: "-", opts: "many"},
		{on: "verb", form: "对<list>(不过敏|并不过敏|不再过敏|没有过敏|没过敏)", teach: []string{"allergy: 对{}过敏"}, opts: "many gone"},
		{on: "verb", form: "有<thing>过敏", teach: []string{"allergy: 对{}过敏"}, not: "-"},
		{on: "verb", form: "(乳糖不耐受|乳糖不耐)", teach: []string{"allergy=乳糖: 乳糖不耐受"}},
		{on: "verb", form: "<list>过敏", teach: []string{"allergy: 对{}过敏"}, opts: "many"},
		{on: "verb", form: "(叫|名叫)<name>", teach: []string{"name: 叫{}"}, not: "-", opts: "own"},
		{on: "verb", form: "名叫<name>", teach: []string{"name: 叫{}"}},
		{on: "verb", form: "是<nick>", teach: []string{"called: 叫{}"}, opts: "own"},
		{on: "verb", form: "是(a|b|o|ab)型血", teach: []string{"blood_type=: {0}型血"}, opts: "echo"},
		{on: "verb", form: "(大家都叫我|大家叫我|都叫我|你可以叫我|你们可以叫我|您可以叫我)<name>", teach: []string{"called: 希望被叫{}"}, opts: "me"},
		{on: "verb", form: "在<place>(做|当|担任)<role>", teach: []string{"workplace: 在{1}工作", "role: 是{2}"}},
		{on: "verb", form: "(主要做|主营)<thing>", teach: []string{"specialty: 主要做{}"}},
		{on: "verb", form: "是(一名|一个|一位|名|个|位)<org>的<role>", teach: []string{"employer: 在{1}工作", "role: 是{2}"}},
		{on: "verb", form: "是<org>的<role>", teach: []string{"employer: 在{1}工作", "role: 是{2}"}},
		{on: "verb", form: "是(在读|)(一名|一个|一位|名|个|位|)<role>", teach: []string{"role: 是{}"}, not: "-"},
		{on: "verb", form: "(做|当|担任|从事)(一名|一个|)<role>(的|)", teach: []string{"role: 是{}"}, not: "-"},
		{on: "verb", form: "从事<thing>(工作|行业|行当)", teach: []string{"role: 从事{}工作"}},
		{on: "verb", form: "在<org>(当|做|担任|任)<role>", teach: []string{"employer: 在{1}工作", "role: 是{2}"}},
		{on: "verb", form: "在<place>(上班|工作|办公)", teach: []string{"workplace: 在{}工作"}, not: "-"},
		{on: "verb", form: "在<org>做<thing>", teach: []string{"employer: 在{1}工作", "role: 做{2}"}, opts: "begun short"},
		{on: "verb", form: "在<org>", teach: []string{"employer: 在{}工作"}, opts: "leaving"},
		{on: "verb", form: "在<org>(上班|工作|任职|就职|实习|干活)", teach: []string{"employer: 在{}工作"}, not: "-"},
		{on: "verb", form: "就职于<org>", teach: []string{"employer: 在{}工作"}},
		{on: "verb", form: "(刚入职|入职|加入|跳槽到|跳槽去|去)(了|)<org>(工作|上班)", teach: []string{"employer: 在{}工作"}, opts: "event:change"},
		{on: "verb", form: "(入职|加入|跳槽到|跳槽去)(了|)<org>", teach: []string{"employer: 在{}工作"}, opts: "event:change"},
		{on: "verb", form: "从<place>(搬到|搬去|搬来|搬回)(了|)<place>", teach: []string{"home: 住在{2}"}, opts: "swap event:change"},
		{on: "verb", form: "(搬到|搬去|搬来|搬回|移居到|移居|定居在|定居)(了|)<town>", teach: []string{"home: 住在{}"}, opts: "event:change"},
		{on: "verb", form: "(住在|家住在|家住|现居|常住在|常住|家在)<town>", teach: []string{"home: 住在{}"}, not: "-"},
		{on: "verb", form: "住<place>", teach: []string{"home: 住在{}"}, not: "-"},
		{on: "verb", form: "住<town>", teach: []string{"home: 住在{}"}, not: "-", opts: "house"},
		{on: "verb", form: "在<town>(生活|居住|定居|住)", teach: []string{"home: 住在{}"}, not: "-"},
		{on: "verb", form: "(来自|出生于|出生在|生于|老家在|老家是|老家)<town>", teach: []string{"hometown: 来自{}"}},
		{on: "verb", form: "是<place>人", teach: []string{"hometown: 是{}人"}, not: "-"},
		{on: "verb", form: "(出生于|生于|出生在)<date>", teach: []string{"birthday: 出生于{}"}},
		{on: "verb", form: "<date>(出生|生的)", teach: []string{"birthday: 生日{}"}},
		{on: "verb", form: "<date>(满|过|就满)<num>岁", teach: []string{"birthday: 生日{1}"}},
		{on: "verb", form: "<date>(过生日|是生日|生日)", teach: []string{"birthday: 生日{1}"}},
		{on: "verb", form: "<num>岁", teach: []string{"age: {}岁"}, opts: "years"},
		{on: "verb", form: "(身高|净高)<num>", teach: []string{"height: 身高{}"}},
		{on: "verb", form: "体重<num>", teach: []string{"weight: 体重{}"}},
		{on: "verb", form: "(是单身|单身|已婚|未婚|离异|是独身)", teach: []string{"marital=: {0}"}, opts: "echo alone"},
		{on: "verb", form: "(有|得了|患有|患|得|患上了|查出了|查出|被诊断出|被诊断为|诊断出|被查出)(轻度|重度|慢性|严重的|点|)<illness>", teach: []string{"health: 有{}"}, not: "-"},
		{on: "verb", form: "(坐轮椅|用轮椅|拄拐|戴助听器|装了心脏起搏器)", teach: []string{"health=: {0}"}, not: "-", opts: "echo"},
		{on: "verb", form: "(怀孕|近视|色盲|左撇子|血压高|血糖高|血脂高|失眠)", teach: []string{"health=: {0}"}, opts: "echo"},
		{on: "verb", form: "(晕船|晕车|晕机|恐高|怕高|认床|有高原反应)", teach: []string{"health=: {0}"}, not: "-", opts: "echo"},
		{on: "verb", form: "<ailment>", teach: []string{"health: {}"}},
		{on: "verb", form: "(在服用|服用|在吃)<remedy>", teach: []string{"takes: 服用{}"}, not: "-"},
		{on: "verb", form: "(吃素|吃全素|是素食者|是素食主义者|是纯素食者)", teach: []string{"diet=吃素: 吃素"}, not: "-", opts: "echo"},
		{on: "verb", form: "(专攻|主攻|专做|只做|专注于|专注做|专注|只接|只看)<list>", teach: []string{"specialty: 专攻{}"}, opts: "many field"},
		{on: "verb", form: "(擅长|精通|拿手)<list>", teach: []string{"skill: 擅长{}"}, not: "skill: 不擅长{}", opts: "many"},
		{on: "verb", form: "做<list>", not: "none: ", opts: "scope"},
		{on: "can", form: "(说|讲)<langs>", teach: []string{"speaks: 会说{}"}, not: "skill: 不会说{}", opts: "many"},
		{on: "can", form: "(弹|拉|吹|唱|跳|开|骑|写|打|画|做|编|滑|游)<thing>", teach: []string{"skill={0}{1}: 会{0}{1}"}, not: "skill={0}{1}: 不会{0}{1}", opts: "echo1"},
		{on: "verb", form: "有<num>年(的|)<thing>(经验|工作经验)", teach: []string{"experience@2: 有{1}年{2}经验"}},
		{on: "verb", form: "毕业于<org>", teach: []string{"graduated: 毕业于{}"}},
		{on: "verb", form: "(是从|从)<org>毕业", teach: []string{"graduated: 毕业于{}"}},
		{on: "verb", form: "(学的是|读的是|学)<thing>专业", teach: []string{"major: 学{}专业"}},
		{on: "verb", form: "在<org>(读书|上学|读研|读博|读研究生|上大学|念书)", teach: []string{"school: 在{}读书"}},
		{on: "verb", form: "(在学习|在学|正在学|开始学|开始学习|在自学|自学)<list>", teach: []string{"learning: 在学{}"}, not: "-", opts: "many"},
		{on: "verb", form: "(上夜班|上早班|上晚班|朝九晚五|远程办公|在家办公|居家办公|做兼职|三班倒)", teach: []string{"schedule=: {0}"}, not: "-", opts: "echo"},
		{on: "verb", form: "(是夜猫子|是早起的人|习惯早起|习惯熬夜|习惯晚睡)", teach: []string{"habit=: {0}"}, opts: "echo"},
	}
}

func chineseTastes() []row {
	return []row{
		{on: "verb", form: "(喜欢|希望|更喜欢|倾向于|倾向|偏好|习惯)(用|通过|走)<channel>(联系|沟通|交流|收|接收)", teach: []string{"preferred_channel: 喜欢用{}联系"}, not: "avoids: 不喜欢用{}联系"},
		{on: "verb", form: "(不喜欢|讨厌|反感)(别人|人家|大家|你)叫我<name>", teach: []string{"not_called: 不想被叫{}"}},
		{on: "verb", form: "喜欢(别人|人家|大家|你)叫我<name>", teach: []string{"called: 希望被叫{}"}, not: "not_called: 不想被叫{}"},
		{on: "verb", form: "(想再|想要再)<act>", not: "avoids: 不想再{}"},
		{on: "verb", form: "(喜欢|爱)<thing>(胜过|多过|超过)<thing>", teach: []string{"prefers: 喜欢{1}胜过{2}"}, opts: "over"},
		{on: "verb", form: "(更喜欢|更爱|更愿意|更倾向于|倾向于|倾向|宁愿|宁可|偏好|偏爱)<thing>(而不是|不是)<thing>", teach: []string{"prefers: 更喜欢{1}，不要{2}"}, opts: "over"},
		{on: "verb", form: "(更喜欢|更爱|更愿意|更倾向于|倾向于|宁愿|宁可|偏好|偏爱)<list>", teach: []string{"prefers: 更喜欢{}"}, not: "-"},
		{on: "verb", form: "(喜欢吃|爱吃|喜欢喝|爱喝|喜欢看|爱看|喜欢听|爱听|喜欢玩|爱玩)<list>", teach: []string{"likes: {0}{1}"}, not: "dislikes: 不{0}{1}", opts: "many taste echo"},
		{on: "verb", form: "(喜欢|热爱|喜爱|酷爱|钟爱|爱上了|迷上了|喜欢上了|痴迷于|痴迷|沉迷)<list>", teach: []string{"likes: 喜欢{}"}, not: "dislikes: 不喜欢{}", opts: "many taste"},
		{on: "verb", form: "爱<list>", teach: []string{"likes: 爱{}"}, not: "dislikes: 不爱{}", opts: "many taste short"},
		{on: "verb", form: "对<thing>(感兴趣|很感兴趣|非常感兴趣|有兴趣)", teach: []string{"likes: 对{}感兴趣"}, not: "rejects: 对{}不感兴趣"},
		{on: "verb", form: "对<thing>(不感兴趣|没兴趣|没有兴趣|无感)", teach: []string{"rejects: 对{}不感兴趣"}},
		{on: "verb", form: "是<thing>(迷|粉丝|爱好者|控|发烧友)", teach: []string{"likes: 喜欢{}"}, not: "-"},
		{on: "verb", form: "(讨厌|反感|厌恶|受不了|最烦|最怕|害怕|忍不了)<list>", teach: []string{"dislikes: {0}{1}"}, not: "-", opts: "many taste echo noun"},
		{on: "verb", form: "怕<list>", teach: []string{"dislikes: 怕{}"}, not: "-", opts: "many short noun"},
		{on: "verb", form: "(吃|喝|抽|沾|碰|坐|穿|戴)<list>", not: "avoids: 不{0}{1}", opts: "many echo short"},
		{on: "verb", form: "(吃|喝|抽)<list>", teach: []string{"habit: {0}{1}"}, opts: "many echo short begun"},
		{on: "can", form: "(吃|喝)(一点点|一点|点|一些)<list>", teach: []string{"habit: 能{0}{1}"}, opts: "echo short begun"},
		{on: "verb", form: "改(喝|吃|用|坐|穿|骑|开)(了|)<list>", teach: []string{"habit: {0}{1}"}, opts: "many echo short"},
		{on: "verb", form: "(让我|叫我|嘱咐我|要我)(少|别|不要|忌)(吃|喝|抽)<list>", teach: []string{"avoids: {0}吃{}"}, opts: "me echo2 many"},
		{on: "cannot", form: "(吃|喝|沾|碰)<list>", not: "avoids: 不能{0}{1}", opts: "many echo short"},
		{on: "verb", form: "除了<list>(什么都吃|都吃|什么都喝|都喝)", teach: []string{"avoids: 除了{}{0}"}, opts: "echo"},
		{on: "verb", form: "(吃不了|喝不了|吃不惯|喝不惯)<list>", teach: []string{"avoids: {0}{1}"}, opts: "many echo"},
		{on: "verb", form: "只(吃|喝|用|穿|买|坐|看)<list>", teach: []string{"prefers: 只{0}{1}"}, opts: "echo field"},
		{on: "verb", form: "(收集|收藏)<list>", teach: []string{"collects: 收集{}"}, not: "-", opts: "many short"},
	}
}

func chineseThings() []row {
	return []row{
		{on: "verb", form: "(养了|养着|养|有|领养了|收养了|买了)<count>(只|条|头|匹|个|缸|)<pet>(，叫|,叫|叫|名叫|名字叫)<name>", teach: []string{"~named@3: 养了一只{2}，叫{3}"}, opts: "petname"},
		{on: "verb", form: "(养了|养着|养|有|领养了|收养了|买了|刚买了|新买了)<count>(只|条|头|匹|个|缸|)<pet>", teach: []string{"pet@2: 养了{=}"}, not: "-"},
		{on: "verb", form: "有(个|位|一个|一位|只|一只|条|一条)(朋友|同事|同学|邻居|亲戚|闺蜜|哥们|表哥|表弟|表姐|表妹|弟弟|妹妹|哥哥|姐姐|儿子|女儿|狗|猫)(，叫|,叫|叫|名叫)<name>", teach: []string{"knows: 有个{0}叫{}"}, opts: "echo2"},
		{on: "verb", form: "(升级到|升级成|升到|降级到|降到|降级成|换到|换成)(了|)<plan>", teach: []string{"status: 用{}"}, opts: "ctx:plan event:change"},
		{on: "verb", form: "(住在|住|入住|订了|定了|订的是|换到|换成|换成了|改住|改订)<hotel>", teach: []string{"status: 住{}"}, not: "-", opts: "ctx:hotel"},
		{on: "verb", form: "(养了|养|有|领养了|买了)(只|条|匹|缸)<pet>(，叫|,叫|叫|名叫|名字叫)<name>", teach: []string{"~named@2: 养了一只{1}，叫{2}"}},
		{on: "verb", form: "养(了|)(只|条|匹|缸|)<pet>", teach: []string{"pet: 养了{}"}, not: "-"},
		{on: "verb", form: "有<count>(个|位|名|)<kin>(，叫|,叫|叫|名叫)<name>", teach: []string{"~named@3: {2}叫{3}"}, opts: "petname"},
		{on: "verb", form: "有<count>(个|位)<num>岁的<kin>", teach: []string{"family@3: 有{1}个{2}岁的{3}"}},
		{on: "verb", form: "有<count>(个|位|名|)<kin>", teach: []string{"family@2: 有{1}个{2}"}, not: "-"},
		{on: "verb", form: "有(一|两|三|1|2|3|)(辆|台|部|架|套|把|栋|间|)<owned>", teach: []string{"owns: 有{}"}, not: "-"},
		{on: "verb", form: "(买了|入手了|刚买了|新买了|买)(一|两|)(辆|台|部|架|套|把|栋|)(新|二手|)<owned>", teach: []string{"owns: 有{}"}, opts: "event:change bought"},
		{on: "verb", form: "把<owned>卖了", teach: []string{"owns: 有{}"}, opts: "gone event:change"},
		{on: "verb", form: "卖了<owned>", teach: []string{"owns: 有{}"}, opts: "gone event:change"},
		{on: "verb", form: "开(的是|)<owned>", teach: []string{"owns: 开{}"}, not: "-"},
		{on: "verb", form: "从<tool>(换成|换到|转到|迁移到|切换到|切到|改用|改成)(了|)<thing>", teach: []string{"uses: 用{2}"}, opts: "swap event:change"},
		{on: "verb", form: "(改用|换成|转用|换用|换到)(了|)<tool>", teach: []string{"uses: 用{}"}, opts: "event:change"},
		{on: "verb", form: "(在用|用的是|使用|用)<tool>", teach: []string{"uses: 用{}"}, not: "rejects: 不用{}", opts: "many"},
		{on: "verb", form: "(写|做|跑|画|剪)<thing>(一直用|都用|只用|就用|用)<tool>", teach: []string{"uses@2: {0}{1}用{2}"}, opts: "echo"},
		{on: "verb", form: "(写|用|做|学|练|开|弹|教)了<num>年(的|)(多|)<thing>", teach: []string{"experience@2: {0}了{1}年{2}"}, opts: "echo"},
		{on: "verb", form: "(有|是|共|一共有|总共有)<num>(个人|人|名员工|个员工|名工程师|个工程师|名成员|个成员|位同事|个同事)", teach: []string{"count: 有{1}{0}"}, opts: "echo2"},
		{on: "verb", form: "(手下带|手下有|带|管|管着)<num>(个人|人|个下属|名下属|名员工)", teach: []string{"count: 带{}个人"}},
		{on: "verb", form: "(一共|总共|)(买了|开了|有)<num>个(账号|席位|用户|许可|授权)", teach: []string{"owns={1}个{0}: 有{1}个{0}"}, opts: "echo2"},
		{on: "verb", form: "(装了|植入了|放了|戴)(心脏起搏器|起搏器|心脏支架|支架|助听器|假肢|人工关节)", teach: []string{"health=: 装了{0}"}, opts: "echo2"},
		{on: "verb", form: "(停用|弃用|不再用|卸载)(了|)<thing>", teach: []string{"rejects: 不再用{}"}, opts: "gone"},
		{on: "verb", form: "(每天早上|每天晚上|每天|每晚|每周末|每个周末|每周一|每周二|每周三|每周四|每周五|每周六|每周日|每周都|每周|每月|每年|每隔)<act>", teach: []string{"habit: {0}{1}"}, not: "-", opts: "echo act"},
		{on: "verb", form: "(一般|通常|总是|一般都|通常都)(住|坐|喝|吃|用|穿|买|选|订)<list>", teach: []string{"habit={0}{1}: 一般{0}{1}"}, opts: "short echo2"},
		{on: "verb", form: "(经常|常常|习惯)<act>", teach: []string{"habit: {0}{1}"}, opts: "echo act"},
		{on: "verb", form: "(戒烟|戒酒|戒糖|戒奶茶)", teach: []string{"avoids=: {0}"}, opts: "echo"},
		{on: "verb", form: "把<thing>(戒了|戒掉了|戒掉)", teach: []string{"avoids: 戒了{}"}, opts: "event:change"},
		{on: "verb", form: "<thing>(戒了|戒掉了|戒掉)", teach: []string{"avoids: 戒了{}"}, opts: "event:change short"},
		{on: "verb", form: "(换成|换成了|改成|改成了)<thing>", teach: []string{"prefers: 换成{}"}, opts: "instead short"},
		{on: "verb", form: "(戒了|戒掉了|戒掉)<thing>", teach: []string{"avoids: 戒了{}"}, opts: "event:change"},
		{on: "verb", form: "(月薪|年薪|工资|收入)(是|有|大概|)<money>", teach: []string{"income: {0}{1}"}, opts: "echo"},
		{on: "verb", form: "(不超过|别超过|不要超过|不能超过|最多花|最多出|最多|控制在|预算是|预算大概|预算|花不超过)<money>", teach: []string{"budget: 预算{0}{1}"}, opts: "echo budget"},
		{on: "verb", form: "穿<num>码(的鞋|)", teach: []string{"size: 穿{}码"}},
	}
}

func chinesePlans() []row {
	return []row{
		{on: "verb", form: "(改去|改飞)(了|)<place>", teach: []string{"plan: 去{}"}},
		{on: "verb", form: "(订了|买了|订好了|买好了)<thing>(的机票|的车票|的火车票|的高铁票|的船票|机票|车票)", teach: []string{"plan: {1}"}, opts: "dated keepdate"},
		{on: "verb", form: "(想给|要给|打算给|准备给|给|帮)(我|)<kin>(买|选|挑|送|找|看)(个|一个|件|一件|份|一份|点|台|一台|部|)<thing>", teach: []string{"need: 想给{1}买{2}"}, opts: "need:for"},
		{on: "verb", form: "(在找|正在找|想买|要买|打算买|准备买|想选)(个|一个|件|一件|份|一份|台|一台|部|一部|款|一款|双|一双|辆|一辆|)<thing>", teach: []string{"need: 想买{}"}, opts: "need:thing"},
		{on: "verb", form: "(打算|计划|准备|正准备|筹备)<vp>", teach: []string{"plan: 打算{}"}, not: "-", opts: "plan"},
		{on: "verb", form: "(决定|决定了)(不|不再)<vp>", teach: []string{"rejects: 决定不{}"}, opts: "event:decision dropplan"},
		{on: "verb", form: "(决定了|决定)<vp>", teach: []string{"plan: 决定{}"}, opts: "event:decision"},
		{on: "verb", form: "(选择|选定了|选定|定下来用|最终选了|最后选了|敲定了|就定)<thing>", teach: []string{"prefers: 选定{}"}, opts: "event:decision"},
		{on: "verb", form: "(否决了|放弃了|拒绝了|放弃|不考虑)<thing>", teach: []string{"rejects: {0}{1}"}, opts: "event:decision echo"},
		{on: "verb", form: "(梦想是|目标是|立志|希望能|希望|想要|想)<vp>", teach: []string{"goal: 想{}"}, not: "rejects: 不想{}", opts: "life dropplan"},
		{on: "verb", form: "(备考|在备考|备战|在准备|正在准备)<thing>", teach: []string{"goal: 在准备{}"}},
		{on: "verb", form: "(有一个|有一场|有个|有场|有|约了|预约了|安排了|订了|要参加|参加)<occasion>", teach: []string{"appointment: {}"}, not: "-", opts: "occasion"},
		{on: "verb", form: "(和|跟|与)<occasion>", teach: []string{"appointment: 和{}"}, opts: "occasion"},
		{on: "verb", form: "(要|得|需要|)去<occasion>", teach: []string{"appointment: 去{}"}, not: "-", opts: "occasion"},
		{on: "verb", form: "(要|得|需要|)<occasion>", teach: []string{"appointment: {}"}, not: "-", opts: "occasion"},
		{on: "verb", form: "(马上要|即将|快要|将要|要|会|将|就要|得)<vp>", teach: []string{"plan: 要{}"}, not: "-", opts: "dated vow"},
		{on: "verb", form: "(去|飞|到)<place>(出差|旅游|旅行|玩|度假|开会|看展|探亲|参会|)", teach: []string{"plan: 去{1}"}, not: "-", opts: "dated keep"},
	}
}

func chineseChanges() []row {
	return []row{
		{on: "verb", form: "从<org>(离职|辞职|走|退休)(了|)", teach: []string{"employer: 在{}工作"}, opts: "gone event:change"},
		{on: "verb", form: "在<town>(了|上班了|工作了|干了|住了|待了)", teach: []string{"home: 住在{}", "workplace: 在{}工作"}, not: "-", opts: "left"},
		{on: "verb", form: "在<org>(了|上班了|工作了|干了|待了)", teach: []string{"employer: 在{}工作"}, not: "-", opts: "left"},
		{on: "verb", form: "离开(了|)<org>", teach: []string{"employer: 在{}工作"}, opts: "gone event:change"},
		{on: "verb", form: "(辞职了|离职了|失业了|被裁了|被裁员了|丢了工作)", teach: []string{"employer=: 不在那里工作了"}, opts: "gone event:change"},
		{on: "verb", form: "(退休了|退休)", teach: []string{"role=退休: 退休了"}, opts: "event:change"},
		{on: "verb", form: "(升职当了|升职为|升为|升任|升职做了|晋升为|晋升|升到)<role>", teach: []string{"role: 是{}"}, opts: "event:change"},
		{on: "verb", form: "(升职了|搬家了|毕业了|分手了|和好了|中奖了|考上了|当爸爸了|当妈妈了|出院了|住院了)", teach: nil, opts: "event:change only"},
		{on: "verb", form: "(结婚了|离婚了|订婚了|领证了|离婚|离了婚|结了婚)", teach: []string{"marital=: {0}"}, opts: "echo event:change alone"},
		{on: "verb", form: "(和|跟)<kin>(分手了|离婚了|离了婚)", teach: []string{"marital=单身: 单身"}, opts: "event:change"},
		{on: "verb", form: "<thing>(取消了|泡汤了|不办了)", teach: []string{"plan: {}"}, opts: "gone event:cancelled"},
		{on: "verb", form: "(生了个|生了一个|生了)(女儿|儿子|宝宝|双胞胎)", teach: []string{"family=: 有{0}"}, opts: "echo2 event:change"},
		{on: "verb", form: "取消(了|)<thing>", teach: []string{"plan: {}"}, opts: "gone event:cancelled"},
		{on: "verb", form: "去(成|)<place>", not: "plan: 不去{}", opts: "cancels"},
		{on: "verb", form: "(去世了|过世了|走了|死了|没了|离世了)", teach: []string{"*=: 去世"}, opts: "died event:change"},
	}
}

func chineseOrders() []row {
	return []row{
		{on: "order", form: "超过<money>", not: "budget: 预算不超过{}"},
		{on: "order", form: "用<langs>", teach: []string{"answer_language: 希望用{}回答"}, not: "never: 不要用{}回答", opts: "alone"},
		{on: "order", form: "(回答我|回答问题|回复我|跟我说话)(的时候|时)(请你|请|要|尽量|)<act>", teach: []string{"answer_style: 回答时{}"}},
		{on: "order", form: "(用|使用|加|带|发|输出)(表情符号|表情|emoji|敬语|列表|markdown)", not: "never=用{0}: 不要用{0}", opts: "echo2"},
		{on: "order", form: "(叫我|称呼我|称呼我为|喊我|叫我为)<name>", teach: []string{"called: 希望被叫{}"}, not: "not_called: 不想被叫{}"},
		{on: "verb", form: "(可以叫我|叫我|请叫我)<name>", teach: []string{"called: 希望被叫{}"}, not: "not_called: 不想被叫{}", opts: "me"},
		{on: "order", form: "(用|使用)<langs>(回答|回复|交流|跟我说|和我说|说话|沟通)", teach: []string{"answer_language: 希望用{}回答"}, not: "never: 不要用{}回答"},
		{on: "order", form: "(用|发|走|通过)<channel>(联系我|通知我|找我|给我|沟通)", teach: []string{"preferred_channel: 喜欢用{}联系"}, not: "avoids: 不要用{}联系"},
		{on: "order", form: "(联系我|通知我|找我)(用|发|走|通过|请用|请发)<channel>", teach: []string{"preferred_channel: 喜欢用{}联系"}},
		{on: "order", form: "(给我打电话|打电话给我|打我电话)", not: "avoids=电话: 不喜欢打电话联系"},
		{on: "order", form: "(回答|回复|答案|输出)(请|要|尽量|都|得|)<act>", teach: []string{"answer_style: 回答{}"}, opts: "style"},
		{on: "order", form: "(再|)(用|推荐|使用|采用|提|发|给我推荐|安排|给我安排|订|点|放)<act>", not: "rejects: 不要再{0}{1}", opts: "again echo"},
		{on: "lasting", form: "<act>", teach: []string{"answer_style: {}"}, not: "never: 不要{}"},
		{on: "never", form: "<act>", teach: []string{"never: 绝不{}"}},
	}
}
