package capture

import (
	"mneme/capture/extract"
	"mneme/memory"
)

// contrasts gives drafts the older value that their own sentence sets aside: "I prefer coffee
// now, not tea", 我喜欢咖啡而不是茶. Nothing comes of it unless that value is known.
func contrasts(w *work) {
	for i := range w.drafts {
		d := &w.drafts[i]
		if d.Replaces != "" || d.Record.Layer != memory.Semantic || d.Act != memory.Assert && d.Act != "" || d.Negated {
			continue
		}
		if old := extract.SetAside(w.heard[d.Turn].turn.Text, d.Quote); old != "" && !memory.Covers(old, d.Record.Object) {
			d.Replaces = old
		}
	}
}
