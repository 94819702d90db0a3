package memory

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// token is a word of a text, or a mark, where it stands.
type token struct {
	text     string // as written
	folded   string
	at, end  int
	starts   bool // it begins a sentence
	capital  bool
	word     bool
	attached bool // nothing parts it from the one before
}

// tokensOf parts a text into words of letters and digits, and marks.
func tokensOf(text string) (tokens []token) {
	start := true
	for at := 0; at < len(text); {
		r, n := utf8.DecodeRuneInString(text[at:])
		if unicode.IsSpace(r) {
			start = start || r == '\n'
			at += n
			continue
		}
		end := at + n
		word := letterRune(r)
		for word && end < len(text) {
			next, m := utf8.DecodeRuneInString(text[end:])
			inner := next == '\'' || next == '’' || next == '-'
			if inner {
				after, _ := utf8.DecodeRuneInString(text[end+m:])
				inner = letterRune(after)
			}
			if !letterRune(next) && !inner {
				break
			}
			end += m
		}
		t := token{text: text[at:end], at: at, end: end, starts: start, word: word, capital: word && unicode.IsUpper(r)}
		t.folded = strings.ReplaceAll(Fold(t.text), "’", "'")
		if isTitle(t.folded) && end < len(text) && text[end] == '.' {
			end++ // "Dr. Weiss" goes on
		}
		if len(tokens) > 0 {
			t.attached = tokens[len(tokens)-1].end == at
		}
		tokens = append(tokens, t)
		start = !word && strings.ContainsRune(".!?:;。！？：；\"“”", r)
		at = end
	}
	return tokens
}

func letterRune(r rune) bool {
	return (unicode.IsLetter(r) || unicode.IsDigit(r)) && !isCJK(r)
}

// isTitle reports whether a word is said before the name of a person.
func isTitle(folded string) bool {
	switch folded {
	case "dr", "doctor", "mr", "mrs", "ms", "prof", "professor":
		return true
	}
	return false
}

// ofSomebodyElse reports whether words tell of a thing as somebody else's, and not as the
// speaker's: "my mom has a dog", "my neighbour's dog", 我妈妈的狗.
func ofSomebodyElse(words, things []string) bool {
	theirs := false
	for _, text := range words {
		if strings.ContainsFunc(text, isCJK) {
			other, own := owners(Fold(text), things)
			if own {
				return false
			}
			theirs = theirs || other
		}
		tokens := tokensOf(text)
		for i := range tokens {
			if !isThing(tokens[i].folded, things) {
				continue
			}
			if ofAnother(tokens, i) {
				theirs = true
				continue
			}
			for k := i - 1; k >= max(0, i-7) && tokens[k].word; k-- {
				switch tokens[k].folded {
				case "my", "our":
					return false
				case "has", "have", "had", "got", "owns", "adopted", "bought", "keeps", "gets":
					who := ""
					if k > 0 {
						who = tokens[k-1].folded
					}
					if who == "i" || who == "we" || who == "" {
						return false
					}
					theirs = theirs || k > 0 && (tokens[k-1].capital || who == "he" || who == "she" || who == "they" || alike(who) != nil || introduces(who))
				default:
					continue
				}
				break
			}
		}
	}
	return theirs
}

// owners is the same for Chinese: whether a text gives a thing to others, and whether to the speaker.
func owners(text string, things []string) (other, own bool) {
	for _, thing := range things {
		if thing[0] < utf8.RuneSelf {
			continue
		}
		for from := 0; ; {
			at := strings.Index(text[from:], thing)
			if at < 0 {
				break
			}
			at += from
			from = at + len(thing)
			before := clauseBefore(text[:at])
			who := before
			for _, has := range [...]string{"养", "有", "买", "领养", "收养"} {
				if head, _, found := strings.Cut(before, has); found {
					who = head
					break
				}
			}
			switch {
			case ofOther(before), ofOther(who + "的"):
				other = true
			case strings.Contains(before, "我"):
				own = true
			}
		}
	}
	return other, own
}

// namesGiven returns the names that a text gives to one of the things: "my dog is called Rex",
// "Luna and Milo are our cats", 一只叫咪咪的猫.
func namesGiven(text string, things []string) (names []string) {
	if strings.ContainsFunc(text, isCJK) {
		names = givenInChinese(text, things)
	}
	tokens := tokensOf(text)
	told := false
	for i := range tokens {
		switch w := tokens[i].folded; {
		case isThing(w, things) && !ofAnother(tokens, i):
			told = true
		case told && (w == "one" || w == "ones" || w == "other" || w == "another" || w == "latter" || w == "third"): // "one is called Max, the other Bella"
		default:
			continue
		}
		names = append(names, givenBehind(tokens, i+1)...)
		names = append(names, givenBefore(tokens, i-1)...)
	}
	return names
}

// isThing reports whether a word is one of the things, or more of them, or begins what it has.
func isThing(word string, things []string) bool {
	word = strings.TrimSuffix(strings.TrimSuffix(word, "'s"), "s'")
	if word == "" || word[0] >= utf8.RuneSelf {
		return false
	}
	for _, thing := range things {
		thing = thing[strings.LastIndexByte(thing, ' ')+1:]
		if word == thing || word == thing+"s" || strings.HasSuffix(thing, "y") && word == thing[:len(thing)-1]+"ies" {
			return true
		}
	}
	return false
}

// ofAnother reports whether what stands at i is somebody else's: "my neighbour's dog", "her dog".
func ofAnother(tokens []token, i int) bool {
	for k := i - 1; k >= max(0, i-3); k-- {
		w := tokens[k].folded
		switch {
		case !tokens[k].word, w == "my", w == "our", w == "i", w == "we":
			return false
		case w == "his", w == "her", w == "their", w == "your", w == "whose", strings.HasSuffix(w, "'s") && w != "it's" && w != "that's" && w != "there's" && w != "here's" && w != "name's", strings.HasSuffix(w, "s'"):
			return true
		}
	}
	return false
}

// givenBehind reads the names that follow a thing: behind a verb of naming, or at once.
func givenBehind(tokens []token, i int) []string {
	const far = 5 // words between a thing and the verb
	first, naming := i, false
	for ; i < len(tokens) && i < first+far+1; i++ {
		switch tokens[i].folded {
		case ",", "is", "are", "was", "were", "that", "which", "who", "whom", "we", "i", "she", "he", "has", "been", "both", "got", "just", "(", "-", "–", "—", ":":
			continue
		case "named", "called", "name", "names", "nicknamed", "name's":
			naming = true
			continue
		}
		break
	}
	if i == len(tokens) || !naming && i > first+1 {
		return nil
	}
	if !naming && i == first+1 && tokens[first].folded == "are" {
		if names, _ := namesAt(tokens, i, false); len(names) > 1 && !slices.ContainsFunc(names, isOrigin) {
			return names // "my dogs are Max and Bella"
		}
		return nil
	}
	if !naming && i == first+1 && tokens[first].folded == "is" && isTitle(tokens[i].folded) {
		names, _ := namesAt(tokens, i, false)
		return names // "my doctor is Dr. Patel"
	}
	if !naming && i == first+1 && tokens[first].text != "," && tokens[first].text != ":" && tokens[first].text != "(" {
		return nil // "my dog is Friendly" says how it is
	}
	names, end := namesAt(tokens, i, naming)
	if !naming && i == first+1 && end < len(tokens) && tokens[end].word {
		return nil // "my dog, Rex bit him" begins anew
	}
	return names
}

// givenBefore reads the names that are said to be a thing: "Rex is my dog", "Clara, my wife".
func givenBefore(tokens []token, i int) []string {
	mine := -1
	for k := i; k >= max(0, i-2); k-- {
		if tokens[k].folded == "my" || tokens[k].folded == "our" {
			mine = k
		}
	}
	if mine < 2 {
		return nil
	}
	switch tokens[mine-1].folded {
	case "is", "are", "was", "were", ",":
	default:
		return nil
	}
	first := mine - 1
	for first > 0 && (tokens[first-1].capital || first > 1 && tokens[first-2].capital && joins(tokens[first-1].folded)) {
		first--
	}
	names, end := namesAt(tokens, first, false)
	if end != mine-1 || first > 0 && tokens[first-1].word && tokens[mine-1].text != "," {
		return nil
	}
	return names
}

// isOrigin reports whether a capital stands for a people, a faith or a breed: "my parents are Irish
// and Italian".
func isOrigin(name string) bool {
	folded := Fold(name)
	for _, end := range [...]string{"ish", "ese", "ian", "ean", "ican", "man", "ench", "utch", "reek", "wiss", "ists", "ans", "ers", "ics", "ims", "olic", "uslim", "ewish"} {
		if strings.HasSuffix(folded, end) {
			return true
		}
	}
	return false
}

func joins(word string) bool { return word == "and" || word == "&" || word == "," }

// namesAt reads names that stand from i on, and where they end. In small letters they are names
// where a verb says so.
func namesAt(tokens []token, i int, naming bool) (names []string, end int) {
	for i < len(tokens) {
		for i < len(tokens) && strings.ContainsAny(tokens[i].text, "\"'“‘") && !tokens[i].word {
			i++
		}
		from := i
		for i < len(tokens) && tokens[i].word && (tokens[i].capital || i > from && tokens[i].text[0] >= '0' && tokens[i].text[0] <= '9') && i < from+3 && !isUsual(tokens[i].folded) {
			i++
		}
		if i == from && naming && i < len(tokens) && tokens[i].word && !tokens[i].capital && !isUsual(tokens[i].folded) && len(tokens[i].text) > 2 {
			i++
		}
		if i == from {
			if len(names) == 0 {
				end = i
			}
			return names, end
		}
		var name []string
		for _, t := range tokens[from:i] {
			name = append(name, strings.TrimSuffix(strings.TrimSuffix(t.text, "'s"), "’s"))
		}
		names = append(names, strings.Join(name, " "))
		end = i
		for i < len(tokens) && !tokens[i].word && strings.ContainsAny(tokens[i].text, "\"'”’") {
			i++
		}
		more := false
		for i < len(tokens) && joins(tokens[i].folded) {
			more = true
			i++
		}
		if !more {
			return names, end
		}
		naming = naming && i < len(tokens) && !tokens[i].capital && len(names) > 0 && unicode.IsLower(firstRune(names[0])) && nextStops(tokens, i+1)
	}
	return names, end
}

// nextStops reports whether nothing more of the sentence stands at i.
func nextStops(tokens []token, i int) bool { return i >= len(tokens) || !tokens[i].word }

// isUsual reports whether a word is one of grammar or of the calendar, and no name of anybody.
func isUsual(folded string) bool {
	switch folded {
	case "i", "i'm", "i've", "i'll", "i'd", "he", "she", "it", "they", "we", "you", "the", "a", "an", "my", "our", "his", "her", "their", "this", "that", "these", "those", "who", "which", "what",
		"is", "are", "was", "were", "and", "or", "but", "so", "if", "when", "because", "after", "before", "for", "to", "in", "on", "at", "of", "off", "with", "from", "by", "as", "not", "no", "yes",
		"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "january", "february", "march", "april", "june", "july", "august", "september", "october", "november", "december",
		"yesterday", "today", "tomorrow", "me", "us", "him", "them", "something", "nothing", "up", "out", "back", "over", "again", "name", "names", "named", "called",
		"user", "什么", "名字", "我们", "他们", "她们", "我的", "这个", "那个", "自己":
		return true
	}
	return false
}

// splitNames parts several names: "Luna and Milo", 咪咪和豆豆.
func splitNames(object string) []string {
	parts := strings.FieldsFunc(strings.NewReplacer(" and ", "、", " & ", "、", "以及", "、", "和", "、", "跟", "、", "与", "、").Replace(object), func(r rune) bool { return strings.ContainsRune(",，、;；/", r) })
	if len(parts) == 1 {
		return []string{object}
	}
	var names []string
	for _, part := range parts {
		if part = strings.TrimSpace(part); part != "" {
			names = append(names, part)
		}
	}
	return names
}

// modelBehind returns the name of a model that follows a make: " Civic", "汉", " Model 3".
func modelBehind(rest string) string {
	tokens := tokensOf(rest)
	end, letters := 0, false
	for i := 0; i < len(tokens) && i < 3; i++ {
		t := &tokens[i]
		if !t.word || !t.capital && (t.text[0] < '0' || t.text[0] > '9') || isUsual(t.folded) {
			break
		}
		if n := len(t.text); n == 4 && !t.capital && (t.text[:2] == "19" || t.text[:2] == "20") {
			break // a year
		}
		if strings.TrimSpace(rest[end:t.at]) != "" {
			break
		}
		letters = letters || t.capital
		end = t.end
	}
	if letters {
		return strings.TrimSpace(rest[:end])
	}
	if end == 0 {
		stop := 0
		for i, r := range rest {
			if !unicode.Is(unicode.Han, r) {
				break
			}
			stop = i + utf8.RuneLen(r)
		}
		if runes := utf8.RuneCountInString(rest[:stop]); runes >= 1 && runes <= 4 && stop == len(rest) && !slices.Contains([]string{"车", "轿车", "汽车"}, rest[:stop]) {
			return rest[:stop]
		}
	}
	return ""
}
