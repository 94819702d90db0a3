package capture

import (
	"context"
	"testing"

	"mneme/capture/extract"
	"mneme/memory"
)

// vower reads a promise in whatever the assistant says, as a model may.
type vower struct{}

func (vower) Extract(_ context.Context, in extract.Input) ([]memory.Draft, error) {
	var out []memory.Draft
	for i, t := range in.Turns {
		if t.Role == memory.RoleAssistant && !t.Seen {
			out = append(out, memory.Draft{Turn: i, Quote: t.Text, Record: memory.Record{
				Layer: memory.Episodic, Kind: memory.KindTask, Subject: "assistant", Text: t.Text, Confidence: 0.8, Source: memory.AIInference,
				Event: memory.Event{Type: memory.EventPromise, Time: t.At, Result: "open"},
			}})
		}
	}
	return out, nil
}

// What a stream brought before it broke is kept and marked, and binds nobody: the rest of
// the answer may have taken it back.
func TestHalfAnAnswerPromisesNothing(t *testing.T) {
	f := func(name string, rules extract.Extractor, answer string, complete bool, want bool) {
		t.Helper()
		r := newRig(t, func(_ *Options, _ *IntakeParts, out *LearnerParts) { out.Rules = rules })
		x := r.exchange(answer, "user: The kiln firing is planned for Friday, please plan it with me.")
		x.Reply.Complete = complete
		r.take(x, Queued)
		r.learn()
		promised, marked := false, false
		for _, one := range r.truth.all(r.owner, memory.Episodic) {
			promised = promised || one.Event.Type == memory.EventPromise
			marked = marked || memory.HasTag(one, tagPartial)
		}
		if promised != want || marked == complete {
			t.Errorf("%s: promised %v, want %v; marked partial %v", name, promised, want, marked)
		}
	}
	const english, chinese = "I'll send you the firing schedule tomorrow morning, with the cone temperatures.", "我明天早上会把烧窑的时间表发给您，附上每一段的温度。"
	f("whole, rules", extract.New(), english, true, true)
	f("broken, rules", extract.New(), english, false, false)
	f("whole, rules, Chinese", extract.New(), chinese, true, true)
	f("broken, rules, Chinese", extract.New(), chinese, false, false)
	f("whole, a model", vower{}, english, true, true)
	f("broken, a model", vower{}, english, false, false)
	f("broken, a model, Chinese", vower{}, chinese, false, false)
}
