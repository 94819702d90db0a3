// Package upkeep makes memory wiser with time: what is used stays, what is not
// fades into the archive, what happened often becomes one conclusion, and what
// was concluded is drawn anew when its evidence goes.
//
// It owns the jobs that do so, their schedule and their reports. It is never on
// the path of a request, and it never decides who may do what. The root starts
// it; the admin API and the command line ask for single jobs; forgetting asks it
// to derive again what rested on what is gone.
//
// # A visit
//
//	owner is idle ──read all──▶ job ──plan──▶ units ──commit──▶ next job ──▶ chore noted
//	                             ▲                     │
//	                             └──── stale: again ───┘
//
// A job looks at everything an owner has and plans units: each is whole in
// itself and is committed at once, against the revision it was planned at. When
// the owner's memory moved on meanwhile, the rest is planned again. A process
// that dies leaves whole units and nothing else; the next visit plans what is
// left, since a unit that is done is not planned any more. In a fleet one process
// at a time holds the shift.
//
// The rules (what decays how, what merges, what goes over a cap) are pure
// functions of records and a clock; what is around them only reads and writes.
//
// # Conclusions
//
// A summary and a reflection keep the ids of what they rest on. A summary takes
// over the sources of its members when their retention is over, so that
// forgetting a message still finds it. Their words come from records that are
// there, never from an older state of themselves.
package upkeep
