package extract

import (
	"strings"

	"mneme/memory"
)

// perTurn bounds the undertakings of one turn: a long answer is full of advice,
// and the first of it is what counts.
const perTurn = 2

// assistant reads a turn of the assistant: what it promised, advised, settled or
// finished. It is no evidence about the user.
func (x *extraction) assistant() {
	text := x.turn.Text
	if x.turn.Name != "" && !strings.EqualFold(x.turn.Name, "assistant") {
		return // another person, who is not the user
	}
	text = unquote(clip(unfence(untag(text)), maxRead))
	x.from = len(x.drafts)
	found := 0
	for _, one := range sentences(tokenize(text)) {
		if found >= perTurn {
			return
		}
		if one.end == "?" || one.end == "？" || len(one.tokens) < 3 {
			continue
		}
		if x.undertakes(text[one.tokens[0].start:one.tokens[len(one.tokens)-1].end], chineseSentence(one)) {
			found++
		}
	}
}

// undertakes reads one sentence of the assistant.
func (x *extraction) undertakes(sentence string, chinese bool) bool {
	folded := spelled(memory.Fold(sentence))
	if tooGeneral(folded) {
		return false
	}
	if x.takesBack(sentence, folded) {
		return true
	}
	if x.vows(sentence, folded, chinese) {
		x.undertaken(memory.EventPromise, sentence, chinese)
		return true
	}
	for _, u := range undertakings(chinese) {
		for _, sign := range u.signs {
			at := wordIndex(folded, sign)
			if at < 0 || at > 60 {
				continue
			}
			x.undertaken(u.kind, sentence, chinese)
			return true
		}
	}
	return false
}

// vows reports whether a sentence says that something will be done by a day, or for
// the user.
func (x *extraction) vows(sentence, folded string, chinese bool) bool {
	if chinese {
		at := strings.Index(folded, "会")
		if at < 0 {
			at = strings.Index(folded, "将")
		}
		return at >= 0 && at < 30 && holdsAny(folded, "我们会", "我会", "将", "会在", "會") && holdsAny(folded, "给您", "给你", "为您", "为你", "帮您", "帮你", "天内", "小时内", "工作日", "明天", "后天", "下周", "之前", "今晚") && !holdsAny(folded, "建议", "可能", "可以")
	}
	at := wordIndex(folded, "i will ")
	if at < 0 {
		at = wordIndex(folded, "we will ")
	}
	if at < 0 || at > 40 || anySign(folded, "i will be", "we will be", "we will need", "i will need", "we will use", "we will also", "we will then") {
		return false
	}
	return anySign(folded, "within", "by tomorrow", "by the end of") || len(memory.When(sentence, x.turn.At, x.zone)) > 0
}

// tooGeneral reports whether an undertaking is only manner of speech.
func tooGeneral(folded string) bool {
	if len(folded) > 400 || strings.ContainsAny(folded, "[]*") || strings.HasSuffix(folded, ":") || strings.Count(folded, " ") < 4 && !strings.ContainsFunc(folded, ideograph) || strings.Contains(folded, "if you") && strings.Contains(folded, "would like") {
		return true
	}
	for _, sign := range []string{"i will help", "i will do my best", "i will explain", "happy to", "let me know if", "i will assume", "i will provide a", "i will walk you", "i will break", "i will show", "here is", "here are", "i will keep it", "i will keep this", "i will keep that in mind", "i will make sure to keep", "i will make sure to include", "i will make sure to use", "i will make sure that", "i promise to be", "i promise to do my best", "would you like", "shall i", "as an ai", "once you", "when you", "if you", "as soon as you", "the moment you", "when discussing", "whenever", "you are willing", "for example", "what i recommend", "what i suggest", "我会尽力", "我会努力", "我会一直", "随时告诉我", "需要我", "如果您", "如果你", "是否需要", "要不要我"} {
		if strings.Contains(folded, sign) {
			return true
		}
	}
	return false
}

// undertaken proposes the event, or marks an open promise as kept.
func (x *extraction) undertaken(kind, sentence string, chinese bool) {
	d := Draft{Act: memory.Assert, Quote: sentence, Record: memory.Record{
		Layer: memory.Episodic, Kind: "event", Subject: "assistant", Text: clip(sentence, 500), Object: topic(sentence, chinese), Confidence: ofAssistant, Source: memory.AIInference,
		Event: memory.Event{Type: kind, Time: x.turn.At, Participants: []string{"assistant"}},
	}}
	spans := memory.When(sentence, x.turn.At, x.zone)
	if len(spans) > 0 {
		p := spans[0]
		s := &reading{source: sentence, talk: x.rules.english}
		if chinese {
			s.talk = x.rules.chinese
		}
		s.tokens = tokenize(sentence)
		d.Record.Text = clip(x.absolute(s, span{0, len(s.tokens)}, p), 500)
	}
	switch kind {
	case memory.EventDone:
		d.Record.Event.Result = memory.ResultKept
		for i := len(x.open) - 1; i >= 0; i-- {
			if o := x.open[i]; o.Event.Type == memory.EventPromise && sharesTopic(o.Object, d.Record.Object) {
				d.Act, d.Target = memory.Verdict, o.ID
				break
			}
		}
	default:
		d.Record.Event.Result = memory.ResultOpen
		x.open = append(x.open, d.Record)
	}
	x.propose(d, "")
}

// takesBack reads that the assistant will not do what it promised.
func (x *extraction) takesBack(sentence, folded string) bool {
	for _, sign := range []string{"i can not send", "i will not be able to", "i am not able to", "i can not keep my promise", "after all", "i have to withdraw", "i take back", "i no longer recommend", "我无法按时", "我没办法兑现", "我收回", "我不再推荐", "做不到之前", "不能按之前"} {
		if !strings.Contains(folded, sign) {
			continue
		}
		for i := len(x.open) - 1; i >= 0; i-- {
			if !sharesTopic(x.open[i].Object, topic(sentence, false)) {
				continue
			}
			x.propose(Draft{Act: memory.Withdraw, Target: x.open[i].ID, Quote: sentence, Record: memory.Record{
				Layer: memory.Episodic, Kind: "event", Subject: "assistant", Object: topic(sentence, false), Text: clip(sentence, 500), Confidence: ofAssistant, Source: memory.AIInference,
				Event: memory.Event{Type: memory.EventPromise, Time: x.turn.At, Result: memory.ResultWithdrawn},
			}}, "")
			return true
		}
	}
	return false
}

// topic keeps the words of an undertaking that tell it from others.
func topic(text string, _ bool) string {
	var out []string
	for _, t := range tokenize(memory.Fold(text)) {
		if t.kind == aMark || t.kind == anEnd || len(t.text) < 4 && t.kind == aWord || len(out) > 11 {
			continue
		}
		switch t.text {
		case "will", "have", "with", "that", "this", "your", "recommend", "suggest", "would", "should", "send", "sent", "promise", "going", "could", "been", "from", "then", "after", "before",
			"我", "会", "您", "你", "的", "了", "已", "经", "为", "帮", "给", "把", "在", "建", "议", "推", "荐", "可", "以", "试":
			continue
		}
		out = append(out, t.text)
	}
	var b strings.Builder
	for i, w := range out {
		if i > 0 && w[0] < 0x80 {
			b.WriteByte(' ')
		}
		b.WriteString(w)
	}
	return b.String()
}

// sharesTopic reports whether two topics have a telling word in common.
func sharesTopic(a, b string) bool {
	n := 0
	for _, t := range tokenize(a) {
		if strings.Contains(b, t.text) {
			if t.kind == aCharacter {
				n++
			} else {
				n += 2
			}
		}
	}
	return n >= 2
}
