package admin

import (
	"errors"
	"net/http"
)

// costOut is what memory's own models were used for by one user on one day (UTC), in tokens as
// the provider counted them.
type costOut struct {
	Day        string `json:"day"`
	TenantID   string `json:"tenant_id"`
	UserID     string `json:"user_id"`
	Calls      int    `json:"calls"`
	Prompt     int    `json:"prompt_tokens"`
	Completion int    `json:"completion_tokens"`
	Embedded   int    `json:"embedded_tokens"`
	Refused    int    `json:"refused"` // calls that a budget did not allow: the rules read instead
}

type costsOut struct {
	Data []costOut `json:"data"`
	Next string    `json:"next_cursor"`
}

func (s *Server) costs(_ http.ResponseWriter, r *http.Request) (int, any, error) {
	q := readQuery(r)
	named, user := q.filter("tenant_id"), q.filter("user_id")
	if err := errors.Join(q.done(), operator(r)); err != nil {
		return 0, nil, err
	}
	t, err := tenant(r, named)
	if err != nil {
		return 0, nil, err
	}
	if user != "" {
		if user, err = s.canonical(r.Context(), t, user); err != nil {
			return 0, nil, err
		}
	}
	out := costsOut{Data: []costOut{}}
	if s.deps.Costs == nil {
		return http.StatusOK, out, nil
	}
	for _, c := range s.deps.Costs() {
		if c.Tenant == t && (user == "" || c.User == user) {
			out.Data = append(out.Data, costOut{c.Day, c.Tenant, c.User, c.Calls, c.Prompt, c.Completion, c.Embedded, c.Refused})
		}
	}
	return http.StatusOK, out, nil
}
