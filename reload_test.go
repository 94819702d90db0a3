package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// TestAPolicyIsReadAgain changes the policy file of a running mneme, breaks it,
// mends it, and asks by signal: what holds is what was last read without a fault.
func TestAPolicyIsReadAgain(t *testing.T) {
	door := newDoorman(t)
	file := filepath.Join(t.TempDir(), "policy.yaml")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	key := keyLine("k", "tenants: [acme, globex]")
	write("tenants:\n  acme: {mode: on}\nkeys:\n" + key)
	r := startRig(t, func(o *options, s *secrets) { o.policy, o.upstream, s.adminKey = file, door.URL+"/v1", "root-key" })
	status := func(tenant string) string {
		answer, _ := r.send("/v1/chat/completions", oneTurn, "X-Memory-Key", "k", "X-Memory-Tenant-Id", tenant, "X-Memory-User-Id", "ann", "X-Memory-Mode", "read")
		return answer.Header.Get("X-Memory-Status") + " " + answer.Header.Get("X-Memory-Reason")
	}
	says := func(words string) int { return strings.Count(r.log.String(), words) }
	const refused, taken = "the old one stays in force", "policy reloaded"
	want(t, "acme at first", status("acme"), "empty nothing")
	// On change.
	write("tenants:\n  acme: {mode: off}\nkeys:\n" + key)
	waitFor(t, func() bool { return says(taken) == 1 })
	want(t, "acme, switched off", status("acme"), "off tenant")
	// A bad file keeps the old one, and says so once.
	write("tenants:\n  acme: {mode: sometimes}\nkeys:\n" + key)
	waitFor(t, func() bool { return says(refused) == 1 })
	want(t, "acme under a bad file", status("acme"), "off tenant")
	write("tenants: [")
	waitFor(t, func() bool { return says(refused) == 2 })
	want(t, "acme under no YAML", status("acme"), "off tenant")
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Kill(os.Getpid(), syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	waitFor(t, func() bool { return says(refused) == 3 })
	want(t, "acme without a file", status("acme"), "off tenant")
	// By signal, though nothing changed; and a key that is gone.
	write("tenants:\n  acme: {mode: on}\nkeys:\n" + keyLine("other", "tenants: [acme]"))
	if err := syscall.Kill(os.Getpid(), syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	waitFor(t, func() bool { return says(taken) >= 2 })
	answer, _ := r.send("/v1/chat/completions", oneTurn, "X-Memory-Key", "k", "X-Memory-User-Id", "ann")
	want(t, "a key that is gone", answer.StatusCode, 401)
	if strings.Contains(r.log.String(), "sometimes: ") || strings.Contains(r.log.String(), "sha256:") {
		t.Errorf("the log shows more than where the fault is: %s", r.log)
	}
}

// TestCheckTellsEveryFaultAtOnce runs the check of a policy with faults of every
// kind, and of flags: each is named with its place, all at once.
func TestCheckTellsEveryFaultAtOnce(t *testing.T) {
	file := filepath.Join(t.TempDir(), "policy.yaml")
	text := `tenants:
  acme:
    mode: sometimes
    budget_share: 0.9
    surprise: 1
    retention: -5h
  acme: {}
  globex: {upstream: nowhere, pii: perhaps, placement: middle, limits: {requests_per_minute: many}}
keys:
  - {hash: "plain", tenants: [acme]}
  - {hash: "sha256:00", tenants: []}
jwt: {jwks: ""}
colour: red
`
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	code := run(t.Context(), stdio{strings.NewReader(""), &out, &errs}, []string{"serve", "-check", "-policy", file, "-upstream", "not a url", "-data", t.TempDir(), "-embed", "magic"})
	said := out.String() + errs.String()
	if code == 0 {
		t.Errorf("a policy at fault passed: %s", said)
	}
	places := regexp.MustCompile(`policy\.yaml:(\d+):(\d+)`).FindAllStringSubmatch(said, -1)
	var lines []string
	for _, place := range places {
		lines = append(lines, place[1])
	}
	for _, line := range []string{"3", "4", "5", "6", "7", "8", "10", "11", "13"} {
		if !slices.Contains(lines, line) {
			t.Errorf("line %s is not named; named are %v:\n%s", line, lines, said)
		}
	}
	for _, word := range []string{"sometimes", "surprise", "nowhere", "perhaps", "middle", "requests_per_minute", "colour", "-upstream", "-embed"} {
		if !strings.Contains(said, word) {
			t.Errorf("%q is not named:\n%s", word, said)
		}
	}
	if strings.Contains(said, "plain\"") {
		t.Errorf("a key is shown: %s", said)
	}
}
