package memory

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// speaks reports whether a text speaks of the bearer by a name: the name stands there as one, and
// not as that of somebody else or as a word.
func (b *Bearer) speaks(text string, n *bearing) bool {
	if text == "" {
		return false
	}
	if strings.ContainsFunc(n.name, isCJK) {
		return b.speaksChinese(Fold(text), Fold(n.name), n.brand)
	}
	name, tokens := tokensOf(n.name), tokensOf(text)
	shouts := !strings.ContainsFunc(text, unicode.IsUpper) || unicode.IsLower(firstRune(n.name))
	for i := 0; i+len(name) <= len(tokens); i++ {
		if same(tokens[i:i+len(name)], name, shouts) && b.itself(tokens, i, i+len(name), n.brand) {
			return true
		}
	}
	return false
}

// same reports whether words are those of a name, in its capitals unless a text has none.
func same(words, name []token, small bool) bool {
	for k := range name {
		word, want := words[k].text, name[k].text
		if small {
			word, want = words[k].folded, name[k].folded
		}
		if strings.TrimSuffix(strings.TrimSuffix(word, "'s"), "’s") != want {
			return false
		}
	}
	return true
}

// itself reports whether the name that stands from i to end is that of the bearer.
func (b *Bearer) itself(tokens []token, i, end int, brand bool) bool {
	owned := b.owned()
	if end < len(tokens) && tokens[end].word && tokens[end].capital && !isUsual(tokens[end].folded) && !tokens[end].starts && !strings.HasSuffix(tokens[end-1].folded, "'s") {
		return false // a longer name
	}
	if i == 0 || tokens[i].starts {
		return !brand || carries(tokens)
	}
	last := &tokens[i-1]
	w := last.folded
	if ofAnother(tokens, i) {
		return false
	}
	switch w {
	case "a", "an", "some", "any", "no", "another", "every", "mr", "mrs", "ms", "dr", "aunt", "uncle", "st", "saint", "san", "santa":
		return false
	case "the", "my", "our", "this", "that":
		return owned || w == "my" || w == "our"
	case "drink", "drinks", "drank", "drinking", "eat", "eats", "ate", "eating", "cup", "glass", "bottle":
		return false
	case "of":
		if i > 1 && slices.Contains([]string{"cup", "glass", "bottle", "piece", "slice", "bowl", "mug", "pint", "can"}, tokens[i-2].folded) {
			return false
		}
	}
	if isThing(w, b.things) {
		return true
	}
	if introduces(w) && w != "called" && w != "named" && w != "met" && w != "married" && w != "dating" {
		return false // somebody else's name: "my colleague Anna"
	}
	if last.word && last.capital && !last.starts && !isUsual(w) {
		return false // "Santa Clara"
	}
	return !brand || carries(tokens)
}

// owned reports whether the bearer is a thing, of which one speaks with an article.
func (b *Bearer) owned() bool {
	return slices.Contains(b.things, "car") || slices.Contains(b.things, "project")
}

// carries reports whether a text speaks of a car: of what is done with one.
func carries(tokens []token) bool {
	return slices.ContainsFunc(tokens, func(t token) bool {
		switch strings.TrimSuffix(t.folded, "s") {
		case "brake", "tire", "tyre", "oil", "mileage", "parked", "parking", "drive", "drove", "driving", "garage", "charge", "charging", "charged", "mechanic", "fuel", "gas", "petrol", "mile",
			"engine", "insurance", "plate", "battery", "car", "repair", "repaired", "wheel", "bumper", "windshield", "windscreen", "clutch", "gearbox", "transmission", "dealer", "inspection", "towed", "scratch", "dent":
			return true
		}
		return false
	})
}

// speaksChinese is speaks for a name in Chinese. Both are folded.
func (b *Bearer) speaksChinese(text, name string, brand bool) bool {
	for from := 0; ; {
		at := strings.Index(text[from:], name)
		if at < 0 {
			return false
		}
		at += from
		end := at + len(name)
		from = end
		if b.itselfChinese(text[:at], text[end:]) && (!brand || hasAny(text, "保养", "加油", "刹车", "轮胎", "充电", "停车", "维修", "修", "驾驶", "年检", "车", "公里", "油耗", "开着", "开了", "油费", "蹭", "剐", "撞", "发动机", "上牌", "过户", "保险", "违章", "罚单", "停在", "电池")) {
			return true
		}
	}
}

// itselfChinese reports whether a name between two pieces of text is that of the bearer.
func (b *Bearer) itselfChinese(before, behind string) bool {
	eaten := strings.TrimRight(before, "了过着点些个一两三几")
	if strings.HasSuffix(eaten, "喝") || strings.HasSuffix(eaten, "吃") {
		return false
	}
	for _, word := range [...]string{"杯", "瓶", "罐", "碗", "块", "份", "包", "袋", "颗", "粒", "片", "煮", "炒", "住在", "住", "搬到", "位于", "老", "小", "大", "下", "我", "我们", "你", "他", "她", "它", "们"} {
		if strings.HasSuffix(before, word) {
			return false
		}
	}
	next, _ := utf8.DecodeRuneInString(behind)
	if strings.ContainsRune("市县省镇村路街城区寺塔茶汤酒饼粥糕", next) && behind != "" && next != utf8.RuneError {
		return false
	}
	if slices.ContainsFunc(b.things, func(thing string) bool { return thing[0] >= utf8.RuneSelf && strings.HasSuffix(before, thing) }) {
		return true
	}
	for _, whose := range [...]string{"他的", "她的", "你的", "他们的", "她们的", "别人的", "人家的", "他家", "她家", "你家", "邻居家", "他家的", "她家的", "邻居家的"} {
		if strings.HasSuffix(before, whose) {
			return false
		}
	}
	for _, line := range kin() {
		for _, who := range line {
			if who[0] < utf8.RuneSelf {
				continue
			}
			if strings.HasSuffix(before, who) || strings.HasSuffix(before, who+"的") || strings.HasSuffix(before, who+"家的") || strings.HasSuffix(before, who+"家") {
				return false
			}
		}
	}
	return true
}

// givenInChinese is namesGiven for Chinese, which parts no words.
func givenInChinese(text string, things []string) (names []string) {
	folded := Fold(text)
	if len(folded) != len(text) {
		text = folded // what stands where in the text is not known
	}
	for _, thing := range things {
		if thing == "" || thing[0] < utf8.RuneSelf {
			continue
		}
		for from := 0; ; {
			at := strings.Index(folded[from:], thing)
			if at < 0 {
				break
			}
			at += from
			end := at + len(thing)
			from = end
			before := clauseBefore(folded[:at])
			if ofOther(before) {
				continue
			}
			names = append(names, givenBehindChinese(text[end:])...)
			names = append(names, givenInTurn(text[end:])...)
			if called, ok := strings.CutSuffix(before, "的"); ok { // 一只叫咪咪的猫
				for _, verb := range [...]string{"叫做", "名叫", "名为", "叫", "名字是"} {
					if i := strings.LastIndex(called, verb); i >= 0 {
						names = append(names, shortNames(called[i+len(verb):])...)
						break
					}
				}
			}
			for _, is := range [...]string{"都是我的", "都是我家的", "都是我家", "都是我", "是我的", "是我家的", "是我家", "是我们家的", "是我们的", "是我", "是我养的"} {
				if name, ok := strings.CutSuffix(before, is); ok {
					names = append(names, shortNames(name)...)
					break
				}
			}
		}
	}
	return names
}

// clauseBefore returns the end of a text since its last mark, commas between names apart.
func clauseBefore(text string) string {
	i := strings.LastIndexAny(text, ".!?;:,。\n")
	if i < 0 {
		return text
	}
	_, n := utf8.DecodeRuneInString(text[i:])
	return text[i+n:]
}

// ofOther reports whether what stands behind is said to be somebody else's.
func ofOther(before string) bool {
	for _, whose := range [...]string{"他的", "她的", "你的", "他们的", "别人的", "他家", "她家", "你家", "他家的", "她家的", "你家的", "他", "她", "你", "邻居的", "邻居家", "邻居家的", "邻居"} {
		if strings.HasSuffix(before, whose) {
			return true
		}
	}
	for _, line := range kin() {
		for _, who := range line {
			if who[0] >= utf8.RuneSelf && (strings.HasSuffix(before, who+"的") || strings.HasSuffix(before, who+"家的") || strings.HasSuffix(before, who+"家") || strings.HasSuffix(before, "我"+who)) {
				return true
			}
		}
	}
	return false
}

// givenBehindChinese reads the names behind a thing: 的名字叫咪咪, 分别叫咪咪和豆豆.
func givenBehindChinese(rest string) []string {
	rest = strings.TrimLeft(rest, " ,，、:：(（")
	for again := true; again; {
		again = false
		for _, between := range [...]string{"的", "名字", "小名", "大名", "就", "都", "也", "分别", "一只", "一个", "它们", "它", "她", "他", "们", "现在", "取名", "起名"} {
			if after, ok := strings.CutPrefix(rest, between); ok {
				rest, again = after, true
			}
		}
	}
	for _, verb := range [...]string{"叫做", "名叫", "名为", "叫", "是叫", "是"} {
		if after, ok := strings.CutPrefix(rest, verb); ok {
			if verb == "是" {
				return nil // 我的猫是英短 says what it is
			}
			return shortNames(after)
		}
	}
	return nil
}

// givenInTurn reads the names that are given to several, one by one: 大的叫天天,小的叫乐乐.
func givenInTurn(rest string) (names []string) {
	for clause := range strings.FieldsFuncSeq(rest, func(r rune) bool { return strings.ContainsRune(",，、;；。.\n", r) }) {
		for _, which := range [...]string{"大的", "小的", "老大", "老二", "老三", "一个", "另一个", "一只", "另一只", "一条", "另一条", "公的", "母的", "男孩", "女孩", "黑的", "白的"} {
			if after, ok := strings.CutPrefix(strings.TrimSpace(clause), which); ok {
				names = append(names, givenBehindChinese(after)...)
			}
		}
	}
	return names
}

// shortNames reads names up to where the clause ends, if they are as short as names are.
func shortNames(text string) (names []string) {
	const longest = 4 // characters of a name
	text = strings.TrimLeft(text, " \"“「『《'")
	if i := strings.IndexAny(text, "。.!！?？;；\n(（"); i >= 0 {
		text = text[:i]
	}
	parts := splitNames(text)
	for k, part := range parts {
		part = strings.Trim(part, " \"”」』》'“「『《")
		if k > 0 && utf8.RuneCountInString(part) > longest || part == "" {
			break
		}
		if !strings.ContainsFunc(part, isCJK) {
			names = append(names, part)
			continue
		}
		cut := len(part)
		for i, r := range part {
			if i > 0 && strings.ContainsRune("的了呢吧啊呀哦嘛是在会要也很都今已就还有", r) {
				cut = i
				break
			}
		}
		if runes := utf8.RuneCountInString(part[:cut]); runes > longest {
			break
		}
		names = append(names, part[:cut])
	}
	return names
}
