package inject

import (
	"context"
	"hash/maphash"
	"strings"
	"time"

	"mneme/budget"
	"mneme/memory"
	"mneme/policy"
	"mneme/proxy/wire"
)

// Waiting returns a user's records that wait for his yes or no, a few of them.
type Waiting func(ctx context.Context, owner memory.Owner) ([]memory.Record, error)

// A question is put once in so long, and this much is kept of what was put.
const (
	askedIdle  = 24 * time.Hour
	askedBytes = 4 << 20
)

// confirm adds one short question to a block: what waits for the user's word is asked
// for where the tenant wants it. A thing is asked for once a day and a conversation is asked
// once, so that nobody is nagged; a block that has no room for it stays as it is. There is no
// block for a question alone, but where the tenant has everything confirmed, and nothing would
// ever be in one otherwise.
func (in *Injector) confirm(ctx context.Context, r *policy.Ruling, session string, req *wire.Request, b *block, limits bounds, show look, trivial bool, now time.Time) {
	if in.parts.Waiting == nil || r.Settings == nil || !r.Settings.Ask || r.Shadow || !r.AsOf.IsZero() || !r.MayWrite() {
		return
	}
	if b.text == "" && (trivial || r.Settings.Confirmations != "all") {
		return
	}
	here := in.askKey("session", session)
	if _, put := in.asks.get(here, r.Owner(), now); put {
		return
	}
	waiting, err := in.parts.Waiting(ctx, r.Owner())
	if err != nil {
		return // a question less costs nobody anything
	}
	f := frameOf(show.lang, limits.enc)
	for i := range waiting {
		record := &waiting[i]
		key := in.askKey("record", record.ID)
		if _, put := in.asks.get(key, r.Owner(), now); put || isSilenced(record, r.Silenced) || spokenOf(req, record.Text) {
			continue
		}
		line := f.ask[0] + memory.PlainLine(record.Text) + f.ask[1]
		cost := f.askCost + budget.Estimate(record.Text)
		if b.text == "" {
			cost += f.openCost
		}
		if b.tokens-b.working+cost > limits.tokens || limits.most > 0 && b.tokens+cost > limits.most {
			continue
		}
		if b.text == "" {
			b.text = f.open + memory.BlockClose
		}
		b.text, b.apart = strings.TrimSuffix(b.text, memory.BlockClose)+line+memory.BlockClose, ""
		b.tokens += cost
		b.asked = record.ID
		b.dropped = append(b.dropped, memory.Drop{ID: record.ID, Reason: "asked"})
		in.asks.put(key, r.Owner(), true, 0, now)
		in.asks.put(here, r.Owner(), true, 0, now)
		return
	}
}

func (in *Injector) askKey(kind, id string) uint64 {
	var h maphash.Hash
	h.SetSeed(in.sessions.seed)
	field(&h, kind)
	field(&h, id)
	return h.Sum64()
}

func isSilenced(r *memory.Record, topics []string) bool {
	_, dropped := unsilenced([]memory.Hit{{Record: r}}, topics)
	return len(dropped) > 0
}

// spokenOf reports whether the conversation holds the words already.
func spokenOf(req *wire.Request, text string) bool {
	for i := range req.Messages {
		if strings.Contains(req.Messages[i].Text(), text) {
			return true
		}
	}
	return false
}
