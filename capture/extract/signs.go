package extract

import "mneme/memory"

// undertaking is how an assistant promises, advises, settles and finishes.
type undertaking struct {
	kind  string // of event
	signs []string
}

func undertakings(chinese bool) []undertaking {
	if chinese {
		return []undertaking{
			{memory.EventDone, []string{"我已经", "我已", "已为您", "已经为您", "已帮您", "已经帮您", "已帮你", "已经帮你", "已为你", "已经为你"}},
			{memory.EventPromise, []string{"我会在", "我会给您", "我会给你", "我会为您", "我会为你", "我会帮您", "我会帮你", "我会提醒", "我会跟进", "我会发", "我会安排", "我将在", "我将为", "我保证", "我答应", "我稍后", "我明天", "我下周", "下次我会"}},
			{memory.EventSettled, []string{"那就定", "我们就用", "我们就定", "我决定", "就这么定了"}},
			{memory.EventRecommendation, []string{"我建议", "建议您", "建议你", "我推荐", "推荐您", "推荐你", "您可以试试", "你可以试试", "不妨试试", "我的建议是"}},
		}
	}
	return []undertaking{
		{memory.EventDone, []string{"i have sent", "i have booked", "i have ordered", "i have updated", "i have scheduled", "i have created", "i have fixed", "i have finished", "i have completed", "i have submitted", "i have cancelled", "i have canceled", "i have refunded", "i have added", "i have opened", "i have filed", "i have set up", "i have moved", "i have escalated", "i booked", "i sent", "i scheduled", "i have emailed", "i have reserved", "i have deployed", "i have merged"}},
		{memory.EventPromise, []string{"i will send", "i will remind", "i will follow up", "i will check", "i will email", "i will get back", "i will prepare", "i will look into", "i will have", "i will book", "i will schedule", "i will call", "i will update", "i will let you know", "i will make sure", "i will keep", "i will refund", "i will escalate", "i will finish", "i will deliver", "i promise", "i am going to send", "i shall", "i will always", "i will never"}},
		{memory.EventSettled, []string{"let us go with", "we will go with", "i have decided", "i decided", "i chose", "we will use", "i went with", "so the plan is"}},
		{memory.EventRecommendation, []string{"i recommend", "i would recommend", "i suggest", "i would suggest", "my recommendation", "my advice", "my suggestion", "i advise", "i would go with", "you could try", "try switching to", "i would try", "i'd recommend", "i'd suggest"}},
	}
}

// settled are the words by which people tell that something is done: a fault
// mended, a version out.
func settled(chinese bool) []string {
	if chinese {
		return []string{"修好了", "上线了", "上线的", "发布了", "部署了", "合并了", "交付了", "修复了", "搞定了", "迁移完了", "已上线", "已修复", "已发布", "已部署"}
	}
	return []string{"is fixed", "got fixed", "was fixed", "has been fixed", "we fixed", "i fixed", "we deployed", "was deployed", "is deployed", "we shipped", "we released", "was released", "went live", "is live", "rolled out", "we merged", "was merged", "we finished", "we launched", "is solved", "was solved"}
}

// tried are the words with which a verdict answers an advice at once.
func tried(chinese bool) []string {
	if chinese {
		return []string{"试了", "试过了", "没用", "不管用", "没效果", "还是不行", "管用", "有效", "解决了", "搞定了", "重启了"}
	}
	return []string{"that helped", "it helped", "that worked", "it worked", "that fixed it", "that solved it", "did not help", "did not work", "tried that", "tried it", "no luck", "that did it", "still does not", "made no difference"}
}

func advised(chinese bool) []string {
	if chinese {
		return []string{"你推荐", "你建议", "你让我", "您让我", "你上次让", "你之前让", "您上次", "你叫我试", "你给我的", "你给的", "你说的", "你的建议", "你的方案", "你的推荐", "你的方法", "您推荐", "您建议", "您的建议", "你上次推荐", "你上次建议", "你上次说", "你上次给", "你之前推荐", "你之前建议", "你之前说", "你之前给", "你教我"}
	}
	return []string{"you recommended", "you suggested", "you had me", "you told me about", "you mentioned", "you told me to", "you gave me", "you advised", "you proposed", "your suggestion", "your advice", "your recommendation", "your plan", "your fix", "your tip", "your idea"}
}

func worked(chinese bool) []string {
	if chinese {
		return []string{"好用", "有效", "搞定", "有用", "管用", "不错", "很好", "真好", "解决了", "很棒", "挺好", "起作用", "喜欢", "见效", "好多了", "成功"}
	}
	return []string{"worked", "works", "helped", "helps", "great", "perfect", "loved", "love", "solved", "fixed it", "did it", "amazing", "excellent", "good", "wonderful", "improved", "better", "legend", "life saver", "lifesaver", "took it from", "down to", "spot on", "did the trick", "much faster"}
}

func failed(chinese bool) []string {
	if chinese {
		return []string{"没用", "用都没有", "没什么用", "没啥用", "毫无用处", "没变化", "更严重", "没效果", "无效", "不管用", "不好用", "失败", "更糟", "更差", "不行", "没有效果", "没有用", "不起作用", "没解决", "不太好", "很差", "难吃", "不好吃", "不好看", "踩雷", "不喜欢", "不满意", "太差", "差劲", "难用", "失望", "不成功", "没成功"}
	}
	return []string{"did not work", "does not work", "did not help", "does not help", "failed", "useless", "made it worse", "no good", "was not good", "not helpful", "was bad", "terrible", "awful", "broke", "did not like", "hated", "disappointing", "waste of", "no use", "did nothing", "did not do anything", "no luck", "no difference", "made no", "did not change", "no effect", "still the same", "backfired", "ripped", "removed it", "reverted", "threw it out", "not trying", "no better", "got worse", "tastes of", "waste"}
}

func refused(chinese bool) []string {
	if chinese {
		return []string{"我不想", "不想用", "不打算", "不采用", "不用你", "算了", "不接受", "不适合我"}
	}
	return []string{"i do not want", "i will not do", "i would rather not", "not going to do", "i am not going to", "not for me", "i decided against", "no thanks"}
}

// stage is a state a task may reach, and the words for it.
type stage struct {
	name  string
	signs []string
}

func stages(chinese bool) []stage {
	if chinese {
		return []stage{
			{"已取消", []string{"取消了", "已取消", "被取消"}}, {"已退款", []string{"退款了", "已退款", "退款到账", "退了款"}}, {"申请退款", []string{"申请退款", "申请了退款", "要退款", "退货"}},
			{"延迟", []string{"延迟", "延误", "推迟", "晚到"}}, {"已签收", []string{"签收", "收到了", "已收到", "到货了", "到了", "送到了", "已送达"}}, {"已发货", []string{"发货", "寄出", "已发出", "在路上", "运输中"}},
			{"重新打开", []string{"重新打开", "重开", "又打开"}}, {"未解决", []string{"没解决", "未解决", "没处理", "没人处理"}}, {"已解决", []string{"解决了", "已解决", "解决好", "搞定了", "弄好了", "修好了", "处理好了", "处理完"}}, {"已关闭", []string{"关闭了", "已关闭", "关单"}}, {"已转交", []string{"转给", "转到", "转交", "移交", "升级给", "升级到"}}, {"处理中", []string{"处理中", "在处理", "跟进中"}}, {"已提交", []string{"提交了", "提了", "开了", "新建了", "报了", "创建了"}}, {"已支付", []string{"付款了", "付了款", "支付了", "已付款", "已支付"}}, {"已下单", []string{"下单", "下了", "买了"}}, {"损坏", []string{"损坏", "破损", "坏了"}}, {"丢失", []string{"丢失", "丢件", "弄丢"}}, {"未到", []string{"没收到", "还没到", "没到", "未收到"}},
		}
	}
	return []stage{
		{"not arrived", []string{"not arrived", "not received", "still waiting", "has not come", "not been delivered", "not shipped"}},
		{"cancelled", []string{"cancelled", "canceled"}}, {"refunded", []string{"refunded", "got my money back", "refund came", "refund arrived"}}, {"refund requested", []string{"refund", "return"}},
		{"delayed", []string{"delayed", "late", "postponed"}}, {"lost", []string{"lost", "missing"}}, {"damaged", []string{"damaged", "broken"}},
		{"delivered", []string{"delivered", "arrived", "received", "came today", "showed up"}}, {"shipped", []string{"shipped", "dispatched", "on its way", "in transit", "out for delivery"}},
		{"reopened", []string{"reopened", "re-opened", "opened again"}}, {"resolved", []string{"resolved", "fixed", "solved", "sorted out", "works now", "working again"}}, {"closed", []string{"closed"}}, {"escalated", []string{"escalated"}}, {"handed over", []string{"transferred", "handed over", "passed on", "forwarded", "reassigned"}}, {"in progress", []string{"in progress", "being worked on", "assigned", "under review", "in review"}}, {"blocked", []string{"blocked", "on hold", "stuck"}}, {"merged", []string{"merged"}}, {"deployed", []string{"deployed"}}, {"paid", []string{"paid"}}, {"approved", []string{"approved"}}, {"rejected", []string{"rejected", "denied"}}, {"opened", []string{"opened", "filed", "created", "raised", "submitted", "reported"}}, {"placed", []string{"placed", "ordered", "bought"}},
	}
}

// feeling is a taste that is told of something named before: "sushi I can't
// stand", "I'm not allergic to it, I just don't like it", 寿司我受不了.
type feeling struct {
	verb      string
	predicate string // of the plain statement
	template  string
	not       string // of its negation; empty: none
	denied    string
}

func feelings(chinese bool) []feeling {
	if chinese {
		return []feeling{
			{"喜欢吃", "likes", "喜欢吃{}", "dislikes", "不喜欢吃{}"}, {"喜欢喝", "likes", "喜欢喝{}", "dislikes", "不喜欢喝{}"}, {"喜欢", "likes", "喜欢{}", "dislikes", "不喜欢{}"},
			{"爱吃", "likes", "爱吃{}", "dislikes", "不爱吃{}"}, {"爱喝", "likes", "爱喝{}", "dislikes", "不爱喝{}"}, {"吃不惯", "avoids", "吃不惯{}", "", ""}, {"吃不了", "avoids", "吃不了{}", "", ""}, {"喝不了", "avoids", "喝不了{}", "", ""}, {"吃不得", "avoids", "吃不得{}", "", ""}, {"碰不得", "avoids", "碰不得{}", "", ""}, {"碰都不能碰", "avoids", "不能碰{}", "", ""}, {"吃都不能吃", "avoids", "不能吃{}", "", ""}, {"沾都不能沾", "avoids", "不能沾{}", "", ""}, {"受不了", "dislikes", "受不了{}", "", ""}, {"讨厌", "dislikes", "讨厌{}", "", ""},
			{"吃", "", "", "avoids", "不吃{}"}, {"喝", "", "", "avoids", "不喝{}"}, {"用", "", "", "rejects", "不用{}"}, {"碰", "", "", "avoids", "不碰{}"},
		}
	}
	return []feeling{
		{"like", "likes", "likes {}", "dislikes", "doesn't like {}"}, {"love", "likes", "loves {}", "dislikes", "doesn't love {}"}, {"enjoy", "likes", "enjoys {}", "dislikes", "doesn't enjoy {}"},
		{"hate", "dislikes", "hates {}", "", ""}, {"dislike", "dislikes", "dislikes {}", "", ""}, {"detest", "dislikes", "detests {}", "", ""},
		{"stand", "", "", "dislikes", "can't stand {}"}, {"bear", "", "", "dislikes", "can't bear {}"}, {"eat", "", "", "avoids", "doesn't eat {}"}, {"drink", "", "", "avoids", "doesn't drink {}"}, {"touch", "", "", "avoids", "doesn't touch {}"},
	}
}

// complaints are the words of one who is not served well.
func complaints(chinese bool) []string {
	if chinese {
		return []string{"投诉", "又坏了", "又崩", "太差", "太烂", "受够了", "气死", "很不满", "不满意", "还没收到", "一直没人", "没人处理", "客服不", "质量差", "太慢了", "退货", "欺骗", "坑人", "总是出错", "老是出问题", "老是卡", "闪退", "对你们很失望", "对你们失望"}
	}
	return []string{"keeps crashing", "keep crashing", "keeps failing", "fed up", "sick of", "unacceptable", "terrible service", "awful service", "still have not received", "still has not arrived", "still broken", "nobody answers", "no one answers", "no one replied", "disappointed with", "i want to complain", "file a complaint", "never works", "is broken again", "crashed again", "broke again", "charged me twice", "overcharged", "worst service"}
}

// calledOff are the words by which something known is off.
func calledOff(chinese bool) []string {
	if chinese {
		return []string{"取消了", "被取消", "取消掉", "不要了", "不想要了", "退掉了", "退了", "不办了", "不去了", "泡汤", "黄了", "作废", "注销了", "停掉了", "去不成了", "不用去了"}
	}
	return []string{"cancelled", "canceled", "called off", "call off", "no longer want", "do not want it anymore", "do not need it anymore", "do not want it any more", "fell through", "is off", "not happening", "no longer happening", "no longer going", "not going anymore", "not going any more", "cancel my", "cancel the"}
}

// stillOn are the words by which it is not, or not yet.
func stillOn() []string {
	return []string{"not cancelled", "not canceled", "not been cancelled", "might be cancelled", "may be cancelled", "如果", "要是", "吗", "没取消", "没有取消"}
}

// jests take back what was said: a joke, irony that is marked as such.
func jests() []string {
	return []string{
		"just kidding", "only kidding", "i am kidding", " jk ", " jk,", "just joking", "i am joking", "only joking", "was a joke", "is a joke", "not serious", " /s ", "(sarcasm", "being sarcastic", "yeah right", "as if!", "april fool", "in my dreams", "pulling your leg", "messing with you", " lol jk", "🙄",
		"开玩笑", "开个玩笑", "逗你", "说笑", "玩笑话", "闹着玩", "瞎说的", "骗你的", "反话", "才怪", "狗头", "/s", "说着玩", "胡说的", "🐶", "做梦呢", "反讽", "（不是", "(不是",
	}
}

// chatterChinese are the pieces of runs that say nothing.
func chatterChinese() []string {
	return []string{
		"还有什么可以帮您的吗", "还有什么可以帮你的吗", "还有什么需要帮忙的吗", "还有什么需要的吗", "还有别的问题吗", "有什么可以帮您", "有什么可以帮你", "有需要随时找我", "有需要随时告诉我", "有问题随时问我", "有问题随时找我", "随时找我", "随时问我", "随时告诉我",
		"很高兴能帮到您", "很高兴能帮到你", "很高兴帮到你", "很高兴能帮忙", "很高兴听到这个", "希望这对你有帮助", "希望对您有帮助", "希望对你有帮助", "希望能帮到您", "希望能帮到你", "很乐意帮忙", "乐意效劳",
		"非常抱歉", "实在抱歉", "真抱歉", "很抱歉", "真遗憾", "很遗憾", "别难过", "别担心", "祝您好运", "祝你好运", "祝你顺利", "一切顺利", "早日康复", "多保重", "保重", "恭喜你", "恭喜您", "恭喜", "祝贺你", "祝贺", "生日快乐", "新年快乐", "节日快乐", "周末愉快", "玩得开心", "一路顺风", "一路平安", "慢走",
		"好的", "好滴", "好吧", "好呀", "好啊", "好嘞", "嗯嗯", "嗯", "哦哦", "哦", "噢", "啊", "哈", "嘿", "呵", "嘻", "在吗", "在不在", "在么", "在不", "你好", "您好", "大家好", "谢谢", "多谢", "感谢", "谢", "辛苦了", "辛苦", "不客气", "没事", "没关系", "知道了", "明白了", "明白", "了解了", "了解", "收到", "行吧", "行", "可以的", "可以", "对的", "对", "是的", "是", "没错", "好", "早上好", "早安", "早", "晚安", "下午好", "晚上好", "再见", "拜拜", "继续", "然后呢", "真的吗", "真的", "厉害", "不错", "太好了", "太棒了", "棒", "赞", "你", "您", "了", "的", "吧", "呀", "啦", "呢", "哇", "额", "呃", "喂", "那就这样", "就这样", "没问题", "没有了", "没了", "麻烦了", "抱歉", "不好意思", "ok",
		"懂了", "懂啦", "清楚了", "清楚", "记下了", "有道理", "原来如此", "原来是这样", "这样啊", "这样", "同意", "没毛病", "妥", "成", "中", "稍等", "等一下", "我看看", "我试试", "我想想", "学到了", "受教", "有意思", "知道", "我", "那", "先", "啦", "嘞", "哟", "哇塞", "期待", "加油",
	}
}

// courtesies are what is said for manners' sake, in more words than chatter has.
func courtesies() []string {
	return []string{
		"sorry to hear that", "sorry to hear", "sorry about that", "glad to hear that", "glad to hear it", "great to hear", "good to hear", "glad i could help", "glad it helped", "happy to help", "hope that helps", "hope this helps", "hope you feel better soon", "feel better soon", "get well soon",
		"good luck", "best of luck", "take care", "no problem", "no worries", "don't worry", "don't mention it", "my pleasure", "any time", "anytime", "of course", "you got it", "safe travels", "have fun", "enjoy",
		"have a great day", "have a good day", "have a nice day", "have a good one", "have a great weekend", "have a good weekend", "happy birthday", "happy new year", "merry christmas",
		"let me know if you need anything else", "let me know if you need anything", "let me know if you have any questions", "let me know if you have any other questions", "feel free to ask", "is there anything else i can help with", "is there anything else i can help you with", "anything else i can help with", "anything else i can help you with", "anything else", "how can i help you today", "how can i help you", "how can i help", "i'm here to help",
	}
}

// workings are the requests to work on a text that follows.
func workings() []string {
	return []string{
		"summarize", "summarise", "translate", "proofread", "rewrite", "rephrase", "paraphrase", "polish", "edit", "correct the grammar", "fix the grammar", "improve", "shorten", "review", "analyze", "analyse", "explain", "here is the", "here's the", "here is a", "here's a", "here is an", "here's an", "here is what", "below is", "the following", "this text", "this email", "this article", "this paragraph", "this message", "this essay", "this story", "draft", "write a", "write an", "write me", "reword", "this sentence", "this passage", "make this", "this line", "begins:", "starts with:", "begins with:",
		"continue the", "continue this", "continue my", "finish the", "finish this", "go on with", "classify", "reply to", "respond to", "convert", "parse", "turn this", "turn these", "label each", "fill in",
		"翻译", "总结", "润色", "改写", "校对", "概括", "缩写", "扩写", "修改", "分析", "解释", "以下是", "下面是", "如下", "下文", "这段话", "这篇文章", "这封邮件", "原文", "写一", "帮我写", "续写", "仿写", "看看这份", "看看这个", "看看这段", "看下这", "看一下这", "整理成", "整理一下", "检查这", "检查一下这", "点评", "把这段", "把这句", "把这篇", "把下面", "这句话", "这段文字", "这几句", "写单测", "写测试", "解析", "标注", "分类", "抽取", "提取", "回一下", "这是", "翻成", "大白话", "识别意图", "判断情感", "判断下面", "降重", "优化提示词", "英译中", "中译英", "译成", "批改", "打标签", "输出json", "return the", "output the", "identify the", "detect the", "as json", "pos/neg", "positive or negative", "verse", "chorus", "stanza", "rhymes", "换个说法", "换种说法", "换一种说法", "重新表述", "改得更",
	}
}
