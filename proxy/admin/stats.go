package admin

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"

	"mneme/memory"
)

// Status tells how the process is.
type Status interface {
	// Ready reports whether requests can be forwarded, and the state of each
	// part in a word.
	Ready() (ok bool, parts map[string]string)
	// Stats returns the state of queue and index, and the vitality of an owner
	// (of a tenant's realm when the owner has no id).
	Stats(ctx context.Context, owner memory.Owner) (map[string]any, error)
	// Metrics writes the metrics in the text form that Prometheus reads; what is
	// told by tenant only of those named, or of all when none is.
	Metrics(w io.Writer, tenants []string)
	// DeadLetters lists exchanges that could not be learnt; Replay hands them
	// back to learning and says how many.
	DeadLetters(ctx context.Context, tenant, realm string, limit int) ([]DeadLetter, error)
	Replay(ctx context.Context, tenant, realm string) (int, error)
}

// DeadLetter is an exchange that could not be learnt, without its words.
type DeadLetter struct {
	ID       string    `json:"id"`
	UserID   string    `json:"user_id"`
	At       time.Time `json:"at"`
	Attempts int       `json:"attempts"`
	Reason   string    `json:"reason"`
}

// Events hands out what happens, as it happens.
type Events interface {
	// Subscribe returns a channel that is closed when the context ends. A
	// reader that is slow misses events.
	Subscribe(ctx context.Context) <-chan memory.Activity
}

type statsOut struct {
	TenantID string                    `json:"tenant_id"`
	UserID   string                    `json:"user_id"`
	Realm    string                    `json:"realm"`
	Layers   map[string]map[string]int `json:"layers"`
	Total    int                       `json:"total"`
	Vitality any                       `json:"vitality"`
	Queue    any                       `json:"queue"`
	Index    any                       `json:"index"`
	Memory   any                       `json:"memory"`
}

func (s *Server) stats(_ http.ResponseWriter, r *http.Request) (int, any, error) {
	q := readQuery(r)
	scope := q.scope()
	if err := q.done(); err != nil {
		return 0, nil, err
	}
	t, err := tenant(r, scope.TenantID)
	if err != nil {
		return 0, nil, err
	}
	realm, err := realmOf(r, scope.Realm)
	if err != nil {
		return 0, nil, err
	}
	owner := memory.Owner{Tenant: t, Realm: realm, Level: memory.LevelUser}
	if scope.UserID != "" || caller(r).User != "" {
		if owner.ID, err = s.user(r, t, realm, scope.UserID); err != nil {
			return 0, nil, err
		}
	}
	counts, err := s.deps.Truth.Counts(r.Context(), owner)
	if err != nil {
		return 0, nil, err
	}
	state, err := s.deps.Status.Stats(r.Context(), owner)
	if err != nil {
		return 0, nil, err
	}
	out := statsOut{
		TenantID: t, UserID: owner.ID, Realm: realm, Layers: map[string]map[string]int{},
		Vitality: state["vitality"], Queue: state["queue"], Index: state["index"], Memory: state["memory"],
	}
	for layer, statuses := range counts {
		shown := map[string]int{}
		for status, n := range statuses {
			shown[string(status)] = n
			out.Total += n
		}
		out.Layers[string(layer)] = shown
	}
	return http.StatusOK, out, nil
}

func (s *Server) deadLetters(_ http.ResponseWriter, r *http.Request) (int, any, error) {
	q := readQuery(r)
	scope := scopeIn{TenantID: q.filter("tenant_id"), Realm: q.filter("realm")}
	limit := q.limit()
	if err := errors.Join(q.done(), operator(r)); err != nil {
		return 0, nil, err
	}
	t, realm, err := scopeOf(r, scope)
	if err != nil {
		return 0, nil, err
	}
	letters, err := s.deps.Status.DeadLetters(r.Context(), t, realm, limit)
	if err != nil {
		return 0, nil, err
	}
	if letters == nil {
		letters = []DeadLetter{}
	}
	return http.StatusOK, page{Data: letters}, nil
}

type replayIn struct {
	TenantID string `json:"tenant_id"`
	Realm    string `json:"realm"`
}

func (s *Server) replay(_ http.ResponseWriter, r *http.Request) (int, any, error) {
	var in replayIn
	if err := decode(r, &in); err != nil {
		return 0, nil, err
	}
	if err := operator(r); err != nil {
		return 0, nil, err
	}
	t, realm, err := scopeOf(r, scopeIn{TenantID: in.TenantID, Realm: in.Realm})
	if err != nil {
		return 0, nil, err
	}
	n, err := s.deps.Status.Replay(r.Context(), t, realm)
	return http.StatusOK, map[string]int{"replayed": n}, err
}

func scopeOf(r *http.Request, scope scopeIn) (string, string, error) {
	t, err := tenant(r, scope.TenantID)
	if err != nil {
		return "", "", err
	}
	realm, err := realmOf(r, scope.Realm)
	return t, realm, err
}

func (s *Server) healthz(w http.ResponseWriter, _ *http.Request) {
	writeJSON(w, http.StatusOK, map[string]string{"status": "ok"})
}

func (s *Server) readyz(w http.ResponseWriter, _ *http.Request) {
	ok, parts := s.deps.Status.Ready()
	status := http.StatusOK
	if !ok {
		status = http.StatusServiceUnavailable
	}
	writeJSON(w, status, map[string]any{"ready": ok, "parts": parts})
}

func (s *Server) metrics(w http.ResponseWriter, r *http.Request) {
	if err := operator(r); err != nil {
		writeProblem(w, problemOf(err))
		return
	}
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	s.deps.Status.Metrics(w, caller(r).Tenants)
}

// keepAlive is how often a silent event stream shows that it lives, so that no
// middlebox closes it.
const keepAlive = 15 * time.Second

func (s *Server) events(w http.ResponseWriter, r *http.Request) (int, any, error) {
	q := readQuery(r)
	named := q.filter("tenant_id")
	if err := errors.Join(q.done(), operator(r)); err != nil {
		return 0, nil, err
	}
	only := ""
	if named != "" || len(caller(r).Tenants) > 0 {
		t, err := tenant(r, named)
		if err != nil {
			return 0, nil, err
		}
		only = t
	}
	flusher, ok := w.(http.Flusher)
	if !ok {
		return 0, nil, errors.New("admin: the connection cannot stream")
	}
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(http.StatusOK)
	flusher.Flush()
	alive := time.NewTicker(keepAlive)
	defer alive.Stop()
	stream := s.deps.Events.Subscribe(r.Context())
	for {
		select {
		case event, open := <-stream:
			if !open {
				return 0, nil, nil
			}
			if only != "" && event.Tenant != only {
				continue
			}
			line, err := json.Marshal(event)
			if err != nil {
				return 0, nil, nil
			}
			fmt.Fprintf(w, "data: %s\n\n", line)
		case <-alive.C:
			fmt.Fprint(w, ": alive\n\n")
		}
		flusher.Flush()
	}
}

// WriteMetric writes one sample in the text form that Prometheus reads. Labels
// come in pairs of name and value; they hold codes and tenants, never a user.
func WriteMetric(w io.Writer, name, kind, help string, value float64, labels ...string) {
	if help != "" {
		fmt.Fprintf(w, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, kind)
	}
	fmt.Fprint(w, name)
	for i := 0; i+1 < len(labels); i += 2 {
		open := ","
		if i == 0 {
			open = "{"
		}
		fmt.Fprintf(w, "%s%s=%s", open, labels[i], strconv.Quote(labels[i+1]))
	}
	if len(labels) > 1 {
		fmt.Fprint(w, "}")
	}
	fmt.Fprintf(w, " %s\n", strconv.FormatFloat(value, 'g', -1, 64))
}
