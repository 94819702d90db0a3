package extract

import (
	"strings"

	"mneme/memory"
)

// parted ends what is told of a partner when the two are no longer one: "me and Odette broke
// up", 分了. Without a name the partner who was spoken of is meant.
func (x *extraction) parted(s *reading) bool {
	if x.turn.Role != memory.RoleUser || s.end == "?" || s.end == "？" || s.supposes(0) {
		return false
	}
	whole := span{0, len(s.tokens)}
	if s.talk.chinese {
		text := s.plain(whole)
		first := text
		if at := strings.IndexAny(text, "，,"); at > 0 {
			first = text[:at]
		}
		if !holdsAny(text, "分手了", "分了手", "已经分手") && first != "分了" && first != "我们分了" && first != "刚分了" && first != "已经分了" || holdsAny(text, "差点", "没分手", "不分手", "朋友分手", "同事分手") {
			return false
		}
	} else if !(s.phrase(whole, "broke up") || s.phrase(whole, "split up") || s.phrase(whole, "broken up")) || !s.holds(whole, "i", "me", "we", "us") || s.holds(whole, "not", "almost", "nearly") {
		return false
	}
	for _, id := range [...]string{"girlfriend", "boyfriend", "partner"} {
		word, found := x.partnerWord(id)
		if !found {
			continue
		}
		d := Draft{Act: memory.Retract, Quote: s.quote(whole), Record: memory.Record{
			Layer: memory.Semantic, Subject: id, Predicate: memory.Everything, Object: word, Text: word, Confidence: saidPlainly, Source: memory.UserDirect,
		}}
		x.propose(d, "")
		x.endStatements(s, id)
		return true
	}
	return false
}

// partnerWord returns the word by which a partner was spoken of, in this conversation or in
// what is known.
func (x *extraction) partnerWord(id string) (string, bool) {
	for i := len(x.mentions) - 1; i >= 0; i-- {
		if x.mentions[i].who.id == id {
			return x.mentions[i].who.label, true
		}
	}
	for i := range x.in.Known {
		if k := &x.in.Known[i]; k.Status == memory.Current && k.Subject == id {
			return id, true
		}
	}
	return "", false
}

// endStatements ends the speaker's own statements that speak of somebody by his word.
func (x *extraction) endStatements(s *reading, id string) {
	speaks := func(r *memory.Record) bool {
		if r.Predicate != memory.PredicateStatement || r.Layer != memory.Semantic {
			return false
		}
		for _, talk := range [...]*grammar{x.rules.english, x.rules.chinese} {
			for word, of := range talk.kin {
				if of == id && (talk.chinese && len(word) > len("妈") && strings.Contains(r.Text, word) || !talk.chinese && wordIndex(memory.Fold(r.Text), word) >= 0) {
					return true
				}
			}
		}
		return false
	}
	end := func(r *memory.Record, target string) {
		d := Draft{Act: memory.Retract, Target: target, Quote: s.quote(span{0, len(s.tokens)}), Record: *r}
		d.Record.Confidence, d.Record.Constraint = saidPlainly, memory.Constraint{}
		x.propose(d, "statement")
	}
	for i := range x.in.Known {
		if k := &x.in.Known[i]; k.Status == memory.Current && speaks(k) {
			end(k, k.ID)
		}
	}
}
