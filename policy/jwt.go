package policy

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rsa"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

// errAssertion is returned when an assertion is not believed, whatever the
// reason: a stranger learns nothing from the difference.
var errAssertion = errors.New("policy: assertion is not valid")

// clockSkew is how far the issuer's clock may be from ours.
const clockSkew = 5 * time.Second

// The bounds of what is looked at.
const (
	maxAssertionBytes = 16 << 10
	maxKeySetBytes    = 1 << 20
	minRSABits        = 2048
	minSecretBytes    = 16
)

// Assertion is what a believed assertion says of its holder.
type Assertion struct {
	Tenant string   // empty: it names none
	User   string   // never empty
	Realms []string // nil: not confined
	Teams  []string // nil: it names none
}

// verifier believes assertions signed by one of its keys. Each key is bound to
// the one algorithm of its kind, so that a public key can never be taken for a
// shared secret, and "none" is no algorithm at all.
type verifier struct {
	issuer, audience string
	claims           Claims
	keys             []signingKey
}

type signingKey struct {
	id        string
	algorithm string // HS256, RS256, ES256
	key       any
}

// newVerifier reads a JSON Web Key Set (RFC 7517). Keys of other kinds or uses
// are passed over; a set without a usable key is an error.
func newVerifier(j JWT, jwks []byte) (*verifier, error) {
	if len(jwks) > maxKeySetBytes {
		return nil, fmt.Errorf("the key set is larger than %d bytes", maxKeySetBytes)
	}
	var set struct {
		Keys []jwk `json:"keys"`
	}
	if err := json.Unmarshal(jwks, &set); err != nil {
		return nil, errors.New("the key set is not valid JSON")
	}
	v := &verifier{issuer: j.Issuer, audience: j.Audience, claims: j.Claims}
	for i, k := range set.Keys {
		key, err := k.signing()
		if err != nil {
			return nil, fmt.Errorf("key %d of the key set %w", i, err)
		}
		if key.key != nil {
			v.keys = append(v.keys, key)
		}
	}
	if len(v.keys) == 0 {
		return nil, errors.New("the key set holds no key for HS256, RS256 or ES256")
	}
	return v, nil
}

// jwk is one key of a set, as RFC 7517 and RFC 7518 write it.
type jwk struct {
	Type      string `json:"kty"`
	ID        string `json:"kid"`
	Algorithm string `json:"alg"`
	Use       string `json:"use"`
	Curve     string `json:"crv"`
	K         string `json:"k"`
	N         string `json:"n"`
	E         string `json:"e"`
	X         string `json:"x"`
	Y         string `json:"y"`
}

// signing returns the key, or a zero one if it is of a kind that is not used.
func (k jwk) signing() (signingKey, error) {
	out := signingKey{id: k.ID}
	if k.Use != "" && k.Use != "sig" {
		return out, nil
	}
	switch k.Type {
	case "oct":
		out.algorithm = jwt.SigningMethodHS256.Alg()
	case "RSA":
		out.algorithm = jwt.SigningMethodRS256.Alg()
	case "EC":
		out.algorithm = jwt.SigningMethodES256.Alg()
		if k.Curve != "P-256" {
			return out, nil
		}
	}
	if out.algorithm == "" || k.Algorithm != "" && k.Algorithm != out.algorithm {
		return out, nil
	}
	var err error
	switch k.Type {
	case "oct":
		out.key, err = secretKey(k.K)
	case "RSA":
		out.key, err = rsaKey(k.N, k.E)
	case "EC":
		out.key, err = ecKey(k.X, k.Y)
	}
	return out, err
}

func secretKey(k string) (any, error) {
	secret, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(k, "="))
	if err != nil {
		return nil, errors.New("has a secret that is not base64url")
	}
	if len(secret) < minSecretBytes {
		return nil, fmt.Errorf("has a secret shorter than %d bytes", minSecretBytes)
	}
	return secret, nil
}

func rsaKey(n, e string) (any, error) {
	modulus, err := bigInt(n)
	if err != nil {
		return nil, errors.New("has a modulus that is not base64url")
	}
	exponent, err := bigInt(e)
	if err != nil || !exponent.IsInt64() || exponent.Int64() < 3 || exponent.Int64() > 1<<31-1 {
		return nil, errors.New("has an unusable exponent")
	}
	if modulus.BitLen() < minRSABits || modulus.BitLen() > 16384 {
		return nil, fmt.Errorf("has a modulus of %d bits; it needs %d", modulus.BitLen(), minRSABits)
	}
	return &rsa.PublicKey{N: modulus, E: int(exponent.Int64())}, nil
}

func ecKey(x, y string) (any, error) {
	const size = 32 // bytes of a coordinate of P-256
	point := make([]byte, 1, 1+2*size)
	point[0] = 4 // an uncompressed point
	for _, coordinate := range []string{x, y} {
		b, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(coordinate, "="))
		if err != nil || len(b) != size {
			return nil, errors.New("has coordinates that are not of P-256")
		}
		point = append(point, b...)
	}
	key, err := ecdsa.ParseUncompressedPublicKey(elliptic.P256(), point)
	if err != nil {
		return nil, errors.New("is not a point of P-256")
	}
	return key, nil
}

func bigInt(s string) (*big.Int, error) {
	b, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(s, "="))
	if err != nil {
		return nil, fmt.Errorf("decode number: %w", err)
	}
	return new(big.Int).SetBytes(b), nil
}

// verify returns what an assertion says, if it is signed by a known key, comes
// from the issuer, is meant for us, has begun and not expired. An assertion
// without an end is not believed: one that leaks would open a memory for good.
func (v *verifier) verify(token string, now time.Time) (Assertion, error) {
	if v == nil || len(token) > maxAssertionBytes {
		return Assertion{}, errAssertion
	}
	options := []jwt.ParserOption{
		jwt.WithValidMethods([]string{"HS256", "RS256", "ES256"}),
		jwt.WithExpirationRequired(),
		jwt.WithLeeway(clockSkew),
		jwt.WithTimeFunc(func() time.Time { return now }),
	}
	if v.issuer != "" {
		options = append(options, jwt.WithIssuer(v.issuer))
	}
	if v.audience != "" {
		options = append(options, jwt.WithAudience(v.audience))
	}
	claims := jwt.MapClaims{}
	if _, err := jwt.NewParser(options...).ParseWithClaims(token, claims, v.key); err != nil {
		return Assertion{}, errAssertion
	}
	a := Assertion{Realms: realmsOf(claims[v.claims.Realm]), Teams: words(claims[v.claims.Teams])}
	var ok bool
	if a.User, ok = claims[v.claims.User].(string); !ok || a.User == "" {
		return Assertion{}, errAssertion
	}
	if named, given := claims[v.claims.Tenant]; given && v.claims.Tenant != "" {
		// A tenant that cannot be read must not become no tenant.
		if a.Tenant, ok = named.(string); !ok || a.Tenant == "" {
			return Assertion{}, errAssertion
		}
	}
	return a, nil
}

// key returns the keys that may have signed the token: those of its algorithm,
// and of its key id where it names one.
func (v *verifier) key(token *jwt.Token) (any, error) {
	id, named := token.Header["kid"].(string)
	var set jwt.VerificationKeySet
	for _, k := range v.keys {
		if k.algorithm == token.Method.Alg() && (!named || k.id == "" || k.id == id) {
			set.Keys = append(set.Keys, k.key)
		}
	}
	if len(set.Keys) == 0 {
		return nil, errAssertion
	}
	return set, nil
}

// realmsOf reads the realms a scope confines its holder to. Scopes written
// "realm:work" name realms, and then others do not; else every scope that OpenID
// Connect does not define is a realm. nil means that no realm is named.
func realmsOf(claim any) []string {
	var named, plain []string
	for _, scope := range words(claim) {
		realm, prefixed := strings.CutPrefix(scope, "realm:")
		switch {
		case prefixed:
			named = append(named, realm)
		case slices.Contains([]string{"openid", "profile", "email", "address", "phone", "offline_access"}, scope):
		default:
			plain = append(plain, scope)
		}
	}
	if named != nil {
		return named
	}
	return plain
}

// words reads a claim that is a list of texts, or one text with blanks between.
func words(claim any) []string {
	switch v := claim.(type) {
	case string:
		return strings.Fields(v)
	case []any:
		var texts []string
		for _, item := range v {
			if s, ok := item.(string); ok && s != "" {
				texts = append(texts, s)
			}
		}
		return texts
	}
	return nil
}
