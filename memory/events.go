package memory

import "strings"

// Types of events: the closed catalogue of what episodic records tell of.
const (
	EventComplaint      = "complaint"      // the user is unhappy with something
	EventChange         = "change"         // something in the user's life became different
	EventDecision       = "decision"       // the user settled on something
	EventCommitment     = "commitment"     // the user said he would do something
	EventQuestion       = "question"       // the user asked for something
	EventTask           = "task_state"     // an order, ticket or job reached a state
	EventExperience     = "experience"     // the user went through or did something
	EventRequest        = "request"        // the user asked for work to be done
	EventCancelled      = "cancelled"      // a plan was given up
	EventPromise        = "promise"        // the assistant said it would do something
	EventRecommendation = "recommendation" // the assistant advised something
	EventSettled        = "settled"        // the assistant decided something
	EventDone           = "done"           // the assistant finished something
	EventMessage        = "message"        // anything else of substance
)

// EventTypes returns the catalogue of event types, in the order they are told.
func EventTypes() []string {
	return []string{
		EventComplaint, EventChange, EventDecision, EventCommitment, EventQuestion, EventTask, EventExperience,
		EventRequest, EventCancelled, EventPromise, EventRecommendation, EventSettled, EventDone, EventMessage,
	}
}

// countedEvent is a type of events that is counted by its name, and what it is called.
type countedEvent struct {
	kind  string
	names []string
}

func countedEvents() []countedEvent {
	return []countedEvent{
		{EventComplaint, []string{"complaints", "complaint", "complained", "complaining", "complain", "grumbled", "抱怨", "投诉", "吐槽", "发牢骚"}},
		{EventDecision, []string{"decisions", "decision", "decided", "做决定", "决定"}},
	}
}

// EventCounted returns the type of events that something counted names, the rest of its words and
// all names of the type: "complained about the trains" are complaints that hold "trains", whatever word
// they used. An empty type says that it names none.
func EventCounted(counted string) (kind, rest string, names []string) {
	rest = Fold(counted)
	for _, c := range countedEvents() {
		for _, name := range c.names {
			if at := strings.Index(rest, name); at >= 0 && (!isASCII(name) || apart(rest, at, len(name))) {
				return c.kind, rest[:at] + " " + rest[at+len(name):], c.names
			}
		}
	}
	return "", counted, nil
}

// Results of a promise, a recommendation or a decision of the assistant. It is
// open until one of the others is known.
const (
	ResultOpen      = "open"
	ResultKept      = "kept"
	ResultWithdrawn = "withdrawn"
	ResultWorked    = "worked"
	ResultFailed    = "failed"
	ResultRefused   = "refused"
)

// Open reports whether a record is something the assistant undertook or advised
// of which nothing has been heard since.
func Open(r *Record) bool {
	switch r.Event.Type {
	case EventPromise, EventRecommendation, EventSettled:
		return r.Layer == Episodic && r.Status == Current && (r.Event.Result == "" || r.Event.Result == ResultOpen)
	}
	return false
}
