package upkeep

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"mneme/memory"
	"mneme/memory/llm"
)

// The kinds of conclusions.
const (
	ReflectFocus    = "focus"    // what the owner is occupied with
	ReflectPriority = "priority" // what comes first now
	ReflectWorked   = "worked"
	ReflectRefused  = "refused"
)

// KindReflection is the kind of a conclusion.
const KindReflection = "reflection"

const (
	reflectionWeight = 0.9
	reflectionLife   = 45 * day // without being drawn again
	reflectionItems  = 4
	focusWindow      = 30 * day
	focusLeast       = 3
	pastWindow       = 180 * day
	itemWidth        = 80
)

// Conclusion is what a reflection will say.
type Conclusion struct {
	Kind       string
	Text       string
	Evidence   []string
	Confidence float64
}

// Conclude draws the conclusions that need no model, each from records that are
// there. The order of the records makes no difference.
func Conclude(records []memory.Record, now time.Time) []Conclusion {
	return conclude(records, now, func() {})
}

// conclude calls breathe within its work.
func conclude(records []memory.Record, now time.Time, breathe func()) []Conclusion {
	var believed []*memory.Record
	for i := range records {
		r := &records[i]
		if (r.Status == memory.Current || r.Status == memory.Archived && memory.HasTag(*r, TagAway)) && !memory.HasTag(*r, memory.TagReflection) &&
			!memory.HasTag(*r, memory.TagTTL) && r.Text != "" {
			believed = append(believed, r)
		}
	}
	slices.SortFunc(believed, func(a, b *memory.Record) int {
		return cmp.Or(cmp.Compare(whenOf(b), whenOf(a)), strings.Compare(a.ID, b.ID)) // newest first
	})
	zh := language(believed) == "zh"
	breathe()
	byID := make(map[string]*memory.Record, len(records))
	for i := range records {
		byID[records[i].ID] = &records[i]
	}
	var out []Conclusion
	focus := func(records []*memory.Record, now time.Time, zh bool) (Conclusion, bool) {
		return concludeFocus(records, byID, now, zh, breathe)
	}
	for _, draw := range []func([]*memory.Record, time.Time, bool) (Conclusion, bool){focus, concludePriority, concludeWorked, concludeRefused} {
		if c, ok := draw(believed, now, zh); ok {
			out = append(out, c)
		}
	}
	return out
}

// topic is something that several records are about.
type topic struct {
	name  string
	times int
	ids   []string
}

func concludeFocus(records []*memory.Record, byID map[string]*memory.Record, now time.Time, zh bool, breathe func()) (Conclusion, bool) {
	byName := map[string]*topic{}
	var order []*topic
	note := func(name string, r *memory.Record) {
		key := memory.Fold(strings.TrimSpace(name))
		if key == "" || key == "user" {
			return
		}
		t := byName[key]
		if t == nil {
			t = &topic{name: name}
			byName[key] = t
			order = append(order, t)
		}
		t.times += lately(r, byID, now)
		t.ids = append(t.ids, r.ID)
	}
	var plain []*memory.Record
	for _, r := range records {
		if now.UnixNano()-whenOf(r) > int64(focusWindow) || !told(r) && !(r.Layer == memory.Episodic && memory.HasTag(*r, TagSummary) && r.Source != memory.AIInference) {
			continue
		}
		switch {
		case r.Project != "":
			note(r.Project, r)
		case len(r.Event.Entities) > 0:
			for _, e := range r.Event.Entities[:min(2, len(r.Event.Entities))] {
				note(e, r)
			}
		case r.Object != "":
			note(r.AsLearnt().Object, r)
		default:
			plain = append(plain, r)
		}
	}
	found := groups(plain, focusLeast, nil, breathe)
	for _, r := range plain { // a summary that nothing joins is several events already
		if memory.HasTag(*r, TagSummary) && !slices.ContainsFunc(found, func(g []*memory.Record) bool { return slices.Contains(g, r) }) {
			found = append(found, []*memory.Record{r})
		}
	}
	for _, g := range found {
		name := gist(toldOf(g[len(g)-1]), itemWidth)
		for _, r := range g { // a thing told of for long is in several groups
			note(name, r)
		}
	}
	order = slices.DeleteFunc(order, func(t *topic) bool { return t.times < focusLeast })
	if len(order) == 0 {
		order = recurring(plain, focusLeast)
	}
	slices.SortStableFunc(order, func(a, b *topic) int { return cmp.Compare(b.times, a.times) })
	order = order[:min(len(order), 3)]
	if len(order) == 0 {
		return Conclusion{}, false
	}
	c := Conclusion{Kind: ReflectFocus}
	var items []string
	for _, t := range order {
		items = append(items, t.name+words(zh, fmt.Sprintf(" (%d times)", t.times), fmt.Sprintf("（%d次）", t.times)))
		c.Evidence = append(c.Evidence, t.ids...)
	}
	return c.say(zh, "Lately occupied with: ", "近来关注：", items), true
}

// lately counts the events of the focus window that a record tells of.
func lately(r *memory.Record, byID map[string]*memory.Record, now time.Time) (n int) {
	if !memory.HasTag(*r, TagSummary) {
		return max(r.Count, 1)
	}
	for _, id := range r.DependsOn {
		if m := byID[id]; m != nil && now.UnixNano()-whenOf(m) <= int64(focusWindow) {
			n += max(m.Count, 1)
		}
	}
	for _, s := range r.Sources {
		if s.Quote != "" && now.Sub(s.At) <= focusWindow {
			n++
		}
	}
	return n
}

func concludePriority(records []*memory.Record, now time.Time, zh bool) (Conclusion, bool) {
	var due, open []*memory.Record
	for _, r := range records {
		switch {
		case r.Layer == memory.Semantic && (r.Kind == memory.KindPlan || r.Predicate == "deadline") && !r.Constraint.ValidUntil.IsZero() &&
			r.Constraint.ValidUntil.After(now) && r.Constraint.ValidUntil.Sub(now) < 60*day:
			due = append(due, r)
		case r.Layer == memory.Semantic && (r.Predicate == "goal" || r.Kind == memory.KindTask || r.Kind == memory.KindNeed) && now.UnixNano()-whenOf(r) < int64(60*day):
			open = append(open, r)
		case r.Layer == memory.Episodic && r.Event.Type == memory.EventCommitment && resultOf(r) == "" && now.UnixNano()-whenOf(r) < int64(30*day):
			open = append(open, r)
		}
	}
	slices.SortStableFunc(due, func(a, b *memory.Record) int {
		return a.Constraint.ValidUntil.Compare(b.Constraint.ValidUntil)
	})
	all := append(due, open...)
	all = all[:min(len(all), 2)]
	if len(all) == 0 {
		return Conclusion{}, false
	}
	return items(ReflectPriority, all).say(zh, "Current priority: ", "当前重点：", gists(all)), true
}

func concludeWorked(records []*memory.Record, now time.Time, zh bool) (Conclusion, bool) {
	found := ended(records, now, memory.ResultWorked, memory.ResultKept)
	if len(found) == 0 {
		return Conclusion{}, false
	}
	return items(ReflectWorked, found).say(zh, "Worked before: ", "以前有效：", gists(found)), true
}

func concludeRefused(records []*memory.Record, now time.Time, zh bool) (Conclusion, bool) {
	found := ended(records, now, memory.ResultRefused, memory.ResultFailed)
	for _, r := range records {
		if r.Layer == memory.Semantic && r.Predicate == "rejects" && !limits(r) && len(found) < reflectionItems {
			found = append(found, r)
		}
	}
	if len(found) == 0 {
		return Conclusion{}, false
	}
	return items(ReflectRefused, found).say(zh, "Turned down or did not help: ", "拒绝过或无效：", gists(found)), true
}

// limits reports whether a refusal tells what somebody can or will not eat, drink or bear: a limit
// of his own, and no proposal that he turned down.
func limits(r *memory.Record) bool {
	text := memory.Fold(toldOf(r))
	for _, sign := range []string{"吃", "喝", "抽烟", "沾", "碰", "过敏", "忌口", "受不了"} {
		if strings.Contains(text, sign) {
			return true
		}
	}
	return slices.ContainsFunc(strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) }), func(w string) bool {
		switch w {
		case "eat", "eats", "eating", "drink", "drinks", "drinking", "smoke", "smokes", "smoking", "digest", "tolerate", "allergic", "allergy":
			return true
		}
		return false
	})
}

// ended are the newest events that ended in one of some ways.
func ended(records []*memory.Record, now time.Time, results ...string) []*memory.Record {
	var out []*memory.Record
	for _, r := range records {
		if r.Layer == memory.Episodic && slices.Contains(results, r.Event.Result) && now.UnixNano()-whenOf(r) < int64(pastWindow) && len(out) < reflectionItems {
			out = append(out, r)
		}
	}
	return out
}

func items(kind string, records []*memory.Record) Conclusion {
	c := Conclusion{Kind: kind}
	for _, r := range records {
		c.Evidence = append(c.Evidence, r.ID)
	}
	return c
}

func gists(records []*memory.Record) []string {
	var out []string
	for _, r := range records {
		if g := gist(toldOf(r), itemWidth); !slices.Contains(out, g) {
			out = append(out, g)
		}
	}
	return out
}

// say finishes a conclusion: the more it rests on, the surer it is.
func (c Conclusion) say(zh bool, en, chinese string, items []string) Conclusion {
	c.Text = words(zh, en, chinese) + strings.Join(items, words(zh, "; ", "；"))
	slices.Sort(c.Evidence)
	c.Evidence = slices.Compact(c.Evidence)
	c.Confidence = 1 - 0.4/float64(1+len(c.Evidence))
	return c
}

// reflect draws the conclusions and writes those that changed; one whose evidence
// is gone is over.
func (p *pass) reflect() ([]byte, error) {
	if p.away() { // what was concluded waits for him as the rest does
		return nil, nil
	}
	conclusions := conclude(p.heard(), p.now, p.breathe)
	if p.k.parts.Thinker != nil && !p.ruled {
		thought, err := p.think()
		if err != nil {
			return nil, err
		}
		conclusions = prefer(thought, conclusions)
	}
	drawn := map[string]bool{}
	for _, c := range conclusions {
		drawn[c.Kind] = true
		old := p.reflection(c.Kind)
		next := reflectionRecord(old, c, p.now)
		next.Owner = p.owner
		if old.ID == "" {
			next.ID = memory.NewID(p.now)
		} else if old.Status == memory.Current && !old.Review && old.Text == next.Text && slices.Equal(old.DependsOn, next.DependsOn) && old.Constraint.ValidUntil.Sub(p.now) > 15*day {
			continue
		}
		p.alter(next, "reflect", c.Kind)
	}
	for _, id := range p.ids() {
		r := *p.get(id)
		if memory.HasTag(r, memory.TagReflection) && r.Status == memory.Current && !drawn[r.Predicate] {
			r.Status, r.Ended, r.Text, r.Object, r.DependsOn = memory.Expired, p.now, "", "", nil
			p.alter(r, "expire", "no-evidence")
		}
	}
	return nil, nil
}

// heard are the records of no dropped topic: what was told of one since it was
// dropped is not marked yet, and what was marked may be taken up again.
func (p *pass) heard() []memory.Record {
	dropped := readTopics(p.settings.Silenced)
	out := make([]memory.Record, 0, len(p.records))
	for i := range p.records {
		p.breathe()
		if r := &p.records[i]; !silenced(r, dropped) {
			out = append(out, *r)
		}
	}
	return out
}

// reflection is the record of a kind of conclusion; without an id when there is none.
func (p *pass) reflection(kind string) memory.Record {
	for i := range p.records {
		if r := &p.records[i]; memory.HasTag(*r, memory.TagReflection) && r.Predicate == kind {
			return *r
		}
	}
	return memory.Record{}
}

// reflectionRecord is the new state of a conclusion's record.
func reflectionRecord(old memory.Record, c Conclusion, now time.Time) memory.Record {
	r := old
	r.Layer, r.Kind, r.Subject, r.Predicate = memory.Semantic, KindReflection, "user", c.Kind
	r.Text, r.Object, r.DependsOn = c.Text, "", c.Evidence
	r.Confidence, r.Weight, r.Source = c.Confidence, reflectionWeight, memory.AIInference
	r.Status, r.Ended, r.Review, r.Count = memory.Current, time.Time{}, false, 1
	r.Tags = withTag(without(r.Tags, TagAway), memory.TagReflection)
	r.Constraint = memory.Constraint{ValidUntil: now.Add(reflectionLife)}
	r.Cost = memory.Cost{}
	if r.Created.IsZero() {
		r.Created = now
	}
	r.Updated, r.LastUsed = now, now
	return r
}

// thoughtMost bounds the records a model is shown.
const thoughtMost = 120

// think asks the model for conclusions from what is new. Where it fails there are
// those of the rules.
func (p *pass) think() ([]llm.Reflection, error) {
	var shown []*memory.Record
	heard := p.heard()
	for i := range heard {
		r := &heard[i]
		if r.Status == memory.Current && r.Layer != memory.Procedural && !memory.HasTag(*r, memory.TagReflection) && !memory.HasTag(*r, memory.TagTTL) &&
			r.Source != memory.AIInference && p.now.UnixNano()-whenOf(r) < int64(2*focusWindow) {
			shown = append(shown, r)
		}
	}
	slices.SortStableFunc(shown, func(a, b *memory.Record) int { return cmp.Compare(whenOf(b), whenOf(a)) })
	shown = shown[:min(len(shown), thoughtMost)]
	if len(shown) < focusLeast {
		return nil, nil
	}
	records := make([]memory.Record, len(shown))
	for i, r := range shown {
		records[i] = *r
	}
	if !p.thought {
		thoughts, err := p.k.parts.Thinker.Reflect(p.ctx, p.owner, records, language(shown))
		if err != nil {
			p.k.parts.Log.Warn("the model could not reflect", "records", len(records), "error", err)
			return nil, p.ctx.Err()
		}
		p.thoughts, p.thought = thoughts, true
	}
	// Evidence may have gone while the model thought.
	return slices.DeleteFunc(slices.Clone(p.thoughts), func(t llm.Reflection) bool {
		return len(t.Evidence) == 0 || slices.ContainsFunc(t.Evidence, func(id string) bool {
			return !slices.ContainsFunc(records, func(r memory.Record) bool { return r.ID == id })
		})
	}), nil
}

// prefer lets the model's conclusions take the place of the rules' of the same
// kind; several of one kind become one.
func prefer(thought []llm.Reflection, ruled []Conclusion) []Conclusion {
	byKind := map[string]*Conclusion{}
	var out []Conclusion
	for _, t := range thought {
		if c := byKind[t.Kind]; c != nil {
			c.Text += "; " + t.Text
			c.Evidence = append(c.Evidence, t.Evidence...)
			c.Confidence = min(c.Confidence, t.Confidence)
			continue
		}
		byKind[t.Kind] = &Conclusion{Kind: t.Kind, Text: t.Text, Evidence: slices.Clone(t.Evidence), Confidence: t.Confidence}
	}
	for _, kind := range []string{ReflectFocus, ReflectPriority, ReflectWorked, ReflectRefused} {
		if c := byKind[kind]; c != nil {
			slices.Sort(c.Evidence)
			c.Evidence = slices.Compact(c.Evidence)
			out = append(out, *c)
			continue
		}
		for _, c := range ruled {
			if c.Kind == kind {
				out = append(out, c)
			}
		}
	}
	return out
}

// unsettled reports that conclusions are due before their day: so much was said, or
// what one of them rests on is believed no more.
func (p *pass) unsettled() bool {
	return !p.away() && (p.talkative() || slices.ContainsFunc(p.records, func(r memory.Record) bool {
		return isReflection(r) && r.Status == memory.Current && (r.Review || slices.ContainsFunc(r.DependsOn, func(id string) bool {
			e := p.get(id)
			return e == nil || e.Status != memory.Current && e.Status != memory.Archived
		}))
	}))
}

// talkative reports that so much was said since the last conclusions that they are
// due before their day.
func (p *pass) talkative() bool {
	last := p.chores["reflect"]
	if last.Revision == p.revision {
		return false
	}
	fresh := 0
	for i := range p.records {
		if r := &p.records[i]; r.Layer == memory.Episodic && r.Created.After(last.Done) {
			fresh++
		}
	}
	return fresh >= p.k.opts.Turns
}
