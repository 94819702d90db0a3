package main

import (
	"context"
	"encoding/hex"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// TestNoConnectionButToTheUpstream looks at every socket of a running mneme while
// it is used, and names any that leads elsewhere.
func TestNoConnectionButToTheUpstream(t *testing.T) {
	upstream, err := startProvider(demoAnswer)
	if err != nil {
		t.Fatal(err)
	}
	defer upstream.close()
	c := startChild(t, upstream.url, t.TempDir())
	defer c.kill()
	allowed := map[string]bool{}
	for _, base := range []string{upstream.url, c.data, c.admin} {
		u, err := url.Parse(base)
		if err != nil {
			t.Fatal(err)
		}
		allowed[u.Host] = true
	}
	admin := &client{base: c.admin + "/memory/v1", http: http.DefaultClient, out: io.Discard}
	seen := 0
	for i := range 20 {
		if !talk(c, "nora", fmt.Sprintf("tok%05dx", i)) {
			t.Fatal("the child does not answer")
		}
		seen += foreign(t, c.process.Process.Pid, allowed)
		time.Sleep(20 * time.Millisecond)
	}
	if err := admin.call(context.Background(), "POST", "/flush", nil, map[string]any{}, nil); err != nil {
		t.Fatal(err)
	}
	seen += foreign(t, c.process.Process.Pid, allowed)
	if seen == 0 {
		t.Error("no socket was seen at all: the test proves nothing")
	}
}

// foreign reports connections of a process that neither go to an allowed address
// nor come in at one, and returns how many connections it saw.
func foreign(t *testing.T, pid int, allowed map[string]bool) int {
	t.Helper()
	own := sockets(t, pid)
	seen := 0
	for _, table := range []string{"tcp", "tcp6", "udp", "udp6"} {
		text, err := os.ReadFile(fmt.Sprintf("/proc/%d/net/%s", pid, table))
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range strings.Split(string(text), "\n")[1:] {
			fields := strings.Fields(line)
			if len(fields) < 10 || !own[fields[9]] {
				continue
			}
			seen++
			local, remote := address(t, fields[1]), address(t, fields[2])
			const listening = "0A"
			if fields[3] != listening && !allowed[local] && !allowed[remote] {
				t.Errorf("a %s connection from %s to %s", table, local, remote)
			}
		}
	}
	return seen
}

// sockets returns the inodes of a process's open sockets.
func sockets(t *testing.T, pid int) map[string]bool {
	t.Helper()
	files, err := filepath.Glob(fmt.Sprintf("/proc/%d/fd/*", pid))
	if err != nil || len(files) == 0 {
		t.Fatalf("open files of %d: %v", pid, err)
	}
	inodes := map[string]bool{}
	for _, file := range files {
		target, _ := os.Readlink(file) // closed meanwhile: no socket of interest
		if inode, ok := strings.CutPrefix(target, "socket:["); ok {
			inodes[strings.TrimSuffix(inode, "]")] = true
		}
	}
	return inodes
}

// address reads the kernel's hexadecimal form of an address.
func address(t *testing.T, text string) string {
	t.Helper()
	host, port, _ := strings.Cut(text, ":")
	raw, err := hex.DecodeString(host)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i+4 <= len(raw); i += 4 { // words are in the machine's order
		raw[i], raw[i+1], raw[i+2], raw[i+3] = raw[i+3], raw[i+2], raw[i+1], raw[i]
	}
	n, err := strconv.ParseUint(port, 16, 16)
	if err != nil {
		t.Fatal(err)
	}
	ip := net.IP(raw)
	if v4 := ip.To4(); v4 != nil {
		ip = v4
	}
	return net.JoinHostPort(ip.String(), strconv.FormatUint(n, 10))
}
