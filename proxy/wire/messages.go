package wire

// readMessages views the body of an Anthropic message request.
func (r *Request) readMessages(s *scanner) {
	s.open('{')
	r.root = s.i
	seen := false
	for n := 0; s.more('}', n); n++ {
		r.fields++
		at := s.i
		switch key := string(s.key()); key {
		case "messages":
			if seen {
				s.fail("duplicate-key")
			}
			seen = true
			r.readList(s, r.readChatMessage)
		case "system":
			if r.system.kind != 0 {
				s.fail("duplicate-key")
			}
			r.readSystem(s)
		case "max_tokens":
			r.MaxTokens = s.number()
		case "metadata":
			r.metadata(s)
		default:
			if !r.common(s, key, at, n) {
				s.skip()
			}
		}
	}
	if !seen {
		s.fail("no-messages")
	}
}

// readSystem reads the system text outside the messages.
func (r *Request) readSystem(s *scanner) {
	r.system, r.orders = readText(s, isText)
}

func isText(kind string, _ *piece) bool { return kind == "text" }

// readMessages reads an Anthropic message, or one event of its stream.
func (g *assembly) readMessages(s *scanner) {
	kind, index := "", 0
	delta, block, message := 0, 0, 0
	start := s.i
	s.open('{')
	for n := 0; s.more('}', n); n++ {
		switch string(s.key()) {
		case "type":
			s.into(&kind)
		case "index":
			index = s.number()
		case "delta":
			delta = s.object()
		case "content_block":
			block = s.object()
		case "message":
			message = s.object()
		case "usage":
			g.readUsage(s)
		default:
			s.skip()
		}
	}
	switch {
	case s.err != nil:
	case kind == "message":
		g.readMessage(&scanner{b: s.b, i: start})
	case kind == "message_start" && message > 0:
		g.readMessage(&scanner{b: s.b, i: message})
	case kind == "content_block_start" && block > 0:
		g.readBlock(&scanner{b: s.b, i: block}, index)
	case (kind == "content_block_delta" || kind == "message_delta") && delta > 0:
		g.readBlock(&scanner{b: s.b, i: delta}, index)
	case kind == "message_stop":
		g.whole = true
	case kind == "error":
		g.failed = true
	}
}

func (g *assembly) readMessage(s *scanner) {
	s.open('{')
	for n := 0; s.more('}', n); n++ {
		switch string(s.key()) {
		case "id":
			s.take(&g.id)
		case "usage":
			g.readUsage(s)
		case "stop_reason":
			g.readStop(s)
		case "content":
			if s.peek() != '[' {
				s.add(&g.text)
				continue
			}
			s.open('[')
			for n := 0; s.more(']', n); n++ {
				if s.peek() == '{' {
					g.readBlock(s, n)
				} else {
					s.skip()
				}
			}
		default:
			s.skip()
		}
	}
}

func (g *assembly) readStop(s *scanner) {
	var reason string
	s.take(&reason)
	if reason != "" {
		g.finish, g.whole = reason, true
	}
}

// readBlock reads a content block or a delta of one. A tool's input comes as an
// object in a whole message, and as an empty one before its deltas.
func (g *assembly) readBlock(s *scanner, index int) {
	var kind, id, name string
	var text, args []byte
	s.open('{')
	for n := 0; s.more('}', n); n++ {
		switch string(s.key()) {
		case "type":
			s.into(&kind)
		case "id":
			s.take(&id)
		case "name":
			s.take(&name)
		case "text":
			s.add(&text)
		case "partial_json":
			s.add(&args)
		case "stop_reason":
			g.readStop(s)
		case "input":
			if sp := s.skip(); sp.end-sp.start > len("{}") {
				args = s.b[sp.start:sp.end]
			}
		default:
			s.skip()
		}
	}
	switch kind {
	case "text", "text_delta":
		g.text = append(g.text, text...)
	case "tool_use":
		c := g.call(index, id)
		c.name, c.args = name, append(c.args, args...)
	case "input_json_delta":
		c := g.call(index, "")
		c.args = append(c.args, args...)
	}
}

// object steps over a value and returns where it begins if it is an object, else 0.
func (s *scanner) object() int {
	c, at := s.peek(), s.i
	s.skip()
	if c != '{' {
		return 0
	}
	return at
}
