package policy

// A wish that is a whole turn may announce what comes after it: "the following is off the record",
// 我有个秘密，这段别记. To cover the turn alone would cover nothing, and where what was announced ends
// nobody can tell: it holds for the rest of the conversation, until its user says otherwise.

// forwardPattern is a clause that points at what is said next.
const forwardPattern = `(?:\b(?:the following|what follows|(?:what|whatever|everything|anything|all|things|stuff)(?: that)? (?:i'm|i am|i'll|i will|i|we're|we) (?:about to |going to |gonna |will )?(?:say|tell|write|share|type|ask|discuss|talk|saying|telling|writing|sharing|typing|asking)|` +
	`(?:my|the) next (?:message|sentence|question|words|part|bit|thing|turn)|what comes next|the next thing i)\b|` +
	`以下|下面|接下来|下一(?:句|条|段)|下(?:句|条)(?:话|消息)|(?:待会|等会|等下|一会|马上|现在|将|要)儿?(?:我)?(?:要|会)?(?:跟你|和你|告诉你|对你)?(?:说|讲|发|问)的)`

// preludePattern is a clause that says no more than that something is going to be told, or asks for a yes.
const preludePattern = `(?:{pre}(?:(?:(?:can|could|may) i|let me|i(?:'d| would) like to|i (?:want|need|have|wanted|'ve got|have got) to|i(?:'ve got| have got)? to|i(?:'m| am) (?:going|about) to|i(?:'m| am) gonna|i gotta|i(?:'ll| will)) ` +
	`(?:tell you|share|confess|admit|ask you|ask|say|show you|talk (?:to you )?about|confide)(?: you)? (?:something|sth|smth|a secret|a little secret|one thing|a thing|a few things)(?: (?:with you|to you))?(?: (?:private|personal|sensitive|secret|embarrassing|confidential|very personal|really personal))?(?: (?:with you|now|first))?|` +
	`(?:i(?:'ve| have)(?: got)?|i got|here(?:'s| is)|here comes|there(?:'s| is)) (?:a|one|some|my) (?:little |big |small |dirty |dark |personal )?(?:secret|confession|secrets)(?: (?:to tell(?: you)?|for you|to share))?|` +
	`i (?:have|need|want) (?:something|sth) (?:private |personal |secret |sensitive )?to (?:tell you|share|confess|say|ask)|(?:do )?you (?:understand|promise|got it|get it|hear me)|promise|understood|got it|deal|agreed|is that (?:ok|okay|clear)|can you do that|i(?:'m| am) serious)(?: please| ok| okay| now)*$|` +
	`{始}我?(?:这里?|这儿|心里)?还?有(?:一)?(?:个|件|点|些|桩)?(?:小|大|私人|我的)?(?:秘密|私事|隐私|心事|事情|事儿|事|话|心里话)(?:想|要|得)?(?:跟|和|对|同|告诉|给)?(?:你|您)?(?:说|讲|聊|坦白|分享)?{尾}|` +
	`{始}我?(?:现在|接下来|马上)?(?:想|要|得|来|就)*(?:偷偷|悄悄|私下|老实)*(?:地)?(?:跟你|和你|对你|同你|告诉你|给你|向你|告诉您|跟您|和您)(?:说|讲|透露|坦白|分享|聊|问)?(?:一)?(?:个|件|点|些|句)?(?:小|大|私人)?(?:秘密|私事|隐私|事情|事儿|事|话|心里话|悄悄话|实话){尾}|` +
	`{始}我?(?:想|要|得|来)*(?:说|讲|问|坦白)(?:一)?(?:个|件|点|些|句)(?:小|大|私人)?(?:秘密|私事|隐私|事情|事儿|事|心里话|悄悄话|实话){尾}|` +
	`{始}(?:明白|懂|听懂|知道|清楚|答应我|听到|能做到|记清楚|听明白)(?:了)?(?:吗|没|没有|么|吧)?{尾})`

// announces reports whether a wish for the turn is one for what comes after it: nothing is told
// behind it, and it points ahead, or the whole turn only says that something is to be told.
func (p *Phrases) announces(m *matcher, w Wish, c clause, all []clause) bool {
	is := func(pattern *node, c clause) bool {
		return p.matches(m, pattern, c.text) || c.chinese && p.matches(m, pattern, c.tight)
	}
	ahead, only := is(&p.forward, c), true
	prelude := w.Phrase == "off-the-record" && is(&p.offRecord, c)
	for _, other := range all {
		if other.at == c.at || p.isPolite(m, other) {
			continue
		}
		if len(other.text) > 2*maxClauseRunes {
			return false
		}
		says := is(&p.prelude, other)
		if !says && is(&p.forward, other) {
			_, says = p.match(m, other, all)
		}
		if says {
			prelude = true
			continue
		}
		if other.at > c.at {
			return false
		}
		only = false
	}
	return ahead || prelude && only
}
