package main

import (
	"context"
	"sync"

	"mneme/memory"
)

// cachedSettings bounds how many users' settings are kept at hand.
const cachedSettings = 65_536

// control keeps at hand what every request asks of the control database: the
// user's settings, his links, the marks of his session. A change goes to the database first, then here;
// what cannot be read is an error and never a guess.
type control struct {
	memory.Control
	// stays reports whether somebody unknown was erased with memory off.
	stays func(ctx context.Context, tenant, user string) (off bool, err error)

	choosing memory.Pens

	mu       sync.RWMutex
	settings map[userKey]chosen
	links    map[string]map[string]string
	marks    map[markKey]string
	change   uint64 // counts changes, so that a slow read cannot bring an old value back
}

type userKey struct{ tenant, user string }

type markKey struct {
	tenant string
	hash   [32]byte
}

type chosen struct {
	settings memory.Settings
	known    bool
}

func newControl(of memory.Control) *control {
	return &control{Control: of, settings: map[userKey]chosen{}, links: map[string]map[string]string{}, marks: map[markKey]string{}}
}

// Settings returns what a user chose. Who was erased while memory was off has
// chosen nothing since and stays off.
func (c *control) Settings(ctx context.Context, tenant, user string) (memory.Settings, bool, error) {
	key := userKey{tenant, user}
	c.mu.RLock()
	at, ok := c.settings[key]
	change := c.change
	c.mu.RUnlock()
	if ok {
		return at.settings, at.known, nil
	}
	s, known, err := c.Control.Settings(ctx, tenant, user)
	if err == nil && !known && c.stays != nil {
		var off bool
		if off, err = c.stays(ctx, tenant, user); off {
			s.Mode = "off"
		}
	}
	if err != nil {
		return s, known, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.change == change {
		if len(c.settings) >= cachedSettings {
			clear(c.settings)
		}
		c.settings[key] = chosen{s, known}
	}
	return s, known, nil
}

// PutSettings keeps what a user chose.
func (c *control) PutSettings(ctx context.Context, tenant, user string, s memory.Settings) error {
	err := c.Control.PutSettings(ctx, tenant, user, s)
	c.forget(userKey{tenant, user})
	return err
}

// ChangeSettings changes what a user chose, one change after another.
func (c *control) ChangeSettings(ctx context.Context, tenant, user string, change func(*memory.Settings) error) (memory.Settings, error) {
	return memory.ChangeSettings(ctx, c, &c.choosing, tenant, user, change)
}

// DropSettings forgets what a user chose.
func (c *control) DropSettings(ctx context.Context, tenant, user string) error {
	err := c.Control.DropSettings(ctx, tenant, user)
	c.forget(userKey{tenant, user})
	return err
}

func (c *control) forget(key userKey) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.change++
	delete(c.settings, key)
}

// Links returns a tenant's links. The map is shared and must not be changed.
func (c *control) Links(ctx context.Context, tenant string) (map[string]string, error) {
	c.mu.RLock()
	links, ok := c.links[tenant]
	change := c.change
	c.mu.RUnlock()
	if ok {
		return links, nil
	}
	links, err := c.Control.Links(ctx, tenant)
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.change == change {
		c.links[tenant] = links
	}
	return links, nil
}

// PutLink lets an alias stand for a user.
func (c *control) PutLink(ctx context.Context, tenant, alias, user string) error {
	err := c.Control.PutLink(ctx, tenant, alias, user)
	c.forgetLinks(tenant)
	return err
}

// DropLink ends a link.
func (c *control) DropLink(ctx context.Context, tenant, alias string) error {
	err := c.Control.DropLink(ctx, tenant, alias)
	c.forgetLinks(tenant)
	return err
}

func (c *control) forgetLinks(tenant string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.change++
	delete(c.links, tenant)
}

// Mark keeps a keyed hash with a value.
func (c *control) Mark(ctx context.Context, tenant string, hash [32]byte, value string) error {
	err := c.Control.Mark(ctx, tenant, hash, value)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.change++
	delete(c.marks, markKey{tenant, hash})
	return err
}

// Marked returns the value of a mark, or "".
func (c *control) Marked(ctx context.Context, tenant string, hash [32]byte) (string, error) {
	key := markKey{tenant, hash}
	c.mu.RLock()
	value, ok := c.marks[key]
	change := c.change
	c.mu.RUnlock()
	if ok {
		return value, nil
	}
	value, err := c.Control.Marked(ctx, tenant, hash)
	if err != nil {
		return value, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.change == change {
		if len(c.marks) >= cachedSettings {
			clear(c.marks)
		}
		c.marks[key] = value
	}
	return value, nil
}
