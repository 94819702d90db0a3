package capture

import (
	"context"

	"mneme/capture/extract"
	"mneme/memory"
	"mneme/memory/llm"
)

// Reader is the model that extracts: what it proposes went through the same
// distrust as any other draft, and meets the same admission.
type Reader struct{ Client *llm.Client }

// Extract has the model read the input.
func (r Reader) Extract(ctx context.Context, owner memory.Owner, in extract.Input) ([]memory.Draft, error) {
	return r.Client.Extract(ctx, owner, llm.Reading{
		Turns: in.Turns, Zone: in.Zone, Known: in.Known, Names: in.Names, Predicates: in.Predicates, Language: in.Language,
	})
}
