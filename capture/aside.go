package capture

import (
	"context"
	"encoding/base64"
	"fmt"
	"strings"
	"sync"

	"mneme/memory"
	"mneme/policy"
	"mneme/proxy/wire"
)

// A session off the record is known by its mark. A client that names no session and drops the
// oldest of its history, or has it summed up, comes back with a history that nobody knows: it is
// a new session, and the wish stands in it no more. So that it holds all the same, keyed hashes
// are kept of what was asked and answered off the record, and of the answers' long lines, a
// summary's among them. A session without a mark that brings enough of them along goes on from
// one that is off the record, and is off it too.
const (
	asidesKept  = 1024     // hashes of an owner, the newest; each is asideBytes long
	asideBytes  = 8        // of a hash
	asideLines  = 12       // of an answer, the longest
	lineBytes   = 40       // from which a line is hardly said twice by chance: two of them are enough
	sureBytes   = 120      // from which one is
	askedBytes  = 12       // from which a question with its answer is, and not "hi" and "Hello!"
	asideTexts  = 64 << 10 // of a message, at most, is looked at
	clearedKept = 1 << 14
)

// enough is how much of what was said off the record tells that a session goes on from it: one
// thing that is sure, or two that are not.
const enough = 2

// asides guards what is kept of sessions off the record, and remembers which sessions were looked
// at and have nothing of it.
type asides struct {
	writing sync.Mutex
	mu      sync.Mutex
	cleared map[[32]byte]bool // by session mark
}

func (a *asides) clear(session [32]byte) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.cleared == nil || len(a.cleared) >= clearedKept {
		a.cleared = map[[32]byte]bool{}
	}
	a.cleared[session] = true
}

func (a *asides) isClear(session [32]byte) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.cleared[session]
}

func (in *Intake) asidesMark(owner memory.Owner) [32]byte {
	return in.parts.Sealer.Hash(owner, domainAside, []byte("all"))
}

func (in *Intake) asideHash(owner memory.Owner, parts ...string) [asideBytes]byte {
	hash := in.parts.Sealer.Hash(owner, domainAside, joined(parts...))
	return [asideBytes]byte(hash[:asideBytes])
}

// remains are the keyed hashes of what was asked and answered, each with its weight.
func (in *Intake) remains(owner memory.Owner, asked, answer string, yield func(hash [asideBytes]byte, weight int)) {
	asked, answer = squeeze(asked), squeeze(answer)
	if asked == "" || answer == "" {
		return
	}
	weight := 1
	if len(asked) >= askedBytes {
		weight = enough
	}
	yield(in.asideHash(owner, "exchange", asked, answer), weight)
}

// longLines yields the lines of a text that are hardly said twice by chance.
func longLines(text string, yield func(line string, weight int)) {
	for line := range strings.Lines(text[:min(len(text), asideTexts)]) {
		switch line = squeeze(line); {
		case len(line) >= sureBytes:
			yield(line, enough)
		case len(line) >= lineBytes:
			yield(line, 1)
		}
	}
}

// leave keeps hashes of an exchange off the record. Calls that no person made leave theirs too:
// what sums the conversation up is one.
func (in *Intake) leave(ctx context.Context, owner memory.Owner, x *Exchange) error {
	v := look(x.Request, in.clean, in.seed(owner, x.Session, x.At))
	answer := memory.StripBlock(x.Reply.Text)
	var left [][asideBytes]byte
	if v.asked != nil {
		in.remains(owner, v.asked.text, answer, func(h [asideBytes]byte, _ int) { left = append(left, h) })
	}
	lines := 0
	longLines(answer, func(line string, _ int) {
		if lines++; lines <= asideLines {
			left = append(left, in.asideHash(owner, "line", line))
		}
	})
	if len(left) == 0 {
		return nil
	}
	in.asides.writing.Lock()
	defer in.asides.writing.Unlock()
	kept, err := in.left(ctx, owner)
	if err != nil {
		return err
	}
	for _, h := range left {
		kept = append(kept, h[:]...)
	}
	kept = kept[max(0, len(kept)-asidesKept*asideBytes):]
	return in.parts.Marks.Mark(ctx, owner.Tenant, in.asidesMark(owner), base64.StdEncoding.EncodeToString(kept))
}

// left are the hashes of what an owner said off the record, one after another.
func (in *Intake) left(ctx context.Context, owner memory.Owner) ([]byte, error) {
	mark, err := in.parts.Marks.Marked(ctx, owner.Tenant, in.asidesMark(owner))
	if err != nil || mark == "" {
		return nil, err
	}
	kept, err := base64.StdEncoding.DecodeString(mark)
	if err != nil {
		return nil, fmt.Errorf("read what was said off the record: %w", err)
	}
	return kept, nil
}

// carry takes a session off the record that goes on from one that is, and reports whether the
// session is. Where its user said that it is on the record again, it is.
func (in *Intake) carry(ctx context.Context, owner memory.Owner, session string, req *wire.Request) (silent bool, err error) {
	own := in.sessionMark(owner, session)
	mark, err := in.parts.Marks.Marked(ctx, owner.Tenant, own)
	if err != nil {
		return false, fmt.Errorf("read session mark: %w", err)
	}
	if mark != "" || in.asides.isClear(own) {
		return mark == markSilent, nil
	}
	if said := in.wished(req); said != "" {
		if said == policy.ResumeSession {
			in.asides.clear(own)
			return false, nil
		}
		return true, in.Silence(ctx, owner, session)
	}
	kept, err := in.left(ctx, owner)
	if err != nil {
		return false, err
	}
	off := make(map[[asideBytes]byte]bool, len(kept)/asideBytes)
	for ; len(kept) >= asideBytes; kept = kept[asideBytes:] {
		off[[asideBytes]byte(kept)] = true
	}
	if len(off) == 0 || !in.goesOn(owner, req, off) {
		in.asides.clear(own)
		return false, nil
	}
	return true, in.Silence(ctx, owner, session)
}

// wished returns what the user said last about the whole of a conversation in the part of it that
// was answered already: that it is off the record, or on it again; or nothing. A session that is
// not known to have heard it brings it along from another, or from where nobody listened.
func (in *Intake) wished(req *wire.Request) policy.Verb {
	answered := false
	for i := len(req.Messages) - 1; i >= 0; i-- {
		m := &req.Messages[i]
		switch {
		case !speaks(m):
			continue
		case memory.Role(m.Role) == memory.RoleAssistant:
			answered = true
			continue
		case !answered, len(m.Said()) > asideTexts, !in.parts.Listener.May(m.Text()):
			continue
		}
		text, human := in.clean(m.Text())
		if !human {
			continue
		}
		wishes := in.parts.Listener.Hear(text, nil)
		for k := len(wishes) - 1; k >= 0; k-- {
			if verb := wishes[k].Verb; verb == policy.SkipSession || verb == policy.ResumeSession {
				return verb
			}
		}
	}
	return ""
}

// goesOn reports whether a request brings enough along of what was said off the record. Each
// thing counts once.
func (in *Intake) goesOn(owner memory.Owner, req *wire.Request, off map[[asideBytes]byte]bool) bool {
	found := 0
	count := func(hash [asideBytes]byte, weight int) {
		if off[hash] {
			delete(off, hash)
			found += weight
		}
	}
	lines := func(text string) {
		longLines(memory.StripBlock(text), func(line string, weight int) {
			if found < enough {
				count(in.asideHash(owner, "line", line), weight)
			}
		})
	}
	for text := range req.Instructions(asideTexts) {
		lines(text)
	}
	asked := ""
	for i := range req.Messages {
		m := &req.Messages[i]
		if found >= enough {
			return true
		}
		lines(m.Text())
		switch {
		case !speaks(m):
		case memory.Role(m.Role) == memory.RoleUser:
			asked, _ = in.clean(m.Text())
		default:
			in.remains(owner, asked, memory.StripBlock(m.Text()), count)
		}
	}
	return found >= enough
}
