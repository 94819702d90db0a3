package memory

import (
	"slices"
	"time"
)

// Kinds of facts. A kind says how long a fact holds and how it meets its
// successor; see Validity and Reconcile.
const (
	KindIdentity    = "identity"    // name, birthday: no end once confirmed
	KindRelation    = "relation"    // who is who: no end once confirmed
	KindState       = "state"       // job, home, possessions: due for review after a while
	KindPreference  = "preference"  // tastes, ways of working
	KindProhibition = "prohibition" // allergies and what must never be done
	KindPlan        = "plan"        // until its day is over
	KindTask        = "task"        // orders, tickets: a timeline
	KindNeed        = "need"        // constraints of one purchase, search or piece of work
	KindTemporary   = "temporary"   // true for a few days
	KindRule        = "rule"        // text that tries to steer; only ever quarantined
)

// PredicateStatement is of what somebody said of himself and no other predicate names, kept in
// his own words.
const PredicateStatement = "statement"

const (
	day  = 24 * time.Hour
	year = 365 * day
)

// Predicates returns the shipped catalogue. A tenant's policy may add lines and
// replace lines by name.
func Predicates() []Predicate {
	shipped := "shipped"
	list := func(kind string, halfLife time.Duration, sensitive, many bool, pairs ...string) []Predicate {
		var out []Predicate
		for i := 0; i < len(pairs); i += 2 {
			out = append(out, Predicate{Name: pairs[i], Says: pairs[i+1], Many: many, Kind: kind, HalfLife: halfLife, Sensitive: sensitive, Rule: shipped})
		}
		return out
	}
	one, many, open, private := false, true, false, true
	return slices.Concat(
		list(KindIdentity, 0, open, one,
			"name", "The name is this.",
			"called", "Wants to be called this.",
			"pronouns", "Uses these pronouns.",
			"birthday", "Was born on this day.",
			"nationality", "Is a citizen of this country.",
			"native_language", "Has this mother tongue."),
		list(KindIdentity, 0, private, one,
			"blood_type", "Has this blood type."),
		list(KindIdentity, 0, open, many,
			"named", "Is named this; several may be, such as children or pets.",
			"graduated", "Finished this school or degree."),
		list(KindRelation, 0, open, many,
			"family", "Has this relative.",
			"pet", "Keeps this animal.",
			"knows", "Knows this person."),
		list(KindState, 2*year, open, one,
			"role", "Works as this.",
			"employer", "Works for this organisation.",
			"home", "Lives in this place.",
			"hometown", "Comes from this place.",
			"workplace", "Works in this place.",
			"school", "Studies at this school.",
			"major", "Studies this subject.",
			"age", "Is this old.",
			"marital", "Is single, engaged, married or divorced.",
			"time_zone", "Lives in this time zone.",
			"status", "Is in this state."),
		list(KindState, year, private, one,
			"height", "Is this tall.",
			"weight", "Weighs this much.",
			"income", "Earns this much."),
		list(KindState, year, open, one,
			"size", "Wears this size.",
			"count", "Has this many of them."),
		list(KindState, year, open, many,
			"specialty", "Works on this field and no other.",
			"works_on", "Works on this.",
			"skill", "Is able to do this.",
			"speaks", "Speaks this language.",
			"learning", "Learns this.",
			"owns", "Owns this.",
			"uses", "Uses this tool or service.",
			"habit", "Does this regularly.",
			"schedule", "Has this fixed time.",
			"experience", "Has done this before.",
			"lived", "Lived in this place once.",
			"note", "Asked to have this remembered.",
			PredicateStatement, "Said this, in these words."),
		list(KindState, year, private, many,
			"health", "Has this condition.",
			"takes", "Takes this medicine."),
		list(KindPreference, year, open, one,
			"favorite", "Likes this most of its sort; the context names the sort.",
			"preferred_channel", "Prefers to be reached this way.",
			"answer_language", "Wants answers in this language.",
			"code_language", "Wants code written in this language.",
			"diet", "Keeps this diet."),
		list(KindPreference, year, open, many,
			"likes", "Likes this.",
			"dislikes", "Dislikes this.",
			"prefers", "Prefers this.",
			"avoids", "Does not want this.",
			"rejects", "Turned this down.",
			"answer_style", "Wants answers given this way.",
			"collects", "Collects this.",
			"goal", "Is aiming at this."),
		list(KindProhibition, 0, private, many,
			"allergy", "Is allergic to this."),
		list(KindProhibition, 0, open, many,
			"not_called", "Does not want to be called this.",
			"never", "Must never be done."),
		list(KindPlan, 90*day, open, many,
			"plan", "Plans to do this.",
			"deadline", "Has to have this done by then."),
		list(KindNeed, 180*day, open, many,
			"need", "Needs this."),
		list(KindNeed, 180*day, open, one,
			"budget", "Can spend this much."),
		list(KindTask, 30*day, open, many,
			"progress", "Stands like this."),
		list(KindTemporary, 3*day, open, many,
			"appointment", "Has this appointment.",
			"tracking", "Waits for this delivery.",
			"situation", "Is so for a few days."),
	)
}

// Catalogue finds a predicate by its name.
type Catalogue struct {
	byName map[string]Predicate
	bounds Bounds
}

// Within returns the catalogue with the bounds that its tenant set.
func (c Catalogue) Within(b Bounds) Catalogue {
	c.bounds = b
	return c
}

// NewCatalogue returns the shipped catalogue with a tenant's own lines, which
// replace shipped ones of the same name.
func NewCatalogue(own []Predicate) Catalogue {
	shipped := Predicates()
	c := Catalogue{byName: make(map[string]Predicate, len(shipped)+len(own))}
	for _, p := range slices.Concat(shipped, own) {
		c.byName[p.Name] = p
	}
	return c
}

// Find returns the predicate of that name. An unknown one is many-valued and of
// kind state: nothing gives way to it and it comes up for review.
func (c Catalogue) Find(name string) (Predicate, bool) {
	p, ok := c.byName[name]
	if !ok {
		return Predicate{Name: name, Many: true, Kind: KindState, HalfLife: year}, false
	}
	return p, true
}

// Relabel gives a record the kind its predicate has in this catalogue now, and
// reports whether anything changed. The end of its validity follows the kind.
func (c Catalogue) Relabel(r Record) (Record, bool) {
	p, known := c.Find(r.Predicate)
	if !known || r.Layer != Semantic || p.Kind == r.Kind {
		return r, false
	}
	r.Kind = p.Kind
	r.Constraint.ValidUntil = c.bounds.Or().ValidUntil(r, r.Created)
	return r, true
}

// opposites are the pairs of predicates that cannot both hold of one object.
func opposites(predicate string) []string {
	switch predicate {
	case "likes", "favorite", "prefers", "collects":
		return []string{"dislikes", "avoids", "rejects"}
	case "uses", "owns", "habit", "takes", "answer_style", "learning", "goal", "plan", "need", "speaks", "skill", "specialty", "works_on":
		return []string{"rejects", "avoids"}
	case "dislikes", "avoids":
		return []string{"likes", "favorite", "prefers", "uses", "habit", "collects", "answer_style", "diet"}
	case "rejects":
		return []string{"uses", "likes", "prefers", "favorite", "plan", "goal", "takes", "learning", "need", "answer_style", "habit"}
	case "never":
		return []string{"prefers", "uses", "habit", "likes", "answer_style"}
	case "called":
		return []string{"not_called"}
	case "not_called":
		return []string{"called"}
	}
	return nil
}

// dependants are the predicates whose truth hangs on another of the same
// subject: with a new employer, the desk and the hours are in question.
func dependants(predicate string) []string {
	switch predicate {
	case "employer":
		return []string{"role", "workplace"}
	case "home":
		return []string{"time_zone"}
	case "school":
		return []string{"major"}
	}
	return nil
}
