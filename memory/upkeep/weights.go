package upkeep

import (
	"math"
	"slices"
	"time"

	"mneme/memory"
)

// The terms of a relation's weight.
const (
	weightBase  = 0.5  // of a sure fact that was heard once, today: neutral in ranking
	weightLeast = 0.01 // 0 would say that there is none yet
	weightStep  = 0.05 // a smaller move is not worth a line of history
)

// Tags of relations.
const (
	TagContradicted = "contradicted" // a vouched-for record says otherwise
	TagSilenced     = "silenced"     // its topic is dropped: it weighs nothing
)

// Check is what records that somebody vouches for say of a relation.
type Check int

// The outcomes of a cross-check.
const (
	Unchecked Check = iota
	Agrees
	Contradicts
)

// Weight returns the evolving weight of a relation: base x exp(-fade x days) x
// intensity x cross-check, 0.01..0.99. A prohibition that its user said or an
// official document holds weighs 0.99.
func Weight(r *memory.Record, check Check, last, now time.Time, fade float64) float64 {
	if memory.HasTag(*r, memory.TagReflection) {
		return reflectionWeight
	}
	if r.Kind == memory.KindProhibition && (r.Source == memory.UserDirect || r.Source == memory.OfficialDocument) && r.Confidence >= memory.SureConfidence {
		return memory.BanWeight
	}
	intensity := 1.0
	switch {
	case r.Count >= 3:
		intensity = 4.0
	case memory.HasTag(*r, memory.TagAsked):
		intensity = 2.5
	}
	days := max(0, now.Sub(last).Hours()/24)
	if r.Kind == memory.KindIdentity || r.Kind == memory.KindRelation {
		days = 0 // a name does not wear off because nobody says it
	}
	w := weightBase * r.Confidence * math.Exp(-fade*days) * intensity
	if check == Contradicts {
		w *= 0.3
	}
	return min(memory.BanWeight, max(weightLeast, math.Round(w*100)/100))
}

// CrossCheck looks among records for one that somebody vouches for and that
// speaks of the same relation.
func CrossCheck(r *memory.Record, records []memory.Record, catalogue memory.Catalogue) Check {
	p, known := catalogue.Find(r.Predicate)
	out := Unchecked
	for i := range records {
		o := &records[i]
		vouched := o.Source == memory.OfficialDocument || o.Source == memory.Verified || o.Source == memory.Tool
		if o.ID == r.ID || !vouched || o.Status != memory.Current || o.Layer != memory.Semantic ||
			o.Subject != r.Subject || o.Predicate != r.Predicate || memory.Fold(o.Constraint.Context) != memory.Fold(r.Constraint.Context) {
			continue
		}
		if memory.SameObject(o.Object, r.Object) {
			return Agrees
		}
		if known && !p.Many && o.Source.Authority() >= r.Source.Authority() {
			out = Contradicts
		}
	}
	return out
}

// weigh recomputes the weight of every relation.
func (p *pass) weigh() ([]byte, error) {
	catalogue, dropped := p.catalogue(), readTopics(p.settings.Silenced)
	vouched := slices.DeleteFunc(slices.Clone(p.records), func(r memory.Record) bool {
		return r.Source != memory.OfficialDocument && r.Source != memory.Verified && r.Source != memory.Tool
	})
	for _, id := range p.ids() {
		r := *p.get(id)
		silent := silenced(&r, dropped)
		if r.Status != memory.Current || r.Layer != memory.Semantic && !silent && !memory.HasTag(r, TagSilenced) {
			continue
		}
		before := sorted(r.Tags)
		if !p.used[id].IsZero() { // a question was about it
			r.Tags = withTag(r.Tags, memory.TagAsked)
		}
		check := CrossCheck(&r, vouched, catalogue)
		weight, reason := Weight(&r, check, p.lastUse(&r), p.now, p.bounds().WeightFade), "daily"
		tags := without(without(r.Tags, TagContradicted), TagSilenced)
		switch {
		case silent:
			weight, reason, tags = weightLeast, "silenced", append(tags, TagSilenced)
		case memory.HasTag(r, TagSilenced):
			reason = "heard-again"
			if r.Layer != memory.Semantic {
				weight = 0
			}
		case check == Contradicts:
			reason, tags = "contradicted", append(tags, TagContradicted)
		}
		same := slices.Equal(sorted(tags), before)
		if same && r.Weight > 0 && math.Abs(weight-r.Weight) < weightStep {
			continue
		}
		r.Weight, r.Tags = weight, tags
		p.alter(r, "weight", reason)
	}
	return nil, nil
}

func without(tags []string, tag string) []string {
	return slices.DeleteFunc(slices.Clone(tags), func(t string) bool { return t == tag })
}

func sorted(tags []string) []string {
	out := slices.Clone(tags)
	slices.Sort(out)
	return out
}
