package erase

import (
	"context"
	"fmt"

	"mneme/memory"
)

// markOrigin is the domain of the marks that say under which alias a session was
// held.
const markOrigin = "session of an alias"

func (e *Eraser) originHash(owner memory.Owner, alias, session string) [32]byte {
	text := fmt.Appendf(nil, "%d:%s%s", len(alias), alias, session)
	return e.hasher.Hash(owner, markOrigin, text)
}

// NoteOrigin keeps, as a keyed hash, that a session of an owner is held under an
// alias of his, so that a later Split knows where its records came from. It must
// be noted before anything of the session is kept.
func (e *Eraser) NoteOrigin(ctx context.Context, owner memory.Owner, alias, session string) error {
	if err := e.control.Mark(ctx, owner.Tenant, e.originHash(owner, alias, session), "alias"); err != nil {
		return fmt.Errorf("note origin: %w", err)
	}
	return nil
}

// Split gives an alias back what was told under it: records that rest on its
// sessions alone become its own, and these sessions are forgotten by the user it
// stood for, with all that was concluded from them. It returns how many records
// moved. A repeat is harmless.
func (e *Eraser) Split(ctx context.Context, tenant, user, alias, by string) (int, error) {
	realms, err := e.realms(ctx, User{Tenant: tenant, User: user})
	if err != nil {
		return 0, err
	}
	moved := 0
	for _, realm := range realms {
		n, err := e.splitRealm(ctx, memory.UserOwner(tenant, realm, user), memory.UserOwner(tenant, realm, alias), by)
		moved += n
		if err != nil {
			return moved, fmt.Errorf("split: %w", err)
		}
	}
	return moved, nil
}

func (e *Eraser) splitRealm(ctx context.Context, from, to memory.Owner, by string) (int, error) {
	sessions := map[string]bool{} // told under the alias, or not
	theirs := func(session string) (bool, error) {
		is, known := sessions[session]
		if known || session == "" {
			return is, nil
		}
		mark, err := e.control.Marked(ctx, from.Tenant, e.originHash(from, to.ID, session))
		sessions[session] = mark != ""
		return mark != "", err
	}
	commit := memory.Commit{Owner: to, Base: -1}
	err := e.eachRecord(ctx, from, func(r *memory.Record) error {
		places := []string{r.SessionID}
		if len(r.Sources) > 0 {
			places = nil
			for _, s := range r.Sources {
				places = append(places, s.SessionID)
			}
		}
		all := true
		for _, session := range places {
			is, err := theirs(session)
			if err != nil {
				return err
			}
			all = all && is
		}
		if all {
			own := *r
			own.Owner, own.DependsOn, own.ReplacedBy = to, nil, ""
			commit.Put = append(commit.Put, own)
			commit.History = append(commit.History, memory.Change{RecordID: r.ID, At: e.now(), Op: "split", By: by, Reason: "unlinked"})
		}
		return nil
	})
	if err != nil {
		return 0, err
	}
	err = e.truth.EachEntry(ctx, from, func(entry memory.Entry) error {
		_, err := theirs(entry.SessionID)
		return err
	})
	if err != nil {
		return 0, err
	}
	moved := 0
	if len(commit.Put) > 0 {
		done, err := e.truth.Commit(ctx, commit)
		if err != nil {
			return 0, err
		}
		moved = len(commit.Put) - len(done.Blocked)
	}
	for session, is := range sessions {
		if !is {
			continue
		}
		if _, err := e.Forget(ctx, Request{Owner: from, SessionID: session, By: by}); err != nil {
			return moved, err
		}
	}
	return moved, nil
}
