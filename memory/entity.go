package memory

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// An entity goes by one name, its canonical id, however it is written. Which names are whose
// stands in the tenant's dictionary and in merges: records of kind KindAlias that say that two
// entities are one.
const (
	KindAlias      = "alias"   // its subject goes by the name of its object
	PredicateAlias = "same_as" // of records of KindAlias, and of no other
)

// Naming is by what names the entities of a record went until a time.
type Naming struct {
	Until        time.Time
	Subject      string
	Object       string
	Entities     []string
	Participants []string
	// Yielded: meanwhile the record was not believed, since its entity was taken for another of
	// which something else was known.
	Yielded bool
}

// mostNames bounds the names that are kept of one record; the first are those it was learnt with
// and are never lost.
const mostNames = 16

// namesOf are those a record has now.
func namesOf(r *Record) Naming {
	return Naming{Subject: r.Subject, Object: r.Object, Entities: r.Event.Entities, Participants: r.Event.Participants}
}

func (n *Naming) equal(o *Naming) bool {
	return n.Subject == o.Subject && n.Object == o.Object && slices.Equal(n.Entities, o.Entities) && slices.Equal(n.Participants, o.Participants)
}

// rename gives a record other names.
func (r *Record) rename(n Naming) {
	r.Subject, r.Object, r.Event.Entities, r.Event.Participants = n.Subject, n.Object, n.Entities, n.Participants
}

// learnt are the names a record was learnt with.
func learnt(r *Record) Naming {
	if len(r.Called) > 0 {
		return r.Called[0]
	}
	return namesOf(r)
}

// AsLearnt returns the record with the names it was learnt with: those that its text speaks of.
func (r *Record) AsLearnt() Record {
	said := *r
	said.rename(learnt(r))
	return said
}

// NamedAt returns the record with the names it had at a time.
func (r *Record) NamedAt(at time.Time) Record {
	for i := range r.Called {
		if r.Called[i].Until.After(at) {
			then := *r
			then.rename(r.Called[i])
			return then
		}
	}
	return *r
}

// yieldedAt reports whether the record was set aside at a time, since its entity was taken for
// another.
func (r *Record) yieldedAt(at time.Time) bool {
	for i := range r.Called {
		if r.Called[i].Until.After(at) {
			return r.Called[i].Yielded
		}
	}
	return false
}

// yields reports whether the record is set aside now for that reason.
func (r *Record) yields() bool {
	n := len(r.Called)
	return n > 0 && r.Status == Superseded && !r.Ended.IsZero() && r.Ended.Equal(r.Called[n-1].Until)
}

// Dictionary says by what name an entity goes. The zero value knows none.
type Dictionary struct {
	terms  map[string]string // folded name to canonical id
	merged map[string]string // folded name to the name it goes by since

	keys, mergedKeys map[Term]string // what a question may say, to a name of the above
}

// Term adds an entity: its canonical id, and every other way of writing it.
func (d *Dictionary) Term(id string, names []string) {
	if d.terms == nil {
		d.terms, d.keys = map[string]string{}, map[Term]string{}
	}
	for _, name := range append([]string{id}, names...) {
		d.terms[Fold(name)] = id
		if key := EntityKey(name); key != 0 {
			d.keys[key] = name
		}
	}
}

// Learn takes up the merges among records, as they are in force at a time (zero: now).
func (d *Dictionary) Learn(records []Record, at time.Time) {
	for i := range records {
		d.LearnOne(&records[i], at)
	}
}

// LearnOne takes up a record if it is a merge in force at a time (zero: now).
func (d *Dictionary) LearnOne(r *Record, at time.Time) {
	if !IsMerge(r) {
		return
	}
	if at.IsZero() && r.Status != Current && r.Status != Archived || !at.IsZero() && !r.KnownAt(at) {
		return
	}
	if d.merged == nil {
		d.merged, d.mergedKeys = map[string]string{}, map[Term]string{}
	}
	d.merged[Fold(r.Subject)] = r.Object
	if key := EntityKey(r.Subject); key != 0 {
		d.mergedKeys[key] = r.Subject
	}
}

// Read takes up the merges in force among an owner's records.
func (d *Dictionary) Read(ctx context.Context, truth Reader, owner Owner) error {
	if revision, err := truth.Revision(ctx, owner); err != nil || revision == 0 {
		return err
	}
	f := Filter{Owner: owner, Layers: []Layer{Semantic}, Kind: KindAlias, Limit: 500}
	for {
		page, err := truth.List(ctx, f)
		if err != nil {
			return fmt.Errorf("list merges: %w", err)
		}
		d.Learn(page.Records, time.Time{})
		if f.Cursor = page.Next; page.Next == "" {
			return nil
		}
	}
}

// Empty reports whether nothing is known.
func (d *Dictionary) Empty() bool { return d == nil || len(d.terms) == 0 && len(d.merged) == 0 }

// With returns a dictionary with the terms of d, to which merges may be added.
func (d *Dictionary) With() Dictionary { return Dictionary{terms: d.terms, keys: d.keys} }

// mostMerges bounds a chain of merges.
const mostMerges = 8

// Canonical returns the name that an entity goes by, and whether the name is known.
func (d *Dictionary) Canonical(name string) (string, bool) {
	return d.canonical(name, true)
}

// canonical looks a name up: as it is written and, where it may be a slip of the pen, as it may
// be meant.
func (d *Dictionary) canonical(name string, slips bool) (string, bool) {
	switch name {
	case "", "user", "assistant", "system", "tool":
		return name, false
	}
	found, known := name, false
	if id, ok := d.terms[Fold(name)]; ok {
		found, known = id, true
	} else if to, ok := d.merged[Fold(name)]; ok {
		found, known = to, true
	} else if id := d.meant(Fold(name)); slips && id != "" {
		found, known = id, true
	}
	for range mostMerges {
		to, ok := d.merged[Fold(found)]
		if !ok {
			break
		}
		found = to
		if id, ok := d.terms[Fold(found)]; ok {
			found = id
		}
	}
	return found, known
}

// meant returns the one entity of which a name may be a misspelling: one letter off from five
// on, two from ten on, and never the first.
func (d *Dictionary) meant(folded string) string {
	letters := utf8.RuneCountInString(folded)
	if letters < 5 || strings.ContainsFunc(folded, unicode.IsDigit) {
		return ""
	}
	allowed, found := 1, ""
	if letters >= 10 {
		allowed = 2
	}
	first, _ := utf8.DecodeRuneInString(folded)
	for known, id := range d.terms {
		if r, _ := utf8.DecodeRuneInString(known); r != first || !slip(folded, known, allowed) {
			continue
		}
		if found != "" && found != id {
			return "" // it could be either
		}
		found = id
	}
	return found
}

// slip reports whether two words are at most so many slips apart: a letter more, less or other,
// or two neighbours exchanged.
func slip(x, y string, most int) bool {
	a, b := []rune(x), []rune(y)
	if len(a)-len(b) > most || len(b)-len(a) > most {
		return false
	}
	var before []int
	last := make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := range a {
		row := make([]int, len(b)+1)
		row[0] = i + 1
		best := row[0]
		for j := range b {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			row[j+1] = min(last[j]+cost, last[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
			best = min(best, row[j+1])
		}
		if best > most {
			return false
		}
		before, last = last, row
	}
	return last[len(b)] <= most
}

// Name gives a record's entities the names they go by, and those they were learnt with back
// where they go by none any more. What they were called stays with the record; its text stays as
// it was said. It reports whether anything changed.
func (d *Dictionary) Name(r Record, now time.Time) (Record, bool) {
	if r.Kind == KindAlias {
		return r, false
	}
	first := learnt(&r)
	next := Naming{Subject: d.name(first.Subject), Object: d.object(first.Object), Entities: d.each(first.Entities), Participants: d.each(first.Participants)}
	had := namesOf(&r)
	if next.equal(&had) {
		return r, false
	}
	r.close(now)
	r.rename(next)
	return r, true
}

// close ends the time of the record's present names. A record that stood back for their sake is
// believed again.
func (r *Record) close(now time.Time) {
	had := namesOf(r)
	had.Until, had.Yielded = now, r.yields()
	r.Called = append(slices.Clone(r.Called), had)
	if over := len(r.Called) - mostNames; over > 0 {
		r.Called = slices.Delete(r.Called, 1, 1+over)
	}
	if had.Yielded {
		r.Status, r.Ended, r.ReplacedBy = Current, time.Time{}, ""
	}
}

// yield sets the record aside for another that is known of the same entity.
func (r *Record) yield(to string, now time.Time) {
	if n := len(r.Called); n == 0 || !r.Called[n-1].Until.Equal(now) {
		r.close(now)
	}
	r.Status, r.Ended, r.ReplacedBy = Superseded, now, to
}

// Fresh gives a record that is only just learnt its names.
func (d *Dictionary) Fresh(r *Record, at time.Time) (changed bool) {
	named, changed := d.Name(*r, at)
	*r = named
	return changed
}

func (d *Dictionary) name(s string) string {
	to, _ := d.Canonical(s)
	return to
}

// each names the entities of a list, each once.
func (d *Dictionary) each(list []string) []string {
	if d.Empty() || len(list) == 0 {
		return list
	}
	out := make([]string, 0, len(list))
	for _, s := range list {
		if to := d.name(s); !slices.Contains(out, to) {
			out = append(out, to)
		}
	}
	return out
}

// Mentioned returns the canonical names of the entities that a text names in another way.
func (d *Dictionary) Mentioned(text string) []string {
	if d.Empty() {
		return nil
	}
	var buf [64]Term
	folded := Fold(text)
	var out []string
	EachPhrase(AppendTerms(buf[:0], text), func(key Term) {
		name, known := d.keys[key]
		if !known {
			name, known = d.mergedKeys[key]
		}
		if !known {
			return
		}
		if to, _ := d.canonical(name, false); !strings.Contains(folded, Fold(to)) && !slices.Contains(out, to) {
			out = append(out, to)
		}
	})
	return out
}

// Replace puts the canonical name of an entity in the place of the one that a text names it by.
func (d *Dictionary) Replace(text, canonical string) string {
	folded := Fold(text)
	for _, known := range [...]map[string]string{d.terms, d.merged} {
		for name := range known {
			if to, _ := d.canonical(name, false); to != canonical {
				continue
			}
			if at := strings.Index(folded, name); at >= 0 && apart(folded, at, len(name)) {
				return folded[:at] + canonical + folded[at+len(name):]
			}
		}
	}
	return text
}

// apart reports whether text[at:at+n] is no mere part of a longer word.
func apart(text string, at, n int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:at])
	after, _ := utf8.DecodeRuneInString(text[at+n:])
	first, _ := utf8.DecodeRuneInString(text[at:])
	last, _ := utf8.DecodeLastRuneInString(text[at : at+n])
	glued := func(inner, outer rune) bool {
		return !isCJK(inner) && !isCJK(outer) && (unicode.IsLetter(outer) || unicode.IsDigit(outer))
	}
	return !(at > 0 && glued(first, before)) && !(at+n < len(text) && glued(last, after))
}

// Rename gives all of an owner's records their names, and returns those that changed. Where two
// of them cannot both hold now that they are about one entity, the one heard of last stays and
// the other stands back; it is believed again when the entities part.
func Rename(records []Record, d *Dictionary, c Catalogue, now time.Time) []Record {
	all := slices.Clone(records)
	at := make(map[string]int, len(all))
	for i := range all {
		at[all[i].ID] = i
	}
	changed, moved := make([]bool, len(all)), false
	for i := range all {
		all[i], changed[i] = d.Name(all[i], now)
		moved = moved || changed[i]
	}
	for i := range all {
		if changed[i] || !all[i].yields() {
			continue
		}
		if w, known := at[all[i].ReplacedBy]; !known || !c.rivals(&all[w], &all[i]) {
			all[i].close(now)
			changed[i] = true
		}
	}
	if moved {
		c.settle(all, changed, now)
	}
	var out []Record
	for i := range all {
		if changed[i] {
			out = append(out, all[i])
		}
	}
	return out
}

// settle lets facts stand back that cannot hold beside one heard of later, where one of the two
// has just got another name.
func (c Catalogue) settle(all []Record, changed []bool, now time.Time) {
	order := make([]int, 0, len(all))
	for i := range all {
		if all[i].Status == Current && all[i].Layer == Semantic {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(heard(&all[b]).Compare(heard(&all[a])), cmp.Compare(all[b].ID, all[a].ID))
	})
	type place struct{ subject, predicate string }
	held := map[place][]int{}
	moved := slices.Clone(changed)
	for _, i := range order {
		p := place{all[i].Subject, all[i].Predicate}
		for _, w := range held[p] {
			if (moved[i] || moved[w]) && c.rivals(&all[w], &all[i]) {
				all[i].yield(all[w].ID, now)
				changed[i] = true
				break
			}
		}
		if all[i].Status == Current {
			held[p] = append(held[p], i)
		}
	}
}

// rivals reports whether two facts say the same of one entity, or what cannot both be so.
func (c Catalogue) rivals(a, b *Record) bool {
	if a.Subject != b.Subject || a.Predicate != b.Predicate || a.Predicate == PredicateStatement || !sameContext(a, b) {
		return false
	}
	p, _ := c.Find(a.Predicate)
	return !p.Many || plain(a.Object) == plain(b.Object)
}

// NewMerge returns the record that says that two entities of an owner are one, which goes by the
// second's name from then on. It is a fact like any other: it has its history, is exported and
// forgotten with its owner, and an as-of reading before it knows nothing of it.
func NewMerge(owner Owner, from, into string, now time.Time) Record {
	text := from + " is the same as " + into + "."
	if Han(from) || Han(into) {
		text = from + "就是" + into + "。"
	}
	return Record{
		ID: NewID(now), Owner: owner, Layer: Semantic, Kind: KindAlias, Text: text, Subject: from, Predicate: PredicateAlias, Object: into,
		Confidence: 1, Source: Verified, Status: Current, Count: 1, Tags: []string{TagConfirmed}, Created: now, Updated: now, LastUsed: now,
		Sources: []Provenance{{Quote: text, At: now}},
	}
}

// IsMerge reports whether a record is a merge of two entities, in force or not.
func IsMerge(r *Record) bool { return r.Kind == KindAlias && r.Predicate == PredicateAlias }
