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
		text, first := s.plain(whole), ""
		for _, clause := range s.clauses() {
			first = s.plain(clause)
			break
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
	for i := range x.in.Known {
		if k := &x.in.Known[i]; k.Status == memory.Current && k.Predicate == memory.PredicateStatement {
			if word := x.wordIn(k.Text, id); word != "" {
				return word, true
			}
		}
	}
	return "", false
}

// wordIn returns the word by which a text speaks of somebody, or "".
func (x *extraction) wordIn(text, id string) string {
	for _, talk := range [...]*grammar{x.rules.english, x.rules.chinese} {
		for word, of := range talk.kin {
			if of == id && (talk.chinese && len(word) > len("妈") && strings.Contains(text, word) || !talk.chinese && wholeWord(memory.Fold(text), word)) {
				return word
			}
		}
	}
	return ""
}

// endStatements ends the speaker's own statements that speak of somebody by his word.
func (x *extraction) endStatements(s *reading, id string) {
	speaks := func(r *memory.Record) bool {
		return r.Predicate == memory.PredicateStatement && x.wordIn(r.Text, id) != ""
	}
	x.endKnown(s, speaks)
}

// endKnown ends the known facts that tell of what is over.
func (x *extraction) endKnown(s *reading, over func(*memory.Record) bool) {
	for i := range x.in.Known {
		k := &x.in.Known[i]
		if k.Layer != memory.Semantic || k.Status != memory.Current || !over(k) {
			continue
		}
		d := Draft{Act: memory.Retract, Target: k.ID, Quote: s.quote(span{0, len(s.tokens)}), Record: *k}
		d.Record.Confidence, d.Record.Constraint = saidPlainly, memory.Constraint{}
		x.propose(d, "statement")
	}
}
