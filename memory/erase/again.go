package erase

import (
	"context"
	"fmt"

	"mneme/memory"
)

// readTopicBack looks whether anything that a forgotten topic means is known yet: what was learnt,
// or concluded anew, while it was being forgotten. That goes too; what stays even then makes the
// receipt one of ErrLeft. What only likeness of meaning finds was found before, with all of it.
func (e *Eraser) readTopicBack(ctx context.Context, in Request, holds func(*memory.Record) bool, receipt *Receipt) error {
	if in.Topic == "" || in.SessionID != "" || in.MessageID != "" || len(in.IDs) > 0 || in.Source != "" || in.Layer != "" || !in.Since.IsZero() || !in.Until.IsZero() {
		return nil // of what a topic means it named a part
	}
	if holds == nil {
		topic := memory.NewTopic(in.Topic)
		holds = topic.Means
	}
	for again := true; ; again = false {
		ids, err := e.held(ctx, in.Owner, holds)
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

// held returns the ids of an owner's records that are held to be meant.
func (e *Eraser) held(ctx context.Context, owner memory.Owner, holds func(*memory.Record) bool) (ids []string, err error) {
	filter := memory.Filter{Owner: owner, Limit: 500}
	for {
		page, err := e.truth.List(ctx, filter)
		if err != nil {
			return nil, fmt.Errorf("list records: %w", err)
		}
		for i := range page.Records {
			if holds(&page.Records[i]) {
				ids = append(ids, page.Records[i].ID)
			}
		}
		if filter.Cursor = page.Next; page.Next == "" {
			return ids, nil
		}
	}
}
