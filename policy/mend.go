package policy

import "strings"

// mended spells the words of wishes as they are meant, in a folded text: who types "dont rember
// this" or 这句别计 means it. Other words are left alone.
func mended(text string) string {
	text = mendedChinese(text)
	at := 0 // what is before it was looked at
	var b strings.Builder
	done := 0
	for at < len(text) {
		for at < len(text) && !isWordByte(text[at]) {
			at++
		}
		end := at
		for end < len(text) && isWordByte(text[end]) {
			end++
		}
		if word := text[at:end]; word != "" {
			if meant := meantWord(word); meant != word {
				b.WriteString(text[done:at])
				b.WriteString(meant)
				done = end
			}
		}
		at = end
	}
	if done == 0 {
		return text
	}
	b.WriteString(text[done:])
	return b.String()
}

func isWordByte(c byte) bool { return isLetter(c) || c == '\'' || c == ';' }

// meantWord returns the word of a wish that a word is a slip of, or the word.
func meantWord(word string) string {
	switch word {
	case "dnt", "don;t", "do'nt", "dont'", "dotn", "dont't", "don'tt", "donnt", "donot", "dno't", "dpn't":
		return "don't"
	case "tihs", "thsi", "ths", "htis", "thiss", "thid":
		return "this"
	case "taht", "tht", "thta":
		return "that"
	case "teh", "hte":
		return "the"
	case "svae", "saev":
		return "save"
	case "stroe", "sotre":
		return "store"
	case "memroy", "memeory", "memmory", "memorry":
		return "memory"
	case "converstion", "conversaton", "convesation", "conversaion", "coversation", "conversatoin":
		return "conversation"
	case "u":
		return "you"
	case "ur":
		return "your"
	case "pls", "plz", "pleas", "plese", "pleaes":
		return "please"
	case "abt":
		return "about"
	case "delte", "deleet", "dleete", "detele":
		return "delete"
	}
	for _, meant := range [...]struct {
		word, real string // and what is spelt nearly so, and is a word of its own
		slips      int
	}{
		{"remember", " remembers remembered renumber remembering remember's reminder remover member ", 2},
		{"record", " records reword recoded recorder record's ", 1},
		{"forget", " forgets forge forged forges forger forgot forget's forgets' forget's ", 1},
		{"memorize", " memorise memorizes memorized memorizer ", 1},
	} {
		if word[0] == meant.word[0] && word != meant.word && len(word)+meant.slips >= len(meant.word) && len(word) <= len(meant.word)+meant.slips &&
			!strings.Contains(meant.real, " "+word+" ") && slips(word, meant.word) <= meant.slips {
			return meant.word
		}
	}
	return word
}

// slips counts how many slips of the hand part two short words: a letter too many, too few,
// another, or two exchanged (optimal string alignment: Boytsov, 2011).
func slips(a, b string) int {
	const most = 16
	if len(a) >= most || len(b) >= most {
		return most
	}
	var rows [3][most]int
	for j := range len(b) + 1 {
		rows[1][j] = j
	}
	for i := 1; i <= len(a); i++ {
		before, last, row := &rows[(i+2)%3], &rows[i%3], &rows[(i+1)%3]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			change := 1
			if a[i-1] == b[j-1] {
				change = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+change)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
	}
	return rows[(len(a)+1)%3][len(b)]
}

// mendedChinese writes what sounds alike as it is meant, where it stands as in a wish, and Cantonese
// as it is written elsewhere.
func mendedChinese(text string) string {
	if !strings.ContainsAny(text, "纪计几唔") {
		return text
	}
	return strings.NewReplacer(
		"纪录", "记录", "计录", "记录", "计住", "记住", "别计下来", "别记下来", "不要计下来", "不要记下来",
		"别计这", "别记这", "别几这", "别记这", "别计那", "别记那", "不要计这", "不要记这", "不用计这", "不用记这", "不要几这", "不要记这",
		"句别计", "句别记", "话别计", "话别记", "个别计", "个别记", "事别计", "事别记", "句不要计", "句不要记", "话不要计", "话不要记", "句不用计", "句不用记", "话不用计", "话不用记",
		"唔好", "不要", "唔使", "不用", "唔需要", "不需要", "呢句", "这句", "呢段", "这段", "呢个", "这个", "呢件", "这件", "呢啲", "这些", "嗰句", "那句",
	).Replace(text)
}
