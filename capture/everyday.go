package capture

// everydayWords are those by which a turn that says them again does not tell a secret again: nearly
// every talk holds some, and so do the wishes themselves.
const everydayWords = `
remember remembered forget record recorded save saved store stored note log secret private confidential memory message chat conversation session following word words
today tomorrow yesterday tonight morning evening night week weekend month year hour minute soon later early late ago recently again already yet often sometimes usually maybe perhaps
january february march april may june july august september october november december monday tuesday wednesday thursday friday saturday sunday spring summer autumn winter
two three four five six seven eight nine ten half next previous few several another each every both either enough less least part whole
man woman men women guy friend friends family life world place home house room country city town work working worked job office school money
big small little old young high low right wrong best better bad worse easy hard real true different important possible free full open close near far left
live living lived called name named buy bought sell sold eat ate drink drank read write wrote play watch hear call meet met move moved walk run stay leave leaving send sent show shown
work pay paid cost turn change changed end begin began become became happen happened seem seemed believe hope hate love loved enjoy care plan planning idea question answer problem reason case point
call explain suggest recommend check compare choose list example difference advice tip tips question explain book film movie music food water weather car phone computer
hello dear sorry fine actually probably however although between against without within toward until whether whatever
what's it's i'm i've i'd i'll that's there's he's she's we're they're can't won't don't`

// everydayChinese are the same in Chinese, where no blank parts them from others; single characters that
// join words to what they say are among them.
const everydayChinese = `
记住 记得 不要 别记 忘了 忘记 忘掉 保存 记录 秘密 私下 保密 这句 这段 这个 那个 这些 那些 这件 那件 句话 段话 以下 下面 接下 下来 内容 事情 件事
今天 明天 昨天 今年 去年 明年 最近 现在 以后 之后 以前 之前 刚才 早上 晚上 上午 下午 中午 周末 星期 这周 下周 上周 时候 时间 一直 已经 经常 有时 马上 每天
什么 怎么 怎样 这样 那样 为什 多少 几个 哪里 哪个 哪儿 如何 是不 不是 可以 能不 不能 应该 需要 想要 觉得 知道 认为 希望 喜欢 愿意 打算 准备 开始 结束 帮我 帮忙 推荐 建议 告诉 请问 解释 介绍
我们 你们 他们 她们 自己 大家 别人 有人 一个 一下 一些 一点 一起 一样 有点 有些 没有 还有 还是 就是 也是 都是 只是 但是 可是 不过 因为 所以 如果 虽然 然后 而且 或者 非常 特别 比较 真的 其实 可能 也许 大概 左右 出来 起来 过来 过去 回来
朋友 家里 家人 工作 公司 上班 学校 东西 地方 问题 办法 生活 世界 国家 城市 名字 叫做 生日 电影 音乐 天气 吃饭 手机 电脑 好吃 好看 好的 很好 不好 太多 很多 不多 不太 的人 个人 的话 我的 你的 他的 她的 有什 么好 有没 没什 么样 怎么样
我 你 您 他 她 它 们 的 了 着 过 在 是 有 和 跟 与 就 都 也 很 不 没 这 那 哪 吗 呢 吧 啊 会 能 要 想 去 来 到 从 把 被 给 对 让 说 最 太 更 又 再 还 才 刚 个 些 件 句 只 条 次 年 月 日 天 人 好 大 小 多 少 上 下 里 中 前 后 什 么 为 以 用 吃 喝 看 做 买 住 叫`
