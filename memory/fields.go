package memory

import (
	"slices"
	"strings"
)

// spokenLine is a field of life that people speak of by name, and keep to themselves: what they
// call it, and how its records are known. The lists are folded; those of words are parted by
// spaces, "_" standing for the space within one.
type spokenLine struct {
	words      []string // what it is called
	predicates []string // whose facts are of the field, whatever they say
	told       []string // how it is told
	subjects   string   // whom or what its facts are of, when not of the user
	some       string   // predicates whose facts are of the field when they tell it or name a member
	things     string   // members of the class
	had        string   // behind which a member is told of in free words: "drive a Tesla"
	but        string   // things whose naming keeps a fact of its predicates out
	strict     bool     // its names are everyday words: that a record shares one says nothing
}

// anyPredicate is what line.some says where any fact that tells the field is of it.
const anyPredicate = "*"

// fieldsOf returns the lines that a topic names, and whether it says that they are one's own.
func fieldsOf(folded string) (lines []spokenLine, own bool) {
	for _, line := range spoken() {
		for _, word := range line.words {
			if is, mine := mentions(folded, word); is {
				lines, own = append(lines, line), own || mine
				break
			}
		}
	}
	if len(lines) == 0 {
		return twinsOf(folded)
	}
	return lines, own
}

// mentions reports whether the topic is the word, with nothing around it but what says whose it
// is, and whether that is the speaker.
func mentions(folded, word string) (is, own bool) {
	rest, ok := strings.CutSuffix(folded, word)
	if !ok {
		if rest, ok = strings.CutSuffix(folded, word+"s"); !ok {
			return false, false
		}
	}
	switch strings.TrimSpace(rest) {
	case "my", "all my", "all of my", "about my", "everything about my", "anything about my", "my own", "our", "all about my", "my old", "my new", "my current",
		"我的", "我", "关于我的", "我所有的", "我家", "我家的", "我们的", "我们家的", "我自己的", "我有", "我那辆", "我这辆", "我那只":
		return true, true
	case "", "the", "所有", "那个", "这个", "那辆", "那只":
		return true, false
	}
	return false, false
}

// ofWhom parts what a topic names from whom it is of: "my sister's illness", 我妹妹的病.
func ofWhom(folded string) (who, what string) {
	if at := strings.LastIndex(folded, "的"); at > 0 {
		who, what = folded[:at], folded[at+len("的"):]
	} else if at := strings.LastIndex(folded, "'s "); at > 0 {
		who, what = folded[:at], folded[at+len("'s "):]
	} else if at := strings.LastIndex(folded, "s' "); at > 0 {
		who, what = folded[:at+1], folded[at+len("s' "):]
	} else if before, after, of := strings.Cut(folded, " of "); of {
		who, what = after, before
	}
	for _, mine := range [...]string{"about ", "everything about ", "my ", "our ", "the ", "关于", "我们", "我"} {
		who = strings.TrimPrefix(who, mine)
	}
	return strings.TrimSpace(who), strings.TrimSpace(what)
}

// calledAlso returns what somebody may be called: a mom is a mother, and 妈妈 too.
func calledAlso(who string) []string {
	for _, line := range kin() {
		if slices.Contains(line, who) {
			return line
		}
	}
	return []string{who}
}

// covers reports whether a record is of a field that the topic names, and of whom it names it.
// text is all that the record says, folded.
func (t *Topic) covers(r *Record, text string) bool {
	if len(t.fields) == 0 {
		return false
	}
	loose := told(r)
	if !loose {
		text = Fold(r.Subject + "\n" + r.Text + "\n" + r.Object) // what else was said with it is not of it
	}
	if len(t.whose) > 0 {
		named := func(name string) bool { return containsWord(text, name) }
		if !loose && ofOneself(r) || !slices.ContainsFunc(t.whose, named) {
			return false
		}
	}
	for i := range t.fields {
		line := &t.fields[i]
		switch {
		case loose:
			// Of somebody else, a member is enough: how it is told is seldom foreseen.
			if line.tells(text) || line.hasBehind(text) || len(t.whose) > 0 && line.has(text) {
				return true
			}
		case slices.Contains(line.predicates, r.Predicate) && !line.excludes(text), !ofOneself(r) && inList(line.subjects, r.Subject):
			return true
		case (line.some == anyPredicate || inList(line.some, r.Predicate)) && (line.tells(text) || line.has(text)):
			return true
		}
	}
	return false
}

// spares reports whether a record is of somebody else than a topic that is the user's own: "my car"
// is not the one that a brother loves. Of people and animals one speaks as of others.
func (t *Topic) spares(r *Record, text string) bool {
	if !t.own || len(t.fields) == 0 {
		return false
	}
	if isCreature(t.thing) && ofOneself(r) == told(r) && ofSomebodyElse(wordsOf(r), t.thing) {
		return true
	}
	for i := range t.fields {
		if s := t.fields[i].subjects; s != "" && (s != ownThings || inList(s, r.Subject)) {
			return false
		}
	}
	return !ofOneself(r) || told(r) && ofKin(text)
}

// ownThings are what facts are kept of that is the user's and nobody.
const ownThings = "car"

// told reports whether a record is in the words it was told in, and not a fact with a predicate.
func told(r *Record) bool {
	return r.Predicate == "" || r.Predicate == PredicateStatement || r.Predicate == "note"
}

// ofOneself reports whether a record is of the user himself: others are kept under what they are to
// him, such as "older sister".
func ofOneself(r *Record) bool {
	s := r.Subject
	return s == "" || s == "user" || s == r.Owner.ID || s[0] < 'a' || s[0] > 'z'
}

// ofKin reports whether a text speaks of a relative, and not of its speaker.
func ofKin(text string) bool {
	for _, which := range [...]string{"older ", "younger ", "elder ", "big ", "little ", "twin ", "best ", "late "} {
		text = strings.ReplaceAll(text, "my "+which, "my ")
	}
	found := false
	for _, line := range kin() {
		for _, name := range line {
			mine := "my " + name
			if name[0] >= 0x80 {
				mine = "我" + name
			}
			if containsWord(text, mine) {
				text, found = strings.ReplaceAll(text, mine, " "), true
			}
		}
	}
	if !found {
		return false
	}
	first, _ := persons(text)
	return !first
}

// tells reports whether a text tells of the field in a usual way.
func (l *spokenLine) tells(text string) bool {
	return slices.ContainsFunc(l.told, func(phrase string) bool {
		phrase = strings.TrimSpace(phrase)
		return containsWord(text, phrase) || phrase[0] < 0x80 && containsWord(text, phrase+"s")
	})
}

// has reports whether a text names a member of the field.
func (l *spokenLine) has(text string) bool { return namesOneOf(l.things, text) }

// excludes reports whether a text names what a fact of the field is not of.
func (l *spokenLine) excludes(text string) bool { return namesOneOf(l.but, text) }

func namesOneOf(things, text string) bool {
	for thing := range strings.FieldsSeq(things) {
		if at, _ := wordAt(text, thing); at >= 0 {
			return true
		}
	}
	return false
}

// hasBehind reports whether a text names a member shortly behind a word of having it.
func (l *spokenLine) hasBehind(text string) bool {
	const short = 16 // bytes: an article and a word or two
	for thing := range strings.FieldsSeq(l.things) {
		for from := 0; ; {
			at, end := wordAt(text[from:], thing)
			if at < 0 {
				break
			}
			before := text[max(0, from+at-short-8) : from+at]
			from += end
			if cut := strings.LastIndexAny(before, ".!?;\n"); cut >= 0 {
				before = before[cut+1:]
			}
			for had := range strings.FieldsSeq(l.had) {
				had = strings.ReplaceAll(had, "_", " ")
				i := strings.LastIndex(before, had)
				if i < 0 || had[0] < 0x80 && !containsWord(before, had) {
					continue
				}
				gap := before[i+len(had):]
				if len(gap) <= short && !containsWord(gap, "at") && !containsWord(gap, "from") && !containsWord(gap, "to") && !containsWord(gap, "with") {
					return true
				}
			}
		}
	}
	return false
}

// wordAt finds a word, or more of it, in a text: where it begins and ends, or -1.
func wordAt(text, word string) (at, end int) {
	word = strings.ReplaceAll(word, "_", " ")
	for from := 0; ; {
		i := strings.Index(text[from:], word)
		if i < 0 {
			return -1, 0
		}
		i += from
		end := i + len(word)
		if word[0] >= 0x80 {
			return i, end
		}
		if i == 0 || !asciiWord(text[i-1]) {
			if end < len(text) && text[end] == 's' {
				end++
			}
			if end == len(text) || !asciiWord(text[end]) {
				return i, end
			}
		}
		from = i + 1
	}
}

// inList reports whether a word is in a list.
func inList(list, word string) bool {
	word = strings.ReplaceAll(word, " ", "_")
	for one := range strings.FieldsSeq(list) {
		if one == word {
			return true
		}
	}
	return false
}

// relations are the topics that those near to one are: "my mom" means what is kept of a mother.
func relations() (lines []spokenLine) {
	for _, names := range kin() {
		line := spokenLine{words: names}
		for _, name := range names {
			if name[0] >= 0x80 {
				line.told = append(line.told, "我"+name)
				continue
			}
			line.told = append(line.told, "my "+name)
			line.subjects += " " + strings.ReplaceAll(name, " ", "_")
		}
		lines = append(lines, line)
	}
	return lines
}

// kin are names for those who are near to one, a line for each: they are the same to him.
func kin() [][]string {
	return [][]string{
		{"mother", "mom", "mum", "mama", "妈妈", "母亲", "老妈", "妈"},
		{"father", "dad", "daddy", "papa", "爸爸", "父亲", "老爸", "爸"},
		{"parents", "父母", "爸妈"},
		{"sister", "younger sister", "older sister", "妹妹", "姐姐", "姐", "妹"},
		{"brother", "younger brother", "older brother", "弟弟", "哥哥", "哥", "弟"},
		{"wife", "老婆", "妻子", "太太", "媳妇"},
		{"husband", "老公", "丈夫", "先生"},
		{"girlfriend", "女朋友", "女友"},
		{"boyfriend", "男朋友", "男友"},
		{"partner", "爱人", "对象", "伴侣"},
		{"ex", "ex-wife", "ex-husband", "ex-girlfriend", "ex-boyfriend", "前任", "前妻", "前夫", "前女友", "前男友"},
		{"son", "儿子"},
		{"daughter", "女儿"},
		{"kids", "children", "child", "kid", "baby", "孩子", "宝宝"},
		{"grandmother", "grandma", "granny", "奶奶", "外婆", "姥姥"},
		{"grandfather", "grandpa", "爷爷", "外公", "姥爷"},
		{"aunt", "阿姨", "姑姑", "姨妈"},
		{"uncle", "叔叔", "舅舅", "伯伯"},
		{"cousin", "表哥", "表弟", "表姐", "表妹", "堂哥", "堂弟", "堂姐", "堂妹"},
		{"friend", "best friend", "朋友"},
		{"boss", "老板", "上司", "领导"},
		{"colleague", "coworker", "同事"},
		{"neighbor", "neighbour", "邻居"},
		{"roommate", "室友"},
	}
}
