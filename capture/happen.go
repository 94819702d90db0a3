package capture

import (
	"strings"

	"mneme/memory"
)

// aftermath proposes the event a row also tells of, and ends what a change ends.
func (x *extraction) aftermath(s *reading, f frame, r *row, m fit, clause span) {
	if r.has("dropplan") && len(m.slots) > 0 && (f.neg || f.longer || r.negative == nil) {
		d := x.draft(s, f, "plan", x.tidy(s, m.slots[0], true, false), memory.Retract, clause)
		d.Record.Text = d.Record.Object
		x.propose(d, "vp")
	}
	if f.neg || f.longer || f.former || f.hedged || f.modal {
		return
	}
	if r.has("died") && f.id != "user" {
		d := x.draft(s, f, memory.Everything, f.label, memory.Retract, clause)
		d.Record.Text = f.label
		x.propose(d, "")
	}
	if kind := r.option("event"); kind != "" {
		x.event(s, f, kind, clause)
	}
}

// event proposes an event of the user's, in the words it was told with.
func (x *extraction) event(s *reading, f frame, kind string, clause span) {
	if date, ok := s.dated(span{clause.from, min(clause.to+6, len(s.tokens))}); ok {
		for clause.to < len(s.tokens) && s.tokens[clause.to-1].end < date.At+date.Len {
			clause.to++
		}
	}
	clause.from = min(clause.from, f.from)
	d := Draft{Act: memory.Assert, Quote: s.quote(clause), Explicit: x.explicit, Record: memory.Record{
		Layer: memory.Episodic, Kind: "event", Subject: f.id, Confidence: saidPlainly, Source: memory.UserDirect,
		Text:  x.tidy(s, clause, true, false),
		Event: memory.Event{Type: kind, Time: x.turn.At, Sentiment: Sentiment(s.quote(clause))},
	}}
	if date, ok := s.dated(clause); ok && !date.Start.After(x.turn.At) {
		d.Record.Event.Time = date.Start.UTC()
	}
	if f.id != "user" {
		d.Record.Event.Participants = []string{f.id}
	}
	x.propose(d, "")
}

// complains proposes a complaint: the sentence tells of something that does not
// work or does not please.
func (x *extraction) complains(s *reading, mark int) {
	if s.end == "?" || len(s.tokens) < 3 {
		return
	}
	for _, d := range x.drafts[min(mark, len(x.drafts)):] {
		if d.Record.Layer == memory.Episodic {
			return
		}
	}
	if !complaint(s) {
		return
	}
	x.event(s, frame{who: who{id: "user"}}, memory.EventComplaint, span{0, len(s.tokens)})
}

// complaint reports whether a sentence complains.
func complaint(s *reading) bool {
	text := memory.Fold(s.source[s.tokens[0].start:s.tokens[len(s.tokens)-1].end])
	if s.talk.chinese {
		for _, sign := range []string{"投诉", "又坏了", "又崩", "太差", "太烂", "受够了", "气死", "很不满", "不满意", "还没收到", "一直没人", "没人处理", "客服不", "质量差", "太慢了", "退货", "欺骗", "坑人", "总是出错", "老是出问题", "老是卡", "闪退", "对你们很失望", "对你们失望"} {
			if strings.Contains(text, sign) && holdsAny(text, "我", "你们", "客服", "你家", "贵司") {
				return true
			}
		}
		return false
	}
	if !s.holds(span{0, len(s.tokens)}, "i", "my", "we", "our", "me") {
		return false
	}
	for _, sign := range []string{"keeps crashing", "keep crashing", "keeps failing", "fed up", "sick of", "unacceptable", "terrible service", "awful service", "still have not received", "still has not arrived", "still broken", "nobody answers", "no one answers", "no one replied", "disappointed with", "i want to complain", "file a complaint", "never works", "is broken again", "crashed again", "broke again", "charged me twice", "overcharged", "worst service"} {
		if wordIndex(spelled(text), sign) >= 0 {
			return true
		}
	}
	return false
}

// spelled writes contractions out, as tokens have them.
func spelled(folded string) string {
	if !strings.Contains(folded, "'") && !strings.Contains(folded, "cannot") {
		return folded
	}
	folded = strings.ReplaceAll(folded, "can't", "can not")
	folded = strings.ReplaceAll(folded, "won't", "will not")
	folded = strings.ReplaceAll(folded, "n't", " not")
	folded = strings.ReplaceAll(folded, "cannot", "can not")
	folded = strings.ReplaceAll(folded, "'m ", " am ")
	folded = strings.ReplaceAll(folded, "'re ", " are ")
	folded = strings.ReplaceAll(folded, "'ll ", " will ")
	return strings.ReplaceAll(folded, "'ve ", " have ")
}

// Sentiment tells the mood of a text: positive, negative, or "" where nothing
// tells.
func Sentiment(text string) string {
	folded := memory.Fold(text)
	up := countSigns(folded, "love", "great", "happy", "excited", "wonderful", "amazing", "glad", "perfect", "promoted", "thrilled", "enjoy", "worked", "helped", "喜欢", "开心", "高兴", "太好了", "满意", "不错", "很棒", "升职", "有效", "好用")
	down := countSigns(folded, "hate", "angry", "sad", "terrible", "awful", "frustrat", "disappoint", "upset", "broken", "crash", "fail", "worst", "fed up", "annoy", "useless", "died", "lost", "laid off", "讨厌", "生气", "难过", "糟糕", "失望", "不满", "投诉", "太差", "没用", "坏了", "崩溃", "去世", "分手", "烦", "不好用")
	switch {
	case up > down:
		return "positive"
	case down > up:
		return "negative"
	}
	return ""
}

func countSigns(text string, signs ...string) int {
	n := 0
	for _, sign := range signs {
		if strings.Contains(text, sign) {
			n++
		}
	}
	return n
}
