package inject

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"mneme/memory"
	"mneme/policy"
	"mneme/proxy/wire"
)

// owned recalls one fact of each owner that may be read, which names him.
type owned struct{}

func (owned) Recall(_ context.Context, q memory.Query) (memory.Result, error) {
	var out memory.Result
	for _, o := range q.Owners {
		text := "canary of " + canary(o)
		out.Hits = append(out.Hits, memory.Hit{Record: &memory.Record{ID: text, Owner: o, Layer: memory.Semantic, Text: text, Created: q.Now}})
	}
	return out, nil
}

func canary(o memory.Owner) string {
	return fmt.Sprintf("(%s/%s/%s/%s)", o.Tenant, o.Realm, o.Level, o.ID)
}

// TestNothingCrosses plays random users of random tenants, realms and teams at once, with
// the same words in the same sessions, and looks for another's words in what each is given.
func TestNothingCrosses(t *testing.T) {
	opts := DefaultOptions()
	opts.Deadline, opts.Remote, opts.UserRecalls = 30*time.Second, true, 5
	opts.Busy, opts.Full = 1_000, 1_000
	in := New(opts, Parts{Recaller: owned{}, Working: NewWorking(opts), Clock: noon})
	rounds := 400
	if testing.Short() {
		rounds = 100
	}
	var wait sync.WaitGroup
	for worker := range 6 {
		source := rand.New(rand.NewPCG(uint64(worker), 3))
		wait.Go(func() {
			for range rounds {
				play := func() policy.Ruling {
					r := ruling()
					r.Tenant, r.Realm, r.User = pick(source, "t1", "t2"), pick(source, "work", "home"), pick(source, "u1", "u2", "u3")
					r.Session = pick(source, "", "s")
					if source.IntN(2) == 0 {
						r.Teams = []string{pick(source, "a", "b")}
					}
					return r
				}
				r := play()
				var report Report
				switch source.IntN(6) {
				case 0:
					report = inject(t.Context(), in, r, parse(t, wire.Chat, toolAsk), noon())
				case 1:
					report = inject(t.Context(), in, r, parse(t, wire.Chat, toolStep), noon())
				case 2:
					report = inject(t.Context(), in, r, parse(t, wire.Responses, `{"previous_response_id":"resp_1","input":"And?"}`), noon())
				case 3:
					report = inject(t.Context(), in, r, chat(t, "Go on."), noon())
				case 4:
					in.NoteAnswer(r.Owner(), "resp_1", "session of "+canary(r.Owner()), noon())
					in.parts.Working.Note(r, orElse(r.Session, "s"), []memory.Turn{
						{Role: memory.RoleUser, Text: "What do I drink? canary of " + canary(r.Owner())},
						{Role: memory.RoleAssistant, Text: "I will look for canary of " + canary(r.Owner())}}, noon())
					continue
				default:
					in.Forget(r.Owner(), nil)
					continue
				}
				allowed := make(map[string]bool)
				for _, o := range r.Owners() {
					allowed[canary(o)] = true
				}
				for _, found := range strings.Split(string(report.Whole())+report.Session, "(t")[1:] {
					found, _, _ = strings.Cut("(t"+found, ")")
					if !allowed[found+")"] {
						t.Errorf("%s with teams %v was given %s): %s", canary(r.Owner()), r.Teams, found, report.Whole())
						return
					}
				}
			}
		})
	}
	wait.Wait()
}

func pick(source *rand.Rand, from ...string) string { return from[source.IntN(len(from))] }
