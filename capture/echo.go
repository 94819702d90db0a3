package capture

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"mneme/memory"
	"mneme/proxy/wire"
)

// What an answer is held against: a history may be long and full of pastes, an
// answer mostly repeats what was said lately, and secrets are typed.
const (
	pastTurns = 64       // of the user's earlier turns
	pastBytes = 64 << 10 // of one of them, at most
)

// past are the user's turns of earlier exchanges that a request brings along, the
// latest first, at most pastTurns, without long pastes.
func (in *Intake) past(req *wire.Request) []said {
	var out []said
	answered := false
	for i := len(req.Messages) - 1; i >= 0 && len(out) < pastTurns; i-- {
		m := &req.Messages[i]
		switch {
		case !speaks(m):
		case memory.Role(m.Role) == memory.RoleAssistant:
			answered = true
		case answered:
			raw := m.Text()
			if len(raw) > pastBytes {
				continue
			}
			if text, human := in.clean(raw); human {
				out = append(out, said{role: memory.RoleUser, text: text, flagged: m.Memory != nil && !*m.Memory})
			}
		}
	}
	return out
}

// typedBytes is what somebody types at most. Of more, names and numbers are held against an answer,
// since it holds half the words there are.
const typedBytes = 4 << 10

// revealing are the words of a secret that give it away.
func revealing(text string) string {
	if len(text) <= typedBytes {
		return text
	}
	var b strings.Builder
	begins := true
	for word := range strings.FieldsSeq(text) {
		if strings.ContainsFunc(word, unicode.IsDigit) || !begins && strings.ContainsFunc(word, unicode.IsUpper) {
			b.WriteString(word + " ")
		}
		begins = strings.HasSuffix(word, ".") || strings.HasSuffix(word, "!") || strings.HasSuffix(word, "?")
	}
	return b.String()
}

// flags reports whether a message of a request is flagged.
func flags(req *wire.Request) bool {
	return slices.ContainsFunc(req.Messages, func(m wire.Message) bool { return m.Memory != nil && !*m.Memory })
}

// buried tells which turns were forgotten since they were said.
func (in *Intake) buried(ctx context.Context, owner memory.Owner, session string, turns []said) ([]bool, error) {
	if in.parts.Buried == nil || len(turns) == 0 {
		return make([]bool, len(turns)), nil
	}
	texts := make([]string, len(turns))
	for i := range turns {
		texts[i], _ = in.fit(owner.Tenant, turns[i].text) // as it was kept
	}
	buried, err := in.parts.Buried(ctx, owner, session, texts)
	if err != nil {
		return nil, fmt.Errorf("read what was forgotten: %w", err)
	}
	return buried, nil
}

// echoes reports whether an answer says a word again that the user said off the
// record earlier in the conversation, or had forgotten since, and on the record nowhere in it. The model was
// shown it, and an answer that repeats it is no more to be kept than the words
// themselves.
func (in *Intake) echoes(ctx context.Context, owner memory.Owner, x *Exchange, fresh []said) (bool, error) {
	opted, err := in.parts.Optouts.Opted(ctx, owner)
	if err != nil {
		return false, fmt.Errorf("read marks: %w", err)
	}
	if !opted && !flags(x.Request) {
		return false, nil
	}
	var secret, open []memory.Term
	past := in.past(x.Request)
	buried, err := in.buried(ctx, owner, x.Session, past)
	if err != nil {
		return false, err
	}
	for i := range past {
		t := &past[i]
		off := t.flagged || buried[i] // marked when it was new: not once more with each request
		if !off && opted {
			if off, err = in.unlearnt(ctx, owner, x.Session, t); err != nil {
				return false, err
			}
		}
		if off {
			secret = memory.AppendTerms(secret, revealing(t.text))
		} else {
			open = memory.AppendTerms(open, t.text)
		}
	}
	if len(secret) == 0 {
		return false, nil
	}
	for i := range fresh {
		open = memory.AppendTerms(open, fresh[i].text)
	}
	answer := memory.AppendTerms(nil, x.Reply.Text)
	return slices.ContainsFunc(secret, func(t memory.Term) bool {
		return slices.Contains(answer, t) && !slices.Contains(open, t)
	}), nil
}
