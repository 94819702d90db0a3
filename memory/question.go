package memory

import (
	"strings"
	"time"
	"unicode/utf8"
)

// The intents of a turn: the closed catalogue.
const (
	IntentSmallTalk = "small_talk" // thanks, greetings, laughter: nothing to recall
	IntentOverview  = "overview"   // what is known about the one who asks
	IntentCount     = "count"      // how many, how often
	IntentWhen      = "when"       // at what time
	IntentPast      = "past"       // what happened, what was said
	IntentHistory   = "history"    // how it was before, how it came to change
	IntentFact      = "fact"       // what is true
	IntentAdvice    = "advice"     // what to do, what to choose
	IntentProcedure = "procedure"  // how a thing is done
	IntentWork      = "work"       // work to be done
	IntentTell      = "tell"       // the user tells something
	IntentOther     = "other"      // none of these
)

// Question is what can be read off the last turn without knowing the memory.
type Question struct {
	Intent string
	Hints
	About    bool      // it speaks of the one who asks: "my", "we", 我
	Past     bool      // what is over may answer it
	History  bool      // it asks for what was before: archive and superseded values answer it
	Serves   bool      // something is to be chosen, planned or arranged: what the user can have and likes matters
	Themes   Themes    // the fields whose facts matter to it
	Harms    Harms     // the fields in which its answer could do harm to somebody
	Fields   Themes    // the fields its words touch, whatever it asks: those of how it is to be answered
	Turns    Themes    // the turns that would matter to it
	Animals  bool      // it is about an animal of somebody's
	Compares bool      // it asks for what lies between two things: neither is the older value of the other
	From     time.Time // the stretch of time it names; zero: none, or several
	Until    time.Time
	AnyYear  bool   // it names a month or a day without a year: that of the latest year with anything in it is meant
	Matter   string // the text without that stretch of time
	Bare     bool   // it asks for that stretch of time and nothing else: what happened in it answers
	Counted  string // what a count is asked of: "tickets" of "how many tickets..."; empty: none
}

// ReadQuestion reads the last user turn, in English or Chinese. Times are resolved against
// now in the user's zone.
func ReadQuestion(text string, now time.Time, zone *time.Location) Question {
	text = Fold(text)
	q := Question{Hints: HintsOf(text)}
	switch {
	case isSmallTalk(text):
		q.Intent = IntentSmallTalk
		return q
	case isOverview(text):
		q.Intent = IntentOverview
		return q
	}
	f := formOf(text)
	q.About = f.first
	q.History = f.history
	q.Past = f.past || f.history
	q.Compares = compares(text)
	q.Serves = serves(text)
	switch {
	case f.count:
		q.Intent = IntentCount
		q.Counted = countedIn(text)
	case f.history:
		q.Intent = IntentHistory
	case f.when:
		q.Intent = IntentWhen
	case f.past && f.asks:
		q.Intent = IntentPast
	case f.advice:
		q.Intent = IntentAdvice
	case f.procedure:
		q.Intent = IntentProcedure
	case f.work:
		q.Intent = IntentWork
	case f.asks:
		q.Intent = IntentFact
	case f.first:
		q.Intent = IntentTell
	default:
		q.Intent = IntentOther
	}
	if mayNameTime(text) {
		if spans := When(text, now, zone); len(spans) == 1 && spans[0].End.After(spans[0].Start) {
			q.From, q.Until = spans[0].Start, spans[0].End
			if isTonight(text[spans[0].At : spans[0].At+spans[0].Len]) {
				q.Until = midnight(q.From).AddDate(0, 0, 1)
			}
			q.AnyYear = yearless(text)
			q.Matter = text[:spans[0].At] + " " + text[min(len(text), spans[0].At+spans[0].Len):]
			q.Bare = bareTime(q.Matter)
			q.Past = q.Past || q.Until.Before(now)
		}
	}
	if q.Intent != IntentTell && q.Intent != IntentOther {
		q.Fields = ThemesIn(text)
	}
	q.Themes = themesAsked(text, &q)
	q.Harms = harmsAsked(text, &q)
	return q
}

// Opens reports how far a layer is opened by the intent: 1 fully, less where it can only be
// background. A question about what happened opens what happened; advice opens what is true
// and how to act.
func (q *Question) Opens(l Layer) float32 {
	switch q.Intent {
	case IntentWhen, IntentPast, IntentCount, IntentHistory:
		if l == Procedural {
			return 0.6
		}
	case IntentAdvice, IntentFact, IntentTell:
		if l == Procedural {
			return 0.9
		}
	}
	return 1
}

// isTonight reports whether words name the evening that one is in: it is not over before the day is.
func isTonight(words string) bool {
	switch words {
	case "tonight", "this evening", "今晚", "今晚上", "今天晚上", "今夜":
		return true
	}
	return false
}

// bareTime reports whether the words around a stretch of time ask for nothing but what was in it.
func bareTime(rest string) bool {
	if !isASCII(rest) {
		rest = withoutGeneral(rest)
	}
	for _, t := range AppendTerms(nil, rest) {
		if t.Kind() == NumberTerm || t.Kind() == PairTerm {
			return false
		}
	}
	for _, r := range rest {
		if isCJK(r) && !particleRune(r) && r != '事' && r != '都' {
			return false
		}
	}
	bare := true
	eachWord(rest, func(w string) bool {
		switch w {
		case "happened", "happen", "happening", "events", "event", "place", "on", "going", "up":
		default:
			bare = stopWord(w) || lightWord(w)
		}
		return bare
	})
	return bare
}

// withoutGeneral takes the Chinese words off a question that ask for anything that happened.
func withoutGeneral(rest string) string {
	for _, general := range [...]string{"发生了什么", "发生过什么", "发生", "有什么事情", "什么事情", "什么事", "哪些事", "干什么", "干了", "做什么", "做了", "什么", "哪些", "事情", "情况", "聊", "谈", "说", "讲", "跟你", "和你"} {
		rest = strings.ReplaceAll(rest, general, "")
	}
	return rest
}

// compares reports whether a lower-cased question sets two things against each other.
func compares(text string) bool {
	if hasAny(text, "之间", "相差", "相隔", "相比", "比起", "差多少", "隔了") {
		return true
	}
	found := false
	eachWord(text, func(w string) bool {
		found = w == "between" || w == "difference" || w == "compared" || w == "versus" || w == "vs"
		return !found
	})
	return found
}

// mayNameTime is a cheap look before When reads a text word by word.
func mayNameTime(text string) bool {
	if hasRune(text, "年月日号周天昨前去今明后礼") {
		return true
	}
	found := false
	eachWord(text, func(w string) bool {
		found = timeWord(w) || w == "last" || w == "this" || w == "march" || w == "may" || w == "night" || w == "morning" || w == "days" || w == "weeks" || w == "months" || w == "years"
		return !found
	})
	return found
}

// yearless reports whether a text names a month, and no year beside it.
func yearless(text string) bool {
	month, year := strings.Contains(text, "月") && !hasAny(text, "上个月", "上月", "这个月", "个月", "下月"), hasAny(text, "年")
	eachWord(text, func(w string) bool {
		switch w {
		case "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december",
			"jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec":
			month = true
		case "year", "years", "ago":
			year = true
		}
		year = year || len(w) == 4 && (w[:2] == "19" || w[:2] == "20") && timeWord(w)
		return true
	})
	return month && !year
}

// questionForm is what the words of a turn show.
type questionForm struct {
	asks, past, history, when, count, advice, procedure, work, first bool
}

func formOf(text string) questionForm {
	var f questionForm
	n, last, before := 0, "", ""
	eachWord(text, func(w string) bool {
		switch w {
		case "what", "which", "who", "whom", "whose", "where", "why", "is", "are", "does", "do", "did", "was", "were", "has", "have", "had", "am":
			f.asks = f.asks || n == 0
		case "how":
			f.asks = f.asks || n == 0
		case "when":
			f.when = f.when || n == 0
		}
		switch w {
		case "did", "was", "were", "had", "remember", "told", "mentioned", "said", "discussed", "ago", "yesterday", "previously", "earlier":
			f.past = true
		case "formerly", "originally":
			f.history = true
		case "used":
			f.history = f.history || last == "i" || before == "what" || before == "did"
		case "changed", "evolved":
			f.history = f.history || strings.HasPrefix(last, "ha") || before == "how"
		case "history":
			f.history = f.history || n > 0
		case "many", "often":
			f.count = f.count || last == "how"
		case "times":
			f.count = f.count || last == "many"
		case "should", "recommend", "recommendations", "suggest", "suggestions", "advice", "advise", "ideas", "tips", "choose":
			f.advice = true
		case "to", "do", "can":
			if last == "how" {
				f.procedure = true
			}
		case "write", "create", "make", "plan", "draft", "fix", "implement", "build", "translate", "summarize", "summarise", "explain":
			f.work = f.work || n == 0 || last == "you" || last == "me" || last == "please" || last == "to"
		case "i", "my", "mine", "myself", "we", "our", "us", "me":
			f.first = true
		}
		f.past = f.past || last == "last" && !lastOf(w)
		before, last = last, w
		n++
		return true
	})
	if strings.Contains(text, "?") || hasAny(text, "？", "什么", "哪", "谁", "吗", "几", "多少", "怎么", "为什么") || EitherOr(text) && !wonders(text) {
		f.asks = true
	}
	f.asks = f.asks || wantsTold(text)
	f.when = f.when || hasAny(text, "什么时候", "何时", "哪天", "哪一天", "几月几", "哪年")
	f.count = f.count || hasAny(text, "几次", "多少次", "几个", "几回", "多少个", "一共", "总共")
	f.past = f.past || hasAny(text, "曾", "上次", "之前", "以前", "过吗", "记得", "去年", "昨天", "前天", "上周", "上个月", "当时", "那天", "说过", "提过", "告诉过", "推荐过")
	f.past = f.past || f.asks && asksBack(text)
	f.history = f.history || hasAny(text, "原来的", "原先", "当初", "最初", "一开始", "怎么变", "变化过", "历史记录")
	f.advice = f.advice || hasAny(text, "推荐", "建议", "该不该", "应该", "怎么选", "哪个好")
	f.procedure = f.procedure || hasAny(text, "怎么做", "如何", "怎样", "步骤", "怎么办理")
	f.work = f.work || hasAny(text, "帮我", "写一", "做一个", "生成", "翻译", "总结一下")
	f.first = f.first || strings.Contains(text, "我")
	f.work = f.work || !f.asks && !f.advice && Commands(text)
	return f
}

// wantsTold reports whether a folded text asks to be told something without being a question by its
// form: "tell me about my flight", "remind me who...", 讲讲我的航班. To be reminded of what is to be
// done asks for no answer.
func wantsTold(text string) bool {
	n, last, verb, wants := 0, "", "", false
	eachWord(text, func(w string) bool {
		switch w {
		case "please", "now", "then", "and", "so", "ok", "hey", "just", "can", "could", "would", "will", "you":
			return n == 0 || verb != ""
		case "tell", "remind", "show":
			if n > 0 {
				return false
			}
			verb = w
		case "me", "us":
			wants = verb == last && (verb == "tell" || verb == "show")
		case "about", "of", "what", "when", "where", "who", "which", "how", "why", "whether":
			wants = wants || verb == "remind" && (last == "me" || last == "us")
		}
		n++
		last = w
		return n < 3
	})
	if wants {
		return true
	}
	rest := strings.TrimLeft(text, " ，,请再那")
	for _, sign := range [...]string{"告诉我", "跟我说说", "和我说说", "给我讲讲", "跟我讲讲", "讲讲", "说说", "说一下", "讲一下", "你能告诉我", "能告诉我", "可以告诉我", "能不能告诉我"} {
		if strings.HasPrefix(rest, sign) {
			return true
		}
	}
	return false
}

// wonders reports whether a folded Chinese text tells what its speaker has not made up his mind about:
// 我还在想要不要去 asks nobody.
func wonders(text string) bool {
	return hasAny(text, "在想", "想着", "考虑", "纠结", "犹豫", "不确定", "拿不准", "拿不定")
}

// countedIn returns the words of what a count is asked of.
func countedIn(text string) string {
	folded := Fold(text)
	for _, sign := range [...]string{"how many times", "how often"} {
		if at := strings.Index(folded, sign); at >= 0 {
			return withoutEnds(folded[at+len(sign):])
		}
	}
	if at := strings.Index(folded, "how many "); at >= 0 {
		rest := folded[at+len("how many "):]
		end := 0
		for _, word := range strings.Fields(rest) {
			bare := strings.Trim(word, "?.,!\"'")
			if endsCounted(bare) {
				break
			}
			end = strings.Index(rest[end:], word) + end + len(word)
		}
		return strings.TrimRight(rest[:end], "?.,! ") + aboutCounted(rest[end:])
	}
	for _, sign := range [...]string{"多少个", "多少次", "多少回", "多少张", "多少条", "多少本", "多少家", "几个", "几次", "几回", "几张", "几条", "几本", "几件", "几只", "几位", "几家", "多少"} {
		at := strings.Index(folded, sign)
		if at < 0 {
			continue
		}
		behind := folded[at+len(sign):]
		if strings.HasSuffix(sign, "次") || strings.HasSuffix(sign, "回") { // what happened stands before or behind
			return matterCounted(folded[:at] + " " + behind)
		}
		n := 0
		for i, r := range behind {
			if !isCJK(r) && !wordRune(r) || particleRune(r) || n == 6 {
				behind = behind[:i]
				break
			}
			n++
		}
		if behind == "" { // "工单有多少个"
			return matterCounted(folded[:at])
		}
		return behind
	}
	return ""
}

// aboutCounted returns what the things counted are about, where that stands behind the verb: " about the trains" of
// "how many complaints have I made about the trains this year".
func aboutCounted(rest string) string {
	about, kept := false, ""
	for _, word := range strings.Fields(rest) {
		bare := strings.Trim(word, "?.,!\"'")
		switch bare {
		case "about", "regarding", "concerning", "against":
			about = true
			kept += " " + bare
			continue
		case "this", "last", "in", "since", "so", "ever", "yet", "already", "during", "today", "over", "within", "until", "before", "after", "have", "has", "did", "do", "i", "we", "you", "and":
			if about {
				return kept
			}
		}
		if about {
			kept += " " + bare
		}
	}
	return kept
}

// withoutEnds takes the words off both ends of an English text that say nothing by themselves.
func withoutEnds(text string) string {
	fields := strings.Fields(text)
	empty := func(word string) bool {
		word = strings.Trim(word, "?.,!\"'")
		return stopWord(word) || lightWord(word)
	}
	for len(fields) > 0 && empty(fields[0]) {
		fields = fields[1:]
	}
	for len(fields) > 0 && empty(fields[len(fields)-1]) {
		fields = fields[:len(fields)-1]
	}
	return strings.Trim(strings.Join(fields, " "), "?.,! ")
}

// matterCounted takes the words off a Chinese question by which anything can be counted.
func matterCounted(text string) string {
	for _, c := range countedEvents() {
		for _, name := range c.names {
			if !isASCII(name) {
				text = strings.ReplaceAll(strings.ReplaceAll(text, name+"过", name+" "), name+"了", name+" ")
			}
		}
	}
	for _, general := range [...]string{"关于", "有关", "针对", "对于", "的事情", "的事", "的问题", "一共", "总共", "到现在", "到目前为止", "提到过", "提到了", "提到", "提过", "提起过", "说到过", "说过", "说了", "谈过", "聊过", "讲过", "跟你", "和你", "向你", "我们", "你们", "我", "你"} {
		text = strings.ReplaceAll(text, general, " ")
	}
	fields := strings.FieldsFunc(text, func(r rune) bool { return !isCJK(r) && !wordRune(r) })
	for i, f := range fields {
		if core := strings.TrimFunc(f, particleRune); core == "" || utf8.RuneCountInString(core) > 1 {
			fields[i] = core // of 上海 and 过敏 one character would be left
		}
	}
	return strings.TrimSpace(strings.Join(fields, " "))
}

// endsCounted reports whether a word stands behind what is counted.
func endsCounted(w string) bool {
	switch w {
	case "have", "has", "had", "do", "does", "did", "is", "are", "was", "were", "can", "could", "will", "would", "should", "i", "we", "you", "he", "she", "they", "of", "in", "on", "at", "to", "from", "with", "that", "there", "times":
		return true
	}
	return false
}

// isOverview reports whether a folded turn asks what is known about the one who speaks.
func isOverview(text string) bool {
	if utf8.RuneCountInString(text) > 120 {
		return false
	}
	if hasAny(text, "know about me", "remember about me", "learned about me", "learnt about me", "recall about me", "have on me", "told you about myself", "my profile", "know of me", "saved about me", "stored about me", "noted about me", "recorded about me", "memory about me", "memory of me", "memories of me", "memories about me", "tell me about myself") {
		return true
	}
	return strings.Contains(text, "我") && hasAny(text, "还记得我什么", "记得我哪些", "知道我什么", "了解我多少", "了解我哪些", "知道我哪些", "记得关于我", "知道关于我", "记住了我什么", "你对我了解", "你对我的了解", "你都记得我", "你都知道我", "记得我的什么", "知道我的哪些", "记得我的哪些", "知道我些什么", "知道我多少", "记得我多少", "了解我什么", "对我有什么了解", "对我有多少了解", "对我有哪些了解", "对我有什么印象", "记了我什么", "记了我哪些", "关于我的哪些", "关于我你记", "关于我你知道", "我告诉过你什么", "我告诉过你哪些")
}

// isSmallTalk reports whether nothing in a folded turn could be looked up: every word of it is a
// greeting, thanks, agreement or laughter.
func isSmallTalk(text string) bool {
	if len(text) > 160 {
		return false
	}
	trivial := true
	words := 0
	eachWord(text, func(w string) bool {
		words++
		trivial = smallWord(w)
		return trivial
	})
	if !trivial {
		return false
	}
	rest := text
	for _, phrase := range [...]string{"没问题", "辛苦了", "知道了", "明白了", "太好了", "不客气", "打扰了", "好的", "谢谢", "多谢", "感谢", "你好", "您好", "早上好", "晚上好", "晚安", "再见", "拜拜", "在吗", "收到", "可以", "不错", "哈哈", "嘿嘿", "呵呵", "哦哦", "嗯嗯", "是的", "对的", "没事", "行吧"} {
		rest = strings.ReplaceAll(rest, phrase, "")
	}
	cjk := 0
	for _, r := range rest {
		if isCJK(r) && !strings.ContainsRune("嗯哦好行对哈嘿呵啊呀吧呢了嘛哟喂您你的", r) {
			cjk++
		}
		if r > 0x7f && !isCJK(r) && wordRune(r) {
			cjk++
		}
	}
	return cjk == 0
}

// smallWord reports whether an English word asks for nothing and tells nothing.
func smallWord(w string) bool {
	switch w {
	case "ok", "okay", "k", "thanks", "thank", "thx", "ty", "you", "so", "much", "very", "a", "lot", "hi", "hello", "hey", "there", "bye", "goodbye", "good", "morning", "night", "evening", "afternoon",
		"yes", "yeah", "yep", "yup", "no", "nope", "nah", "sure", "fine", "great", "cool", "nice", "perfect", "awesome", "wow", "haha", "hahaha", "lol", "lmao", "hehe", "got", "it", "understood", "right", "alright",
		"please", "welcome", "np", "problem", "that", "s", "is", "was", "all", "the", "best", "again", "then", "well", "hmm", "hm", "uh", "oh", "ah", "see", "i", "exactly", "indeed", "cheers", "later", "for", "now", "sounds", "works", "go", "on", "continue":
		return true
	}
	return false
}
