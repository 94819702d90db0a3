package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"mneme/memory"
	"mneme/policy"
	"mneme/proxy"
	"mneme/proxy/admin"
)

// governor keeps the policy in force: it reads the file, joins what the admin
// API set, and compiles a new book when either changes. A policy that cannot be
// compiled leaves the old one in force and says so.
type governor struct {
	path     string
	control  memory.Control
	adminKey string

	upstream    string // the default one
	upstreamKey string // its key, where it is held here

	client *http.Client // fetches key sets
	log    *slog.Logger
	now    func() time.Time

	mu   sync.Mutex // one compilation at a time
	file policy.File
	seen []byte // the file's text that file was read from
	jwks []byte
	book atomic.Pointer[policy.Book]

	changed chan struct{} // a policy came into force; holds one
}

// Book returns the policy in force.
func (g *governor) Book() *policy.Book { return g.book.Load() }

// load reads everything and compiles the first book.
func (g *governor) load(ctx context.Context) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	file, text, err := readPolicy(g.path)
	if err != nil {
		return err
	}
	g.file, g.seen = file, text
	if _, err := g.upstreams(); err != nil {
		return err
	}
	return g.compile(ctx)
}

// upstreams returns where requests may be sent: the default one, and those of
// the policy file with their keys.
func (g *governor) upstreams() ([]proxy.Upstream, error) {
	all := []proxy.Upstream{{URL: g.upstream, Key: g.upstreamKey}}
	var faults []error
	for _, u := range g.file.Upstreams {
		key := ""
		if u.KeyEnv != "" {
			if key = os.Getenv(u.KeyEnv); key == "" {
				faults = append(faults, fmt.Errorf("upstream %s: the environment variable %s of its key is not set", u.Name, u.KeyEnv))
			}
		}
		all = append(all, proxy.Upstream{Name: u.Name, URL: u.URL, Models: u.Models, Key: key})
	}
	return all, errors.Join(faults...)
}

// held names the upstreams whose key is held here: a request needs a proxy key
// to spend it. A key that is named and missing counts as held.
func (g *governor) held() map[string]bool {
	held := map[string]bool{"": g.upstreamKey != ""}
	for _, u := range g.file.Upstreams {
		held[u.Name] = u.KeyEnv != ""
	}
	return held
}

// readPolicy reads the policy file; all its faults come back at once, each with
// its place.
func readPolicy(path string) (policy.File, []byte, error) {
	if path == "" {
		return policy.DefaultFile(), nil, nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return policy.File{}, nil, fmt.Errorf("-policy: %w", err)
	}
	file, faults := policy.ParseFile(text)
	return file, text, faultsError(path, faults)
}

func faultsError(path string, faults []policy.Fault) error {
	errs := make([]error, 0, len(faults))
	for _, fault := range faults {
		errs = append(errs, fmt.Errorf("%s:%v", path, fault))
	}
	return errors.Join(errs...)
}

// compile makes a book of file, control database and key set, and puts it in
// force. The caller holds the lock.
func (g *governor) compile(ctx context.Context) error {
	keys, err := g.control.Keys(ctx)
	if err != nil {
		return fmt.Errorf("read keys: %w", err)
	}
	overrides, err := g.control.Policies(ctx)
	if err != nil {
		return fmt.Errorf("read policies: %w", err)
	}
	jwks, err := g.keySet(ctx)
	if err != nil {
		return fmt.Errorf("read key set: %w", err)
	}
	book, faults := policy.Compile(policy.Config{File: g.file, Keys: keys, Admin: overrides, JWKS: jwks, Held: g.held()})
	if len(faults) > 0 {
		return faultsError(nameOr(g.path, "policy"), faults)
	}
	for _, tenant := range book.Tenants() {
		if old := g.book.Load(); old == nil || !slices.Equal(old.Tenant(tenant).Warnings(), book.Tenant(tenant).Warnings()) {
			for _, warning := range book.Tenant(tenant).Warnings() {
				g.log.Warn("rules may not go together", "tenant", tenant, "what", warning)
			}
		}
	}
	g.jwks = jwks
	g.book.Store(book)
	select {
	case g.changed <- struct{}{}:
	default: // it is known already, or nobody waits
	}
	return nil
}

func nameOr(name, otherwise string) string {
	if name == "" {
		return otherwise
	}
	return name
}

// maxKeySet bounds a key set that is fetched.
const maxKeySet = 1 << 20

// keySet reads the key set from its file or URL. Where it cannot be fetched
// again, the one at hand stays in force.
func (g *governor) keySet(ctx context.Context) ([]byte, error) {
	source := g.file.JWT.JWKS
	if source == "" {
		return nil, nil
	}
	if !strings.HasPrefix(source, "http://") && !strings.HasPrefix(source, "https://") {
		return os.ReadFile(source)
	}
	set, err := g.fetch(ctx, source)
	if err != nil && g.jwks != nil {
		g.log.Warn("key set could not be fetched; the one at hand stays in force", "err", err)
		return g.jwks, nil
	}
	return set, err
}

func (g *governor) fetch(ctx context.Context, url string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	response, err := g.client.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("status %d", response.StatusCode)
	}
	return io.ReadAll(io.LimitReader(response.Body, maxKeySet))
}

// reload reads the file again. It reports whether a new policy is in force.
func (g *governor) reload(ctx context.Context) (bool, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	file, text, err := readPolicy(g.path)
	if err != nil {
		return false, err
	}
	old, oldText := g.file, g.seen
	g.file, g.seen = file, text
	if err := g.compile(ctx); err != nil {
		g.file, g.seen = old, oldText
		return false, err
	}
	return true, nil
}

// policyPoll is how often the policy file is looked at. Looking at its text
// works where change notices do not (mounted config maps, editors that rename).
const policyPoll = 2 * time.Second

// keySetWithin is how long a key set is waited for.
const keySetWithin = 10 * time.Second

// keySetPoll is how often a key set is fetched again, so that a rotated key is
// known within it.
const keySetPoll = 5 * time.Minute

// watch reloads on change and on every signal of hup, until the context ends.
func (g *governor) watch(ctx context.Context, hup <-chan os.Signal) {
	poll := time.NewTicker(policyPoll)
	defer poll.Stop()
	fetched := g.now()
	var complained []byte // the text that was refused last: say so once
	for {
		asked := false
		select {
		case <-ctx.Done():
			return
		case <-hup:
			asked = true
		case <-poll.C:
		}
		text, err := os.ReadFile(g.path)
		g.mu.Lock()
		changed := g.path != "" && err == nil && !bytes.Equal(text, g.seen) && !bytes.Equal(text, complained)
		due := strings.HasPrefix(g.file.JWT.JWKS, "http") && g.now().Sub(fetched) > keySetPoll
		g.mu.Unlock()
		if !asked && !changed && !due {
			continue
		}
		fetched = g.now()
		if _, err := g.reload(ctx); err != nil {
			complained = text
			g.log.Error("policy could not be reloaded; the old one stays in force", "err", err)
			continue
		}
		complained = nil
		g.log.Info("policy reloaded")
	}
}

// settings returns what a user chose.
func (g *governor) settings(tenant, user string) (memory.Settings, error) {
	s, _, err := g.control.Settings(context.Background(), tenant, user)
	return s, err
}

// link returns the user an alias stands for.
func (g *governor) link(tenant, alias string) (string, error) {
	links, err := g.control.Links(context.Background(), tenant)
	if err != nil {
		return "", err
	}
	if user, ok := links[alias]; ok {
		return user, nil
	}
	return alias, nil
}

// Policy returns a tenant's effective policy for the admin API.
func (g *governor) Policy(tenant string) ([]byte, error) { return g.Book().TenantJSON(tenant) }

// SetPolicy sets the keys that an operator named.
func (g *governor) SetPolicy(ctx context.Context, tenant string, keys []byte) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	set, err := g.control.Policies(ctx)
	if err != nil {
		return fmt.Errorf("read policies: %w", err)
	}
	merged, faults := policy.MergePolicy(set[tenant], keys)
	if len(faults) > 0 {
		return policyProblem(faults)
	}
	set[tenant] = merged
	if err := g.try(ctx, set); err != nil {
		return err
	}
	if err := g.control.PutPolicy(ctx, tenant, merged); err != nil {
		return fmt.Errorf("write policy: %w", err)
	}
	return g.compile(ctx)
}

// try compiles with what a tenant would have before it is kept.
func (g *governor) try(ctx context.Context, set map[string][]byte) error {
	keys, err := g.control.Keys(ctx)
	if err != nil {
		return fmt.Errorf("read keys: %w", err)
	}
	_, faults := policy.Compile(policy.Config{File: g.file, Keys: keys, Admin: set, JWKS: g.jwks, Held: g.held()})
	if len(faults) > 0 {
		return policyProblem(faults)
	}
	return nil
}

func policyProblem(faults []policy.Fault) error {
	messages := make([]string, 0, len(faults))
	for _, fault := range faults {
		messages = append(messages, strings.TrimPrefix(fault.Path+": ", ": ")+fault.Message)
	}
	param := faults[0].Path
	if !slices.ContainsFunc(faults, func(f policy.Fault) bool { return !f.Clash }) {
		return &admin.Problem{Status: http.StatusConflict, Type: "invalid_request_error", Code: "conflict", Param: param, Message: strings.Join(messages, "; ")}
	}
	return &admin.Problem{Status: http.StatusBadRequest, Type: "invalid_request_error", Code: "invalid_value", Param: param, Message: strings.Join(messages, "; ")}
}

// Effective returns the mode in force for a user when no header says anything,
// and the step of the ladder that decided it.
func (g *governor) Effective(_ context.Context, tenant, user string) (string, string) {
	settings, err := g.settings(tenant, user)
	if err != nil {
		return "off", "settings-unavailable"
	}
	mode, step := g.Book().Effective(tenant, settings)
	return mode.String(), step
}

// NewKey makes a key and keeps its hash.
func (g *governor) NewKey(ctx context.Context, k memory.Key) (memory.Key, string, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	secret := "mk-" + base64.RawURLEncoding.EncodeToString(randomBytes(32))
	k.Hash = sha256.Sum256([]byte(secret))
	k.ID = policy.KeyID(k.Hash)
	k.Created = g.now().UTC()
	if err := g.control.PutKey(ctx, k); err != nil {
		return k, "", fmt.Errorf("write key: %w", err)
	}
	return k, secret, g.compile(ctx)
}

func randomBytes(n int) []byte {
	b := make([]byte, n)
	rand.Read(b) // never fails
	return b
}

// RevokeKey ends a key at once. Its line stays, so that the house does not open
// when the last key goes.
func (g *governor) RevokeKey(ctx context.Context, id string) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	keys, err := g.control.Keys(ctx)
	if err != nil {
		return fmt.Errorf("read keys: %w", err)
	}
	for _, k := range keys {
		if k.ID != id {
			continue
		}
		k.Revoked = g.now().UTC()
		if err := g.control.PutKey(ctx, k); err != nil {
			return fmt.Errorf("write key: %w", err)
		}
		return g.compile(ctx)
	}
	return memory.ErrNotFound
}

// Open reports whether no admin key is configured.
func (g *governor) Open() bool { return g.adminKey == "" && !g.Book().HasAdminKey() }

// Configured reports whether keys or tenants are configured.
func (g *governor) Configured() bool { return g.Book().Configured() }

// Admin returns the caller behind an admin key.
func (g *governor) Admin(secret string) (admin.Caller, bool) {
	if g.adminKey != "" && subtle.ConstantTimeCompare([]byte(secret), []byte(g.adminKey)) == 1 {
		return admin.Caller{Name: "operator"}, true
	}
	k, ok := g.Book().Key(secret)
	if !ok || !k.Admin || !k.Revoked.IsZero() {
		return admin.Caller{}, false
	}
	return admin.Caller{Name: "operator:" + k.ID, Tenants: k.Tenants, Realms: k.Realms}, true
}

// Assert returns the user behind a signed assertion.
func (g *governor) Assert(token string) (admin.Caller, error) {
	a, err := g.Book().Assert(token, g.now())
	if err != nil {
		return admin.Caller{}, err
	}
	tenant := nameOr(a.Tenant, memory.DefaultTenant)
	user, err := g.link(tenant, a.User)
	return admin.Caller{Name: "user", User: user, As: a.User, Tenants: []string{tenant}, Realms: a.Realms, Teams: g.Book().Teams(tenant, a)}, err
}
