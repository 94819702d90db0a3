package extract

import "strings"

// differs reports whether a stretch says that something became different.
func (s *reading) differs(p span) bool {
	if s.talk.chinese {
		t := s.plain(p)
		return strings.HasSuffix(t, "了") || holdsAny(t, "改", "换", "现在", "已经", "又", "升", "降", "搬", "变", "恢复", "重新", "更新", "说错", "打错", "记错", "不是", "延", "推迟", "提前")
	}
	return s.holds(p, "now", "instead", "changed", "switched", "moved", "bumped", "upgraded", "updated", "raised", "back", "again", "finally", "actually", "new", "joined", "promoted", "became", "extended", "extension", "swapped", "renamed", "started", "landed", "arrived", "came", "second") || s.phrase(p, "up to") || s.phrase(p, "down to") || s.phrase(p, "these days") || s.phrase(p, "from now on") || s.phrase(p, "as of")
}

// ended reports whether a stretch says that something is over.
func (s *reading) ended(p span) bool {
	if s.talk.chinese {
		t := s.plain(p)
		if strings.Contains(t, "可以") && strings.HasSuffix(t, "了") {
			return true // a ban that is lifted
		}
		return holdsAny(t, "不再", "取消", "不去了", "不用了", "不做了", "不打了", "不喝了", "不吃了", "不退了", "停了", "卖了", "出掉了", "送人了", "扔了", "处理掉", "报废", "戒了", "没了", "好了", "结束", "离职", "退了", "不续", "下线", "废弃", "作废", "去世", "过世", "分手", "分了")
	}
	if s.holds(p, "not") && s.holds(p, "cancelled", "canceled", "over", "gone", "off") && !s.phrase(p, "any more") && !s.holds(p, "anymore") {
		return false
	}
	return s.holds(p, "anymore", "gone", "dead", "retired", "cancelled", "canceled", "sorted", "quit", "sold", "flogged", "binned", "stopped", "resolved", "dropped", "scrapped", "ripped") || s.isOver(p) || s.phrase(p, "never mind") || s.phrase(p, "got rid of") || s.phrase(p, "gave away") || s.phrase(p, "traded in") || s.phrase(p, "allowed again") || s.phrase(p, "fine now") || s.phrase(p, "fine again") || s.phrase(p, "ok again") || s.phrase(p, "okay again") || s.phrase(p, "cleared to") || s.phrase(p, "no longer") || s.phrase(p, "any more") || s.phrase(p, "gave up") || s.phrase(p, "given up") || s.phrase(p, "on ice") || s.phrase(p, "on hold") || s.phrase(p, "laid off") || s.phrase(p, "called off") || s.phrase(p, "fell through") || s.phrase(p, "passed away") || s.phrase(p, "broke up") || s.phrase(p, "split up") || s.holds(p, "died")
}

// isOver reports whether something is said to be over, or off: "the sale is over". In "over
// dinner" and "10% off my order" nothing comes to its end.
func (s *reading) isOver(p span) bool {
	for i := p.from; i < p.to; i++ {
		if w := s.at(i); w != "over" && w != "off" {
			continue
		}
		switch s.at(i - 1) {
		case "is", "'s", "are", "'re", "was", "were", "been", "now", "all", "it", "them", "that":
			return true
		}
		if s.marks(i+1) && i > p.from && s.tokens[i-1].kind == aWord {
			return true
		}
	}
	return false
}

// passes reports whether what a stretch names is of use for a few days only: a
// code, a gate, the number of a parcel.
func (s *reading) passes(p span) bool {
	if s.talk.chinese {
		return holdsAny(s.plain(p), "取件码", "验证码", "等位号", "排队号", "叫号", "登机口", "会议号", "会议室", "运单号", "快递单号", "取餐", "核销码", "今天", "今晚", "这两天", "这会儿", "刚刚", "下午", "待会", "等会", "一会儿") && !holdsAny(s.plain(p), "每天", "以后", "周末下午", "每周")
	}
	return s.hasDigit(p) && (s.holds(p, "gate", "otp", "passcode", "boarding") || s.phrase(p, "locker code") || s.phrase(p, "meeting id") || s.phrase(p, "tracking number") || s.phrase(p, "verification code") || s.phrase(p, "pickup code") || s.phrase(p, "door code"))
}
