package capture

import (
	"slices"
	"sync"
	"time"

	"mneme/memory"
)

// Forgot says what of an owner was forgotten. An exchange that was under way then is not in truth
// yet, where the forget could have found it.
type Forgot struct {
	At      time.Time // when it was asked for; what was asked before is meant
	All     bool
	Session string
	Topic   string
}

// forgotten keeps what was forgotten lately, for as long as an exchange of before may be under way.
type forgotten struct {
	mu     sync.Mutex
	recent map[memory.Owner][]Forgot
	swept  time.Time
}

// underWay is how long an exchange may be under way at most: longer than a stream that anybody waits for.
const underWay = 2 * time.Hour

// note adds a forget. What nothing can be under way from any more is dropped.
func (f *forgotten) note(owner memory.Owner, what Forgot) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.recent == nil {
		f.recent = map[memory.Owner][]Forgot{}
	}
	f.recent[owner] = append(f.recent[owner], what)
	if what.At.Sub(f.swept) < underWay/8 {
		return
	}
	f.swept = what.At
	for o, list := range f.recent {
		list = slices.DeleteFunc(list, func(one Forgot) bool { return what.At.Sub(one.At) > underWay })
		if f.recent[o] = list; len(list) == 0 {
			delete(f.recent, o)
		}
	}
}

// covers reports whether an exchange that was asked at a time is of what was forgotten since.
func (f *forgotten) covers(owner memory.Owner, session string, at time.Time, turns []said) bool {
	f.mu.Lock()
	list := slices.Clone(f.recent[owner])
	f.mu.Unlock()
	return slices.ContainsFunc(list, func(one Forgot) bool {
		if one.At.Before(at) {
			return false
		}
		if one.All || one.Session != "" && one.Session == session {
			return true
		}
		if one.Topic == "" {
			return false
		}
		topic := memory.NewTopic(one.Topic)
		return slices.ContainsFunc(turns, func(s said) bool {
			return topic.Means(&memory.Record{Layer: memory.Episodic, Subject: "user", Text: s.text})
		})
	})
}

// Forgot tells the intake what is being forgotten, before it is: exchanges that are under way are
// not to bring it back.
func (in *Intake) Forgot(owner memory.Owner, what Forgot) { in.forgotten.note(owner, what) }
