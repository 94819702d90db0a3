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
	if w, _, ok := x.knownName(s, p.from, p.to); ok && (w.id == "colleague" || w.id == "neighbor") {
		return true
	}
	return waits(text) || seems(text) || elliptical(text) || looksAround(text) || bidsBare(text) || vagueBid(text) || x.reasons(s, p, text)
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

// slightReason reports whether a clause is short and tells no more than why: it names neither a thing of
// its own nor a number.
func (s *reading) slightReason(p span, text string) bool {
	return p.to-p.from <= 8 && !s.valued(p) && s.at(p.from) != "我" && !startsAny(text, "先", "只", "多", "少", "直接", "尽量", "最好") && !strings.ContainsAny(text, "是有在了用要按的别不")
}

// reasons reports whether a short clause only gives the reason of a rule that was laid down in the same
// turn: 回答控制在三行以内，看手机费眼. Who names a thing or a number in it tells more.
func (x *extraction) reasons(s *reading, p span, text string) bool {
	if !s.slightReason(p, text) {
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
	for _, verb := range []string{"闻", "碰", "吃", "看", "听", "沾"} {
		if strings.HasSuffix(text, verb+"都不能"+verb) || strings.HasSuffix(text, verb+"都不"+verb) || strings.HasSuffix(text, verb+"都没"+verb) {
			return true
		}
	}
	for _, verb := range []string{"吃", "喝", "用", "买", "交", "穿", "去", "做", "玩", "有", "要"} {
		before, ended := strings.CutSuffix(text, verb)
		if ended && endsAny(before, "都", "也", "就", "在", "会", "经常", "天天") {
			return true
		}
	}
	return endsAny(text, "来一杯", "来一个", "来一份", "来一根")
}

// seems reports whether a clause tells how something looks to its speaker, protests, or breaks off
// before what it is about.
func seems(text string) bool {
	return holdsAny(text, "看着挺", "看着很", "看着还", "看起来", "看上去", "听起来", "听着挺") || startsAny(text, "又不是", "又没", "明明", "肯定又", "八成", "估计") ||
		endsAny(text, "的是", "写的是", "叫做", "说的是") && !endsAny(text, "是的")
}

// looksAround reports whether a clause asks for something to be found, without saying so: 想找个周边一日游.
func looksAround(text string) bool {
	if startsAny(text, "想订个", "想买个", "想要个", "想订一个", "想买一个") && strings.HasSuffix(text, "的") {
		return true // 想订个8寸的: of what, is not said
	}
	return startsAny(text, "想找", "想看", "想搜", "想去找", "找个", "找一", "求个", "求一") && !strings.Contains(text, "我")
}

// oneOff reports whether a clause tells of something its speaker does, did or thinks of doing once:
// 我再等等吧, 我把表删了, 我看中一个壶. What changed for good, how long something has lasted and how
// far it has come outlast it.
func (s *reading) oneOff(p span, text string) bool {
	rest := strings.TrimLeft(text, "我们咱俺就还也都今天刚才已经现在又那")
	if holdsAny(text, "每", "平时", "一般", "通常", "从来", "经常", "一直", "从小", "习惯", "以后", "天天", "总", "老是", "从不", "最近", "不用了", "不再") || changeChinese(text) || holdsAny(text, "改", "写完", "寫完", "做完", "搬走", "退考") || s.foreign(p) && strings.Contains(text, "发了") {
		return false
	}
	if endsAny(rest, "吧", "看看", "问问", "试试", "想想", "等等", "再说", "一下", "查查", "瞧瞧", "算算", "聊聊") {
		return true
	}
	if startsAny(rest, "想试", "想看", "想问", "想吃", "想喝", "想查", "想睡", "再", "先", "回头", "等会", "等下", "马上", "打算问", "看中", "看上", "看到", "看见", "看完", "听说", "试", "问", "查", "搜", "翻了", "跑了", "点了", "按了", "碰到", "遇到", "想起") {
		return !s.namesDay(p) && !startsAny(rest, "先生", "先说", "先给", "先讲", "先列", "再加", "想起来就")
	}
	if _, todo, found := strings.Cut(text, "说要"); found && startsAny(todo, "抽血", "验血", "拍片", "复查", "住院", "手术", "打针", "检查", "化验", "输液") {
		return true
	}
	if holdsAny(text, "了下", "了一下", "看完了", "听完了", "吃完了", "喝完了") {
		return true
	}
	return startsAny(text, "我把", "我刚") && strings.Contains(text, "了")
}
