package policy

import "strings"

// aheadPattern is a clause that turns the wish behind it to the rest of the
// conversation: "from now on, don't remember this".
const aheadPattern = `^(?:(?:so|and|ok|okay|please|well|but|then) )*(?:from (?:now|here|this point) on(?:wards?| out)?|going forward|starting now|` +
	`for the rest of (?:this|the|our) (?:chat|conversation|session|talk)|until i say otherwise|` +
	`(?:那|好|好的|请|请你|你)*(?:从(?:现在|这里|这儿|此刻|今天|这句)(?:起|开始)|从现在|接下来|从此以后|以后|今后|往后)(?:的(?:对话|聊天)(?:里|中)?)?)$`

// toldPattern is a clause that says whose words stood before it. It ends with the
// verb or with where it was said: "my wife said it in confidence" tells more.
const toldPattern = `^(?:(?:he|she|they|somebody|someone|(?:the|a|his|her|their) [a-z]+|my [a-z]+|[a-z]{2,}) (?:said|says|replied|joked|wrote|shouted|answered|told (?:him|her|us|them))(?: (?:in|to|at|during) (?:the|a|his|her|their) [a-z]+)?|` +
	`(?:said|says|replied|wrote|shouted|answered) (?:he|she|they|(?:the|a|his|her|their) [a-z]+)|` +
	`(?:他|她|他们|她们|[^我你您\p{P}]{1,5})(?:这么|这样|对他|对她)?(?:说|说道|写道|喊道|回答|回答道))$`

// undoPattern is a clause that turns the wish behind it to the turn before this one:
// "undo that, don't save it".
const undoPattern = `(?:{pre}{lead}(?:(?:undo|scratch|strike|scrap|retract|take back|disregard|ignore) (?:that|this|it)(?: one| last one| part| message)?|take (?:that|it) back){sfx}|` +
	`{始}{那}{中}不(?:算数|作数|算){尾})`

// sharedPatterns are what stands in many phrases: a name in braces, then its pattern, and so on.
func sharedPatterns() []string {
	return []string{
		// English.
		"{pre}", `^(?:(?:ok|okay|oh|hey|hi|hello|well|now|so|and|but|also|actually|just|please|pls|plz|kindly|anyway|btw|by the way|wait|sorry|um|uh|hmm|` +
			`yes|no|yeah|yep|right|then|though|because|or|for now|for privacy|this time|listen|look|note|important|fyi|in fact|to be clear|seriously|thanks|thank you|dear|ai|assistant|mneme|still|honestly) )*`,
		"{neg}", `(?:do not|don't|dont|never|you (?:do not|don't|dont) (?:need|have) to|(?:there(?:'s| is) )?no need to|you (?:needn't|need not|shouldn't|should not|must not|mustn't)|` +
			`i (?:do not|don't|dont) want you to|i(?:'d| would) (?:rather|prefer)(?: that| if)? you (?:not|didn't|did not|don't|do not|wouldn't)|i prefer(?: that)? you (?:not|don't|do not)|i(?:'d| would) (?:appreciate|like|love) it if you (?:didn't|did not|don't|wouldn't|would not)|` +
			`(?:make|be) sure (?:(?:that )?you (?:don't|do not)|not to|to not)|try (?:not to|to not)|(?:can|could|would|will) you please not|let's not|lets not|let us not|` +
			`i(?:'d| would) like you (?:not to|to not)|i want you (?:not to|to not)|i(?:'m| am) asking you not to|i ask you not to|please (?:do not|don't|dont|never))(?: ever| please| even| try to| actually)?`,
		"{asked}", `(?:(?:can|could|would|will) (?:you|we)(?: please| kindly)? not|(?:can|could) you (?:please )?(?:avoid|skip)|would you mind not|do you mind not|is it (?:ok|okay|possible) (?:to not|not to)|can we not)`,
		"{mem}", `(?:remember|memori[sz]e|retain|record|save|store|log|learn(?: from)?|note|note down|write down|jot down|take (?:a )?note of|make (?:a )?note of|keep (?:a |any )?(?:record|track|note|memory|log|trace)s? of|hold on to|hang on to|commit to memory)`,
		"{ing}", `(?:remembering|memori[sz]ing|retaining|recording|saving|storing|logging|learning(?: from)?|noting(?: down)?|writing down|keeping (?:a )?(?:record|track|note|log)s? of|taking notes (?:of|on|about))`,
		"{this}", `(?:this(?: one| part| bit| message| turn| question| request| exchange| sentence| thing| info| information| detail| stuff| secret| topic| answer)?|it|the following(?: message| part| bit| sentence)?|` +
			`any of (?:this|it)|all (?:of )?this|these(?: things| details| messages| facts)?|what (?:i'm|i am) (?:about to (?:say|tell you|write|share|ask)|going to (?:say|tell you|write|share|ask)|saying|telling you|sharing)(?: now| next| here)?|` +
			`what i (?:say|tell you|write|share|type|ask)(?: next| now| here| in this message)?|what follows|(?:my|the) next (?:message|sentence|question|words|part|bit|thing|turn)(?: i say)?)`,
		"{last}", `(?:what i(?:'ve| have)? (?:just )?(?:said|told you|wrote|typed|shared|mentioned|asked)(?: you)?(?: earlier| before| above| just now| a moment ago)?|` +
			`what i(?:'ve| have)? just (?:said|told you|wrote|typed|shared|mentioned|asked)(?: you)? about [\p{L}0-9' -]{2,40}?|` +
			`(?:my|the|that|our) (?:last|previous|earlier|preceding|latest) (?:message|question|request|thing|one|part|bit|sentence|exchange|turn|answer|reply|remark|comment|statement|prompt)(?: (?:that )?i (?:said|sent|wrote|asked))?|` +
			`the (?:last )?thing i(?: just)? (?:said|told you)|(?:anything|everything) i just said)`,
		"{that}", `(?:that(?: one| part| bit| message| thing| info| information| detail| last part| last bit)?|those(?: things| details| messages)?|any of that|all (?:of )?that)`,
		"{secret}", `(?:off (?:the )?record|confidential|private|secret|a secret|classified|top secret|(?:confidential|private|sensitive|personal) (?:information|info)|a private matter|(?:just |only |strictly )?between (?:us|you and me)|not for (?:the record|your memory)|not to be (?:recorded|remembered|saved|stored|kept))`,
		"{session}", `(?:anything(?: else)?(?: (?:that )?(?:i|we) (?:say|tell you|write|share|discuss|talk about|type))?|any of (?:my|our) (?:messages|conversations?|chats?)|any of (?:this|our|the) (?:conversation|chat|session|discussion)|` +
			`(?:this|our|the)(?: whole| entire| current)? (?:conversation|chat|session|discussion|thread|dialogue|dialog)|(?:whatever|everything) (?:i|we) (?:say|tell you|discuss|talk about|write)|my messages|` +
			`(?:what i (?:say|tell you)|this|it|things|anything) from (?:now|here) on(?: out)?)(?: from now on| here| today| in this (?:chat|conversation|session)| for the rest of (?:this|the|our) (?:chat|conversation|session))?`,
		"{private}", `(?:address|phone|phone number|number|name|e-?mail|email address|birthday|age|password|pin|card|card number|details|personal details|information|personal information|info|data|location|salary|income|health|diagnosis|condition|secrets?|religion|ssn)`,
		"{sfx}", `(?: please| pls| ok| okay| thanks| thank you| anywhere| at all| either| though| for me| for later| for (?:the )?future(?: reference| use| chats| conversations)?| this time| right now| permanently| long[- ]term| afterwards| after this|` +
			` (?:in|into|to|from) (?:your |ur |the |my |long[- ]term |any )*(?:memory|memories|memory bank|profile|memory store)| as a memory| if you can| if possible| alright| or anything| after all| then| ever| again| anymore| any more| from now on)*$`,
		"{own}", `(?:i|i'm|i am|i've|i'd|i'll|im|ive|my|mine|we|we're|we've|our|he|he's|she|she's|they|they're|his|her|their)`,
		"{lead}", `(?:(?:let's|lets|you can|you may|you could|you should|you must|you need to|can you|could you|would you|will you please|can we|i want you to|i'd like you to|i would like you to|i need you to|go ahead and|feel free to|make sure (?:that )?you|make sure to|try to|just|please|also|now|then|simply|kindly|completely|totally|permanently) )*`,
		"{trouble}", `(?:problem|issue|question|topic|matter|subject|complaint|ticket|case|incident)s?`,
		"{matter}", `(?:the|that|this|my|our|those|these)(?: (?:last|old|previous|earlier|other))?(?: [a-z'-]+){0,3} (?:problem|issue|question|topic|matter|subject|complaint|ticket|case|incident)s?(?: (?:with|about|from|of) [a-z' -]{2,40}?)?`,
		"{del}", `(?:delete|erase|remove|wipe|clear|purge|scrub|drop|take|get rid of)`,
		// Chinese.
		"{始}", `^(?:嗯|哦|啊|额|呃|喂|嘿|好的|好吧|好|行|那么|对了|顺便说一句|顺便说一下|顺便提一句|顺便|另外|还有|请你|请您|请|麻烦你|麻烦您|麻烦|拜托你|拜托您|拜托|帮我|帮忙|你们|你|您|就|先|可|千万|务必|一定|其实|不过|但是|但|而且|所以|然后|并且|只是|` +
			`等等|等一下|小助手|助手|同学|亲|话说|声明一下|提前说|我说|我跟你说|跟你说|听我说|注意|重要|ps|btw|也|都|可以的话|如果可以|方便的话|能不能|可不可以|可否|能否|可以|能|要不|希望你|我希望你|我想让你|我要你|我需要你|我想请你|想请你|这次|今天|谢谢|谢了|现在|记得)*`,
		"{敬}", `^(?:那|好|好的|好吧|对了|就|先|现在|你|您|但是|但|不过|所以|然后|顺便|也)*(?:请你|请您|请|麻烦你|麻烦您|麻烦|拜托你|拜托您|拜托|帮我|帮忙|能不能|可不可以|可否|能否|可以|希望你|我希望你|我想让你|我要你|我需要你|我想请你)(?:就|帮我|把它|现在|先|你|您|都|彻底|完全|全部)*`,
		"{勿}", `(?:千万别|千万不要|可以不|可不可以不|能不能不|能不|别再|不要再|不用再|先别|先不要|可别|能别|别|不要|请勿|勿|莫|甭|不用|不必|不需要|无需|无须|不许|不准|不得|不可以|禁止|我不想让你|我不想你|我不希望你|不想让你|不希望你|没必要|不应该|不该)(?:给我|帮我|再|去|都|也)*`,
		"{记}", `(?:记录下来|记录在案|记录|记住|记下来|记下|记到(?:你的)?(?:记忆|脑子|小本本|本子|心)(?:里|中|上)?|记进(?:你的)?(?:记忆|脑子)(?:里|中)?|记在(?:你的)?(?:记忆|脑子|心|小本本)(?:里|中|上)|(?:写|存|放|收|加)(?:进|入|到|在)(?:你的|长期)*记忆(?:库)?(?:里|中)?|留下记录|留记录|留下痕迹|留痕|留底|留档|存档|备案|记)`,
		"{存}", `(?:保存下来|保存起来|保存|存储|储存|存下来|存起来|存着|存|留存|收录|学习|学)`,
		"{这}", `(?:这(?:个|句|句话|条|条消息|段|段话|件事情?|事|事儿|些|一句|一句话|一条|一段|次|轮|部分|些话|些内容|个信息|条信息|个秘密|里|番话)?(?:话|内容|消息|信息)?|本条(?:消息)?|本句|以下(?:内容|的内容|的话|这些)?|` +
			`下面(?:这|的|我)?(?:句话|句|段话|段|条|话|内容|这些|要说的|说的)?|接下来(?:这|的|我要?)?(?:句话|句|段话|段|条|一句话|一句|说的)|我(?:接下来|下面|现在|待会儿?|马上)(?:要)?(?:说|讲|发|问)的(?:话|内容|这些|事)?|它|此条|此事|我这句话?|我这条消息)`,
		"{那}", `(?:我?(?:刚才|刚刚|刚|方才|前面|之前|先前|上面)(?:我|跟你|和你|对你|给你)*(?:说|讲|提|发|问|聊|告诉你|提到|写)?过?的?(?:那|这)?(?:个|句话|句|条消息|条|段话|段|件事|些|一句|话|内容|消息|东西|事|事情)?(?:话|内容)?|` +
			`上(?:一)?(?:条消息|条|句话|句|个问题|段话|段|轮)(?:消息|话|内容)?|前(?:一)?(?:条|句话|句)(?:消息)?|最后(?:那|一)+(?:句话|句|条消息|条)|那(?:句话|句|条消息|条|段话))`,
		"{密}", `(?:机密|绝密|秘密|私密|隐私|内部机密|商业机密|商业秘密|个人隐私|(?:机密|绝密|保密|私密|敏感|内部|隐私)(?:信息|内容|资料|消息|事项|的事|的)|(?:需要|要)?保密的|不能(?:外传|说|公开|记录|记)的)`,
		"{会}", `(?:从(?:现在|这里|这儿|此刻|今天)(?:起|开始)?(?:我们?(?:说|聊|讲|发|写)的(?:任何|所有)?(?:话|内容|东西|事情?|一切)?)?|从此(?:以后)?|接下来(?:的)?(?:对话|聊天|内容|话|所有|全部)*|以后|之后|往后|今后|后面(?:的)?(?:对话|聊天|内容|话)?|(?:这|本)(?:次|场|个|轮|段)?(?:对话|聊天|会话|谈话|交流)(?:里|中|内容|的内容)?|` +
			`我们?(?:接下来|以后|之后|后面|今天|这次)(?:说|聊|讲)的(?:话|内容|事)?|今天(?:的|我们)?(?:对话|聊天|会话|聊的|说的)(?:内容)?|接下来我?说的(?:话|内容|一切)?|我(?:说|讲)的(?:任何话|话|一切|每句话|所有话)|任何(?:内容|东西|事|事情|话)|我们的(?:对话|聊天))`,
		"{中}", `(?:你|您|就|请|麻烦|都|全都|全部|也|可|可以|先|最好|通通|统统|一律|咱们|我们|我|的|内容)*`,
		"{尾}", `(?:了|啊|哦|喔|呀|吧|哈|啦|呢|嘛|哟|噢|好吗|好么|好不好|行吗|行不行|可以吗|吗|么|谢谢你|谢谢|多谢|拜托了|拜托|ok|就好|就行|就是了|一下|下来|起来|可以了)*$`,
		"{再}", `(?:你|您|我|我们|咱们|现在|可能|恐怕|看来|就)*(?:又要|又得|又需要|还是要|还是得|还得|还要|还是继续|还是再|还是接着|要继续|得继续|继续|要重新|重新|再次|接着|还是)(?:要|得|需要|继续|再|接着|帮我)*`,
		"{令}", `^(?:嗯|哦|好的|好吧|好|行|那|对了|就|先|请你|请您|请|麻烦你|麻烦您|麻烦|拜托|帮我|顺便|另外|还有|算了|现在|等等|等一下|你可以|可以)*`,
		"{私}", `(?:住址|地址|住处|电话号码|电话|手机号码|手机号|手机|号码|邮箱|邮件地址|微信号|微信|生日|年龄|工资|薪水|薪资|收入|存款|姓名|名字|身份证号码?|身份证|银行卡号?|银行卡|健康|病史|病情|体检|诊断|婚姻|宗教|位置|学历|家庭)`,
		"{事}", `(?:问题|事情|事儿|事|话题|投诉|工单|单子|毛病|麻烦|案子|故障)`,
		"{删}", `(?:删除掉|删除|删掉|删了|清除掉|清除|清掉|抹掉|抹去|抹除|擦掉|擦除|移除|去掉|清空)`,
	}
}

// expand replaces the names in braces by their patterns.
func expand(pattern string) string { return strings.NewReplacer(sharedPatterns()...).Replace(pattern) }

// englishPhrases are tried in order; the first that matches a clause wins.
func englishPhrases() []phrase {
	return []phrase{
		// Recording: this turn, the last one, the rest of the conversation.
		{code: "forget-topic", verb: ForgetTopic, scope: ScopeTopic, text: `{pre}{neg} {mem} (?:anything|everything|a thing)(?: at all)?(?: else)? (?:about|on|of|regarding) (?P<topic>(?:my|our) [\p{L}0-9' -]{2,60}?){sfx}`},
		{code: "dont-remember-conversation", verb: SkipSession, text: `{pre}{neg} {mem} (?:this|our|the) (?:conversation|chat|session) from (?:now|here) on{sfx}`},
		{code: "dont-remember-conversation", verb: SkipSession, scope: ScopeSession, text: `{pre}(?:{neg} {mem}|{asked} (?:{mem}|{ing})) (?:any of |all of )?(?:this|our)(?: whole| entire)? (?:conversation|chat|session|discussion|thread|dialogue|dialog){sfx}`},
		{code: "forget-conversation", verb: ForgetTopic, scope: ScopeSession, text: `{pre}{neg} {mem} (?:anything|everything|any of what|all of what)(?: that)? (?:i|we)(?:'ve| have)? (?:said|told you|talked about|discussed)(?: you)?(?: so far| before| earlier| until now| up to now| here| today)?{sfx}`},
		{code: "dont-remember-conversation", verb: SkipSession, scope: ScopeSession, text: `{pre}(?:{neg} {mem}|{asked} (?:{mem}|{ing})) (?:(?:anything|any|everything|all|a thing|a word)(?: (?:that )?(?:was |is |has been )?(?:said|told|discussed|we (?:say|said|discuss|discussed)))?(?: of| from| in| during| about)? |any of )?(?:today's|tonight's|this (?:whole |entire )?|our (?:whole |entire )?|our current |the current )(?: )?(?:conversation|chat|session|discussion|talk|messages|chats|thread)(?: today)?{sfx}`},
		{code: "dont-remember-conversation", verb: SkipSession, text: `{pre}{neg} {mem} {session}{sfx}`},
		{code: "dont-remember-conversation", verb: SkipSession, text: `{pre}{asked} (?:{mem}|{ing}) {session}{sfx}`},
		{code: "dont-remember-conversation", verb: SkipSession, text: `{pre}(?:from (?:now|here|this point) on(?:wards?)?|going forward|starting now|for the rest of (?:this|the|our) (?:chat|conversation|session)) (?:please )?{neg} {mem} (?:{session}|{this}|{that}|me){sfx}`},
		{code: "dont-remember-this", verb: SkipTurn, text: `{pre}{neg} (?:note|write|jot|take) (?:this|it|that) down{sfx}`},
		{code: "dont-remember-last", verb: SkipLast, text: `{pre}{neg} {mem} {last}{sfx}`},
		{code: "dont-remember-last", verb: SkipLast, text: `{pre}{asked} (?:{mem}|{ing}) {last}{sfx}`},
		{code: "dont-remember-that", verb: SkipLast, deictic: true, text: `{pre}{neg} {mem} {that}{sfx}`},
		{code: "dont-remember-that", verb: SkipLast, deictic: true, text: `{pre}{asked} (?:{mem}|{ing}) {that}{sfx}`},
		{code: "dont-remember-this", verb: SkipTurn, text: `{pre}{neg} {mem} {this}{sfx}`},
		{code: "dont-remember-this", verb: SkipTurn, text: `{pre}{asked} (?:{mem}|{ing}) {this}{sfx}`},
		// What is not to be kept follows without a mark: "don't store this my salary is 5k".
		{code: "dont-remember-this", verb: SkipTurn, text: `{pre}{neg} {mem} (?:this|it) {own} .*$`},
		{code: "dont-remember-this", verb: SkipTurn, text: `{pre}{neg} {mem} (?:this|it) [\p{L}'-]{2,20} (?:is|was) (?:my|our|his|her|seeing|dating|ill|sick|pregnant|dying|leaving|getting|gay|trans)(?: .*)?$`},
		{code: "off-the-record", verb: SkipTurn, text: `{pre}(?:strictly |completely |this is |just )?off the record {own} .*$`},
		{code: "dont-remember-this", verb: SkipTurn, text: `please (?:don't|dont|do not) (?:remember|memori[sz]e|record|save|store) (?:this|that|it)(?: message| part)?{sfx}`},
		{code: "dont-remember-this", verb: SkipTurn, text: `(?:[0-9]k?|\b(?:pregnant|gay|ill|sick|secret|private|here|though|btw|lol|ok|okay|pls)) (?:don't|dont|do not) (?:remember|memori[sz]e|record|save|store|log) this(?: message| part| one)?{sfx}`},
		{code: "dont-remember-mine", verb: SkipTurn, text: `{pre}{neg} (?:remember|memori[sz]e|retain|learn) (?:(?:about )?my [a-z' -]{2,40}|about this){sfx}`},
		{code: "dont-remember-mine", verb: SkipTurn, text: `{pre}{neg} {mem} (?:my|our|this|that) (?:[a-z]+ )?{private}{sfx}`},
		{code: "dont-remember-fact", verb: SkipTurn, text: `{pre}(?:{neg} {mem}|{asked} (?:{mem}|{ing})) (?:the fact )?that (?:i|i'm|i've|i'd|i'll|my|we|we're|we've|our|he|he's|she|she's|they|they're)(?: .*)$`},
		{code: "keep-out-of-memory", verb: SkipTurn, text: `{pre}{neg} (?:put|add|write|commit|enter|file|place) (?:{this}|{that}) (?:in|into|to|down in) (?:your |the |my |long[- ]term )*(?:memory|memories|notes about me|profile|records?){sfx}`},
		{code: "keep-out-of-memory", verb: SkipTurn, text: `{pre}{neg} keep (?:{this}|{that}) (?:in (?:your |ur |the |my |long[- ]term )*(?:memory|memories|notes|records?|profile)|on (?:file|record)|anywhere){sfx}`},
		{code: "dont-remember-this", verb: SkipTurn, text: `{pre}{neg} {mem} anything (?:about|of|from) (?:{this}|{that}|me|my [\p{L} '-]{2,40}){sfx}`},
		{code: "dont-remember-this", verb: SkipTurn, text: `please (?:don't|dont|do not) (?:remember|record|save|store)$`},
		{code: "keep-out-of-memory", verb: SkipTurn, text: `{pre}{neg} keep any of (?:this|it|that|what i (?:say|said|am saying)){sfx}`},
		{code: "keep-out-of-memory", verb: SkipTurn, text: `{pre}keep (?:{this}|{that}) out of (?:your |the |my )*(?:memory|memories|notes|records?|profile){sfx}`},
		{code: "not-for-memory", verb: SkipSession, scope: ScopeSession, text: `{pre}(?:this|our|the)(?: whole| entire)? (?:conversation|chat|session|discussion) (?:should(?:n't| not)|must(?:n't| not)|is(?:n't| not) to|should never) be (?:remembered|memori[sz]ed|recorded|saved|stored|logged|retained){sfx}`},
		{code: "not-for-memory", verb: SkipTurn, text: `{pre}(?:this|it|these|{this})(?: message| part| one)? (?:should(?:n't| not)|must(?:n't| not)|is(?:n't| not) to|are not to|need(?:n't| not)|shall not|does(?:n't| not) (?:need|have) to|should never) be (?:remembered|memori[sz]ed|recorded|saved|stored|logged|retained){sfx}`},
		{code: "not-for-memory", verb: SkipTurn, text: `{pre}(?:this|it)(?: one)?(?:'s| is) not (?:for (?:the record|your memory|your records)|something (?:to|you should|you need to|i want you to) (?:remember|record|save)){sfx}`},
		{code: "not-for-memory", verb: SkipTurn, text: `{pre}not for (?:(?:the|your|my|long[- ]term) )*(?:memory|memories|record|records|notes){sfx}`},
		{code: "not-for-memory", verb: SkipTurn, text: `{pre}{lead}(?:delete|erase|forget|destroy|discard|wipe) (?:this|it|that)(?: message| part| one)? (?:(?:right |immediately |straight )?after|once|when|as soon as) (?:reading|answering|replying|using|you(?:'ve| have|'re| are)? (?:read|answered|replied|used|finished|done)(?: with)?|you (?:answer|reply))(?: it| this| that)?{sfx}`},
		{code: "no-record-of-this", verb: SkipTurn, text: `{pre}(?:leave|keep|make|take|have) no (?:record|memory|trace|notes?|log) of (?:{this}|{that}){sfx}`},
		{code: "without-remembering", verb: SkipTurn, text: `without (?:remembering|memori[sz]ing|recording|keeping a (?:record|memory) of) (?:this|it|that|any of (?:this|it)){sfx}`},
		{code: "off-the-record-on", verb: SkipSession, text: `{pre}{lead}(?:(?:let's|lets|we'll|we are|we're|i'm|i am|i want to|i'd like to|i need to|we should|shall we|can i|could i|may i|can we|could we) )?(?:go(?: completely| fully)?|going|stay|talk|speak|be|chat|keep this (?:conversation|chat)|everything (?:i say |we say )?from (?:now|here) on is|the rest (?:of this (?:chat|conversation) )?is|this (?:whole |entire )?(?:conversation|chat|session) is) off (?:the )?record(?: from (?:now|here) on)?(?: for (?:a )?(?:bit|while|moment|minute|second|sec|little while|few minutes|now|the moment|the time being|the rest of (?:this|the|our) (?:chat|conversation|session)))?{sfx}`},
		{code: "off-the-record-on", verb: SkipSession, text: `{pre}off the record from (?:now|here) on{sfx}`},
		{code: "off-the-record", verb: SkipTurn, text: `{pre}(?:(?:this|it|that|{this}|everything i'm about to say)(?:'s| is| stays| remains| must stay| should stay)? |keep (?:this|it) |let's keep (?:this|it) |between us and |speaking )?(?:strictly |completely |totally |entirely |just |all )?off (?:the )?record{sfx}`},
		{code: "between-us", verb: SkipTurn, text: `{pre}(?:let's |lets )?(?:keep (?:this|it|that|all (?:of )?(?:this|that))|(?:this|that) (?:stays|is|remains))(?: just| strictly)? between (?:us|you and me|the two of us){sfx}`},
		{code: "between-us", verb: SkipTurn, text: `{pre}(?:just )?between (?:us|you and me){sfx}`},
		{code: "keep-private", verb: SkipTurn, text: `{pre}(?:let's |lets |you must |you should )?keep (?:this|it|that|all of this|all this)(?: one)?(?: strictly| just| completely)? (?:private|confidential|secret|to yourself|under wraps|hush-hush|a secret|just between us){sfx}`},
		{code: "dont-remember-last", verb: SkipLast, text: `{pre}{last}(?:'s| is| was| must| should| has to| needs to| ought to| will| stays| remains)(?: be| stay| remain| also| all| just| only| kept| meant to be| supposed to be| strictly| completely| totally| highly)* {secret}{sfx}`},
		{code: "dont-remember-last", verb: SkipLast, deictic: true, text: `{pre}(?:that|it|this|those|all (?:of )?(?:that|this)|the above)(?: was| were)(?: also| all| just| only| meant to be| supposed to be| strictly| completely| totally| highly)* {secret}{sfx}`},
		{code: "keep-private", verb: SkipTurn, alone: true, text: `{pre}(?:strictly |highly |totally |completely |private and )?(?:confidential|top secret|classified){sfx}`},
		{code: "keep-private", verb: SkipTurn, text: `{pre}(?:this|it|that|{this})(?:'s| is| stays| must stay| should stay| remains| must be| should be)(?: strictly| completely| just| highly| totally)* {secret}{sfx}`},
		{code: "keep-private", verb: SkipTurn, text: `{pre}(?:this|it|that|{this})(?:'s| is| stays| must stay| should stay| remains)(?: strictly| completely| just)? (?:private|confidential|secret|a secret){sfx}`},
		{code: "keep-private", verb: SkipTurn, text: `{pre}{neg} (?:(?:tell (?:anyone|anybody|a soul)|breathe a word)(?: about| of)?(?: this| it| that)?|(?:repeat|share|pass on) (?:this|it|that))(?: to anyone| with anyone| to anybody| with anybody)?{sfx}`},
		{code: "stop-recording", verb: SkipSession, text: `{pre}{lead}(?:stop|quit|cease|pause) (?:remembering|recording|memori[sz]ing|taking notes)(?: (?:{session}|what i say|me|this|now|for now|everything|things))?{sfx}`},
		{code: "stop-recording", verb: SkipSession, text: `{pre}{lead}(?:stop|quit|cease) {ing} {session}{sfx}`},
		{code: "stop-recording", verb: SkipSession, text: `{pre}{lead}(?:stop|quit|cease|pause) {ing} (?:(?:things|facts|details|stuff|anything) (?:about|on) me|about me){sfx}`},
		{code: "dont-remember-this", verb: SkipTurn, text: `{pre}{lead}(?:avoid|refrain from|skip) {ing} (?:{this}|{that}){sfx}`},
		{code: "memory-off", verb: SkipSession, text: `{pre}{lead}(?:turn off|switch off|shut off|disable|pause|suspend|deactivate) (?:your |the |my )?(?:memory|memories|memory feature|long[- ]term memory|recording)(?: for (?:now|(?:the rest of )?(?:this|the) (?:chat|conversation|session)))?{sfx}`},
		{code: "memory-off", verb: SkipSession, text: `{pre}{lead}turn (?:your |the |my )?(?:memory|memory feature) off(?: for (?:now|(?:the rest of )?(?:this|the) (?:chat|conversation|session)))?{sfx}`},
		{code: "incognito", verb: SkipSession, text: `{pre}{lead}(?:let's |lets )?(?:go|switch to|enter) incognito(?: mode)?{sfx}`},

		// Recording again.
		{code: "remember-again", verb: ResumeSession, text: `{pre}{lead}(?:it's (?:ok|okay|fine) to |it is (?:ok|okay|fine) to )?(?:start |resume |go back to |begin |continue )?(?:remember|remembering|record|recording|save|saving|store|storing|take notes|taking notes|memori[sz]e|memori[sz]ing)(?: things| me| what i say| everything| our (?:chat|conversation)s?| my messages| stuff)? (?:again|from now on)(?: now| please| from now on| thanks)*$`},
		{code: "remember-again", verb: ResumeSession, text: `{pre}{lead}(?:start|resume|continue) (?:remembering|recording|memori[sz]ing)(?: things| me| what i say| everything)?(?: now| please)*$`},
		{code: "on-the-record", verb: ResumeSession, text: `{pre}(?:we're |we are |i'm |let's (?:go |get )?|this is )?(?:back on the record|on the record (?:again|now))(?: now| again| please)*$`},
		{code: "memory-on", verb: ResumeSession, text: `{pre}{lead}(?:turn on|switch on|re-?enable|enable|resume|unpause|reactivate) (?:your |the |my )?(?:memory|memory feature|long[- ]term memory|recording)(?: again| back| now| please)*$`},
		{code: "memory-on", verb: ResumeSession, text: `{pre}{lead}turn (?:your |the |my )?(?:memory|memory feature) (?:back )?on(?: again| now| please)*$`},

		// Dropping a matter; before forgetting, since "forget that problem" is this.
		{code: "drop-it", verb: DropTopic, text: `{pre}{lead}drop (?:it|this|that|the (?:subject|topic|matter|issue)){sfx}`},
		{code: "drop-matter", verb: DropTopic, text: `{pre}{lead}(?:never ?mind|forget|forget about|drop|let go of) (?:about )?(?P<topic>(?:the|that|this|my|our|those|these)(?: (?:last|old|previous|earlier|other))?(?: [a-z'-]+){0,3} {trouble}(?: (?:with|about|from|of) [a-z' -]{2,40})?){sfx}`},
		{code: "drop-matter", verb: DropTopic, text: `{pre}{neg} (?:worry about|deal with|follow up on|look into|bother with) (?P<topic>(?:the|that|this|my|our)(?: [a-z'-]+){0,3} {trouble}(?: (?:with|about|from|of) [a-z' -]{2,40})?) (?:anymore|any more|any longer){sfx}`},
		// To forget what has a name is to erase it, where nothing else is spoken of: "forget Paris, go to Lyon" plans.
		{code: "forget-everything", verb: ForgetTopic, scope: ScopeAll, alone: true, text: `{pre}{lead}(?:forget (?:about )?(?:absolutely )?(?:everything|all of it|it all)|(?:delete|erase|wipe|clear|purge|remove) (?:all|everything)(?: of)?(?: (?:my|the|your))?(?: personal| private| stored| saved)? ?(?:data|information|info|records|memories|facts)(?: (?:about|on|of) me| you (?:have|hold|keep|saved|stored)(?: (?:about|on|of) me)?)?){sfx}`},
		{code: "forget-topic", verb: ForgetTopic, scope: ScopeTopic, named: true, text: `{pre}(?:i want you to|i'd like you to|i would like you to|i need you to) forget (?:about )?(?P<topic>(?:the )?[\p{L}0-9'-]{2,30}(?: [\p{L}0-9'-]{2,20}){0,2}?){sfx}`},
		{code: "forget-topic", verb: ForgetTopic, scope: ScopeTopic, named: true, alone: true, text: `{pre}{lead}forget (?:about )?(?P<topic>(?:the )?[\p{L}0-9'-]{2,30}(?: [\p{L}0-9'-]{2,20}){0,2}?){sfx}`},
		{code: "drop-named", verb: DropTopic, named: true, text: `{pre}{lead}forget (?:about )?(?P<topic>(?:the )?[\p{L}0-9'-]{3,30}(?: [\p{L}0-9'-]{2,20}){0,2}?)(?: trip| idea| plan| thing| offer)?{sfx}`},
		{code: "stop-mentioning", verb: DropTopic, text: `{pre}{lead}(?:stop|quit) (?:asking(?: me)? about|talking about|bringing up|mentioning|reminding me (?:of|about)|nagging me about|going on about) (?P<topic>[\p{L}0-9' -]{2,60}){sfx}`},
		{code: "stop-mentioning", verb: DropTopic, text: `{pre}{neg} (?:bring up|mention|talk about|ask(?: me)? about|remind me (?:of|about)) (?P<topic>[\p{L}0-9' -]{2,60}?) (?:again|anymore|any more|ever again|any longer){sfx}`},
		{code: "stop-mentioning", verb: DropTopic, text: `{pre}{neg} bring (?P<topic>[\p{L}0-9' -]{2,60}?) up (?:again|anymore|any more|ever again){sfx}`},
		{code: "stop-mentioning", verb: DropTopic, text: `{pre}i (?:don't|do not|dont) (?:want|wish) to (?:hear|talk|speak|think) about (?P<topic>[\p{L}0-9' -]{2,60}?) (?:again|anymore|any more|ever again){sfx}`},

		// Taking a dropped matter up again.
		{code: "take-up-matter", verb: TakeUp, text: `{pre}(?P<topic>{matter}) (?:is|are|has become|have become|became|is becoming)(?: now| suddenly)? (?:back on the table|on the table again|(?:relevant|important|open|current|live|urgent|of interest) (?:again|after all|once more)){sfx}`},
		{code: "take-up-matter", verb: TakeUp, text: `{pre}(?P<topic>{matter}) (?:matters|concerns me|bothers me)(?: now)? (?:again|after all|once more){sfx}`},
		{code: "take-up-matter", verb: TakeUp, text: `{pre}{lead}(?:pick|take|bring) (?P<topic>{matter}) (?:back )?up again{sfx}`},
		{code: "take-up-matter", verb: TakeUp, text: `{pre}{lead}(?:pick|take) (?:back )?up (?P<topic>{matter}) again{sfx}`},
		{code: "take-up-matter", verb: TakeUp, text: `{pre}{lead}(?:re-?open|revisit|get back to|return to) (?P<topic>(?:that|the) (?:last |old |previous |earlier |other )?(?:[a-z'-]+ ){0,3}{trouble}) (?:again|after all){sfx}`},
		{code: "take-up-it", verb: TakeUp, text: `{pre}{lead}(?:pick|take) (?:it|that|this) (?:back )?up again{sfx}`},
		{code: "mention-again", verb: TakeUp, text: `{pre}(?:you (?:can|may|could|should)|feel free to|it's (?:ok|okay|fine) to|i want you to|i'd like you to|start|please start)(?: now)? (?:mention(?:ing)?|bring(?:ing)? up|talk(?:ing)? about|ask(?:ing)?(?: me)? about|remind(?:ing)? me (?:of|about)|follow(?:ing)? up on) (?P<topic>[\p{L}0-9' -]{2,60}?) (?:again|once more){sfx}`},
		{code: "mention-again", verb: TakeUp, text: `{pre}i (?:want|would like|wish) to (?:hear|talk|speak) about (?P<topic>[\p{L}0-9' -]{2,60}?) (?:again|after all|once more){sfx}`},
		{code: "mention-again", verb: TakeUp, text: `{pre}i'd like to (?:hear|talk|speak) about (?P<topic>[\p{L}0-9' -]{2,60}?) (?:again|after all|once more){sfx}`},

		// Forgetting: the last words, this conversation, everything, a topic.
		{code: "forget-last", verb: SkipLast, text: `{pre}{lead}forget (?:about )?{last}{sfx}`},
		{code: "forget-last", verb: SkipLast, text: `{pre}{lead}forget (?:that )?i (?:just |ever )?(?:said|mentioned|told you|asked|wrote|brought up)(?: (?:that|this|it|anything|so))?{sfx}`},
		{code: "forget-last", verb: SkipLast, text: `{pre}{lead}{del} (?:what i(?:'ve| have)? (?:just )?(?:said|told you)|(?:my|that) (?:last|previous) message){sfx}`},
		{code: "forget-last", verb: SkipLast, text: `{pre}{lead}(?:scratch|strike|delete|erase|remove) (?:{last}|that(?: last (?:part|message|bit))?) from (?:the |your )*(?:memory|record|records|memories){sfx}`},
		{code: "forget-last", verb: SkipLast, text: `{pre}{lead}(?:ignore|disregard|scrap|scratch|strike|retract|undo|withdraw|take back) (?:(?:my|that) (?:very )?(?:last|previous|latest) (?:message|remark|comment|statement|sentence|question)|what i(?:'ve| have)? just (?:said|told you|wrote|typed)){sfx}`},
		{code: "forget-that", verb: SkipLast, deictic: true, text: `{pre}{lead}forget (?:this|that|all that|all this|all of (?:this|that))(?: one| part| bit| message| info| information| detail)?{sfx}`},
		{code: "forget-that", verb: SkipLast, deictic: true, text: `{pre}(?:please|can you(?: please)?|could you(?: please)?|i want you to|i'd like you to) forget (?:it|this|that|about (?:it|this|that)){sfx}`},
		{code: "forget-conversation", verb: ForgetTopic, scope: ScopeSession, text: `{pre}{lead}(?:forget|{del}) (?:about )?(?:(?:all of |everything (?:in|from) |all (?:you (?:know|learned) )?from )?(?:this|our|the)(?: whole| entire| current)? (?:conversation|chat|session|discussion)|(?:everything|all|anything)(?: that)? (?:i|we)(?:'ve| have)? (?:said|told you|talked about|discussed|shared)(?: you| with you)? (?:today|here|so far|in this (?:chat|conversation|session)|in here))(?: from (?:your )?memory)?{sfx}`},
		{code: "forget-everything", verb: ForgetTopic, scope: ScopeAll, text: `{pre}{lead}forget (?:about )?(?:everything|all|anything)(?: (?:that )?(?:you (?:know|remember|learned|learnt)(?: about me)|you(?:'ve| have) (?:learned|learnt|saved|stored|remembered|recorded)(?: about me)?|you have (?:on|about) me|about me|i(?:'ve| have)? (?:ever )?(?:told|said to|shared with)(?: you)?|i(?:'ve| have)? (?:ever )?said(?: to you)?)){sfx}`},
		{code: "forget-everything", verb: ForgetTopic, scope: ScopeAll, text: `{pre}{lead}(?:{del}|forget) (?:about )?(?:everything|all|anything|whatever|what|all the (?:data|information|info|things|facts))(?: of what| that)? (?:you (?:know|remember|have|saved|stored|learned|recorded)|you(?:'ve| have) (?:learned|saved|stored|recorded))(?: about| on| of) me(?: from (?:your )?memory)?{sfx}`},
		{code: "forget-everything", verb: ForgetTopic, scope: ScopeAll, text: `{pre}{lead}(?:delete|erase|wipe|clear|reset|purge|empty) (?:all (?:of )?(?:your|my|the)|your|my|all)(?: entire| whole| complete)? (?:memory|memories|memory of me|memories of me|memories about me)(?: clean| of me| about me)?{sfx}`},
		{code: "forget-everything", verb: ForgetTopic, scope: ScopeAll, text: `{pre}{lead}forget who i am{sfx}`},
		{code: "forget-topic", verb: ForgetTopic, scope: ScopeTopic, text: `{pre}{lead}(?:forget|unlearn|unremember) (?:about )?(?:all |all of )?(?P<topic>my [\p{L}0-9' -]{2,60}?)(?: (?:for good|forever|now|completely|entirely))?{sfx}`},
		{code: "forget-topic", verb: ForgetTopic, scope: ScopeTopic, text: `{pre}{lead}(?:forget|{del}) (?:about )?(?:everything|anything|all|whatever|what)(?: (?:that )?(?:you (?:know|remember|have|learned|saved|stored)|you(?:'ve| have) (?:learned|saved|stored)|i(?:'ve| have)? (?:told|said|mentioned|shared)(?: to)?(?: you| with you)?))? (?:about|on|regarding) (?P<topic>[\p{L}0-9' -]{2,60}?)(?: from (?:your )?memory)?{sfx}`},
		{code: "forget-topic", verb: ForgetTopic, scope: ScopeTopic, text: `{pre}{neg} {mem} (?:what|anything|everything)(?: that)? i(?:'ve| have)? (?:told you|said|mentioned|shared|wrote)(?: earlier| before)? (?:about|on|regarding) (?P<topic>[\p{L}0-9' -]{2,60}?){sfx}`},
		{code: "forget-topic", verb: ForgetTopic, scope: ScopeTopic, text: `{pre}{lead}forget (?:that )?i(?:'ve| have)? (?:ever |even |just )*(?:mentioned|told you about|said anything about|talked about|spoke about|brought up) (?P<topic>[\p{L}0-9' -]{2,60}?){sfx}`},
		{code: "forget-everything", verb: ForgetTopic, scope: ScopeAll, alone: true, text: `{pre}{lead}(?:(?:forget|erase) (?:all about |everything about )?me|(?:delete|erase|wipe|remove) my (?:profile|user profile|memory profile)){sfx}`},
		{code: "forget-topic", verb: ForgetTopic, scope: ScopeTopic, text: `{pre}{lead}scrub (?:all (?:of )?)?(?P<topic>my [\p{L}'-]{2,24}(?: [\p{L}'-]{2,24})?) (?:info|information)(?: please| now)*$`},
		{code: "forget-topic", verb: ForgetTopic, scope: ScopeTopic, text: `{pre}{lead}(?:delete|erase|wipe|purge) (?:all (?:of )?)?(?P<topic>my (?:[a-z]+ )?{private}) (?:info|information|data|details|records?){sfx}`},
		{code: "forget-topic", verb: ForgetTopic, scope: ScopeTopic, field: true, text: `{pre}{lead}(?:delete|erase|wipe|purge) (?:all (?:of )?)?(?P<topic>my [a-z' -]{2,40}?) (?:info|information|data|details|records?|history){sfx}`},
		{code: "forget-topic", verb: ForgetTopic, scope: ScopeTopic, text: `{pre}{lead}forget (?P<topic>(?:where|when|what|who|how(?: old| tall| heavy| much| many| long| often)?) (?:i|i'm|my|we|our) [\p{L}0-9' -]{2,60}?){sfx}`},
		{code: "forget-topic", verb: ForgetTopic, scope: ScopeTopic, text: `{pre}{lead}forget (?:the fact that |that )?(?P<topic>(?:i|i'm|i've|i'd|my|we|we're|our) [\p{L}0-9' -]{2,60}?){sfx}`},
		{code: "forget-topic", verb: ForgetTopic, scope: ScopeTopic, text: `{pre}{lead}(?:forget|{del}) (?:about )?(?P<topic>(?:the|that|those|these) [\p{L}0-9' -]{2,40}?) (?:that |which )?i(?:'ve| have)?(?: just| already| ever)? (?:told|gave|given|mentioned|sent|shared)(?: to)?(?: you| with you)?(?: about)?{sfx}`},
		{code: "forget-topic", verb: ForgetTopic, scope: ScopeTopic, text: `{pre}(?:please(?: just)?|can you(?: please)?|could you(?: please)?|would you(?: please)?|i want you to|i'd like you to|i need you to) forget (?:about )?(?P<topic>the [\p{L}0-9' -]{2,40}?){sfx}`},
		{code: "forget-topic", verb: ForgetTopic, scope: ScopeTopic, text: `{pre}{lead}forget (?:about )?(?P<topic>the [\p{L}0-9' -]{2,40}?) please$`},
		{code: "forget-topic", verb: ForgetTopic, scope: ScopeTopic, text: `{pre}{lead}{del} (?P<topic>[\p{L}0-9' -]{2,60}?) from (?:your |the |my )*(?:memory|memories|notes about me|memory bank){sfx}`},
		{code: "forget-topic", verb: ForgetTopic, scope: ScopeTopic, text: `{pre}{lead}(?:{del}|discard|destroy) (?:your |any |all |the |of )*(?:memory|memories|record|records|knowledge|notes) (?:of|about|on) (?P<topic>[\p{L}0-9' -]{2,60}?){sfx}`},
		{code: "forget-topic", verb: ForgetTopic, scope: ScopeTopic, known: true, alone: true, text: `{pre}{lead}(?:erase|delete|wipe) (?P<topic>[\p{L}0-9'-]{2,30}(?: [\p{L}0-9'-]{2,20})?){sfx}`},
		{code: "forget-topic", verb: ForgetTopic, scope: ScopeTopic, text: `{pre}{lead}(?:stop|quit) remembering (?P<topic>my [\p{L}0-9' -]{2,60}?){sfx}`},
		{code: "forget-topic", verb: ForgetTopic, scope: ScopeTopic, text: `{pre}(?:i want|i'd like|i need) (?P<topic>my [\p{L}0-9' -]{2,60}?) (?:to be )?(?:forgotten|(?:deleted|erased|removed) from (?:your |the )?memory){sfx}`},

		// Keeping.
		{code: "remember-this", verb: Remember, text: `{pre}{lead}(?:remember|memori[sz]e|keep in mind|bear in mind|make a note(?: of)?|take note(?: of)?|note down|commit to memory|(?:do not|don't|dont|never|please don't) forget|save to memory|add to (?:your )?memory)(?: (?:this|that|it|the following|what i (?:just )?(?:said|told you)|this for (?:later|next time)|this one))?(?: please| ok| for (?:me|later|next time|future reference))*$`},
		{code: "remember-this", verb: Remember, text: `{pre}(?:can|could|would) you (?:please )?(?:remember|memori[sz]e|make a note of|keep in mind) (?:this|that|the following)(?: please| for (?:me|later|next time|future reference))*$`},
		{code: "remember-this", verb: Remember, text: `{pre}{lead}(?:save|store|record|add|put|write|commit) (?:this|that|it) (?:in|into|to) (?:your |the |my |long[- ]term )*(?:memory|memories)(?: please)*$`},
		{code: "remember-that", verb: Remember, text: `{pre}{lead}(?:remember|keep in mind|bear in mind|make a note|take note|note down|(?:do not|don't|dont|never) forget)(?: that)? (?:i|i'm|i am|i've|i'd|i'll|we|we're|my|our|from now on|for next time|in (?:the )?future)(?: .*)?$`},
	}
}
