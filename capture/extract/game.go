package extract

import (
	"strings"

	"mneme/memory"
)

// playing reports whether a turn is part of a game of roles: the turn that begins
// one and those after it, until the speaker steps out of it.
func (x *extraction) playing(tokens []token) bool {
	text := memory.Fold(x.turn.Text)
	if anySign(spelled(text), "out of character", "stop the role-play", "stop the roleplay", "end of role-play", "end the role-play", "back to reality", "stop role-playing", "in real life", "for real", "seriously") || holdsAny(text, "不演了", "说正经的", "角色扮演结束", "结束扮演", "停止扮演", "不玩了", "现实中", "说真的") {
		x.game = -1
		return false
	}
	if x.rules.casting(tokens) || emotes(x.turn.Text) {
		x.game = x.index + gameTurns
		return true
	}
	if drills(text) {
		x.game = x.index + gameTurns // what is answered is for practice; how it is asked for may tell
		return speaksForPractice(text)
	}
	return x.index <= x.game
}

// staging reports whether a Chinese text sets a scene for two: 你当海盗船长，我是大副. Who gives
// an assistant its work tells of himself all the same: 你现在是我的英语老师，我在上海上班.
func staging(text string) bool {
	if holdsAny(text, "语c", "跑团", "建个角色", "建个卡", "编个故事", "编故事", "模拟相亲", "模拟法庭", "模拟谈判", "模拟约会", "模拟课堂", "模拟辩论", "模拟庭审", "我是一只", "我是一条龙", "我是一棵", "我是一把", "我是一台") && !holdsAny(text, "爱玩", "喜欢", "常玩", "参加") {
		return true
	}
	mine := holdsAny(text, "我是", "我叫", "我先说", "我演", "我当", "我来当", "我应聘", "我先来", "我先自我介绍", "我开始")
	if !mine {
		return false
	}
	if holdsAny(text, "你当", "你来当", "你演", "你来演", "你扮", "扮演", "你是女方", "你是男方", "你是我新") && !holdsAny(text, "扮演过", "演过", "助手", "助理", "秘书", "管家") {
		return true
	}
	_, role, found := strings.Cut(text, "你现在是我的")
	return found && startsAny(role, "前", "老板", "领导", "妈", "爸", "老公", "老婆", "男友", "女友", "男朋友", "女朋友", "同事", "面试官", "病人", "学生", "客户", "顾客", "敌", "仇", "妃", "徒", "师父", "哥", "姐", "弟", "妹", "儿子", "女儿")
}

// Casts reports whether instructions deal a part to the user: he plays a figure of a game or
// of a story, or practises on a simulated person. Where only the assistant has a part, as in
// a companion, the user speaks for himself.
func Casts(instructions string) bool {
	if instructions == "" {
		return false
	}
	text := memory.Fold(clip(instructions, 4000))
	return anySign(text, "the user plays", "the user is playing", "user plays the", "the user's character", "the player's character", "the user takes the role", "the user will play", "the user is a trainee", "{{user}} is", "dungeon master", "game master", "murder mystery", "text adventure", "interactive fiction", "speaking partner", "conversation partner", "the learner is") ||
		anySign(text, "you simulate", "simulate a", "simulate an", "you are simulating") && anySign(text, "training", "practice", "practise", "customer", "client", "patient", "candidate", "interviewer") ||
		holdsAny(text, "用户扮演", "用户饰演", "用户将扮演", "用户会扮演", "玩家扮演", "玩家饰演", "用户的角色是", "用户角色：", "用户是受训", "用户是学员", "剧本杀", "狼人杀", "跑团", "文字冒险", "互动小说") ||
		holdsAny(text, "模拟来访者", "来访者模拟", "模拟顾客", "模拟客户", "模拟患者", "模拟面试", "情景模拟", "模拟对练", "陪练")
}

// OffStage returns what a player says for himself in the middle of a game: "17. ooc: keep it short",
// （场外）别太血腥, ((brb)). It is empty where he does not step out of his part.
func OffStage(text string) string {
	folded, ok := foldedInPlace(text)
	if !ok {
		return ""
	}
	for _, sign := range []string{"ooc:", "ooc：", "(ooc)", "[ooc]", "out of character:", "out of game:", "（场外）", "(场外)", "【场外】", "场外：", "场外:", "（ooc）", "（题外话）", "题外话：", "（戏外）", "戏外："} {
		if at := strings.Index(folded, sign); at >= 0 {
			return strings.TrimSpace(text[at+len(sign):])
		}
	}
	for _, marks := range [][2]string{{"((", "))"}, {"（（", "））"}} {
		if said, found := inside(text, marks[0], marks[1]); found {
			return strings.TrimSpace(said)
		}
	}
	return ""
}

// drills reports whether a turn asks to be examined, or to practise a talk or a language:
// "quiz me on history, one question at a time", 我们练口语，帮我纠错.
func drills(text string) bool {
	return riddles(text) || anySign(text, "quiz me", "test me on", "test my knowledge", "examine me", "interview me", "correct my mistakes", "correct my english", "correct my grammar", "practise my english", "practice my english", "let's practise", "let's practice") ||
		anySign(text, "ask me") && anySign(text, "one at a time", "one by one", "i'll answer", "i will answer", "questions about", "questions on", "interview questions", "behavioural questions", "behavioral questions") ||
		holdsAny(text, "考考我", "你考我", "来考我", "出题考", "抽查我", "你来提问", "你来问", "你提问我回答", "你问我答", "你问，我答", "你来当面试官", "当我的面试官", "练口语", "练习口语", "练英语", "练听力", "帮我纠错", "边聊边纠")
}

// riddles reports whether a turn is of a game with words.
func riddles(text string) bool {
	if anySign(text, "love", "like", "enjoy", "hobby", "favourite", "favorite") || holdsAny(text, "爱玩", "喜欢", "爱好", "常玩", "叫") {
		return false // who tells what he likes to play
	}
	return anySign(text, "riddle", "tongue twister", "knock knock", "would you rather", "two truths and a lie", "20 questions", "twenty questions") && len(text) < 300 ||
		holdsAny(text, "谜语", "猜谜", "上联", "下联", "对对联", "接龙", "脑筋急转弯", "绕口令", "你画我猜", "真心话大冒险", "飞花令") && len(text) < 300
}

// speaksForPractice reports whether a drill is of a language: what it holds is an exercise itself.
func speaksForPractice(text string) bool {
	return riddles(text) || anySign(text, "correct my", "my english", "correct me") || holdsAny(text, "口语", "纠错", "纠正")
}

// emotes reports whether a turn opens with what somebody does on a stage, set apart from what
// he says: "*pushes the door open* Good evening", （推门而入）老板娘，一间上房.
func emotes(text string) bool {
	text = strings.TrimSpace(text)
	for _, marks := range [][2]string{{"*", "*"}, {"（", "）"}, {"(", ")"}, {"【", "】"}} {
		rest, ok := strings.CutPrefix(text, marks[0])
		if !ok || strings.HasPrefix(rest, marks[0]) { // **bold**
			continue
		}
		act, said, closed := strings.Cut(rest, marks[1])
		if !closed || len(act) > 120 || strings.TrimSpace(said) == "" && marks[0] != "*" || strings.Contains(act, "\n") {
			return false
		}
		if memory.Han(act) {
			return len([]rune(act)) >= 3 && !holdsAny(act, "注", "备注", "我", "补充", "接上", "续", "附", "回复", "引用", "图", "已", "第") && !hasDigits(act)
		}
		first, more, _ := strings.Cut(strings.ToLower(act), " ")
		return marks[0] != "【" && more != "" && strings.HasSuffix(first, "s") && !strings.HasSuffix(first, "ss") && first != "this" && first != "its" && first != "thanks" && first != "yes" && first != "as"
	}
	return false
}

// casting reports whether a turn begins a game of roles: "You are a doctor. I am
// your patient". What is said in it is not of the speaker.
func (r *Rules) casting(tokens []token) bool {
	s := &reading{sentence: sentence{tokens: tokens}}
	for _, words := range [][]string{{"act", "as"}, {"pretend", "you"}, {"let", "us", "role"}, {"let", "us", "role-play"}, {"let", "us", "roleplay"}, {"let", "us", "pretend"}, {"let", "us", "play"}, {"role", "play"}, {"roleplay"}, {"role-play"}} {
		if s.stands(0, words) {
			return true
		}
	}
	for _, words := range []string{"我们玩", "来玩", "陪我玩"} {
		if s.standsText(0, words) {
			return true
		}
	}
	var plain strings.Builder
	for _, t := range tokens {
		plain.WriteString(t.text)
		if t.kind != aCharacter {
			plain.WriteByte(' ')
		}
	}
	if said := plain.String(); partEnglish(said) || partChinese(said) {
		return true
	}
	if s.stands(0, []string{"you", "are", "a"}) || s.stands(0, []string{"you", "are", "an"}) || s.stands(0, []string{"you", "are", "the"}) {
		for i := 3; i < min(9, len(tokens)) && tokens[i].kind == aWord; i++ {
			if r.english.words[tokens[i].text]&role != 0 {
				return true
			}
		}
	}
	for _, words := range []string{"你是一名", "你是一位", "你是一个"} {
		if !s.standsText(0, words) {
			continue
		}
		end := 4
		for end < min(14, len(tokens)) && tokens[end].kind == aCharacter {
			end++
		}
		if roleChinese(s.plain(span{4, end})) {
			return true
		}
	}
	return false
}

// partEnglish reports whether a text deals out parts wherever it does: "I'll play the keeper and you
// play the ghost", "let's do a mock interview". "Do you play tennis?" and "I have a mock interview on
// Friday" deal out none.
func partEnglish(text string) bool {
	if anySign(text, "your name is") && anySign(text, "i am your", "you are my") || strings.HasPrefix(text, "persona") || strings.HasPrefix(text, "character sheet") {
		return true
	}
	if anySign(text, "make up a story", "d&d character", "mock trial", "mock date", "speed dating", "you be the", "you be my", "you play my", "you are my ex", "you are my boss", "pretend to be my") && !anySign(text, "i love", "i like", "i enjoy") {
		return true
	}
	if anySign(text, "simulate a customer", "simulate an angry", "simulate a user", "simulate a patient", "simulate a client", "simulate a candidate", "simulate a conversation", "play the part of", "answer in the role of", "answering in the role of", "speak in the role of", "stay in character") {
		return true
	}
	if anySign(text, "i will play the", "i will play a", "i will play an", "i will be the") && anySign(text, "you play", "you will play", "you be", "you will be", "you are the") {
		return true
	}
	begins := anySign(text, "let us", "can we", "could we", "shall we", "please", "start", "begin", "you ask", "with me")
	return begins && anySign(text, "mock interview", "role-play", "roleplay", "role play")
}

// partChinese is the same of a Chinese text: 我演船长，你演大副, 来一次模拟面试. 学校话剧里我演小红帽 tells of
// the speaker.
func partChinese(text string) bool {
	if staging(text) {
		return true
	}
	if startsAny(text, "你叫", "人设", "人物设定", "角色设定") && holdsAny(text, "我是你", "你是我", "跟我聊", "陪我聊", "的口吻") {
		return true
	}
	if holdsAny(text, "你扮演", "你来扮演", "请扮演", "我来扮演", "你来模拟", "模拟一个", "模拟一位", "模拟一名", "你来当一", "你当一个", "你来做一个", "假装你是", "假装我是", "陪我对台词", "陪我对戏") || holdsAny(text, "我扮演") && holdsAny(text, "你") {
		return true
	}
	for _, game := range []string{"角色扮演", "模拟面试", "模拟对话", "模拟客服"} {
		_, rest, found := strings.Cut(text, game)
		if found && !startsAny(rest, "游戏", "类") && holdsAny(text, "来一次", "来一场", "来个", "来场", "来做", "我们来", "咱们来", "开始", "陪我", "帮我做", "你问", "你来问") {
			return true
		}
	}
	for _, who := range []string{"你演", "你来演", "咱们演", "我们来演"} {
		_, rest, found := strings.Cut(text, who)
		if found && !startsAny(rest, "出", "讲", "奏", "唱", "习", "过", "员", "技", "示", "得", "的") {
			return true
		}
	}
	return false
}

// exercise reports whether a turn sets a task with words rather than says something by them: a
// sentence to be made, a verse to be gone on with.
func exercise(text string) bool {
	folded := memory.Fold(text)
	if holdsAny(folded, "测试数据", "假数据", "模拟数据", "示例数据") && holdsAny(folded, "造", "生成", "来") || anySign(folded, "dummy data", "mock data", "sample data", "fake data", "test data") && anySign(folded, "generate", "make", "create", "give", "write") {
		return true
	}
	return holdsAny(folded, "造句", "造个句", "下一句", "上一句", "默写") && len(folded) < 120 ||
		len(folded) < 300 && anySign(folded, "make a sentence with", "use it in a sentence", "next line of", "fill in the blank") ||
		wordProblem(folded) || multipleChoice(folded)
}

// wordProblem reports whether a turn is a sum in words: three numbers and more, and at its end the
// question how many somebody has. Who asks how much he should, or can, asks for himself.
func wordProblem(folded string) bool {
	folded = strings.TrimSpace(folded)
	if len(folded) < 600 && (anySign(folded, "when do they meet", "when will they meet") || strings.Contains(folded, "相遇") && strings.Contains(folded, "出发")) {
		return true
	}
	if len(folded) < 300 && endsAny(folded, "?", "？", "几个", "多少") && holdsAny(folded, "小明", "小红", "小华", "小刚", "小丽", "小军", "小强") && holdsAny(folded, "几", "多少") && strings.IndexFunc(folded, isDigit) >= 0 {
		return true // whoever else is in it, it is a sum of the school books
	}
	if len(folded) > 600 || anySign(folded, "you", "your") || strings.Contains(folded, "你") || !endsAny(folded, "?", "？") {
		return false
	}
	at := strings.LastIndexAny(folded[:len(folded)-1], ".。!！,，;；\n")
	asked := folded[at+1:]
	if !anySign(asked, "how many", "how much", "how far", "how long", "how old") && !holdsAny(asked, "多少", "几个", "几只", "几岁", "几天", "几元", "几米", "几人", "几本", "几颗", "几条", "几张") ||
		anySign(asked, "should", "can", "could", "would", "do i", "need", "i", "my", "we", "our") || holdsAny(asked, "我", "应该", "合适", "建议", "需要", "够") {
		return false
	}
	numbers := 0
	for _, t := range tokenize(folded) {
		if t.kind == aNumber || t.kind == aCharacter && strings.Contains("一二两三四五六七八九十", t.text) || smallNumber(t.text) {
			numbers++
		}
	}
	return numbers >= 3
}

func isDigit(r rune) bool {
	return r >= '0' && r <= '9' || strings.ContainsRune("二三四五六七八九十", r)
}

// multipleChoice reports whether a text gives answers to choose from: A) ... B) ... C) ....
func multipleChoice(folded string) bool {
	if !anySign(folded, "which", "choose", "correct", "answer", "right", "true") && !holdsAny(folded, "选", "正确", "哪", "答案") {
		return false
	}
	for _, mark := range []string{")", ".", "、", "．", "）"} {
		all := true
		from := 0
		for _, letter := range []string{"a", "b", "c"} {
			at := strings.Index(folded[from:], letter+mark)
			if at < 0 || from+at > 0 && !strings.ContainsRune(" \n(：:?？。（", rune(folded[from+at-1])) && folded[from+at-1] < 0x80 {
				all = false
				break
			}
			from += at + 1
		}
		if all {
			return true
		}
	}
	return false
}

// smallNumber reports whether a word is a number that sums are made with.
func smallNumber(w string) bool {
	switch w {
	case "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "twelve", "twenty", "half", "third", "quarter", "twice":
		return true
	}
	return false
}

// gameTurns is for how many turns after its last mention a game of roles is taken
// to go on.
const gameTurns = 6
