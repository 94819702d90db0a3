package wire

// readResponses views the body of a responses request.
func (r *Request) readResponses(s *scanner) {
	s.open('{')
	r.root = s.i
	seen := false
	for n := 0; s.more('}', n); n++ {
		r.fields++
		at := s.i
		switch key := string(s.key()); key {
		case "input":
			if seen {
				s.fail("duplicate-key")
			}
			seen = true
			r.readInput(s)
		case "instructions":
			if r.system.kind != 0 {
				s.fail("duplicate-key")
			}
			r.readSystem(s)
		case "previous_response_id":
			s.take(&r.PreviousResponseID)
		case "conversation":
			r.readConversation(s)
		case "max_output_tokens":
			r.MaxTokens = s.number()
		case "user":
			s.name(&r.User)
		case "safety_identifier":
			s.name(&r.SafetyIdentifier)
		case "prompt_cache_key":
			s.take(&r.PromptCacheKey)
		case "metadata":
			r.metadata(s)
		default:
			if !r.common(s, key, at, n) {
				s.skip()
			}
		}
	}
}

// readConversation reads the name of a conversation that the provider keeps: a text, or an object
// with an id.
func (r *Request) readConversation(s *scanner) {
	if s.peek() != '{' {
		s.take(&r.Conversation)
		return
	}
	s.open('{')
	for n := 0; s.more('}', n); n++ {
		if string(s.key()) == "id" {
			s.take(&r.Conversation)
		} else {
			s.skip()
		}
	}
}

// readInput reads the input: one text, or a list of items.
func (r *Request) readInput(s *scanner) {
	switch s.peek() {
	case '"':
		m := Message{Role: "user", start: int32(s.i)}
		m.readContent(s)
		m.end = int32(s.i)
		m.UserTurn = !m.text.blank()
		r.Messages = append(r.Messages, m)
	case '[':
		r.readList(s, r.readItem)
	case 'n':
		s.skip()
	default:
		s.fail("shape")
	}
}

// readItem reads an item. Only an item with a role is a message; calls and
// results of tools are shown in the roles that they have in a chat.
func (r *Request) readItem(s *scanner, m *Message) {
	var kind, call, name string
	var output content
	s.open('{')
	for n := 0; s.more('}', n); n++ {
		at := s.i
		switch s.field() {
		case "type":
			s.into(&kind)
		case "role":
			if m.Role != "" || s.peek() != '"' {
				s.fail("shape")
			}
			m.Role = s.text()
		case "content":
			if m.content.kind != 0 {
				s.fail("duplicate-key")
			}
			m.readContent(s)
		case "output":
			var result text
			if output, result = readText(s, m.readPart); m.text.raw == "" {
				m.text = result
			}
		case "call_id":
			s.into(&call)
		case "name":
			s.into(&name)
		case "memory":
			if m.Memory != nil {
				s.fail("duplicate-key")
			}
			m.Memory = r.own(s, at, n, true)
		default:
			s.skip()
		}
	}
	m.Name = name
	switch {
	case m.Role != "":
	case output.kind != 0:
		m.Role, m.ToolCallID, m.answers = "tool", call, true
	case call != "":
		m.Role, m.Name, m.ToolCalls = "assistant", "", []string{name}
	default:
		m.Role = kind
	}
	m.UserTurn = m.Role == "user" && !m.text.blank()
}

// readResponses reads a response, or one event of its stream.
func (g *assembly) readResponses(s *scanner) {
	kind, object := "", ""
	index := -1
	response, done := 0, 0
	var delta []byte
	start := s.i
	s.open('{')
	for n := 0; s.more('}', n); n++ {
		switch string(s.key()) {
		case "type":
			s.into(&kind)
		case "object":
			s.into(&object)
		case "delta":
			s.add(&delta)
		case "output_index":
			index = s.number()
		case "item":
			done = s.object()
		case "response":
			response = s.object()
		default:
			s.skip()
		}
	}
	switch {
	case s.err != nil:
	case kind == "" && object == "response":
		g.readResponse(&scanner{b: s.b, i: start}, true)
	case kind == "response.output_text.delta":
		g.text = append(g.text, delta...)
	case kind == "response.refusal.delta":
		g.refusal = append(g.refusal, delta...)
	case kind == "response.function_call_arguments.delta" || kind == "response.custom_tool_call_input.delta":
		c := g.call(index, "")
		c.args = append(c.args, delta...)
	case (kind == "response.output_item.added" || kind == "response.output_item.done") && done > 0:
		g.readOutputItem(&scanner{b: s.b, i: done}, index, false)
	case response > 0:
		g.readResponse(&scanner{b: s.b, i: response}, len(g.text) == 0 && len(g.calls) == 0)
	case kind == "error":
		g.failed = true
	}
}

// readResponse reads a response object; of its output only when it is wanted,
// since a stream's last event repeats all of it.
func (g *assembly) readResponse(s *scanner, output bool) {
	s.open('{')
	for n := 0; s.more('}', n); n++ {
		switch string(s.key()) {
		case "id":
			s.take(&g.id)
		case "status":
			var status string
			s.take(&status)
			switch status {
			case "completed", "incomplete":
				g.finish, g.whole = status, true
			case "failed", "cancelled":
				g.failed = true
			}
		case "usage":
			g.readUsage(s)
		case "output":
			if !output || s.peek() != '[' {
				s.skip()
				continue
			}
			s.open('[')
			for n := 0; s.more(']', n); n++ {
				if s.peek() == '{' {
					g.readOutputItem(s, n, true)
				} else {
					s.skip()
				}
			}
		default:
			s.skip()
		}
	}
}

// readOutputItem reads an item of the output. The text of a message is taken
// only where no deltas have brought it.
func (g *assembly) readOutputItem(s *scanner, index int, texts bool) {
	var kind, call, name string
	var args, text, refusal []byte
	s.open('{')
	for n := 0; s.more('}', n); n++ {
		switch string(s.key()) {
		case "type":
			s.into(&kind)
		case "call_id":
			s.take(&call)
		case "name":
			s.take(&name)
		case "arguments", "input":
			s.add(&args)
		case "content":
			if !texts || s.peek() != '[' {
				s.skip()
				continue
			}
			s.open('[')
			for n := 0; s.more(']', n); n++ {
				readOutputPart(s, &text, &refusal)
			}
		default:
			s.skip()
		}
	}
	switch kind {
	case "message":
		g.text = append(g.text, text...)
		g.refusal = append(g.refusal, refusal...)
	case "function_call", "custom_tool_call":
		c := g.call(index, call)
		c.name = name
		if len(args) > 0 {
			c.args = append(c.args[:0], args...)
		}
	}
}

func readOutputPart(s *scanner, text, refusal *[]byte) {
	if s.peek() != '{' {
		s.skip()
		return
	}
	s.open('{')
	for n := 0; s.more('}', n); n++ {
		switch string(s.key()) {
		case "text":
			s.add(text)
		case "refusal":
			s.add(refusal)
		default:
			s.skip()
		}
	}
}
