package admin

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"time"

	"mneme/memory"
)

// Calls by which operators and users steer what is believed and who may do
// what: confirmations, policies, keys.

func (s *Server) listConfirmations(_ http.ResponseWriter, r *http.Request) (int, any, error) {
	q := readQuery(r)
	scope := q.scope()
	filter := memory.Filter{Waiting: true, Limit: q.limit(), Cursor: q.text("cursor")}
	if err := q.done(); err != nil {
		return 0, nil, err
	}
	owner, err := s.owner(r, scope)
	if err != nil {
		return 0, nil, err
	}
	filter.Owner = owner
	found, err := s.deps.Truth.List(r.Context(), filter)
	if err != nil {
		return 0, nil, err
	}
	return http.StatusOK, page{Data: memory.FormsOf(found.Records), Next: found.Next}, nil
}

type confirmIn struct {
	scopeIn
	Accept *bool `json:"accept"`
}

func (s *Server) confirm(_ http.ResponseWriter, r *http.Request) (int, any, error) {
	var in confirmIn
	if err := decode(r, &in); err != nil {
		return 0, nil, err
	}
	if in.Accept == nil {
		return 0, nil, missing("accept", "accept is missing: true or false")
	}
	owner, err := s.owner(r, in.scopeIn)
	if err != nil {
		return 0, nil, err
	}
	record, err := s.get(r, owner, r.PathValue("id"))
	if err != nil {
		return 0, nil, err
	}
	if record.Status != memory.Pending && record.Status != memory.Observed && !record.Review {
		return 0, nil, &Problem{Status: http.StatusConflict, Type: "invalid_request_error", Code: "not_pending", Message: "this record does not wait for a confirmation"}
	}
	done, err := s.deps.Desk.Confirm(r.Context(), owner, record.ID, *in.Accept, caller(r).Name)
	if err != nil {
		return 0, nil, fieldProblem(err)
	}
	s.audit(r, owner, "confirm", record.ID)
	return http.StatusOK, memory.FormOf(&done), nil
}

func (s *Server) getPolicy(_ http.ResponseWriter, r *http.Request) (int, any, error) {
	if err := errors.Join(operator(r), readQuery(r).done()); err != nil {
		return 0, nil, err
	}
	t, err := tenant(r, r.PathValue("id"))
	if err != nil {
		return 0, nil, err
	}
	return s.showPolicy(t)
}

// showPolicy shows the keys of the policy file side by side with where each
// comes from.
func (s *Server) showPolicy(tenant string) (int, any, error) {
	policy, err := s.deps.Policies.Policy(tenant)
	return http.StatusOK, json.RawMessage(policy), err
}

func (s *Server) putPolicy(_ http.ResponseWriter, r *http.Request) (int, any, error) {
	if err := operator(r); err != nil {
		return 0, nil, err
	}
	t, err := tenant(r, r.PathValue("id"))
	if err != nil {
		return 0, nil, err
	}
	body, err := io.ReadAll(io.LimitReader(r.Body, maxBody))
	if err != nil {
		return 0, nil, invalid("", "the body could not be read")
	}
	if err := s.deps.Policies.SetPolicy(r.Context(), t, body); err != nil {
		return 0, nil, fieldProblem(err)
	}
	s.audit(r, memory.TenantOwner(t, memory.DefaultRealm), "policy")
	return s.showPolicy(t)
}

type keyOut struct {
	ID        string     `json:"id"`
	Secret    string     `json:"secret,omitempty"` // shown once
	Tenants   []string   `json:"tenants"`
	Mode      string     `json:"mode"`
	Realms    []string   `json:"realms"`
	Admin     bool       `json:"admin"`
	CreatedAt *time.Time `json:"created_at"`
	RevokedAt *time.Time `json:"revoked_at"`
}

func showKey(k memory.Key, secret string) keyOut {
	out := keyOut{ID: k.ID, Secret: secret, Tenants: list(k.Tenants), Mode: k.Mode, Realms: list(k.Realms), Admin: k.Admin}
	if !k.Created.IsZero() {
		out.CreatedAt = &k.Created
	}
	if !k.Revoked.IsZero() {
		out.RevokedAt = &k.Revoked
	}
	return out
}

// unbound refuses operators whose key is bound to tenants or realms: making
// keys could lift the bound.
func unbound(r *http.Request) error {
	if c := caller(r); c.User != "" || len(c.Tenants) > 0 || len(c.Realms) > 0 {
		return forbidden("this call needs an admin key that is bound to no tenant and no realm")
	}
	return nil
}

func (s *Server) listKeys(_ http.ResponseWriter, r *http.Request) (int, any, error) {
	if err := errors.Join(unbound(r), readQuery(r).done()); err != nil {
		return 0, nil, err
	}
	keys, err := s.deps.Control.Keys(r.Context())
	if err != nil {
		return 0, nil, err
	}
	out := make([]keyOut, 0, len(keys))
	for _, k := range keys {
		out = append(out, showKey(k, ""))
	}
	return http.StatusOK, page{Data: out}, nil
}

type keyIn struct {
	Tenants []string `json:"tenants"`
	Mode    string   `json:"mode"`
	Realms  []string `json:"realms"`
	Admin   bool     `json:"admin"`
}

func (s *Server) newKey(_ http.ResponseWriter, r *http.Request) (int, any, error) {
	var in keyIn
	if err := decode(r, &in); err != nil {
		return 0, nil, err
	}
	if err := unbound(r); err != nil {
		return 0, nil, err
	}
	for i, name := range append(append([]string{}, in.Tenants...), in.Realms...) {
		if err := memory.CheckID(name); err != nil {
			return 0, nil, invalid("tenants", "name %d %v", i, err)
		}
	}
	switch in.Mode {
	case "", "on", "read", "write", "off":
	default:
		return 0, nil, invalid("mode", "mode must be on, read, write or off")
	}
	k, secret, err := s.deps.Policies.NewKey(r.Context(), memory.Key{Tenants: in.Tenants, Mode: in.Mode, Realms: in.Realms, Admin: in.Admin})
	if err != nil {
		return 0, nil, fieldProblem(err)
	}
	return http.StatusCreated, showKey(k, secret), nil
}

func (s *Server) revokeKey(_ http.ResponseWriter, r *http.Request) (int, any, error) {
	if err := errors.Join(unbound(r), readQuery(r).done()); err != nil {
		return 0, nil, err
	}
	if err := s.deps.Policies.RevokeKey(r.Context(), r.PathValue("id")); err != nil {
		return 0, nil, err
	}
	return http.StatusOK, map[string]string{"revoked": r.PathValue("id")}, nil
}
