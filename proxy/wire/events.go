package wire

import "bytes"

// drain looks at the whole events that were gathered, and at the rest too when
// it is the last time. Whatever is left stays at the front of the buffer.
func (a *Assembler) drain(last bool) {
	var data []byte   // of the event being read
	var joined []byte // it, where it has several data lines
	begun := false    // it has one
	rest := a.buf
	for done := rest; ; {
		line, after, found := bytes.Cut(rest, []byte{'\n'})
		if !found && !last {
			a.keep(done)
			return
		}
		rest = after
		if n := len(line); n > 0 && line[n-1] == '\r' {
			line = line[:n-1]
		}
		switch {
		case len(line) == 0:
			if begun {
				a.event(data)
				data, joined, begun = nil, nil, false
			}
			done = rest
		case bytes.HasPrefix(line, []byte("data:")):
			line = line[len("data:"):]
			if len(line) > 0 && line[0] == ' ' {
				line = line[1:]
			}
			if begun {
				if joined == nil {
					joined = append(joined, data...) // what the client reads stays as it is
				}
				joined = append(append(joined, '\n'), line...)
				line = joined
			}
			data, begun = line, true
		}
		if !found {
			if begun {
				a.event(data)
			}
			a.buf = a.buf[:0]
			return
		}
	}
}

// keep moves what is left to the front. The next look is due only when as much
// again has come, so that a long line is not searched over and over.
func (a *Assembler) keep(rest []byte) {
	a.buf = a.buf[:copy(a.buf, rest)]
	a.next = max(batch, 2*len(a.buf))
}

// event reads one event. One that cannot be read says nothing, and the stream is
// read on.
func (a *Assembler) event(data []byte) {
	if bytes.Equal(data, []byte("[DONE]")) {
		a.got.whole = true
		return
	}
	s := scanner{b: data}
	a.got.read(a.format, &s)
}
