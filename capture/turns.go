package capture

import (
	"crypto/sha256"
	"strings"
	"unicode"
	"unicode/utf8"

	"mneme/memory"
	"mneme/proxy/wire"
)

// said is a message of a request as learning sees it: its own words, without
// what a client wrapped around them.
type said struct {
	role    memory.Role
	name    string
	text    string
	flagged bool   // the client said: not this one
	bare    bool   // it came without any history: its place says nothing of what was before
	asked   string // what the answer before it asked last, if it did: "what is your passport number?"
	place   place
}

// place says where in its session a message stands: what went before it. Two
// messages in the same place are a message and its regeneration or its edit.
type place struct {
	seq    int
	before [sha256.Size]byte
}

// view splits a request into the words it brings for the first time and the
// tools that were used since. Agents send their whole history with every
// request. What stands before the last answer in words was said in earlier
// requests: it was captured then, or it was not to be.
type view struct {
	fresh []said
	asked *said    // the last user turn, which the answer serves; nil: there is none
	loop  bool     // that turn was answered already: a step of a tool loop
	calls []string // names of the tools called since the last user turn
	next  place    // where the answer stands
	human bool     // a person asked: not a program for a title, a summary, a sub-task
}

// look reads a request. clean takes away what is not the human's own: our block
// come back, retrieved documents, reminders; it reports false for a message
// that no human wrote. Some clients send no history: then seed tells a retry of
// the same words from the same words said again later.
func look(req *wire.Request, clean func(string) (string, bool), seed func(text string) string) view {
	var v view
	start, count, last := 0, 0, -1 // of what follows the last answer in words; turns before it; the last user turn
	for i := range req.Messages {
		if m := &req.Messages[i]; speaks(m) {
			count++
			if memory.Role(m.Role) == memory.RoleAssistant {
				start = i + 1
				v.next.seq = count
			} else {
				last = i
			}
		}
	}
	skip := v.next.seq - trailLength // long histories are not hashed to no purpose
	var trail trail
	if req.PreviousResponseID != "" {
		trail.add("previous", req.PreviousResponseID)
		trail.seq = 0
	}
	bare := count == 1 && req.PreviousResponseID == ""
	asked := ""
	for i := range req.Messages {
		m := &req.Messages[i]
		if memory.Role(m.Role) == memory.RoleAssistant {
			v.calls = append(v.calls, m.ToolCalls...)
		}
		if !speaks(m) {
			continue
		}
		if trail.seq < skip && i != last {
			trail.seq++
			continue
		}
		if memory.Role(m.Role) == memory.RoleAssistant {
			text := memory.StripBlock(m.Text())
			asked = questionOf(text)
			trail.add(memory.RoleAssistant, text)
			continue
		}
		// The place is that of the words: what a client wraps around them changes
		// from one request to the next.
		text, human := clean(m.Text())
		if bare {
			trail.add("seed", seed(text))
			trail.seq = 0
		}
		here := trail.place()
		trail.add(memory.RoleUser, text)
		v.calls = v.calls[:0]
		if i >= start || i == last {
			v.human = v.human || human
		}
		turn := said{
			role:    memory.RoleUser,
			name:    m.Name,
			text:    text,
			flagged: m.Memory != nil && !*m.Memory,
			bare:    bare,
			asked:   asked,
			place:   here,
		}
		if i == last {
			v.asked = &turn
		}
		if i >= start && human && strings.TrimSpace(text) != "" {
			v.fresh = append(v.fresh, turn)
		}
	}
	v.next = trail.place()
	v.loop = last >= 0 && (last < start || len(v.calls) > 0)
	return v
}

// questionBytes is how much of an answer's end is looked at for what it asks.
const questionBytes = 200

// questionOf returns the end of an answer that asks something, or "".
func questionOf(answer string) string {
	answer = strings.TrimSpace(answer)
	if from := len(answer) - questionBytes; from > 0 {
		for from < len(answer) && !utf8.RuneStart(answer[from]) {
			from++
		}
		answer = answer[from:]
	}
	if last, _ := utf8.DecodeLastRuneInString(answer); last != '?' && last != '？' {
		return ""
	}
	return answer
}

// AskedBefore returns what the answer before a message of a request asked last, if it did.
func AskedBefore(req *wire.Request, message int) string {
	for i := message - 1; i >= 0; i-- {
		if m := &req.Messages[i]; speaks(m) {
			if memory.Role(m.Role) != memory.RoleAssistant {
				break
			}
			return questionOf(memory.StripBlock(m.Text()))
		}
	}
	return ""
}

// serves are the turns that decide whether anything of the exchange may be kept:
// the new ones, and in a tool loop the one it serves.
func (v *view) serves() []said {
	if v.asked == nil || len(v.fresh) > 0 {
		return v.fresh
	}
	return []said{*v.asked}
}

// known reports whether a turn was captured at an earlier step of its tool loop.
// Where it has a history its key tells that too, and better.
func (v *view) known(s *said) bool { return v.loop && (s.bare || len(v.fresh) == 0) }

// speaks reports whether a message holds words of the conversation: a user turn,
// or an answer that is more than a call of tools.
func speaks(m *wire.Message) bool {
	switch memory.Role(m.Role) {
	case memory.RoleUser:
		return m.UserTurn
	case memory.RoleAssistant:
		return m.Says()
	}
	return false
}

// trail remembers the last few messages of a conversation as a place for the
// next. A few and not all, since clients cut old messages off; more than one,
// since many answers are a mere "Done."
type trail struct {
	seq  int // turns before the next
	last [trailLength][sha256.Size]byte
}

const trailLength = 4

func (t *trail) add(role memory.Role, text string) {
	h := sha256.New()
	h.Write([]byte(role))
	h.Write([]byte{0})
	h.Write([]byte(squeeze(text)))
	copy(t.last[:], t.last[1:])
	h.Sum(t.last[trailLength-1][:0])
	t.seq++
}

func (t *trail) place() place {
	h := sha256.New()
	for i := range t.last {
		h.Write(t.last[i][:])
	}
	p := place{seq: t.seq}
	h.Sum(p.before[:0])
	return p
}

// squeeze makes one blank of any white space, so that a client that trims or
// rewraps what it sends again has not said something new.
func squeeze(s string) string {
	if !loose(s) {
		return s
	}
	return strings.Join(strings.Fields(s), " ")
}

// loose reports whether s has white space that squeeze would change.
func loose(s string) bool {
	blank := true
	for _, r := range s {
		if unicode.IsSpace(r) {
			if blank || r != ' ' {
				return true
			}
			blank = true
			continue
		}
		blank = false
	}
	return blank && s != ""
}

// cut bounds a text at a character, and reports whether anything was lost.
func cut(s string, max int) (string, bool) {
	if len(s) <= max {
		return s, false
	}
	for max > 0 && !utf8.RuneStart(s[max]) {
		max--
	}
	return s[:max], true
}

// language guesses what a text is written in: zh where a quarter of its letters
// are Chinese, since a Chinese sentence often holds English names.
func language(texts ...string) string {
	han, other := 0, 0
	for _, text := range texts {
		for _, r := range text {
			switch {
			case unicode.Is(unicode.Han, r):
				han++
			case unicode.IsLetter(r):
				other++
			}
		}
	}
	switch {
	case han == 0 && other == 0:
		return ""
	case han*4 >= han+other/4:
		return "zh"
	}
	return "en"
}
