package extract

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
