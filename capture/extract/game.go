package extract

import "mneme/memory"

// playing reports whether a turn is part of a game of roles: the turn that begins
// one and those after it, until the speaker steps out of it.
func (x *extraction) playing(tokens []token) bool {
	if x.rules.casting(tokens) {
		x.game = x.index + gameTurns
		return true
	}
	if x.index > x.game {
		return false
	}
	text := memory.Fold(x.turn.Text)
	if anySign(spelled(text), "out of character", "stop the role-play", "stop the roleplay", "end of role-play", "end the role-play", "back to reality", "stop role-playing", "in real life", "for real", "seriously") || holdsAny(text, "不演了", "说正经的", "角色扮演结束", "结束扮演", "停止扮演", "不玩了", "现实中", "说真的") {
		x.game = -1
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

// gameTurns is for how many turns after its last mention a game of roles is taken
// to go on.
const gameTurns = 6
