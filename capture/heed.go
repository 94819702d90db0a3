package capture

import (
	"context"

	"mneme/memory"
	"mneme/policy"
	"mneme/proxy/wire"
)

// Heeded is what became of what a user says about remembering.
type Heeded struct {
	// Reason is why nothing of the exchange is kept, by the code of the phrase;
	// empty: it may be kept.
	Reason string
	// TookBack tells that something known was forgotten or silenced, so that a
	// block recalled before may hold it.
	TookBack bool
	// TookUp is the code of the phrase by which a dropped topic comes up again.
	// The exchange is kept where it says more than that.
	TookUp string
	// Silent tells that the session is off the record, also for what is said in it later.
	Silent bool
}

// Silence takes a session off the record, as its user asked in the one it goes on from.
func (in *Intake) Silence(ctx context.Context, owner memory.Owner, session string) error {
	return in.parts.Marks.Mark(ctx, owner.Tenant, in.sessionMark(owner, session), markSilent)
}

// Heed does what the user says about remembering in a request, whatever its mode,
// before its answer is asked for: what is taken back must not be recalled once more. The exchange
// of the request is then taken with what Heed returned. With an error, the wish
// was understood and not carried out in full; nothing of the exchange is kept.
func (in *Intake) Heed(ctx context.Context, r policy.Ruling, session string, req *wire.Request) (Heeded, error) {
	if r.User == "" || r.Status == "degraded" || req == nil {
		return Heeded{}, nil // nobody knows for certain whose memory it is
	}
	owner := r.Owner()
	silent := false
	if r.MayWrite() { // where it may not, nothing is kept anyway
		var err error
		if silent, err = in.carry(ctx, owner, session, req); err != nil {
			return Heeded{Reason: "optout-failed"}, err
		}
	}
	if !silent && !in.mayWish(req) {
		return Heeded{}, nil
	}
	v := look(req, in.clean, in.seed(owner, session, in.parts.Clock()))
	if !v.human {
		return Heeded{Silent: silent}, nil
	}
	var heeded Heeded
	grant := in.grant(ctx, owner, session, req)
	var err error
	heeded.Reason, err = in.heed(ctx, owner, session, v.wishing(), func(w policy.Wish) error {
		if w.Verb == policy.TakeUp {
			heeded.TookUp = "said:" + w.Phrase
		} else {
			heeded.TookBack = true
		}
		return grant(w)
	})
	if err != nil && heeded.Reason == "" {
		heeded.Reason = "optout-failed"
	}
	if err == nil && heeded.Reason != "" {
		heeded.Silent, err = in.silent(ctx, owner, session)
	}
	return heeded, err
}

// Quiet reports whether words that a request's question rests on are off the record: by what is
// said with them, by the session, or since they were when they were said. It heeds nothing; what
// cannot be known is quiet.
func (in *Intake) Quiet(ctx context.Context, r *policy.Ruling, session string, req *wire.Request) bool {
	owner := r.Owner()
	if silent, err := in.carry(ctx, owner, session, req); silent || err != nil {
		return true
	}
	if flags(req) {
		return true
	}
	if in.mayWish(req) {
		v := look(req, in.clean, in.seed(owner, session, in.parts.Clock()))
		for i := range v.fresh {
			for _, w := range in.parts.Listener.Hear(v.fresh[i].text, nil) {
				if w.Verb != policy.Remember && w.Verb != policy.TakeUp {
					return true
				}
			}
		}
	}
	opted, err := in.parts.Optouts.Opted(ctx, owner)
	if err != nil || !opted {
		return err != nil
	}
	for _, past := range in.past(req) {
		if off, err := in.unlearnt(ctx, owner, session, &past); off || err != nil {
			return true
		}
	}
	return false
}

// mayWish reports whether a request's new words could hold a wish. It looks at
// them as they stand, with all that is wrapped around them, so that most requests
// cost one scan.
func (in *Intake) mayWish(req *wire.Request) bool {
	for i := len(req.Messages) - 1; i >= 0; i-- {
		m := &req.Messages[i]
		if !speaks(m) {
			continue
		}
		if memory.Role(m.Role) == memory.RoleAssistant {
			return false
		}
		if in.parts.Listener.May(m.Text()) {
			return true
		}
	}
	return false
}

// wishes says why nothing of an exchange is kept by the user's own words: as
// Heed found it before the answer, or as it is found now.
func (in *Intake) wishes(ctx context.Context, owner memory.Owner, x *Exchange, v *view) (string, error) {
	if x.Heeded != nil {
		return x.Heeded.Reason, nil
	}
	if _, err := in.carry(ctx, owner, x.Session, x.Request); err != nil {
		return "", err
	}
	return in.heed(ctx, owner, x.Session, v.wishing(), in.grant(ctx, owner, x.Session, x.Request))
}

// wishing are the turns that may hold a wish: in a tool loop none, since it was
// heeded at the first step and must not be once more.
func (v *view) wishing() []said {
	if v.loop {
		return nil
	}
	return v.fresh
}
