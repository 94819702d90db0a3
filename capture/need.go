package capture

import (
	"strings"

	"mneme/memory"
)

// need is something being looked for: its constraints share its context.
type need struct {
	context string
	turn    int
}

// seek opens a need: what the user looks for, and for whom.
func (x *extraction) seek(s *reading, d *Draft, kind string, clause span) {
	context := d.Record.Object
	switch kind {
	case "gift":
		context = "gift for " + context
		if s.talk.chinese {
			context = "给" + d.Record.Object + "的礼物"
		}
		d.Record.Object = context
	case "for":
		context = strings.TrimPrefix(d.Record.Text, "looking for ")
		if s.talk.chinese {
			person, thing, _ := strings.Cut(strings.TrimPrefix(d.Record.Text, "想给"), "买")
			context = "给" + person + "的" + thing
		}
		d.Record.Object = context
	}
	context = strings.TrimPrefix(strings.TrimPrefix(context, "gift for my "), "my ")
	if kind == "gift" && !s.talk.chinese && !strings.HasPrefix(context, "gift for ") {
		context = "gift for " + context
	}
	d.Record.Constraint.Context = context
	x.needs = append(x.needs, need{context: context, turn: x.index})
}

// inNeed gives a fact about an open need its context.
func (x *extraction) inNeed(d *Draft) {
	switch d.Record.Predicate {
	case "budget", "need", "size":
	default:
		return
	}
	if d.Record.Constraint.Context != "" && d.Record.Constraint.Context != "clothes" {
		return
	}
	if n, ok := x.openNeed(x.sentence); ok {
		d.Record.Constraint.Context = n
	}
}

// openNeed returns what is being looked for now: of this conversation's last
// turns, or an older need whose words come up again.
func (x *extraction) openNeed(text string) (string, bool) {
	folded := memory.Fold(text)
	for i := len(x.needs) - 1; i >= 0; i-- {
		n := x.needs[i]
		if x.index-n.turn <= 2*reach {
			return n.context, true
		}
		for _, word := range literalWords(n.context) {
			if strings.Contains(folded, word) {
				return n.context, true
			}
		}
	}
	return "", false
}

// literalWords are the words of a context by which it is known again.
func literalWords(context string) []string {
	folded := memory.Fold(context)
	if strings.Contains(folded, "礼物") {
		return []string{"礼物"}
	}
	var out []string
	for w := range strings.FieldsSeq(folded) {
		if len(w) > 3 {
			out = append(out, w)
		}
	}
	return out
}

// constraint reads a condition on what is being looked for: 要轻便, 必须能保温, "it
// must be waterproof". Without an open need it is about something else.
func (x *extraction) constraint(s *reading, c span, i int) bool {
	if len(x.needs) == 0 {
		return false
	}
	n := x.needs[len(x.needs)-1]
	context, open := n.context, x.index-n.turn <= 2*reach
	if !open {
		context, open = x.openNeed(x.sentence)
	}
	if !open {
		return false
	}
	at := -1
	for _, w := range []string{"必须要", "必须", "一定要", "要能", "得能", "最好是", "最好", "不能太", "不要太", "希望能", "要"} {
		for j := i; j < min(i+4, c.to); j++ {
			if at < 0 && s.standsText(j, w) && (w != "要" || j == i || !strings.Contains("需主重只想不快将还也就都", s.at(j-1)) && c.to-i <= 8) {
				at = i // 屏幕要大: the thing belongs to it
			}
		}
	}
	if at < 0 {
		return false
	}
	p := s.trimChinese("act", span{at, c.to})
	if p.to-p.from < 2 || p.to-p.from > 16 || strings.ContainsAny(s.plain(p), "你您吗我") {
		return false
	}
	x.wants(s, p, context)
	return true
}

// wants proposes one condition of a need.
func (x *extraction) wants(s *reading, p span, context string) {
	d := x.draft(s, frame{who: who{id: "user"}, from: p.from, chinese: s.talk.chinese}, "need", x.tidy(s, p, true, false), memory.Assert, p)
	d.Record.Constraint.Context = context
	d.Record.Text = context + ": " + d.Record.Object
	if s.talk.chinese {
		d.Record.Text = context + "：" + d.Record.Object
	}
	x.propose(d, "act")
}
