package policy

import (
	"encoding/hex"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"

	"mneme/memory"
)

// maxFileBytes bounds a policy file.
const maxFileBytes = 4 << 20

// File is a policy file that was read. It is a value that is never changed.
type File struct {
	Mode      Mode // the server's ceiling
	Upstreams []Upstream
	Keys      []memory.Key
	JWT       JWT
	Headers   Headers
	tenants   map[string]*yaml.Node
}

// Upstream is a provider that requests may be sent to.
type Upstream struct {
	Name   string
	URL    string
	KeyEnv string   // the environment variable that holds the provider's key; empty: the client's own key is used
	Models []string // patterns with *, e.g. "gpt-*"
}

// JWT says which assertions are believed.
type JWT struct {
	Issuer   string
	Audience string
	JWKS     string // a path or an https URL; reading it is the caller's
	Claims   Claims
}

// Claims are the names of the claims that carry an identity.
type Claims struct{ Tenant, User, Realm, Teams string }

// Configured reports whether assertions can be believed at all.
func (j JWT) Configured() bool { return j.JWKS != "" }

// Headers are the operator's choices about foreign headers.
type Headers struct {
	Aliases bool     // those of hosted memory routers
	User    []string // further headers that name the user, in this order
}

// TenantIDs returns the tenants that the file names, sorted.
func (f File) TenantIDs() []string {
	ids := make([]string, 0, len(f.tenants))
	for id := range f.tenants {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return ids
}

// DefaultFile returns what holds when there is no policy file.
func DefaultFile() File {
	return File{Mode: On, JWT: JWT{Claims: Claims{Tenant: "tenant", User: "sub", Realm: "scope", Teams: "teams"}}}
}

// ParseFile reads a policy file and reports every fault in it. The file may be
// used only if there is none.
func ParseFile(text []byte) (File, []Fault) {
	f := DefaultFile()
	if len(text) > maxFileBytes {
		return f, []Fault{{Message: fmt.Sprintf("is larger than %d bytes", maxFileBytes)}}
	}
	if empty(text) {
		return f, nil
	}
	var document yaml.Node
	if err := yaml.Load(text, &document); err != nil {
		return f, []Fault{syntaxFault(err)}
	}
	if document.Kind != yaml.DocumentNode || len(document.Content) != 1 {
		return f, nil
	}
	var d decoder
	d.file(document.Content[0], &f)
	return f, sortFaults(d.faults)
}

// empty reports whether a file holds nothing but blanks and comments.
func empty(text []byte) bool {
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if line != "" && !strings.HasPrefix(line, "#") {
			return false
		}
	}
	return true
}

func syntaxFault(err error) Fault {
	var at *yaml.LoadError
	if errors.As(err, &at) {
		message := at.Message
		if at.ContextMsg != "" {
			message = at.ContextMsg + ": " + message
		}
		return Fault{Line: at.Mark.Line, Column: at.Mark.Column, Message: message}
	}
	return Fault{Message: "is not valid YAML"}
}

func (d *decoder) file(n *yaml.Node, f *File) {
	d.mapping(n, "", func(key, path string, v *yaml.Node) bool {
		switch key {
		case "mode":
			set(&f.Mode)(d.mode(v, path))
		case "upstreams":
			d.list(v, path, func(path string, item *yaml.Node) { d.upstream(item, path, f) })
		case "tenants":
			f.tenants = d.tenants(v, path)
		case "keys":
			d.list(v, path, func(path string, item *yaml.Node) { d.key(item, path, f) })
		case "jwt":
			d.jwt(v, path, &f.JWT)
		case "headers":
			d.headers(v, path, &f.Headers)
		default:
			return false
		}
		return true
	})
	d.checkUpstreams(f)
}

// checkUpstreams finds tenants that name an upstream the file does not have.
func (d *decoder) checkUpstreams(f *File) {
	for id, n := range f.tenants {
		if n, ok := d.follow(n, "tenants"); ok && n.Kind == yaml.MappingNode {
			for i := 0; i+1 < len(n.Content); i += 2 {
				v := n.Content[i+1]
				if n.Content[i].Value == "upstream" && v.Kind == yaml.ScalarNode && !isNull(v) && !hasUpstream(f.Upstreams, v.Value) {
					d.fault(v, join(join("tenants", id), "upstream"), "no upstream is called %q", v.Value)
				}
			}
		}
	}
}

// hasUpstream reports whether a tenant may name the upstream; no name is the
// default one.
func hasUpstream(upstreams []Upstream, name string) bool {
	return name == "" || slices.ContainsFunc(upstreams, func(u Upstream) bool { return u.Name == name })
}

func (d *decoder) upstream(n *yaml.Node, path string, f *File) {
	var u Upstream
	d.mapping(n, path, func(key, path string, v *yaml.Node) bool {
		switch key {
		case "name":
			u.Name, _ = d.text(v, path)
		case "url":
			var ok bool
			if u.URL, ok = d.text(v, path); ok {
				if err := checkURL(u.URL); err != nil {
					d.fault(v, path, "%v", err)
				}
			}
		case "key_env":
			u.KeyEnv, _ = d.text(v, path)
		case "models":
			u.Models = d.texts(v, path)
		default:
			return false
		}
		return true
	})
	switch {
	case u.Name == "":
		d.fault(n, path, "needs a name")
	case u.URL == "":
		d.fault(n, path, "needs a url")
	case hasUpstream(f.Upstreams, u.Name):
		d.fault(n, path, "another upstream is called %q", u.Name)
	default:
		f.Upstreams = append(f.Upstreams, u)
	}
}

func checkURL(s string) error {
	u, err := url.Parse(s)
	switch {
	case err != nil || u.Host == "":
		return errors.New("must be a URL such as https://api.openai.com/v1")
	case u.Scheme != "http" && u.Scheme != "https":
		return errors.New("must begin with http:// or https://")
	case u.User != nil:
		return errors.New("must not hold a password; use key_env")
	case u.RawQuery != "" || u.Fragment != "":
		return errors.New("must not hold a query or a fragment")
	}
	return nil
}

// tenants checks every tenant against the defaults and keeps the nodes, which
// are applied again when the book is compiled.
func (d *decoder) tenants(n *yaml.Node, path string) map[string]*yaml.Node {
	tenants := make(map[string]*yaml.Node)
	d.mapping(n, path, func(id, path string, v *yaml.Node) bool {
		if err := memory.CheckID(id); err != nil {
			d.fault(v, path, "the tenant's name %v", err)
			return true
		}
		scratch := DefaultTenant()
		d.tenant(v, path, &scratch, FromFile, map[string]Origin{})
		tenants[id] = v
		return true
	})
	return tenants
}

func (d *decoder) key(n *yaml.Node, path string, f *File) {
	k := memory.Key{Mode: On.String()}
	hashed := false
	d.mapping(n, path, func(key, path string, v *yaml.Node) bool {
		switch key {
		case "hash":
			if s, ok := d.text(v, path); ok {
				if k.Hash, ok = parseHash(s); !ok {
					// The value is not repeated: it may be a secret put here by mistake.
					d.fault(v, path, "must be sha256: and the 64 hexadecimal digits of the secret's hash")
				}
			}
			hashed = !isNull(v)
		case "id":
			k.ID, _ = d.text(v, path)
		case "tenants":
			k.Tenants = d.ids(v, path)
		case "mode":
			if m, ok := d.mode(v, path); ok {
				k.Mode = m.String()
			}
		case "realms":
			k.Realms = d.ids(v, path)
		case "admin":
			k.Admin, _ = d.flag(v, path)
		default:
			return false
		}
		return true
	})
	if !hashed {
		d.fault(n, path, "needs a hash")
		return
	}
	if len(k.Tenants) == 0 && !k.Admin {
		d.fault(n, path, "needs the tenants it may use")
	}
	if k.ID == "" {
		k.ID = KeyID(k.Hash)
	}
	if slices.ContainsFunc(f.Keys, func(other memory.Key) bool { return other.Hash == k.Hash }) {
		d.fault(n, path, "another key has the same hash")
		return
	}
	f.Keys = append(f.Keys, k)
}

// ids reads a list of names that must be usable as identifiers.
func (d *decoder) ids(n *yaml.Node, path string) []string {
	var ids []string
	d.list(n, path, func(path string, item *yaml.Node) {
		id, ok := d.text(item, path)
		if !ok {
			return
		}
		if err := memory.CheckID(id); err != nil {
			d.fault(item, path, "the name %v", err)
			return
		}
		ids = append(ids, id)
	})
	return ids
}

// KeyID returns the public id of a key that was given none: it names the key in
// limits and audit and says nothing about its secret.
func KeyID(hash [32]byte) string { return "key-" + hex.EncodeToString(hash[:6]) }

// parseHash reads "sha256:" and 64 hexadecimal digits.
func parseHash(s string) (hash [32]byte, ok bool) {
	digits, ok := strings.CutPrefix(strings.ToLower(s), "sha256:")
	if !ok || len(digits) != 64 {
		return hash, false
	}
	_, err := hex.Decode(hash[:], []byte(digits))
	return hash, err == nil
}

func (d *decoder) jwt(n *yaml.Node, path string, j *JWT) {
	d.mapping(n, path, func(key, path string, v *yaml.Node) bool {
		switch key {
		case "issuer":
			j.Issuer, _ = d.text(v, path)
		case "audience":
			j.Audience, _ = d.text(v, path)
		case "jwks":
			j.JWKS, _ = d.text(v, path)
		case "claims":
			d.mapping(v, path, func(key, path string, v *yaml.Node) bool {
				switch key {
				case "tenant":
					set(&j.Claims.Tenant)(d.text(v, path))
				case "user":
					set(&j.Claims.User)(d.text(v, path))
				case "realm":
					set(&j.Claims.Realm)(d.text(v, path))
				case "teams":
					set(&j.Claims.Teams)(d.text(v, path))
				default:
					return false
				}
				return true
			})
		default:
			return false
		}
		return true
	})
	if j.JWKS == "" && (j.Issuer != "" || j.Audience != "") {
		d.fault(n, join(path, "jwks"), "is needed to check who signed an assertion")
	}
	if j.Claims.User == "" {
		d.fault(n, join(path, "claims.user"), "must name a claim")
	}
}

func (d *decoder) headers(n *yaml.Node, path string, h *Headers) {
	d.mapping(n, path, func(key, path string, v *yaml.Node) bool {
		switch key {
		case "aliases":
			h.Aliases, _ = d.flag(v, path)
		case "user":
			h.User = d.texts(v, path)
		default:
			return false
		}
		return true
	})
}
