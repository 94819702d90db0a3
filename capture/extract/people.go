package extract

import (
	"slices"
	"strings"

	"mneme/memory"
)

// mention is somebody spoken of in a turn.
type mention struct {
	who  who
	kin  string // what he is to somebody else, which says whether "he" or "she" may be meant; empty: his id does
	turn int
}

// reach is how many turns back a pronoun may point.
const reach = 3

// mention notes who is spoken of.
func (x *extraction) mention(w who) {
	if w.id == "user" || w.id == "" || w.doubt || x.owner != "" && w.label == x.owner {
		return
	}
	w.attr, w.name, w.value = "", "", attribute{}
	x.mentions = append(x.mentions, mention{who: w, turn: x.index})
}

// last finds whom a pronoun points to: the newest mention it may stand for within
// the last turns.
func (x *extraction) last(pronoun string) (who, bool) {
	for i := len(x.mentions) - 1; i >= 0; i-- {
		m := x.mentions[i]
		if x.index-m.turn > 2*reach { // turns of both sides count
			break
		}
		id := m.who.id
		if m.kin != "" {
			id = m.kin
		}
		if agrees(pronoun, id) {
			m.who.doubt = true
			return x.called(m.who), true
		}
	}
	return who{}, false
}

// others notes the people of somebody else that a sentence speaks of: in "Tom's brother Alan is here. He
// is a chef" it is not Tom who is one.
func (x *extraction) others(s *reading) {
	for i := range s.tokens {
		from, k := i, i+1
		if s.talk.chinese {
			if s.at(i) != "的" || i == 0 {
				continue
			}
			if from = s.ownerChinese(i); from < 0 {
				continue
			}
		} else if !s.capital(i) || s.is(i, verbal) {
			continue
		} else if !strings.HasSuffix(s.at(i), "'s") {
			if s.at(i+1) != "'s" {
				continue
			}
			k++
		}
		id, end := s.kinAt(k)
		if id == "" {
			continue
		}
		if !s.talk.chinese {
			for s.capital(end) && s.tokens[end].kind == aWord && !s.is(end, verbal) {
				end++
			}
		}
		label := s.words(span{from, end})
		if s.talk.chinese {
			x.owner = s.words(span{from, i})
		}
		x.mentions = append(x.mentions, mention{who: who{id: label, label: label, kin: label}, kin: id, turn: x.index})
	}
}

// kinAt returns which relative stands at i, and where the word ends.
func (s *reading) kinAt(i int) (string, int) {
	if !s.talk.chinese {
		return s.talk.kin[s.at(i)], i + 1
	}
	for n := 3; n > 0; n-- {
		if i+n <= len(s.tokens) {
			if id := s.talk.kin[s.plain(span{i, i + n})]; id != "" {
				return id, i + n
			}
		}
	}
	return "", i
}

// ownerChinese returns where the name before 的 at i begins, -1 where the speaker is the owner or nobody
// is named.
func (s *reading) ownerChinese(i int) int {
	from := i
	for from > 0 && i-from < 3 && s.tokens[from-1].kind == aCharacter && !s.marks(from-1) && !strings.ContainsAny(s.at(from-1), "我你您他她它咱的是在和跟把让给对") {
		from--
	}
	if from == i || from > 0 && strings.ContainsAny(s.at(from-1), "我你您他她它咱") {
		return -1
	}
	return from
}

// agrees reports whether a pronoun can stand for one of that id.
func agrees(pronoun, id string) bool {
	female := []string{"mother", "wife", "girlfriend", "daughter", "sister", "older sister", "younger sister", "grandmother", "aunt", "niece", "granddaughter", "mother-in-law", "sister-in-law"}
	male := []string{"father", "husband", "boyfriend", "son", "brother", "older brother", "younger brother", "grandfather", "uncle", "nephew", "grandson", "father-in-law", "brother-in-law"}
	group := []string{"team", "company", "parents", "grandparents"}
	animal := animalID(id)
	switch pronoun {
	case "he", "his", "他":
		return !slices.Contains(female, id) && !slices.Contains(group, id)
	case "she", "her", "她":
		return !slices.Contains(male, id) && !slices.Contains(group, id)
	case "it", "its", "它":
		return animal || slices.Contains(group, id)
	}
	return pronoun != "they" && pronoun != "their" || slices.Contains(group, id)
}

func animalID(id string) bool {
	return slices.Contains([]string{"dog", "cat", "pet", "parrot", "rabbit", "hamster", "horse", "tortoise", "fish", "bird"}, id)
}

// introduce proposes the name given in passing: "my wife Anna".
func (x *extraction) introduce(s *reading, w who, from int) {
	if w.id == "team" || w.id == "company" {
		return
	}
	x.names[memory.Fold(w.name)] = who{id: w.id, label: w.label}
	x.bears(w.id, w.name)
	predicate := nameOf(w.id)
	f := frame{who: who{id: w.id, label: w.label}, from: from}
	d := x.draft(s, f, predicate, w.name, memory.Assert, span{from, w.named.to})
	d.Record.Constraint = memory.Constraint{}
	d.Record.Text = fillIn("is named {}", []string{w.name}, w.label, false)
	if s.talk.chinese {
		d.Record.Text = fillIn("叫{}", []string{w.name}, w.label, true)
	}
	x.propose(d, "name")
}

// introduces reads whom a sentence names in passing, wherever: "a present for my aunt
// Philippa", "it is 8pm in Bristol, where I live".
func (x *extraction) introduces(s *reading) {
	if s.supposes(0) {
		return
	}
	x.named(s, span{0, len(s.tokens)})
	if s.lower {
		return
	}
	for i := range s.tokens {
		switch s.at(i) {
		case "my", "our":
			w, k, ok := s.relative(i + 1)
			if !ok || !s.capital(k) || s.is(k, verbal|national|tongue) || s.tokens[k].kind != aWord {
				continue
			}
			n := s.titled(k) + 1
			for s.capital(n) && !s.is(n, verbal) && s.tokens[n].kind == aWord {
				n++
			}
			if _, dated := s.inDate(k); dated {
				continue
			}
			w.name, w.named = s.words(span{k, n}), span{k, n}
			x.introduce(s, w, i)
			x.mention(w.by(w.name))
		case "where":
			if s.at(i+1) != "i" || i < 2 || s.at(i-1) != "," || !s.marks(i+3) {
				continue
			}
			if w := s.at(i + 2); w != "am" && w != "live" && w != "work" {
				continue
			}
			from := i - 1
			for s.capital(from - 1) {
				from--
			}
			if from == i-1 || s.at(from-1) != "in" && s.at(from-1) != "to" && s.at(from-1) != "near" {
				continue
			}
			f := frame{who: who{id: "user"}, from: from}
			d := x.draft(s, f, "home", s.words(span{from, i - 1}), memory.Assert, span{from, i + 3})
			d.Record.Text = "lives in " + d.Record.Object
			x.propose(d, "place")
		}
	}
}

// called is somebody as he is spoken of: by what he is to the speaker, and by his name
// where one alone is known, so that who asks to forget the name has all that was told of
// its bearer forgotten.
func (x *extraction) called(w who) who {
	if w.name != "" {
		return w.by(w.name)
	}
	name := x.bearers[w.id]
	if _, named := x.names[memory.Fold(w.label)]; named || w.id == "user" || w.label == "" || w.kin != "" || name == severalNames {
		return w
	}
	return w.by(name)
}

// severalNames stands for the names of an id that more than one person bears: two friends.
const severalNames = "\x00"

// bears notes the name of one of the speaker's people.
func (x *extraction) bears(id, name string) {
	switch known := x.bearers[id]; {
	case id == "user" || id == "" || name == "":
	case known == "" || nameOf(id) == "name" || memory.Fold(known) == memory.Fold(name):
		x.bearers[id] = name
	default:
		x.bearers[id] = severalNames
	}
}

// by adds a name to what somebody is to the speaker: "ex Hugo", 前男友雨果.
func (w who) by(name string) who {
	if name == "" || strings.Contains(memory.Fold(w.label), memory.Fold(name)) {
		return w
	}
	w.kin = w.label
	if !memory.Han(w.label) {
		w.label += " "
	}
	w.label += name
	return w
}

// bare is somebody as he is spoken of without a name.
func (w who) bare() string {
	if w.kin != "" {
		return w.kin
	}
	return w.label
}

// mentionsOnWay notes whom of the speaker's people a sentence names on its way: "a gift
// for my niece". What follows may speak of her.
func (x *extraction) mentionsOnWay(s *reading) {
	if s.talk.chinese {
		x.mentionsKin(s, span{0, len(s.tokens)})
		return
	}
	for i := 1; i+1 < len(s.tokens); i++ {
		if s.at(i) != "my" && s.at(i) != "our" || s.marks(i-1) || s.is(i-1, verbal) {
			continue
		}
		if w, k, ok := s.relative(i + 1); ok && (s.marks(k) || s.is(k, breaks|tail) || s.at(k) == "and") {
			x.mention(w)
		}
	}
}

// nameOf returns the predicate of a name: one at a time for those of whom there
// is one.
func nameOf(id string) string {
	switch id {
	case "user", "mother", "father", "wife", "husband", "partner", "girlfriend", "boyfriend", "boss", "company", "team",
		"mother-in-law", "father-in-law", "doctor", "dentist", "landlord", "therapist":
		return "name"
	}
	return "named"
}

// introduced turns "has a dog named Rex" into a fact about the dog.
func (x *extraction) introduced(s *reading, d *Draft, m fit) {
	d.Record.Subject = ""
	for _, p := range m.slots {
		for i := p.from; i < p.to; i++ {
			id, label := s.talk.kin[s.at(i)], s.words(span{i, i + 1})
			if w, _, ok := s.kinChinese(i, p.to); ok && s.talk.chinese {
				id, label = w.id, w.label
			}
			if id == "" {
				continue
			}
			d.Record.Subject = id
			d.Record.Predicate = nameOf(id)
			x.names[memory.Fold(d.Record.Object)] = who{id: id, label: label}
			x.bears(id, d.Record.Object)
			x.mention(who{id: id, label: label}.by(d.Record.Object))
			return
		}
	}
}

// recall learns from what is known: who has which name, what is being looked for,
// what is open.
func (x *extraction) recall() {
	for i := range x.in.Known {
		k := &x.in.Known[i]
		if k.Status != memory.Current && k.Status != "" {
			continue
		}
		if (k.Predicate == "name" || k.Predicate == "named") && k.Subject != "user" && k.Object != "" {
			x.names[memory.Fold(k.Object)] = who{id: k.Subject, label: k.Object}
			x.bears(k.Subject, k.Object)
		}
		if k.Constraint.Context != "" && (k.Kind == memory.KindNeed) {
			x.needs = append(x.needs, need{context: k.Constraint.Context, turn: -100})
		}
		if memory.Open(k) {
			x.open = append(x.open, *k)
		}
	}
}

// titled returns where a name goes on behind a title with its dot, as "Mr. Petrov" does; k without
// one.
func (s *reading) titled(k int) int {
	switch s.at(k) {
	case "mr", "mrs", "ms", "dr", "prof":
		if s.at(k+1) == "." && s.capital(k+2) {
			return k + 2
		}
	}
	return k
}

// animate reports whether a label speaks of several people or animals of the speaker's, by their
// plural.
func animate(label string) bool {
	switch label {
	case "sons", "daughters", "brothers", "sisters", "kids", "twins", "dogs", "cats", "friends", "cousins", "nephews", "nieces", "uncles", "aunts":
		return true
	}
	return false
}

// alsoNamed proposes the other names of a list: "my sons are named Al and Ed".
func (x *extraction) alsoNamed(s *reading, f frame, first Draft, kind string, clause span) {
	for k := clause.to; (s.at(k) == "and" || s.at(k) == ",") && s.capital(k+1); k += 2 {
		d, name := first, s.words(span{k + 1, k + 2})
		d.Record.Object, d.Record.Text = name, fillIn("is named {}", []string{name}, f.label, false)
		d.Quote = s.quote(span{clause.from, k + 2})
		x.names[memory.Fold(name)] = who{id: f.id, label: name}
		x.bears(f.id, name)
		x.propose(d, kind)
	}
}
