package capture

import (
	"strings"

	"mneme/memory"
)

// judges reads the user's verdict on what the assistant advised, promised or
// decided: "the stretch you recommended helped", 你上次推荐的方法没用.
func (x *extraction) judges(s *reading) bool {
	if s.end == "?" || s.end == "？" {
		return false
	}
	text := memory.Fold(s.source[s.tokens[0].start:s.tokens[len(s.tokens)-1].end])
	if !s.talk.chinese {
		text = spelled(text)
	}
	if s.talk.chinese && (strings.HasSuffix(text, "吗") || strings.HasSuffix(text, "呢")) {
		return false
	}
	if len(x.open) == 0 || !anySign(text, advised(s.talk.chinese)...) && !(x.answered() && len(s.tokens) <= 14 && anySign(text, tried(s.talk.chinese)...)) {
		return false
	}
	result, sentiment := "", ""
	switch {
	case anySign(text, failed(s.talk.chinese)...):
		result, sentiment = memory.ResultFailed, "negative"
	case anySign(text, refused(s.talk.chinese)...):
		result, sentiment = memory.ResultRefused, "negative"
	case anySign(text, worked(s.talk.chinese)...):
		result, sentiment = memory.ResultWorked, "positive"
	default:
		return false
	}
	quote := s.quote(span{0, len(s.tokens)})
	d := Draft{Act: memory.Verdict, Quote: quote, Explicit: x.explicit, Record: memory.Record{
		Layer: memory.Episodic, Kind: "event", Subject: "user", Object: topic(text, s.talk.chinese), Text: x.tidy(s, span{0, len(s.tokens)}, true, false), Confidence: saidPlainly, Source: memory.UserDirect,
		Event: memory.Event{Type: memory.EventExperience, Time: x.turn.At, Result: result, Sentiment: sentiment},
	}}
	best := -1
	for i := range x.open {
		if best < 0 || shared(x.open[i].Object, d.Record.Object) >= shared(x.open[best].Object, d.Record.Object) {
			best = i
		}
	}
	if best >= 0 {
		d.Target = x.open[best].ID // empty for one of this conversation: Reconcile looks for the newest
	}
	x.propose(d, "")
	return true
}

func anySign(text string, signs ...string) bool {
	for _, sign := range signs {
		if wordIndex(text, sign) >= 0 {
			return true
		}
	}
	return false
}

// shared counts the words two topics share.
func shared(a, b string) int {
	n := 0
	for _, t := range tokenize(a) {
		if strings.Contains(b, t.text) {
			n++
		}
	}
	return n
}

// answered reports whether the turn before was the assistant's and advised something.
func (x *extraction) answered() bool {
	if x.index == 0 || x.in.Turns[x.index-1].Role != memory.RoleAssistant {
		return false
	}
	text := memory.Fold(x.in.Turns[x.index-1].Text)
	for _, chinese := range []bool{false, true} {
		for _, u := range undertakings(chinese) {
			if u.kind == memory.EventRecommendation && anySign(spelled(text), u.signs...) {
				return true
			}
		}
	}
	return false
}

// tried are the words with which a verdict answers an advice at once.
func tried(chinese bool) []string {
	if chinese {
		return []string{"试了", "试过了", "没用", "不管用", "没效果", "还是不行", "管用", "有效", "解决了", "搞定了", "重启了"}
	}
	return []string{"that helped", "it helped", "that worked", "it worked", "that fixed it", "that solved it", "did not help", "did not work", "tried that", "tried it", "no luck", "that did it", "still does not", "made no difference"}
}

func advised(chinese bool) []string {
	if chinese {
		return []string{"你推荐", "你建议", "你让我", "您让我", "你上次让", "你之前让", "您上次", "你叫我试", "你给我的", "你给的", "你说的", "你的建议", "你的方案", "你的推荐", "你的方法", "您推荐", "您建议", "您的建议", "你上次推荐", "你上次建议", "你上次说", "你上次给", "你之前推荐", "你之前建议", "你之前说", "你之前给", "你教我"}
	}
	return []string{"you recommended", "you suggested", "you had me", "you told me about", "you mentioned", "you told me to", "you gave me", "you advised", "you proposed", "your suggestion", "your advice", "your recommendation", "your plan", "your fix", "your tip", "your idea"}
}

func worked(chinese bool) []string {
	if chinese {
		return []string{"好用", "有效", "搞定", "有用", "管用", "不错", "很好", "真好", "解决了", "很棒", "挺好", "起作用", "喜欢", "见效", "好多了", "成功"}
	}
	return []string{"worked", "works", "helped", "helps", "great", "perfect", "loved", "love", "solved", "fixed it", "did it", "amazing", "excellent", "good", "wonderful", "improved", "better"}
}

func failed(chinese bool) []string {
	if chinese {
		return []string{"没用", "用都没有", "没什么用", "没啥用", "毫无用处", "没变化", "更严重", "没效果", "无效", "不管用", "不好用", "失败", "更糟", "更差", "不行", "没有效果", "没有用", "不起作用", "没解决", "不太好", "很差", "难吃", "不好吃", "不好看", "踩雷"}
	}
	return []string{"did not work", "does not work", "did not help", "does not help", "failed", "useless", "made it worse", "no good", "was not good", "not helpful", "was bad", "terrible", "awful", "broke", "did not like", "hated", "disappointing", "waste of", "no use", "did nothing", "did not do anything", "no luck", "no difference", "made no", "did not change", "no effect", "still the same", "backfired"}
}

func refused(chinese bool) []string {
	if chinese {
		return []string{"我不想", "不想用", "不打算", "不采用", "不用你", "算了", "不接受", "不适合我"}
	}
	return []string{"i do not want", "i will not do", "i would rather not", "not going to do", "i am not going to", "not for me", "i decided against", "no thanks"}
}
