package upkeep

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"mneme/memory"
)

// TagInferred marks a field that nobody said: it was concluded from what the user
// does.
const TagInferred = "inferred"

// How a field moves. A day counts once, whatever was said on it: a habit is what
// happens on several days.
const (
	supportGain    = 0.2 // of what is missing to sureness
	supportMost    = 0.98
	contradictLoss = 0.75 // what a day of contradiction leaves
	contradictMin  = 0.05
	moveReach      = 30 * day // older evidence moves nothing any more
)

// Inference from what the user does again and again.
const (
	inferWindow = 28 * day
	inferDays   = 4   // different days on which it happened
	inferStart  = 0.5 // confidence then; it rises with further days
)

// Evidence is one day's behaviour towards a field.
type Evidence struct {
	Day      string
	At       time.Time
	Supports bool
	From     []memory.Provenance
	Records  []string
}

// Move returns a field's confidence after one day of evidence.
func Move(confidence float64, supports bool) float64 {
	if supports {
		return max(confidence, min(supportMost, confidence+(1-confidence)*supportGain))
	}
	return max(min(confidence, contradictMin), confidence*contradictLoss)
}

// field reports whether a fact is a field of the user's profile, which moves with
// what he does.
func field(r *memory.Record) bool {
	if r.Layer != memory.Semantic || r.Subject != "user" || r.Object == "" || r.Predicate == memory.PredicateStatement || memory.HasTag(*r, memory.TagReflection) || memory.HasTag(*r, TagSilenced) {
		return false
	}
	switch r.Status {
	case memory.Current, memory.Observed, memory.Pending:
	default:
		return false
	}
	switch r.Kind {
	case memory.KindPreference, memory.KindState, memory.KindIdentity, memory.KindRelation:
		return true
	}
	return false
}

// behaviour gathers, day by day, what the user's own episodes of later days than
// after ("2026-03-01"; empty: of any) say of a field. Words of the very message that taught it are no new evidence. rivals
// are the objects that stand against the field's: to do one is not to do the
// other.
func behaviour(r *memory.Record, rivals []string, episodes []episode, after string, now time.Time) []Evidence {
	byDay := map[string]*Evidence{}
	mine, others := readThing(r.AsLearnt().Object), make([]thing, len(rivals))
	for i, rival := range rivals {
		others[i] = readThing(rival)
	}
	for i := range episodes {
		e := &episodes[i]
		key := e.Created.UTC().Format(time.DateOnly)
		if key <= after || e.Created.Before(r.Created) || now.Sub(e.Created) > moveReach || taught(r, e.Record) {
			continue
		}
		supports, speaks := stance(r, mine, others, e)
		if !speaks {
			continue
		}
		v := byDay[key]
		if v == nil {
			v = &Evidence{Day: key, Supports: true}
			byDay[key] = v
		}
		v.At = later(v.At, e.Created)
		v.Supports = v.Supports && supports // a day with both does not make it surer
		v.Records = append(v.Records, e.ID)
		if supports {
			v.From = append(v.From, e.Sources...)
		}
	}
	out := make([]Evidence, 0, len(byDay))
	for _, v := range byDay {
		out = append(out, *v)
	}
	slices.SortFunc(out, func(a, b Evidence) int { return cmp.Compare(a.Day, b.Day) })
	return out
}

// deed reports whether a field is kept by doing something, and not by being so.
func deed(r *memory.Record) bool {
	switch r.Predicate {
	case "habit", "schedule", "uses", "takes", "learning":
		return true
	}
	return r.Kind == memory.KindPreference
}

// stance says whether an episode speaks of a field, and for it or against it.
func stance(r *memory.Record, mine thing, rivals []thing, e *episode) (supports, speaks bool) {
	negative := r.Predicate == "dislikes" || r.Predicate == "avoids" || r.Predicate == "rejects"
	if e.about(mine) {
		part := e.where(mine)
		denied := ends(part, mine)
		if deed(r) { // of what one does, not to have done it says enough
			denied = denied || denies(part) || e.Event.Type == memory.EventCancelled || strings.Contains(" "+part, " no "+mine.folded)
		}
		return denied == negative, true
	}
	for _, rival := range rivals {
		if !negative && e.about(rival) && !denies(e.where(rival)) {
			return false, true
		}
	}
	return false, false
}

// taught reports whether a field was learnt from the episode's message, or counted
// it already.
func taught(r, e *memory.Record) bool {
	for _, s := range e.Sources {
		if s.MessageID != "" && slices.ContainsFunc(r.Sources, func(o memory.Provenance) bool { return o.MessageID == s.MessageID && o.SessionID == s.SessionID }) {
			return true
		}
	}
	return false
}

// rivals are the objects of other fields that cannot hold beside this one.
func (p *pass) rivals(r *memory.Record, catalogue memory.Catalogue) []string {
	rule, known := catalogue.Find(r.Predicate)
	if !known || rule.Many {
		return nil
	}
	var out []string
	for i := range p.records {
		o := &p.records[i]
		if o.ID != r.ID && field(o) && o.Predicate == r.Predicate && memory.Fold(o.Constraint.Context) == memory.Fold(r.Constraint.Context) && !memory.SameObject(o.Object, r.Object) {
			out = append(out, o.Object)
		}
	}
	return out
}

// profile moves the confidence of what is known of a user, and infers what he does
// again and again without saying so.
func (p *pass) profile() ([]byte, error) {
	if p.owner.Level != memory.LevelUser {
		return nil, nil
	}
	catalogue := p.catalogue()
	var episodes []episode
	for i := range p.records {
		if r := &p.records[i]; told(r) && p.now.Sub(r.Created) <= moveReach {
			episodes = append(episodes, readEpisode(*r))
		}
	}
	for _, id := range p.ids() {
		r := *p.get(id)
		if !field(&r) {
			continue
		}
		p.breathe()
		if err := p.moveField(r, p.rivals(&r, catalogue), episodes); err != nil {
			return nil, err
		}
	}
	p.infer(episodes)
	return nil, nil
}

// moveField takes up the evidence of the days after the last one that moved the
// field. That is read from its history, so that no day counts twice, whatever
// happened in between.
func (p *pass) moveField(r memory.Record, rivals []string, episodes []episode) error {
	evidence := behaviour(&r, rivals, episodes, "", p.now)
	if len(evidence) > 0 {
		last, err := p.lastMove(r.ID)
		if err != nil {
			return err
		}
		evidence = behaviour(&r, rivals, episodes, last, p.now)
	}
	var u unit
	for _, v := range evidence {
		reason := "contradicted"
		if v.Supports {
			reason = "supported"
			r.Count++
			r.LastUsed = later(r.LastUsed, v.At)
			r.Sources = union(r.Sources, v.From)
		}
		r.Confidence = Move(r.Confidence, v.Supports)
		r.Updated = p.now
		p.change(&u, p.settle(r), "move", fmt.Sprintf("%s by %d on %s", reason, len(v.Records), v.Day))
		r = *p.get(r.ID)
	}
	if len(evidence) == 0 {
		next := p.settle(r)
		if next.Status == r.Status && memory.HasTag(next, memory.TagActs) == memory.HasTag(r, memory.TagActs) {
			return nil
		}
		p.change(&u, next, "move", "threshold")
	}
	// The states between the first and the last are steps of the history only.
	u.put = u.put[len(u.put)-1:]
	u.deeds = u.deeds[len(u.deeds)-1:]
	p.units = append(p.units, u)
	return nil
}

// settle gives a field what its confidence lets it do: above the threshold it
// acts, and what was only inferred asks for its confirmation.
func (p *pass) settle(r memory.Record) memory.Record {
	sure := r.Confidence > p.k.opts.Inferred
	if sure && r.Status == memory.Current {
		r.Tags = withTag(r.Tags, memory.TagActs)
	} else {
		r.Tags = without(r.Tags, memory.TagActs)
	}
	if r.Source == memory.AIInference && r.Status == memory.Observed && sure {
		if p.confirmations() == "off" {
			r.Status, r.Tags = memory.Current, withTag(r.Tags, memory.TagActs)
		} else {
			r.Status = memory.Pending
		}
	}
	if memory.HasTag(r, TagInferred) && r.Status == memory.Pending && r.Confidence < inferStart {
		r.Status = memory.Observed // what he does by now answers the question
	}
	return r
}

func (p *pass) confirmations() string {
	if p.settings.Confirmations != "" {
		return p.settings.Confirmations
	}
	return p.tenant.Confirmations
}

// lastMove is the last day that moved a field: it stands in the reason.
func (p *pass) lastMove(id string) (string, error) {
	history, err := p.k.parts.Truth.History(p.ctx, p.owner, id)
	if err != nil {
		return "", fmt.Errorf("read history: %w", err)
	}
	last := ""
	for _, h := range history {
		if h.By != "upkeep" || h.Op != "move" && h.Op != "infer" {
			continue
		}
		if _, day, ok := strings.Cut(h.Reason, " on "); ok && day <= p.now.UTC().Format(time.DateOnly) { // or its clock was wrong
			last = max(last, day)
		}
	}
	return last, nil
}

// infer adds what the user does on several days without having said that he does
// it. It waits in the pool until it is sure enough to be asked about.
func (p *pass) infer(episodes []episode) {
	type act struct {
		name string
		days map[string]bool
		from []*memory.Record
	}
	acts := map[string]*act{}
	var order []string
	for i := range episodes {
		e := episodes[i].Record
		if p.now.Sub(e.Created) > inferWindow || episodes[i].denies {
			continue
		}
		p.breathe()
		things := thingsOf(e)
		for _, thing := range things {
			key := memory.Fold(strings.TrimSpace(thing))
			if key == "" {
				continue
			}
			a := acts[key]
			if a == nil {
				a = &act{name: thing, days: map[string]bool{}}
				acts[key] = a
				order = append(order, key)
			}
			a.days[e.Created.UTC().Format(time.DateOnly)] = true
			a.from = append(a.from, e)
		}
	}
	for _, key := range order {
		a := acts[key]
		if len(a.days) < inferDays || p.knows(a.name) {
			continue
		}
		r := memory.Record{
			ID: memory.NewID(p.now), Owner: p.owner, Layer: memory.Semantic, Kind: memory.KindState, Subject: "user", Predicate: "habit", Object: a.name,
			Text: words(memory.Han(a.name), "often: "+a.name, "经常："+a.name), Confidence: inferredFrom(len(a.days)), Source: memory.AIInference, Status: memory.Observed,
			Count: len(a.days), Tags: []string{TagInferred}, Created: p.now, Updated: p.now, LastUsed: p.now,
		}
		for _, e := range a.from {
			r.DependsOn = append(r.DependsOn, e.ID)
			r.Sources = union(r.Sources, e.Sources)
		}
		r.Constraint.ValidUntil = p.bounds().ValidUntil(r, p.now)
		p.alter(p.settle(r), "infer", fmt.Sprintf("repeated by %d on %s", len(a.days), slices.Max(slices.Collect(maps.Keys(a.days)))))
	}
}

// inferredFrom is how sure a habit is that was seen on so many days.
func inferredFrom(days int) float64 {
	sure := inferStart
	for range days - inferDays {
		sure = Move(sure, true)
	}
	return sure
}

// thingsOf are the things that an episode tells its user did something with.
func thingsOf(e *memory.Record) []string {
	said := e.AsLearnt() // a conclusion speaks as its evidence does
	e = &said
	switch {
	case e.Event.Type != memory.EventExperience && e.Event.Type != memory.EventRequest && e.Event.Type != memory.EventMessage:
		return nil
	case e.Event.Type != memory.EventMessage && len(e.Event.Entities) > 0:
		return e.Event.Entities
	case e.Event.Type != memory.EventMessage && e.Object != "":
		return []string{e.Object}
	}
	if thing := acted(e.Text); thing != "" {
		return []string{thing}
	}
	return nil
}

// knows reports whether something is known, or was refused, about a thing already.
func (p *pass) knows(thing string) bool {
	return slices.ContainsFunc(p.records, func(r memory.Record) bool {
		return r.Layer == memory.Semantic && r.Subject == "user" && r.Predicate != memory.PredicateStatement && !memory.HasTag(r, memory.TagReflection) && (memory.SameObject(r.Object, thing) || memory.Covers(r.Object, thing))
	})
}
