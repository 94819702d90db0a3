package capture

import (
	"mneme/capture/extract"
	"mneme/memory"
)

// writing follows a conversation to what the assistant writes for somebody.
//
//	talks ──a text is ordered──▶ ordered ──answer──▶ written ──"make it shorter"──▶ ordered
type writing struct {
	ordered bool // the last word of the user was to write a text
	written bool // the last answer is such a text
}

// recall takes in what was said before.
func (w *writing) recall(turns []memory.Turn) {
	for i := range turns {
		w.hears(&turns[i])
	}
}

// hears takes in a turn and reports whether it is a text that was written for the user.
func (w *writing) hears(t *memory.Turn) bool {
	switch t.Role {
	case memory.RoleUser:
		w.ordered = extract.Orders(t.Text) || w.written && extract.Revises(t.Text)
		w.written = false
	case memory.RoleAssistant:
		w.written = w.ordered
		return w.written
	}
	return false
}
