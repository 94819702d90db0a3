package proxy

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"path"
	"strings"
)

// base is an upstream's address, taken apart once.
type base struct {
	tls  bool
	host string // as sent in Host
	addr string // host and port to dial
	path string // without a slash at its end; "": none
	url  *url.URL
}

// parseBase takes the base URL of an upstream apart.
func parseBase(text string) (base, error) {
	u, err := url.Parse(text)
	switch {
	case err != nil:
		return base{}, errors.New("not a URL") // the error would repeat the text, which may hold a secret
	case u.Scheme != "http" && u.Scheme != "https":
		return base{}, fmt.Errorf("scheme %q is neither http nor https", u.Scheme)
	case u.Hostname() == "":
		return base{}, errors.New("no host")
	case u.RawQuery != "" || u.Fragment != "" || u.User != nil:
		return base{}, errors.New("a base has no user, query or fragment")
	}
	b := base{tls: u.Scheme == "https", host: u.Host, url: u}
	port := u.Port()
	if port == "" {
		port = "80"
		if b.tls {
			port = "443"
		}
	}
	b.addr = net.JoinHostPort(u.Hostname(), port)
	b.path = strings.TrimRight(u.EscapedPath(), "/")
	return b, nil
}

// target appends the request target for a raw path and query: what is under /v1
// goes under the base's path, anything else to the origin as it is.
func (b *base) target(out []byte, rawPath, query string) []byte {
	if rest, ok := underVersion(rawPath); ok && b.path != "" {
		out = append(append(out, b.path...), rest...)
	} else {
		out = append(out, rawPath...)
	}
	if query != "" {
		out = append(append(out, '?'), query...)
	}
	return out
}

func underVersion(rawPath string) (rest string, ok bool) {
	rest, ok = strings.CutPrefix(rawPath, "/v1")
	return rest, ok && (rest == "" || rest[0] == '/')
}

// choose returns the upstream of a name, or of a model where no name is given.
// The first upstream takes what nobody else does.
func (s *Server) choose(name, model string) (*pool, bool) {
	if name != "" {
		for _, p := range s.pools {
			if p.upstream.Name == name {
				return p, true
			}
		}
		return nil, false
	}
	if model != "" && s.byModel {
		model = strings.ReplaceAll(model, "/", ":") // a star matches a model with an owner in front
		for _, p := range s.pools {
			for _, pattern := range p.upstream.Models {
				if ok, _ := path.Match(strings.ReplaceAll(pattern, "/", ":"), model); ok {
					return p, true
				}
			}
		}
	}
	return s.pools[0], true
}

// splitTarget takes a request target apart into its raw path, without the scheme
// and host of the absolute form, its query, and the tenant of /t/{tenant}.
func splitTarget(target []byte) (rawPath, query, tenant string) {
	text := string(target)
	if len(text) > 0 && text[0] != '/' {
		if i := strings.Index(text, "://"); i >= 0 {
			text = text[i+3:]
			if j := strings.IndexAny(text, "/?"); j < 0 {
				text = "/"
			} else if text = text[j:]; text[0] == '?' {
				text = "/" + text
			}
		}
	}
	if i := strings.IndexByte(text, '#'); i >= 0 {
		text = text[:i]
	}
	rawPath, query, _ = strings.Cut(text, "?")
	if rest, ok := strings.CutPrefix(rawPath, "/t/"); ok {
		name, after, _ := strings.Cut(rest, "/")
		if decoded, err := url.PathUnescape(name); err == nil && decoded != "" {
			return "/" + after, query, decoded
		}
	}
	return rawPath, query, tenant
}
