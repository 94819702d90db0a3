package inject

import (
	"slices"
	"strings"

	"mneme/budget"
	"mneme/memory"
	"mneme/policy"
)

// mostProcedures is how many authored procedures one block may carry, so that rules do
// not crowd out what is known.
const mostProcedures = 3

// procedures returns the tenant's authored procedures that apply to a question, as hits on
// records of the tenant, the highest priority first. They come from the policy and not
// from the index, so that a rule holds as soon as it is loaded.
func (in *Injector) procedures(r *policy.Ruling, question string, lang language) []memory.Hit {
	if r.Settings == nil || len(r.Settings.Procedures) == 0 {
		return nil
	}
	turn := turnOf{folded: memory.Fold(question), mood: memory.Mood(question), means: in.means(question)}
	if in.parts.Intent != nil {
		turn.intent = in.parts.Intent(question)
	}
	var apply []*policy.Procedure
	for i := range r.Settings.Procedures {
		if p := &r.Settings.Procedures[i]; applies(p.When, turn) {
			apply = append(apply, p)
		}
	}
	slices.SortStableFunc(apply, func(a, b *policy.Procedure) int { return b.Priority - a.Priority })
	apply = agreeing(apply)
	apply = apply[:min(len(apply), mostProcedures)]
	hits := make([]memory.Hit, 0, len(apply))
	for _, p := range apply {
		text := ruleText(p, lang)
		cost := budget.Estimate(text)
		hits = append(hits, memory.Hit{Score: 1, Record: &memory.Record{
			ID: "policy:" + p.Name, Owner: memory.TenantOwner(r.Tenant, r.Realm), Layer: memory.Procedural, Kind: "procedure",
			Text: text, Status: memory.Current, Source: memory.OfficialDocument, Confidence: 1, Count: 1,
			Cost: memory.Cost{CL100K: cost, O200K: cost},
		}})
	}
	return hits
}

// agreeing leaves out rules that forbid what one of a higher priority asks for, or the other way
// about.
func agreeing(apply []*policy.Procedure) []*policy.Procedure {
	if len(apply) < 2 {
		return apply
	}
	kept := apply[:0]
	var rules []memory.Rule
	for _, p := range apply {
		rule := p.Rule()
		if slices.ContainsFunc(rules, func(r memory.Rule) bool { return r.Priority > rule.Priority && r.Clashes(&rule) == memory.Opposed }) {
			continue
		}
		kept, rules = append(kept, p), append(rules, rule)
	}
	return kept
}

// withRules puts rules before what was recalled.
func withRules(rules, hits []memory.Hit) []memory.Hit {
	if len(rules) == 0 {
		return hits
	}
	return append(rules, hits...)
}

// turnOf is what conditions look at.
type turnOf struct {
	folded, intent, mood string
	means                func(words string) bool // nil: by words alone
}

// applies reports whether a condition holds for a turn. "intent: complaint" and "sentiment:
// negative" (意图：, 情绪：) must all hold; of the other words, one that the turn speaks of is
// enough, or the mood that they name, or that it means the same. A condition that is not said
// always holds.
func applies(when string, turn turnOf) bool {
	var rest []string
	for _, clause := range strings.FieldsFunc(memory.Fold(strings.ReplaceAll(when, " and ", ",")), func(r rune) bool { return strings.ContainsRune(",;，；", r) }) {
		clause = strings.TrimSpace(clause)
		key, value, found := strings.Cut(strings.ReplaceAll(clause, "：", ":"), ":")
		value = strings.TrimSpace(value)
		switch key = strings.TrimSpace(key); {
		case found && (key == "intent" || key == "意图"):
			if value != turn.intent {
				return false
			}
		case found && (key == "sentiment" || key == "mood" || key == "情绪" || key == "情感"):
			if moodOf(value) != turn.mood {
				return false
			}
		case clause != "":
			rest = append(rest, clause)
		}
	}
	words := strings.Join(rest, ", ")
	if words == "" {
		return true
	}
	if mood := memory.Mood(words); mood != "" && mood == turn.mood {
		return true
	}
	return speaksOf(words, turn.folded) || turn.means != nil && turn.means(words)
}

// moodOf reads the name of a mood.
func moodOf(name string) string {
	switch name {
	case "positive", "正面", "积极":
		return memory.Positive
	case "negative", "负面", "消极":
		return memory.Negative
	case "neutral", "中性":
		return ""
	}
	return name
}

// speaksOf reports whether a question, which is folded, speaks of one of the words.
func speaksOf(when, question string) bool {
	found := false
	terms(memory.Fold(when), func(term string) bool {
		switch term {
		case "user", "users", "customer", "customers", "client", "asks", "asked", "wants", "someone",
			"用户", "客户", "要求", "询问", "想要", "需要", "户要", "户询", "户想":
			return true
		}
		if len(term) > 6 && term[0] < 0x80 {
			term = term[:len(term)-2] // refunds, refunding, refunded
		}
		found = strings.Contains(question, term)
		return !found
	})
	return found
}

// ruleText says a procedure in one line.
func ruleText(p *policy.Procedure, lang language) string {
	var b strings.Builder
	part := func(before, between string, list []string, after string) {
		if len(list) > 0 {
			b.WriteString(before)
			b.WriteString(strings.Join(list, between))
			b.WriteString(after)
		}
	}
	if lang == chinese {
		part("", "", notEmpty(p.When), "：")
		part("", "；", p.Steps, "。")
		part("工具：", "、", p.Tools, "。")
		part("不得：", "；", p.Never, "。")
		return memory.PlainLine(b.String())
	}
	part("When ", "", notEmpty(p.When), ": ")
	part("", "; ", p.Steps, ". ")
	part("Tools: ", ", ", p.Tools, ". ")
	part("Never: ", "; ", p.Never, ".")
	return memory.PlainLine(b.String())
}

func notEmpty(s string) []string {
	if s = strings.TrimSpace(s); s == "" {
		return nil
	}
	return []string{s}
}
