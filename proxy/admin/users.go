package admin

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"slices"

	"mneme/memory"
	"mneme/memory/erase"
)

// pathUser returns the tenant and user that a path names, links followed.
func (s *Server) pathUser(r *http.Request, scope scopeIn) (string, string, error) {
	t, err := tenant(r, scope.TenantID)
	if err != nil {
		return "", "", err
	}
	user, err := s.user(r, t, "", r.PathValue("id"))
	return t, user, err
}

// realms returns the realms a call about a user covers: the one named, those of
// the caller's key, or (nil) every one.
func realms(r *http.Request, named string) ([]string, error) {
	if named != "" {
		realm, err := realmOf(r, named)
		return []string{realm}, err
	}
	return caller(r).Realms, nil
}

func (s *Server) known(r *http.Request, tenant, user string) (bool, error) {
	realms, err := s.deps.Control.Realms(r.Context(), tenant, user)
	if err != nil || len(realms) > 0 {
		return err == nil, err
	}
	_, known, err := s.deps.Control.Settings(r.Context(), tenant, user)
	return known, err
}

type settingsOut struct {
	erase.SettingsForm
	UserID        string `json:"user_id"`
	TenantID      string `json:"tenant_id"`
	EffectiveMode string `json:"effective_mode"`
	EffectiveStep string `json:"effective_step"`
}

func (s *Server) showSettings(r *http.Request, tenant, user string) (settingsOut, error) {
	settings, _, err := s.deps.Control.Settings(r.Context(), tenant, user)
	if err != nil {
		return settingsOut{}, err
	}
	mode, step := s.deps.Policies.Effective(r.Context(), tenant, user)
	return settingsOut{SettingsForm: *erase.ShowSettings(settings), UserID: user, TenantID: tenant, EffectiveMode: mode, EffectiveStep: cmp.Or(step, "default")}, nil
}

func (s *Server) getSettings(_ http.ResponseWriter, r *http.Request) (int, any, error) {
	q := readQuery(r)
	scope := q.scope()
	if err := q.done(); err != nil {
		return 0, nil, err
	}
	t, user, err := s.pathUser(r, scope)
	if err != nil {
		return 0, nil, err
	}
	out, err := s.showSettings(r, t, user)
	return http.StatusOK, out, err
}

type settingsIn struct {
	scopeIn
	erase.SettingsForm
}

// putSettings sets the keys that are named and leaves the others: who sets a time
// zone does not switch memory on again, nor speak of a silenced topic. An empty
// value takes a choice back.
func (s *Server) putSettings(_ http.ResponseWriter, r *http.Request) (int, any, error) {
	body, err := readBody(r)
	if err != nil {
		return 0, nil, err
	}
	var in settingsIn
	if err := decodeBytes(body, &in); err != nil {
		return 0, nil, err
	}
	q := readQuery(r)
	scope := in.scopeIn.or(q.scope())
	if err := q.done(); err != nil {
		return 0, nil, err
	}
	t, user, err := s.pathUser(r, scope)
	if err != nil {
		return 0, nil, err
	}
	_, err = s.deps.Control.ChangeSettings(r.Context(), t, user, func(now *memory.Settings) (err error) {
		in.SettingsForm = *erase.ShowSettings(*now)
		if err := decodeBytes(body, &in); err != nil {
			return err
		}
		*now, err = in.Settings()
		return err
	})
	if err != nil {
		return 0, nil, fieldProblem(err)
	}
	s.audit(r, memory.UserOwner(t, memory.DefaultRealm, user), "settings")
	out, err := s.showSettings(r, t, user)
	return http.StatusOK, out, err
}

// userCall reads what the calls about a whole user have in common.
func (s *Server) userCall(r *http.Request, extra func(q *query)) (erase.User, error) {
	q := readQuery(r)
	scope := q.scope()
	if extra != nil {
		extra(q)
	}
	if err := q.done(); err != nil {
		return erase.User{}, err
	}
	t, user, err := s.pathUser(r, scope)
	if err != nil {
		return erase.User{}, err
	}
	in := erase.User{Tenant: t, User: user, By: caller(r).Name, Own: caller(r).User != ""}
	in.Realms, err = realms(r, scope.Realm)
	return in, err
}

func (s *Server) deleteUser(_ http.ResponseWriter, r *http.Request) (int, any, error) {
	dry := false
	in, err := s.userCall(r, func(q *query) { dry = q.bool("dry_run") })
	if err != nil {
		return 0, nil, err
	}
	known, err := s.known(r, in.Tenant, in.User)
	if err != nil {
		return 0, nil, err
	}
	if !known {
		return 0, nil, notFound()
	}
	in.DryRun = dry
	receipt, err := s.deps.Erase.Erase(r.Context(), in)
	if err != nil {
		return 0, nil, err
	}
	return http.StatusOK, showErasure(receipt, receipt.KeyID), nil
}

func (s *Server) exportUser(w http.ResponseWriter, r *http.Request) (int, any, error) {
	in, err := s.userCall(r, nil)
	if err != nil {
		return 0, nil, err
	}
	known, err := s.known(r, in.Tenant, in.User)
	if err != nil {
		return 0, nil, err
	}
	if !known {
		return 0, nil, notFound()
	}
	w.Header().Set("Content-Type", "application/jsonl; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	if err := s.deps.Erase.Export(r.Context(), in, encoder.Encode); err != nil {
		// Part of the export may be out: cut it, so that nobody takes it for
		// whole.
		s.deps.Log.Error("export broke off", "err", err)
		panic(http.ErrAbortHandler)
	}
	s.audit(r, memory.UserOwner(in.Tenant, memory.DefaultRealm, in.User), "export")
	return 0, nil, nil
}

// maxLine bounds one line of an import.
const maxLine = 4 << 20

func (s *Server) importUser(_ http.ResponseWriter, r *http.Request) (int, any, error) {
	in, err := s.userCall(r, nil)
	if err != nil {
		return 0, nil, err
	}
	scanner := bufio.NewScanner(r.Body)
	scanner.Buffer(make([]byte, 64<<10), maxLine)
	done, err := s.deps.Erase.Import(r.Context(), in, func() ([]byte, error) {
		for scanner.Scan() {
			if line := bytes.TrimSpace(scanner.Bytes()); len(line) > 0 {
				return line, nil
			}
		}
		if err := scanner.Err(); err != nil {
			return nil, err
		}
		return nil, io.EOF
	})
	var fault *erase.LineError
	switch {
	case errors.As(err, &fault):
		return 0, nil, invalid("", "%v (the lines before it were taken in; an import may be repeated)", fault)
	case errors.Is(err, bufio.ErrTooLong):
		return 0, nil, invalid("", "line %d is longer than 4 MiB", done.Lines+1)
	case err != nil:
		return 0, nil, err
	}
	s.audit(r, memory.UserOwner(in.Tenant, memory.DefaultRealm, in.User), "import")
	return http.StatusOK, done, nil
}

type linkIn struct {
	scopeIn
	Alias     string `json:"alias"`
	Assertion string `json:"assertion"` // of the alias: a user proves that the other id is his too
}

func (s *Server) linkUser(_ http.ResponseWriter, r *http.Request) (int, any, error) {
	var in linkIn
	if err := decode(r, &in); err != nil {
		return 0, nil, err
	}
	t, user, err := s.pathUser(r, in.scopeIn)
	if err != nil {
		return 0, nil, err
	}
	if err := s.proveAlias(r, t, &in); err != nil {
		return 0, nil, err
	}
	if err := memory.CheckID(in.Alias); err != nil {
		return 0, nil, invalid("alias", "alias %v", err)
	}
	if in.Alias == user {
		return 0, nil, invalid("alias", "a user cannot be an alias of himself")
	}
	s.linking.Lock() // what is looked up and what is written rest on each other
	defer s.linking.Unlock()
	links, err := s.deps.Control.Links(r.Context(), t)
	if err != nil {
		return 0, nil, err
	}
	for from, to := range links {
		// One step is all that is followed; and whom an alias stands for already
		// is not changed behind his back.
		if to == in.Alias || from == in.Alias && to != user {
			return 0, nil, &Problem{Status: http.StatusConflict, Type: "invalid_request_error", Code: "conflict", Message: "this id is linked already: unlink it first", Param: "alias"}
		}
	}
	if err := s.deps.Control.PutLink(r.Context(), t, in.Alias, user); err != nil {
		return 0, nil, err
	}
	s.audit(r, memory.UserOwner(t, memory.DefaultRealm, user), "link")
	return http.StatusOK, map[string]string{"alias": in.Alias, "user_id": user, "tenant_id": t}, nil
}

// proveAlias asks a user for a second assertion: to link an id is to open whatever
// is told under it. An operator's word is enough.
func (s *Server) proveAlias(r *http.Request, tenant string, in *linkIn) error {
	if caller(r).User == "" {
		return nil
	}
	if in.Assertion == "" {
		return missing("assertion", "assertion is missing: a signed one of the id to be linked")
	}
	other, err := s.deps.Access.Assert(in.Assertion)
	if err != nil {
		return unauthorized("the assertion of the id to be linked is not valid")
	}
	if in.Alias != "" && in.Alias != other.As {
		return invalid("alias", "alias is not whom the assertion names")
	}
	if len(other.Tenants) > 0 && !slices.Contains(other.Tenants, tenant) {
		return forbidden("the id to be linked is one of another tenant")
	}
	in.Alias = other.As
	return nil
}

func (s *Server) unlinkUser(_ http.ResponseWriter, r *http.Request) (int, any, error) {
	q := readQuery(r)
	scope := q.scope()
	if err := q.done(); err != nil {
		return 0, nil, err
	}
	t, err := tenant(r, scope.TenantID)
	if err != nil {
		return 0, nil, err
	}
	alias := r.PathValue("alias")
	links, err := s.deps.Control.Links(r.Context(), t)
	if err != nil {
		return 0, nil, err
	}
	user, linked := links[alias]
	if c := caller(r); !linked || c.User != "" && c.User != user || scope.UserID != "" && scope.UserID != user {
		return 0, nil, notFound() // another's link looks like none
	}
	// What is under way is learnt first; then the link goes last, so that an
	// unlinking that broke off can be repeated.
	if _, err := s.deps.Intake.Flush(r.Context()); err != nil {
		return 0, nil, err
	}
	moved, err := s.deps.Erase.Split(r.Context(), t, user, alias, caller(r).Name)
	if err != nil {
		return 0, nil, err
	}
	if err := s.deps.Control.DropLink(r.Context(), t, alias); err != nil {
		return 0, nil, err
	}
	s.audit(r, memory.UserOwner(t, memory.DefaultRealm, user), "unlink")
	return http.StatusOK, map[string]any{"unlinked": alias, "tenant_id": t, "records": moved}, nil
}

// listUsers names who has memory here: all, or the one that is asked about, if he has. An alias
// asks about the one it stands for.
func (s *Server) listUsers(_ http.ResponseWriter, r *http.Request) (int, any, error) {
	q := readQuery(r)
	scope, limit, cursor := q.scope(), q.limit(), q.text("cursor")
	if err := errors.Join(q.done(), operator(r)); err != nil {
		return 0, nil, err
	}
	t, realm, err := scopeOf(r, scope)
	if err != nil {
		return 0, nil, err
	}
	if scope.UserID == "" {
		users, next, err := s.deps.Truth.UsersPage(r.Context(), t, realm, cursor, limit)
		return http.StatusOK, page{Data: list(users), Next: next}, err
	}
	if cursor != "" {
		return 0, nil, memory.ErrCursor // of one there is no next page
	}
	user, err := s.user(r, t, realm, scope.UserID)
	if err != nil {
		return 0, nil, err
	}
	revision, err := s.deps.Truth.Revision(r.Context(), memory.UserOwner(t, realm, user))
	if err != nil {
		return 0, nil, err
	}
	var users []string
	if revision > 0 {
		users = append(users, user)
	}
	return http.StatusOK, page{Data: list(users)}, nil
}
