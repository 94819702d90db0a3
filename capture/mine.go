package capture

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"mneme/memory"
)

// KindProcedure is the kind of a procedure that was mined from what an agent did.
const KindProcedure = "procedure"

// Bounds of mining.
const (
	leastSteps     = 3   // a run of fewer is no procedure
	mostSteps      = 12  // a longer one is a search, not a way to do something
	mostCandidates = 20  // that wait for one owner's review
	conditionRunes = 120 // of the request that began the run
)

// mine proposes a procedure where an agent went through several tools and ended
// well: when asked like this, go these steps. It is no rule yet: it waits in the
// review pool, among what waits for a confirmation, and says nothing before somebody
// accepts it. The same steps are proposed once, whatever became of them.
func (l *Learner) mine(ctx context.Context, s *session, w *work, p *plan) error {
	steps, end := run(w)
	if len(steps) == 0 {
		return nil
	}
	began := l.parts.Clock()
	asked := s.asked()
	if asked == nil || !endedWell(end.Text) {
		w.note("mine", "no-success", 0, began, l.parts.Clock())
		return nil
	}
	object := strings.Join(steps, " → ")
	page, err := l.parts.Ledger.List(ctx, memory.Filter{Owner: w.entry.Owner, Layers: []memory.Layer{memory.Procedural}, Limit: beliefsPage})
	if err != nil {
		return fmt.Errorf("list procedures: %w", err)
	}
	waiting := 0
	for i := range page.Records {
		if memory.Fold(page.Records[i].Object) == memory.Fold(object) {
			w.note("mine", "known", 0, began, l.parts.Clock())
			return nil
		}
		if page.Records[i].Status == memory.Pending {
			waiting++
		}
	}
	for i := range p.put {
		if p.put[i].Layer == memory.Procedural && p.put[i].Object == object {
			return nil
		}
	}
	if waiting >= mostCandidates {
		w.note("mine", "full", waiting, began, l.parts.Clock())
		return nil
	}
	quote := clipRunes(squeeze(asked.Text), conditionRunes)
	now := l.parts.Clock()
	r := memory.Record{
		ID: memory.NewID(now), Owner: w.entry.Owner, Layer: memory.Procedural, Kind: KindProcedure, Status: memory.Pending,
		Subject: "assistant", Predicate: "procedure", Object: object, Text: procedureText(quote, steps),
		Confidence: 0.6, Source: memory.Tool, Count: 1,
		SessionID: w.entry.SessionID, AgentID: w.entry.AgentID, Project: w.entry.Project,
		Created: end.At, Updated: end.At, LastUsed: end.At,
		Sources: []memory.Provenance{
			{SessionID: w.entry.SessionID, MessageID: asked.ID, Quote: quote, TraceID: traceOf(w), At: asked.At},
			{SessionID: w.entry.SessionID, MessageID: end.ID, Quote: clipRunes(squeeze(end.Text), conditionRunes), TraceID: traceOf(w), At: end.At},
		},
	}
	if l.parts.Steers(r.Text) {
		w.note("mine", "steers", 0, began, l.parts.Clock())
		return nil
	}
	l.finish(w, &r)
	p.add(r, memory.Change{RecordID: r.ID, At: r.Created, Op: string(memory.OpPend), By: "capture", After: r.Text, Reason: "mined", TraceID: traceOf(w)})
	w.records = append(w.records, r.ID)
	w.note("mine", "pending", len(steps), began, l.parts.Clock())
	return nil
}

// run returns the tools that an entry's answer took, in order, and that answer; no
// steps where they are too few to be a way to do something, or too many.
func run(w *work) ([]string, *memory.Turn) {
	var steps []string
	var end *memory.Turn
	for i := range w.entry.Turns {
		switch t := &w.entry.Turns[i]; {
		case t.Seen:
		case t.Role == memory.RoleTool:
			steps, end = nil, nil
			for _, name := range strings.Split(t.Text, ", ") {
				if name != "" && (len(steps) == 0 || steps[len(steps)-1] != name) {
					steps = append(steps, name)
				}
			}
		case t.Role == memory.RoleAssistant && len(steps) > 0:
			end = t
		}
	}
	different := slices.Compact(slices.Sorted(slices.Values(steps)))
	if end == nil || end.Partial || len(steps) < leastSteps || len(steps) > mostSteps || len(different) < 2 {
		return nil, nil
	}
	return steps, end
}

// asked is the user's turn that the conversation's last answer serves.
func (s *session) asked() *memory.Turn {
	for i := len(s.recent) - 1; i >= 0; i-- {
		if s.recent[i].Role == memory.RoleUser {
			return &s.recent[i]
		}
	}
	return nil
}

// endedWell reports whether an answer says that what was asked for is done.
func endedWell(text string) bool {
	folded := memory.Fold(text)
	for _, sign := range []string{"fail", "error", "could not", "couldn't", "unable", "sorry", "not able", "did not work", "didn't work", "still broken", "失败", "报错", "错误", "无法", "抱歉", "不行", "没有成功", "未能"} {
		if strings.Contains(folded, sign) && !strings.Contains(folded, "0 "+sign) && !strings.Contains(folded, "no "+sign) {
			return false
		}
	}
	for _, sign := range []string{"done", "fixed", "pass", "complete", "finished", "deployed", "merged", "updated", "created", "added", "booked", "sent", "ready", "success", "works now", "完成", "通过", "搞定", "修好", "已修复", "已更新", "已创建", "已添加", "成功", "已发送", "已部署", "已提交", "好了"} {
		if strings.Contains(folded, sign) {
			return true
		}
	}
	return false
}

// procedureText says a procedure in one line, in the language it was asked for in.
func procedureText(asked string, steps []string) string {
	if language(asked) == "zh" {
		return "遇到“" + asked + "”这样的请求：依次用 " + strings.Join(steps, "、")
	}
	return "when asked like “" + asked + "”: " + strings.Join(steps, ", then ")
}

// clipRunes bounds a text in characters.
func clipRunes(s string, most int) string {
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	return string([]rune(s)[:most])
}
