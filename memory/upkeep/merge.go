package upkeep

import (
	"slices"

	"mneme/memory"
)

const (
	settled    = 7 * day // younger events are still going on
	mergeLeast = 3
	tellFrom   = 5 // members from which a model is asked to tell them
	tellWords  = 40
)

// merge puts similar events that are over into summaries.
func (p *pass) merge() ([]byte, error) {
	p.heal()
	var candidates []*memory.Record
	for i := range p.records {
		if r := &p.records[i]; mergeable(r) && p.now.UnixNano()-whenOf(r) >= int64(settled) {
			candidates = append(candidates, r)
		}
	}
	return nil, p.mergeGroups(groups(candidates, mergeLeast, p.living, p.breathe), "similar")
}

// mergeable reports whether an event may become part of a summary: it is over and
// nothing says that it must not be kept.
func mergeable(r *memory.Record) bool {
	return r.Layer == memory.Episodic && r.Status == memory.Current && !memory.Open(r) && r.Text != "" &&
		!memory.HasTag(*r, memory.TagTTL) && !memory.HasTag(*r, memory.TagReflection) && !memory.HasTag(*r, TagSilenced)
}

// mergeGroups plans a summary for each group. A summary that is in a group takes
// the others up; of several the oldest does and the rest become its members.
func (p *pass) mergeGroups(groups [][]*memory.Record, reason string) error {
	plans := make([][]memory.Record, len(groups))
	for i, g := range groups { // copies: a change may move the records
		for _, r := range g {
			plans[i] = append(plans[i], *r)
		}
	}
	for _, group := range plans {
		if err := p.mergeGroup(group, reason); err != nil {
			return err
		}
	}
	return nil
}

func (p *pass) mergeGroup(group []memory.Record, reason string) error {
	into := memory.Record{Owner: p.owner}
	at := slices.IndexFunc(group, func(r memory.Record) bool { return memory.HasTag(r, TagSummary) })
	var members []*memory.Record
	fresh := group
	if at >= 0 {
		into = group[at]
		members = p.living(&into)
		fresh = slices.Delete(slices.Clone(group), at, at+1)
	} else {
		into.ID = memory.NewID(p.now)
	}
	var u unit
	for i := range fresh {
		r := &fresh[i]
		if memory.HasTag(*r, TagSummary) { // its members become those of the other one
			members = append(members, p.living(r)...)
			into.Sources = union(into.Sources, r.Sources)
			continue
		}
		members = append(members, r)
	}
	told, err := p.tell(members)
	if err != nil {
		return err
	}
	summary, ok := summarise(into, members, told, p.now)
	if !ok {
		return nil
	}
	asleep := func(r memory.Record) bool { return r.Status == memory.Archived }
	if !slices.ContainsFunc(group, func(r memory.Record) bool { return !asleep(r) }) {
		summary.Status, summary.Tags = memory.Archived, withAway(summary.Tags, group)
	}
	p.change(&u, summary, "summarise", reason)
	for _, m := range members {
		if m.ReplacedBy == summary.ID {
			continue
		}
		n := *m
		n.Status, n.ReplacedBy, n.Updated = memory.Archived, summary.ID, p.now
		p.change(&u, n, "merge", reason)
	}
	for i := range fresh {
		if memory.HasTag(fresh[i], TagSummary) {
			p.discard(&u, fresh[i].ID, "joined")
		}
	}
	p.units = append(p.units, u)
	return nil
}

// living are the members of a summary that are still there, oldest first.
func (p *pass) living(summary *memory.Record) []*memory.Record {
	var out []*memory.Record
	for _, id := range summary.DependsOn {
		if r := p.get(id); r != nil {
			one := *r
			out = append(out, &one)
		}
	}
	return out
}

// tell has the model say what many events come to, where there is one. What it
// says is used only while its words are those of the events.
func (p *pass) tell(members []*memory.Record) (string, error) {
	if p.k.parts.Thinker == nil || len(members) < tellFrom {
		return "", nil
	}
	texts := make([]string, len(members))
	var all string
	for i, r := range members {
		texts[i] = r.Text
		all += r.Text + "\n"
	}
	if told, known := p.answers[all]; known {
		return told, nil
	}
	told, err := p.k.parts.Thinker.Summarise(p.ctx, p.owner, texts, tellWords, language(members))
	if err != nil { // without the model there is the rule
		p.k.parts.Log.Warn("the model could not summarise", "records", len(members), "error", err)
		return "", p.ctx.Err()
	}
	told = gist(told, 2*gistWidth)
	if !grounded(told, all) {
		told = ""
	}
	if p.answers == nil {
		p.answers = map[string]string{}
	}
	p.answers[all] = told
	return told, nil
}

// grounded reports whether every number of a text is in what it was made from,
// and most of its words.
func grounded(text, from string) bool {
	have := termsOf(from)
	known, all := 0, 0
	for _, t := range termsOf(text) {
		_, found := slices.BinarySearch(have, t)
		if !found && t.Kind() == memory.NumberTerm {
			return false
		}
		all++
		if found {
			known++
		}
	}
	return all > 0 && 2*known >= all
}

// heal gives members back whose summary is gone: a forget took it, and they were
// not what was forgotten.
func (p *pass) heal() {
	for _, id := range p.ids() {
		r := *p.get(id)
		if r.Layer != memory.Episodic || r.Status != memory.Archived || r.ReplacedBy == "" || p.get(r.ReplacedBy) != nil {
			continue
		}
		r.Status, r.ReplacedBy, r.Updated = memory.Current, "", p.now
		p.alter(r, "restore", "summary-gone")
	}
}

// withAway marks a summary of what was archived in its user's absence: it comes
// back with him.
func withAway(tags []string, members []memory.Record) []string {
	if slices.ContainsFunc(members, func(r memory.Record) bool { return memory.HasTag(r, TagAway) }) {
		return withTag(tags, TagAway)
	}
	return tags
}

// union joins sources, each once.
func union(a, b []memory.Provenance) []memory.Provenance {
	out := slices.Clone(a)
	for _, s := range b {
		known := slices.ContainsFunc(out, func(o memory.Provenance) bool {
			return o.SessionID == s.SessionID && o.MessageID == s.MessageID && o.Quote == s.Quote
		})
		if !known {
			out = append(out, s)
		}
	}
	return out
}
