package main

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// pair writes a certificate and its key.
func pair(t *testing.T, dir, name string) (cert, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour)}
	signed, err := x509.CreateCertificate(rand.Reader, template, template, private.Public(), private)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	cert, key = filepath.Join(dir, name+".crt"), filepath.Join(dir, name+".key")
	write(t, cert, string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: signed})))
	write(t, key, string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret})))
	return cert, key
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// untilBanner ends a start as soon as it stands.
type untilBanner struct{ end context.CancelFunc }

func (w untilBanner) Write(p []byte) (int, error) {
	if bytes.Contains(p, []byte("base URL")) {
		w.end()
	}
	return len(p), nil
}

// serveWith runs serve and returns what it printed.
func serveWith(args ...string) (string, error) {
	ctx, end := context.WithCancel(context.Background())
	defer end()
	var out bytes.Buffer
	err := serveCommand(ctx, stdio{out: &out, err: untilBanner{end}}, args)
	return out.String(), err
}

// TestACheckFindsWhatAStartRefuses breaks one setting after the other: the check names it,
// and makes nothing in the data folder; the start refuses it.
func TestACheckFindsWhatAStartRefuses(t *testing.T) {
	dir := t.TempDir()
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	cert, key := pair(t, dir, "one")
	_, otherKey := pair(t, dir, "other")
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		write(t, path, text)
		return path
	}
	used := filepath.Join(dir, "used")
	if _, err := serveWith("-data", used, "-listen", "127.0.0.1:0", "-admin", "127.0.0.1:0"); err != nil {
		t.Fatal(err)
	}
	f := func(word string, args ...string) {
		t.Helper()
		data := filepath.Join(dir, "data")
		args = append([]string{"-data", data, "-listen", "127.0.0.1:0", "-admin", "127.0.0.1:0"}, args...)
		out, err := serveWith(append(args, "-check")...)
		if word == "" {
			if err != nil || !strings.Contains(out, "no faults") {
				t.Errorf("%s: %q, %v", args[6:], out, err)
			}
		} else if err == nil || !strings.Contains(err.Error(), word) {
			t.Errorf("%s: the check says %q, %v, want %q", args[6:], out, err, word)
		}
		if exists(data) {
			t.Errorf("%s: the check made a data folder", args[6:])
		}
		if _, err := serveWith(args...); (err == nil) != (word == "") {
			t.Errorf("%s: the start says %v", args[6:], err)
		}
		os.RemoveAll(data)
	}
	f("")
	f("", "-tls-cert", cert, "-tls-key", key)
	f("-listen", "-listen", taken.Addr().String())
	f("-admin", "-admin", taken.Addr().String())
	f("must be host:port", "-listen", "127.0.0.1")
	f("must be host:port", "-listen", "127.0.0.1:70000")
	f("must be host:port", "-admin", "127.0.0.1:nowhere")
	f("-listen", "-listen", "203.0.113.7:8700", "-insecure") // of somebody else's machine
	f("-listen", "-listen", "no-such-host.invalid:8700", "-insecure")
	f("the same address", "-listen", "127.0.0.1:18765", "-admin", "127.0.0.1:18765")
	f("the same address", "-listen", "localhost:18765", "-admin", "127.0.0.1:18765")
	f("the same address", "-listen", "0.0.0.0:18765", "-admin", "127.0.0.1:18765", "-insecure")
	f("can be reached from elsewhere", "-listen", "0.0.0.0:0")
	f("can be reached from elsewhere", "-admin", "[::]:0")
	f("", "-listen", "0.0.0.0:0", "-insecure")
	f("-tls-cert", "-tls-cert", filepath.Join(dir, "none.crt"), "-tls-key", key)
	f("-tls-cert", "-tls-cert", cert, "-tls-key", filepath.Join(dir, "none.key"))
	f("does not match", "-tls-cert", cert, "-tls-key", otherKey)
	f("-tls-cert", "-tls-cert", file("empty.crt", ""), "-tls-key", key)
	f("one is useless without the other", "-tls-cert", cert)
	f("-ca-file", "-ca-file", filepath.Join(dir, "none.pem"))
	f("-ca-file", "-ca-file", file("empty.pem", "nothing"))
	f("-master-key-file", "-master-key-file", file("short.key", "abcd"))
	f("not the master key", "-data", used, "-master-key-file", file("other.key", strings.Repeat("ab", 32)))
	f("-embed-file", "-embed", "quality", "-embed-file", file("weights.bin", "none"))
	f("none.yaml", "-policy", filepath.Join(dir, "none.yaml"))
	f("policy.yaml", "-policy", file("policy.yaml", "tenants: {acme: {mode: perhaps}}"))
	f("is not set", "-policy", file("upstreams.yaml", "upstreams: [{name: own, url: \"http://127.0.0.1:1\", key_env: MNEME_TEST_NO_SUCH_KEY}]"))
	f("key set", "-policy", file("jwt.yaml", "jwt: {jwks: "+filepath.Join(dir, "none.json")+"}"))

	// All at once.
	_, err = serveWith("-check", "-data", filepath.Join(dir, "data"), "-listen", taken.Addr().String(), "-admin", "127.0.0.1", "-workers", "0", "-ca-file", "none.pem", "-tls-cert", "none.crt", "-tls-key", key)
	for _, word := range []string{"-listen", "-admin", "-workers", "-ca-file", "-tls-cert"} {
		if err == nil || !strings.Contains(err.Error(), word) {
			t.Errorf("of many faults, %s is not told: %v", word, err)
		}
	}
}

// TestACheckLeavesTheRunningOneAlone checks the settings of a mneme that runs: what it holds
// is in use by right, and a check costs it nothing.
func TestACheckLeavesTheRunningOneAlone(t *testing.T) {
	r := startRig(t, nil)
	r.chat(as("nora", "s"), "I live in Lisbon.")
	listen, admin := r.house.listeners.data.Addr().String(), r.house.listeners.admin.Addr().String()
	args := []string{"-check", "-data", r.house.opts.data, "-upstream", r.house.opts.upstream}
	out, err := serveWith(append(args, "-listen", listen, "-admin", admin)...)
	if err != nil || strings.Count(out, "in use by") != 3 || !strings.Contains(out, listen) || !strings.Contains(out, admin) {
		t.Errorf("its own settings: %q, %v", out, err)
	}
	// Somebody else's address is a fault also then.
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	if _, err := serveWith(append(args, "-listen", taken.Addr().String(), "-admin", admin)...); err == nil || !strings.Contains(err.Error(), "-listen") {
		t.Errorf("another's address: %v", err)
	}
	r.flush()
	want(t, "it goes on learning", r.knows("nora", "Lisbon"), true)
	r.stop()
	if exists(filepath.Join(r.house.opts.data, doorsFile)) {
		t.Error("one that ended still says where it listens")
	}
	out, err = serveWith(append(args, "-listen", listen, "-admin", admin)...)
	if err != nil || strings.Contains(out, "in use by") {
		t.Errorf("after it ended: %q, %v", out, err)
	}
}
