package extract

import (
	"strings"

	"mneme/memory"
)

// calledAfterKin reads a name right after a word for a person or an animal, and
// returns how long it is: a doubled character as in 女儿朵朵, a family name with a
// title as in 领导王总.
func (s *reading) calledAfterKin(k, to int) int {
	if k+1 >= to || s.tokens[k].kind != aCharacter || s.tokens[k+1].kind != aCharacter {
		return 0
	}
	if s.at(k) == s.at(k+1) && !strings.Contains("天常刚慢往渐好偏仅每年人一妈爸哥姐弟妹个非早晚", s.at(k)) {
		return 2
	}
	if strings.Contains("王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文", s.at(k)) &&
		strings.Contains("总工姐哥叔姨", s.at(k+1)) {
		return 2
	}
	return 0
}

// born reports whether what follows a date says that it is a birthday.
func (s *reading) born(date memory.Span, to int) bool {
	for i := range to {
		if s.tokens[i].start >= date.At+date.Len {
			return startsAny(s.plain(span{i, to}), "满", "就满", "过生日", "是生日", "生日", "出生", "生的")
		}
	}
	return false
}

func (x *extraction) knownName(s *reading, i, to int) (who, int, bool) {
	for n := min(4, to-i); n > 0; n-- {
		name := memory.Fold(s.words(span{i, i + n}))
		w, ok := x.names[name]
		if !ok {
			continue
		}
		k := i + n
		if s.at(k) == "的" {
			if a, m, ok := s.attributeChinese(k+1, to); ok {
				w.attr, w.value = s.plain(span{k + 1, m}), a
				return w, m, true
			}
		}
		return w, k, true
	}
	return who{}, 0, false
}
