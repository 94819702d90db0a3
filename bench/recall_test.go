package main

import (
	"encoding/json"
	"math"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestStemAndTokensFollowTheScorer(t *testing.T) {
	l := newLexicon()
	f := func(word, want string) {
		t.Helper()
		if got := l.stem(word); got != want {
			t.Errorf("stem(%q) = %q, want %q", word, got, want)
		}
	}
	f("parties", "party")
	f("boxes", "box")
	f("camping", "camp")
	f("running", "run")
	f("moved", "mov")
	f("anna's", "anna")
	f("quickly", "quick")
	f("glass", "glass")
	if got := tokens("中文ab"); got != 2.5 {
		t.Errorf("tokens: %v", got)
	}
	if got := l.sentences("One. Two!\nThree 3.5"); strings.Join(got, "|") != "One.|Two!|Three 3.|5" {
		t.Errorf("sentences: %q", got)
	}
}

func TestGrade(t *testing.T) {
	no := false
	c := &conversation{
		Sessions: []dataSession{{Turns: []dataTurn{
			{ID: "a", Text: "My bicycle was stolen near the harbour last night."},
			{ID: "b", Text: "The police found the bicycle behind the old mill."},
		}}},
		place: map[string]turnPlace{"a": {0, 0}, "b": {0, 1}},
	}
	q := dataQuestion{Text: "Where was the bicycle found?", Answer: "behind the old mill", Evidence: []string{"a", "b"}}
	l := newLexicon()
	whole := prediction{Block: "- " + c.text("a") + "\n- " + c.text("b") + "\n", Turns: []string{"a", "b"}, ranked: []string{"a", "b"}}
	if s := l.grade(c, &q, whole, 1024); s.allID != 1 || s.all != 1 || s.r10 != 1 || s.empty != 0 {
		t.Errorf("whole: %+v", s)
	}
	half := prediction{Block: "- " + c.text("a") + "\n", Turns: []string{"a", "b"}}
	if s := l.grade(c, &q, half, 1024); s.rID != 0.5 || s.allID != 0 {
		t.Errorf("ids without words: %+v", s)
	}
	if s := l.grade(c, &q, whole, 5); s.rID != 0 || s.empty != 1 {
		t.Errorf("over budget: %+v", s)
	}
	q.Answerable = &no
	if s := l.grade(c, &q, prediction{}, 1024); s.empty != 1 || !math.IsNaN(s.rID) {
		t.Errorf("unanswerable: %+v", s)
	}
}

func TestRecallRunsOverTheAdminAPI(t *testing.T) {
	var sessions []string
	mux := http.NewServeMux()
	mux.HandleFunc("POST /memory/v1/ingest", func(w http.ResponseWriter, r *http.Request) {
		var in struct {
			Session  string    `json:"session_id"`
			Messages []message `json:"messages"`
		}
		if err := json.NewDecoder(r.Body).Decode(&in); err != nil || len(in.Messages) != 1 || in.Messages[0].Created == "" {
			t.Errorf("ingest %+v (%v)", in, err)
		}
		sessions = append(sessions, in.Session)
		w.WriteHeader(http.StatusAccepted)
	})
	mux.HandleFunc("POST /memory/v1/flush", func(http.ResponseWriter, *http.Request) {})
	mux.HandleFunc("POST /memory/v1/search", func(w http.ResponseWriter, r *http.Request) {
		if len(sessions) != 1 {
			t.Errorf("asked after sessions %v: the question knows of one", sessions)
		}
		w.Write([]byte(`{"hits":[{"record":{"sources":[{"message_id":"m1"}]},"score":0.7}],"block":"2024-01-01 The key is under the mat.\n","latency_ms":0.5}`))
	})
	api := httptest.NewServer(mux)
	defer api.Close()
	folder := t.TempDir()
	data := filepath.Join(folder, "tiny.jsonl")
	line := `{"conversation_id":"c","sessions":[{"session_id":"s1","time":"2024-01-01T00:00:00Z","turns":[{"turn_id":"m1","role":"user","speaker":"user","text":"The key is under the mat."}]},` +
		`{"session_id":"s2","time":"2024-02-01T00:00:00Z","turns":[{"turn_id":"m2","role":"user","speaker":"user","text":"later"}]}],` +
		`"questions":[{"qid":"q1","question":"Where is the key?","answer":"under the mat","evidence_turn_ids":["m1"],"category":"fact","asked_at":"2024-01-15T00:00:00Z","history_sessions":1}]}` + "\n"
	if err := os.WriteFile(data, []byte(line), 0o600); err != nil {
		t.Fatal(err)
	}
	var out, progress strings.Builder
	if err := run(t.Context(), []string{"recall", "-admin", api.URL, "-out", folder, "-categories", "-data", data}, &out, &progress); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "| tiny | 1 | 100.0 | 100.0 | 100.0 | 100.0 | 100.0 |") || !strings.Contains(out.String(), "tiny: fact") {
		t.Errorf("printed\n%s", out.String())
	}
	written, err := os.ReadFile(filepath.Join(folder, "tiny-1024.jsonl"))
	if err != nil || !strings.Contains(string(written), `"turn_ids":["m1"]`) {
		t.Errorf("predictions %q (%v)", written, err)
	}
}
