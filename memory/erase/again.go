package erase

import (
	"context"
	"fmt"

	"mneme/memory"
)

// readTopicBack looks whether anything that a forgotten topic means is known yet: what was learnt,
// or concluded anew, while it was being forgotten. That goes too; what stays even then makes the
// receipt one of ErrLeft. What only likeness of meaning finds was found before, with all of it.
func (e *Eraser) readTopicBack(ctx context.Context, in Request, receipt *Receipt) error {
	if in.Topic == "" || in.SessionID != "" || in.MessageID != "" || len(in.IDs) > 0 || in.Source != "" || in.Layer != "" || !in.Since.IsZero() || !in.Until.IsZero() {
		return nil // of what a topic means it named a part
	}
	words := Topics{Reader: e.truth}
	for again := true; ; again = false {
		ids, err := words.Match(ctx, in.Owner, in.Topic)
		switch {
		case err != nil:
			receipt.Verified = false
			return fmt.Errorf("read topic back: %w", err)
		case len(ids) == 0:
			return nil
		case !again:
			receipt.Verified = false
			return fmt.Errorf("%w: %d of the topic", ErrLeft, len(ids))
		}
		gone, err := e.truth.Forget(ctx, memory.Selection{Owner: in.Owner, IDs: ids, Reason: "forget"})
		if err != nil {
			receipt.Verified = false
			return fmt.Errorf("forget in truth: %w", err)
		}
		receipt.add(gone)
		if err := e.rederive(ctx, in.Owner, append(gone.Rebuilt, gone.Records...)); err != nil {
			receipt.Verified = false
			return err
		}
		if err := e.sweep(ctx, in.Owner, append([]string{}, gone.Records...), receipt); err != nil {
			return err
		}
	}
}
