package upkeep

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"mneme/memory"
)

// Bounds of a healthy memory.
const (
	staleRead    = 30 * day
	staleWarn    = 0.15
	staleWake    = 0.20
	wakeAfter    = 3 * day
	updatesLeast = 3
	autoLeast    = 0.8
	wakeMost     = 5
)

// Vitality says how alive a memory is.
type Vitality struct {
	Records      int        `json:"records"` // that are believed or wait in the observation pool, of no dropped topic
	Facts        int        `json:"facts"`
	Stale        float64    `json:"stale"`         // share of the facts that nothing touched for 30 days
	Updates      int        `json:"updates"`       // facts added or changed in the last 30 days
	Conflicts    int        `json:"conflicts"`     // in the last 30 days
	AutoResolved float64    `json:"auto_resolved"` // share of them that needed nobody; 1 without any
	Junk         float64    `json:"junk"`          // share of the records that rest on nothing said or change nothing
	StaleSince   time.Time  `json:"stale_since,omitzero"`
	Warnings     []string   `json:"warnings"` // stale, still, conflicts
	Questions    []Question `json:"questions,omitempty"`
	Users        int        `json:"users,omitempty"` // of a whole tenant
	Wake         int        `json:"wake,omitempty"`  // of them, those whose memory asks for questions
}

// Question would wake a memory up: it asks whether something still holds.
type Question struct {
	Record string `json:"record"`
	Reason string `json:"reason"` // due, stale
	Text   string `json:"text"`
}

// Measure judges records as of now. last tells when one was used last; since is
// from when the stale share was too high, as of the judgement before, or zero.
func Measure(records []memory.Record, last func(*memory.Record) time.Time, since, now time.Time) Vitality {
	v := Vitality{AutoResolved: 1, Warnings: []string{}}
	var stale []*memory.Record
	all, junk, auto := 0, 0, 0
	for i := range records {
		r := &records[i]
		fact := r.Layer == memory.Semantic && !memory.HasTag(*r, memory.TagReflection)
		if r.Status == memory.Current || r.Status == memory.Observed {
			all++
			if isJunk(r, now) {
				junk++
			}
		}
		if !fact {
			continue
		}
		recent := now.Sub(r.Updated) <= staleRead
		if recent && !r.Review && r.Status != memory.Archived && r.Status != memory.Expired {
			v.Updates++
		}
		switch {
		case r.Status == memory.Current:
			v.Facts++
			if now.Sub(last(r)) > staleRead {
				stale = append(stale, r)
			}
		case r.Status == memory.Superseded && now.Sub(r.Ended) <= staleRead:
			v.Conflicts++
			auto++
		case r.Status == memory.Pending && recent && r.Source != memory.AIInference:
			v.Conflicts++
		}
	}
	v.Records, v.Stale, v.Junk = all, share(len(stale), v.Facts), share(junk, all)
	if v.Conflicts > 0 {
		v.AutoResolved = share(auto, v.Conflicts)
	}
	if v.Stale > staleWake {
		if v.StaleSince = since; since.IsZero() {
			v.StaleSince = now
		}
	}
	if v.Stale > staleWarn {
		v.Warnings = append(v.Warnings, "stale")
	}
	if v.Facts > 0 && v.Updates < updatesLeast {
		v.Warnings = append(v.Warnings, "still")
	}
	if v.AutoResolved < autoLeast {
		v.Warnings = append(v.Warnings, "conflicts")
	}
	v.Questions = questions(records, stale, last, !v.StaleSince.IsZero() && now.Sub(v.StaleSince) >= wakeAfter)
	return v
}

// isJunk reports whether a record rests on nothing that was said, or changes
// nothing.
func isJunk(r *memory.Record, now time.Time) bool {
	switch {
	case len(r.Sources) == 0 && len(r.DependsOn) == 0 && r.SessionID != "":
		return true // taken from a conversation, and no words of it
	case r.Layer == memory.Semantic && r.Text == "", r.Layer == memory.Semantic && r.Object == "" && r.Predicate != "" && !memory.HasTag(*r, memory.TagReflection):
		return true
	}
	return r.Status == memory.Observed && now.Sub(r.Updated) > staleRead
}

// questions asks about states past their time and, to wake a memory up, about the
// facts that were unused the longest.
func questions(records []memory.Record, stale []*memory.Record, last func(*memory.Record) time.Time, wake bool) []Question {
	var out []Question
	ask := func(r *memory.Record, reason string) {
		if len(out) < wakeMost && !slices.ContainsFunc(out, func(q Question) bool { return q.Record == r.ID }) {
			out = append(out, Question{r.ID, reason, words(memory.Han(r.Text), "Does this still hold: "+r.Text+"?", "这一点现在还成立吗："+r.Text+"？")})
		}
	}
	for i := range records {
		if r := &records[i]; r.Review && r.Status == memory.Current && r.Layer == memory.Semantic && !memory.HasTag(*r, memory.TagReflection) {
			ask(r, "due")
		}
	}
	if wake {
		slices.SortStableFunc(stale, func(a, b *memory.Record) int { return cmp.Compare(last(a).UnixNano(), last(b).UnixNano()) })
		for _, r := range stale {
			if r.Kind != memory.KindIdentity && r.Kind != memory.KindProhibition {
				ask(r, "stale")
			}
		}
	}
	return out
}

func share(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}

// measured is what the job keeps: figures, never a word.
type measured struct {
	Vitality
	Wakes bool
}

// measure judges the owner's memory and keeps the figures.
func (p *pass) measure() ([]byte, error) {
	v := Measure(p.heard(), p.lastUse, p.staleSince(), p.now)
	kept := measured{Vitality: v, Wakes: len(v.Questions) > 0}
	before := p.measuredBefore()
	switch {
	case kept.Wakes && !before.Wakes:
		p.k.Stats.Ripened.Add(1)
	case !kept.Wakes && before.Wakes:
		p.k.Stats.Ripened.Add(-1)
	}
	kept.Questions = nil
	return json.Marshal(kept)
}

func (p *pass) measuredBefore() (m measured) {
	if state := p.chores["vitality"].State; len(state) > 0 {
		json.Unmarshal(state, &m) // what cannot be read is measured anew
	}
	return m
}

func (p *pass) staleSince() time.Time { return p.measuredBefore().StaleSince }

// Vitality returns how alive an owner's memory is now, with the questions that
// would wake it up; of a whole tenant and realm, when the owner has no id, the
// figures of the last visits over all users.
func (k *Keeper) Vitality(ctx context.Context, owner memory.Owner) (Vitality, error) {
	if owner.ID != "" {
		p, err := k.look(ctx, memory.Tenancy{Owner: owner})
		if err != nil {
			return Vitality{}, fmt.Errorf("measure vitality: %w", err)
		}
		return Measure(p.heard(), p.lastUse, p.staleSince(), p.now), nil
	}
	sum := sums{}
	err := k.each(ctx, Order{Tenant: owner.Tenant, Realm: owner.Realm}, func(one memory.Tenancy) error {
		return k.addTo(ctx, &sum, one.Owner)
	})
	if err != nil {
		return Vitality{}, fmt.Errorf("measure vitality: %w", err)
	}
	return sum.vitality(), nil
}
