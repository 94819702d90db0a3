package capture

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"mneme/memory"
	"mneme/policy"
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
	answered, open := false, false // open: what was asked before the last of them is not known yet
	for i := len(req.Messages) - 1; i >= 0 && len(out) < pastTurns; i-- {
		m := &req.Messages[i]
		switch {
		case !speaks(m):
		case memory.Role(m.Role) == memory.RoleAssistant:
			if answered = true; open {
				out[len(out)-1].asked, open = questionOf(memory.StripBlock(m.Text())), false
			}
		case answered:
			raw := m.Text()
			if len(raw) > pastBytes {
				continue
			}
			if text, human := in.clean(raw); human {
				out = append(out, said{role: memory.RoleUser, text: text, flagged: m.Memory != nil && !*m.Memory})
				open = true
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
		texts[i], _ = in.fit(owner.Tenant, turns[i].asked, turns[i].text) // as it was kept
	}
	buried, err := in.parts.Buried(ctx, owner, session, texts)
	if err != nil {
		return nil, fmt.Errorf("read what was forgotten: %w", err)
	}
	return buried, nil
}

// secrets are the words of a conversation that its user said off the record, or had forgotten since,
// and those he said on it.
type secrets struct {
	all    []memory.Term // held against an answer
	unsaid []memory.Term // held against what he says next: without what was forgotten, which may be told anew
	open   []memory.Term
}

// secretsOf reads the secrets of the history that an exchange brings along.
func (in *Intake) secretsOf(ctx context.Context, owner memory.Owner, x *Exchange) (s secrets, err error) {
	opted, err := in.parts.Optouts.Opted(ctx, owner)
	if err != nil {
		return s, fmt.Errorf("read marks: %w", err)
	}
	if !opted && !flags(x.Request) {
		return s, nil
	}
	past := in.past(x.Request)
	buried, err := in.buried(ctx, owner, x.Session, past)
	if err != nil {
		return s, err
	}
	for i := range past {
		t := &past[i]
		off := t.flagged // marked when it was new: not once more with each request
		if !off && opted {
			if off, err = in.unlearnt(ctx, owner, x.Session, t); err != nil {
				return s, err
			}
		}
		switch {
		case off && !buried[i] && !in.takesBack(t):
			terms := memory.AppendTerms(nil, revealing(t.text))
			s.all, s.unsaid = append(s.all, terms...), append(s.unsaid, terms...)
		case off || buried[i]:
			s.all = memory.AppendTerms(s.all, revealing(t.text))
		default:
			s.open = memory.AppendTerms(s.open, t.text)
		}
	}
	return s, nil
}

// takesBack reports whether a turn is off the record only since it asks to take something back.
func (in *Intake) takesBack(s *said) bool {
	back := false
	for _, w := range in.parts.Listener.Hear(s.text, nil) {
		switch w.Verb {
		case policy.SkipTurn, policy.SkipSession:
			return false
		case policy.Remember:
		default:
			back = true
		}
	}
	return back
}

// follow parts the turns that say a word again which was said off the record and nowhere on it from
// those that do not: "for the lupus, is wine ok?" tells the secret once more. Everyday words tell none.
func (s *secrets) follow(fresh []said) (kept, again []said) {
	if len(s.unsaid) == 0 {
		return fresh, nil
	}
	everyday := memory.AppendTerms(nil, everydayWords)
	var blanks []string
	for word := range strings.FieldsSeq(everydayChinese) {
		blanks = append(blanks, word, " ")
	}
	bare := strings.NewReplacer(blanks...)
	for i := range fresh {
		tells := fresh[i].role == memory.RoleUser && slices.ContainsFunc(memory.AppendTerms(nil, bare.Replace(memory.Fold(fresh[i].text))), func(t memory.Term) bool {
			return t.Kind() != memory.CharTerm && slices.Contains(s.unsaid, t) && !slices.Contains(s.open, t) && !slices.Contains(everyday, t)
		})
		if tells {
			again = append(again, fresh[i])
		} else {
			kept = append(kept, fresh[i])
		}
	}
	return kept, again
}

// echoes reports whether an answer says a word again that the user said off the
// record earlier in the conversation, or had forgotten since, and on the record nowhere in it. The model was
// shown it, and an answer that repeats it is no more to be kept than the words
// themselves.
func (s *secrets) echoes(text string, fresh []said) bool {
	if len(s.all) == 0 {
		return false
	}
	open := slices.Clone(s.open)
	for i := range fresh {
		open = memory.AppendTerms(open, fresh[i].text)
	}
	answer := memory.AppendTerms(nil, text)
	return slices.ContainsFunc(s.all, func(t memory.Term) bool {
		return slices.Contains(answer, t) && !slices.Contains(open, t)
	})
}
