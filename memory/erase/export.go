package erase

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"mneme/memory"
)

// Line is one line of an export: what a user may take away, and bring back.
type Line struct {
	Type     string         `json:"type"` // settings, record, change, entry
	Realm    string         `json:"realm,omitempty"`
	Settings *SettingsForm  `json:"settings,omitempty"`
	Record   *memory.Form   `json:"record,omitempty"`
	Change   *memory.Change `json:"change,omitempty"`
	Entry    *EntryForm     `json:"entry,omitempty"`
}

// SettingsForm is a user's settings as the API shows them.
type SettingsForm struct {
	Mode          string   `json:"mode,omitempty"`
	Retention     string   `json:"retention,omitempty"`
	PII           string   `json:"pii,omitempty"`
	Confirmations string   `json:"confirmations,omitempty"`
	TimeZone      string   `json:"time_zone,omitempty"`
	Silenced      []string `json:"silenced,omitempty"`
}

// EntryForm is a journaled exchange as an export shows it.
type EntryForm struct {
	ID        string     `json:"id"`
	SessionID string     `json:"session_id"`
	AgentID   string     `json:"agent_id,omitempty"`
	Project   string     `json:"project,omitempty"`
	At        time.Time  `json:"at"`
	Turns     []TurnForm `json:"turns"`
}

// TurnForm is one message of an exported exchange.
type TurnForm struct {
	ID      string      `json:"id"`
	Role    memory.Role `json:"role"`
	Name    string      `json:"name,omitempty"`
	Content string      `json:"content"`
	At      time.Time   `json:"created_at"`
}

// Imported counts what an import took in.
type Imported struct {
	Settings int `json:"settings"`
	Records  int `json:"records"`
	Skipped  int `json:"skipped"` // known already, or forgotten
	Lines    int `json:"lines"`
}

// LineError says which line of an import cannot be read.
type LineError struct {
	Line   int
	Reason string
}

// Error names the line.
func (e *LineError) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Reason) }

// Export writes everything that is kept about a user, line by line: settings,
// records of every status, their history, and the journal.
func (e *Eraser) Export(ctx context.Context, in User, write func(line any) error) error {
	settings, known, err := e.control.Settings(ctx, in.Tenant, in.User)
	if err != nil {
		return fmt.Errorf("read settings: %w", err)
	}
	if known {
		if err := write(Line{Type: "settings", Settings: ShowSettings(settings)}); err != nil {
			return err
		}
	}
	realms, err := e.realms(ctx, in)
	if err != nil {
		return err
	}
	for _, realm := range realms {
		if err := e.exportRealm(ctx, memory.UserOwner(in.Tenant, realm, in.User), write); err != nil {
			return err
		}
	}
	return nil
}

func (e *Eraser) exportRealm(ctx context.Context, owner memory.Owner, write func(line any) error) error {
	err := e.eachRecord(ctx, owner, func(r *memory.Record) error {
		form := memory.FormOf(r)
		if err := write(Line{Type: "record", Realm: owner.Realm, Record: &form}); err != nil {
			return err
		}
		changes, err := e.truth.History(ctx, owner, r.ID)
		if err != nil && !errors.Is(err, memory.ErrNotFound) {
			return fmt.Errorf("read history: %w", err)
		}
		for i := range changes {
			if err := write(Line{Type: "change", Realm: owner.Realm, Change: &changes[i]}); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return e.truth.EachEntry(ctx, owner, func(entry memory.Entry) error {
		return write(Line{Type: "entry", Realm: owner.Realm, Entry: showEntry(entry)})
	})
}

func (e *Eraser) eachRecord(ctx context.Context, owner memory.Owner, f func(*memory.Record) error) error {
	cursor := ""
	for {
		page, err := e.truth.List(ctx, memory.Filter{Owner: owner, Limit: 500, Cursor: cursor})
		if err != nil {
			return fmt.Errorf("list records: %w", err)
		}
		for i := range page.Records {
			if err := f(&page.Records[i]); err != nil {
				return err
			}
		}
		if page.Next == "" {
			return nil
		}
		cursor = page.Next
	}
}

// importBatch is how many records one commit takes in: small enough that a
// crash repeats little, large enough that a large import is not slow.
const importBatch = 200

// Import takes an export in for a user. It may be repeated: what is there
// already is skipped, and what was forgotten stays forgotten. The journal is not
// taken in: it was learnt where it came from.
func (e *Eraser) Import(ctx context.Context, in User, next func() ([]byte, error)) (Imported, error) {
	var done Imported
	batches := map[string][]memory.Record{}
	for {
		raw, err := next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return done, fmt.Errorf("read import: %w", err)
		}
		done.Lines++
		var line Line
		if err := json.Unmarshal(raw, &line); err != nil {
			return done, &LineError{done.Lines, "is not a line of an export"}
		}
		switch line.Type {
		case "settings":
			if err := e.importSettings(ctx, in, line, &done); err != nil {
				return done, err
			}
		case "record":
			realm, r, err := importedRecord(in, line)
			if err != nil {
				return done, &LineError{done.Lines, err.Error()}
			}
			batches[realm] = append(batches[realm], r)
			if len(batches[realm]) >= importBatch {
				if err := e.importRecords(ctx, in, realm, batches[realm], &done); err != nil {
					return done, err
				}
				batches[realm] = nil
			}
		case "change", "entry":
		default:
			return done, &LineError{done.Lines, fmt.Sprintf("type %q is unknown", line.Type)}
		}
	}
	for realm, records := range batches {
		if err := e.importRecords(ctx, in, realm, records, &done); err != nil {
			return done, err
		}
	}
	return done, nil
}

func importedRecord(in User, line Line) (string, memory.Record, error) {
	realm := line.Realm
	if realm == "" && len(in.Realms) == 1 {
		realm = in.Realms[0]
	}
	if realm == "" {
		realm = memory.DefaultRealm
	}
	if len(in.Realms) > 0 && !slices.Contains(in.Realms, realm) {
		return "", memory.Record{}, errors.New("realm is not one that this import may write to")
	}
	if err := memory.CheckID(realm); err != nil {
		return "", memory.Record{}, fmt.Errorf("realm %w", err)
	}
	if line.Record == nil {
		return "", memory.Record{}, errors.New("record is missing")
	}
	r, err := line.Record.Record()
	if err != nil {
		return "", memory.Record{}, err
	}
	if r.ID == "" {
		return "", memory.Record{}, errors.New("record.id is missing")
	}
	r.Owner = memory.UserOwner(in.Tenant, realm, in.User)
	if in.Own {
		// A file that a user brings himself is his word, whatever it says.
		if r.Layer == memory.Procedural {
			return "", memory.Record{}, errors.New("record.layer: procedures are the operator's")
		}
		if r.Source == memory.OfficialDocument || r.Source == memory.Verified {
			r.Source = memory.UserDirect
		}
	}
	return realm, r, nil
}

func (e *Eraser) importRecords(ctx context.Context, in User, realm string, records []memory.Record, done *Imported) error {
	if len(records) == 0 {
		return nil
	}
	owner := memory.UserOwner(in.Tenant, realm, in.User)
	ids := make([]string, len(records))
	for i := range records {
		ids[i] = records[i].ID
	}
	have, err := e.truth.Get(ctx, owner, ids)
	if err != nil {
		return fmt.Errorf("look for imported records: %w", err)
	}
	known := map[string]bool{}
	for i := range have {
		known[have[i].ID] = true
	}
	commit := memory.Commit{Owner: owner, Base: -1}
	for _, r := range records {
		if known[r.ID] {
			done.Skipped++
			continue
		}
		e.clean(&r)
		commit.Put = append(commit.Put, r)
		commit.History = append(commit.History, memory.Change{RecordID: r.ID, At: e.now(), Op: "import", By: in.By, Reason: "imported"})
	}
	if len(commit.Put) == 0 {
		return nil
	}
	committed, err := e.truth.Commit(ctx, commit)
	if err != nil {
		return fmt.Errorf("commit import: %w", err)
	}
	done.Skipped += len(committed.Blocked)
	done.Records += len(commit.Put) - len(committed.Blocked)
	return nil
}

func (e *Eraser) importSettings(ctx context.Context, in User, line Line, done *Imported) error {
	if line.Settings == nil {
		return &LineError{done.Lines, "settings are missing"}
	}
	settings, err := line.Settings.Settings()
	if err != nil {
		return &LineError{done.Lines, err.Error()}
	}
	_, err = e.control.ChangeSettings(ctx, in.Tenant, in.User, func(s *memory.Settings) error {
		*s = settings
		return nil
	})
	if err != nil {
		return fmt.Errorf("write settings: %w", err)
	}
	done.Settings++
	return nil
}

// ShowSettings shows settings in their form.
func ShowSettings(s memory.Settings) *SettingsForm {
	form := &SettingsForm{Mode: s.Mode, PII: s.PII, Confirmations: s.Confirmations, TimeZone: s.TimeZone, Silenced: s.Silenced}
	if s.Retention > 0 {
		form.Retention = s.Retention.String()
	}
	return form
}

// Settings reads a form back. It returns a memory.FieldError for a value that
// cannot be.
func (f SettingsForm) Settings() (memory.Settings, error) {
	s := memory.Settings{Mode: f.Mode, PII: f.PII, Confirmations: f.Confirmations, TimeZone: f.TimeZone, Silenced: f.Silenced}
	if f.Retention != "" {
		d, err := time.ParseDuration(f.Retention)
		if err != nil || d <= 0 {
			return s, &memory.FieldError{Field: "retention", Reason: "must be a duration like 720h"}
		}
		s.Retention = d
	}
	if err := oneOf("mode", f.Mode, "", "on", "read", "write", "off"); err != nil {
		return s, err
	}
	if err := oneOf("pii", f.PII, "", "mask", "drop", "keep"); err != nil {
		return s, err
	}
	if err := oneOf("confirmations", f.Confirmations, "", "off", "inferred", "all"); err != nil {
		return s, err
	}
	if _, err := time.LoadLocation(f.TimeZone); err != nil || f.TimeZone == "Local" {
		return s, &memory.FieldError{Field: "time_zone", Reason: "must be a name like Asia/Shanghai"}
	}
	return s, nil
}

func oneOf(field, value string, allowed ...string) error {
	for _, a := range allowed {
		if value == a {
			return nil
		}
	}
	return &memory.FieldError{Field: field, Reason: fmt.Sprintf("must be one of %q", allowed[1:])}
}

func showEntry(entry memory.Entry) *EntryForm {
	form := &EntryForm{ID: entry.ID, SessionID: entry.SessionID, AgentID: entry.AgentID, Project: entry.Project, At: entry.At}
	for _, turn := range entry.Turns {
		if !turn.Seen {
			form.Turns = append(form.Turns, TurnForm{ID: turn.ID, Role: turn.Role, Name: turn.Name, Content: turn.Text, At: turn.At})
		}
	}
	return form
}
