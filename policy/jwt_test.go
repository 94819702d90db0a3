package policy

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"encoding/base64"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

// signer holds one key of each kind and the key set that publishes them.
type signer struct {
	secret []byte
	rsa    *rsa.PrivateKey
	ec     *ecdsa.PrivateKey
	jwks   []byte
}

func newSigner(t testing.TB) signer {
	t.Helper()
	s := signer{secret: []byte("a shared secret of thirty-two by")}
	var err error
	if s.rsa, err = rsa.GenerateKey(rand.Reader, 2048); err != nil {
		t.Fatal(err)
	}
	if s.ec, err = ecdsa.GenerateKey(elliptic.P256(), rand.Reader); err != nil {
		t.Fatal(err)
	}
	point, err := s.ec.PublicKey.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	b64 := base64.RawURLEncoding.EncodeToString
	s.jwks, err = json.Marshal(map[string]any{"keys": []map[string]string{
		{"kty": "oct", "kid": "s", "k": b64(s.secret)},
		{"kty": "RSA", "kid": "r", "use": "sig", "alg": "RS256", "n": b64(s.rsa.N.Bytes()), "e": "AQAB"},
		{"kty": "EC", "kid": "e", "crv": "P-256", "x": b64(point[1:33]), "y": b64(point[33:])},
		{"kty": "EC", "kid": "other curve", "crv": "P-384", "x": "", "y": ""},
		{"kty": "RSA", "kid": "for encryption", "use": "enc", "n": "", "e": ""},
	}})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func (s signer) sign(t testing.TB, method jwt.SigningMethod, key any, change jwt.MapClaims) string {
	t.Helper()
	claims := jwt.MapClaims{"iss": "https://id.example", "aud": "mneme", "sub": "ada", "exp": noon().Add(time.Hour).Unix()}
	for name, v := range change {
		if claims[name] = v; v == nil {
			delete(claims, name)
		}
	}
	token, err := jwt.NewWithClaims(method, claims).SignedString(key)
	if err != nil {
		t.Fatal(err)
	}
	return token
}

func (s signer) book(t testing.TB, file string) *Book {
	return book(t, file+"\njwt: {issuer: \"https://id.example\", audience: mneme, jwks: keys.json}\n", func(c *Config) { c.JWKS = s.jwks })
}

func TestAssertionsOfEveryKind(t *testing.T) {
	s := newSigner(t)
	b := s.book(t, "")
	for _, token := range []string{
		s.sign(t, jwt.SigningMethodHS256, s.secret, nil),
		s.sign(t, jwt.SigningMethodRS256, s.rsa, nil),
		s.sign(t, jwt.SigningMethodES256, s.ec, nil),
		s.sign(t, jwt.SigningMethodES256, s.ec, jwt.MapClaims{"aud": []string{"other", "mneme"}}),
		s.sign(t, jwt.SigningMethodES256, s.ec, jwt.MapClaims{"nbf": noon().Unix()}),
	} {
		r := rule(t, b, ask("X-Memory-User-Assertion:"+token))
		if r.User != "ada" || !r.Asserted || r.Mode != On || r.Tenant != "default" {
			t.Errorf("got %+v", r)
		}
	}
}

func TestAssertionsThatAreNotBelieved(t *testing.T) {
	s, stranger := newSigner(t), newSigner(t)
	b := s.book(t, "")
	good := s.sign(t, jwt.SigningMethodES256, s.ec, nil)
	parts := strings.Split(good, ".")
	forged := base64.RawURLEncoding.EncodeToString([]byte(`{"iss":"https://id.example","aud":"mneme","sub":"bob","exp":4000000000}`))
	none := base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"none"}`))
	publicPoint, _ := s.ec.PublicKey.Bytes()
	for name, token := range map[string]string{
		"stranger's key":         s.sign(t, jwt.SigningMethodES256, stranger.ec, nil),
		"stranger's RSA key":     s.sign(t, jwt.SigningMethodRS256, stranger.rsa, nil),
		"public key as secret":   s.sign(t, jwt.SigningMethodHS256, s.rsa.N.Bytes(), nil),
		"public point as secret": s.sign(t, jwt.SigningMethodHS256, publicPoint, nil),
		"another hash":           s.sign(t, jwt.SigningMethodHS512, s.secret, nil),
		"PSS":                    s.sign(t, jwt.SigningMethodPS256, s.rsa, nil),
		"none":                   s.sign(t, jwt.SigningMethodNone, jwt.UnsafeAllowNoneSignatureType, nil),
		"none, signature kept":   none + "." + parts[1] + "." + parts[2],
		"changed claims":         parts[0] + "." + forged + "." + parts[2],
		"no signature":           parts[0] + "." + parts[1] + ".",
		"expired":                s.sign(t, jwt.SigningMethodES256, s.ec, jwt.MapClaims{"exp": noon().Add(-time.Minute).Unix()}),
		"without an end":         s.sign(t, jwt.SigningMethodES256, s.ec, jwt.MapClaims{"exp": nil}),
		"not begun":              s.sign(t, jwt.SigningMethodES256, s.ec, jwt.MapClaims{"nbf": noon().Add(time.Minute).Unix()}),
		"another issuer":         s.sign(t, jwt.SigningMethodES256, s.ec, jwt.MapClaims{"iss": "https://evil.example"}),
		"no issuer":              s.sign(t, jwt.SigningMethodES256, s.ec, jwt.MapClaims{"iss": nil}),
		"another audience":       s.sign(t, jwt.SigningMethodES256, s.ec, jwt.MapClaims{"aud": "other"}),
		"no audience":            s.sign(t, jwt.SigningMethodES256, s.ec, jwt.MapClaims{"aud": nil}),
		"no user":                s.sign(t, jwt.SigningMethodES256, s.ec, jwt.MapClaims{"sub": nil}),
		"user is a number":       s.sign(t, jwt.SigningMethodES256, s.ec, jwt.MapClaims{"sub": 7}),
		"user with blanks":       s.sign(t, jwt.SigningMethodES256, s.ec, jwt.MapClaims{"sub": " ada"}),
		"tenant is a list":       s.sign(t, jwt.SigningMethodES256, s.ec, jwt.MapClaims{"tenant": []string{"acme"}}),
		"tenant is empty":        s.sign(t, jwt.SigningMethodES256, s.ec, jwt.MapClaims{"tenant": ""}),
		"no token":               "hello",
		"larger than any":        good + strings.Repeat("a", maxAssertionBytes),
		"empty":                  "",
	} {
		r, refused := b.Rule(ask("X-Memory-User-Assertion:" + token))
		if refused == nil || refused.Status != 401 || refused.Code != "invalid_assertion" {
			t.Errorf("%s: got %+v, %v, want 401", name, r, refused)
		}
	}
}

func TestAssertionsAndTheRestOfARequest(t *testing.T) {
	s := newSigner(t)
	b := s.book(t, configured)
	token := func(change jwt.MapClaims) string {
		return "X-Memory-User-Assertion:" + s.sign(t, jwt.SigningMethodHS256, s.secret, change)
	}
	acme := token(jwt.MapClaims{"tenant": "acme"})

	f := func(tenant, realm, user string, lines ...string) {
		t.Helper()
		r := rule(t, b, ask(lines...))
		if r.Tenant != tenant || r.Realm != realm || r.User != user {
			t.Errorf("got %s/%s/%s %q, want %s/%s/%s", r.Tenant, r.Realm, r.User, r.Reason, tenant, realm, user)
		}
	}
	f("acme", "default", "ada", acme)
	f("acme", "default", "ada", acme, "X-Memory-User-Id: ada")
	f("acme", "default", "ada", acme, "X-Memory-Key: acme-key")
	f("acme", "work", "ada", token(jwt.MapClaims{"tenant": "acme", "scope": "work"}))
	f("acme", "work", "ada", token(jwt.MapClaims{"tenant": "acme", "scope": "openid profile realm:work read"}))
	f("acme", "home", "ada", token(jwt.MapClaims{"tenant": "acme", "scope": []string{"home", "work"}}), "X-Memory-Realm: home")
	f("acme", "default", "ada", token(jwt.MapClaims{"tenant": "acme", "scope": "openid email"}))
	f("acme", "work", "ada", token(jwt.MapClaims{"scope": "work home"}), "X-Memory-Key: read-key")
	f("signed", "default", "ada", token(nil), "X-Memory-Key: wide-key", "X-Memory-Tenant-Id: signed")

	g := func(status int, lines ...string) {
		t.Helper()
		if r, refused := b.Rule(ask(lines...)); refused == nil || refused.Status != status {
			t.Errorf("got %+v, %v, want %d", r, refused, status)
		}
	}
	g(400, acme, "X-Memory-User-Id: bob")
	g(400, acme, token(jwt.MapClaims{"tenant": "beta"}))
	g(403, acme, "X-Memory-Tenant-Id: beta")
	g(403, token(jwt.MapClaims{"tenant": "beta"}), "X-Memory-Key: acme-key")
	g(403, acme, "X-Memory-Key: wide-key", "X-Memory-Tenant-Id: beta")
	g(403, token(jwt.MapClaims{"tenant": "acme", "scope": "work"}), "X-Memory-Realm: home")
	g(403, token(jwt.MapClaims{"scope": "home"}), "X-Memory-Key: read-key")

	// The body's user is the provider's business; the signature decides.
	in := ask(acme)
	in.Body.User = "bob"
	if r := rule(t, b, in); r.User != "ada" {
		t.Errorf("got %q", r.User)
	}
	// Once assertions can be given, a request without one is nobody's.
	if r := rule(t, s.book(t, ""), ask()); r.User != "" {
		t.Errorf("got %q", r.User)
	}
}

func TestTeamsFromAClaim(t *testing.T) {
	s := newSigner(t)
	b := s.book(t, "")
	line := "X-Memory-User-Assertion:" + s.sign(t, jwt.SigningMethodHS256, s.secret, jwt.MapClaims{"teams": []string{"sales"}})
	if r := rule(t, b, ask(line)); len(r.Teams) != 1 || r.Teams[0] != "sales" {
		t.Errorf("got %q", r.Teams)
	}
	if _, refused := b.Rule(ask(line, "X-Memory-Team-Id: board")); refused == nil || refused.Status != 403 {
		t.Errorf("got %v", refused)
	}
}

func TestKeySetsThatCannotBeUsed(t *testing.T) {
	for _, jwks := range []string{"", "[]", `{"keys":[]}`, `{"keys":[{"kty":"oct","k":"c2hvcnQ"}]}`, `{"keys":[{"kty":"RSA","n":"AQAB","e":"AQAB"}]}`,
		`{"keys":[{"kty":"EC","crv":"P-256","x":"AA","y":"AA"}]}`, `{"keys":[{"kty":"OKP","crv":"Ed25519","x":"AA"}]}`} {
		if _, err := newVerifier(JWT{JWKS: "x"}, []byte(jwks)); err == nil {
			t.Errorf("%s: accepted", jwks)
		}
	}
}
