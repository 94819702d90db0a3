package extract

import (
	"strings"

	"mneme/memory"
)

// quarantine proposes the steering text itself, to be kept apart with its source.
func (x *extraction) quarantine(text string) {
	if x.turn.Seen {
		return
	}
	quote := text
	if !strings.Contains(x.turn.Text, quote) {
		return
	}
	x.drafts = append(x.drafts, Draft{Act: memory.Assert, Turn: x.index, Quote: quote, Steers: true, Record: memory.Record{
		Layer: memory.Semantic, Kind: memory.KindRule, Subject: "assistant", Predicate: "steering", Object: clip(text, 120), Text: clip(text, 240),
		Confidence: 0, Source: memory.UserDirect, Tags: []string{"steering"},
	}})
}
