package memory

import (
	"fmt"
	"time"
)

// Form is a record as people and programs see it: in the admin API, in exports
// and on the command line. Its field names are fixed.
type Form struct {
	ID         string         `json:"id"`
	Layer      Layer          `json:"layer"`
	Kind       string         `json:"kind"`
	Text       string         `json:"text"`
	Subject    string         `json:"subject"`
	Predicate  string         `json:"predicate"`
	Object     string         `json:"object"`
	Constraint ConstraintForm `json:"constraint"`
	Confidence float64        `json:"confidence"`
	Source     Source         `json:"source"`
	Status     Status         `json:"status"`
	Count      int            `json:"count"`
	Score      float64        `json:"score"`
	Weight     float64        `json:"weight"`
	Review     bool           `json:"review"`
	Event      EventForm      `json:"event"`
	TenantID   string         `json:"tenant_id"`
	UserID     string         `json:"user_id"`
	TeamID     string         `json:"team_id"`
	Level      Level          `json:"level"`
	Realm      string         `json:"realm"`
	SessionID  string         `json:"session_id"`
	AgentID    string         `json:"agent_id"`
	Tags       []string       `json:"tags"`
	CreatedAt  *time.Time     `json:"created_at"`
	UpdatedAt  *time.Time     `json:"updated_at"`
	LastUsedAt *time.Time     `json:"last_used_at"`
	EndedAt    *time.Time     `json:"ended_at"`
	ReplacedBy string         `json:"replaced_by"`
	Sources    []SourceForm   `json:"sources"`
	Called     []NamingForm   `json:"called,omitempty"` // the names its entities had before, oldest first
}

// NamingForm is a Naming.
type NamingForm struct {
	Until        time.Time `json:"until"`
	Subject      string    `json:"subject"`
	Object       string    `json:"object"`
	Entities     []string  `json:"entities,omitempty"`
	Participants []string  `json:"participants,omitempty"`
	Yielded      bool      `json:"yielded,omitempty"`
}

// ConstraintForm is a Constraint; a null valid_until has no end.
type ConstraintForm struct {
	ValidFrom  *time.Time `json:"valid_from"`
	ValidUntil *time.Time `json:"valid_until"`
	Context    string     `json:"context"`
	Project    string     `json:"project"`
}

// EventForm is an Event.
type EventForm struct {
	Type         string     `json:"type"`
	Time         *time.Time `json:"time"`
	Participants []string   `json:"participants"`
	Result       string     `json:"result"`
	Entities     []string   `json:"entities"`
	Sentiment    string     `json:"sentiment"`
}

// SourceForm is a Provenance.
type SourceForm struct {
	SessionID string    `json:"session_id"`
	MessageID string    `json:"message_id"`
	Quote     string    `json:"quote"`
	TraceID   string    `json:"trace_id"`
	At        time.Time `json:"at,omitzero"`
}

// FormOf shows a record.
func FormOf(r *Record) Form {
	shown := Form{
		ID: r.ID, Layer: r.Layer, Kind: r.Kind, Text: r.Text,
		Subject: r.Subject, Predicate: r.Predicate, Object: r.Object,
		Constraint: ConstraintForm{
			ValidFrom: showTime(r.Constraint.ValidFrom), ValidUntil: showTime(r.Constraint.ValidUntil),
			Context: r.Constraint.Context, Project: r.Constraint.Project,
		},
		Confidence: r.Confidence, Source: r.Source, Status: r.Status, Count: r.Count,
		Score: r.Weight, Weight: r.Weight, Review: r.Review,
		Event: EventForm{
			Type: r.Event.Type, Time: showTime(r.Event.Time), Participants: list(r.Event.Participants),
			Result: r.Event.Result, Entities: list(r.Event.Entities), Sentiment: r.Event.Sentiment,
		},
		TenantID: r.Owner.Tenant, Level: r.Owner.Level, Realm: r.Owner.Realm,
		SessionID: r.SessionID, AgentID: r.AgentID, Tags: list(r.Tags),
		CreatedAt: showTime(r.Created), UpdatedAt: showTime(r.Updated), LastUsedAt: showTime(r.LastUsed),
		EndedAt: showTime(r.Ended), ReplacedBy: r.ReplacedBy,
		Sources: make([]SourceForm, 0, len(r.Sources)),
	}
	switch r.Owner.Level {
	case LevelUser:
		shown.UserID = r.Owner.ID
	case LevelTeam:
		shown.TeamID = r.Owner.ID
	}
	for _, s := range r.Sources {
		shown.Sources = append(shown.Sources, SourceForm(s))
	}
	for _, n := range r.Called {
		shown.Called = append(shown.Called, NamingForm(n))
	}
	return shown
}

// FormsOf shows records, in their order; never nil.
func FormsOf(records []Record) []Form {
	shown := make([]Form, 0, len(records))
	for i := range records {
		shown = append(shown, FormOf(&records[i]))
	}
	return shown
}

// showTime shows a time in UTC, and null for none.
func showTime(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	utc := t.UTC()
	return &utc
}

// list keeps an empty list a list: null would surprise most clients.
func list(items []string) []string {
	if items == nil {
		return []string{}
	}
	return items
}

// Record reads a form back. The owner is the caller's to set; the error names
// the field that cannot be.
func (f Form) Record() (Record, error) {
	r := Record{
		ID: f.ID, Layer: f.Layer, Kind: f.Kind, Text: f.Text,
		Subject: f.Subject, Predicate: f.Predicate, Object: f.Object,
		Constraint: Constraint{
			ValidFrom: readTime(f.Constraint.ValidFrom), ValidUntil: readTime(f.Constraint.ValidUntil),
			Context: f.Constraint.Context, Project: f.Constraint.Project,
		},
		Confidence: f.Confidence, Source: f.Source, Status: f.Status, Count: f.Count,
		Weight: f.Weight, Review: f.Review,
		Event: Event{
			Type: f.Event.Type, Time: readTime(f.Event.Time), Participants: f.Event.Participants,
			Result: f.Event.Result, Entities: f.Event.Entities, Sentiment: f.Event.Sentiment,
		},
		Tags: f.Tags, SessionID: f.SessionID, AgentID: f.AgentID, Project: f.Constraint.Project,
		Created: readTime(f.CreatedAt), Updated: readTime(f.UpdatedAt), LastUsed: readTime(f.LastUsedAt),
		Ended: readTime(f.EndedAt), ReplacedBy: f.ReplacedBy,
	}
	for _, s := range f.Sources {
		r.Sources = append(r.Sources, Provenance(s))
	}
	for _, n := range f.Called {
		r.Called = append(r.Called, Naming(n))
	}
	return r, f.check()
}

// FieldError says which field of a form cannot be, and why.
type FieldError struct {
	Field  string
	Reason string
}

// Error names the field and the reason.
func (e *FieldError) Error() string { return fmt.Sprintf("%s %s", e.Field, e.Reason) }

func (f Form) check() error {
	switch f.Layer {
	case Episodic, Semantic, Procedural:
	case Working:
		return &FieldError{"layer", "working is this session's state and is not written by hand"}
	default:
		return &FieldError{"layer", "must be episodic, semantic or procedural"}
	}
	switch f.Status {
	case "", Current, Observed, Pending, Superseded, Expired, Archived, Quarantined:
	default:
		return &FieldError{"status", "is unknown"}
	}
	switch f.Source {
	case "", UserDirect, OfficialDocument, Verified, Tool, AIInference:
	default:
		return &FieldError{"source", "is unknown"}
	}
	if f.Confidence < 0 || f.Confidence > 1 {
		return &FieldError{"confidence", "must be from 0 to 1"}
	}
	return nil
}

// readTime reads a time of a form; null is none.
func readTime(t *time.Time) time.Time {
	if t == nil {
		return time.Time{}
	}
	return t.UTC()
}
