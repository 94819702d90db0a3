package extract

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
	if len(x.open) == 0 || !anySign(text, advised(s.talk.chinese)...) && !x.speaksOfAdvice(s) && !(x.answered() && len(s.tokens) <= 14 && anySign(text, tried(s.talk.chinese)...)) {
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

// speaksOfAdvice reports whether a sentence names what was recommended.
func (x *extraction) speaksOfAdvice(s *reading) bool {
	said := x.salient(s, span{0, len(s.tokens)})
	for i := range x.open {
		if x.open[i].Event.Type != memory.EventRecommendation {
			continue
		}
		text := memory.Fold(x.open[i].Text)
		for _, w := range said {
			if len(w.text) >= 4 && strings.Contains(text, w.text) {
				return true
			}
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
