package main

import (
	"context"
	"strings"
	"time"

	"mneme/capture"
	"mneme/capture/extract"
	"mneme/memory"
	"mneme/policy"
	"mneme/proxy/wire"
)

// note takes a captured exchange into working memory: the user's own words and
// the answer, as they may be kept.
func (h *house) note(r *policy.Ruling, session string, view *wire.Request, reply wire.Reply, now time.Time) {
	last := view.LastUser()
	if last < 0 || reply.Text == "" {
		return
	}
	said, human := extract.Human(view.Messages[last].Text())
	if !human || capture.Errand(view) {
		return
	}
	way := r.Settings.PII
	told := capture.AskedBefore(view, last) + "\n" + said // what was asked says what a bare number is
	said, _ = policy.Redactor{}.Redact(strings.Clone(said), way)
	answer, _ := policy.Redactor{}.Redact(reply.Text, way)
	if way != "keep" {
		said, answer = policy.MaskEcho(said, told), policy.MaskEcho(answer, told)
	}
	h.working.Note(*r, session, []memory.Turn{
		{Role: memory.RoleUser, Text: said, At: now},
		{Role: memory.RoleAssistant, Text: answer, At: now, Partial: !reply.Complete},
	}, now)
}

// writes says why nothing is learnt of what is handed in for an owner: the
// ladder holds for conversations of the past as it does for requests.
func (h *house) writes(_ context.Context, owner memory.Owner) (string, error) {
	if owner.Level != memory.LevelUser {
		return "", nil
	}
	settings, err := h.governor.settings(owner.Tenant, owner.ID)
	if err != nil {
		return "", err
	}
	mode, step := h.governor.Book().Effective(owner.Tenant, settings)
	if mode&policy.Write == 0 {
		return nameOr(step, "mode"), nil
	}
	return "", nil
}

// learnt shows in the live view what capture writes.
type learnt struct {
	memory.Ops
	h *house
}

// WriteAudit keeps a line of audit, and shows what was learnt.
func (l learnt) WriteAudit(a memory.Audit) {
	l.Ops.WriteAudit(a)
	if a.By == "capture" && a.Op == "write" {
		l.h.feed.Publish(memory.Activity{
			At: a.At, Kind: "learnt", Tenant: a.Owner.Tenant, User: a.Owner.ID, Status: "learnt",
			Count: len(a.Records), Records: a.Records, Receipt: a.Ref,
		})
	}
}
