package upkeep

import (
	"context"
	"time"
)

const (
	// workMost is how long upkeep works in one go, where its work can be cut: what
	// comes meanwhile waits no longer than that.
	workMost = time.Millisecond
	// Rests, as multiples of the work before them. While requests come in, upkeep
	// takes a tenth of one processor; else half of it.
	restBusy, restCalm = 9, 1
)

// pace spreads long work out, so that requests never wait for it. It is used by
// one goroutine.
type pace struct {
	ctx     context.Context
	most    time.Duration // the longest rest; 0: none at all
	traffic func() int64  // requests so far; nil: there are none
	seen    int64
	began   time.Time // of the work since the last rest
}

func (k *Keeper) pace(ctx context.Context) pace {
	p := pace{ctx: ctx, most: k.opts.Rest, traffic: k.parts.Traffic, began: time.Now()}
	p.busy()
	return p
}

// busy reports whether requests came in since it was asked last.
func (p *pace) busy() bool {
	if p.traffic == nil {
		return false
	}
	seen := p.traffic()
	came := seen != p.seen
	p.seen = seen
	return came
}

// breathe is called within long work. It rests when enough was worked, until the
// context ends at the latest.
func (p *pace) breathe() {
	worked := time.Since(p.began)
	if p.most <= 0 || worked < workMost {
		return
	}
	rest := restCalm * worked
	if p.busy() {
		rest = restBusy * worked
	}
	select {
	case <-p.ctx.Done():
	case <-time.After(min(rest, p.most)):
	}
	p.began = time.Now()
}
