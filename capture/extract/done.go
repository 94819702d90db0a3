package extract

import "mneme/memory"

// happens proposes the event of something done, when nothing else was read of the
// sentence.
func (x *extraction) happens(s *reading, mark int) {
	if s.end == "?" || s.end == "？" || len(s.tokens) < 4 || len(s.tokens) > 40 || s.supposes(0) {
		return
	}
	for _, d := range x.drafts[min(mark, len(x.drafts)):] {
		if d.Record.Layer == memory.Episodic {
			return
		}
	}
	text := memory.Fold(s.quote(span{0, len(s.tokens)}))
	kind := memory.EventChange
	if s.talk.chinese {
		if holdsAny(text, "吗", "没修", "没上线", "如果", "要是", "什么时候", "等") {
			return
		}
		switch {
		case holdsAny(text, settled(true)...):
		case holdsAny(text, "退掉了", "注销了", "停掉了", "退订了", "退会了"):
			kind = memory.EventCancelled
		default:
			return
		}
	} else {
		switch text = spelled(text); {
		case anySign(text, settled(false)...):
		case anySign(text, "i cancelled my", "i canceled my", "i have cancelled my", "i closed my account", "i unsubscribed"):
			kind = memory.EventCancelled
		default:
			return
		}
	}
	x.event(s, frame{who: who{id: "user"}}, kind, span{0, len(s.tokens)})
}
