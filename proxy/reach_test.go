package proxy

import (
	"bufio"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"
)

// authority makes a certificate for the loopback addresses, and the pool that
// trusts it.
func authority(t *testing.T) (tls.Certificate, *x509.CertPool) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "test"}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1), net.IPv6loopback}, DNSNames: []string{"provider.test"}, IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	cert, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	pool.AddCert(cert)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, pool
}

// secure puts TLS in front of an upstream.
func secure(t *testing.T, u *upstream, cert tls.Certificate) string {
	t.Helper()
	ln, err := tls.Listen("tcp", "127.0.0.1:0", &tls.Config{Certificates: []tls.Certificate{cert}, MinVersion: tls.VersionTLS12, NextProtos: []string{"h2", "http/1.1"}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = ln.Close() })
	go func() {
		for {
			c, err := ln.Accept()
			if err != nil {
				return
			}
			u.mu.Lock()
			u.conns[c] = true
			u.total++
			u.mu.Unlock()
			go u.serve(c)
		}
	}()
	return "https://" + ln.Addr().String()
}

func TestTLSOnBothSides(t *testing.T) {
	cert, pool := authority(t)
	states(t, func(t *testing.T, m *fakeMind) {
		next := make(chan bool)
		u := newUpstream(t, func(c net.Conn, r received) bool {
			if strings.Contains(r.line(), "/slow") {
				_, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\n0123456789")
				<-next
				_, _ = io.WriteString(c, "0123456789")
				return true
			}
			return streams(0, event("a"), doneEvent)(c, r)
		})
		r := start(t, m, func(o *Options) {
			o.TLS = &tls.Config{Certificates: []tls.Certificate{cert}, MinVersion: tls.VersionTLS12}
			o.RootCAs = pool
		}, secure(t, u, cert))
		dial := func() *conn {
			c := r.dial()
			secured := tls.Client(c.Conn, &tls.Config{RootCAs: pool, ServerName: "127.0.0.1"})
			return &conn{Conn: secured, t: t, br: bufio.NewReader(secured)}
		}
		c := dial()
		for range 3 {
			if a := c.do(post("/v1/chat/completions", stream)); a.err != nil || a.body != event("a")+doneEvent {
				t.Fatalf("%v %q", a.err, a.body)
			}
			wireEqual(t, m, stream, u.last(t).body)
		}
		big := `{"messages":[{"role":"user","content":"` + strings.Repeat("x", 300<<10) + `"}]}`
		if a := c.do(post("/v1/chat/completions", big)); a.err != nil {
			t.Fatal(a.err)
		}
		wireEqual(t, m, big, u.last(t).body)
		if u.total != 1 {
			t.Errorf("%d upstream connections", u.total)
		}
		// What has arrived of a sized answer goes out at once here too.
		c.send("GET /slow HTTP/1.1\r\nHost: x\r\n\r\n")
		resp := c.head("GET")
		half := make([]byte, 10)
		if _, err := io.ReadFull(resp.Body, half); err != nil {
			t.Fatal(err)
		}
		next <- true
		if rest, err := io.ReadAll(resp.Body); err != nil || string(rest) != "0123456789" {
			t.Errorf("%v %q", err, rest)
		}
	})
}

// A TLS client says good-bye before it closes, so that unread bytes lie in front
// of the end.
func TestTLSClientThatLeaves(t *testing.T) {
	cert, pool := authority(t)
	var u *upstream
	got := make(chan bool, 1)
	u = newUpstream(t, func(c net.Conn, _ received) bool {
		got <- true
		u.awaitClose(c)
		return false
	})
	r := start(t, newMind("off"), func(o *Options) {
		o.TLS = &tls.Config{Certificates: []tls.Certificate{cert}, MinVersion: tls.VersionTLS12}
	}, u.url())
	secured := tls.Client(r.dial().Conn, &tls.Config{RootCAs: pool, ServerName: "127.0.0.1"})
	if _, err := io.WriteString(secured, post("/v1/chat/completions", stream)); err != nil {
		t.Fatal(err)
	}
	<-got
	left := time.Now()
	_ = secured.Close()
	if took := (<-u.gone).Sub(left); took > time.Second {
		t.Errorf("the upstream was closed after %v", took)
	}
}

func TestUnknownAuthorityIsRefused(t *testing.T) {
	cert, _ := authority(t)
	u := newUpstream(t, say(""))
	r := start(t, newMind("off"), nil, secure(t, u, cert))
	if a := r.ask(hello); a.StatusCode != 502 || a.Header.Get("X-Memory-Error") != "upstream_unreachable" || len(u.requests()) != 0 {
		t.Errorf("%d %s", a.StatusCode, a.body)
	}
}

func TestUpstreamThroughAProxy(t *testing.T) {
	cert, pool := authority(t)
	u := newUpstream(t, say(sizedAnswer("application/json", plainAnswer)))
	target := secure(t, u, cert)
	asked := make(chan string, 10)
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = ln.Close() })
	go func() {
		for {
			c, err := ln.Accept()
			if err != nil {
				return
			}
			go func() {
				defer func() { _ = c.Close() }()
				br := bufio.NewReader(c)
				req, err := http.ReadRequest(br)
				if err != nil {
					return
				}
				asked <- req.Method + " " + req.Host + " " + req.Header.Get("Proxy-Authorization")
				if req.Host != "provider.test:443" {
					_, _ = io.WriteString(c, "HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n")
					return
				}
				far, err := net.Dial("tcp", strings.TrimPrefix(target, "https://"))
				if err != nil {
					return
				}
				defer func() { _ = far.Close() }()
				_, _ = io.WriteString(c, "HTTP/1.1 200 Connection established\r\n\r\n")
				go func() { _, _ = io.Copy(far, br) }()
				_, _ = io.Copy(c, far)
			}()
		}
	}()
	via, err := url.Parse("http://user:pass@" + ln.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	through := func(o *Options) {
		o.Via = func(*url.URL) (*url.URL, error) { return via, nil }
		o.RootCAs = pool
	}
	r := start(t, newMind("hits"), through, "https://provider.test/v1")
	if a := r.ask(hello); a.StatusCode != 200 || a.body != plainAnswer {
		t.Fatalf("%d %s", a.StatusCode, a.body)
	}
	if got := <-asked; got != "CONNECT provider.test:443 Basic dXNlcjpwYXNz" {
		t.Errorf("the proxy was asked %q", got)
	}
	if host, _ := u.last(t).header("Host"); host != "provider.test" {
		t.Errorf("host %q", host)
	}
	if a := start(t, newMind("off"), through, "https://other.test/v1").ask(hello); a.StatusCode != 502 {
		t.Errorf("refused tunnel: %d", a.StatusCode)
	}
}

func TestIPv6(t *testing.T) {
	ln, err := net.Listen("tcp", "[::1]:0")
	if err != nil {
		t.Skip("no IPv6 here: " + err.Error())
	}
	u := &upstream{ln: ln, play: say(sizedAnswer("application/json", plainAnswer)), conns: map[net.Conn]bool{}}
	t.Cleanup(u.close)
	go func() {
		for {
			c, err := ln.Accept()
			if err != nil {
				return
			}
			go u.serve(c)
		}
	}()
	if a := start(t, newMind("off"), nil, u.url()).ask(hello); a.StatusCode != 200 {
		t.Errorf("%d %s", a.StatusCode, a.body)
	}
	if host, _ := u.last(t).header("Host"); host != ln.Addr().String() {
		t.Errorf("host %q", host)
	}
}

func TestUploadsPassAsTheyCome(t *testing.T) {
	for _, framing := range []string{"sized", "chunked"} {
		t.Run(framing, func(t *testing.T) {
			states(t, func(t *testing.T, m *fakeMind) {
				first := make(chan string, 10)
				ln, err := net.Listen("tcp", "127.0.0.1:0")
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(func() { _ = ln.Close() })
				whole := make(chan received, 1)
				go func() {
					c, err := ln.Accept()
					if err != nil {
						return
					}
					br := bufio.NewReaderSize(c, 1<<20)
					for { // the first bytes come while the client still holds back the rest
						if _, err := br.Peek(br.Buffered() + 1); err != nil {
							return
						}
						if b, _ := br.Peek(br.Buffered()); strings.Contains(string(b), "first part") {
							break
						}
					}
					first <- "here"
					r, err := readRequest(br)
					if err != nil {
						return
					}
					whole <- r
					_, _ = io.WriteString(c, sizedAnswer("application/json", "{}"))
				}()
				rest := strings.Repeat("x", 200<<10)
				body := "--b\r\nContent-Disposition: form-data; name=\"f\"\r\n\r\nfirst part" + rest + "\r\n--b--\r\n"
				c := start(t, m, nil, "http://"+ln.Addr().String()).dial()
				head := "POST /v1/files HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\n"
				cut := strings.Index(body, rest)
				if framing == "sized" {
					c.send(head + fmt.Sprintf("Content-Length: %d\r\n\r\n", len(body)) + body[:cut])
				} else {
					c.send(head + "Transfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n" + chunk(body[:cut]))
				}
				<-first
				if framing == "sized" {
					c.send(body[cut:])
				} else {
					c.send(chunk(body[cut:]) + "0\r\nX-Sum: 7\r\n\r\n")
				}
				if a := c.read("POST"); a.StatusCode != 200 {
					t.Fatalf("%d %s", a.StatusCode, a.body)
				}
				got := <-whole
				if framing == "sized" && got.body != body {
					t.Errorf("%d bytes arrived of %d", len(got.body), len(body))
				}
				if framing == "chunked" && (!strings.HasSuffix(got.body, "0\r\nX-Sum: 7\r\n\r\n") || strings.Count(got.body, "x") != len(rest)) {
					t.Errorf("%d bytes arrived, ending in %q", len(got.body), got.body[max(0, len(got.body)-40):])
				}
			})
		})
	}
}

// Uploads one after the other leave the client's connection open, though an answer may come before
// the write that it answers has returned, and no heap of unused connections to the upstream.
func TestManyUploadsShareTheirClientsConnection(t *testing.T) {
	u := newUpstream(t, say(sizedAnswer("application/json", plainAnswer)))
	r := start(t, newMind("off"), nil, u.url())
	var wait sync.WaitGroup
	for range 4 {
		c := r.dial()
		wait.Go(func() {
			body := `{"input":"` + strings.Repeat("x", 64<<10) + `"}`
			for i := range 100 {
				raw := post("/v1/embeddings", body)
				if i%2 == 1 {
					raw = "POST /v1/embeddings HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n" + chunk(body) + "0\r\n\r\n"
				}
				if _, err := io.WriteString(c.Conn, raw); err != nil {
					t.Errorf("upload %d: %v", i, err)
					return
				}
				resp, err := http.ReadResponse(c.br, &http.Request{Method: "POST"})
				if err != nil {
					t.Errorf("upload %d: %v", i, err)
					return
				}
				if got, err := io.ReadAll(resp.Body); err != nil || string(got) != plainAnswer || resp.Close {
					t.Errorf("upload %d: %v %q, close %v", i, err, got, resp.Close)
					return
				}
			}
		})
	}
	wait.Wait()
	if n := r.server.Stats().Upstreams; n > mostSpare+4 {
		t.Errorf("%d connections to the upstream are left", n)
	}
}

// An upload cannot be sent again: it goes on a connection that its server was seen to keep, or on
// a new one.
func TestUploadsUseWhatTheirUpstreamKeeps(t *testing.T) {
	big := post("/v1/embeddings", `{"input":"`+strings.Repeat("x", 64<<10)+`"}`)
	u := newUpstream(t, say(sizedAnswer("application/json", plainAnswer)))
	c := start(t, newMind("off"), nil, u.url()).dial()
	eventually(t, "an upload shares a connection", func() bool {
		c.do(post("/v1/embeddings", hello))
		c.do(post("/v1/embeddings", hello))
		u.mu.Lock()
		before := u.total
		u.mu.Unlock()
		if a := c.do(big); a.StatusCode != 200 {
			t.Fatalf("%d %s", a.StatusCode, a.body)
		}
		u.mu.Lock()
		defer u.mu.Unlock()
		return u.total == before
	})
	silent := newUpstream(t, func(c net.Conn, _ received) bool {
		_, _ = io.WriteString(c, sizedAnswer("application/json", plainAnswer))
		return false // closes without having said so
	})
	c = start(t, newMind("off"), nil, silent.url()).dial()
	for i := range 100 {
		if a := c.do(big); a.StatusCode != 200 || a.body != plainAnswer {
			t.Fatalf("upload %d: %d %s", i, a.StatusCode, a.body)
		}
	}
}

func TestAnswerBeforeTheEndOfAnUpload(t *testing.T) {
	u := newUpstream(t, nil)
	_ = u.ln.Close()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = ln.Close() })
	go func() {
		for {
			c, err := ln.Accept()
			if err != nil {
				return
			}
			go func() {
				br := bufio.NewReader(c)
				_, _ = br.ReadString('\n')
				_, _ = io.WriteString(c, "HTTP/1.1 401 Unauthorized\r\nContent-Length: 4\r\n\r\nnope")
				_, _ = io.Copy(io.Discard, br)
			}()
		}
	}()
	r := start(t, newMind("off"), nil, "http://"+ln.Addr().String())
	c := r.dial()
	c.send("POST /v1/files HTTP/1.1\r\nHost: x\r\nContent-Length: 10000000\r\n\r\nsome")
	if a := c.read("POST"); a.StatusCode != 401 || a.body != "nope" {
		t.Errorf("%d %q", a.StatusCode, a.body)
	}
	// What follows on the connection is not taken for a request.
	_, _ = io.WriteString(c.Conn, "GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n")
	if rest, _ := io.ReadAll(c.br); len(rest) != 0 {
		t.Errorf("answered %q", rest)
	}
	_ = c.Close()
	eventually(t, "nothing is left", func() bool { st := r.server.Stats(); return st.Clients == 0 && st.Upstreams == 0 })
}

func TestClientThatLeavesWithinAnUpload(t *testing.T) {
	gone := make(chan time.Time, 1)
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = ln.Close() })
	arrived := make(chan bool, 1)
	go func() {
		c, err := ln.Accept()
		if err != nil {
			return
		}
		_, _ = c.Read(make([]byte, 1))
		arrived <- true
		_, _ = io.Copy(io.Discard, c)
		gone <- time.Now()
	}()
	r := start(t, newMind("off"), nil, "http://"+ln.Addr().String())
	c := r.dial()
	c.send("POST /v1/files HTTP/1.1\r\nHost: x\r\nContent-Length: 10000000\r\n\r\nsome")
	<-arrived
	left := time.Now()
	_ = c.Close()
	if took := (<-gone).Sub(left); took > time.Second {
		t.Errorf("closed after %v", took)
	}
	eventually(t, "nothing is left", func() bool { st := r.server.Stats(); return st.Clients == 0 && st.Upstreams == 0 })
}

func TestWebSocketPassesBothWays(t *testing.T) {
	states(t, func(t *testing.T, m *fakeMind) {
		u := newUpstream(t, func(c net.Conn, r received) bool {
			if up, _ := r.header("Upgrade"); up != "websocket" {
				_, _ = io.WriteString(c, "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
				return false
			}
			_, _ = io.WriteString(c, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: k\r\nSec-WebSocket-Protocol: realtime\r\n\r\nhello")
			_, _ = io.Copy(c, c)
			return false
		})
		r := start(t, m, func(o *Options) {
			o.Idle, o.ClientIdle, o.Header = 80*time.Millisecond, 80*time.Millisecond, 80*time.Millisecond
		}, u.url())
		c := r.dial()
		c.send("GET /v1/realtime?model=m HTTP/1.1\r\nHost: x\r\nConnection: keep-alive, Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: k\r\nSec-WebSocket-Protocol: realtime\r\n\r\nearly")
		resp := c.head("GET")
		if resp.StatusCode != 101 || resp.Header.Get("Upgrade") != "websocket" || resp.Header.Get("Sec-Websocket-Accept") != "k" || resp.Header.Get("Sec-Websocket-Protocol") != "realtime" || !strings.EqualFold(resp.Header.Get("Connection"), "upgrade") {
			t.Fatalf("%d %v", resp.StatusCode, resp.Header)
		}
		expect := func(want string) {
			t.Helper()
			buf := make([]byte, len(want))
			if _, err := io.ReadFull(c.br, buf); err != nil || string(buf) != want {
				t.Fatalf("%v %q", err, buf)
			}
		}
		expect("helloearly")
		time.Sleep(200 * time.Millisecond) // silence is no reason to end it
		big := strings.Repeat("\x00\xff frame", 10_000)
		go func() { _, _ = io.WriteString(c.Conn, big) }()
		expect(big)
		_ = c.Close()
		eventually(t, "the upstream is closed", func() bool { st := r.server.Stats(); return u.open() == 0 && st.Clients == 0 && st.Upstreams == 0 })
	})
}

func TestRefusedUpgradeIsRelayed(t *testing.T) {
	u := newUpstream(t, say("HTTP/1.1 403 Forbidden\r\nContent-Length: 4\r\n\r\nnope"))
	c := start(t, newMind("off"), nil, u.url()).dial()
	for range 2 {
		if a := c.do("GET /v1/realtime HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"); a.StatusCode != 403 || a.body != "nope" {
			t.Errorf("%d %q", a.StatusCode, a.body)
		}
	}
}

func TestOptionsReportEveryFault(t *testing.T) {
	o := DefaultOptions()
	o.Upstreams = []Upstream{{URL: "ftp://x"}, {URL: "https://user@x/v1"}, {Name: "a", URL: "https://x", Models: []string{"["}}}
	o.Idle = 0
	err := o.Validate()
	for _, want := range []string{"scheme", "named twice", "no user", "model pattern", "Idle"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("no fault about %q in: %v", want, err)
		}
	}
	if err := DefaultOptions().Validate(); err == nil || !strings.Contains(err.Error(), "-upstream") {
		t.Errorf("no upstream: %v", err)
	}
}

// FuzzHead throws bytes at the head of a request: the proxy answers or closes, and
// never forwards a header of ours.
func FuzzHead(f *testing.F) {
	f.Add("POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nX-Memory-Key: a\r\n fold\r\nX-B: c\r\n\td\r\nContent-Length: 2\r\n\r\n{}")
	f.Add("GET http://h/t/a%2Fb/v1?x#y HTTP/1.0\r\nConnection: x-a, close\r\nX-A: 1\r\n\r\n")
	f.Fuzz(func(t *testing.T, raw string) {
		head, _, _ := strings.Cut(raw, "\r\n\r\n")
		_, block, _ := strings.Cut(head, "\r\n")
		out := string(appendForwarded(nil, splitFields(nil, []byte(block)), true, nil))
		for out != "" {
			var line string
			line, out, _ = strings.Cut(out, "\r\n")
			name, _, ok := strings.Cut(line, ":")
			if !ok || name == "" || strings.ContainsAny(name, " \t\r\n") || isMemory([]byte(name)) || isHop([]byte(name)) || isCredential([]byte(name)) {
				t.Fatalf("%q forwards %q", block, line)
			}
		}
		target, _, _ := strings.Cut(head, "\r\n")
		path, query, _ := splitTarget([]byte(target))
		if strings.Contains(path, "?") || strings.HasPrefix(query, "?") && !strings.Contains(target, "??") {
			t.Fatalf("%q: path %q, query %q", target, path, query)
		}
	})
}

// FuzzChunks checks that chunk framing is understood in any splitting, and that
// what is no framing is an error.
func FuzzChunks(f *testing.F) {
	f.Add([]byte("hello world"), uint8(3), uint8(2), []byte(""))
	f.Add([]byte("a"), uint8(1), uint8(1), []byte("5\r\nhel"))
	f.Fuzz(func(t *testing.T, body []byte, size, piece uint8, junk []byte) {
		var framed strings.Builder
		for rest := body; len(rest) > 0; {
			n := min(int(size)+1, len(rest))
			framed.WriteString(fmt.Sprintf("%X;ext=\"a\"\r\n%s\r\n", n, rest[:n]))
			rest = rest[n:]
		}
		decode := func(text string) (string, bool, error) {
			c := &upstreamConn{framing: chunked}
			var out strings.Builder
			var buf []byte
			for len(text) > 0 && c.step != atTrailer {
				n := min(int(piece)+1, len(text))
				buf = append(buf, text[:n]...)
				text = text[n:]
				got, used, err := c.unchunk(buf)
				out.Write(got)
				if err != nil {
					return out.String(), false, err
				}
				buf = append([]byte(nil), buf[used:]...)
			}
			return out.String(), c.step == atTrailer, nil
		}
		if got, ended, err := decode(framed.String() + "0\r\n\r\n"); err != nil || !ended || got != string(body) {
			t.Fatalf("%q: got %q, ended %v, %v", framed.String(), got, ended, err)
		}
		if _, ended, _ := decode(framed.String()); ended {
			t.Fatal("ended without a last chunk")
		}
		_, _, _ = decode(string(junk))
	})
}
