package capture

import (
	"strings"

	"mneme/memory"
)

// single leaves one record of what a turn tells once. An extractor may find several events in one
// sentence, the whole of it and its clauses: the most telling one stays. One that is the whole turn is
// no record beside the turn's own episode, which is of its type then.
func single(w *work) {
	kept := w.drafts[:0]
	for i := range w.drafts {
		d := &w.drafts[i]
		if !happened(d) || w.heard[d.Turn].turn.Role != memory.RoleUser {
			kept = append(kept, *d)
			continue
		}
		h := &w.heard[d.Turn]
		if h.told != nil && h.today(w, d) || toldBetter(kept, w.drafts[i+1:], d) || h.whole(w, d) {
			continue
		}
		kept = append(kept, *d)
	}
	clear(w.drafts[len(kept):])
	w.drafts = kept
}

// happened reports whether a draft is an event that its turn tells of, and no more.
func happened(d *memory.Draft) bool {
	if d.Record.Layer != memory.Episodic || d.Steers || d.Target != "" || d.Act != memory.Assert {
		return false
	}
	switch d.Record.Event.Type {
	case memory.EventComplaint, memory.EventChange, memory.EventDecision, memory.EventExperience, memory.EventCancelled:
		return true
	}
	return false
}

// toldBetter reports whether another event of the same turn tells what a draft does: the same words
// or more of them, or a complaint of which it is a clause. Of equal ones the first stays.
func toldBetter(before, after []memory.Draft, d *memory.Draft) bool {
	better := func(o *memory.Draft, first bool) bool {
		if o.Turn != d.Turn || !happened(o) || o.Record.Subject != d.Record.Subject || !within(d.Quote, o.Quote) {
			return false
		}
		a, b := telling(o), telling(d)
		return a > b || a == b && (len(o.Quote) > len(d.Quote) || first)
	}
	for i := range before {
		if better(&before[i], true) {
			return true
		}
	}
	for i := range after {
		if better(&after[i], false) {
			return true
		}
	}
	return false
}

// telling says how much the type of an event tells.
func telling(d *memory.Draft) int {
	if d.Record.Event.Type == memory.EventExperience {
		return 0
	}
	return 1
}

func within(part, whole string) bool { return strings.Contains(squeeze(whole), squeeze(part)) }

// whole makes the turn's episode one of an event's type, where the event is all that the turn tells and
// happened on the day that it was told. It reports whether it did.
func (h *heard) whole(w *work, d *memory.Draft) bool {
	said := strings.Trim(squeeze(h.turn.Text), " .!。！~…")
	if h.noise || len(h.slices) != 1 || h.told != nil || strings.Trim(squeeze(d.Quote), " .!。！~…") != said {
		return false
	}
	e := d.Record.Event
	if !h.today(w, d) {
		return false
	}
	h.told = &e
	return true
}

// today reports whether an event of the user's happened on the day that its turn was said.
func (h *heard) today(w *work, d *memory.Draft) bool {
	if len(d.Record.Event.Participants) > 0 {
		return false // of somebody else
	}
	at := d.Record.Event.Time
	if at.IsZero() {
		return true
	}
	y, m, day := at.In(w.zone).Date()
	ty, tm, tday := h.turn.At.In(w.zone).Date()
	return y == ty && m == tm && day == tday
}
