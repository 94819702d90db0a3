package inject

import (
	"slices"
	"strings"

	"mneme/memory"
)

// contextOf returns the context that a line shows behind its text: none where the text holds
// its words already.
func contextOf(r *memory.Record) string {
	context := memory.PlainLine(r.Constraint.Context)
	if context == "" {
		return ""
	}
	var asked, held [32]memory.Term
	text := memory.AppendTerms(held[:0], r.Text)
	words := memory.AppendTerms(asked[:0], context)
	for _, word := range words {
		if !slices.Contains(text, word) {
			return context
		}
	}
	if len(words) == 0 && !strings.Contains(memory.Fold(r.Text), memory.Fold(context)) {
		return context
	}
	return ""
}

// speakerOf returns who said the words of a line, with what sets the name apart; nothing for
// what the user said, and for what was taken from words rather than said.
func speakerOf(r *memory.Record, show *look) string {
	if r.Layer != memory.Episodic || len(r.Event.Participants) == 0 {
		return ""
	}
	name := memory.PlainLine(r.Event.Participants[0])
	assistant := name == string(memory.RoleAssistant)
	switch {
	case !assistant && r.Event.Type != memory.EventMessage: // who took part, not who spoke
		return ""
	case show.only != "" && name == memory.PlainLine(show.only), name == "" || name == string(memory.RoleUser) || strings.HasPrefix(r.Text, name):
		return ""
	case show.lang == chinese && assistant:
		return "助手："
	case show.lang == chinese:
		return name + "："
	}
	return name + ": "
}

// onlySpeaker returns the name of the user where all that was said among the hits is his, and
// the question does not name him: his name on every line would tell nothing.
func onlySpeaker(hits []memory.Hit, asked string) string {
	only := ""
	for i := range hits {
		r := hits[i].Record
		if r.Layer != memory.Episodic || r.Event.Type != memory.EventMessage || len(r.Event.Participants) == 0 {
			continue
		}
		name := r.Event.Participants[0]
		if r.Source != memory.UserDirect || only != "" && name != only {
			return ""
		}
		only = name
	}
	if only == "" || strings.Contains(memory.Fold(asked), memory.Fold(only)) {
		return ""
	}
	return only
}
