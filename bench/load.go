package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// caller is a keep-alive connection of the load, as thin as it can be.
type caller struct {
	conn net.Conn
	br   *bufio.Reader
	bare bool // the last answer came without the memory it should have had
}

func call(addr string) (*caller, error) {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("connect: %w", err)
	}
	return &caller{conn: conn, br: bufio.NewReaderSize(conn, 64<<10)}, nil
}

// request makes the bytes of a request.
func request(path, body string, headers ...string) []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "POST %s HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer bench\r\nContent-Type: application/json\r\nContent-Length: %d\r\n", path, len(body))
	for _, h := range headers {
		b.WriteString(h + "\r\n")
	}
	return []byte(b.String() + "\r\n" + body)
}

// chat makes a chat body of about n bytes: a conversation of many turns.
func chat(n int, stream bool) string {
	var b strings.Builder
	fmt.Fprintf(&b, `{"model":"gpt-4o-mini","stream":%v,"messages":[{"role":"system","content":"You are a helpful assistant."}`, stream)
	const shut = `"}]}`
	last := `,{"role":"user","content":"` + string(appendQuestion(nil, 0)) + shut
	for i := 0; b.Len()+len(last) < n-400; i++ {
		fmt.Fprintf(&b, `,{"role":"user","content":"Question %d: please look at the figures below\nand tell me whether they add up. %s"},{"role":"assistant","content":"They do.\n"}`, i, strings.Repeat("12.50 ", 40))
	}
	return b.String() + last
}

// questionBytes is the length of a question, so that one can be written over another.
const questionBytes = 128

// appendQuestion appends question n. No two of the first hundred million are alike.
func appendQuestion(b []byte, n int) []byte {
	from := len(b)
	b = append(b, "What was agreed with "...)
	b = append(b, people[n%10]...)
	b = append(b, " about the "...)
	b = append(b, things[n/10%10]...)
	b = append(b, ", and who wants it "...)
	b = append(b, ways[n/100%10]...)
	b = append(b, "? I ask for page "...)
	b = strconv.AppendInt(b, int64(n), 10)
	b = append(b, '.')
	for len(b) < from+questionBytes {
		b = append(b, ' ')
	}
	return b
}

// script says what each of a number of connections asks next. The bytes are its
// own until it asks again.
type script func(connection int) (next func() []byte)

// over asks one thing over and over.
func over(request []byte) script {
	return func(int) func() []byte { return func() []byte { return request } }
}

// anew asks what chat made, with a new question each time: what nobody has asked
// before costs a whole recall.
func (r *rival) anew(request []byte) script {
	at := bytes.LastIndex(request, []byte("What was agreed"))
	return func(int) func() []byte {
		own := bytes.Clone(request)
		return func() []byte {
			appendQuestion(own[:at], int(r.asked.Add(1)))
			return own
		}
	}
}

var errStatus = errors.New("status is not 200")

// head reads the head of an answer and returns its length, -1 for chunks.
func (c *caller) head() (int, error) {
	line, err := c.br.ReadSlice('\n')
	if err != nil {
		return 0, err
	}
	good := bytes.HasPrefix(line, []byte("HTTP/1.1 200"))
	length := 0
	c.bare = false
	for {
		if line, err = c.br.ReadSlice('\n'); err != nil {
			return 0, err
		}
		if len(line) <= 2 {
			break
		}
		name, value, _ := bytes.Cut(line, []byte{':'})
		switch {
		case bytes.EqualFold(name, []byte("Content-Length")):
			length, _ = strconv.Atoi(string(bytes.TrimSpace(value)))
		case bytes.EqualFold(name, []byte("Transfer-Encoding")):
			length = -1
		case bytes.EqualFold(name, []byte("X-Memory-Status")):
			status := string(bytes.TrimSpace(value))
			c.bare = status == "degraded" || status == "skipped"
		}
	}
	if !good {
		return length, errStatus
	}
	return length, nil
}

// do sends a request and reads its whole answer.
func (c *caller) do(request []byte) error {
	if _, err := c.conn.Write(request); err != nil {
		return err
	}
	length, err := c.head()
	if err != nil {
		return err
	}
	if length >= 0 {
		_, err = c.br.Discard(length)
		return err
	}
	for {
		n, err := c.chunk(nil)
		if err != nil || n == 0 {
			return err
		}
	}
}

// chunk reads one chunk, shows it, and returns its size.
func (c *caller) chunk(show func([]byte)) (int, error) {
	line, err := c.br.ReadSlice('\n')
	if err != nil {
		return 0, err
	}
	n, err := strconv.ParseInt(string(bytes.TrimSpace(line)), 16, 64)
	if err != nil {
		return 0, fmt.Errorf("read chunk: %w", err)
	}
	if show != nil && n > 0 {
		b, err := c.br.Peek(int(n))
		if err != nil {
			return 0, err
		}
		show(b)
	}
	_, err = c.br.Discard(int(n) + 2)
	return int(n), err
}

// sample is what one measured stretch gave.
type sample struct {
	took   []time.Duration // sorted
	done   int
	failed int
	bare   int // answered without memory, or by a part of it
	over   time.Duration
	cpu    time.Duration
}

func (s sample) at(q float64) time.Duration {
	if len(s.took) == 0 {
		return 0
	}
	return s.took[min(len(s.took)-1, int(q*float64(len(s.took))))]
}

func (s sample) rate() float64 { return float64(s.done) / s.over.Seconds() }

// load asks what the script says from some connections: at a rate in all, or as
// fast as they are answered when it is 0.
func load(p *process, ask script, connections int, rate float64, length time.Duration) (sample, error) {
	var failed, bare atomic.Int64
	took := make([][]time.Duration, connections)
	callers := make([]*caller, connections)
	asks := make([]func() []byte, connections)
	for i := range callers {
		asks[i] = ask(i)
		c, err := call(p.addr)
		if err != nil {
			return sample{}, err
		}
		defer func() { _ = c.conn.Close() }()
		callers[i] = c
		if err := c.do(asks[i]()); err != nil { // warm
			return sample{}, fmt.Errorf("%s: %w", p.name, err)
		}
	}
	begin, cpu := time.Now(), p.cpu()
	var wait sync.WaitGroup
	for i, c := range callers {
		wait.Go(func() {
			due := begin
			gap := time.Duration(0)
			if rate > 0 {
				gap = time.Duration(float64(connections) / rate * float64(time.Second))
				due = begin.Add(gap * time.Duration(i) / time.Duration(connections))
			}
			for {
				request := asks[i]()
				time.Sleep(time.Until(due))
				sent := time.Now()
				if sent.Sub(begin) > length {
					return
				}
				if err := c.do(request); err != nil {
					failed.Add(1)
					return
				}
				took[i] = append(took[i], time.Since(sent))
				if c.bare {
					bare.Add(1)
				}
				due = due.Add(gap)
			}
		})
	}
	wait.Wait()
	s := sample{over: time.Since(begin), cpu: p.cpu() - cpu, failed: int(failed.Load()), bare: int(bare.Load())}
	for _, t := range took {
		s.took = append(s.took, t...)
	}
	slices.Sort(s.took)
	s.done = len(s.took)
	return s, nil
}

// streamed is what a stretch of streams gave.
type streamed struct {
	first   sample // time to the first event
	transit sample // from the provider's write to the client's read, per event
	events  int
	cpu     time.Duration
}

// streams runs streams side by side, each of n events with a gap in microseconds.
func streams(p *process, body string, side, n, gap int, headers ...string) (streamed, error) {
	req := request("/v1/chat/completions", body, append(headers, fmt.Sprintf("%s: %d", headerEvents, n), fmt.Sprintf("%s: %d", headerGap, gap))...)
	var mu sync.Mutex
	var out streamed
	var fault error
	cpu := p.cpu()
	var wait sync.WaitGroup
	for i := range side {
		wait.Go(func() {
			// Streams do not begin all at once in life either.
			time.Sleep(time.Duration(i*gap) * time.Microsecond)
			first, transit, events, err := oneStream(p.addr, req)
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				fault = err
				return
			}
			out.first.took = append(out.first.took, first)
			out.transit.took = append(out.transit.took, transit...)
			out.events += events
		})
	}
	wait.Wait()
	out.cpu = p.cpu() - cpu
	slices.Sort(out.first.took)
	slices.Sort(out.transit.took)
	if fault != nil {
		return out, fmt.Errorf("%s: stream: %w", p.name, fault)
	}
	return out, nil
}

func oneStream(addr string, req []byte) (first time.Duration, transit []time.Duration, events int, err error) {
	c, err := call(addr)
	if err != nil {
		return 0, nil, 0, err
	}
	defer func() { _ = c.conn.Close() }()
	sent := time.Now()
	if _, err = c.conn.Write(req); err != nil {
		return 0, nil, 0, err
	}
	if _, err = c.head(); err != nil {
		return 0, nil, 0, err
	}
	for {
		n, err := c.chunk(func(b []byte) {
			now := time.Now()
			if first == 0 {
				first = now.Sub(sent)
			}
			for event := range bytes.SplitSeq(b, []byte("\n\n")) {
				if len(event) == 0 {
					continue
				}
				events++
				if rest, ok := bytes.CutPrefix(event, []byte(eventFront)); ok {
					digits, _, _ := bytes.Cut(rest, []byte{'"'})
					if ns, err := strconv.ParseInt(string(digits), 10, 64); err == nil {
						transit = append(transit, now.Sub(time.Unix(0, ns)))
					}
				}
			}
		})
		if err == nil && n > 0 {
			continue
		}
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		return first, transit, events, err
	}
}
