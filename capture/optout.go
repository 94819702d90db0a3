package capture

import (
	"cmp"
	"context"
	"encoding/hex"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"mneme/memory"
	"mneme/policy"
	"mneme/proxy/wire"
)

// Domains of keyed hashes, so that a hash made for one purpose says nothing
// under another.
const (
	domainTurn     = "capture/turn"
	domainPlace    = "capture/place"
	domainUnlearnt = "capture/unlearnt"
	domainSession  = "capture/session"
	domainGranted  = "capture/granted"
	domainSeed     = "capture/seed"
	domainAside    = "capture/aside"
)

// Values of a session's mark: it is off the record; it was, and is on it again by its user's wish,
// whatever it goes on from.
const (
	markSilent = "silent"
	markOpen   = "open"
)

// turnKey is equal for the same words in the same place of the same session.
func (in *Intake) turnKey(owner memory.Owner, session string, s *said) memory.TurnKey {
	hash := in.parts.Sealer.Hash(owner, domainTurn, joined(session, string(s.role), string(s.place.before[:]), squeeze(s.text)))
	return memory.TurnKey(hash[:len(memory.TurnKey{})])
}

// placeID names a message by where it stands, whatever it says: a regenerated
// answer has the id of the one it replaces. Without a history nothing is known of
// where it stands, and its words name it too.
func (in *Intake) placeID(owner memory.Owner, session string, s *said) string {
	words := ""
	if s.bare {
		words = squeeze(s.text)
	}
	hash := in.parts.Sealer.Hash(owner, domainPlace, joined(session, string(s.role), string(s.place.before[:]), words))
	return "msg_" + hex.EncodeToString(hash[:10])
}

// unlearntMark is equal for the same words in the same session, wherever in it.
func (in *Intake) unlearntMark(owner memory.Owner, session string, s *said) [32]byte {
	return in.parts.Sealer.Hash(owner, domainUnlearnt, joined(session, string(s.role), squeeze(s.text)))
}

func (in *Intake) sessionMark(owner memory.Owner, session string) [32]byte {
	return in.parts.Sealer.Hash(owner, domainSession, []byte(session))
}

// joined frames its parts by their length, so that no two lists join to one.
func joined(parts ...string) []byte {
	n := 0
	for _, p := range parts {
		n += len(p) + 10
	}
	b := make([]byte, 0, n)
	for _, p := range parts {
		b = fmt.Appendf(b, "%d:", len(p))
		b = append(b, p...)
	}
	return b
}

// unlearn remembers words that are never to be learnt, by their hash alone.
func (in *Intake) unlearn(ctx context.Context, owner memory.Owner, session string, turns []said) error {
	for i := range turns {
		if err := in.parts.Optouts.MarkUnlearnt(ctx, owner, in.unlearntMark(owner, session, &turns[i])); err != nil {
			return fmt.Errorf("mark turn: %w", err)
		}
	}
	return nil
}

// unlearnt reports whether words are never to be learnt.
func (in *Intake) unlearnt(ctx context.Context, owner memory.Owner, session string, s *said) (bool, error) {
	found, err := in.parts.Optouts.Unlearnt(ctx, owner, in.unlearntMark(owner, session, s))
	if err != nil {
		return false, fmt.Errorf("read mark: %w", err)
	}
	return found, nil
}

// learnable leaves out the turns that are flagged, or were when they were said.
func (in *Intake) learnable(ctx context.Context, owner memory.Owner, session string, turns []said) (kept, dropped []said, err error) {
	for i := range turns {
		t := &turns[i]
		if t.flagged {
			if err := in.unlearn(ctx, owner, session, turns[i:i+1]); err != nil {
				return nil, nil, err
			}
			if err := in.takeBack(ctx, owner, session, turns[i:i+1]); err != nil {
				return nil, nil, err
			}
			dropped = append(dropped, *t)
			continue
		}
		unlearnt, err := in.unlearnt(ctx, owner, session, t)
		if err != nil {
			return nil, nil, err
		}
		if unlearnt {
			dropped = append(dropped, *t)
			continue
		}
		kept = append(kept, *t)
	}
	return kept, dropped, nil
}

// bareWish is the length in bytes up to which a turn is taken to say no more than
// the wish in it.
const bareWish = 90

// heed does what the user says about remembering. With a reason, nothing of the
// exchange is kept: neither the words he took back nor those he took them back
// with, since an answer to "forget my address" may well repeat it.
//
// What has to be taken back goes to grant.
func (in *Intake) heed(ctx context.Context, owner memory.Owner, session string, turns []said, grant func(policy.Wish) error) (reason string, err error) {
	silent, err := in.silent(ctx, owner, session)
	if err != nil {
		return "", err
	}
	again := false
	for i := range turns {
		var unknown error
		wishes := in.parts.Listener.Hear(turns[i].text, func(name string) bool {
			knows, err := in.knows(ctx, owner, name)
			unknown = cmp.Or(unknown, err)
			return knows
		})
		if unknown != nil {
			return "", unknown
		}
		for _, w := range wishes {
			said := w.Phrase
			switch w.Verb {
			case policy.Remember:
				continue // the extractor hears it too
			case policy.TakeUp: // nothing is taken back: what is said beside it is learnt
				if err = grant(w); err == nil && len(turns[i].text) > bareWish {
					continue
				}
			case policy.SkipTurn:
				again = true
			case policy.SkipSession:
				again = true
				silent, err = true, in.parts.Marks.Mark(ctx, owner.Tenant, in.sessionMark(owner, session), markSilent)
			case policy.ResumeSession:
				silent, err = false, in.parts.Marks.Mark(ctx, owner.Tenant, in.sessionMark(owner, session), markOpen)
			case policy.SkipLast:
				err = in.once(ctx, owner, session, &turns[i], w, func() error { return grant(w) })
			default:
				err = grant(w)
			}
			if err == nil && w.Alone && (w.Verb == policy.SkipTurn || w.Verb == policy.SkipSession) {
				var ahead bool
				ahead, err = in.pointsBack(ctx, owner, session, &turns[i], w, grant)
				silent = silent || ahead
			}
			if err != nil {
				return said, fmt.Errorf("heed %s: %w", w.Verb, err)
			}
			reason = "said:" + said
		}
	}
	if reason == "" && silent {
		reason = "session-silent"
	}
	if reason == "" {
		return "", nil
	}
	if err := in.unlearn(ctx, owner, session, turns); err != nil || !again {
		return reason, err
	}
	for i := range turns { // the same without the wish may be under way, or come when the wish is edited out
		if err := in.unlearn(ctx, owner, session, turns[i].sides()); err != nil {
			return reason, err
		}
	}
	return reason, in.takeBack(ctx, owner, session, turns)
}

// pointsBack does what a turn asks that says nothing but "this is confidential": the exchange before
// it is meant, or where a conversation begins with it, what is said from there on.
func (in *Intake) pointsBack(ctx context.Context, owner memory.Owner, session string, s *said, w policy.Wish, grant func(policy.Wish) error) (ahead bool, err error) {
	if s.place.seq == 0 && in.parts.Before != nil {
		before, err := in.parts.Before(ctx, owner, session)
		if err != nil {
			return false, err
		}
		if ahead = !before; ahead {
			if err := in.Silence(ctx, owner, session); err != nil {
				return true, err
			}
		}
	}
	last := policy.Wish{Verb: policy.SkipLast, Phrase: w.Phrase, At: w.At}
	return ahead, in.once(ctx, owner, session, s, last, func() error { return grant(last) })
}

// sidesMost bounds the places at which a turn is parted in two.
const sidesMost = 3

// sides are what a turn may be without the wish in it: what stands before one of its last sentences,
// or behind one of its first.
func (s *said) sides() (out []said) {
	add := func(text string) {
		if text = strings.TrimSpace(text); text != "" && text != s.text {
			one := *s
			one.text = text
			out = append(out, one)
		}
	}
	ends := func(r rune) bool { return strings.ContainsRune(".!?:;,\n。！？：；，", r) }
	head := strings.TrimRightFunc(s.text, func(r rune) bool { return ends(r) || unicode.IsSpace(r) })
	for range sidesMost {
		at := strings.LastIndexFunc(head, ends)
		if at < 0 {
			break
		}
		_, size := utf8.DecodeRuneInString(head[at:])
		add(head[:at+size]) // "It is so. Forget it" was "It is so." or "It is so"
		head = strings.TrimRightFunc(head[:at], ends)
		add(head)
	}
	tail := s.text
	for range sidesMost {
		at := strings.IndexFunc(tail, ends)
		if at < 0 {
			break
		}
		tail = strings.TrimLeftFunc(tail[at:], func(r rune) bool { return ends(r) || unicode.IsSpace(r) })
		add(tail)
	}
	return out
}

// takeBack has words forgotten that were learnt when they were said without the wish they come with
// now: in an edited or regenerated turn, or at an earlier step of a tool loop.
func (in *Intake) takeBack(ctx context.Context, owner memory.Owner, session string, turns []said) error {
	if in.parts.Granter == nil || len(turns) == 0 {
		return nil
	}
	texts := make([]string, len(turns))
	for i := range turns {
		texts[i] = turns[i].text
	}
	if err := in.parts.Granter.TakeBack(ctx, owner, session, texts); err != nil {
		return fmt.Errorf("take words back: %w", err)
	}
	return nil
}

// knows reports whether an owner's memory has a name.
func (in *Intake) knows(ctx context.Context, owner memory.Owner, name string) (bool, error) {
	if in.parts.Knows == nil {
		return false, nil
	}
	knows, err := in.parts.Knows(ctx, owner, name)
	if err != nil {
		return false, fmt.Errorf("look for a name: %w", err)
	}
	return knows, nil
}

// once does what must not be done again when the same request comes again: a
// retry of "don't record what I just said" would take back one exchange more.
func (in *Intake) once(ctx context.Context, owner memory.Owner, session string, s *said, w policy.Wish, do func() error) error {
	what := ""
	if w.Verb != policy.SkipLast { // a text may hold several
		what = string(w.Verb) + " " + string(w.Scope) + " " + w.Topic
	}
	mark := in.parts.Sealer.Hash(owner, domainGranted, joined(session, string(s.place.before[:]), squeeze(s.text), what))
	done, err := in.parts.Optouts.Unlearnt(ctx, owner, mark)
	if err != nil || done {
		return err
	}
	if err := do(); err != nil {
		return err
	}
	return in.parts.Optouts.MarkUnlearnt(ctx, owner, mark)
}

// grant has what a user takes back in a request taken back. The turn before it is
// marked too, where that is meant: it comes again with every request.
func (in *Intake) grant(ctx context.Context, owner memory.Owner, session string, req *wire.Request) func(policy.Wish) error {
	return func(w policy.Wish) error {
		if w.Verb == policy.SkipLast && req != nil {
			if past := in.past(req); len(past) > 0 {
				// Of what was off the record when it was said nothing is kept, and what was said
				// before it is not meant.
				if off, err := in.unlearnt(ctx, owner, session, &past[0]); err != nil || off && !in.takesBack(&past[0]) {
					return err
				}
				if err := in.unlearn(ctx, owner, session, past[:1]); err != nil {
					return err
				}
			}
		}
		if in.parts.Granter == nil {
			return fmt.Errorf("grant wish %s: nobody grants it", w.Verb)
		}
		return in.parts.Granter.Grant(ctx, owner, session, w)
	}
}

// silent reports whether the user asked that this session be off the record.
func (in *Intake) silent(ctx context.Context, owner memory.Owner, session string) (bool, error) {
	mark, err := in.parts.Marks.Marked(ctx, owner.Tenant, in.sessionMark(owner, session))
	if err != nil {
		return false, fmt.Errorf("read session mark: %w", err)
	}
	return mark == markSilent, nil
}
