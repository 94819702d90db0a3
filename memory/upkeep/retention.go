package upkeep

import (
	"slices"
	"time"

	"mneme/memory"
)

// retention lets episodes go whose time is over, counted from their arrival. What
// is worth keeping is in a summary before: it takes over where its members come
// from, so that forgetting a message finds it still.
func (p *pass) retention() ([]byte, error) {
	keep := p.tenant.Retention
	if own := p.settings.Retention; own > 0 && (keep <= 0 || own < keep) {
		keep = own
	}
	if keep <= 0 {
		return nil, nil
	}
	aged, err := p.aged(p.now.Add(-keep))
	if err != nil || len(aged) == 0 {
		return nil, err
	}
	p.heal()
	var loose, single []*memory.Record
	for _, id := range aged {
		r := p.get(id)
		if r == nil || r.ReplacedBy != "" {
			continue
		}
		// What went to the archive ends in a summary too, which stays there.
		if open := *r; open.Status == memory.Archived || mergeable(r) {
			open.Status = memory.Current
			if mergeable(&open) {
				loose = append(loose, r)
			}
		}
	}
	groups := groups(loose, 2, nil, p.breathe)
	in := map[string]bool{}
	for _, g := range groups {
		for _, r := range g {
			in[r.ID] = true
		}
	}
	for _, r := range loose {
		if !in[r.ID] && worthKeeping(r) {
			single = append(single, r)
		}
	}
	groups = slices.DeleteFunc(groups, func(g []*memory.Record) bool { return !slices.ContainsFunc(g, worthKeeping) })
	for _, r := range single {
		groups = append(groups, []*memory.Record{r})
	}
	if err := p.mergeGroups(groups, "retention"); err != nil {
		return nil, err
	}
	p.letGo(aged)
	return nil, nil
}

// aged lists the episodes that arrived before a time and are no conclusions.
func (p *pass) aged(before time.Time) ([]string, error) {
	const page = 500
	var out []string
	after := ""
	for {
		ids, err := p.k.parts.Truth.ArrivedBefore(p.ctx, p.owner, memory.Episodic, before, after, page)
		if err != nil {
			return nil, err
		}
		for _, id := range ids {
			if r := p.get(id); r != nil && !memory.HasTag(*r, TagSummary) && !memory.HasTag(*r, memory.TagReflection) {
				out = append(out, id)
			}
		}
		if len(ids) < page {
			return out, nil
		}
		after = ids[len(ids)-1]
	}
}

// worthKeeping reports whether an episode is worth a line beyond its retention: it
// changed something, it ended somehow, or it came up more than once.
func worthKeeping(r *memory.Record) bool {
	if r.Count >= 2 || r.Event.Result != "" && r.Event.Result != memory.ResultOpen {
		return true
	}
	switch r.Event.Type {
	case memory.EventComplaint, memory.EventChange, memory.EventDecision, memory.EventCommitment, memory.EventCancelled, memory.EventExperience:
		return true
	}
	return false
}

// letGo discards episodes, after their summaries took over their sources.
func (p *pass) letGo(ids []string) {
	bySummary := map[string][]string{}
	var order []string
	for _, id := range ids {
		r := p.get(id)
		if r == nil {
			continue
		}
		into := ""
		if s := p.get(r.ReplacedBy); s != nil && memory.HasTag(*s, TagSummary) {
			into = s.ID
		}
		if len(bySummary[into]) == 0 {
			order = append(order, into)
		}
		bySummary[into] = append(bySummary[into], id)
	}
	for _, into := range order {
		members := bySummary[into]
		if into != "" {
			var u unit
			s := *p.get(into)
			for _, id := range members {
				m := p.get(id)
				s.Sources = union(s.Sources, sourcesOf(m))
			}
			s.DependsOn = slices.DeleteFunc(slices.Clone(s.DependsOn), func(id string) bool { return slices.Contains(members, id) })
			p.change(&u, s, "inherit", "retention")
			for _, id := range members {
				p.discard(&u, id, "retention")
			}
			p.units = append(p.units, u)
			continue
		}
		for part := range slices.Chunk(members, max(p.k.opts.Batch, 1)) {
			var u unit
			for _, id := range part {
				p.discard(&u, id, "retention")
			}
			p.units = append(p.units, u)
		}
	}
}

// sourcesOf are where an episode comes from, with the words that a summary needs
// when it must be told again: as many as it counts. What else was said of the same
// event, a verdict or its second sentence, is a place and no further event.
func sourcesOf(r *memory.Record) []memory.Provenance {
	if len(r.Sources) == 0 {
		return []memory.Provenance{{SessionID: r.SessionID, Quote: gist(r.Text, gistWidth), At: time.Unix(0, whenOf(r)).UTC()}}
	}
	out := slices.Clone(r.Sources)
	for i := range out {
		if out[i].At.IsZero() {
			out[i].At = r.Created
		}
		switch {
		case i >= max(r.Count, 1):
			out[i].Quote = ""
		case out[i].Quote == "":
			out[i].Quote = gist(r.Text, gistWidth)
		default:
			out[i].Quote = gist(out[i].Quote, gistWidth)
		}
	}
	return out
}
