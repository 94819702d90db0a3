package admin

import (
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"mneme/memory"
	"mneme/memory/seal"
	"mneme/memory/sqlite"
	"mneme/memory/upkeep"
)

// jobAccess lets everybody in as the operator, or as a user with a token.
type jobAccess struct{}

func (jobAccess) Open() bool                  { return true }
func (jobAccess) Configured() bool            { return true }
func (jobAccess) Admin(string) (Caller, bool) { return Caller{}, false }
func (jobAccess) Assert(token string) (Caller, error) {
	user, ok := strings.CutPrefix(token, "user:")
	if !ok {
		return Caller{}, errors.New("no")
	}
	return Caller{User: user}, nil
}

// jobServer is the API over a real store and a real keeper.
func jobServer(t *testing.T) (*Server, *sqlite.Store) {
	t.Helper()
	dir := t.TempDir()
	keys, err := seal.Open(filepath.Join(dir, "keys"), seal.DefaultOptions())
	if err != nil {
		t.Fatal(err)
	}
	o := sqlite.DefaultOptions()
	o.Dir, o.Keys = filepath.Join(dir, "data"), keys
	store, err := sqlite.Open(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close(); keys.Close() })
	keeper, err := upkeep.New(upkeep.DefaultOptions(), upkeep.Parts{Truth: store, Roster: store, Sweeper: store, Chooser: store, Hasher: keys})
	if err != nil {
		t.Fatal(err)
	}
	s, err := New(Options{}, Deps{Truth: store, Control: store, Ops: store, Access: jobAccess{}, Upkeep: keeper, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	return s, store
}

// jobCall makes a call and decodes the answer.
func jobCall(t *testing.T, s *Server, method, path, body, assertion string, want int) map[string]any {
	t.Helper()
	r := httptest.NewRequest(method, "http://localhost/memory/v1"+path, strings.NewReader(body))
	if assertion != "" {
		r.Header.Set("X-Memory-User-Assertion", assertion)
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	answer, _ := io.ReadAll(w.Body)
	if w.Code != want {
		t.Fatalf("%s %s: %d, want %d: %s", method, path, w.Code, want, answer)
	}
	var out map[string]any
	if err := json.Unmarshal(answer, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

func TestJobsAreDoneOnDemandAndTold(t *testing.T) {
	s, store := jobServer(t)
	ann := memory.UserOwner(memory.DefaultTenant, memory.DefaultRealm, "ann")
	past := time.Now().Add(-200 * 24 * time.Hour)
	records := []memory.Record{
		{ID: "parcel", Layer: memory.Semantic, Kind: memory.KindTemporary, Text: "waits for a parcel", Subject: "user", Predicate: "tracking", Object: "parcel",
			Confidence: 0.9, Source: memory.UserDirect, Status: memory.Current, Count: 1, Created: past, Updated: past, Constraint: memory.Constraint{ValidUntil: past.Add(72 * time.Hour)}},
		{ID: "lesson", Layer: memory.Semantic, Kind: memory.KindState, Text: "a queue keeps peaks away", Subject: "user", Predicate: "uses", Object: "queue",
			Confidence: 0.9, Source: memory.Verified, Status: memory.Current, Count: 1, Created: time.Now(), Updated: time.Now()},
	}
	if _, err := store.Commit(t.Context(), memory.Commit{Owner: ann, Base: -1, Put: records}); err != nil {
		t.Fatal(err)
	}
	done := jobCall(t, s, "POST", "/jobs/expire", `{"user_id":"ann"}`, "", http.StatusOK)
	deeds := done["data"].([]any)[0].(map[string]any)["deeds"].([]any)
	if len(deeds) != 1 || deeds[0].(map[string]any)["record"] != "parcel" || deeds[0].(map[string]any)["reason"] != "time-over" {
		t.Fatalf("the deeds are %v", deeds)
	}
	listed := jobCall(t, s, "GET", "/jobs?user_id=ann&job=expire", "", "", http.StatusOK)
	if len(listed["jobs"].([]any)) < 10 || len(listed["reports"].([]any)) != 1 {
		t.Errorf("listed are %v", listed)
	}
	jobCall(t, s, "POST", "/jobs/nonsense", `{"user_id":"ann"}`, "", http.StatusNotFound)
	jobCall(t, s, "POST", "/jobs/sweep", `{}`, "user:ann", http.StatusForbidden)
	jobCall(t, s, "GET", "/jobs?user_id=ann", "", "user:bob", http.StatusNotFound)
	if other := jobCall(t, s, "GET", "/jobs", "", "user:bob", http.StatusOK); len(other["reports"].([]any)) != 0 {
		t.Error("one user sees another's reports")
	}
	if v := jobCall(t, s, "GET", "/vitality?user_id=ann", "", "", http.StatusOK); v["facts"] != 1.0 {
		t.Errorf("vitality is %v", v)
	}
	jobCall(t, s, "POST", "/memories/parcel/promote", `{"user_id":"ann","team_id":"core"}`, "", http.StatusBadRequest)
	if r := jobCall(t, s, "POST", "/memories/lesson/promote", `{"user_id":"ann","team_id":"core"}`, "", http.StatusCreated); r["team_id"] != "core" {
		t.Errorf("promoted is %v", r)
	}
	jobCall(t, s, "POST", "/topics", `{"user_id":"ann","topic":"queue","silent":true}`, "", http.StatusOK)
	if set, _, _ := store.Settings(t.Context(), ann.Tenant, "ann"); len(set.Silenced) != 1 {
		t.Errorf("silenced are %v", set.Silenced)
	}
	jobCall(t, s, "POST", "/topics", `{"user_id":"ann","topic":"queue","silent":false}`, "", http.StatusOK)
	jobCall(t, s, "POST", "/topics", `{"user_id":"ann","topic":"queue","silent":false}`, "", http.StatusNotFound)
}
