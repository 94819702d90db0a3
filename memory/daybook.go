package memory

import "context"

// Daybook keeps what was used on a day beyond a restart, so that one does not lift a limit.
// Names and days are the caller's; a day that is over is not asked for again.
type Daybook interface {
	// Noted returns what was noted last for an owner under a name on a day, in the order it
	// was noted; nothing, where nothing was.
	Noted(ctx context.Context, owner Owner, name, day string) ([]int, error)
	// Note notes it. An empty day lets go of it.
	Note(ctx context.Context, owner Owner, name, day string, used ...int) error
}
