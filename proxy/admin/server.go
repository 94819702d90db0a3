package admin

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"mneme/capture"
	"mneme/inject"
	"mneme/memory"
	"mneme/memory/erase"
	"mneme/memory/llm"
)

// Options are the settings of the admin listener.
type Options struct {
	Hosts   []string // names under which the listener may be called besides localhost and addresses
	Version string
}

// Truth is what the API reads.
type Truth interface {
	memory.Reader
	// Users returns up to limit users of a tenant's realm (0: all), in no
	// particular order.
	Users(ctx context.Context, tenant, realm string, limit int) ([]string, error)
	// UsersPage returns a page of them and the cursor of the next.
	UsersPage(ctx context.Context, tenant, realm, cursor string, limit int) (users []string, next string, err error)
	// Counts returns how many records there are by layer and status, of one
	// owner or of a whole tenant and realm (an owner without id).
	Counts(ctx context.Context, owner memory.Owner) (map[memory.Layer]map[memory.Status]int, error)
}

// Desk writes single records by hand, with the same rules as learning: cost,
// history, conflict, index.
type Desk interface {
	Add(ctx context.Context, r memory.Record, by string) (memory.Record, error)
	Edit(ctx context.Context, owner memory.Owner, id string, change capture.Edit, by string) (memory.Record, error)
	Confirm(ctx context.Context, owner memory.Owner, id string, accept bool, by string) (memory.Record, error)
	Merge(ctx context.Context, owner memory.Owner, from, into, by string) (capture.Merge, error)
	Split(ctx context.Context, owner memory.Owner, id, by string) (capture.Merge, error)
}

// Intake takes conversations in.
type Intake interface {
	Ingest(ctx context.Context, batch capture.Batch) (capture.Receipt, error)
	// Flush waits until all that was captured before the call is learnt, and
	// returns how many entries are not when the context ends.
	Flush(ctx context.Context) (pending int, err error)
}

// Searcher answers exactly as the proxy would inject.
type Searcher interface {
	Search(ctx context.Context, in inject.Search) (inject.Found, error)
}

// Eraser forgets and hands out.
type Eraser interface {
	Forget(ctx context.Context, in erase.Request) (erase.Receipt, error)
	Erase(ctx context.Context, in erase.User) (erase.Receipt, error)
	Export(ctx context.Context, in erase.User, write func(line any) error) error
	NoteOrigin(ctx context.Context, owner memory.Owner, alias, session string) error
	Split(ctx context.Context, tenant, user, alias, by string) (int, error)
	Import(ctx context.Context, in erase.User, next func() ([]byte, error)) (erase.Imported, error)
}

// Policies hold the tenants' policies.
type Policies interface {
	// Policy returns a tenant's effective policy as a JSON object: the keys of
	// the policy file, and under "origin" who set which of them.
	Policy(tenant string) ([]byte, error)
	// SetPolicy sets the keys named in a JSON object; an unknown key or a bad
	// value is an error that names it.
	SetPolicy(ctx context.Context, tenant string, keys []byte) error
	// Effective returns the mode in force for a user and the step that decided.
	Effective(ctx context.Context, tenant, user string) (mode, step string)
	// NewKey makes a key; its secret is shown once.
	NewKey(ctx context.Context, k memory.Key) (memory.Key, string, error)
	RevokeKey(ctx context.Context, id string) error
}

// Ops reads receipts and the audit.
type Ops interface {
	Receipt(ctx context.Context, id string) (memory.Receipt, error)
	Receipts(ctx context.Context, owner memory.Owner, limit int, cursor string) ([]memory.Receipt, string, error)
	Audits(ctx context.Context, f memory.AuditFilter) ([]memory.Audit, string, error)
	WriteAudit(a memory.Audit)
}

// Deps are the parts that the API shows.
type Deps struct {
	Truth    Truth
	Control  memory.Control
	Ops      Ops
	Desk     Desk
	Intake   Intake
	Search   Searcher
	Erase    Eraser
	Policies Policies
	Access   Access
	Status   Status
	Events   Events
	Backer   Backer            // nil: backups are made elsewhere
	Upkeep   Upkeep            // nil: nothing is looked after here
	Costs    func() []llm.Cost // of memory's own models, today and the day before; nil: there are none
	Log      *slog.Logger
	Now      func() time.Time
	// Up reports whether memory can be used; without it only health, metrics
	// and policies answer.
	Up func() bool
}

// Server answers the admin API.
type Server struct {
	opts Options
	deps Deps
	mux  *http.ServeMux
	docs []operation

	linking sync.Mutex // of calls that add a link
}

// New returns a server that answers with the given parts.
func New(opts Options, deps Deps) (*Server, error) {
	if deps.Access == nil {
		return nil, errors.New("admin: no access rules")
	}
	if deps.Up == nil {
		deps.Up = func() bool { return true }
	}
	if deps.Now == nil {
		deps.Now = time.Now
	}
	s := &Server{opts: opts, deps: deps, mux: http.NewServeMux()}
	s.routes()
	return s, nil
}

// Handler returns the handler of the admin listener.
func (s *Server) Handler() http.Handler { return s }

// ServeHTTP answers one request; a broken handler costs its caller an error and
// nobody else anything.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	defer func() {
		if reason := recover(); reason != nil && reason != http.ErrAbortHandler {
			s.deps.Log.Error("admin call failed", "path", routeOf(r), "panic", true)
			writeProblem(w, problemOf(errors.New("panic")))
		}
	}()
	s.mux.ServeHTTP(w, r)
}

// routeOf names a request by its route, which holds no identifier.
func routeOf(r *http.Request) string {
	if r.Pattern != "" {
		return r.Pattern
	}
	return "unknown"
}

// answer is what a handler returns: a status and a body, or an error.
type answer func(w http.ResponseWriter, r *http.Request) (status int, body any, err error)

// misplaced refuses what a call would pass over where it stands: parameters of the query where the
// body names them, and a body where the query does. Who wrote them there meant less than what the
// call would do without them.
func (op *operation) misplaced(r *http.Request) error {
	switch r.Method {
	case http.MethodGet, http.MethodDelete:
		if r.ContentLength == 0 {
			return nil
		}
		body, err := readBody(r)
		if empty := string(bytes.TrimSpace(body)); err == nil && empty != "{}" && empty != "null" {
			err = invalid("", "this call reads its parameters from the query, and was given a body")
		}
		return err
	case http.MethodPost, http.MethodPut, http.MethodPatch:
		if op.Query == nil {
			for name := range r.URL.Query() {
				p := invalid(name, "parameter %q belongs in the body of this call", name)
				p.Code = "unknown_field"
				return p
			}
		}
	}
	return nil
}

// call registers one call of the API with its line in the OpenAPI document.
func (s *Server) call(op operation, h answer) {
	s.docs = append(s.docs, op)
	s.mux.HandleFunc(op.Method+" /memory/v1"+op.Path, s.gate(func(w http.ResponseWriter, r *http.Request) {
		if !s.deps.Up() && op.Path != "/openapi.json" {
			writeProblem(w, &Problem{Status: http.StatusServiceUnavailable, Type: "server_error", Code: "memory_unavailable", Message: "memory is down; /readyz and the log say why"})
			return
		}
		err := op.misplaced(r)
		var status int
		var body any
		if err == nil {
			status, body, err = h(w, r)
		}
		if err != nil {
			p := problemOf(err)
			if p.Status >= http.StatusInternalServerError {
				s.deps.Log.Error("admin call failed", "route", op.Method+" "+op.Path, "err", err)
			}
			writeProblem(w, p)
			return
		}
		if status != 0 {
			writeJSON(w, status, body)
		}
	}))
}
