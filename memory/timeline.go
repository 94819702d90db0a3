package memory

import "slices"

// event meets an episodic draft with what happened before. Tasks grow a
// timeline; the same kind of event of the same things within SameEvent is one.
func (j *judge) event() []Decision {
	r := &j.record
	if r.Event.Time.IsZero() {
		r.Event.Time = j.rules.Now
	}
	for i := range j.known {
		k := j.known[i]
		if k.Layer != Episodic || k.Status != Current || k.Event.Type != r.Event.Type || k.Subject != r.Subject || k.Object != r.Object {
			continue
		}
		gap := r.Event.Time.Sub(k.Event.Time).Abs()
		again := !ofOneself(r) && happensOnce(k.Text) && happensOnce(r.Text) && Covers(k.Text, r.Text)
		if !again && (gap > j.bounds.SameEvent || !sameHappening(&k, r)) {
			continue
		}
		before := k
		if again && len(r.Text) > len(k.Text) { // told more fully now
			k.Text, k.Cost, k.Event = r.Text, r.Cost, r.Event
		}
		k.Count++
		k.LastUsed = j.rules.Now
		k.Sources = append(slices.Clone(k.Sources), r.Sources...)
		j.alter(OpRefresh, before, k, "same-event")
		return j.out
	}
	if r.Event.Type == EventTask {
		return j.add(OpAppend, "timeline")
	}
	return j.add(OpAdd, "new")
}

// happensOnce reports whether a text tells what comes to pass once in a life: a birth, a death.
// Heard of again it is the same one, however long after.
func happensOnce(text string) bool {
	folded := Fold(text)
	for _, sign := range [...]string{"died", "passed away", "has died", "was born", "were born", "put to sleep", "去世", "过世", "离世", "病逝", "死了", "走了", "出生"} {
		if containsWord(folded, sign) {
			return true
		}
	}
	return false
}

// sameHappening reports whether two events of one type are about one thing.
func sameHappening(a, b *Record) bool {
	if Fold(a.Text) == Fold(b.Text) {
		return true
	}
	if Differ(a.Text, b.Text) {
		return false
	}
	if len(a.Event.Entities) == 0 || len(b.Event.Entities) == 0 {
		return Covers(a.Text, b.Text)
	}
	for _, e := range a.Event.Entities {
		for _, f := range b.Event.Entities {
			if SameObject(e, f) {
				return true
			}
		}
	}
	return false
}

// Everything as a retracting draft's predicate means all that is known of its
// subject: a pet died, a car was sold.
const Everything = "*"

// retract ends what the draft says holds no longer. What is found nowhere is
// ignored: there is nothing to end.
func (j *judge) retract() []Decision {
	found := false
	for _, k := range j.known {
		if !alive(&k) || k.Layer != Semantic || !j.ends(&k) {
			continue
		}
		found = true
		before := k
		k.Status, k.Ended = Expired, j.rules.Now
		k.Constraint.ValidUntil = j.rules.Now
		if until := j.record.Constraint.ValidFrom; !until.IsZero() && until.Before(j.rules.Now) {
			k.Constraint.ValidUntil = until
		}
		j.alter(OpRetract, before, k, "retracted")
		j.fall(before, "retracted")
		j.recheck(before)
	}
	if !found {
		return j.ignore("nothing-to-retract")
	}
	return j.out
}

// ends reports whether the retracting draft speaks of this record.
func (j *judge) ends(k *Record) bool {
	r := &j.record
	if j.draft.Target != "" {
		return k.ID == j.draft.Target
	}
	switch {
	case r.Predicate == Everything:
		// What was told of it, and that there is one.
		return k.Subject == r.Subject || k.Subject == "user" && (k.Predicate == "owns" || k.Predicate == "pet" || k.Predicate == "family") && Covers(k.Object, r.Object)
	case k.Subject != r.Subject:
		return false
	case r.Predicate == "":
		return Concerns(k.Object, r.Object)
	case k.Predicate != r.Predicate && !slices.Contains(retracts(r.Predicate), k.Predicate):
		return false
	}
	return r.Object == "" || Concerns(k.Object, r.Object)
}

// retracts are the predicates that end with one: who no longer likes a thing has
// no favourite of it either.
func retracts(predicate string) []string {
	switch predicate {
	case "likes":
		return []string{"favorite", "prefers", "habit", "collects"}
	case "uses":
		return []string{"owns", "habit", "likes", "takes"}
	case "habit":
		return []string{"likes", "uses", "schedule"}
	case "owns":
		return []string{"pet", "uses"}
	case "plan":
		return []string{"appointment", "goal", "deadline", "need"}
	case "goal":
		return []string{"plan", "learning"}
	case "employer":
		return []string{"role", "workplace", "works_on"}
	case "diet":
		return []string{"avoids"}
	case "learning":
		return []string{"goal", "plan", "habit"}
	}
	return nil
}

// asked notes that the user asked about what is known: interest, no evidence.
func (j *judge) asked() []Decision {
	for _, k := range j.known {
		if k.ID != j.draft.Target || !alive(&k) {
			continue
		}
		before := k
		k.LastUsed = j.rules.Now
		k.Tags = withTag(k.Tags, TagAsked)
		j.alter(OpRefresh, before, k, "asked")
		return j.out
	}
	return j.ignore("asked")
}

// verdict attaches the user's judgement to what it is about: the record the
// extractor found, else the newest open one whose words it shares, else the
// newest open one. Without any it stands as an event of its own.
func (j *judge) verdict() []Decision {
	best := -1
	for i := range j.known {
		k := &j.known[i]
		if k.ID == j.draft.Target && k.Layer == Episodic {
			best = i
			break
		}
		if j.draft.Target != "" || !Open(k) {
			continue
		}
		switch {
		case best < 0:
			best = i
		case Covers(k.Object, j.record.Object) != Covers(j.known[best].Object, j.record.Object):
			if Covers(k.Object, j.record.Object) {
				best = i
			}
		case k.Event.Time.After(j.known[best].Event.Time):
			best = i
		}
	}
	if best < 0 {
		if j.record.Layer == Episodic && j.record.Text != "" {
			return j.event()
		}
		return j.ignore("nothing-to-judge")
	}
	k := j.known[best]
	before := k
	k.Event.Result = j.record.Event.Result
	if j.draft.Act == Withdraw && k.Event.Result == "" {
		k.Event.Result = ResultWithdrawn
	}
	k.Event.Sentiment = j.record.Event.Sentiment
	k.LastUsed = j.rules.Now
	k.Sources = append(slices.Clone(k.Sources), j.record.Sources...)
	j.alter(OpVerdict, before, k, k.Event.Result)
	return j.out
}
