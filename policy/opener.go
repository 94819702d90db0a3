package policy

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// maxOpeners bounds how many places of a clause are tried.
const maxOpeners = 4

// matchBefore finds the wish that stands before a word which opens another
// clause: "don't remember this but my salary is 91k" has no comma, and means what
// it would mean with one. Only what steers recording is looked for there, since
// such a word may well belong to a topic.
func (p *Phrases) matchBefore(m *matcher, c clause, all []clause) (Wish, bool) {
	from, tried := 0, 0
	for tried < maxOpeners {
		at, size := opener(c.text[from:])
		if size == 0 || utf8.RuneCountInString(c.text[:from+at]) > maxClauseRunes {
			break
		}
		head := c
		head.text = strings.TrimSpace(c.text[:from+at])
		head.tight = strings.ReplaceAll(head.text, " ", "")
		head.asks = asksWhether(head.tight) // the question mark is of what follows
		if w, found := p.match(m, head, all); found && (w.Verb == SkipTurn || w.Verb == SkipLast || w.Verb == SkipSession) {
			return w, true
		}
		from += at + size
		tried++
	}
	return Wish{}, false
}

// politePattern is a clause that says nothing but how it is meant: "please", 谢谢.
const politePattern = `(?:{pre}(?:please|thanks|thank you|now|all|everything|cheers|i mean it|i'm serious|that's all)? ?$|{始}{尾})`

// isAlone reports whether a turn says nothing but one clause, politeness aside.
func (p *Phrases) isAlone(c clause, all []clause) bool {
	var m matcher
	for _, other := range all {
		if other.at == c.at {
			continue
		}
		if !p.isPolite(&m, other) {
			return false
		}
	}
	return true
}

// isPolite reports whether a clause says no more than please or thanks.
func (p *Phrases) isPolite(m *matcher, c clause) bool {
	return len(c.text) < 80 && (p.matches(m, &p.polite, c.text+" ") || p.matches(m, &p.polite, c.tight))
}

// isNoMemory reports whether a Chinese topic is what one forgets to live more
// easily, or what a model was told: 忘掉烦恼, 忘掉之前的指令. What is the speaker's
// own, 我的工作, is a memory.
func isNoMemory(topic string) bool {
	if strings.Contains(topic, "我") {
		return false
	}
	for _, word := range [...]string{"烦恼", "烦心", "忧愁", "忧伤", "痛苦", "伤痛", "悲伤", "悲痛", "伤心", "不快", "不开心", "不愉快", "不高兴", "压力", "疲惫", "疲劳", "仇恨", "恐惧", "害怕",
		"指令", "指示", "设定", "角色", "规则", "提示", "以上", "上面", "上文", "前文", "之前", "前面", "什么", "怎么", "如何"} {
		if strings.Contains(topic, word) {
			return true
		}
	}
	switch strings.TrimSuffix(strings.TrimSuffix(topic, "事"), "的") {
	case "这个", "那个", "这些", "那些", "过去", "往事", "回忆", "自己", "自我", "时间", "世界", "工作", "学习", "失败", "爱情", "身份", "任务", "要求", "问题", "一切", "所有", "全部":
		return true
	}
	return false
}

// opener returns where the first word that opens a clause stands, and its length.
func opener(s string) (at, size int) {
	for i, r := range s {
		if i == 0 {
			continue // an order stands before it
		}
		if r == ' ' {
			word, rest, _ := strings.Cut(s[i+1:], " ")
			if rest != "" && opensClause(word, rest) {
				return i, len(word) + 1
			}
			continue
		}
		if r >= utf8.RuneSelf {
			for _, word := range [...]string{"但是", "但", "可是", "不过", "因为", "由于", "而且", "只是", "虽然", "毕竟", "反正"} {
				if strings.HasPrefix(s[i:], word) {
					return i, len(word)
				}
			}
		}
	}
	return 0, 0
}

// opensClause reports whether an English word, with the rest behind it, begins a
// clause of its own. Some of them join other things as well: "this and that", "save
// this as a draft", and begin a clause only with somebody who does something.
func opensClause(word, rest string) bool {
	switch word {
	case "but", "because", "cause", "'cause", "cos", "coz", "cuz", "bc", "though", "although", "tho", "however", "since", "while":
		return true
	case "and", "so", "as", "or", "cus", "yet", "plus":
		first, behind, _ := strings.Cut(rest, " ")
		return slices.Contains(clauseHeads[:], first) || namesDoer(first, behind)
	}
	return false
}

// clauseHeads are words that begin a clause and no name of a thing.
var clauseHeads = [...]string{
	"i", "i'm", "i've", "i'd", "i'll", "im", "ive", "my", "we", "we're", "we've", "our", "he", "he's", "his", "she", "she's", "her", "they", "they're", "their", "you", "your",
	"it's", "there's", "there", "nobody", "what", "how", "why", "who", "when", "where", "can", "could", "would", "should", "will", "please", "tell", "help", "give", "answer", "explain",
}

// namesDoer reports whether a word, with what stands behind it, is somebody who is
// or does something: "Greg is", "mum has".
func namesDoer(first, behind string) bool {
	switch first {
	case "this", "that", "these", "those", "the", "other", "others", "any", "all", "every", "a", "an":
		return false
	}
	verb, _, _ := strings.Cut(behind, " ")
	switch verb {
	case "is", "was", "are", "were", "has", "had", "will", "won't", "isn't", "wants", "got", "told", "said", "says", "cheated", "left", "died":
		return true
	}
	return false
}
