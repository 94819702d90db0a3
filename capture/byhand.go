package capture

import (
	"context"
	"strings"
	"unicode"
	"unicode/utf8"

	"mneme/capture/extract"
	"mneme/memory"
)

// understand gives a fact written by hand the predicate, object and kind that the same words
// would have if the user had said them, so that it meets what is known: a second "lives in ..."
// takes the place of the first, and an allergy does not expire. Only where the rules read the
// whole text as one fact is it so; every other text stays the statement it is.
func (d *Desk) understand(ctx context.Context, r *memory.Record) {
	if r.Layer != memory.Semantic || r.Predicate != "" || r.Object != "" || r.Kind != "" || r.Subject != "user" || r.Owner.Level != memory.LevelUser {
		return
	}
	said, own := inFirstPerson(r.Text)
	drafts, err := d.parts.Rules.Extract(ctx, extract.Input{
		Turns:      []memory.Turn{{Role: memory.RoleUser, Text: said, At: r.Created}},
		Predicates: d.tenant(r.Owner.Tenant).Predicates,
	})
	if err != nil || len(drafts) != 1 || drafts[0].Act != memory.Assert || drafts[0].Record.Layer != memory.Semantic ||
		!sameWords(drafts[0].Record.Text, own) {
		return
	}
	from := &drafts[0].Record
	r.Subject, r.Predicate, r.Object, r.Kind = from.Subject, from.Predicate, from.Object, from.Kind
	if r.Constraint.Context == "" {
		r.Constraint.Context = from.Constraint.Context
	}
}

// reread has the object of a fact follow its corrected text: what stands in the place of
// the old one in the same words, or what the rules read in it. Where neither tells, the
// object stays, as it does while the text still names it.
func (d *Desk) reread(ctx context.Context, before, after *memory.Record) {
	if before.Layer != memory.Semantic || before.Object == "" || strings.Contains(memory.Fold(after.Text), memory.Fold(before.Object)) {
		return
	}
	if lead, rest, found := strings.Cut(before.Text, before.Object); found && lead+rest != "" {
		if object, ok := strings.CutPrefix(after.Text, lead); ok {
			if object, ok = strings.CutSuffix(object, rest); ok && object != "" {
				after.Object, after.Called = object, nil
				return
			}
		}
	}
	anew := *after
	anew.Predicate, anew.Object, anew.Kind = "", "", ""
	if d.understand(ctx, &anew); anew.Object != "" {
		after.Predicate, after.Object, after.Kind, after.Called = anew.Predicate, anew.Object, anew.Kind, nil
	}
}

// inFirstPerson returns what a note about the user would be in his own mouth, and the note
// without its subject: "The user lives in Rome", "lives in Rome", 用户住在罗马.
func inFirstPerson(note string) (said, own string) {
	own = strings.TrimRight(strings.TrimSpace(note), ".。")
	folded := memory.Fold(own)
	for _, subject := range [...]string{"the user is ", "user is ", "the user ", "user ", "用户"} {
		if len(folded) == len(own) && strings.HasPrefix(folded, subject) {
			own = own[len(subject):]
			break
		}
	}
	first, _ := utf8.DecodeRuneInString(own)
	switch {
	case unicode.Is(unicode.Han, first):
		return "我" + own, own
	case strings.HasPrefix(memory.Fold(own), "i ") || strings.HasPrefix(memory.Fold(own), "my "):
		return own, own
	}
	for _, verb := range [...]string{"lives ", "works ", "has ", "prefers ", "likes ", "loves ", "hates ", "dislikes ", "owns ", "uses ", "wants ", "speaks ", "drives ", "studies ", "avoids ", "plays ", "eats ", "drinks ", "does ", "never ", "really "} {
		if strings.HasPrefix(own, verb) {
			return "I " + own, own
		}
	}
	return "I am " + own, own
}

// sameWords reports whether two texts say the same in the same words.
func sameWords(a, b string) bool {
	a, b = memory.Fold(strings.TrimSpace(a)), memory.Fold(strings.TrimSpace(b))
	return a == b || "是"+a == b || a == "是"+b
}
