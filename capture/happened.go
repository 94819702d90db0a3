package capture

import "mneme/memory"

// settled are the words by which people tell that something is done: a fault
// mended, a version out.
func settled(chinese bool) []string {
	if chinese {
		return []string{"修好了", "上线了", "上线的", "发布了", "部署了", "合并了", "交付了", "修复了", "搞定了", "迁移完了", "已上线", "已修复", "已发布", "已部署"}
	}
	return []string{"is fixed", "got fixed", "was fixed", "has been fixed", "we fixed", "i fixed", "we deployed", "was deployed", "is deployed", "we shipped", "we released", "was released", "went live", "is live", "rolled out", "we merged", "was merged", "we finished", "we launched", "is solved", "was solved"}
}

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
