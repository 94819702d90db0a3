package extract

import (
	"strings"

	"mneme/memory"
)

// unsays reports whether a sentence takes back what was planned a moment ago, without a word of it:
// 算了，不去了，就当我没说, "forget I said that, it's off".
func unsays(text string) bool {
	return holdsAny(text, "当我没说", "当没说", "算了算了") || strings.HasPrefix(text, "算了") && !strings.Contains(text, "算了一") ||
		anySign(text, "forget i said", "scrap that", "scratch that", "forget it", "never mind that", "pretend i never said")
}

// cancels reads that something known is off: "they cancelled the appointment",
// 体检取消了. It is history then, and that it was called off is an event.
func (x *extraction) cancels(s *reading) bool {
	if s.end == "?" || s.end == "？" || len(s.tokens) > 30 || s.supposes(0) {
		return false
	}
	text := memory.Fold(s.quote(span{0, len(s.tokens)}))
	if s.talk.chinese {
		if !holdsAny(text, calledOff(true)...) && !unsays(text) || holdsAny(text, stillOn()...) {
			return false
		}
	} else {
		text = spelled(text)
		if !anySign(text, calledOff(false)...) && !unsays(text) || anySign(text, stillOn()...) {
			return false
		}
	}
	plan := func(r *memory.Record) bool { return r.Kind == memory.KindPlan || r.Kind == memory.KindTemporary }
	var old *told
	bare := unsays(text)
	if !bare || s.namesCancelled(text) {
		words := s.words(span{0, len(s.tokens)})
		old = x.about(words, func(r *memory.Record) bool {
			return plan(r) || r.Predicate == memory.PredicateStatement && x.speaksOf(words, r)
		})
	}
	if old == nil && bare && !changesSubject(text) {
		old = x.justTold(plan, s.purely(text))
	}
	if old == nil {
		return false
	}
	all := span{0, len(s.tokens)}
	d := Draft{Act: memory.Retract, Target: old.draft.Target, Quote: s.quote(all), Explicit: x.explicit, Record: old.draft.Record}
	d.Record.Confidence, d.Record.Constraint = saidPlainly, memory.Constraint{}
	x.propose(d, old.kind)
	x.event(s, frame{who: who{id: "user"}}, memory.EventCancelled, all)
	return true
}

// namesCancelled reports whether a sentence says itself that something is off, and not only to let
// it be.
func (s *reading) namesCancelled(text string) bool {
	if s.talk.chinese {
		return holdsAny(text, calledOff(true)...)
	}
	return anySign(text, calledOff(false)...)
}

// changesSubject reports whether a sentence goes on to talk of something else: who says "forget
// it" then is weary of the talk, and has not changed his mind.
func changesSubject(text string) bool {
	return holdsAny(text, "聊点别的", "聊别的", "说点别的", "说别的", "换个话题", "换话题", "聊聊", "不聊这个", "不说这个", "我们聊", "咱们聊", "来聊", "问你") ||
		anySign(text, "talk about", "let us talk", "change the subject", "change of subject", "something else", "move on", "another question", "different question", "next question", "new topic", "another topic")
}

// purely reports whether a sentence takes back what was said in as many words, and does not only
// let it be as "forget it" and 算了 do.
func (s *reading) purely(text string) bool {
	return holdsAny(text, "当我没说", "当没说") || anySign(text, "forget i said", "scrap that", "scratch that", "pretend i never said")
}

// justTold finds what "forget it" and 当我没说 take back: what their speaker meant to do, as he
// told in the last turns of this conversation, and in as many words whatever else he stated there.
// What other conversations told is never meant by words that name nothing.
func (x *extraction) justTold(plan func(*memory.Record) bool, purely bool) *told {
	for i := len(x.told) - 1; i >= 0; i-- {
		h := x.told[i]
		r := &h.draft.Record
		if x.index-h.turn > 2*reach {
			return nil
		}
		if h.draft.Act == memory.Retract || r.Subject != "user" || r.Layer != memory.Semantic {
			continue
		}
		if plan(r) || r.Predicate == "plan" || r.Predicate == "goal" || r.Predicate == memory.PredicateStatement && (purely && !memory.Lasting(r.Text) || x.index-h.turn < reach && intended(r.Text)) {
			h.draft.Target = ""
			return &h
		}
	}
	return nil
}

// intended reports whether a statement tells what its speaker means to do.
func intended(text string) bool {
	text = memory.Fold(text)
	if memory.Han(text) {
		return holdsAny(text, "打算", "准备", "计划", "想去", "想要", "要去", "想买", "想换")
	}
	return anySign(spelled(text), "going to", "i will", "i want", "i would like", "thinking of", "planning", "i might")
}

// speaksOf reports whether words name at least half of what a fact is about: one word in common
// is too little to end it.
func (x *extraction) speaksOf(words string, r *memory.Record) bool {
	weight := x.weight(r.Text)
	return weight > 0 && 2*sharing(tokenize(words), memory.Fold(r.Text)) >= weight
}
