package capture

import "mneme/memory"

// outdated returns the words that records rest on which a commit ends or corrects: whoever
// keeps a conversation word for word must not tell them as if they still held.
func outdated(put []memory.Record, history []memory.Change) []string {
	corrected := make(map[string]bool)
	for i := range history {
		if history[i].Op == "correct" {
			corrected[history[i].RecordID] = true
		}
	}
	var quotes []string
	for i := range put {
		r := &put[i]
		if r.Status != memory.Superseded && r.Status != memory.Expired && !corrected[r.ID] {
			continue
		}
		for j := range r.Sources {
			if q := r.Sources[j].Quote; q != "" {
				quotes = append(quotes, q)
			}
		}
	}
	return quotes
}
