package inject

import (
	"sync"

	"mneme/memory"
	"mneme/policy"
)

// names keeps the tenants' dictionaries ready: a policy is a value that never changes, and a
// changed one is another.
type names struct {
	mu    sync.RWMutex
	ready map[*policy.Tenant]*memory.Dictionary
}

// mostNames bounds the policies whose dictionaries are kept.
const mostNames = 1024

// of returns the dictionary of a tenant's policy; nil when it has none.
func (n *names) of(t *policy.Tenant) *memory.Dictionary {
	if len(t.Dictionary) == 0 {
		return nil
	}
	n.mu.RLock()
	d := n.ready[t]
	n.mu.RUnlock()
	if d != nil {
		return d
	}
	made := t.Names()
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.ready == nil || len(n.ready) >= mostNames {
		n.ready = map[*policy.Tenant]*memory.Dictionary{}
	}
	n.ready[t] = &made
	return &made
}
