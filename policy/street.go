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
			found = append(found, inTown(s, i, end))
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
		stop := streetName(s, end+1)
		if stop == 0 {
			stop = romanceStreet(s, end+1)
		}
		if stop > 0 && !isCounted(s, i) {
			start := withFlat(s, i)
			found = append(found, inTown(s, start, withUnit(s, stop)))
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

// romanceStreet reads a street whose kind stands first, as in French, Spanish and
// Italian: "Rue de Rivoli". It returns where it ends; 0 if there is none.
func romanceStreet(s string, i int) int {
	kind, rest, ok := strings.Cut(s[i:min(len(s), i+80)], " ")
	switch strings.ToLower(kind) {
	case "rue", "avenue", "boulevard", "allée", "allee", "quai", "calle", "avenida", "paseo", "plaza", "via", "viale", "piazza", "corso", "rua":
	default:
		return 0
	}
	if !ok || !isUpper(kind[0]) && kind != "rue" {
		return 0
	}
	at, end := i+len(kind)+1, 0
	for range 4 {
		word, after, more := strings.Cut(rest, " ")
		name := strings.TrimRight(word, ".,;!?")
		small := name == "de" || name == "du" || name == "des" || name == "la" || name == "del" || name == "della" || name == "di" || name == "le"
		if name == "" || !small && !isUpper(name[0]) && name[0] < utf8.RuneSelf {
			break
		}
		if !small {
			end = at + len(name)
		}
		if len(name) < len(word) || !more {
			break
		}
		at, rest = at+len(word)+1, after
	}
	return end
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
		"loop", "close", "crescent", "cres", "alley", "quay", "mews", "gardens", "grove", "circle", "cir", "trail", "trl", "row", "walk", "broadway":
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

// withFlat takes in "Flat 3, " and "Room 1203, Building 5, " before a house number.
func withFlat(s string, i int) int {
	for range 3 {
		before := s[max(0, i-24):i]
		lower := strings.ToLower(before)
		from := i
		for _, w := range [...]string{"flat ", "apartment ", "apt ", "apt. ", "unit ", "suite ", "room ", "building ", "block ", "floor ", "tower "} {
			at := strings.LastIndex(lower, w)
			if at >= 0 && (at == 0 || !isAlnum(lower[at-1])) && strings.HasSuffix(before, ", ") && !strings.Contains(before[at+len(w):len(before)-2], " ") {
				from = i - len(before) + at
			}
		}
		if from == i {
			break
		}
		i = from
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

// inTown returns the address that begins at start and whose street ends at end, with the town that
// stands before its postcode.
func inTown(s string, start, end int) Finding {
	f := Finding{Kind: Address, Start: start, End: withTown(s, end)}
	if f.End == end {
		if town := bareTown(s, end); town > 0 {
			f.Town, f.End = [2]int{end + len(", "), town}, town
		}
		return f
	}
	whole := s[end:f.End]
	// The postcode is its last word, or its last two.
	town := strings.TrimRight(whole, " ")
	for range 2 {
		cut := strings.LastIndexByte(town, ' ')
		if cut < 0 || !strings.ContainsAny(town[cut:], "0123456789") && !strings.ContainsAny(whole[cut:], "0123456789") {
			break
		}
		town = strings.TrimRight(town[:cut], " ")
		if !strings.ContainsAny(town, "0123456789") {
			break
		}
	}
	// What stands before it is a district or a building, of which a number tells the house.
	if cut := strings.LastIndexAny(town, "0123456789"); cut >= 0 {
		comma := strings.Index(town[cut:], ", ")
		if comma < 0 {
			return f
		}
		town = town[cut+comma:]
	}
	from := f.End - len(whole) + strings.LastIndex(whole, town)
	name := strings.TrimLeft(town, ", ")
	if name == "" {
		return f
	}
	from += len(town) - len(name)
	f.Town = [2]int{from, from + len(name)}
	return f
}

// bareTown returns where a town without a postcode ends that stands behind a street and ends the
// sentence: ", Springfield" or ", Portland, OR"; 0 for none.
func bareTown(s string, i int) int {
	rest, ok := strings.CutPrefix(s[i:min(len(s), i+64)], ", ")
	if !ok {
		return 0
	}
	if stop := strings.IndexAny(rest, ".!?;\n"); stop >= 0 {
		rest = rest[:stop]
	} else if i+64 < len(s) {
		return 0
	}
	words := 0
	for word := range strings.FieldsSeq(rest) {
		if word = strings.TrimRight(word, ","); words == 4 || word == "" || !isUpper(word[0]) || strings.ContainsAny(word, "0123456789[]@/'\"") {
			return 0
		}
		words++
	}
	return i + len(", ") + len(strings.TrimRight(rest, " ,"))
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
