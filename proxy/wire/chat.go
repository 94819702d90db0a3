package wire

import "strings"

// readChat views the body of a chat completion.
func (r *Request) readChat(s *scanner) {
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
		case "max_tokens", "max_completion_tokens":
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
	if !seen {
		s.fail("no-messages")
	}
}

// readList reads the list of messages, each with read.
func (r *Request) readList(s *scanner, read func(*scanner, *Message)) {
	if s.peek() != '[' {
		s.fail("shape")
		return
	}
	s.open('[')
	r.list = s.i
	for n := 0; s.more(']', n); n++ {
		if s.peek() != '{' {
			s.fail("shape")
			return
		}
		if len(r.Messages) == cap(r.Messages) {
			r.Messages = more(r.Messages, s.i-r.list, len(s.b)-r.list)
		}
		r.Messages = append(r.Messages, Message{})
		m := &r.Messages[len(r.Messages)-1]
		m.start = int32(s.i)
		read(s, m)
		m.end = int32(s.i)
	}
}

// more makes room for further messages: as many as there will be if the rest of the
// list is like what has been read of it.
func more(list []Message, read, all int) []Message {
	room := 8
	if n := len(list); n > 0 {
		room = n + 8 + int(int64(n)*int64(all-read)/int64(max(read, 1)))
	}
	return append(make([]Message, 0, min(room, 4*len(list)+8)), list...)
}

func (r *Request) readChatMessage(s *scanner, m *Message) {
	s.open('{')
	role := false
	for n := 0; s.more('}', n); n++ {
		at := s.i
		switch s.field() {
		case "role":
			if role || s.peek() != '"' {
				s.fail("shape")
			}
			role = true
			m.Role = s.text()
		case "content":
			if m.content.kind != 0 {
				s.fail("duplicate-key")
			}
			m.readContent(s)
		case "name":
			s.into(&m.Name)
		case "tool_call_id":
			s.into(&m.ToolCallID)
		case "tool_calls":
			m.readToolCalls(s)
		case "memory":
			if m.Memory != nil {
				s.fail("duplicate-key")
			}
			m.Memory = r.own(s, at, n, true)
		default:
			s.skip()
		}
	}
	m.UserTurn = m.Role == "user" && !m.text.blank() && !(m.answers && reminders(m.Text()))
}

func (m *Message) readToolCalls(s *scanner) {
	if s.peek() != '[' {
		s.skip()
		return
	}
	s.open('[')
	for n := 0; s.more(']', n); n++ {
		if s.peek() != '{' {
			s.skip()
			continue
		}
		s.open('{')
		for n := 0; s.more('}', n); n++ {
			// A function call and a custom tool call differ in this key only.
			if key := string(s.key()); key != "function" && key != "custom" || s.peek() != '{' {
				s.skip()
				continue
			}
			s.open('{')
			for n := 0; s.more('}', n); n++ {
				if string(s.key()) != "name" {
					s.skip()
					continue
				}
				var name string
				s.into(&name)
				m.ToolCalls = append(m.ToolCalls, name)
			}
		}
	}
}

// readContent reads a content value, a string or a list of parts.
func (m *Message) readContent(s *scanner) {
	m.content, m.text = readText(s, m.readPart)
}

// readText reads a value that is a string or a list of parts, and returns its
// text. Each part is shown to part, which says whether the text in it counts.
func readText(s *scanner, part func(kind string, p *piece) bool) (c content, t text) {
	c.kind = s.peek()
	c.start = int32(s.i)
	switch c.kind {
	case '"':
		t = s.lazy()
	case '[':
		t = c.readParts(s, part)
	default:
		s.skip()
	}
	c.end = int32(s.i)
	return c, t
}

// piece is what is looked at in a part.
type piece struct {
	text text
	id   string // of a tool call or of its result
	name string // of a tool
}

func (c *content) readParts(s *scanner, part func(kind string, p *piece) bool) (t text) {
	texts := 0
	var joined []byte // of several texts
	s.open('[')
	c.first, c.last = int32(s.i), int32(s.i)
	for n := 0; s.more(']', n); n++ {
		start := int32(s.i)
		var kind string
		var p piece
		if s.peek() == '{' {
			kind = p.read(s)
		} else if s.peek() == '"' { // some clients send bare strings as parts
			p.text, kind = s.lazy(), "text"
		} else {
			s.skip()
		}
		if n == 0 {
			c.first = start
		}
		c.last = int32(s.i)
		c.filled = true
		if !part(kind, &p) {
			continue
		}
		switch texts++; texts {
		case 1:
			c.first = start
			t = p.text
			continue
		case 2:
			joined = append(joined, t.decoded()...)
		}
		joined = append(append(joined, '\n'), p.text.decoded()...)
	}
	if texts > 1 {
		t = share(joined, false, false)
	}
	return t
}

func (p *piece) read(s *scanner) (kind string) {
	s.open('{')
	for n := 0; s.more('}', n); n++ {
		switch string(s.key()) {
		case "type":
			s.into(&kind)
		case "text":
			if s.peek() == '"' {
				p.text = s.lazy()
			} else {
				s.skip()
			}
		case "name":
			s.into(&p.name)
		case "id", "tool_use_id":
			s.into(&p.id)
		default:
			s.skip()
		}
	}
	return kind
}

// readPart takes note of a part, and reports whether its text is the message's
// own. It knows the parts of every format, whose names do not clash.
func (m *Message) readPart(kind string, p *piece) bool {
	switch kind {
	case "text", "input_text", "output_text":
		return true
	case "tool_use":
		m.ToolCalls = append(m.ToolCalls, p.name)
	case "tool_result":
		m.answers = true
		if m.ToolCallID == "" {
			m.ToolCallID = p.id
		}
	}
	return false
}

// reminders reports whether text is nothing but what an agent reminds its model
// of. Beside a tool's result that is no turn: the loop goes on.
func reminders(text string) bool {
	for {
		rest, found := strings.CutPrefix(strings.TrimSpace(text), "<system-reminder>")
		if !found {
			return blank(text)
		}
		_, text, found = strings.Cut(rest, "</system-reminder>")
		if !found {
			return false
		}
	}
}

// blank reports whether text holds nothing but white space.
func blank(text string) bool {
	for i := 0; i < len(text); i++ {
		if c := text[i]; c != ' ' && c != '\n' && c != '\t' && c != '\r' {
			return false
		}
	}
	return true
}

// readChat reads a chat completion, or one chunk of it.
func (g *assembly) readChat(s *scanner) {
	s.open('{')
	for n := 0; s.more('}', n); n++ {
		switch string(s.key()) {
		case "id":
			s.take(&g.id)
		case "choices":
			g.readChoices(s)
		case "usage":
			g.readUsage(s)
		case "error":
			g.failed = g.failed || s.peek() != 'n'
			s.skip()
		default:
			s.skip()
		}
	}
}

func (g *assembly) readChoices(s *scanner) {
	if s.peek() != '[' {
		s.skip()
		return
	}
	s.open('[')
	for n := 0; s.more(']', n); n++ {
		if s.peek() != '{' {
			s.skip()
			continue
		}
		index, said, finish := 0, 0, ""
		s.open('{')
		for n := 0; s.more('}', n); n++ {
			switch string(s.key()) {
			case "index":
				index = s.number()
			case "delta", "message":
				if s.peek() == '{' {
					said = s.i
				}
				s.skip()
			case "finish_reason":
				s.take(&finish)
			default:
				s.skip()
			}
		}
		if index != 0 || s.err != nil {
			continue
		}
		if said > 0 {
			g.readDelta(&scanner{b: s.b, i: said})
		}
		if finish != "" {
			g.finish, g.whole = finish, true
		}
	}
}

func (g *assembly) readDelta(s *scanner) {
	s.open('{')
	for n := 0; s.more('}', n); n++ {
		switch string(s.key()) {
		case "content":
			if s.peek() != '[' {
				s.add(&g.text)
				continue
			}
			_, said := readText(s, isText)
			g.text = append(g.text, said.decoded()...)
		case "refusal":
			s.add(&g.refusal)
		case "tool_calls":
			g.readCalls(s)
		default:
			s.skip()
		}
	}
}

func (g *assembly) readCalls(s *scanner) {
	if s.peek() != '[' {
		s.skip()
		return
	}
	s.open('[')
	for n := 0; s.more(']', n); n++ {
		if s.peek() != '{' {
			s.skip()
			continue
		}
		index, id, name := -1, "", ""
		var args []byte
		s.open('{')
		for n := 0; s.more('}', n); n++ {
			switch string(s.key()) {
			case "index":
				index = s.number()
			case "id":
				s.take(&id)
			case "function", "custom":
				if s.peek() != '{' {
					s.skip()
					continue
				}
				s.open('{')
				for n := 0; s.more('}', n); n++ {
					switch string(s.key()) {
					case "name":
						s.take(&name)
					case "arguments", "input":
						s.add(&args)
					default:
						s.skip()
					}
				}
			default:
				s.skip()
			}
		}
		c := g.call(index, id)
		if name != "" {
			c.name = name
		}
		c.args = append(c.args, args...)
	}
}
