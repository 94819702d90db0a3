package upkeep

import (
	"time"

	"mneme/memory"
)

// job is one thing that is done for an owner from time to time. plan looks at the
// pass, adds units to it and returns what it wants to know the next time.
type job struct {
	name  string
	says  string
	every time.Duration
	early func(*pass) bool // whether it is due before its time; nil: never
	whose level
	plan  func(*pass) ([]byte, error)
}

// level says whose memory a job is for. What an operator wrote for a tenant is his
// to change: it neither fades nor is anything concluded from it.
type level int

const (
	everybody level = iota
	people          // users and teams
	users
)

// serves reports whether a job is for an owner of a level.
func (l level) serves(of memory.Level) bool {
	switch l {
	case users:
		return of == memory.LevelUser
	case people:
		return of != memory.LevelTenant
	}
	return true
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
		{"relabel", "Kinds follow the rules of the tenant's predicates.", day, nil, everybody, (*pass).relabel},
		{"rename", "Entities carry the names of the tenant's dictionary.", day, nil, everybody, (*pass).rename},
		{"rederive", "Conclusions that lost a part of their evidence are drawn from what is left.", time.Hour, nil, people, (*pass).repair},
		{"expire", "What was true for a while is over; states past their time are asked about.", time.Hour, nil, people, (*pass).expire},
		{"profile", "Confidence of what is known of a user moves with what he does.", day, nil, users, (*pass).profile},
		{"merge", "Similar events become one summary.", 7 * day, nil, people, (*pass).merge},
		{"retention", "Episodes past their retention go; what is worth keeping is merged first.", day, nil, people, (*pass).retention},
		{"restore", "What was asked for comes back from the archive.", day, nil, people, (*pass).restore},
		{"archive", "What is stale leaves the index until history is asked for.", 30 * day, (*pass).gone, people, (*pass).archive},
		{"caps", "No owner holds more than his share.", day, nil, people, (*pass).caps},
		{"reflect", "Conclusions from many records: focus, priority, what worked, what was refused.", day, (*pass).unsettled, users, (*pass).reflect},
		{"weights", "How much each relation weighs, from how and when it was heard.", day, nil, people, (*pass).weigh},
		{"vitality", "How alive a memory is.", day, nil, users, (*pass).measure},
	}
}
