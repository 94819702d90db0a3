package memory

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"
)

// People ask for a thing by its class and tell of it by its make: "what car do I have?" after "I
// bought a Kia Niro", 我用什么手机 after 公司发了台华为. No word ties the two. What tells that
// somebody came by a thing, and how it names it, does: such records are heeded where one of his
// things is asked for, and there alone.

// ThemeThing is of what tells that the user has a thing, or came by it.
const ThemeThing Themes = 1 << 19

// mostThings bounds what is shown of somebody's things when he asks for one of a class that none of
// them names.
const mostThings = 3

// thingsOf returns ThemeThing for a record that tells of a thing of the user's by its make.
func thingsOf(r *Record) Themes {
	switch {
	case !ofUser(r), r.Source == AIInference:
		return 0
	case r.Layer == Semantic && (r.Predicate == "owns" || r.Predicate == "uses"):
		return ThemeThing
	case !told(r), r.Layer == Episodic && len(r.Event.Participants) > 0 && r.Event.Participants[0] != string(RoleUser):
		return 0
	}
	const longest = 300 // bytes
	if len(r.Text) > longest {
		return 0
	}
	found := false
	eachSentence(r.Text, func(sentence string, asks bool) {
		folded := plainly(Fold(sentence))
		if asks || found || supposes(folded) {
			return
		}
		if hasHan(folded) {
			found = cameByChinese(folded)
		} else {
			found = holdsName("i "+sentence) && cameBy(folded)
		}
		found = found && ownTurn(folded, false)
	})
	if found {
		return ThemeThing
	}
	return 0
}

// cameBy reports whether a folded English sentence tells that its speaker has a thing or came by it.
func cameBy(sentence string) bool {
	words := strings.FieldsFunc(sentence, func(r rune) bool { return r == ' ' || r == ',' || r == '.' })
	for i, w := range words {
		next := ""
		if i+1 < len(words) {
			next = words[i+1]
		}
		switch w {
		case "bought", "purchased", "ordered", "leased", "inherited", "own", "drive", "ride", "upgraded", "switched":
			return true
		case "wear", "play", "use":
			return i > 0 && words[i-1] == "i"
		case "got", "have", "picked", "chose", "given", "gave", "received", "treated":
			if next == "a" || next == "an" || next == "my" || next == "myself" || next == "the" || next == "me" || next == "up" || next == "this" {
				return true
			}
		case "new":
			if i > 0 && words[i-1] == "my" && (slices.Contains(words, "is") || slices.Contains(words, "it's")) {
				return true
			}
		}
	}
	return false
}

// cameByChinese is cameBy for Chinese: a verb of getting, or of doing something with a thing that is
// counted with a word of things.
func cameByChinese(sentence string) bool {
	if saidSign(sentence, "买了", "买的是", "提了", "入手", "换了", "换成", "下单", "到手", "配了", "租了", "我开的", "我用的", "我骑的", "我戴的", "我弹", "我开着", "我骑着") {
		return true
	}
	for _, m := range measures() {
		if saidSign(sentence, "了"+m, "了一"+m, "有"+m, "有一"+m, "了两"+m, "有两"+m) {
			return true
		}
	}
	return false
}

// measures are the words that things are counted with, one for one.
func measures() []string {
	return []string{"辆", "台", "部", "架", "把", "双", "块", "副", "套", "艘", "支", "顶"}
}

// measuresOf returns the measure words of a class of things; "": of any.
func measuresOf(class string) string {
	last, _ := utf8.DecodeLastRuneInString(class)
	switch {
	case last == '车':
		return "辆台部"
	case last == '机', last == '脑', last == '板', last == '视', last == '箱':
		return "台部架"
	case last == '鞋', last == '靴', last == '袜':
		return "双"
	case last == '表':
		return "块只"
	case strings.HasSuffix(class, "椅子"), strings.HasSuffix(class, "吉他"), last == '椅', last == '伞':
		return "把"
	case last == '琴':
		return "把架台"
	}
	return ""
}

// thingAsked returns the class of a thing of his own that somebody asks for: "car" of "what car do I
// have?"; "": he asks for none.
func (p *possessions) thingAsked(q *Question, text string) string {
	const longest = 120 // bytes
	switch q.Intent {
	case IntentFact, IntentPast:
	default:
		return ""
	}
	if !q.About || len(text) > longest {
		return ""
	}
	text = plainly(Fold(text))
	class := ""
	if hasHan(text) {
		class = thingInChinese(text)
	} else {
		class = thingInEnglish(text)
	}
	for i := range p.attributes {
		if slices.Contains(p.attributes[i].words, class) && class != "phone" && class != "手机" {
			return "" // "what is my name", 我的生日是哪天
		}
	}
	if _, holder := p.lines[class]; holder || class == "pet" || class == "宠物" {
		return ""
	}
	return class
}

func thingInEnglish(text string) string {
	words := strings.FieldsFunc(strings.ReplaceAll(text, "what's", "what is"), func(r rune) bool { return strings.ContainsRune(" ?,.!", r) })
	if at := slices.IndexFunc(words, func(w string) bool { return w == "what" || w == "which" }); at >= 0 {
		words = words[at+1:]
	} else {
		return ""
	}
	if at := slices.Index(words, "my"); at >= 0 {
		switch {
		case at+1 == len(words)-1 && slices.ContainsFunc(words[:at], func(w string) bool { return w == "is" || w == "are" }):
			return words[at+1] // "what is my car", "what make is my car"
		}
		return ""
	}
	at := slices.Index(words, "i")
	if at < 2 || at+1 >= len(words) || at+2 < len(words) && words[at+2] == "to" {
		return ""
	}
	switch words[at+1] {
	case "have", "own", "use", "drive", "ride", "play", "wear", "get", "buy", "got", "bought", "using", "driving", "riding", "wearing", "currently":
	default:
		return ""
	}
	switch words[at-1] {
	case "do", "did", "am", "have":
		return words[at-2]
	}
	return ""
}

func thingInChinese(text string) string {
	rest, mine := strings.CutPrefix(strings.TrimLeft(text, "请问，, "), "我")
	if !mine {
		return ""
	}
	rest = strings.TrimRight(rest, "？?。!！ 啊呢呀来着")
	if class, asks := cutAny(strings.TrimPrefix(rest, "的"), "是什么", "是啥", "是哪", "什么牌子", "什么型号"); asks && class != "" {
		return class // 我的车是什么牌子
	}
	for _, filler := range [...]string{"现在", "平时", "家", "目前", "们", "在", "是"} {
		rest = strings.TrimPrefix(rest, filler)
	}
	verb, _ := utf8.DecodeRuneInString(rest)
	if !strings.ContainsRune("开用骑戴弹穿坐买有玩", verb) {
		return ""
	}
	_, class, asks := cutAround(rest, "什么", "啥", "哪款", "哪个牌子的", "哪种")
	class = strings.TrimPrefix(strings.TrimPrefix(class, "牌子的"), "样的")
	if !asks || class == "" || utf8.RuneCountInString(class) > 4 {
		return ""
	}
	return class
}

// cutAny returns what stands before the first of some signs that a text holds.
func cutAny(text string, signs ...string) (before string, found bool) {
	before, _, found = cutAround(text, signs...)
	return before, found
}

// cutAround returns what stands before and behind the first of some signs that a text holds.
func cutAround(text string, signs ...string) (before, behind string, found bool) {
	for _, sign := range signs {
		if before, behind, found = strings.Cut(text, sign); found {
			return before, behind, true
		}
	}
	return text, "", false
}

// things keeps, where one thing of the user's is asked for by its class, the few of his things that
// are most likely meant, and drops what others have of it and what shares no word with the question.
func (p *possessions) things(hits []rankedHit, candidates []Candidate, class string, g *gate, dropped []Drop) ([]rankedHit, []Drop) {
	if class == "" {
		return hits, dropped
	}
	counted, done := measuresOf(class), doneWith(Fold(g.text))
	named, answered := false, false
	var likely []rankedHit
	for _, h := range hits {
		c := &candidates[h.at]
		if c.Themes&ThemeThing == 0 {
			answered = answered || h.evidence >= g.floor && !h.Force
			continue
		}
		named = named || containsWord(Fold(h.Record.Text), class)
		if counted == "" || !countedOtherwise(h.Record.Text, counted) {
			likely = append(likely, h)
		}
	}
	if answered { // by what says more than its make
		likely = slices.DeleteFunc(likely, func(h rankedHit) bool { return h.evidence < g.floor })
	}
	slices.SortStableFunc(likely, func(a, b rankedHit) int {
		return cmp.Compare(candidates[b.at].Vector, candidates[a.at].Vector)
	})
	if done != "" && slices.ContainsFunc(likely, func(h rankedHit) bool { return doneWith(Fold(h.Record.Text)) == done }) {
		likely = slices.DeleteFunc(likely, func(h rankedHit) bool { return doneWith(Fold(h.Record.Text)) != done })
	}
	likely = likely[:min(len(likely), mostThings)]
	kept := hits[:0]
	for _, h := range hits {
		r, text := h.Record, Fold(h.Record.Text)
		thing := candidates[h.at].Themes&ThemeThing != 0
		switch {
		case h.Force:
		case thing && named && !containsWord(text, class), thing && !named && !slices.ContainsFunc(likely, func(l rankedHit) bool { return l.at == h.at }):
			dropped = append(dropped, Drop{r.ID, "another", h.Score})
			continue
		case !thing && len(likely) > 0 && !h.Aside && h.evidence < g.floor && !g.shares(r.Text):
			dropped = append(dropped, Drop{r.ID, "beside", h.Score})
			continue
		case !thing && !ofUser(r) && (r.Predicate == "owns" || r.Predicate == "uses"), !thing && told(r) && p.ofOthersOnly(text):
			dropped = append(dropped, Drop{r.ID, "another", h.Score})
			continue
		}
		kept = append(kept, h)
	}
	return kept, dropped
}

// doneWith returns what a folded text says is done with a thing, where that tells its sort; "": no
// such verb is said.
func doneWith(text string) string {
	done := ""
	eachWord(text, func(w string) bool {
		switch w {
		case "play", "plays", "playing", "played":
			done = "play"
		case "wear", "wears", "wearing", "wore":
			done = "wear"
		case "drive", "drives", "driving", "drove":
			done = "drive"
		case "ride", "rides", "riding", "rode":
			done = "ride"
		}
		return done == ""
	})
	if done != "" || isASCII(text) {
		return done
	}
	for _, verb := range [...]string{"弹", "戴", "骑", "穿", "开的", "开着", "开什么", "开车"} {
		if strings.Contains(text, verb) {
			return strings.TrimRight(verb, "的着什么车")
		}
	}
	return ""
}

// ofOthersOnly reports whether a folded text speaks of people of the speaker's and not of himself.
func (p *possessions) ofOthersOnly(text string) bool {
	text = plainly(text)
	lines := p.named(text)
	return len(lines) > 0 && !p.ofSpeaker(text, lines)
}

// countedOtherwise reports whether a Chinese text counts a thing with a measure word that is none of
// the class's.
func countedOtherwise(text, of string) bool {
	for _, m := range measures() {
		if !strings.Contains(of, m) && (strings.Contains(text, "了"+m) || strings.Contains(text, "了一"+m) || strings.Contains(text, "有一"+m)) {
			return true
		}
	}
	return false
}
