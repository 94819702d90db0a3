package extract

import (
	"strings"

	"mneme/memory"
)

// items splits a list. Pairs that are one thing stay together.
func (s *reading) items(p span) []span {
	var out []span
	from := p.from
	for i := p.from; i <= p.to; i++ {
		if i < p.to && !s.separates(i) {
			continue
		}
		one := s.trim(span{from, i}, "thing")
		if one.to > one.from {
			out = append(out, one)
		}
		from = i + 1
	}
	if len(out) == 2 && strings.HasSuffix(s.at(out[0].from), "ing") && !strings.HasSuffix(s.at(out[1].from), "ing") && out[0].to-out[0].from > 1 && !s.talk.chinese {
		return []span{p} // "visiting Italy and Spain"
	}
	if len(out) > 1 && s.talk.chinese && s.oneNoun(out) {
		return []span{p}
	}
	if len(out) == 2 && inseparable(s.words(p)) {
		return []span{p}
	}
	return out
}

// oneNoun reports whether the items only describe the noun of the last one:
// 晴朗、温暖的天气 is one thing.
func (s *reading) oneNoun(items []span) bool {
	last := items[len(items)-1]
	if !strings.Contains(s.plain(last), "的") {
		return false
	}
	for _, p := range items[:len(items)-1] {
		if strings.Contains(s.plain(p), "的") {
			return false
		}
	}
	return true
}

// separates reports whether the token at i stands between items.
func (s *reading) separates(i int) bool {
	switch s.at(i) {
	case ",", "，", "、", "&", "和", "跟", "与", "及":
		return true
	case "and", "or":
		return true
	}
	return false
}

func inseparable(words string) bool {
	switch memory.Fold(words) {
	case "rock and roll", "mac and cheese", "fish and chips", "salt and vinegar", "salt and pepper", "rhythm and blues", "dungeons and dragons", "cookies and cream", "arts and crafts", "black and white photography", "black and white films", "drum and bass", "peanut butter and jelly":
		return true
	}
	return false
}
