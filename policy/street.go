package policy

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// findStreets finds street addresses as they are written in English: a house
// number, a name and a kind of street, with flat, town and postcode around them.
func findStreets(s string) []Finding {
	var found []Finding
	for i := 0; i < len(s); {
		if end := poBox(s, i); end > 0 {
			found = append(found, Finding{Kind: Address, Start: i, End: withTown(s, end)})
			i = end
			continue
		}
		if !isDigit(s[i]) || i > 0 && (isAlnum(s[i-1]) || strings.IndexByte(".-_$#/:", s[i-1]) >= 0) {
			i++
			continue
		}
		end := i
		for end < len(s) && isDigit(s[end]) {
			end++
		}
		number := end - i
		if end < len(s) && isLetter(s[end]) && (end+1 == len(s) || !isAlnum(s[end+1])) {
			end++ // 221b
		}
		if number > 5 || end >= len(s) || s[end] != ' ' {
			i = end
			continue
		}
		if stop := streetName(s, end+1); stop > 0 && !isCounted(s, i) {
			start := withFlat(s, i)
			found = append(found, Finding{Kind: Address, Start: start, End: withTown(s, withUnit(s, stop))})
			i = stop
			continue
		}
		i = end
	}
	return found
}

func poBox(s string, i int) int {
	if s[i]|0x20 != 'p' || i > 0 && isAlnum(s[i-1]) {
		return 0
	}
	for _, form := range [...]string{"p.o. box ", "po box ", "p.o.box ", "p o box "} {
		if len(s)-i > len(form) && strings.EqualFold(s[i:i+len(form)], form) && isDigit(s[i+len(form)]) {
			end := i + len(form)
			for end < len(s) && isDigit(s[end]) {
				end++
			}
			return end
		}
	}
	return 0
}

// streetName reads up to four words that end in a kind of street, and returns
// where they end; 0 if they do not.
func streetName(s string, i int) int {
	capital, plain := false, false
	for words := 0; words < 5; words++ {
		end := i
		for end < len(s) && (isAlnum(s[end]) || s[end] == '\'' || s[end] >= utf8.RuneSelf && isLatin(s, end)) {
			end++
		}
		if end == i {
			return 0
		}
		word := s[i:end]
		strong, weak := isStreetKind(strings.ToLower(word))
		if words > 0 && (strong || weak) {
			upper := word[0] >= 'A' && word[0] <= 'Z'
			if capital && (upper || strong) || plain && strong && words <= 2 && !capital {
				if end < len(s) && s[end] == '.' && len(word) <= 4 {
					end++
				}
				// "12 Oak Drive Street": a later word may be the kind of street.
				if end < len(s) && s[end] == ' ' {
					if next := streetKindAt(s, end+1); next > 0 {
						return next
					}
				}
				return withDirection(s, end)
			}
			if !capital {
				return 0
			}
		}
		switch {
		case word[0] >= 'A' && word[0] <= 'Z' || isDigit(word[0]) && len(word) > 2 || isDirection(word) || word[0] >= utf8.RuneSelf:
			if plain {
				return 0
			}
			capital = true
		case isFiller(word):
			return 0
		default:
			if capital && word != "de" && word != "la" && word != "of" {
				return 0
			}
			plain = !capital
		}
		if end >= len(s) || s[end] != ' ' && !(s[end] == '.' && len(word) <= 2 && end+1 < len(s) && s[end+1] == ' ') {
			return 0
		}
		if s[end] == '.' {
			end++
		}
		i = end + 1
	}
	return 0
}

// withDirection takes in "NW" behind a street.
func withDirection(s string, i int) int {
	for _, w := range [...]string{" NW", " NE", " SW", " SE", " N", " S", " E", " W"} {
		if strings.HasPrefix(s[i:], w) && (i+len(w) == len(s) || !isAlnum(s[i+len(w)])) {
			return i + len(w)
		}
	}
	return i
}

func streetKindAt(s string, i int) int {
	end := i
	for end < len(s) && isLetter(s[end]) {
		end++
	}
	if strong, _ := isStreetKind(strings.ToLower(s[i:end])); strong && end > i && s[i] >= 'A' && s[i] <= 'Z' {
		return end
	}
	return 0
}

func isLatin(s string, i int) bool {
	r, _ := utf8.DecodeRuneInString(s[i:])
	return r == utf8.RuneError || unicode.Is(unicode.Latin, r)
}

// isStreetKind says whether a word is a kind of street: strong ones are nothing
// else, weak ones need a name with a capital letter.
func isStreetKind(w string) (strong, weak bool) {
	switch w {
	case "street", "avenue", "boulevard", "road", "lane", "st", "ave", "blvd", "rd":
		return true, false
	case "ln", "drive", "dr", "court", "ct", "place", "pl", "square", "sq", "terrace", "ter", "way", "parkway", "pkwy", "highway", "hwy",
		"close", "crescent", "cres", "alley", "quay", "mews", "gardens", "grove", "circle", "cir", "trail", "trl", "row", "walk", "broadway":
		return false, true
	}
	return false, false
}

func isDirection(w string) bool {
	switch w {
	case "n", "s", "e", "w", "north", "south", "east", "west", "N", "S", "E", "W", "NE", "NW", "SE", "SW":
		return true
	}
	return false
}

// isFiller reports whether a word shows that a number counts something.
func isFiller(w string) bool {
	switch w {
	case "the", "on", "of", "down", "to", "in", "a", "an", "cars", "miles", "minutes", "hours", "people", "days", "years", "and", "or", "at", "for",
		"from", "by", "more", "lanes", "blocks", "km", "meters", "feet", "houses", "shops", "trees", "times", "along", "off", "up", "per", "with", "is", "are", "was":
		return true
	}
	return false
}

// isCounted reports whether the word before a number makes it no house number:
// "top 10 Abbey Road songs".
func isCounted(s string, i int) bool {
	switch strings.ToLower(lettersBefore(s, len(strings.TrimRight(s[:i], " ")))) {
	case "top", "chapter", "part", "page", "level", "season", "episode", "version", "windows", "volume", "figure", "section", "route", "interstate", "the", "these", "those", "all", "over", "about":
		return true
	}
	return false
}

// withFlat takes in "Flat 3, " before a house number.
func withFlat(s string, i int) int {
	before := s[max(0, i-24):i]
	lower := strings.ToLower(before)
	for _, w := range [...]string{"flat ", "apartment ", "apt ", "apt. ", "unit ", "suite ", "room "} {
		if at := strings.LastIndex(lower, w); at >= 0 && strings.HasSuffix(before, ", ") && !strings.Contains(before[at+len(w):len(before)-2], " ") {
			return i - len(before) + at
		}
	}
	return i
}

// withUnit takes in ", Apt 4B" behind a street.
func withUnit(s string, i int) int {
	rest := strings.ToLower(s[i:min(len(s), i+32)])
	for _, w := range [...]string{", apartment ", ", apt. ", ", apt ", " apt. ", " apt ", ", unit ", " unit ", ", suite ", " suite ", ", ste ", " ste ", ", #", " #", ", flat ", " flat ", ", room ", " room ", ", floor "} {
		if strings.HasPrefix(rest, w) {
			end := len(w)
			for end < len(rest) && (isAlnum(rest[end]) || rest[end] == '-') {
				end++
			}
			if end > len(w) {
				return i + end
			}
		}
	}
	return i
}

// withTown takes in ", Springfield, IL 62704" or ", London NW1 6XE".
func withTown(s string, i int) int {
	if !strings.HasPrefix(s[i:], ", ") {
		return i
	}
	rest := s[i:min(len(s), i+64)]
	if stop := strings.IndexAny(rest, "\n;!?()"); stop >= 0 {
		rest = rest[:stop]
	}
	// The postcode ends the address; without one only the town's name is left,
	// which by itself says little.
	best := 0
	for at := 2; at < len(rest); at++ {
		if isAlnum(rest[at]) && rest[at-1] == ' ' {
			if n := postcode(rest[at:]); n > 0 {
				best = at + n
			}
		}
	}
	return i + best
}

// postcode returns the length of a US or UK postcode that s begins with.
func postcode(s string) int {
	digits := 0
	for digits < len(s) && isDigit(s[digits]) {
		digits++
	}
	if digits == 5 && (len(s) == 5 || !isAlnum(s[5])) {
		if len(s) >= 10 && s[5] == '-' && strings.Trim(s[6:10], "0123456789") == "" {
			return 10
		}
		return 5
	}
	// Outward code of 2 to 4 signs, a blank, a digit and two letters.
	out := strings.IndexByte(s, ' ')
	if out >= 2 && out <= 4 && len(s) >= out+4 && isUpper(s[0]) && isDigit(s[out+1]) && isUpper(s[out+2]) && isUpper(s[out+3]) &&
		(len(s) == out+4 || !isAlnum(s[out+4])) && strings.ContainsAny(s[:out], "0123456789") {
		return out + 4
	}
	return 0
}

func isUpper(c byte) bool { return c >= 'A' && c <= 'Z' }

// findChineseAddresses finds addresses as they are written in Chinese: a road or
// an estate, and the number of a house, a building or a room behind it.
func findChineseAddresses(s string) []Finding {
	var found []Finding
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		if r < utf8.RuneSelf {
			i++
			continue
		}
		mark, road := placeMark(s, i)
		if mark == 0 {
			i += size
			continue
		}
		end := houseNumber(s, i+mark, road)
		start := 0
		if end > 0 {
			start, end = addressStart(s, i), addressEnd(s, end)
		}
		if end == 0 || start == i {
			i += mark
			continue
		}
		found = append(found, Finding{Kind: Address, Start: start, End: end})
		i = end
	}
	return found
}

// placeMark returns the length of a word at i that ends the name of a road or an
// estate.
func placeMark(s string, i int) (n int, road bool) {
	for _, w := range [...]string{"大道", "大街", "胡同", "路", "街", "巷", "弄", "道"} {
		if strings.HasPrefix(s[i:], w) {
			return len(w), true
		}
	}
	for _, w := range [...]string{"小区", "小區", "花园", "花園", "新村", "家园", "家園", "公寓", "大厦", "大廈", "广场", "廣場", "苑", "城", "村", "里", "园", "園", "府", "庭"} {
		if strings.HasPrefix(s[i:], w) {
			return len(w), false
		}
	}
	return 0, false
}

// houseNumber reads a number with its unit at i, behind the name of a road or an
// estate, and returns where it ends; 0 for none. A bare 号 behind an estate may
// be a day of the month.
func houseNumber(s string, i int, road bool) int {
	if road {
		i = skipSection(s, i)
	}
	i = skipBlank(s, i)
	for _, w := range [...]string{"甲", "乙", "丙", "丁"} {
		if rest, ok := strings.CutPrefix(s[i:], w); ok && rest != "" && isDigit(rest[0]) {
			i += len(w)
		}
	}
	at := i
	for digits := 0; at < len(s) && digits < 9; digits++ {
		r, size := utf8.DecodeRuneInString(s[at:])
		if !isDigit(s[at]) && chineseDigit(r) < 0 && r != '十' && r != '百' && r != '-' && !(isUpper(s[at]) && digits > 0 || isUpper(s[at]) && !road) {
			break
		}
		at += size
	}
	if at == i {
		return 0
	}
	at = skipBlank(s, at)
	for _, w := range [...]string{"号楼", "號樓", "号院", "號院", "单元", "單元", "栋", "棟", "幢", "座", "室"} {
		if strings.HasPrefix(s[at:], w) {
			return at + len(w)
		}
	}
	if !road {
		if strings.Count(s[i:at], "-") == 2 && isDigit(s[i]) && isDigit(s[at-1]) {
			return at // building, entrance and room: 7-2-301
		}
		return 0
	}
	for _, w := range [...]string{"号", "號", "弄"} {
		if rest, ok := strings.CutPrefix(s[at:], w); ok && !hasAnyPrefix(rest, "线", "線", "公交", "文", "令", "字", "车", "選", "选", "机") {
			return at + len(w)
		}
	}
	return 0
}

// skipSection passes over the part of a long road: "北段", "五段".
func skipSection(s string, i int) int {
	for _, w := range [...]string{"东", "西", "南", "北", "中", "東"} {
		if strings.HasPrefix(s[i:], w) {
			i += len(w)
			break
		}
	}
	if r, size := utf8.DecodeRuneInString(s[i:]); chineseDigit(r) >= 0 && strings.HasPrefix(s[i+size:], "段") {
		return i + size + len("段")
	}
	return i + len(s[i:]) - len(strings.TrimPrefix(s[i:], "段"))
}

func skipBlank(s string, i int) int {
	if i < len(s) && s[i] == ' ' {
		return i + 1
	}
	return i
}

// addressStart walks back over the name of the road, the district and the city.
func addressStart(s string, i int) int {
	start := i
	for steps := 0; start > 0 && steps < 24; steps++ {
		r, size := utf8.DecodeLastRuneInString(s[:start])
		if !unicode.Is(unicode.Han, r) || isAddressStop(r) {
			break
		}
		start -= size
	}
	// "101路" is a bus, and "这条路" no name.
	name := s[start:i]
	if start > 0 && isDigit(s[start-1]) && name == "" || strings.HasSuffix(name, "条") || strings.HasSuffix(name, "一") && len(name) == 3 {
		return i
	}
	return start
}

// isAddressStop reports whether a character ends an address on its left: one says
// "live at", "send to", "is".
func isAddressStop(r rune) bool {
	switch r {
	case '在', '住', '是', '到', '于', '於', '址', '往', '去', '给', '給', '为', '為', '我', '你', '他', '她', '们', '們', '寄', '送', '的', '了', '这', '這', '那', '从', '從', '把', '第':
		return true
	}
	return false
}

// addressEnd takes in what follows the house number: building, entrance, room,
// with names between.
func addressEnd(s string, end int) int {
	for range 5 {
		at := skipBlank(s, end)
		name, digits := 0, 0
		for at < len(s) && name < 12 {
			r, size := utf8.DecodeRuneInString(s[at:])
			if isAlnum(s[at]) || chineseDigit(r) >= 0 || r == '十' || s[at] == '-' {
				digits++
			} else if !unicode.Is(unicode.Han, r) {
				break
			} else if unit := unitAt(s, at); unit > 0 && digits > 0 {
				end = at + unit
				name = -1
				break
			}
			name++
			at += size
		}
		if name != -1 {
			break
		}
	}
	// A room may leave out its unit: "1单元602".
	at := end
	for at < len(s) && isDigit(s[at]) && at-end < 6 {
		at++
	}
	if at-end >= 2 && at-end <= 5 {
		return at
	}
	return end
}

func unitAt(s string, i int) int {
	for _, w := range [...]string{"号楼", "號樓", "单元", "單元", "栋", "棟", "幢", "座", "室", "楼", "樓", "层", "層", "房", "户", "戶", "门", "門", "组", "号院", "號院"} {
		if strings.HasPrefix(s[i:], w) {
			return len(w)
		}
	}
	if (strings.HasPrefix(s[i:], "号") || strings.HasPrefix(s[i:], "號")) && i > 0 && isDigit(s[i-1]) && !strings.HasPrefix(s[i+3:], "线") {
		return 3
	}
	return 0
}
