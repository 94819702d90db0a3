package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

// issuer is an identity provider: it signs with keys of every kind and serves the
// public ones.
type issuer struct {
	*httptest.Server
	rsa *rsa.PrivateKey
	ec  *ecdsa.PrivateKey

	mu     sync.Mutex
	set    string // what it serves
	status int
}

func newIssuer(t *testing.T) *issuer {
	t.Helper()
	i := &issuer{status: http.StatusOK}
	var err error
	if i.rsa, err = rsa.GenerateKey(rand.Reader, 2048); err != nil {
		t.Fatal(err)
	}
	if i.ec, err = ecdsa.GenerateKey(elliptic.P256(), rand.Reader); err != nil {
		t.Fatal(err)
	}
	i.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		i.mu.Lock()
		defer i.mu.Unlock()
		w.WriteHeader(i.status)
		io.WriteString(w, i.set)
	}))
	t.Cleanup(i.Close)
	return i
}

func (i *issuer) serve(status int, keys ...string) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.status, i.set = status, `{"keys":[`+strings.Join(keys, ",")+`]}`
}

func (i *issuer) rsaKey(id string) string {
	enc := base64.RawURLEncoding.EncodeToString
	return fmt.Sprintf(`{"kty":"RSA","use":"sig","kid":%q,"n":%q,"e":%q}`, id, enc(i.rsa.N.Bytes()), enc(big.NewInt(int64(i.rsa.E)).Bytes()))
}

func (i *issuer) ecKey(t *testing.T, id string) string {
	t.Helper()
	point, err := i.ec.PublicKey.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	enc := base64.RawURLEncoding.EncodeToString
	return fmt.Sprintf(`{"kty":"EC","crv":"P-256","kid":%q,"x":%q,"y":%q}`, id, enc(point[1:33]), enc(point[33:]))
}

// token signs claims about ann; change alters them (nil takes one away).
func (i *issuer) token(t *testing.T, method jwt.SigningMethod, key any, id string, change map[string]any) string {
	t.Helper()
	claims := jwt.MapClaims{"iss": "https://id.example", "aud": "mneme", "sub": "ann", "tenant": "acme", "exp": time.Now().Add(time.Hour).Unix()}
	for name, value := range change {
		if claims[name] = value; value == nil {
			delete(claims, name)
		}
	}
	token := jwt.NewWithClaims(method, claims)
	if id != "" {
		token.Header["kid"] = id
	}
	text, err := token.SignedString(key)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestAssertionsUnderAKeySetByURL runs mneme with a key set behind a URL: tokens
// of every kind, tokens that are not to be believed, keys that change, and a key
// server that is gone.
func TestAssertionsUnderAKeySetByURL(t *testing.T) {
	id, door := newIssuer(t), newDoorman(t)
	id.serve(http.StatusOK, id.rsaKey("r1"), id.ecKey(t, "e1"))
	dir := t.TempDir()
	file := filepath.Join(dir, "policy.yaml")
	policy := "tenants:\n  acme: {require_assertion: true}\n  globex: {}\njwt: {issuer: \"https://id.example\", audience: mneme, jwks: \"" + id.URL + "/keys\"}\n"
	if err := os.WriteFile(file, []byte(policy), 0o600); err != nil {
		t.Fatal(err)
	}
	r := startRig(t, func(o *options, s *secrets) {
		o.policy, o.upstream, s.adminKey = file, door.URL+"/v1", "root-key"
	})
	f := func(name, token string, status int) {
		t.Helper()
		answer, text := r.send("/v1/chat/completions", oneTurn, "X-Memory-User-Assertion", token)
		code := answer.Header.Get("X-Memory-Error")
		if answer.StatusCode != status || status == 200 && answer.Header.Get("X-Memory-Status") == "no-identity" || status == 401 && code != "invalid_assertion" {
			t.Errorf("%s: %d %s, want %d: %s", name, answer.StatusCode, code, status, text)
		}
		// The admin API believes exactly the same.
		request, err := http.NewRequest(http.MethodGet, r.admin.base+"/users/ann/settings", nil)
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("X-Memory-User-Assertion", token)
		got, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		got.Body.Close()
		if opened := got.StatusCode == 200; token != "" && opened != (status == 200) {
			t.Errorf("%s: the admin API answers %d", name, got.StatusCode)
		}
		if strings.Contains(text, "exp") || strings.Contains(text, "audience") || strings.Contains(text, "signature") {
			t.Errorf("%s: the answer tells why: %s", name, text)
		}
	}
	rs := func(change map[string]any) string { return id.token(t, jwt.SigningMethodRS256, id.rsa, "r1", change) }
	at := func(d time.Duration) int64 { return time.Now().Add(d).Unix() }
	f("RS256", rs(nil), 200)
	f("ES256", id.token(t, jwt.SigningMethodES256, id.ec, "e1", nil), 200)
	f("without a key id", id.token(t, jwt.SigningMethodES256, id.ec, "", nil), 200)
	f("for several audiences", rs(map[string]any{"aud": []string{"other", "mneme"}}), 200)
	f("begun a moment ago", rs(map[string]any{"nbf": at(-time.Second), "iat": at(-time.Second)}), 200)

	public := id.rsa.PublicKey
	der, err := x509.MarshalPKIXPublicKey(&public)
	if err != nil {
		t.Fatal(err)
	}
	armoured := pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der})
	stranger := newIssuer(t)
	parts := strings.Split(rs(nil), ".")
	enc := base64.RawURLEncoding.EncodeToString
	other, err := json.Marshal(map[string]any{"iss": "https://id.example", "aud": "mneme", "sub": "bob", "tenant": "acme", "exp": at(time.Hour)})
	if err != nil {
		t.Fatal(err)
	}
	for name, token := range map[string]string{
		"expired":                        rs(map[string]any{"exp": at(-time.Minute)}),
		"without an end":                 rs(map[string]any{"exp": nil}),
		"not begun":                      rs(map[string]any{"nbf": at(time.Minute)}),
		"for somebody else":              rs(map[string]any{"aud": "other"}),
		"for nobody":                     rs(map[string]any{"aud": nil}),
		"of another issuer":              rs(map[string]any{"iss": "https://evil.example"}),
		"about nobody":                   rs(map[string]any{"sub": ""}),
		"none":                           id.token(t, jwt.SigningMethodNone, jwt.UnsafeAllowNoneSignatureType, "r1", nil),
		"none, with a signature":         enc([]byte(`{"alg":"none","kid":"r1"}`)) + "." + parts[1] + "." + parts[2],
		"None":                           enc([]byte(`{"alg":"None"}`)) + "." + parts[1] + ".",
		"the public key as a secret":     id.token(t, jwt.SigningMethodHS256, armoured, "r1", nil),
		"its DER as a secret":            id.token(t, jwt.SigningMethodHS256, der, "r1", nil),
		"its modulus as a secret":        id.token(t, jwt.SigningMethodHS256, public.N.Bytes(), "r1", nil),
		"an empty secret":                id.token(t, jwt.SigningMethodHS256, []byte{}, "r1", nil),
		"a stranger's key":               id.token(t, jwt.SigningMethodRS256, stranger.rsa, "r1", nil),
		"a stranger's key, unknown id":   id.token(t, jwt.SigningMethodRS256, stranger.rsa, "zz", nil),
		"the EC key's id, RSA signature": id.token(t, jwt.SigningMethodRS256, id.rsa, "e1", nil),
		"PS256":                          id.token(t, jwt.SigningMethodPS256, id.rsa, "r1", nil),
		"RS512":                          id.token(t, jwt.SigningMethodRS512, id.rsa, "r1", nil),
		"a key it brings itself":         enc([]byte(`{"alg":"RS256","jwk":`+stranger.rsaKey("r1")+`}`)) + "." + parts[1] + "." + parts[2],
		"a key it points at":             enc([]byte(`{"alg":"RS256","kid":"r1","jku":"`+stranger.URL+`"}`)) + "." + parts[1] + "." + parts[2],
		"other claims":                   parts[0] + "." + enc(other) + "." + parts[2],
		"no signature":                   parts[0] + "." + parts[1] + ".",
		"two parts":                      parts[0] + "." + parts[1],
		"nothing":                        "",
	} {
		f(name, token, 401)
	}
	// What is signed is the tenant too.
	answer, _ := r.send("/v1/chat/completions", oneTurn, "X-Memory-User-Assertion", rs(nil), "X-Memory-Tenant-Id", "globex")
	want(t, "another tenant beside an assertion", answer.StatusCode, 403)
	answer, _ = r.send("/v1/chat/completions", oneTurn, "X-Memory-User-Assertion", rs(nil), "X-Memory-User-Id", "bob")
	want(t, "another user beside an assertion", answer.StatusCode, 400)

	// Keys change: the new one is published, the old one taken away.
	next := newIssuer(t)
	reload := func() {
		t.Helper()
		seen := strings.Count(r.log.String(), "policy reloaded") + strings.Count(r.log.String(), "stays in force")
		if err := syscall.Kill(os.Getpid(), syscall.SIGHUP); err != nil {
			t.Fatal(err)
		}
		waitFor(t, func() bool {
			return strings.Count(r.log.String(), "policy reloaded")+strings.Count(r.log.String(), "stays in force") > seen
		})
	}
	fresh := next.token(t, jwt.SigningMethodRS256, next.rsa, "r2", nil)
	f("a key that is not published yet", fresh, 401)
	id.serve(http.StatusOK, id.rsaKey("r1"), next.rsaKey("r2"))
	reload()
	f("the new key", fresh, 200)
	f("the old key, still published", rs(nil), 200)
	id.serve(http.StatusOK, next.rsaKey("r2"))
	reload()
	f("the new key, alone", fresh, 200)
	f("the old key, taken away", rs(nil), 401)
	// The key server is gone, or serves rubbish: what is known stays in force.
	id.serve(http.StatusInternalServerError)
	reload()
	f("the key server is down", fresh, 200)
	id.serve(http.StatusOK)
	reload()
	f("the key server serves no key", fresh, 200)
	f("and still not the old one", rs(nil), 401)
	for _, secret := range []string{fresh, strings.Split(fresh, ".")[1]} {
		if strings.Contains(r.log.String(), secret) {
			t.Error("the log holds a token")
		}
	}
}
