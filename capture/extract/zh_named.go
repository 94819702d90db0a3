package extract

import (
	"strings"

	"mneme/memory"
)

// calledAfterKin reads a name right after a word for a person or an animal, and
// returns how long it is: a doubled character as in 女儿朵朵, a family name with a
// title as in 领导王总, a whole name before its verb as in 前男友王磊住在成都.
func (s *reading) calledAfterKin(k, to int) int {
	if k+1 >= to || s.tokens[k].kind != aCharacter || s.tokens[k+1].kind != aCharacter {
		return 0
	}
	if s.at(k) == s.at(k+1) && !strings.Contains("天常刚慢往渐好偏仅每年人一妈爸哥姐弟妹个非早晚", s.at(k)) {
		return 2
	}
	if !strings.Contains("王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文", s.at(k)) {
		return 0
	}
	if strings.Contains("总工姐哥叔姨", s.at(k+1)) {
		return 2
	}
	for n := 2; n <= 3 && k+n < to; n++ {
		if startsAny(s.plain(span{k + n, to}), "住在", "是", "喜欢", "不喜欢", "讨厌", "爱吃", "爱喝", "对", "在") && s.wholeName(span{k, k + n}) {
			return n
		}
	}
	return 0
}

// wholeName reports whether characters that begin with a family name can be a whole
// name, and are no word that begins alike: 马上, 高中, 方便.
func (s *reading) wholeName(p span) bool {
	text := s.plain(p)
	for i := p.from + 1; i < p.to; i++ {
		if _, dated := s.inDate(i); dated || s.tokens[i].kind != aCharacter || s.numeralChinese(i) || particle(s.at(i)) {
			return false
		}
	}
	return !startsAny(text, "马上", "马路", "高中", "高兴", "高考", "高血", "方便", "方面", "常常", "常年", "万一", "文静", "文科", "白天", "白血", "毛病", "金融", "陆续", "于是", "任何", "任职", "石化", "程序", "水平", "许多", "曾经", "江苏", "江西", "广东", "云南", "叶酸", "龙虾", "田径", "钟点", "易怒", "段时", "史上", "黄金", "黄豆", "白酒", "白菜", "马虎")
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
