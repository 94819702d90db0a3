package extract

import "mneme/memory"

// feels proposes a taste of what was named before. The clause must end with its
// verb, or with "it".
func (x *extraction) feels(s *reading, f frame, limit int, object string) int {
	if object == "" || f.hedged || f.modal || f.would || f.future || f.be || f.neg && (f.undone || s.ofDay(span{f.from, min(f.pos+4, len(s.tokens))})) {
		return 0
	}
	for _, one := range feelings(s.talk.chinese) {
		end := f.pos
		if s.talk.chinese {
			if !s.standsText(end, one.verb) {
				continue
			}
			end += len([]rune(one.verb))
			for s.at(end) == "它" || s.at(end) == "了" || s.at(end) == "的" {
				end++
			}
		} else {
			if s.at(end) != one.verb && s.at(end) != third(one.verb) {
				continue
			}
			end++
			if s.at(end) == "it" || s.at(end) == "them" {
				end++
			}
		}
		if end < limit && !s.marks(end) && !s.is(end, breaks) {
			return 0
		}
		predicate, template := one.predicate, one.template
		if f.neg || f.longer {
			predicate, template = one.not, one.denied
		}
		if predicate == "" || f.can && one.predicate != "" {
			return 0
		}
		if !worthy(predicate, object) {
			return 0
		}
		d := x.draft(s, f, predicate, object, memory.Assert, span{f.from, end})
		d.Record.Text = fillIn(template, []string{object}, f.label, s.talk.chinese)
		d.Negated = f.neg
		x.propose(d, "list")
		return end
	}
	return 0
}
