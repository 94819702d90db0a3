package memory

import (
	"slices"
	"strings"
	"time"
)

// fact meets a semantic draft with what is believed: said again, in conflict, or
// new.
func (j *judge) fact() []Decision {
	conflicts := j.conflicts()
	if i := j.same(); i >= 0 {
		again := j.known[i]
		for _, c := range conflicts {
			if c != i {
				j.giveWay(j.known[c], again.ID, "contradicted")
			}
		}
		j.again(again)
		return j.out
	}
	if j.record.Source == AIInference && len(conflicts) > 0 {
		return j.inferred(conflicts)
	}
	verdict, reason := j.arbitrate(conflicts)
	switch verdict {
	case loses:
		return j.wait(reason)
	case older:
		newer := j.known[conflicts[0]]
		j.record.Status, j.record.Ended, j.record.ReplacedBy = Superseded, j.rules.Now, newer.ID
		j.record.Constraint.ValidUntil = begin(newer)
		return j.add(OpHistory, reason)
	}
	if op, reason := j.admit(); op != OpAdd {
		// What waits replaces nothing yet.
		return j.add(op, reason)
	}
	for _, c := range conflicts {
		j.giveWay(j.known[c], j.record.ID, reason)
	}
	return j.add(OpAdd, reason)
}

// same returns the index of the record that says what the draft says, or -1.
func (j *judge) same() int {
	found := -1
	for i := range j.known {
		k := &j.known[i]
		if !alive(k) || k.Layer != Semantic || k.Subject != j.record.Subject || k.Predicate != j.record.Predicate || !sameContext(k, &j.record) {
			continue
		}
		if k.Object != "" && plain(k.Object) == j.plain {
			return i
		}
		if j.rules.Similar != nil && k.Predicate != PredicateStatement && !Differ(k.Text, j.record.Text) && j.rules.Similar(k.Text, j.record.Text) >= j.bounds.SameSimilarity {
			found = i
		}
	}
	return found
}

func sameContext(a, b *Record) bool {
	return Fold(a.Constraint.Context) == Fold(b.Constraint.Context) && a.Constraint.Project == b.Constraint.Project
}

// again records that a fact was heard once more: it is fresher, surer, and out of
// the observation pool once it was heard twice.
func (j *judge) again(k Record) {
	before := k
	op, reason := OpRefresh, "heard"
	k.Count++
	k.LastUsed = j.rules.Now
	k.Review = false
	k.Sources = append(slices.Clone(k.Sources), j.record.Sources...)
	k.Confidence = min(0.99, max(k.Confidence, j.record.Confidence, 1-(1-k.Confidence)*0.7))
	if j.record.Source.Authority() > k.Source.Authority() {
		k.Source = j.record.Source
	}
	if j.record.Source == UserDirect && (j.draft.Explicit || k.Count >= j.bounds.Hearings) {
		k.Tags = withTag(k.Tags, TagConfirmed)
	}
	waits := j.rules.Confirmations == "all" && !j.draft.Explicit
	if k.Status == Observed && k.Count >= j.bounds.Hearings && !waits || k.Status == Pending && j.record.Source == UserDirect && j.record.Confidence >= SureConfidence && !waits {
		k.Status, op, reason = Current, OpConfirm, "heard-twice"
		k.Confidence = max(k.Confidence, SureConfidence)
	}
	if j.draft.Explicit && k.Status != Current {
		k.Status, op, reason = Current, OpConfirm, "insisted"
	}
	if k.Kind == KindProhibition && k.Status == Current && k.Source != AIInference {
		k.Weight = BanWeight
	}
	k.Constraint.ValidUntil = j.record.Constraint.ValidUntil
	if Permanent(k) && (k.Kind == KindIdentity || k.Kind == KindRelation) {
		k.Constraint.ValidUntil = time.Time{}
	}
	j.alter(op, before, k, reason)
}

// conflicts returns the indexes of the records that cannot be current beside the
// draft.
func (j *judge) conflicts() []int {
	p, _ := j.rules.Catalogue.Find(j.record.Predicate)
	against := opposites(j.record.Predicate)
	var out []int
	for i := range j.known {
		k := &j.known[i]
		if !alive(k) || k.Layer != Semantic || k.Subject != j.record.Subject {
			continue
		}
		inferred := k.Status != Current && k.Source == AIInference // nobody corrects what he was never told
		named := !inferred && j.draft.Replaces != "" && (k.Predicate == j.record.Predicate || slices.Contains(against, k.Predicate) || j.draft.Act == Correct) &&
			(Covers(k.Object, j.draft.Replaces) || names(k.Object, j.draft.Replaces))
		rival := !p.Many && k.Predicate == j.record.Predicate && sameContext(k, &j.record) && plain(k.Object) != j.plain
		opposed := slices.Contains(against, k.Predicate) && plain(k.Object) == j.plain && sameContext(k, &j.record)
		if j.draft.Target == k.ID || named || rival || opposed {
			out = append(out, i)
		}
	}
	return out
}

// names reports whether a Chinese text holds a word of two characters or more:
// 每天早上喝豆浆 names 豆浆.
func names(text, word string) bool {
	n := 0
	for _, r := range word {
		if !isCJK(r) {
			return false
		}
		n++
	}
	return n >= 2 && strings.Contains(Fold(text), Fold(word))
}

// outcome of an arbitration, as the draft sees it.
type outcome int

const (
	wins outcome = iota
	loses
	older
)

// arbitrate says whether the draft may take the place of what it conflicts with.
// A correction by the user wins over all but verified records. Preferences: the
// newer wins unless its source is weaker. Otherwise source, then confidence, then
// time; a tie waits for a confirmation.
func (j *judge) arbitrate(conflicts []int) (outcome, string) {
	for _, i := range conflicts {
		k := &j.known[i]
		mine, theirs := j.record.Source.Authority(), k.Source.Authority()
		corrects := j.draft.Act == Correct || j.draft.Replaces != ""
		said := heard(k)
		switch {
		case k.Status != Current:
			continue // what waits does not stand in the way
		case mine < theirs && !(corrects && j.record.Source == UserDirect && k.Source == UserDirect):
			return loses, "weaker-source"
		case j.rules.Now.Before(said):
			return older, "older"
		case corrects:
			continue
		case j.record.Kind == KindPreference || mine > theirs:
			continue
		case j.record.Confidence > k.Confidence+confidenceTie:
			continue
		case j.record.Confidence < k.Confidence-confidenceTie && j.record.Confidence < SureConfidence:
			return loses, "less-sure"
		case !j.rules.Now.After(said):
			return loses, "tie"
		}
	}
	switch {
	case len(conflicts) == 0:
		return wins, "new"
	case j.draft.Act == Correct:
		return wins, "corrected"
	}
	return wins, "newer"
}

// heard returns when a record was said last.
func heard(k *Record) time.Time { return later(k.Created, k.LastUsed) }

// begin returns when a record became true, as far as we know.
func begin(r Record) time.Time {
	if !r.Constraint.ValidFrom.IsZero() {
		return r.Constraint.ValidFrom
	}
	return r.Created
}

// inferred meets a conclusion with a belief it contradicts: the belief loses
// confidence and does not flip.
func (j *judge) inferred(conflicts []int) []Decision {
	for _, i := range conflicts {
		k := j.known[i]
		if k.Status != Current {
			continue
		}
		before := k
		k.Confidence *= behaviourLoss
		j.alter(OpWeaken, before, k, "behaviour")
	}
	return j.wait("inferred")
}

// admit says how a draft that nothing stands against is kept.
func (j *judge) admit() (Op, string) {
	switch {
	case j.draft.Explicit:
		return OpAdd, "insisted"
	case j.rules.Confirmations == "all":
		j.record.Status, j.record.Tags = Observed, withTag(j.record.Tags, TagUnconfirmed)
		return OpObserve, "confirm-all"
	case j.record.Source == AIInference && j.rules.Confirmations != "off":
		j.record.Status = Pending
		return OpPend, "inferred"
	case j.record.Confidence < SureConfidence:
		j.record.Status = Observed
		return OpObserve, "unsure"
	}
	return OpAdd, "new"
}

// wait keeps a draft that may not be believed yet: in the queue of confirmations,
// or in the observation pool where the tenant asks nobody.
func (j *judge) wait(reason string) []Decision {
	j.record.Weight = 0
	if j.rules.Confirmations == "off" {
		j.record.Status = Observed
		return j.add(OpObserve, reason)
	}
	j.record.Status = Pending
	return j.add(OpPend, reason)
}

// giveWay supersedes a record by another and puts what hung on it in question.
func (j *judge) giveWay(k Record, by, reason string) {
	before := k
	k.Status, k.Ended, k.ReplacedBy = Superseded, j.rules.Now, by
	from := j.rules.Now
	if !j.record.Constraint.ValidFrom.IsZero() && j.record.Constraint.ValidFrom.Before(from) {
		from = j.record.Constraint.ValidFrom
	}
	k.Constraint.ValidUntil = from
	j.alter(OpSupersede, before, k, reason)
	j.fall(before, reason)
	j.recheck(before)
	j.rename(before)
}

// rename exchanges a name that was put right in what was told of its bearer.
func (j *judge) rename(gone Record) {
	if j.draft.Act != Correct || gone.Predicate != "name" && gone.Predicate != "named" || gone.Object == "" || j.record.Object == "" {
		return
	}
	for _, k := range j.known {
		if !alive(&k) || k.Layer != Semantic || k.ID == gone.ID || k.Subject != gone.Subject || !Covers(k.Text, gone.Object) || Covers(k.Object, gone.Object) {
			continue
		}
		before := k
		k.Text, k.Cost = strings.ReplaceAll(k.Text, gone.Object, j.record.Object), Cost{}
		if k.Text != before.Text {
			j.alter(OpRefresh, before, k, "renamed")
		}
	}
}

// fall ends the statements that hold what a record said in the words it was read of:
// they fall with it.
func (j *judge) fall(gone Record, reason string) {
	if gone.Object == "" || gone.Predicate == PredicateStatement {
		return
	}
	object := Fold(learnt(&gone).Object) // as the words have it
	for i := range j.known {
		k := j.known[i]
		if k.Predicate != PredicateStatement || !alive(&k) || k.ID == gone.ID || !sameWords(&k, &gone) || !strings.Contains(Fold(k.Text), object) {
			continue
		}
		before := k
		k.Status, k.Ended, k.ReplacedBy = Superseded, j.rules.Now, j.record.ID
		k.Constraint.ValidUntil = j.rules.Now
		j.alter(OpSupersede, before, k, reason)
	}
}

// sameWords reports whether two records were read of one message.
func sameWords(a, b *Record) bool {
	for i := range a.Sources {
		for k := range b.Sources {
			if a.Sources[i].MessageID != "" && a.Sources[i].MessageID == b.Sources[k].MessageID && a.Sources[i].SessionID == b.Sources[k].SessionID {
				return true
			}
		}
	}
	return false
}

// recheck marks what depended on a record that gave way.
func (j *judge) recheck(gone Record) {
	hang := dependants(gone.Predicate)
	for _, k := range j.known {
		depends := slices.Contains(k.DependsOn, gone.ID) ||
			k.Subject == gone.Subject && slices.Contains(hang, k.Predicate) && !heard(&k).Equal(j.rules.Now)
		if k.Status != Current || k.ID == gone.ID || !depends || k.Review {
			continue
		}
		before := k
		k.Review = true
		j.alter(OpRecheck, before, k, "depends")
	}
}
