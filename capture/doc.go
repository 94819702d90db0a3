// Package capture turns a finished exchange into committed memory.
//
// Intake is its front: it decides which turns are new and may be kept, and
// journals them before the response ends. Learner is its back: it claims
// entries under a lease, runs the stages, reconciles what they propose with what
// is believed, and commits records, history and the entry's mark in one
// transaction. A crash between any two steps loses nothing, and a repeat is
// harmless.
//
// It never blocks the proxy beyond the wait it was given, and it never looks at
// a header.
//
// # What is new
//
// An agent sends its whole history with every request. Only what follows the
// last answer in words is new, with the answer that was just given; what stands
// before was captured when it was said, or was not to be. A turn is known by a
// keyed hash of its words and its place (the turns before it), so that a retry
// adds nothing. A message's id is its place alone: a regenerated answer or an
// edited question has the id of the one it replaces.
//
// # The way of an entry
//
//	Take ─┬─ off, not-stored, refused: nothing is written (but a keyed hash)
//	      └─ queued ──claim──▶ scan, noise, slice, extract, normalise, intent,
//	                  ▲        resolve, admit, score        (once)
//	                  │                  │
//	                  │                  ▼
//	          retry ──┴── failed ◀── meet: episodes, de-duplicate, conflict
//	            │                        │        ▲ truth moved on: again
//	            ▼                        ▼        │
//	          dead letter              commit ────┘──▶ learnt, nothing
//
// One worker at a time learns for an owner, in the order things were said. What
// it needs to know of him (his beliefs) is kept at hand between entries, as a
// copy of truth at a revision; a commit against it fails when truth has moved on.
package capture
