package admin

import (
	"context"
	"net/http"

	"mneme/memory"
	"mneme/memory/erase"
)

// Backer makes backups of what is running.
type Backer interface {
	Backup(ctx context.Context, in erase.Backup) (erase.Backed, error)
}

type backupIn struct {
	To         string   `json:"to"`
	KeysTo     string   `json:"keys_to"`
	Recipients []string `json:"recipients"`
	Keep       int      `json:"keep"`
}

// backup copies every tenant's memory, so that only an operator who may use all
// of them may have it.
func (s *Server) backup(_ http.ResponseWriter, r *http.Request) (int, any, error) {
	var in backupIn
	if err := decode(r, &in); err != nil {
		return 0, nil, err
	}
	if err := operator(r); err != nil {
		return 0, nil, err
	}
	if c := caller(r); len(c.Tenants) > 0 || len(c.Realms) > 0 {
		return 0, nil, forbidden("a backup holds every tenant and realm, and this key may not use them all")
	}
	b := erase.Backup{To: in.To, KeysTo: in.KeysTo, Recipients: in.Recipients, Keep: in.Keep, Now: s.deps.Now()}
	if err := b.Validate(); err != nil {
		return 0, nil, invalid("", "%v", err)
	}
	done, err := s.deps.Backer.Backup(r.Context(), b)
	if err != nil {
		return 0, nil, err
	}
	s.audit(r, memory.TenantOwner(memory.DefaultTenant, memory.DefaultRealm), "backup")
	return http.StatusOK, done, nil
}
