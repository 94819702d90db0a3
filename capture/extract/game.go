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
	if x.rules.casting(tokens) {
		x.game = x.index + gameTurns
		return true
	}
	return x.index <= x.game
}

// casting reports whether a turn begins a game of roles: "You are a doctor. I am
// your patient". What is said in it is not of the speaker.
func (r *Rules) casting(tokens []token) bool {
	s := &reading{sentence: sentence{tokens: tokens}}
	for _, words := range [][]string{{"act", "as"}, {"pretend", "you"}, {"let", "us", "role"}, {"let", "us", "role-play"}, {"let", "us", "roleplay"}, {"let", "us", "pretend"}, {"role", "play"}, {"roleplay"}, {"role-play"}} {
		if s.stands(0, words) {
			return true
		}
	}
	for _, words := range []string{"我们玩", "来玩", "陪我玩", "你扮演", "请扮演", "请你扮演", "我们来角色扮演"} {
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
	if said := plain.String(); anySign(said, "mock interview", "role-play", "roleplay", "role play", "in the role of", "play the role", "i will play", "you play", "stay in character", "in character", "improv") || partChinese(said) {
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

// partChinese reports whether a Chinese text deals out parts: 你演掌柜, 我来扮演, 模拟面试. What one
// performs on a stage (我演出, 我演奏) is none.
func partChinese(text string) bool {
	if holdsAny(text, "扮演", "角色扮演", "模拟面试", "模拟客服", "模拟对话", "假装你是", "假装我是", "对台词", "对戏") {
		return true
	}
	for _, who := range []string{"你演", "我演", "你来演", "我来演", "咱们演", "我们演"} {
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
	return holdsAny(folded, "造句", "造个句", "下一句", "上一句", "默写", "接龙", "填空") && len(folded) < 120 ||
		anySign(folded, "make a sentence with", "use it in a sentence", "next line of", "fill in the blank", "conjugate")
}

// gameTurns is for how many turns after its last mention a game of roles is taken
// to go on.
const gameTurns = 6
