package extract

// ofDay reports whether a stretch tells of one day, or of these days only: what is
// done, or left, on a day is no habit, and where one sleeps this week is no home.
func (s *reading) ofDay(p span) bool {
	if s.talk.chinese {
		t := s.plain(p)
		return holdsAny(t, "今天", "今晚", "今早", "昨天", "昨晚", "前天", "这两天", "这几天", "这周", "本周", "这会儿", "刚才", "刚刚", "早上没", "中午没", "晚上没", "暂时", "临时", "暂住", "借住", "出差") &&
			!holdsAny(t, "今天起", "今天开始")
	}
	return s.fades(p) || s.holds(p, "yesterday", "earlier", "temporarily") || s.phrase(p, "last night") || s.phrase(p, "this morning") || s.phrase(p, "this afternoon") ||
		s.phrase(p, "this evening") || s.phrase(p, "for now") || s.phrase(p, "just now") || s.phrase(p, "these few days")
}

// habitual reports whether what a row teaches holds beyond the day it is said on: a
// preference, a habit, a home.
func (r *row) habitual() bool {
	for _, t := range append(r.facts[:len(r.facts):len(r.facts)], optional(r.negative)...) {
		switch t.predicate {
		case "avoids", "rejects", "habit", "home", "never":
			return true
		}
	}
	return false
}

// onceOnly reports whether a clause tells what was done or left once, where a row
// teaches what is always so: 今天没喝豆浆 is no dislike of it.
func (s *reading) onceOnly(f frame, r *row, clause span) bool {
	if !r.habitual() {
		return false
	}
	if f.neg && f.undone && r.on == "verb" {
		return true
	}
	whole := span{f.from, clause.to}
	for whole.from > 0 && !s.marks(whole.from-1) {
		whole.from--
	}
	for whole.to < len(s.tokens) && !s.marks(whole.to) && whole.to < clause.to+4 {
		whole.to++
	}
	return (f.neg || !f.longer && !r.has("gone") && !r.has("event:change")) && !f.order && !r.has("temporary") && s.ofDay(whole)
}
