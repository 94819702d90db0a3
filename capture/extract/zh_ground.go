package extract

import (
	"strings"

	"mneme/memory"
)

// baselessChinese is baseless of a Chinese clause.
func (x *extraction) baselessChinese(s *reading, p span, text string) bool {
	switch s.at(p.from) {
	case "他", "她":
		if _, ok := x.last(s.at(p.from)); !ok {
			return true // of somebody nobody has told of
		}
	case "同":
		if strings.HasPrefix(text, "同上") || strings.HasPrefix(text, "同样") {
			return true
		}
	}
	return waits(text) || elliptical(text) || looksAround(text) || bidsBare(text) || vagueBid(text) || x.reasons(s, p, text)
}

// bidsBare reports whether a clause bids without saying whom: it begins with a verb of getting or
// making and a measure of what, or with one of an output and where to: 买双防滑鞋, 点菜帮我备注,
// 输出到 b.csv. What was done has 了.
func bidsBare(text string) bool {
	asked := holdsAny(text, "帮我", "替我", "帮忙")
	if strings.ContainsAny(strings.NewReplacer("帮我", "", "替我", "").Replace(text), "我咱俺了过每都总") {
		return false
	}
	if asked {
		return true
	}
	for _, verb := range []string{"输出", "输入", "导出", "保存", "打印", "返回", "显示", "发送", "复制"} {
		if rest, ok := strings.CutPrefix(text, verb); ok && startsAny(rest, "到", "成", "为", "给", "在") {
			return true
		}
	}
	first := []rune(text)
	return len(first) > 2 && strings.ContainsRune("买订点选找挑换来做写画加带拿租出起编整搞弄", first[0]) && (strings.ContainsRune("个双件条份把张本台杯款家间趟套部辆只瓶盒些几一", first[1]) || startsAny(string(first[1:]), "同款", "点儿", "两"))
}

// vagueBid reports whether a clause bids that something be done better, and not what to: 帮我删干净点.
func vagueBid(text string) bool {
	_, what, found := strings.Cut(text, "帮我")
	return found && len(what) <= len("删得干净一点") && endsAny(what, "点", "点儿", "一点", "一下")
}

// reasons reports whether a short clause only gives the reason of a rule that was laid down in the same
// turn: 回答控制在三行以内，看手机费眼. Who names a thing or a number in it tells more.
func (x *extraction) reasons(s *reading, p span, text string) bool {
	if p.to-p.from > 8 || s.valued(p) || s.at(p.from) == "我" || strings.ContainsAny(text, "是有在了用要按的") {
		return false
	}
	for i := len(x.told) - 1; i >= 0 && x.told[i].turn == x.index; i-- {
		switch x.told[i].draft.Record.Predicate {
		case "never", "rejects", "answer_style", "answer_language", "not_called", "called":
			return x.told[i].draft.Act == memory.Assert
		}
	}
	return false
}

// habitual reports whether a clause tells what is so time and again, whatever day it names.
func habitual(text string) bool {
	return holdsAny(text, "一般", "通常", "平时", "每", "经常", "常常", "总是", "从来", "习惯", "一向", "向来")
}

// waits reports whether a clause tells how long something has been waited for, and no more:
// 三天了还没发货, 都一个多小时了.
func waits(text string) bool {
	for _, unit := range []string{"天", "小时", "分钟", "礼拜", "周"} {
		before, after, found := strings.Cut(text, unit+"了")
		if !found || before == "" || !strings.ContainsAny(before[max(0, len(before)-len("个")):], "零一二两俩三四五六七八九十几半多个0123456789") {
			continue
		}
		if startsAny(after, "还没", "都没", "也没", "还不", "没动静", "没人", "没消息") {
			return true
		}
		return after == "" && startsAny(before, "都", "已经", "等了", "这都") && len(before) <= len("已经一个多")
	}
	return false
}

// elliptical reports whether a clause leaves out what is done to: 我每天早上都吃. What it is of was
// said before, and nobody will know it later.
func elliptical(text string) bool {
	if !startsAny(text, "我", "每", "天天", "都", "也", "从来", "一直", "平时") {
		return false
	}
	for _, verb := range []string{"吃", "喝", "用", "买", "交", "穿", "去", "做", "玩", "有", "要"} {
		before, ended := strings.CutSuffix(text, verb)
		if ended && endsAny(before, "都", "也", "就", "在", "会", "经常", "天天") {
			return true
		}
	}
	return endsAny(text, "来一杯", "来一个", "来一份", "来一根")
}

// looksAround reports whether a clause asks for something to be found, without saying so: 想找个周边一日游.
func looksAround(text string) bool {
	return startsAny(text, "想找", "想看", "想搜", "想去找", "找个", "找一", "求个", "求一") && !strings.Contains(text, "我")
}
