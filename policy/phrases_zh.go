package policy

// chinesePhrases are matched on clauses folded to simplified characters, without
// blanks; the first that matches wins.
func chinesePhrases() []phrase {
	rules := []phrase{
		// 记录：接下来、刚才、这一句。
		{code: "zh-dont-record-conversation", verb: SkipSession, scope: ScopeSession, text: `{始}(?:我们)?(?:这|本)(?:一)?(?:次|场|个|轮|段)?(?:对话|聊天|会话|谈话|交流)(?:里|中)?(?:的)?(?:内容|话)?{中}{勿}(?:{记}|{存}){尾}`},
		{code: "zh-dont-record-conversation", verb: SkipSession, scope: ScopeSession, text: `{始}{勿}(?:{记}|{存}|把)(?:我们)?(?:这|本)(?:一)?(?:次|场|个|轮|段)?(?:对话|聊天|会话|谈话|交流)(?:里|中)?(?:的)?(?:内容|话)?(?:都|给)*(?:{记}|{存})?{尾}`},
		{code: "zh-dont-record-conversation", verb: SkipSession, scope: ScopeSession, text: `{始}(?:我们|咱们)?(?:今天|这次)(?:的)?(?:我们)?(?:聊天|对话|聊的|说的|谈的)(?:内容|话|东西|事)?(?:里)?(?:的)?(?:什么|任何内容|任何东西|一个字|一句话?|一点|半句)(?:都|也)*{勿}(?:{记}|{存}){尾}`},
		{code: "zh-off-the-record-on", verb: SkipSession, text: `{始}(?:接下来|下面)?(?:咱们|咱|我们|我想)?(?:来)?(?:私下|私底下|悄悄)(?:里)?(?:地)?(?:聊|谈|说)(?:一会儿?|几句|聊|一下|会儿?|谈|点事){尾}`},
		{code: "zh-dont-record-conversation", verb: SkipSession, text: `{始}{会}{中}{勿}(?:{记}|{存})(?:我说的话?|我的话|我的事|任何东西|任何内容|任何信息|这些|我)?{尾}`},
		{code: "zh-dont-record-conversation", verb: SkipSession, text: `{始}{勿}(?:{记}|{存}){会}{尾}`},
		{code: "zh-dont-record-conversation", verb: SkipSession, text: `{始}{勿}把{会}{中}(?:{记}|{存}){尾}`},
		{code: "zh-stop-recording", verb: SkipSession, text: `{始}(?:别再|不要再|不用再|停止|停一下|暂停)(?:{记}|{存})(?:我说的话?|我的话|任何东西|任何内容|我|对话|聊天|了)*{尾}`},
		{code: "zh-memory-off", verb: SkipSession, text: `{始}(?:把)?(?:关闭|关掉|关上|停用|暂停|停止|禁用|关)(?:一下|掉)?(?:你的)?(?:长期记忆|记忆功能|记忆模式|记录功能|记忆|记录){尾}`},
		{code: "zh-memory-off", verb: SkipSession, text: `{始}把(?:你的)?(?:长期记忆|记忆功能|记忆模式|记录功能|记忆)(?:给)?(?:关闭|关掉|关上|关了|停用|暂停|停掉){尾}`},
		{code: "zh-incognito", verb: SkipSession, text: `{始}(?:进入|开启|打开|切换到|切到|开|用)(?:无痕|隐身|私密|阅后即焚)(?:模式|聊天|对话)?{尾}`},
		{code: "zh-forget-conversation", verb: ForgetTopic, scope: ScopeSession, text: `{始}我?(?:刚才|刚刚|方才|前面|之前|先前|上面)(?:我|跟你|和你|对你)*(?:说|讲|提|发|聊|写|告诉你)过?的?(?:那些|这些|话|内容|消息|东西)*(?:你|您|请|麻烦)*(?:都|全都|全部|通通|统统|一律|一概)+{中}{勿}(?:{记}|{存}){尾}`},
		{code: "zh-dont-record-last", verb: SkipLast, text: `{始}{那}{中}{勿}(?:{记}|{存}){尾}`},
		{code: "zh-dont-record-last", verb: SkipLast, text: `{始}{勿}(?:{记}|{存}){那}{尾}`},
		{code: "zh-dont-record-last", verb: SkipLast, text: `{始}{勿}把{那}(?:都|给)?(?:{记}|{存}){尾}`},
		{code: "zh-dont-record-this", verb: SkipTurn, text: `{始}{这}{中}{勿}(?:{记}|{存})(?:它|这个|这些|我|任何东西)?{尾}`},
		{code: "zh-dont-record-this", verb: SkipTurn, text: `{始}{勿}(?:{记}|{存}){这}{尾}`},
		{code: "zh-dont-record-this", verb: SkipTurn, text: `{始}{勿}(?:{记}|{存})(?:这句话?|这一句话?|这条(?:消息|信息)?|这段话?|这个|这些|这件?事|它)(?:我|咱|俺|他|她|其实|因为|今天|昨天|最近|刚刚?|有件事).*$`}, // 别记这句我怀孕了
		{code: "zh-dont-record-this", verb: SkipTurn, text: `{始}{勿}把{这}(?:都|给)?(?:{记}|{存}){尾}`},
		{code: "zh-dont-record", verb: SkipTurn, text: `{始}{勿}{记}{尾}`},
		{code: "zh-dont-record-mine", verb: SkipTurn, text: `{始}(?:这(?:个|件|些|条|段)?|我的?|我家的?)\p{Han}{1,8}{中}{勿}{记}{尾}`},
		{code: "zh-dont-record-mine", verb: SkipTurn, text: `{始}{勿}(?:记录下来|记录|记住|记下来|记下|保存|存储|储存|记)(?:我的|我家的|我说的)\p{Han}{1,8}{尾}`},
		{code: "zh-dont-record-mine", verb: SkipTurn, text: `{始}{勿}把(?:我的?|我家的?|这(?:个|件|些|条|段)?)\p{Han}{1,8}(?:都|给)?(?:{记}|{存}){尾}`},
		{code: "zh-dont-record-fact", verb: SkipTurn, text: `{始}{勿}(?:记录下来|记录|记住|记下来|记下|保存|存储|储存)(?:我|我们|我家|我们家)[\p{Han}a-z0-9]{2,20}{尾}`},
		{code: "zh-off-record", verb: SkipTurn, text: `{始}(?:{这})?{中}(?:是)?(?:不留记录|不留痕迹|不入记忆|不进记忆|不作记录|不做记录|不记录在案){尾}`},
		{code: "zh-off-record", verb: SkipTurn, text: `{始}{这}(?:你)?(?:听听|听过|看看|知道)就(?:好|行|算了|可以)(?:了)?{尾}`},
		{code: "zh-off-record", verb: SkipTurn, text: `{始}(?:私下|私底下|私下里)(?:里)?(?:我)?(?:跟你|和你|对你|同你)?(?:说|讲)(?:一句|句|一下)?(?:话|实话)?{尾}`},
		{code: "zh-off-record", verb: SkipTurn, text: `{始}(?:{这}{中})?(?:用完|看完|读完|听完|答完|回答完|回复完|阅)(?:后|之后|以后|就|即|即可|请|你|马上|立刻)*(?:忘掉|忘了|忘记|忘|删除|删掉|删了|删|销毁|焚){尾}`},
		{code: "zh-between-us", verb: SkipTurn, text: `{始}{这}(?:就|只)?(?:是)?(?:你我|咱俩|我们俩|我们两个)(?:之间)?(?:知道|的秘密)(?:就好|就行|就可以)?{尾}`},
		{code: "zh-keep-private", verb: SkipTurn, text: `{始}(?:{这}|这事|此事|这件事)?{中}(?:千万|一定|务必)?{勿}(?:外传|说出去|传出去|告诉别人|告诉任何人|跟别人说|对外说|往外说|到处说|透露出去){尾}`},
		{code: "zh-keep-private", verb: SkipTurn, text: `{始}(?:{这}|这事|此事|这件事|我说的){中}(?:一定|务必|要|得|请|帮我|替我|给我|麻烦)*(?:保密|保守秘密){尾}`},
		{code: "zh-dont-record-last", verb: SkipLast, text: `{始}{那}{中}(?:都|也|全)?(?:是|属于|算是)(?:个|一个|我的|我们的|公司的?|高度|绝对|最高|很|比较)*{密}{尾}`},
		{code: "zh-dont-record-last", verb: SkipLast, text: `{始}{那}{中}(?:一定|务必|要|得|请|帮我|替我|给我|麻烦|必须|需要|应该)*(?:保密|保守秘密|不公开){尾}`},
		{code: "zh-dont-record-last", verb: SkipLast, text: `{始}{那}{中}(?:一定|务必|千万)?{勿}(?:外传|说出去|传出去|告诉别人|告诉任何人|跟别人说|对外说|往外说|到处说|透露出去){尾}`},
		{code: "zh-keep-private", verb: SkipTurn, text: `{始}(?:{这}|这事|此事|这件事|这些?)(?:都|也|全)?(?:是|属于|算是)(?:个|一个|我的|我们的|公司的?|高度|绝对|最高|很|比较)*{密}{尾}`},
		{code: "zh-keep-private", verb: SkipTurn, text: `{始}(?:一定|务必|要|得|替我)*(?:保密|保守秘密){尾}`},
		// 句尾没有标点的“……别记”。
		{code: "zh-dont-record-tail", verb: SkipTurn, text: `[^我你他她它们叫让说得并而从只特分个区级性告类识差离道没请]你?(?:别|不要|请勿)(?:记录下来|记录|记住|记下来|记下|记)(?:这个|这句话?|这条|这些)?{尾}`},
		{code: "zh-dont-record-tail", verb: SkipTurn, text: `(?:请|麻烦你?|拜托你?)(?:别|不要|勿)(?:记录下来|记录|记住|记下来|记下|保存|记)(?:这个|这句话?|这条|这些)?{尾}`},

		// 恢复。
		{code: "zh-record-again", verb: ResumeSession, text: `{始}(?:从现在起|从现在开始|现在|接下来|以后|之后)?(?:你|您)?(?:又)?(?:可以|能)?(?:继续|重新|恢复|接着|再次|开始)(?:开始)?(?:帮我)?(?:记录|记住|记东西|记忆|记)(?:我说的话?|东西|对话|我们的对话)?{尾}`},
		{code: "zh-record-again", verb: ResumeSession, text: `{始}(?:从现在起|从现在开始|现在|接下来|以后|之后)?(?:你|您)?(?:又)?(?:可以|能)(?:开始|再)?(?:记录|记住|记)(?:了|啦){尾}`},
		{code: "zh-memory-on", verb: ResumeSession, text: `{始}(?:重新)?(?:打开|开启|恢复|启用|重新打开)(?:一下)?(?:你的)?(?:长期记忆|记忆功能|记忆模式|记录功能|记忆|记录){尾}`},
		{code: "zh-memory-on", verb: ResumeSession, text: `{始}把(?:你的)?(?:长期记忆|记忆功能|记忆模式|记录功能|记忆)(?:再|重新)?(?:打开|开启|恢复){尾}`},
		{code: "zh-memory-on", verb: ResumeSession, text: `{始}(?:退出|关闭|关掉)(?:无痕|隐身|私密)(?:模式)?{尾}`},

		// 不再过问。
		{code: "zh-drop-matter", verb: DropTopic, text: `{始}(?P<topic>[\p{Han}a-z0-9]{0,16}{事})(?:你|您|就|都|也|还是|现在)*(?:不用|别|不必|不需要|甭|无需|不要)(?:再)?(?:去)?(?:管|提|问|操心|跟进|理|纠结|惦记|过问|追究|说)(?:它|他|她|这个)?(?:了|啦){尾}`},
		{code: "zh-drop-matter", verb: DropTopic, text: `{始}(?:别|不要|不用|不必|甭)(?:再)?(?:管|操心|纠结|跟进|过问|惦记)(?P<topic>[\p{Han}a-z0-9]{0,16}{事})(?:了|啦){尾}`},
		{code: "zh-drop-matter", verb: DropTopic, text: `{始}(?P<topic>(?:上次|之前|昨天|那个|这个|那件|这件|关于)[\p{Han}a-z0-9]{0,14}{事})(?:就|都)?(?:算了|翻篇|到此为止|一笔勾销|作罢){尾}`},
		{code: "zh-stop-mentioning", verb: DropTopic, text: `{始}(?:别|不要|不用|不许)(?:再)(?:跟我)?(?:提起|提|问起|问|聊起|聊|说起)(?P<topic>[\p{Han}a-z0-9]{1,16}?)(?:了|啦)?{尾}`},
		{code: "zh-stop-mentioning", verb: DropTopic, text: `{始}我?不想再(?:提起|提|聊起|聊|说起|听到|谈)(?P<topic>[\p{Han}a-z0-9]{1,16}?)(?:了|啦)?{尾}`},

		// 重新过问。
		{code: "zh-take-up-matter", verb: TakeUp, text: `{始}(?P<topic>[\p{Han}a-z0-9]{0,16}?{事}){再}(?:管|跟进|处理|关注|操心|过问|惦记)(?:它|下去|起来)?{尾}`},
		{code: "zh-take-up-matter", verb: TakeUp, text: `{始}(?P<topic>[\p{Han}a-z0-9]{0,16}?{事})(?:现在)?又(?:变得|变)?(?:很)?(?:重要|相关|要紧|有关系|用得上|值得关注)(?:起来)?{尾}`},
		{code: "zh-take-up-matter", verb: TakeUp, text: `{始}(?:又要|还是要|还得|继续|重新|接着|再次)(?:帮我)?(?:管|跟进|关注|操心|过问)(?:一下)?(?P<topic>(?:上次|上回|之前|那个|那件|昨天)?[\p{Han}a-z0-9]{0,14}?{事}){尾}`},
		{code: "zh-mention-again", verb: TakeUp, text: `{始}(?:又|再|重新)+(?:可以|能)?(?:跟我)?(?:提起|提|问起|问|聊起|聊|说起)(?P<topic>(?:我[\p{Han}a-z0-9]{1,14}|[\p{Han}a-z0-9]{1,14}{事}))(?:了|啦){尾}`},

		// 忘记：刚才的话、这次对话、一切、一个话题。
		{code: "zh-forget-last", verb: SkipLast, text: `{始}(?:把)?{那}{中}(?:给)?(?:忘掉|忘了吧|忘记吧|忘干净|{删}|撤回|作废|当我没说过?|当没听见|当没听到|当没说过?){尾}`},
		{code: "zh-forget-last", verb: SkipLast, text: `{始}(?:忘掉|撤回|{删}){那}{尾}`},
		{code: "zh-forget-last", verb: SkipLast, text: `{令}(?:忘了|忘记|忘掉)我(?:刚才|刚刚|方才|前面|上面)(?:跟你|和你|对你)?(?:说|讲|提|发|写|告诉你)过?的?(?:那)?(?:句话|句|些话|些|话|内容|事|东西)?{尾}`},
		{code: "zh-forget-last", verb: SkipLast, text: `{敬}(?:忘掉|忘了|忘记)(?:{那}|我说的话?){尾}`},
		{code: "zh-forget-last", verb: SkipLast, text: `{始}(?:就)?当(?:作)?我(?:什么都|刚才)?没(?:有)?说过?{尾}`},
		{code: "zh-forget-conversation", verb: ForgetTopic, scope: ScopeSession, text: `{始}(?:忘掉|忘记|{删})(?:这次|本次|今天的|今天|我们的|我们这次的?|这个|这段)(?:对话|聊天|会话|谈话)(?:内容|记录|的内容)?{尾}`},
		{code: "zh-forget-conversation", verb: ForgetTopic, scope: ScopeSession, text: `{始}把(?:这次|本次|今天的|今天|我们的|我们这次的?|这个|这段)(?:对话|聊天|会话|谈话)(?:内容|记录|的内容)?(?:都|给|全部|全)*(?:忘掉|忘了|忘记|{删}){尾}`},
		{code: "zh-forget-everything", verb: ForgetTopic, scope: ScopeAll, text: `{始}(?:忘掉|忘记|{删})(?:你)?(?:所)?(?:知道的|记住的|记得的|记下的|记录的|保存的|存的)?(?:所有|全部|一切)?(?:关于我的|有关我的|和我有关的|我告诉你的|我说过的|我跟你说过?的)(?:一切|所有事情?|所有的?(?:事情|内容|信息|记忆|东西|事|话)|全部(?:内容|信息|记忆|事情)?|任何事|所有|信息|记忆|事情|事|话|内容|东西){尾}`},
		{code: "zh-forget-everything", verb: ForgetTopic, scope: ScopeAll, text: `{始}(?:把)?(?:你|您)?(?:所)?(?:知道|记得|记住|记下|记录|保存|存|了解)(?:了|到|下)?的?(?:所有|全部|一切)?的?(?:关于我|有关我|和我有关|跟我有关|我)的?(?:一切|所有|全部|事情?|内容|信息|记忆|东西)*(?:都|全|全都|统统|给|通通|全部)*(?:忘掉|忘了|忘记|忘光|忘干净|{删}){尾}`},
		{code: "zh-forget-everything", verb: ForgetTopic, scope: ScopeAll, text: `{始}(?:把)?(?:关于我|有关我|和我有关|跟我有关)的(?:一切|所有|全部|事情?|内容|信息|记忆|东西)*(?:都|全|全都|统统|给|通通|全部)+(?:忘掉|忘了|忘记|忘光|忘干净|{删}){尾}`},
		{code: "zh-forget-topic", verb: ForgetTopic, scope: ScopeTopic, text: `{令}(?:忘了|忘记|忘掉|{删})我(?:刚才|刚刚|方才|前面|上面|之前)(?:跟你|和你|对你)?(?:说|讲|提|发|写|告诉你|给你)过?的(?:那个?)?(?P<topic>[\p{Han}a-z0-9]{2,12}?){尾}`},
		{code: "zh-forget-topic", verb: ForgetTopic, scope: ScopeTopic, field: true, text: `{始}(?:{删}|忘掉|忘记|忘了)(?P<topic>我的?[\p{Han}]{1,8}?)的?(?:信息|资料|记录|数据|情况){尾}`},
		{code: "zh-forget-everything", verb: ForgetTopic, scope: ScopeAll, text: `{始}(?:{删}|清空)(?:你)?(?:的|所有的?|全部的?|我的|关于我的|一切)+记忆{尾}`},
		{code: "zh-forget-everything", verb: ForgetTopic, scope: ScopeAll, text: `{始}(?:{删}|清空)(?:你)?(?:对我|关于我|有关我)(?:的|所有|全部|一切)+记忆{尾}`},
		{code: "zh-forget-everything", verb: ForgetTopic, scope: ScopeAll, text: `{始}把(?:你)?(?:知道的|记住的|记得的|记下的)?(?:所有|全部)?(?:关于我的|有关我的|和我有关的|我的|我告诉你的|我说过的)(?:一切|所有的?(?:事情|内容|信息|记忆|东西|事|话)?|全部的?(?:内容|信息|记忆|事情)?|信息|记忆)(?:都|全|全都|统统|给)*(?:忘掉|忘了|忘记|忘光|忘干净|{删}){尾}`},
		{code: "zh-forget-everything", verb: ForgetTopic, scope: ScopeAll, alone: true, text: `{始}(?:{删}|清空|忘掉|忘光)(?:一下)?(?:所有|全部|一切)?的?记忆{尾}`},
		{code: "zh-forget-everything", verb: ForgetTopic, scope: ScopeAll, alone: true, text: `{令}(?:(?:忘掉|忘记|忘了)(?:所有|一切|全部)(?:的?(?:事情|事|内容|信息|东西))?|(?:把)?(?:所有|一切|全部)(?:的?(?:事情|事|内容|信息|东西))?(?:都|全|给)*(?:忘掉|忘记|忘光|忘了吧)){尾}`},
		{code: "zh-forget-everything", verb: ForgetTopic, scope: ScopeAll, alone: true, text: `{始}(?:{删}|清空)(?:我的?|关于我的?|有关我的?)(?:所有|全部|一切)?的?(?:个人|私人)?(?:数据|信息|资料|记录){尾}`},
		{code: "zh-forget-everything", verb: ForgetTopic, scope: ScopeAll, alone: true, text: `{始}(?:{删}|清空)(?:所有|全部|一切)的?(?:我的|关于我的)(?:个人|私人)?(?:数据|信息|资料|记录){尾}`},
		{code: "zh-forget-topic", verb: ForgetTopic, scope: ScopeTopic, text: `{始}{删}(?:你?(?:记住的|记下的|记的|存的))?(?P<topic>我的?(?:家的?|家庭)?{私})的?(?:信息|资料|记录|数据|情况){尾}`},
		{code: "zh-forget-topic", verb: ForgetTopic, scope: ScopeTopic, text: `{令}(?:忘了|忘记|忘掉)我(?:之前|以前|上次|跟你|和你)*(?:说|讲|提|提到|告诉你)过?的(?P<topic>[\p{Han}a-z0-9]{1,16}?)吧{尾}`},
		{code: "zh-forget-topic", verb: ForgetTopic, scope: ScopeTopic, text: `{令}把(?P<topic>(?:我|关于)[\p{Han}a-z0-9]{1,20}?的(?:事情?|事儿))(?:都|给|全|彻底)*(?:忘了|忘记){尾}`},
		{code: "zh-forget-topic", verb: ForgetTopic, scope: ScopeTopic, text: `{令}(?:忘记|忘了)(?:所有|全部)?(?:关于|有关)(?P<topic>[\p{Han}a-z0-9]{1,20}?)的(?:一切|所有(?:信息|事情|事|内容)?|全部|记忆|信息|记录){尾}`},
		{code: "zh-forget-topic", verb: ForgetTopic, scope: ScopeTopic, text: `{始}(?:从(?:你的)?(?:记忆|记忆库)(?:里面?|中)?)(?:把)?(?P<topic>[\p{Han}a-z0-9]{1,20}?)(?:都|给)*{删}{尾}`},
		{code: "zh-forget-topic", verb: ForgetTopic, scope: ScopeTopic, text: `{始}(?:从(?:你的)?(?:记忆|记忆库)(?:里面?|中)?){删}(?P<topic>[\p{Han}a-z0-9]{1,20}?){尾}`},
		{code: "zh-forget-topic", verb: ForgetTopic, scope: ScopeTopic, text: `{始}把?(?P<topic>[\p{Han}a-z0-9]{1,20}?)从(?:你的)?(?:记忆|记忆库)(?:里面?|中)?(?:都|给)*{删}{尾}`},
		{code: "zh-forget-topic", verb: ForgetTopic, scope: ScopeTopic, text: `{始}(?:忘掉|{删})(?:你)?(?:知道的|记住的|记得的|记下的|记录的|保存的|存的|所有|全部)*(?:关于|有关)(?P<topic>[\p{Han}a-z0-9]{1,20}?)的?(?:记忆|记录|信息|内容|一切|所有信息|事情|事)?{尾}`},
		{code: "zh-forget-topic", verb: ForgetTopic, scope: ScopeTopic, text: `{始}(?:彻底|完全)?(?:忘掉|忘干净)(?P<topic>我(?:的|家的?|们的|说过的|告诉你的|跟你说过?的|住|在|是|喜欢|有|和|爸|妈|老|女|儿|前|姓|叫|公司|生日|电话|地址)?[\p{Han}a-z0-9]{1,20}?){尾}`},
		{code: "zh-forget-topic", verb: ForgetTopic, scope: ScopeTopic, text: `{敬}(?:彻底|完全)?(?:忘掉|忘了|忘记)(?:关于)?(?P<topic>[\p{Han}a-z0-9]{1,20}?){尾}`},
		{code: "zh-forget-topic", verb: ForgetTopic, scope: ScopeTopic, text: `{始}(?:忘了|忘记)(?P<topic>我的[\p{Han}a-z0-9]{1,16}?)吧{尾}`},
		{code: "zh-forget-topic", verb: ForgetTopic, scope: ScopeTopic, text: `{始}(?:忘了|忘记)(?P<topic>我[\p{Han}a-z0-9]{1,16}?的?(?:事情?|事儿))吧{尾}`},
		{code: "zh-forget-topic", verb: ForgetTopic, scope: ScopeTopic, text: `{始}(?:忘掉|忘记)(?P<topic>我[\p{Han}a-z0-9]{1,16}?)(?:的|这|那)(?:件|个)?(?:事情?|事儿|信息|消息){尾}`},
		{code: "zh-forget-topic", verb: ForgetTopic, scope: ScopeTopic, text: `{始}把(?P<topic>(?:我|关于)[\p{Han}a-z0-9]{1,20}?)(?:都|给|全|彻底)*(?:忘掉|忘了吧|忘记吧|忘干净|忘了好吗){尾}`},
		{code: "zh-forget-topic", verb: ForgetTopic, scope: ScopeTopic, text: `{敬}把(?P<topic>[\p{Han}a-z0-9]{1,20}?)(?:都|给|全|彻底)*(?:忘掉|忘了|忘记){尾}`},
		{code: "zh-forget-topic", verb: ForgetTopic, scope: ScopeTopic, text: `{始}把(?P<topic>[\p{Han}a-z0-9]{2,20}?)(?:都|给|全|彻底|完全)*(?:忘掉|忘了|忘干净|忘记)(?:吧|好吗|好不好|行吗|可以吗|谢谢){尾}`},
		{code: "zh-forget-topic", verb: ForgetTopic, scope: ScopeTopic, text: `{始}(?P<topic>[\p{Han}a-z0-9]{2,16}?的(?:事情?|事儿))(?:你|就|都|也|全|还是)*(?:忘掉|忘了|忘干净|忘记)吧{尾}`},
		{code: "zh-forget-topic", verb: ForgetTopic, scope: ScopeTopic, text: `{令}(?:彻底|完全)?忘掉(?P<topic>[\p{Han}a-z0-9]{1,12}?的(?:事情?|事儿)){尾}`},
		{code: "zh-forget-topic", verb: ForgetTopic, scope: ScopeTopic, alone: true, text: `{令}(?:彻底|完全)?忘掉(?P<topic>[\p{Han}a-z0-9]{2,8}?){尾}`},
		{code: "zh-forget-topic", verb: ForgetTopic, scope: ScopeTopic, known: true, alone: true, text: `{令}(?:忘了|忘记)(?:关于)?(?P<topic>[\p{Han}a-z0-9]{2,8}?){尾}`}, // 我忘了小王 is told, and no order
		{code: "zh-forget-topic", verb: ForgetTopic, scope: ScopeTopic, text: `{始}(?:别再|不要再)(?:记得|记着)(?P<topic>我[\p{Han}a-z0-9]{1,20}?){尾}`},

		// 记住。
		{code: "zh-remember-this", verb: Remember, text: `{始}(?:{这})?(?:你|请|一定|都|务必)*(?:要|得)?(?:记住|记一下|记好|牢记|记下来|记下|记着|存进记忆|存到记忆里|写进记忆|帮我记|记录一下|别忘了|不要忘了|别忘记|不要忘记|可别忘了)(?:这个|这件事|这点|这一点|这句话|这条|我说的话?|我刚才说的话?|我下面说的话?)?{尾}`},
		{code: "zh-remember-that", verb: Remember, text: `{始}(?:要)?(?:记住|记一下|牢记|记下|记着|帮我记|别忘了|不要忘了|别忘记|不要忘记)(?:一下|住|着|下)?(?:我|以后|今后|下次|从现在)[^吗]*$`},
	}
	for i := range rules {
		rules[i].chinese = true
	}
	return rules
}
