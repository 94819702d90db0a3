package upkeep

import "time"

// job is one thing that is done for an owner from time to time. plan looks at the
// pass, adds units to it and returns what it wants to know the next time.
type job struct {
	name  string
	says  string
	every time.Duration
	early func(*pass) bool // whether it is due before its time; nil: never
	plan  func(*pass) ([]byte, error)
}

// visit names the chore of having looked after an owner at all.
const visit = "visit"

// slack lets a daily job be due at the same hour every day.
const slack = 30 * time.Minute

// jobs lists them in the order they are done: what is wrong is set right first,
// what happened is concluded, what is over fades, and what all of it is worth is
// judged last.
func jobs() []job {
	return []job{
		{"relabel", "Kinds follow the rules of the tenant's predicates.", day, nil, (*pass).relabel},
		{"rename", "Entities carry the names of the tenant's dictionary.", day, nil, (*pass).rename},
		{"expire", "What was true for a while is over; states past their time are asked about.", time.Hour, nil, (*pass).expire},
		{"profile", "Confidence of what is known of a user moves with what he does.", day, nil, (*pass).profile},
		{"merge", "Similar events become one summary.", 7 * day, nil, (*pass).merge},
		{"retention", "Episodes past their retention go; what is worth keeping is merged first.", day, nil, (*pass).retention},
		{"archive", "What is stale leaves the index until history is asked for.", 30 * day, (*pass).gone, (*pass).archive},
		{"caps", "No owner holds more than his share.", day, nil, (*pass).caps},
		{"reflect", "Conclusions from many records: focus, priority, what worked, what was refused.", day, (*pass).talkative, (*pass).reflect},
		{"weights", "How much each relation weighs, from how and when it was heard.", day, nil, (*pass).weigh},
		{"vitality", "How alive a memory is.", day, nil, (*pass).measure},
	}
}
